"""Rule book of Galérapagos, sections 6.1 to 6.5: turn order, counts, votes, death."""

import pytest

from support.galerapagos.table import (
    alive,
    all_collect_wood,
    at_count,
    do,
    hold,
    next_day,
    refuses,
    table,
    votes,
    who_acts,
)
from underboard.galerapagos.rules.phases import ANY_TIME, CLOSED_TO, FIELDS, INTERRUPTS, PHASES


def sick_now(game, *players):
    for player in players:
        do(game, "override", what="sick", value=player)


# -- the table of phases


def test_every_phase_leads_to_known_phases_and_can_be_reached():
    led = {phase for row in PHASES.values() for phase in row.leads}
    assert led <= set(PHASES)
    assert set(PHASES) - led == set(INTERRUPTS)


def test_every_entry_is_described_and_taken_somewhere():
    taken = {entry for row in PHASES.values() for entry in row.entries} | set(ANY_TIME)
    assert taken == set(FIELDS)
    assert set(CLOSED_TO) <= set(PHASES)


def test_an_entry_out_of_its_phase_is_refused_with_the_reason():
    game = table()
    refuses(game, "not-now", "fish")
    refuses(game, "no-entry", "dance")
    do(game, "reveal")
    refuses(game, "not-now", "vote")
    do(game, "wood")
    refuses(game, "field", "push")


# -- 6.1


def test_6_1_1_the_first_player_card_passes_to_the_right_but_not_on_turn_1():
    game = table(4, first=2)
    assert game.camp.first == 2
    next_day(game)
    assert game.camp.first == 1
    next_day(game)
    next_day(game)
    assert game.camp.first == 3


def test_6_1_1_switch_passing_to_the_left():
    assert next_day(table(4, first=2, passing="left")).camp.first == 3


def test_6_1_who_acted_last_starts_the_next_turn():
    game = table(4, first=2)
    do(game, "reveal")
    game.camp.food = game.camp.water = 30
    last = None
    while game.camp.phase == "act":
        last = game.camp.actor
        do(game, "fish")
    do(game, "count")
    do(game, "stay")
    assert game.camp.first == last


def test_6_1_2_the_weather_comes_before_any_action():
    refuses(table(), "not-now", "wood")


def test_6_1_3_one_action_each_clockwise_from_the_first_player():
    game = table(5, first=3)
    do(game, "reveal")
    assert who_acts(game) == [3, 4, 0, 1, 2]


def test_6_1_4_water_is_counted_before_food():
    game = at_count(4, water=3, food=3)
    assert game.camp.count == "water"
    do(game, "vote")
    votes(game, 1, 0, 0, 0)
    do(game, "accept")
    assert (game.camp.phase, game.camp.water, game.camp.food) == ("evening", 0, 0)


def test_6_1_5_the_turn_ends_and_another_begins():
    game = at_count(4)
    do(game, "stay")
    assert (game.camp.turn, game.camp.phase) == (2, "dawn")


def test_6_1_dead_seats_are_skipped_both_ways():
    game = table(5, first=3)
    do(game, "override", what="dead", value=2)
    do(game, "override", what="dead", value=4)
    do(game, "reveal")
    assert game.camp.actor == 3
    do(game, "fish")
    assert game.camp.actor == 0
    game.camp.food = game.camp.water = 30
    all_collect_wood(game)
    do(game, "stay")
    assert game.camp.first == 1


def test_6_1_when_the_first_player_dies_the_card_passes_at_once_to_the_right():
    game = table(4, first=2)
    do(game, "reveal")
    do(game, "fish")
    do(game, "override", what="dead", value=2)
    assert game.camp.first == 1
    # The order of actions stays the one that was begun.
    assert game.camp.actor == 3


# -- 6.2


def test_6_2_1_enough_means_one_each_and_no_vote():
    game = at_count(4, water=4, food=5)
    assert (game.camp.water, game.camp.food, game.camp.ballots) == (0, 1, 0)


def test_6_2_1_the_sick_eat_and_drink_too():
    game = table(4)
    do(game, "reveal")
    sick_now(game, 1)
    game.camp.water = game.camp.food = 4
    all_collect_wood(game)
    assert (game.camp.water, game.camp.food) == (0, 0)


def test_6_2_2_cards_first_then_votes():
    game = at_count(4, water=3)
    assert game.camp.phase == "shortage"
    do(game, "play", player=2, card="water-bottle")
    assert game.camp.phase == "evening"
    assert len(alive(game)) == 4


def test_6_2_2_as_many_votes_as_it_takes_one_name_each():
    game = at_count(5, water=3)
    for names in ((1, 0, 0, 0, 0), (2, 1, 1, 1)):
        do(game, "vote")
        votes(game, *names)
        do(game, "accept")
    assert alive(game) == [2, 3, 4]
    assert game.camp.ballots == 2
    assert game.camp.water == 0


def test_6_2_3_at_zero_there_is_no_vote_and_card_holders_live():
    game = at_count(4, water=0)
    assert game.camp.phase == "zero"
    refuses(game, "not-now", "vote")
    do(game, "ration", player=1, card="water-bottle", target=1)
    do(game, "ration", player=1, card="water-bottle", target=3)
    refuses(game, "fed", "ration", player=2, card="water-bottle", target=3)
    refuses(game, "wrong-resource", "ration", player=2, card="sandwich", target=2)
    do(game, "close")
    assert alive(game) == [1, 3]


def test_6_2_3_at_zero_the_revolver_may_feed_one():
    game = hold(table(4, "dealt"), 1, "revolver", "cartridge")
    hold(game, 2, "water-bottle")
    while "water-bottle" in game.camp.people[1].hand:
        do(game, "give", player=1, card="water-bottle", target=2)
    do(game, "reveal")
    game.camp.water = 0
    all_collect_wood(game)
    do(game, "play", player=1, card="revolver")
    do(game, "shoot", player=1, target=2)
    do(game, "fall")
    assert game.camp.phase == "zero"
    do(game, "ration", player=1, card="water-bottle", target=1)


def test_6_2_3_switch_zero_kills_everyone():
    game = at_count(4, water=0, zero="all")
    assert game.camp.reason == "hecatomb"


def test_6_2_4_food_starts_afresh_with_the_new_number():
    game = at_count(4, water=3, food=3)
    do(game, "vote")
    votes(game, 3, 3, 3, 0)
    do(game, "accept")
    assert game.camp.food == 0
    assert len(alive(game)) == 3


def test_6_2_zero_is_tested_when_the_food_count_begins():
    game = at_count(4, water=3, food=2)
    do(game, "play", player=0, card="vegetable-mill")
    # Enough water now, but the mill took the last food.
    assert (game.camp.count, game.camp.phase) == ("food", "zero")


def test_6_2_at_zero_a_contributor_says_whom_the_ration_feeds():
    game = at_count(4, water=0)
    do(game, "play", player=2, card="coconut")
    refuses(game, "no-spare", "feed", player=1, target=1)
    do(game, "feed", player=2, target=0)
    do(game, "feed", player=2, target=3)
    refuses(game, "fed", "feed", player=2, target=3)
    do(game, "close")
    assert alive(game) == [0, 3]
    # The third ration, given to nobody, stays in the camp.
    assert game.camp.water == 1


def test_6_2_at_zero_cards_of_the_dead_go_round_clockwise_from_the_first_player():
    game = at_count(5, water=0, cards="dealt")
    hold(game, 2, "water-bottle")
    do(game, "ration", player=2, card="water-bottle", target=2)
    do(game, "close")
    deaths = [e["target"] for _, e in game.log if e["effect"] == "inherits"]
    assert deaths == [0, 1, 3, 4]
    assert alive(game) == [2]


# -- 6.3

REASONS = [
    ("water", {"water": 3}, 0, ()),
    ("food", {"food": 3}, 0, ()),
    ("seats", {"hurricane": True}, 3, ("embark",)),
    ("voyage-water", {"hurricane": True, "water": 6}, 9, ("embark",)),
    ("voyage-food", {"hurricane": True, "food": 6}, 9, ("embark",)),
]


@pytest.mark.parametrize(("reason", "counters", "seats", "entries"), REASONS)
def test_6_3_what_a_vote_is_called_for(reason, counters, seats, entries):
    game = at_count(4, **counters)
    game.camp.seats = seats
    for entry in entries:
        do(game, entry)
    assert (game.camp.phase, game.camp.count) == ("shortage", reason)
    do(game, "vote")
    assert game.camp.phase == "ballot"


def ballot(players=4, water=3, **switches):
    game = at_count(players, water=water, **switches)
    do(game, "vote")
    return game


def test_6_3_the_debate_ends_when_the_first_player_says_so():
    game = at_count(4, water=3)
    assert game.camp.ballot is None
    do(game, "vote")
    assert game.camp.ballot is not None


def test_6_3_one_target_each_and_nobody_sees_it_before_the_reveal():
    game = ballot()
    do(game, "cast", voter=0, target=1)
    do(game, "cast", voter=0, target=2)
    assert game.camp.ballot.progress() == (1, 4)
    assert game.camp.ballot.shown() == []
    assert all("target" not in effect for _, effect in game.log if effect["effect"] == "votes-in")


def test_6_3_nobody_votes_for_themselves_for_the_dead_or_for_an_empty_seat():
    game = ballot(5, water=2)
    refuses(game, "self-vote", "cast", voter=1, target=1)
    votes(game, 1, 0, 0, 0, 0)
    do(game, "accept")
    do(game, "vote")
    refuses(game, "dead", "cast", voter=1, target=0)
    refuses(game, "seat", "cast", voter=1, target=5)
    refuses(game, "seat", "cast", voter=9, target=1)
    refuses(game, "no-voter", "cast", voter=0, target=1)


def test_6_3_who_fell_sick_this_turn_does_not_vote_but_can_be_named():
    game = at_count(4, water=3)
    sick_now(game, 2)
    do(game, "vote")
    assert game.camp.ballot.voters == [0, 1, 3]
    votes(game, 2, 2, 2)
    assert game.camp.designated == 2


def test_6_3_saved_once_means_immune_for_that_resource_this_turn():
    game = ballot(4, water=2)
    votes(game, 1, 0, 1, 1)
    do(game, "ration", player=1, card="water-bottle", target=1)
    assert game.camp.phase == "shortage"
    do(game, "vote")
    assert game.camp.ballot.targets == [0, 2, 3]


def test_6_3_saved_for_water_can_be_named_for_food():
    game = ballot(4, water=3, food=3)
    votes(game, 1, 0, 1, 1)
    do(game, "ration", player=1, card="water-bottle", target=1)
    assert game.camp.count == "food"
    do(game, "vote")
    assert 1 in game.camp.ballot.targets


def test_6_3_switch_saved_lets_them_be_named_again():
    game = ballot(4, water=2, saved="again")
    votes(game, 1, 0, 1, 1)
    do(game, "ration", player=1, card="water-bottle", target=1)
    do(game, "vote")
    assert 1 in game.camp.ballot.targets


def test_6_3_most_votes_is_designated():
    game = ballot()
    votes(game, 1, 2, 1, 1)
    assert game.camp.designated == 1


def test_6_3_the_first_player_settles_a_tie_even_their_own():
    game = ballot()
    votes(game, 1, 0, 0, 1)
    assert (game.camp.phase, game.camp.tied) == ("tie", [0, 1])
    refuses(game, "not-tied", "choose", target=2)
    do(game, "choose", target=0)
    assert game.camp.designated == 0


def test_6_3_switch_tie_votes_once_again_among_the_tied():
    game = ballot(tie="again")
    votes(game, 1, 0, 0, 1)
    assert game.camp.ballot.targets == [0, 1]
    votes(game, 1, 0, 0, 1)
    assert game.camp.phase == "tie"


def test_6_3_switch_tie_by_chance():
    seen = set()
    for seed in range(20):
        game = ballot(tie="chance", seed=seed)
        votes(game, 1, 0, 0, 1)
        seen.add(game.camp.designated)
    assert seen == {0, 1}


def test_6_3_a_missing_vote_is_an_abstention_only_if_the_host_says_so():
    game = ballot()
    do(game, "cast", voter=0, target=1)
    refuses(game, "votes-missing", "show")
    effects = do(game, "show", silent=True)
    assert effects.count("silent") == 3
    assert game.camp.designated == 1


def test_6_3_nobody_votes_is_a_tie_of_all_targets():
    game = ballot()
    do(game, "show", silent=True)
    assert game.camp.tied == [0, 1, 2, 3]


def test_6_3_all_sick_is_a_tie_of_all_and_the_sick_first_player_decides():
    game = at_count(3, water=2)
    sick_now(game, 0, 1, 2)
    do(game, "vote")
    assert (game.camp.phase, game.camp.tied) == ("tie", [0, 1, 2])
    assert game.camp.decider() == 0


def test_6_3_two_survivors_one_ration():
    game = at_count(3, water=1)
    do(game, "override", what="dead", value=2)
    do(game, "vote")
    votes(game, 1, 0)
    assert game.camp.tied == [0, 1]
    do(game, "choose", target=1)
    do(game, "accept")
    assert alive(game) == [0]


def test_6_3_everyone_already_saved_clears_the_list():
    game = at_count(3, water=6, hurricane=True)
    game.camp.seats = 3
    game.camp.water = 2
    game.camp.saved["water"] = [0, 1, 2]
    do(game, "embark")
    assert game.camp.count == "voyage-water"
    do(game, "vote")
    assert game.camp.ballot.targets == [0, 1, 2]
    assert game.camp.saved["water"] == []


def test_6_3_where_all_are_saved_who_has_eaten_a_ration_still_cannot_be_named():
    game = at_count(4, water=2)
    game.camp.saved["water"] = [0, 1, 2, 3]
    game.camp.fed = [2]
    do(game, "vote")
    assert game.camp.ballot.targets == [0, 1, 3]


def test_6_3_switch_votes_secret_shows_totals_only():
    game = ballot(votes="secret")
    effects = votes(game, 1, 2, 1, 1)
    assert "voted" not in effects
    assert game.camp.designated == 1


def test_6_3_crystal_ball_and_club_on_one_player():
    game = at_count(4, water=3)
    do(game, "play", player=1, card="crystal-ball")
    do(game, "play", player=1, card="club")
    do(game, "vote")
    votes(game, 1, 1, 2)
    votes(game, 0)
    assert game.camp.tied == [0, 1]


def test_6_3_an_owner_of_the_crystal_ball_who_votes_alone_waits_for_nobody():
    game = at_count(3, water=2)
    do(game, "play", player=1, card="crystal-ball")
    sick_now(game, 0)
    sick_now(game, 2)
    do(game, "vote")
    assert game.camp.ballot.expected() == [1]
    votes(game, 0)
    assert game.camp.designated == 0


def test_6_3_a_sick_owner_of_the_crystal_ball_holds_nobody_up():
    game = at_count(4, water=3)
    do(game, "play", player=1, card="crystal-ball")
    sick_now(game, 1)
    do(game, "vote")
    votes(game, 1, 1, 2)
    assert game.camp.designated == 1


# -- 6.4


def designated(players=4, water=3, **more):
    game = ballot(players, water=water, **more)
    votes(game, *[1 if seat != 1 else 0 for seat in range(players)])
    return game


def test_6_4_one_card_of_the_missing_resource_saves_without_a_new_vote():
    game = designated()
    refuses(game, "wrong-resource", "ration", player=1, card="sandwich", target=1)
    do(game, "ration", player=1, card="water-bottle", target=1)
    assert game.camp.phase == "evening"
    assert len(alive(game)) == 4
    # Three others drank from the counter; the fourth brought their own.
    assert game.camp.water == 0


def test_6_4_the_card_may_come_from_another():
    game = designated()
    refuses(game, "not-designated", "ration", player=2, card="water-bottle", target=2)
    do(game, "ration", player=2, card="water-bottle", target=1)
    assert len(alive(game)) == 4


def test_6_4_the_designated_may_shoot_and_the_result_is_cancelled():
    game = designated()
    do(game, "play", player=1, card="revolver")
    do(game, "shoot", player=1, target=3)
    do(game, "fall")
    assert alive(game) == [0, 1, 2]
    assert game.camp.phase == "evening"


def test_6_4_a_stopped_shot_changes_nothing():
    game = designated()
    do(game, "play", player=1, card="revolver")
    do(game, "shoot", player=1, target=3)
    do(game, "sheet")
    assert (game.camp.phase, game.camp.designated) == ("designated", 1)


def test_6_4_with_more_to_remove_the_next_vote_follows_the_shot():
    game = designated(5, water=3)
    do(game, "play", player=1, card="revolver")
    do(game, "shoot", player=1, target=3)
    do(game, "fall")
    assert (game.camp.phase, game.camp.designated) == ("shortage", -1)


def test_6_4_someone_may_play_the_fruit_basket():
    game = designated()
    do(game, "play", player=3, card="fruit-basket")
    assert (len(alive(game)), game.camp.water) == (4, 0)


def test_6_4_even_the_sick_may_eat_to_survive():
    game = designated(sick="strict")
    sick_now(game, 1)
    refuses(game, "sick-card", "play", player=1, card="axe")
    do(game, "ration", player=1, card="water-bottle", target=1)
    assert len(alive(game)) == 4


def test_6_4_a_card_of_three_feeds_one_and_gives_two_to_the_camp():
    game = designated(5, water=3)
    do(game, "ration", player=1, card="coconut", target=1)
    # Five mouths: one fed, four drink from 3 + 2.
    assert game.camp.phase == "evening"
    assert game.camp.water == 1


def test_6_4_the_shortage_is_recomputed_by_the_formula():
    game = designated(6, water=3)
    do(game, "ration", player=1, card="water-bottle", target=1)
    shortage = [e for _, e in game.log if e["effect"] == "shortage"]
    assert [e["number"] for e in shortage] == [3, 2]


# -- 6.5


def test_6_5_hand_cards_go_alternately_left_first():
    game = hold(designated(cards="dealt"), 1, "sardines")
    before = [len(one.hand) for one in game.camp.people]
    do(game, "accept")
    after = [len(one.hand) for one in game.camp.people]
    left = before[1]
    assert after[1] == 0
    assert after[2] - before[2] == (left + 1) // 2
    assert after[0] - before[0] == left // 2


def test_6_5_laid_cards_are_discarded_but_the_revolver_is_passed_on():
    game = hold(designated(cards="dealt"), 1, "revolver", "axe")
    do(game, "play", player=1, card="revolver")
    do(game, "play", player=1, card="axe")
    revolvers = sum(one.hand.count("revolver") for one in game.camp.people)
    do(game, "accept")
    assert "axe" in game.camp.discard
    assert "revolver" not in game.camp.discard
    assert sum(one.hand.count("revolver") for one in game.camp.people) == revolvers + 1


def test_6_5_a_single_survivor_gets_everything():
    game = at_count(3, water=1, cards="dealt")
    cards = sum(len(one.hand) for one in game.camp.people)
    do(game, "override", what="dead", value=2)
    do(game, "override", what="dead", value=1)
    assert len(game.camp.people[0].hand) == cards


def test_6_5_a_physical_revolver_of_the_dead_can_be_laid_down_again():
    game = designated()
    for player in (1, 2, 3):
        do(game, "play", player=player, card="revolver")
    refuses(game, "all-out", "play", player=0, card="revolver")
    do(game, "accept")
    do(game, "play", player=0, card="revolver")


@pytest.mark.parametrize(("reason", "how"), [("water", "thirst"), ("food", "hunger")])
def test_6_5_thirst_and_hunger_are_told_apart(reason, how):
    game = at_count(4, **{reason: 3})
    do(game, "vote")
    votes(game, 1, 0, 1, 1)
    do(game, "accept")
    assert [e["how"] for _, e in game.log if e["effect"] == "death"] == [how]


def test_6_5_a_death_is_marked_with_its_turn():
    game = designated()
    do(game, "accept")
    one = game.camp.people[1]
    assert (one.alive, one.died, one.sick) == (False, 1, 0)
    refuses(game, "dead", "play", player=1, card="axe")

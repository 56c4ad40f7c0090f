"""Rule book of Galérapagos, sections 6.6 to 6.12: sickness, shots, departure, end, tournament."""

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
from underboard.galerapagos.rules.tournament import TournamentResult, points
from underboard.galerapagos.rules.tournament import table as tournament_table
from underboard.galerapagos.state.refusal import Refused


def bitten(player=0):
    """Return a game where ``player`` 0 was really bitten on day 1."""
    for seed in range(100):
        game = table(4, seed=seed)
        do(game, "reveal")
        do(game, "wood")
        if "bitten" in do(game, "push", extra=5):
            return game
    raise AssertionError("never bitten")


# -- 6.6


def test_6_6_on_the_turn_of_the_bite_no_vote_but_cards():
    game = bitten()
    game.camp.water, game.camp.food = 3, 20
    do(game, "play", player=0, card="axe")
    all_collect_wood(game)
    do(game, "vote")
    assert 0 not in game.camp.ballot.voters
    assert 0 in game.camp.ballot.targets


def test_6_6_the_turn_after_no_action_and_no_card_until_phase_4():
    game = next_day(bitten())
    refuses(game, "sick-card", "play", player=0, card="club")
    do(game, "reveal")
    game.camp.water, game.camp.food = 3, 20
    actors = []
    while game.camp.phase == "act":
        actors.append(game.camp.actor)
        refuses(game, "sick-card", "play", player=0, card="club")
        do(game, "wood")
        do(game, "push", extra=0)
    assert 0 not in actors
    # The state card is back before phase 4: cards and votes as usual.
    assert not game.camp.people[0].sick
    do(game, "play", player=0, card="club")
    do(game, "count")
    do(game, "vote")
    assert 0 in game.camp.ballot.voters


def test_6_6_on_the_third_turn_all_is_forgotten():
    game = next_day(next_day(bitten()))
    do(game, "reveal")
    assert 0 in who_acts(game)


def test_6_6_the_revolver_too_is_silent_the_turn_after():
    game = bitten()
    do(game, "play", player=0, card="revolver")
    next_day(game)
    refuses(game, "sick-card", "shoot", player=0, target=1)


def test_6_6_switch_sick_strict_takes_the_cards_at_once():
    game = table(4, sick="strict")
    do(game, "reveal")
    do(game, "override", what="sick", value=0)
    refuses(game, "sick-card", "play", player=0, card="axe")


def test_6_6_one_may_embark_sick():
    game = at_count(4, hurricane=True)
    game.camp.seats = 4
    do(game, "override", what="sick", value=2)
    do(game, "embark")
    assert game.camp.embarked == [0, 1, 2, 3]


def test_6_6_bad_food_may_pay_for_the_voyage():
    game = at_count(3, water=6, food=5)
    game.camp.seats = 3
    refuses(game, "cannot-leave", "depart")
    do(game, "play", player=1, card="rotten-fish")
    do(game, "depart")
    assert game.camp.embarked == [0, 1, 2]


def test_6_6_sick_again_restarts_the_clock():
    game = next_day(bitten())
    do(game, "reveal")
    game.camp.water, game.camp.food = 3, 20
    all_collect_wood(game)
    do(game, "play", player=0, card="stagnant-water")
    assert game.camp.people[0].sick == 2
    next_turn = do(game, "stay")
    assert "turn" in next_turn
    do(game, "reveal")
    assert game.camp.silenced(0)


def test_6_6_sick_in_phase_4_misses_the_next_votes_and_the_next_turn():
    game = at_count(5, food=3)
    do(game, "vote")
    votes(game, 1, 0, 1, 1, 1)
    do(game, "ration", player=1, card="rotten-fish", target=1)
    do(game, "vote")
    assert 1 not in game.camp.ballot.voters
    votes(game, 2, 0, 2, 2)
    do(game, "accept")
    do(game, "stay")
    assert game.camp.silenced(1)


# -- 6.7


def armed(*players, count=4, cards="physical", **switches):
    game = table(count, cards, **switches)
    for player in players:
        if cards == "dealt":
            hold(game, player, "revolver")
            hand = game.camp.people[player].hand
            if "cartridge" not in hand:
                game.camp.pile.remove("cartridge")
                hand.append("cartridge")
                game.camp.pile_left -= 1
        do(game, "play", player=player, card="revolver")
    return game


@pytest.mark.parametrize("phase", ["dawn", "act", "push", "shortage", "ballot", "evening"])
def test_6_7_at_any_time_out_of_turn(phase):
    game = armed(3, count=5)
    steps = {"dawn": 0, "act": 1, "push": 2}
    if phase in steps:
        for entry in ("reveal", "wood")[: steps[phase]]:
            do(game, entry)
    else:
        do(game, "reveal")
        game.camp.water, game.camp.food = (30 if phase == "evening" else 3), 30
        all_collect_wood(game)
        if phase == "ballot":
            do(game, "vote")
    assert game.camp.phase == phase
    do(game, "shoot", player=3, target=1)
    assert game.camp.phase == "shot"
    do(game, "fall")
    assert 1 not in alive(game)
    assert game.camp.phase in (phase, "shortage")


def test_6_7_the_first_announced_fires_first_and_the_fallen_do_not_fire():
    game = armed(1, 2)
    do(game, "shoot", player=2, target=1)
    do(game, "shoot", player=1, target=2)
    assert "too-late" in do(game, "fall")
    assert alive(game) == [0, 2, 3]
    assert game.camp.discard.count("cartridge") == 1
    assert game.camp.phase == "dawn"


def test_6_7_two_shots_at_different_people_are_answered_in_order():
    game = armed(1, 2)
    do(game, "shoot", player=2, target=0)
    do(game, "shoot", player=1, target=3)
    do(game, "fall")
    assert game.camp.phase == "shot"
    do(game, "sheet")
    assert alive(game) == [1, 2, 3]


def test_6_7_nobody_shoots_themselves_the_dead_or_without_living():
    game = armed(1)
    refuses(game, "oneself", "shoot", player=1, target=1)
    do(game, "override", what="dead", value=0)
    refuses(game, "dead", "shoot", player=1, target=0)
    refuses(game, "dead", "shoot", player=0, target=1)


def test_6_7_the_victims_hand_goes_to_the_shooter():
    game = armed(1, cards="dealt")
    hold(game, 3, "revolver")
    do(game, "play", player=3, card="revolver")
    hand = len(game.camp.people[3].hand)
    before = len(game.camp.people[1].hand)
    do(game, "shoot", player=1, target=3)
    do(game, "fall")
    # The hand and the laid-down revolver arrive; the cartridge is spent.
    assert len(game.camp.people[1].hand) == before + hand + 1 - 1


def test_6_7_switch_victim_gives_the_hand_to_the_neighbours():
    game = armed(1, cards="dealt", victim="neighbours")
    before = [len(one.hand) for one in game.camp.people]
    do(game, "shoot", player=1, target=3)
    do(game, "fall")
    after = [len(one.hand) for one in game.camp.people]
    assert after[1] == before[1] - 1
    assert after[0] + after[2] == before[0] + before[2] + before[3]


def test_6_7_a_kill_during_a_shortage_is_counted_at_once():
    game = at_count(4, water=3)
    do(game, "play", player=2, card="revolver")
    do(game, "vote")
    do(game, "shoot", player=2, target=0)
    assert "vote-dropped" in do(game, "fall")
    assert game.camp.phase == "evening"
    assert game.camp.water == 0


def test_6_7_a_kill_in_a_ballot_that_is_still_needed_opens_the_debate_again():
    game = at_count(5, water=3)
    do(game, "play", player=2, card="revolver")
    do(game, "vote")
    do(game, "cast", voter=1, target=0)
    do(game, "shoot", player=2, target=0)
    do(game, "fall")
    assert (game.camp.phase, game.camp.ballot) == ("shortage", None)


def test_6_7_an_actor_who_is_shot_does_not_act():
    game = armed(2)
    do(game, "reveal")
    do(game, "wood")
    do(game, "shoot", player=2, target=0)
    do(game, "fall")
    assert (game.camp.phase, game.camp.actor) == ("act", 1)


# -- 6.8


def test_6_8_the_worked_example():
    game = at_count(4, water=8, food=9)
    game.camp.seats = 4
    assert (game.camp.water, game.camp.food) == (4, 5)
    do(game, "depart")
    assert (game.camp.reason, game.camp.embarked) == ("departure", [0, 1, 2, 3])


@pytest.mark.parametrize(("water", "food", "seats"), [(7, 9, 4), (8, 7, 4), (8, 9, 3)])
def test_6_8_one_seat_or_ration_short_and_nobody_leaves(water, food, seats):
    game = at_count(4, water=water, food=food)
    game.camp.seats = seats
    refuses(game, "cannot-leave", "depart")


def test_6_8_departure_is_for_all_survivors():
    game = at_count(4, water=7, food=7)
    do(game, "override", what="dead", value=2)
    game.camp.seats = 3
    do(game, "depart")
    assert game.camp.embarked == [0, 1, 3]


def test_6_8_the_castaways_decide_they_may_stay():
    game = at_count(3)
    game.camp.seats = 3
    do(game, "stay")
    assert game.camp.phase == "dawn"


def test_6_8_not_before_the_counts():
    game = table(3)
    game.camp.seats = 3
    refuses(game, "not-now", "depart")


# -- 6.9


def hurricane(players=4, water=20, food=20, seats=4, **switches):
    game = at_count(players, water, food, hurricane=True, **switches)
    game.camp.seats = seats
    return game


def test_6_9_1_actions_go_on_as_usual():
    game = table(3)
    game.camp.weather.insert(0, "hurricane")
    do(game, "reveal")
    assert (game.camp.phase, game.camp.rain) == ("act", 2)


def test_6_9_2_the_counts_come_first():
    game = hurricane(4, water=3)
    assert game.camp.count == "water"


def test_6_9_3_too_few_seats_are_voted_for_and_no_card_saves():
    game = hurricane(4, seats=3)
    do(game, "embark")
    do(game, "vote")
    votes(game, 1, 0, 1, 1)
    refuses(game, "no-card-saves", "ration", player=1, card="water-bottle", target=1)
    do(game, "accept")
    assert game.camp.embarked == [0, 2, 3]


def test_6_9_3_revolver_and_conch_work_against_a_seat_vote():
    game = hurricane(5, seats=4)
    do(game, "embark")
    do(game, "vote")
    votes(game, 1, 0, 1, 1, 1)
    do(game, "play", player=1, card="conch")
    do(game, "vote")
    votes(game, 2, 0, 0, 2, 2)
    do(game, "play", player=2, card="revolver")
    do(game, "shoot", player=2, target=4)
    do(game, "fall")
    assert game.camp.embarked == [0, 1, 2, 3]


def test_6_9_4_voyage_water_then_voyage_food():
    game = hurricane(4, water=7, food=7)
    do(game, "embark")
    assert game.camp.count == "voyage-water"
    do(game, "vote")
    votes(game, 1, 0, 1, 1)
    do(game, "ration", player=1, card="water-bottle", target=1)
    assert game.camp.count == "voyage-food"


def test_6_9_4_a_voyage_counter_at_zero_takes_only_card_holders():
    game = hurricane(3, water=3, food=20)
    do(game, "embark")
    assert game.camp.phase == "zero"
    do(game, "ration", player=2, card="water-bottle", target=2)
    do(game, "close")
    assert game.camp.embarked == [2]


def test_6_9_5_those_left_embark_and_win():
    game = hurricane()
    do(game, "embark")
    assert (game.camp.reason, game.camp.embarked) == ("hurricane", [0, 1, 2, 3])


def test_6_9_5_no_seat_and_all_lose():
    game = hurricane(seats=0)
    do(game, "embark")
    assert (game.camp.reason, game.camp.embarked) == ("no-raft", [])


def test_6_9_5_no_ration_and_all_lose():
    game = hurricane(3, water=3)
    do(game, "embark")
    do(game, "close")
    assert (game.camp.reason, game.camp.embarked) == ("no-rations", [])


def test_6_9_the_raft_must_leave():
    game = hurricane()
    refuses(game, "raft-must-leave", "stay")
    refuses(game, "raft-must-leave", "depart")
    refuses(at_count(4), "no-hurricane", "embark")


def test_6_9_cards_of_the_eliminated_are_passed_on():
    game = hurricane(4, seats=3, cards="dealt")
    do(game, "embark")
    do(game, "vote")
    votes(game, 1, 0, 1, 1)
    do(game, "accept")
    assert game.camp.people[1].hand == []
    assert game.camp.known_cards() == 54


# -- 6.10


def test_6_10_hecatomb_stops_the_game_at_once():
    game = at_count(4, water=0)
    do(game, "close")
    assert (game.camp.reason, game.camp.embarked, game.over) == ("hecatomb", [], True)
    refuses(game, "not-now", "stay")
    refuses(game, "not-now", "play", player=0, card="axe")


def test_6_10_the_last_survivors_killed_by_shots_are_a_hecatomb():
    game = table(3)
    for seat in (0, 1, 2):
        do(game, "override", what="dead", value=seat)
    assert game.camp.reason == "hecatomb"


# -- 6.11


def test_6_11_the_dead_vote_but_cannot_be_named():
    game = at_count(5, water=3, voice="on")
    do(game, "play", player=1, card="club")
    for names in ((1, 0, 1, 1, 1), (2, 2, 0, 2, 2)):
        do(game, "vote")
        votes(game, *names)
        if game.camp.designated == 1:
            do(game, "accept")
    assert game.camp.designated == 2


def test_6_11_the_dead_have_weight_1_no_tie_power_and_no_cards():
    game = at_count(5, water=3, voice="on")
    do(game, "play", player=1, card="club")
    do(game, "vote")
    votes(game, 1, 0, 1, 1, 1)
    do(game, "accept")
    do(game, "vote")
    assert game.camp.ballot.voters == [0, 1, 2, 3, 4]
    assert game.camp.ballot.weights == [1, 1, 1, 1, 1]
    assert game.camp.ballot.targets == [0, 2, 3, 4]
    refuses(game, "dead", "play", player=1, card="conch")
    assert game.camp.decider() != 1


def test_6_11_by_default_the_dead_are_silent():
    game = at_count(5, water=3)
    do(game, "vote")
    votes(game, 1, 0, 1, 1, 1)
    do(game, "accept")
    do(game, "vote")
    assert 1 not in game.camp.ballot.voters


# -- 6.12


def test_6_12_solidarity_each_scores_the_number_of_saved():
    assert [points(8, saved, "solidarity") for saved in (0, 1, 2, 8)] == [0, 1, 2, 8]


def test_6_12_lone_the_fewer_the_better():
    assert [points(8, saved, "lone") for saved in (0, 1, 2, 8)] == [0, 8, 7, 1]


def test_6_12_the_highest_total_wins_and_a_tie_is_shared():
    games = [
        TournamentResult(("Ada", "Basil", "Cleo"), ("Ada", "Basil")),
        TournamentResult(("Ada", "Basil", "Cleo"), ("Basil", "Ada")),
        TournamentResult(("Ada", "Basil", "Cleo"), ()),
    ]
    assert tournament_table(games, "solidarity") == [
        (1, "Ada", 4, 2),
        (1, "Basil", 4, 2),
        (3, "Cleo", 0, 0),
    ]


def test_6_12_an_unknown_way_to_score_is_refused():
    with pytest.raises(Refused, match="solidarity, lone"):
        tournament_table([], "first past the post")


# -- overrides

OVERRIDE = [
    ("water", 7, lambda c: c.water == 7),
    ("food", 0, lambda c: c.food == 0),
    ("wood", 5, lambda c: c.wood == 5),
    ("seats", 12, lambda c: c.seats == 12),
    ("rain", 3, lambda c: c.rain == 3),
    ("first", 2, lambda c: c.first == 2),
    ("sick", 2, lambda c: c.people[2].sick == 1),
    ("healthy", 2, lambda c: not c.people[2].sick),
    ("dead", 2, lambda c: not c.people[2].alive),
    ("skip", 0, lambda c: c.actor == 1),
    ("end", 0, lambda c: c.reason == "broken-off"),
]


@pytest.mark.parametrize(("what", "value", "after"), OVERRIDE, ids=[o[0] for o in OVERRIDE])
def test_the_host_may_set_right_what_the_table_decides_and_it_is_logged(what, value, after):
    game = table(4)
    do(game, "reveal")
    effects = game.enter({"do": "override", "what": what, "value": value, "why": "agreed"})
    assert effects[0] == {"effect": "override", "what": what, "value": value, "why": "agreed"}
    assert after(game.camp)


def test_a_host_may_bring_somebody_back():
    game = table(4)
    do(game, "override", what="dead", value=2)
    do(game, "override", what="alive", value=2)
    assert alive(game) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("no-override", {"what": "moon", "value": 1}),
        ("no-override", {"what": ["water"], "value": 1}),
        ("override-value", {"what": "water", "value": 37}),
        ("override-value", {"what": "water", "value": "7"}),
        ("override-value", {"what": "wood", "value": 6}),
        ("seat", {"what": "sick", "value": 4}),
        ("not-dead", {"what": "alive", "value": 2}),
        ("not-acting", {"what": "skip", "value": 2}),
    ],
)
def test_an_impossible_override_is_refused(rule, said):
    game = table(4)
    do(game, "reveal")
    refuses(game, rule, "override", **said)


def test_setting_a_counter_in_a_shortage_may_end_it():
    game = at_count(4, water=3)
    do(game, "vote")
    do(game, "override", what="water", value=4)
    assert (game.camp.phase, game.camp.water) == ("evening", 0)


def test_setting_an_empty_counter_lets_the_first_player_give_the_rations_out():
    game = at_count(4, water=0)
    do(game, "override", what="water", value=1)
    do(game, "feed", player=0, target=2)
    do(game, "close")
    assert alive(game) == [2]

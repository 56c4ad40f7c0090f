"""Rule book of Galérapagos, section 5: the 54 wreck cards, one by one, and the open points."""

from collections import Counter
from pathlib import Path

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
from underboard.galerapagos.state.cards import KIND, KINDS, all_cards

COUNTS = {
    "water-bottle": 7, "sandwich": 7, "coconut": 1, "sardines": 1, "stagnant-water": 1,
    "rotten-fish": 1, "fruit-basket": 1, "flask": 1, "fishing-rod": 1, "axe": 1, "club": 1,
    "crystal-ball": 1, "revolver": 3, "cartridge": 6, "metal-sheet": 2, "antivenom": 1,
    "matches": 1, "coffee": 1, "alarm-clock": 1, "conch": 1, "pendulum": 1, "sleeping-pills": 1,
    "spyglass": 1, "flashlight": 1, "barometer": 1, "vegetable-mill": 1, "voodoo-doll": 1,
    "wooden-plank": 1, "barbecue-kit": 1, "lottery-ticket": 1, "board-game": 1,
    "old-underpants": 1, "car-key": 1, "toilet-brush": 1,
}  # fmt: skip


def day(players=4, cards="physical", **switches):
    game = table(players, cards, **switches)
    do(game, "reveal")
    return game


def play(game, player, card, **said):
    return do(game, "play", player=player, card=card, **said)


def sick(game, player, cause="bite"):
    one = game.camp.people[player]
    one.sick, one.causes = game.camp.turn, [cause]
    return game


def test_5_thirty_four_kinds_fifty_four_cards():
    assert Counter(all_cards()) == COUNTS
    assert len(all_cards()) == 54
    groups = Counter()
    for kind in KINDS:
        groups[kind.category] += kind.count
    assert groups == {
        "resource": 19, "permanent": 8, "ammunition": 6, "single": 16, "useless": 5,
    }  # fmt: skip


def test_5_a_card_that_does_not_exist_is_refused():
    game = day()
    for card in ("cat", "", None, 3, ["axe"]):
        refuses(game, "no-card", "play", player=0, card=card)


def test_5_physical_cards_are_believed_until_all_are_out():
    game = day()
    play(game, 2, "axe")
    refuses(game, "all-out", "play", player=3, card="axe")


def test_5_dealt_cards_are_checked_in_the_hand():
    game = hold(day(cards="dealt"), 2, "axe")
    refuses(game, "not-held", "play", player=3, card="axe")
    play(game, 2, "axe")
    assert game.camp.people[2].laid == ["axe"]
    assert "axe" not in game.camp.people[2].hand


def test_5_a_card_may_be_given_to_another():
    game = hold(day(cards="dealt"), 2, "old-underpants")
    do(game, "give", player=2, card="old-underpants", target=0)
    assert "old-underpants" in game.camp.people[0].hand
    refuses(game, "oneself", "give", player=0, card="old-underpants", target=0)


RESOURCES = [
    ("water-bottle", "water", 1),
    ("sandwich", "food", 1),
    ("coconut", "water", 3),
    ("sardines", "food", 3),
    ("stagnant-water", "water", 1),
    ("rotten-fish", "food", 1),
]


@pytest.mark.parametrize(("card", "resource", "rations"), RESOURCES)
def test_5_01_to_06_resource_cards_feed_the_camp(card, resource, rations):
    game = day()
    before = game.camp.level(resource)
    play(game, 1, card)
    assert game.camp.level(resource) == before + rations
    assert game.camp.discard == [card]


@pytest.mark.parametrize("card", ["stagnant-water", "rotten-fish"])
def test_5_05_06_bad_food_and_water_make_sick(card):
    game = day()
    play(game, 1, card)
    assert game.camp.people[1].sick == 1
    play(game, 2, "sardines")
    assert not game.camp.people[2].sick


def test_5_07_the_fruit_basket_saves_everyone_and_empties_the_counter():
    game = at_count(4, water=2, food=20)
    play(game, 3, "fruit-basket")
    assert alive(game) == [0, 1, 2, 3]
    assert (game.camp.water, game.camp.food) == (0, 16)
    assert game.camp.phase == "evening"


def test_5_07_the_fruit_basket_works_after_the_vote_too():
    game = at_count(4, water=3)
    do(game, "vote")
    refuses(game, "during-vote", "play", player=1, card="fruit-basket")
    votes(game, 1, 0, 1, 1)
    play(game, 1, "fruit-basket")
    assert len(alive(game)) == 4


def test_5_07_the_fruit_basket_works_at_zero_too():
    game = at_count(4, water=0)
    do(game, "play", player=2, card="coconut")
    play(game, 3, "fruit-basket")
    assert (len(alive(game)), game.camp.water, game.camp.count) == (4, 0, "")


def test_5_1_one_basket_covers_both_counters_of_its_turn():
    game = at_count(4, water=3, food=2)
    play(game, 3, "fruit-basket")
    assert (len(alive(game)), game.camp.water, game.camp.food) == (4, 0, 0)


def test_5_07_the_fruit_basket_needs_a_shortage_and_never_embarks():
    refuses(day(), "no-shortage", "play", player=1, card="fruit-basket")
    game = at_count(4, hurricane=True)
    game.camp.seats = 2
    do(game, "embark")
    refuses(game, "basket-raft", "play", player=1, card="fruit-basket")


def test_5_08_the_flask_doubles_the_water_of_its_owner():
    game = day()
    game.camp.rain, game.camp.water = 3, 10
    play(game, 0, "flask")
    do(game, "water")
    do(game, "water")
    assert game.camp.water == 10 + 6 + 3


def fishing(game):
    game.camp.food = 0
    do(game, "fish")
    return game.log[-1][1] if game.log[-1][1]["effect"] == "fish" else game.log[-2][1]


def test_5_09_the_fishing_rod_adds_two_balls():
    seen = set()
    for seed in range(150):
        game = day(seed=seed)
        play(game, 0, "fishing-rod")
        effect = fishing(game)
        assert len(effect["balls"]) == 2
        assert effect["number"] == sum(effect["balls"])
        seen.add(effect["number"])
    # Never 6: there is one ball with three fish, and it is not put back in between.
    assert seen == {2, 3, 4, 5}


@pytest.mark.parametrize(
    ("way", "balls", "catch"), [("best", 3, max), ("double", 1, lambda b: 2 * b[0])]
)
def test_5_1_switch_rod(way, balls, catch):
    for seed in range(20):
        game = day(seed=seed, rod=way)
        play(game, 0, "fishing-rod")
        effect = fishing(game)
        assert len(effect["balls"]) == balls
        assert effect["number"] == catch(effect["balls"])


def test_5_10_the_axe_makes_two_safe_steps():
    game = day()
    play(game, 0, "axe")
    do(game, "wood")
    assert game.camp.wood == 2
    do(game, "push", extra=0)
    do(game, "wood")
    assert game.camp.wood == 3


def test_5_11_the_club_counts_two():
    game = at_count(4, water=3)
    play(game, 3, "club")
    do(game, "vote")
    votes(game, 3, 2, 3, 2)
    assert game.camp.designated == 2


def test_5_11_the_club_counts_two_and_not_three():
    game = at_count(4, water=3)
    play(game, 3, "club")
    do(game, "vote")
    votes(game, 3, 3, 0, 2)
    assert game.camp.tied == [2, 3]


def test_5_11_a_club_laid_down_during_a_ballot_counts_from_the_next():
    game = at_count(4, water=3)
    do(game, "vote")
    play(game, 3, "club")
    votes(game, 3, 2, 3, 2)
    assert game.camp.phase == "tie"


def test_5_12_the_crystal_ball_votes_last_seeing_the_others():
    game = at_count(4, water=3)
    play(game, 1, "crystal-ball")
    do(game, "vote")
    refuses(game, "early-vote", "cast", voter=1, target=0)
    shown = votes(game, 1, 1, 2)
    assert shown.count("voted") == 3
    assert game.camp.phase == "crystal"
    refuses(game, "late-vote", "cast", voter=0, target=2)
    votes(game, 2)
    assert game.camp.phase == "tie"
    assert game.camp.tied == [1, 2]


def test_5_13_the_revolver_kills_with_a_cartridge():
    game = day()
    refuses(game, "no-revolver", "shoot", player=1, target=2)
    play(game, 1, "revolver")
    do(game, "shoot", player=1, target=2)
    do(game, "fall")
    assert alive(game) == [0, 1, 3]
    assert game.camp.people[1].laid == ["revolver"]


def test_5_14_the_cartridge_is_spent_by_the_shot():
    game = hold(day(cards="dealt"), 1, "revolver", "cartridge")
    hand = game.camp.people[1].hand
    while hand.count("cartridge") > 1:
        do(game, "give", player=1, card="cartridge", target=3)
    play(game, 1, "revolver")
    refuses(game, "by-shot", "play", player=1, card="cartridge")
    do(game, "shoot", player=1, target=2)
    refuses(game, "no-cartridge", "shoot", player=1, target=3)
    do(game, "fall")
    assert game.camp.discard.count("cartridge") == 1


def test_5_14_six_cartridges_and_no_seventh():
    game = day(8)
    play(game, 0, "revolver")
    game.camp.discard += ["cartridge"] * 6
    refuses(game, "no-cartridge", "shoot", player=0, target=1)


def test_5_15_the_metal_sheet_stops_one_shot_and_both_are_spent():
    game = day()
    play(game, 1, "revolver")
    do(game, "shoot", player=1, target=2)
    do(game, "sheet")
    assert len(alive(game)) == 4
    assert sorted(game.camp.discard) == ["cartridge", "metal-sheet"]
    refuses(game, "by-answer", "play", player=2, card="metal-sheet")


def test_5_15_only_two_metal_sheets():
    game = day()
    play(game, 1, "revolver")
    game.camp.discard += ["metal-sheet"] * 2
    do(game, "shoot", player=1, target=2)
    refuses(game, "all-out", "sheet")


def test_5_16_the_antivenom_cancels_a_bite_but_the_extra_wood_stays_lost():
    game = sick(day(), 1)
    game.camp.wood = 1
    play(game, 1, "antivenom", target=1)
    assert not game.camp.people[1].sick
    assert game.camp.wood == 1


def test_5_16_the_antivenom_cures_no_bad_food_and_no_old_bite():
    refuses(sick(day(), 1, "food"), "not-bitten", "play", player=1, card="antivenom", target=1)
    refuses(day(), "not-bitten", "play", player=1, card="antivenom", target=1)
    game = sick(day(), 1)
    next_day(game)
    refuses(game, "not-bitten", "play", player=2, card="antivenom", target=1)


def test_5_1_antivenom_for_anyone_or_by_switch_for_oneself_only():
    game = sick(day(), 1)
    play(game, 2, "antivenom", target=1)
    assert not game.camp.people[1].sick
    game = sick(day(antivenom="self"), 1)
    refuses(game, "own-bite", "play", player=2, card="antivenom", target=1)


def test_5_17_matches_before_or_after_the_meal():
    game = day()
    play(game, 1, "matches", target=1)
    play(game, 1, "rotten-fish")
    assert not game.camp.people[1].sick
    game = day()
    play(game, 1, "rotten-fish")
    play(game, 1, "matches", target=1)
    assert not game.camp.people[1].sick


@pytest.mark.parametrize(("way", "turn_sick"), [("card", 1), ("turn", 0)])
def test_5_1_matches_cook_one_card_or_by_switch_the_whole_turn(way, turn_sick):
    game = day(matches=way)
    play(game, 1, "matches", target=1)
    play(game, 1, "rotten-fish")
    play(game, 1, "stagnant-water")
    assert game.camp.people[1].sick == turn_sick


def test_5_17_matches_are_for_the_same_turn():
    game = day()
    play(game, 1, "matches", target=1)
    next_day(game)
    play(game, 1, "rotten-fish")
    assert game.camp.people[1].sick == 2


def test_5_18_coffee_gives_two_actions():
    game = day()
    refuses(game, "own-action", "play", player=1, card="coffee")
    play(game, 0, "coffee")
    do(game, "wood")
    do(game, "push", extra=0)
    assert game.camp.actor == 0
    do(game, "fish")
    assert game.camp.actor == 1


def test_5_1_coffee_is_not_for_the_sick():
    game = sick(day(), 1)
    next_day(game)
    do(game, "reveal")
    refuses(game, "sick-card", "play", player=1, card="coffee")


def test_5_19_the_alarm_clock_chooses_the_next_first_player():
    game = day()
    play(game, 3, "alarm-clock", target=2)
    next_day(game)
    assert game.camp.first == 2


def test_5_19_a_dead_choice_leaves_the_card_to_the_usual_neighbour():
    game = day()
    play(game, 3, "alarm-clock", target=2)
    do(game, "override", what="dead", value=2)
    next_day(game)
    assert game.camp.first == 3


def test_5_20_the_conch_before_a_vote_makes_chief_and_untouchable():
    game = at_count(4, water=3)
    play(game, 2, "conch")
    do(game, "vote")
    assert 2 not in game.camp.ballot.targets
    refuses(game, "no-target", "cast", voter=0, target=2)
    votes(game, 1, 0, 1, 0)
    assert game.camp.decider() == 2
    assert game.camp.first == 0


def test_5_1_the_conch_after_a_vote_repeats_it_without_the_owner():
    game = at_count(4, water=3)
    do(game, "vote")
    votes(game, 2, 2, 0, 2)
    play(game, 2, "conch")
    assert game.camp.phase == "shortage"
    do(game, "vote")
    assert game.camp.ballot.targets == [0, 1, 3]


def test_5_1_the_chief_is_for_this_turn_and_the_card_does_not_move():
    game = day()
    play(game, 2, "conch")
    assert (game.camp.decider(), game.camp.first) == (2, 0)
    next_day(game)
    assert game.camp.chief == -1
    assert game.camp.first == 3


def test_5_20_the_conch_waits_while_votes_are_cast():
    game = at_count(4, water=3)
    do(game, "vote")
    refuses(game, "during-vote", "play", player=2, card="conch")


def test_5_21_the_pendulum_imposes_an_action():
    game = day()
    play(game, 0, "pendulum", target=1, action="wood")
    do(game, "fish")
    refuses(game, "imposed", "fish")
    do(game, "wood")
    # A risk is not imposed: the target decides how far to push.
    assert game.camp.phase == "push"


PENDULUM = [
    ("oneself", {"player": 1, "target": 1, "action": "fish"}),
    ("acted", {"player": 1, "target": 0, "action": "fish"}),
    ("sick-target", {"player": 1, "target": 2, "action": "fish"}),
    ("dead", {"player": 1, "target": 3, "action": "fish"}),
    ("no-action", {"player": 1, "target": 4, "action": "sleep"}),
    ("needs", {"player": 1, "target": 4}),
]


@pytest.mark.parametrize(("rule", "said"), PENDULUM)
def test_5_1_the_pendulum_wants_another_healthy_castaway_who_has_not_acted(rule, said):
    game = sick(day(5), 2)
    do(game, "override", what="dead", value=3)
    do(game, "fish")
    refuses(game, rule, "play", card="pendulum", **said)


def test_5_1_the_pendulum_after_the_actions_is_too_late():
    game = all_collect_wood(day())
    refuses(game, "before-actions", "play", player=0, card="pendulum", target=1, action="fish")


def test_5_1_the_pendulum_cannot_impose_water_that_is_refused():
    game = day(dry="refused")
    game.camp.rain = 0
    refuses(game, "dry", "play", player=0, card="pendulum", target=1, action="water")


def test_5_22_sleeping_pills_steal_one_card_from_each_of_up_to_three():
    game = hold(day(5, "dealt"), 0, "sleeping-pills")
    before = [len(one.hand) for one in game.camp.people]
    play(game, 0, "sleeping-pills", targets=[1, 2, 4])
    after = [len(one.hand) for one in game.camp.people]
    assert [b - a for a, b in zip(after, before)] == [-2, 1, 1, 0, 1]


@pytest.mark.parametrize("targets", [[], [1, 2, 3, 4], [1, 1], "12", None])
def test_5_22_sleeping_pills_want_one_to_three_different_castaways(targets):
    game = hold(day(5, "dealt"), 0, "sleeping-pills")
    refuses(game, "three-targets", "play", player=0, card="sleeping-pills", targets=targets)


def test_5_22_nobody_steals_from_themselves():
    refuses(day(), "oneself", "play", player=0, card="sleeping-pills", targets=[0])


def private(game, name):
    return [effect for _, effect in game.log if effect["effect"] == name]


def test_5_23_the_spyglass_shows_all_other_hands_to_one_castaway():
    game = hold(day(cards="dealt"), 0, "spyglass")
    play(game, 0, "spyglass")
    looks = private(game, "hand")
    assert [look["target"] for look in looks] == [1, 2, 3]
    assert {look["private"] for look in looks} == {0}
    assert looks[0]["cards"] == game.camp.people[1].hand


def test_5_1_switch_spyglass_shows_one_hand():
    game = hold(day(cards="dealt", spyglass="one"), 0, "spyglass")
    refuses(game, "needs", "play", player=0, card="spyglass")
    play(game, 0, "spyglass", target=2)
    assert [look["target"] for look in private(game, "hand")] == [2]


def test_5_24_the_flashlight_shows_the_top_three_cards_and_changes_nothing():
    game = hold(day(cards="dealt"), 0, "flashlight")
    pile = list(game.camp.pile)
    play(game, 0, "flashlight")
    assert private(game, "wreck-top") == [{"effect": "wreck-top", "private": 0, "cards": pile[:3]}]
    assert game.camp.pile == pile


def test_5_1_switch_flashlight_takes_one_of_the_three():
    game = hold(day(cards="dealt", flashlight="take"), 0, "flashlight")
    pile = list(game.camp.pile)
    play(game, 0, "flashlight")
    refuses(game, "not-on-top", "pick", card=next(c for c in pile[3:] if c not in pile[:3]))
    do(game, "pick", card=pile[1])
    assert game.camp.pile == pile[:1] + pile[2:]
    assert pile[1] in game.camp.people[0].hand
    assert game.camp.phase == "act"


def test_5_25_the_barometer_shows_two_days_and_the_pile_stays():
    game = day()
    pile = list(game.camp.weather)
    play(game, 3, "barometer")
    assert private(game, "forecast") == [{"effect": "forecast", "private": 3, "days": pile[:2]}]
    assert game.camp.weather == pile


def test_5_26_the_vegetable_mill_turns_two_food_into_two_water():
    game = day()
    game.camp.food, game.camp.water = 2, 5
    play(game, 0, "vegetable-mill")
    assert (game.camp.food, game.camp.water) == (0, 7)


def test_5_26_the_vegetable_mill_needs_two_food():
    game = day()
    game.camp.food = 1
    refuses(game, "mill", "play", player=0, card="vegetable-mill")


def with_dead(seat=2, **switches):
    game = table(4, **switches)
    do(game, "override", what="dead", value=seat)
    return next_day(game)


def test_5_27_the_voodoo_doll_brings_a_castaway_back():
    game = with_dead()
    play(game, 0, "voodoo-doll", target=2)
    assert alive(game) == [0, 1, 2, 3]
    one = game.camp.people[2]
    assert (one.hand, one.sick, one.died) == ([], 0, 0)
    do(game, "reveal")
    assert 2 in who_acts(game)


def test_5_1_the_voodoo_doll_before_the_first_action_only():
    game = with_dead()
    do(game, "reveal")
    later = with_dead()
    do(later, "reveal")
    do(later, "fish")
    refuses(later, "start-of-turn", "play", player=0, card="voodoo-doll", target=2)
    play(game, 0, "voodoo-doll", target=2)
    refuses(table(), "not-dead", "play", player=0, card="voodoo-doll", target=2)


def test_5_28_the_wooden_plank_is_one_more_seat():
    game = day()
    play(game, 0, "wooden-plank")
    assert game.camp.seats == 1
    full = day()
    full.camp.seats = 12
    refuses(full, "raft-full", "play", player=0, card="wooden-plank")


def test_5_29_the_barbecue_gives_two_food_for_each_dead_of_this_turn():
    game = at_count(5, water=0)
    do(game, "ration", player=0, card="water-bottle", target=0)
    do(game, "ration", player=1, card="water-bottle", target=1)
    do(game, "close")
    assert alive(game) == [0, 1]
    assert game.camp.phase == "evening"
    before = game.camp.food
    play(game, 0, "barbecue-kit")
    assert game.camp.food == before + 6


def test_5_1_the_barbecue_waits_for_the_end_of_the_turn():
    game = day()
    do(game, "override", what="dead", value=2)
    refuses(game, "end-of-turn", "play", player=0, card="barbecue-kit")
    game = at_count(4)
    refuses(game, "nobody-died", "play", player=0, card="barbecue-kit")


def test_5_1_switch_kit_allows_the_barbecue_at_any_time():
    game = day(kit="any")
    do(game, "override", what="dead", value=2)
    before = game.camp.food
    play(game, 0, "barbecue-kit")
    assert game.camp.food == before + 2


def test_5_1_the_barbecue_may_pay_for_the_voyage():
    game = at_count(3, water=12, food=3, hurricane=True)
    game.camp.seats = 3
    do(game, "override", what="dead", value=2)
    do(game, "embark")
    assert game.camp.phase == "zero"
    play(game, 0, "barbecue-kit")
    do(game, "feed", player=0, target=0)
    do(game, "feed", player=0, target=1)
    assert game.camp.embarked == [0, 1]


@pytest.mark.parametrize(
    "card", ["lottery-ticket", "board-game", "old-underpants", "car-key", "toilet-brush"]
)
def test_5_30_to_34_useless_cards_do_nothing_but_can_be_given(card):
    game = hold(day(cards="dealt"), 1, card)
    refuses(game, "useless", "play", player=1, card=card)
    do(game, "give", player=1, card=card, target=2)
    assert card in game.camp.people[2].hand


def test_5_1_an_empty_wreck_pile_gives_nothing():
    game = day(cards="dealt")
    game.camp.discard += game.camp.pile
    game.camp.pile, game.camp.pile_left = [], 0
    hand = list(game.camp.people[0].hand)
    do(game, "search")
    assert game.camp.people[0].hand == hand


def test_5_searching_gives_the_top_card_to_its_finder_alone():
    game = day(cards="dealt")
    top = game.camp.pile[0]
    do(game, "search")
    assert game.camp.people[0].hand[-1] == top
    assert private(game, "found") == [{"effect": "found", "private": 0, "card": top}]


def test_5_every_card_has_a_test_of_its_own():
    text = Path(__file__).read_text(encoding="utf-8")
    assert [key for key in KIND if text.count(f'"{key}"') < 2] == []

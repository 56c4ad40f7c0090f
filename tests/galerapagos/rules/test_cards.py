"""Rule book of Galérapagos, section 5: the 54 wreck cards, one by one, and the open points."""

from collections import Counter

import pytest

from support.galerapagos.table import do, hold, refuses, table
from support.rows import for_each
from underboard.galerapagos.state.cards import KINDS, all_cards

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


def test_5_thirty_four_kinds_fifty_four_cards():
    assert Counter(all_cards()) == COUNTS
    assert len(all_cards()) == 54
    groups = Counter()
    for kind in KINDS:
        groups[kind.category] += kind.count
    assert groups == {
        "resource": 19, "permanent": 8, "ammunition": 6, "single": 16, "useless": 5,
    }  # fmt: skip


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


def test_5_22_sleeping_pills_steal_one_card_from_each_of_up_to_three():
    game = hold(day(5, "dealt"), 0, "sleeping-pills")
    before = [len(one.hand) for one in game.camp.people]
    play(game, 0, "sleeping-pills", targets=[1, 2, 4])
    after = [len(one.hand) for one in game.camp.people]
    assert [b - a for a, b in zip(after, before)] == [-2, 1, 1, 0, 1]


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


@for_each("card", ["lottery-ticket", "board-game", "old-underpants", "car-key", "toilet-brush"])
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

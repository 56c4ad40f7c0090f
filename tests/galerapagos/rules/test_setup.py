"""Rule book of Galérapagos, sections 1 to 4: set-up, weather, balls, raft."""

from collections import Counter

import pytest

from support.campaign import campaign
from support.galerapagos.table import NAMES, do, next_day, refuses, table
from support.rows import for_each
from underboard.galerapagos.state import cards
from underboard.galerapagos.state.options import SWITCHES, Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.state.rng import Chance

# players: food, water, cards each, cards dealt, left in the pile (rules page, section 1)
START = [
    (3, 5, 6, 4, 12, 42),
    (4, 7, 8, 4, 16, 38),
    (5, 8, 10, 4, 20, 34),
    (6, 10, 12, 4, 24, 30),
    (7, 12, 14, 4, 28, 26),
    (8, 13, 16, 4, 32, 22),
    (9, 15, 18, 3, 27, 27),
    (10, 16, 20, 3, 30, 24),
    (11, 18, 22, 3, 33, 21),
    (12, 20, 24, 3, 36, 18),
]

DRAWS = campaign(20_000, 100_000)
WIDER = (100_000 / DRAWS) ** 0.5
"""Fewer draws have a larger standard error."""


@for_each("mode", ["physical", "dealt"])
@for_each(("players", "food", "water", "each", "dealt", "left"), START)
def test_1_the_start_table(players, food, water, each, dealt, left, mode):
    camp = table(players, mode).camp
    assert (camp.food, camp.water, camp.pile_left) == (food, water, left)
    assert water == 2 * players
    assert dealt == each * players == 54 - left
    if mode == "dealt":
        assert [len(one.hand) for one in camp.people] == [each] * players
        assert len(camp.pile) == left


@for_each("players", [0, 1, 2, 13])
def test_1_the_game_is_for_three_to_twelve(players):
    with pytest.raises(Refused, match="3 to 12"):
        Setup(tuple(str(n) for n in range(players)), 1)


BAD_SETUPS = [
    ("doubled", {"names": ("Ada", "ada", "Cleo")}),
    ("name", {"names": ("Ada", "", "Cleo")}),
    ("name", {"names": ("Ada", "x" * 21, "Cleo")}),
    ("name", {"names": ("Ada", "B\x1b[2J", "Cleo")}),
    ("card-mode", {"cards": "digital"}),
    ("seat", {"first": 3}),
    ("no-switch", {"switches": {"decks": "12"}}),
    ("switch", {"switches": {"deck": "14"}}),
]


@for_each(("rule", "change"), BAD_SETUPS)
def test_1_a_bad_setup_is_refused_in_one_sentence(rule, change):
    with pytest.raises(Refused) as refusal:
        Setup(**{"names": NAMES[:3], "seed": 1, **change})
    assert refusal.value.rule == rule
    assert "\n" not in str(refusal.value)


def test_1_every_switch_has_a_default_and_another_value():
    assert all(len(values) >= 2 and len(set(values)) == len(values) for values in SWITCHES.values())


def test_1_the_first_player_is_chosen_or_drawn():
    assert table(first=2).camp.first == 2
    drawn = {table(seed=seed, first=-1).camp.first for seed in range(60)}
    assert drawn == {0, 1, 2, 3}


# -- 2: weather


def test_2_1_eleven_ordinary_cards_and_the_hurricane():
    assert Counter(Chance(1).weather()) == {0: 3, 1: 3, 2: 3, 3: 2, "hurricane": 1}


def test_2_2_switch_deck_adds_a_thirteenth_card():
    pile = Chance(1).weather("13")
    assert Counter(pile) == {0: 3, 1: 3, 2: 3, 3: 3, "hurricane": 1}
    assert {Chance(seed).weather("13").index("hurricane") + 1 for seed in range(200)} == {
        8, 9, 10, 11, 12, 13,
    }  # fmt: skip


def test_2_3_the_hurricane_lies_among_the_bottom_six():
    assert {Chance(seed).weather().index("hurricane") + 1 for seed in range(200)} == {
        7, 8, 9, 10, 11, 12,
    }  # fmt: skip


def test_2_3_one_card_is_revealed_per_turn():
    game = table()
    pile = list(game.camp.weather)
    do(game, "reveal")
    assert game.camp.rain == pile[0]
    assert game.camp.weather == pile[1:]
    refuses(game, "not-now", "reveal")


def test_2_3_no_game_is_longer_than_twelve_turns():
    game = table(12)
    days = 0
    while not game.camp.hurricane:
        do(game, "reveal") if game.camp.phase == "dawn" else next_day(game)
        days = game.camp.turn
    assert 7 <= days <= 12


# -- 3: balls


def test_3_six_balls_carry_1_1_1_2_2_3_and_the_black_one_the_3():
    assert sorted(fish for _, fish in cards.BALLS) == [1, 1, 1, 2, 2, 3]
    assert [fish for colour, fish in cards.BALLS if colour == "black"] == [3]


def test_3_the_black_ball_is_an_ordinary_catch_when_fishing():
    for seed in range(200):
        game = table(seed=seed)
        do(game, "reveal")
        game.camp.food = 10
        do(game, "fish")
        assert not game.camp.people[0].sick
        if game.camp.food == 13:
            break
    else:
        raise AssertionError("the black ball never came")


def test_3_the_ball_goes_back_after_each_draw():
    chance = Chance(3)
    drawn = Counter(chance.balls(1)[0] for _ in range(60))
    assert drawn[("black", 3)] > 1


def test_3_balls_are_drawn_together_without_putting_back():
    assert sorted(Chance(5).balls(6)) == sorted(cards.BALLS)


def push(extra, bitten):
    """Return a game in which pushing for ``extra`` went as wished."""
    for seed in range(400):
        game = table(seed=seed)
        do(game, "reveal")
        do(game, "wood")
        if ("bitten" in do(game, "push", extra=extra)) == bitten:
            return game
    raise AssertionError("that never happened")


def test_3_wood_3_all_white_moves_the_disc_that_many_more_steps():
    game = push(4, bitten=False)
    assert game.camp.wood == 5
    assert not game.camp.people[0].sick


def test_3_wood_3_the_black_ball_costs_the_extra_but_not_the_first_step():
    game = push(4, bitten=True)
    assert game.camp.wood == 1
    assert game.camp.people[0].sick == 1


@pytest.mark.slow
@pytest.mark.parametrize("extra", campaign([1, 4], [1, 2, 3, 4, 5]))
def test_3_pushing_for_k_is_bitten_k_times_in_six(extra):
    # Standard error at most 0.0016 of 100,000 draws; the bound is five of them.
    chance = Chance(extra)
    draws = DRAWS
    bites = sum(any(c == "black" for c, _ in chance.balls(extra)) for _ in range(draws))
    assert abs(bites / draws - extra / 6) < 0.008 * WIDER


@pytest.mark.slow
def test_3_fishing_gives_each_ball_alike():
    # At most 1/2: standard error 0.0016 of 100,000 draws; the bound is five of them.
    chance = Chance(6)
    drawn = Counter(chance.balls(1)[0][1] for _ in range(DRAWS))
    for fish, share in ((1, 3 / 6), (2, 2 / 6), (3, 1 / 6)):
        assert abs(drawn[fish] / DRAWS - share) < 0.008 * WIDER


@pytest.mark.slow
def test_2_3_the_hurricane_comes_on_days_7_to_12_alike():
    # 1/6 each: standard error 0.0012 of 100,000 piles; the bound is five of them.
    chance = Chance(7)
    days = Counter(chance.weather().index("hurricane") + 1 for _ in range(DRAWS))
    assert set(days) == {7, 8, 9, 10, 11, 12}
    for count in days.values():
        assert abs(count / DRAWS - 1 / 6) < 0.006 * WIDER


@pytest.mark.slow
def test_2_3_every_ordinary_card_is_on_top_alike():
    # At most 3/11: standard error 0.0014 of 100,000 piles; the bound is five of them.
    chance = Chance(8)
    tops = Counter(chance.weather()[0] for _ in range(DRAWS))
    for rain, cards_of in ((0, 3), (1, 3), (2, 3), (3, 2)):
        assert abs(tops[rain] / DRAWS - cards_of / 11) < 0.007 * WIDER


# -- 4: raft


def test_4_six_steps_make_one_seat_and_the_surplus_is_carried():
    camp = table().camp
    camp.wood = 5
    assert camp.add_wood(3) == 1
    assert (camp.seats, camp.wood) == (1, 2)


def test_4_one_action_makes_at_most_two_seats():
    camp = table().camp
    camp.wood = 5
    assert camp.add_wood(7) == 2
    assert (camp.seats, camp.wood) == (2, 0)


def test_4_five_steps_make_no_seat():
    camp = table().camp
    assert camp.add_wood(5) == 0
    assert (camp.seats, camp.wood) == (0, 5)


def test_4_wood_beyond_the_twelfth_seat_is_lost():
    camp = table().camp
    camp.seats, camp.wood = 11, 5
    assert camp.add_wood(7) == 1
    assert (camp.seats, camp.wood) == (12, 0)
    assert camp.add_wood(5) == 0
    assert (camp.seats, camp.wood) == (12, 0)

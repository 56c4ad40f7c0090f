"""The engine plays Pylos by the rules, sees what is in front of it, and has levels."""

import itertools
import random

import pytest

from boardcore.apagos import rules as apagos
from boardcore.errors import ParseError
from boardcore.games import rules_of
from boardcore.gyges import rules as gyges
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import Game
from support.campaign import campaign
from support.rows import for_each, rows
from underboard.engine.player import levels_of, player_of
from underboard.games.apagos.engine import cache
from underboard.games.apagos.engine.player import layings
from underboard.games.gyges.engine.analysis import goal_in_reach
from underboard.games.pylos.engine.boards import boards_after
from underboard.games.pylos.engine.player import LEVELS


def random_positions(variant, end, games):
    chance = random.Random(4)
    for _ in range(games):
        game = Game(variant, [("end", end)])
        while not game.outcome():
            yield game
            game.play_turn(chance.choice(game.legal_turns()))


@for_each("variant", pylos.VARIANTS)
@for_each("end", ["strict", "bga"])
def test_the_search_sees_exactly_the_boards_that_the_rules_allow(variant, end):
    for game in random_positions(variant, end, 3):
        mine, theirs = game.balls(game.side), game.balls(1 - game.side)
        found = boards_after(mine, theirs, variant, end)
        allowed = set()
        for turn in game.legal_turns():
            game.step(turn)
            allowed.add(game.balls(1 - game.side))
            game.undo()
        assert set(found) == allowed, game.position_text()
        for after, turn in found.items():
            game.check(turn)
            game.play_turn(turn)
            assert game.balls(1 - game.side) == after, pylos.turn_text(turn)
            game.undo()


SLOW = ["strong", "expert"]


# "perfect" needs its table: test_pylos_perfect.py.
FAST = [level for level in LEVELS if level not in ("strong", "expert", "perfect")]


PLAYED = list(itertools.product([*FAST, *SLOW], pylos.VARIANTS))
"""Each level at each variant."""
PAIRS = [PLAYED[3 * at + at % 3] for at in range(6)]
"""In the suite: each level once, and each variant twice."""


@pytest.mark.slow
@pytest.mark.parametrize(("level", "variant"), campaign(PAIRS, PLAYED))
def test_every_level_plays_legal_turns_and_leaves_the_game_as_it_is(level, variant):
    player = player_of("pylos", level, seed=2)
    for number, game in enumerate(random_positions(variant, "bga", 1)):
        if (number + 1) % (campaign(30, 16) if level in SLOW else 3):
            continue
        before = game.position_text(), list(game.turns)
        game.check(player.choose(game))
        assert (game.position_text(), game.turns) == before


WINS = [
    # name, position, turns that win at once
    ("the apex wins", "LDLD/DLDL/LDLD/DLDL LDL/DLD/LDL LD/DD . L", {"j1"})
]


@rows(WINS, "position", "wins")
@pytest.mark.parametrize("level", ["club", "strong"])
def test_a_win_in_one_turn_is_seen(position, wins, level):
    game = Game("children", [("end", "bga")], position)
    assert pylos.turn_text(player_of("pylos", level, 1).choose(game)) in wins


SQUARE = "LL../L..D/D..D/.... .../.../... ../.. . L"


def test_a_square_is_made_and_two_balls_are_taken_back():
    game = Game(position=SQUARE)
    turn = player_of("pylos", "club", 1).choose(game)
    assert pylos.turn_goal(turn) == pylos.parse_cell("b2")
    assert len(pylos.turn_takes(turn)) == 2


def test_without_squares_nothing_is_taken_back():
    game = Game("children", position=SQUARE)
    assert pylos.turn_takes(player_of("pylos", "club", 1).choose(game)) == ()


def test_the_same_seed_plays_the_same_game():
    def play(seed):
        players = [player_of("pylos", "easy", seed), player_of("pylos", "club", seed)]
        game = Game()
        for _ in range(12):
            game.play_turn(players[game.side].choose(game))
        return game.turns

    assert play(3) == play(3)
    assert play(3) != play(4)


def test_who_stands_worse_takes_the_draw_by_repetition():
    game = Game(position="LL.D/L.DD/D.DD/DDD. .../.../... ../.. . L")
    for text in ("b2xb2", "d4xd4", "b2xb2"):
        game.play_turn(pylos.parse_turn(text))
    game.play_turn(player_of("pylos", "club", 1).choose(game))
    assert game.outcome() == (pylos.DRAW, "repetition")


@pytest.mark.slow
def test_while_it_thinks_it_lets_others_work():
    calls = []
    player_of("pylos", "strong", 1).choose(Game(position=SQUARE), lambda: calls.append(1))
    assert len(calls) > 10


def test_a_finished_game_has_no_turn_to_choose():
    game = Game("children", position="LDLD/DLDL/LDLD/DLDL LDL/DLD/LDL LD/DD L D")
    with pytest.raises(ValueError, match="the game is over"):
        player_of("pylos", "club", 1).choose(game)


@for_each(
    ("game", "level", "sentence"),
    [
        ("pylos", "grandmaster", "'grandmaster' is not a level: expected beginner, easy"),
        ("apagos", "grandmaster", "is not a level: expected beginner, easy, casual"),
        ("gyges", "perfect", "'perfect' is not a level: expected beginner, easy, casual"),
        (
            "galerapagos",
            "club",
            ".galerapagos. is not a game here: expected pylos, apagos or gyges",
        ),
    ],
)
def test_what_there_is_not_is_said(game, level, sentence):
    with pytest.raises(ParseError, match=sentence):
        player_of(game, level)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker"), [("easy", "random"), ("club", "easy")], ids=lambda name: name
)
def test_levels_are_apart(stronger, weaker):
    """Eight games; tests/bench/engines/levels.py plays hundreds."""
    won = 0
    for number in range(8):
        players = [player_of("pylos", name, number) for name in (stronger, weaker)]
        game, first = Game(), number % 2
        while not game.outcome():
            game.play_turn(players[game.side ^ first].choose(game))
        won += game.outcome()[0] == first
    assert won >= 6


# Apagos and Gygès


@pytest.mark.slow
def test_the_perfect_player_lays_squares_that_the_other_side_cannot_win(monkeypatch, tmp_path):
    """Rules page, 1.5: of the eight ways to go on from 5 and 3 only 5335, 5353 and 5373 win."""
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path)
    laid = set()
    for seed in range(6):
        game = apagos.Game("set-up", position="53.. 1/3 5/7 B")
        while game.beside:
            game.play_turn(player_of("apagos", "perfect", seed).choose(game))
        laid.add("".join(map(str, game.holes)))
    assert laid <= {"5335", "5353", "5373"}
    assert len(laid) > 1


def test_layings_go_from_the_lowest_level_up_and_leave_the_game_alone():
    game = apagos.Game("set-up", position="53.. 1/3 5/7 B")
    before = game.position_text()
    ways = layings(game)
    assert len(ways) == 8
    assert all([apagos.goal_level(move) for move in way] == [2, 3] for way in ways)
    assert game.position_text() == before


def test_a_greedy_player_takes_the_goal():
    game = gyges.Game(position="000000/201320/302110/302300/100000/000000 S")
    for seed in range(3):
        turn = player_of("gyges", "greedy", seed).choose(game)
        assert gyges.turn_landing(turn) == gyges.GOAL_N


@pytest.mark.slow
def test_a_greedy_player_leaves_no_goal_in_reach_if_it_can():
    """G6 of host/docs/rules/gyges.md: North threatens a5-c4-c3-a3-a2-S, and South can parry."""
    start = "000020/302201/102303/001010/300000/000000"
    assert goal_in_reach(gyges.Game(position=start + " N"), gyges.NORTH)
    game = gyges.Game(position=start + " S")
    for seed in range(3):
        turn = player_of("gyges", "greedy", seed).choose(game)
        game.play_turn(turn)
        assert not goal_in_reach(game, game.side)
        game.undo()


@for_each("level", ["random", "greedy", "casual"])
def test_players_of_gyges_set_up_as_the_lights_ask(level):
    game = gyges.Game()
    player = player_of("gyges", level, 1)
    sizes = []
    while game.setup:
        turn = player.choose(game)
        sizes.append(turn >> 6 & 3)
        game.play_turn(turn)
    assert sizes == [1, 1, 2, 2, 3, 3] * 2


@pytest.mark.parametrize(("name", "level"), [("apagos", "club"), ("gyges", "random")])
def test_the_same_seed_plays_the_same_turns_of_other_games(name, level, monkeypatch, tmp_path):
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path)
    games = []
    for seed in (1, 1, 2):
        game = rules_of(name).Game(position="5331" if name == "apagos" else "")
        player = player_of(name, level, seed)
        for _ in range(6):
            game.play_turn(player.choose(game))
        games.append(game.position_text())
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("name", ["apagos", "gyges"])
def test_nobody_plays_on_after_the_end_of_other_games(name):
    ends = {
        "apagos": "7:3,4 5:2,3 3:2,1 1:1,0 W",
        "gyges": "000000/201020/302110/302300/100000/000000 N N3",
    }
    with pytest.raises(ValueError, match="the game is over"):
        player_of(name, levels_of(name)[-1], 1).choose(rules_of(name).Game(position=ends[name]))

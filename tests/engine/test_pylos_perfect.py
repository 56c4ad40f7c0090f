"""The perfect player (quickest wins, longest losses, and what it says without its table).

The table is a stand-in that searches children's games to the end, which take no balls back.
"""

import random
from functools import cache

import pytest

from boardcore.pylos.rules import DRAW, Game
from boardcore.pylos.turns import parse_turn
from underboard.engine.player import player_of
from underboard.errors import UnderboardError
from underboard.games.pylos.engine import perfect
from underboard.games.pylos.engine.boards import boards_after
from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.games.pylos.engine.table.values import WIN, path_of

CHILDREN = RuleSet("children")


@cache
def plies_to_loss(mine, theirs):
    """Plies in which the side to move loses, or WIN; an empty reserve ends the game."""
    if theirs.bit_count() == 15 or mine >> 29 & 1:
        return WIN
    if mine.bit_count() == 15 or theirs >> 29 & 1:
        return 0
    quickest = []
    for after in boards_after(mine, theirs, "children", "strict"):
        if plies_to_loss(theirs, after) != WIN:
            return WIN
        quickest.append(win_in(theirs, after))
    return 1 + max(quickest)


@cache
def win_in(mine, theirs):
    if theirs.bit_count() == 15 or mine >> 29 & 1:
        return 1
    plies = [
        plies_to_loss(theirs, after) for after in boards_after(mine, theirs, "children", "strict")
    ]
    return 1 + min(ply for ply in plies if ply != WIN)


class StandIn:
    rules = CHILDREN
    lost_in = staticmethod(plies_to_loss)

    def value(self, mine, theirs):
        return 1 if plies_to_loss(mine, theirs) == WIN else -1


@pytest.fixture
def table(monkeypatch):
    monkeypatch.setattr(perfect, "table_of", lambda rules: StandIn())
    return StandIn()


def late_game(seed):
    chance = random.Random(seed)
    game = Game("children")
    while game.occupied.bit_count() < 21:
        game.play_turn(chance.choice(game.legal_turns()))
    return game


def worth(game, table):
    return perfect.judge(table, game.balls(game.side), game.balls(1 - game.side))


@pytest.mark.parametrize("seed", range(3))
def test_between_two_perfect_players_the_game_lasts_as_long_as_the_table_says(seed, table):
    game = late_game(seed)
    value, plies = worth(game, table)
    side, before = game.side, game.ply
    while not game.outcome():
        game.play_turn(player_of("pylos", "perfect", 1).choose(game))
    assert (game.outcome()[0] == side) == (value > 0)
    # The last ply of the count is the winner's answer to an empty reserve.
    assert game.ply - before == plies - 1


@pytest.mark.parametrize("seed", range(3))
def test_a_won_game_is_won_in_time_whatever_the_other_side_plays(seed, table):
    game, chance = late_game(seed), random.Random(seed)
    value, plies = worth(game, table)
    side, before = (game.side if value > 0 else 1 - game.side), game.ply
    while not game.outcome():
        if game.side == side:
            assert worth(game, table)[0] == 1
            game.play_turn(player_of("pylos", "perfect", 1).choose(game))
        else:
            game.play_turn(chance.choice(game.legal_turns()))
    assert game.outcome()[0] == side
    assert game.ply - before <= plies


def test_turns_are_judged_best_first(table):
    judged = perfect.judged_turns(late_game(1), table)
    wins = [one.plies for one in judged if one.value > 0]
    losses = [one.plies for one in judged if one.value < 0]
    assert [one.value for one in judged] == [1] * len(wins) + [-1] * len(losses)
    assert wins == sorted(wins)
    assert losses == sorted(losses, reverse=True)


def test_a_third_repetition_saves_a_lost_game(monkeypatch):
    """The turn that repeats the position is a draw, whatever the table says of the board."""

    class Lost:
        rules = RuleSet()

        def lost_in(self, mine, theirs):
            return WIN

        def value(self, mine, theirs):
            return 1

    monkeypatch.setattr(perfect, "table_of", lambda rules: Lost())
    monkeypatch.setattr(perfect, "judge", lambda table, mine, theirs: (1, 20))
    game = Game(position="LL.D/L.DD/D.DD/DDD. .../.../... ../.. . L")
    for text in ("b2xb2", "d4xd4", "b2xb2"):
        game.play_turn(parse_turn(text))
    game.play_turn(player_of("pylos", "perfect", 1).choose(game))
    assert game.outcome() == (DRAW, "repetition")


def test_without_a_table_it_says_which_command_builds_one(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    with pytest.raises(
        UnderboardError, match="type 'underboard solve pylos --variant expert --end bga'"
    ):
        player_of("pylos", "perfect", 1).choose(Game("expert", [("end", "bga")]))


def test_a_damaged_table_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    path = path_of(RuleSet())
    path.parent.mkdir()
    path.write_bytes(b"no table")
    with pytest.raises(
        UnderboardError, match=r"standard-strict\.table cannot be used: type 'underboard"
    ):
        player_of("pylos", "perfect", 1).choose(Game())

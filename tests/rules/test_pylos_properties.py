"""Pylos, what a player would nod at, whatever is played."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardcore.errors import IllegalMove, ParseError
from boardcore.pylos import rules as pylos
from support.boards.drawings import draw, pyramid
from support.campaign import campaign

CALM = settings(max_examples=campaign(40, 100))
"""Derandomised: the same examples on every run, so that a failure is not gone the next time."""

variants = st.sampled_from(pylos.VARIANTS)
ends = st.sampled_from(("strict", "bga"))
choices = st.integers(0, 70).flatmap(
    lambda n: st.lists(st.integers(0, 2**16), min_size=n, max_size=n)
)
games = st.builds(
    lambda variant, end, wishes: played(pylos.Game(variant, [("end", end)]), wishes),
    variants,
    ends,
    choices,
)


def played(game, wishes):
    """Play one legal move per wish, rare ones (raises, take-backs) more often than not."""
    for wish in wishes:
        moves = game.legal_moves()
        if not moves:
            break
        rare = [m for m in moves if m >> 5 & 31 != pylos.NONE or pylos.turn_takes(m)]
        if wish % 2 and rare:
            moves = rare
        game.play(moves[wish // 2 % len(moves)])
    return game


@CALM
@given(games)
def test_no_ball_floats_and_each_player_has_fifteen(game):
    for cell in pylos.cells_of(game.occupied):
        assert game.occupied & pylos.SUPPORTS[cell] == pylos.SUPPORTS[cell], draw(
            game.position_text()
        )
    assert not game.light & game.dark
    for side in (pylos.LIGHT, pylos.DARK):
        assert pylos.count(game.balls(side)) + game.reserve(side) == 15
        assert game.reserve(side) >= 0


@CALM
@given(games)
def test_empty_cells_are_as_many_as_balls_in_reserve(game):
    empty = pylos.CELLS - pylos.count(game.occupied)
    assert empty == game.reserve(pylos.LIGHT) + game.reserve(pylos.DARK)


@CALM
@given(games)
def test_playing_and_taking_back_returns_the_same_position(game):
    before = game.position_text(), game.key(), game.ply, game.outcome()
    for turn in game.legal_turns():
        game.step(turn)
        assert game.undo() == turn
        assert (game.position_text(), game.key(), game.ply, game.outcome()) == before


@CALM
@given(games)
def test_a_position_says_everything(game):
    copy = pylos.Game(game.variant, [("end", game.end), ("repetition", "off")])
    text = game.position_text()
    again = pylos.Game(game.variant, [("end", game.end)], text)
    assert again.position_text() == text
    assert again.key() == game.key()
    if game.outcome() != (pylos.DRAW, "repetition"):
        assert again.legal_moves() == game.legal_moves()
    for turn in game.turns:
        copy.play_turn(pylos.parse_turn(pylos.turn_text(turn)))
    assert copy.position_text() == game.position_text()


@CALM
@given(games)
def test_a_drawing_says_everything_between_turns(game):
    text = game.position_text()
    assert pyramid(draw(text), text[-1]) == text


@CALM
@given(games, st.integers(0, 29), st.integers(0, 29))
def test_a_refusal_changes_nothing_and_what_is_not_refused_is_legal(game, start, goal):
    legal = game.legal_moves()
    moves = pylos.place(goal), pylos.raise_(start, goal)
    for move in [pylos.make_turn(move, *takes) for move in moves for takes in ((), (start,))]:
        before = game.position_text(), list(game.turns)
        if move in legal:
            game.check(move)
        else:
            with pytest.raises(IllegalMove):
                game.check(move)
            with pytest.raises(IllegalMove):
                game.play(move)
        assert (game.position_text(), list(game.turns)) == before


@CALM
@given(games)
def test_whoever_is_to_move_can_move_until_the_game_is_over(game):
    assert bool(game.legal_moves()) == (game.outcome() is None)


@CALM
@given(st.text(alphabet="abcdefghij12345x-,stop L./D%é", max_size=14))
def test_no_text_is_more_than_unreadable(text):
    for read in (pylos.parse_turn, lambda text: pylos.Game(position=text)):
        with contextlib.suppress(ParseError):
            read(text)


@CALM
@given(games)
def test_a_ball_in_the_hand_may_go_where_its_raises_go(game):
    raises = [(move >> 5, move & 31) for move in game.first_moves() if move >> 5 != pylos.NONE]
    for start in pylos.cells_of(game.free_balls(game.side)):
        goals = pylos.cells_of(game.raise_goals(start))
        assert [goal for ball, goal in raises if ball == start] == list(goals)


@CALM
@given(st.integers(0, 29), st.integers(0, 29), st.integers(0, 29), st.integers(0, 29))
def test_turns_fit_a_small_int_and_come_back_from_their_texts(start, goal, first, second):
    for move in (pylos.place(goal), pylos.raise_(start, goal)):
        for takes in ((), (first,), (first, second)):
            if len(set(takes)) == len(takes):
                turn = pylos.make_turn(move, *takes)
                assert 0 <= turn < 1 << 30
                assert pylos.parse_turn(pylos.turn_text(turn)) == turn

"""Pylos against the slow, obvious second implementation, on random positions.

Half of the positions come from random games, half are random legal stacks
that no game need ever have seen.  The seed is printed, so that a failure can
be repeated.
"""

import random
from collections import Counter

import pytest

from boardcore.errors import IllegalMove
from boardcore.pylos import rules as pylos
from boardcore.pylos.refusals import check_first
from support.boards.drawings import draw
from support.campaign import campaign
from support.reference.pylos import BOARD, NAMED, Position, name

ENDS = ("strict", "bga")


def random_stack(rng):
    """Return any position that obeys gravity and the fifteen balls of each colour."""
    position = Position({}, rng.choice("LD"))
    # Mostly one colour here and there, or squares would hardly ever be complete.
    light = rng.choice((0.15, 0.5, 0.85))
    for _ in range(rng.randint(0, 30)):
        letter = "L" if rng.random() < light else "D"
        if list(position.balls.values()).count(letter) == 15:
            letter = "D" if letter == "L" else "L"
        open_cells = [cell for cell in BOARD if position.can_hold(cell)]
        if letter and open_cells:
            position.balls[rng.choice(open_cells)] = letter
    return position


def random_game(rng, variant, end):
    """Yield the positions of one random game, where squares are made when they can be."""
    position = Position({}, "L")
    while position.outcome(end) is None:
        turns = position.turns(variant, end)
        rare = [turn for turn in turns if turn[0] is not None or turn[2]]
        position = turns[rng.choice(rare if rare and rng.random() < 0.4 else list(turns))]
        yield position


def positions(rng, variant, number):
    for _ in range(number // 2):
        yield random_stack(rng)
    left = number - number // 2
    while left:
        for position in random_game(rng, variant, rng.choice(ENDS)):
            # Neighbours in a game are much alike.
            if left and rng.random() < 0.3:
                yield position
                left -= 1


def as_slow(turn):
    """Return the slow form of a turn, read from its text alone."""
    action, _, takes = pylos.turn_text(turn).partition("x")
    start, dash, goal = action.rpartition("-")
    cells = [NAMED[text] for text in takes.split(",")] if takes else []
    assert len(set(cells)) == len(cells)
    assert cells == sorted(cells, reverse=True), "the upper ball first"
    return NAMED[start] if dash else None, NAMED[goal], frozenset(cells)


def winner_of(game):
    outcome = game.outcome()
    return outcome and ("LD"[outcome[0]], outcome[1])


def compare(position, variant, end):
    game = pylos.Game(variant, [("end", end), ("repetition", "off")], position.text())
    assert game.position_text() == position.text()
    assert winner_of(game) == position.outcome(end)
    expected = position.turns(variant, end)
    turns = game.legal_turns()
    assert Counter(as_slow(turn) for turn in turns) == Counter(list(expected))
    decided = game.outcome() is not None
    for turn in turns:
        if decided:
            with pytest.raises(IllegalMove) as refusal:
                game.play_turn(turn)
            assert refusal.value.rule == "game-over"
            game.step(turn)
        else:
            game.play_turn(turn)
        result = expected[as_slow(turn)]
        assert game.position_text() == result.text()
        assert [game.reserve(side) for side in (0, 1)] == [result.reserve(s) for s in "LD"]
        assert winner_of(game) == result.outcome(end)
        assert game.undo() == turn
    assert game.position_text() == position.text()
    return game, any(takes for _, _, takes in expected)


THOUGHTS = [
    (pylos.raise_(start, goal), (slow, NAMED[pylos.CELL_NAMES[goal]]))
    for goal in range(30)
    for start, slow in [
        *[(cell, NAMED[pylos.CELL_NAMES[cell]]) for cell in range(30)],
        (pylos.NONE, None),
    ]
]
"""Every place and raise one could think of, in both forms."""


def compare_refusals(game, position, end):
    """Every place and raise one could think of is legal in both or in neither."""
    if position.outcome(end):
        assert game.legal_moves() == []
        return
    legal = {(start, goal) for start, goal, _ in position.first_parts()}
    for move, cells in THOUGHTS:
        try:
            check_first(game, move)
        except IllegalMove:
            assert cells not in legal, pylos.turn_text(pylos.make_turn(move))
        else:
            assert cells in legal, pylos.turn_text(pylos.make_turn(move))


@pytest.mark.slow
@pytest.mark.parametrize("variant", pylos.VARIANTS)
def test_both_implementations_agree(variant):
    number = campaign(100, 2000)
    seed = f"{variant} {number}"
    print(f"seed {seed!r}")
    rng = random.Random(seed)
    squares = over = 0
    for n, position in enumerate(positions(rng, variant, number)):
        for end in ENDS:
            try:
                game, earns = compare(position, variant, end)
                if n % 5 == 0:
                    compare_refusals(game, position, end)
            except AssertionError:
                print(f"{variant}, end={end}: {position.text()}", draw(position.text()), sep="\n")
                raise
            squares += earns
            over += position.outcome(end) is not None
    # The positions are worth something: in many a square can be made, not many are over.
    assert over < number
    assert squares > number / 4 or variant == "children"


def test_both_name_the_cells_alike():
    assert [name(cell) for cell in BOARD] == list(pylos.CELL_NAMES)

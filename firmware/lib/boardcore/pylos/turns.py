"""Moves and turns of Pylos as small ints and as text.

A *move* is one action of the hand: place or raise.  A *turn* is all that one player does: a
move and, where it made a square (or line), one or two balls taken back.
"""

from boardcore.errors import ParseError
from boardcore.pylos.cells import CELL_NAMES, NONE, parse_cell

# move   goal | start << 5        (start NONE: from the reserve)
# turn   goal | start << 5 | first << 10 | second << 15, the higher cell first

TURNS = 1 << 20
"""Bound of a turn's number; every turn is less, by the layout of its bits."""


def place(cell: int) -> int:
    """Return the move that puts a ball of the reserve on ``cell``."""
    return cell | NONE << 5


def raise_(start: int, goal: int) -> int:
    """Return the move that lifts a ball from ``start`` to ``goal``."""
    return goal | start << 5


def make_turn(move: int, first: int = NONE, second: int = NONE) -> int:
    """Return the turn of a place or raise and up to two balls taken back.

    The higher cell is written first, because a ball may be freed by the one
    that stood on it; as a set the two have no order.
    """
    if second != NONE and (first == NONE or second > first):
        first, second = second, first
    return move | first << 10 | second << 15


def turn_goal(turn: int) -> int:
    """Return the cell where the turn's ball is put."""
    return turn & 31


def turn_start(turn: int) -> int:
    """Return the cell that the ball leaves, NONE if it comes from the reserve."""
    return turn >> 5 & 31


def turn_takes(turn: int) -> tuple[int, ...]:
    """Return the cells taken back: none, one, or two with the higher one first."""
    first, second = turn >> 10 & 31, turn >> 15
    if first == NONE:
        return ()
    if second == NONE:
        return (first,)
    return (first, second)


def turn_leaves(turn: int) -> int:
    """Return the set of cells that a turn empties: its start and those taken back."""
    start = turn_start(turn)
    cells = 0 if start == NONE else 1 << start
    for cell in turn_takes(turn):
        cells |= 1 << cell
    return cells


def turn_returns(turn: int) -> int:
    """Return the set of the turn's goal if its ball is taken back at once, else the empty set."""
    return 1 << turn_goal(turn) & turn_leaves(turn)


def turn_text(turn: int) -> str:
    """Return ``b2``, ``b2-f1``, ``b2xf1`` or ``b2-f1xf1,b2``, the upper ball first."""
    start, takes, text = turn_start(turn), turn_takes(turn), CELL_NAMES[turn_goal(turn)]
    if start != NONE:
        text = CELL_NAMES[start] + "-" + text
    return text + "x" + ",".join([CELL_NAMES[cell] for cell in takes]) if takes else text


def parse_turn(text: str) -> int:
    """Read a turn; the two balls taken back may come in either order.

    Raises ParseError.
    """
    action, cross, takes = text.strip().partition("x")
    names = takes.split(",") if cross else []
    if not action or len(names) > 2:
        told = "%r is not a move; examples: b2 (put), b2-f1 (raise), b2-f1xf1,b2 (and take back)"
        raise ParseError(told, text)
    start, dash, goal = action.partition("-")
    move = raise_(parse_cell(start), parse_cell(goal)) if dash else place(parse_cell(action))
    cells = [parse_cell(name) for name in names]
    if len(cells) == 2 and cells[0] == cells[1]:
        raise ParseError("%r takes back the same ball twice", text)
    return make_turn(move, *cells)

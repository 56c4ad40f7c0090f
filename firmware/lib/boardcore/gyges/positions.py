"""Positions of Gygès as text (six rows of rings).

Rows 1 to 6 from South's edge, each west to east, a digit for a ring and 0 for
none; then the side to move.  ``setup`` follows while rings are set up, and
after a win the goal and the ring in it::

    321123/000000/000000/000000/000000/321123 S
    300201/010000/000000/000000/000000/000000 S setup
    000000/302201/102303/001010/300000/000000 N S2
"""

from boardcore.errors import ParseError
from boardcore.gyges.cells import CELLS, GOAL_N, SIZE_NAMES, cell_text, parse_cell

SOUTH, NORTH, DRAW = range(3)
SIDE_LETTERS = "SN"
SIDE_NAMES = ("South", "North")
NEAR_ROWS = ("", "nearest row", "two nearest rows")
"""Words for the rows of a set-up, by their number."""
EACH = 2
"""Number of rings of each size that a player sets up, by the rules."""


def count_of(cells, size: int) -> int:
    """Return how many rings have this size; 0: how many places are empty."""
    # A bytearray cannot count on a board.
    return len([ring for ring in cells if ring == size])


def position_text(game) -> str:
    """Return rows 1 to 6 and the side to move, like ``321123/000000/.../321123 S``.

    ``setup`` follows while rings are set up, and after a win the goal and
    the ring in it, like ``N3``.
    """
    # One text for all rings, in one place: to find room for many is what a board waits for.
    rows = bytearray(b"000000/000000/000000/000000/000000/000000")
    cells = game.cells
    for cell in range(CELLS):
        if cells[cell]:
            rows[cell + cell // 6] += cells[cell]
    words = [rows.decode(), SIDE_LETTERS[game.side]]
    if game.setup:
        words.append("setup")
    for goal in (GOAL_N, GOAL_N + 1):
        if game.cells[goal]:
            words.append("%s%d" % (cell_text(goal), game.cells[goal]))
    return " ".join(words)


def read_position(game, text: str) -> None:
    """Fill ``game``'s cells, side and setup from a text.

    Raises ParseError.
    """
    words = text.split()
    if len(words) not in (2, 3) or words[1] not in ("S", "N"):
        raise ParseError(
            "%r is not a Gygès position: expected rows 1 to 6 and S or N, like "
            "321123/000000/000000/000000/000000/321123 S",
            text,
        )
    rows = words[0].split("/")
    if len(rows) != 6 or [row for row in rows if len(row) != 6]:
        told = "%r is not a board: expected six rows of six digits, separated by /"
        raise ParseError(told, words[0])
    for cell in range(CELLS):
        letter = rows[cell // 6][cell % 6]
        if letter not in "0123":
            told = "%r on %s is not a ring: expected 0, 1, 2 or 3"
            raise ParseError(told, letter, cell_text(cell))
        game.cells[cell] = int(letter)
    game.side = SIDE_LETTERS.index(words[1])
    game.setup = False
    if len(words) == 3:
        if words[2] == "setup":
            _read_setup(game, text)
            return
        if words[2] not in ("N1", "N2", "N3", "S1", "S2", "S3"):
            told = "%r is not an end of a position: expected setup, or a goal and its ring, like N3"
            raise ParseError(told, words[2])
        game.cells[parse_cell(words[2][0])] = int(words[2][1])
    if not game.study:
        _check_counts(game.cells)


def _check_counts(cells) -> None:
    counts = [count_of(cells, size) for size in (1, 2, 3)]
    if counts != [2 * EACH] * 3:
        raise ParseError(
            "%d singles, %d doubles and %d triples: a game has four of each size; the "
            "option study=on takes any rings",
            *counts,
        )


def _read_setup(game, text: str) -> None:
    allowed = list(game.setup_cells(SOUTH)) + list(game.setup_cells(NORTH))
    for cell in range(CELLS):
        if game.cells[cell] and cell not in allowed:
            told = "the ring on %s is too far out: a set-up uses the %s of each player"
            raise ParseError(told, cell_text(cell), NEAR_ROWS[game.rows])
    left = [game.reserve(SOUTH), game.reserve(NORTH)]
    for side in (SOUTH, NORTH):
        for size in (1, 2, 3):
            if left[side][size] < 0:
                told = "%s has %d %ss: each player sets up two of each size"
                raise ParseError(told, SIDE_NAMES[side], EACH - left[side][size], SIZE_NAMES[size])
    to_move = game.side
    game.follow_setup()
    if not game.setup:
        raise ParseError("%r has all twelve rings: leave out the word setup", text)
    if sum(left[NORTH]) < 3 * EACH and sum(left[SOUTH]) > 0:
        raise ParseError("%r: North sets up only when South has set up all six rings", text)
    if to_move != game.side:
        raise ParseError("%r: the next ring to set up is %s's", text, SIDE_NAMES[game.side])

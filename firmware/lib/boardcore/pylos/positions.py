"""Positions of Pylos as text.

Levels are separated by blanks, rows by ``/``, the nearest row first; then the
side to move and, in mid-turn, the turn so far::

    L.LD/LLLD/DD../D... .../.../... ../.. . L
"""

from boardcore.errors import ParseError
from boardcore.pylos import cells as pylos
from boardcore.pylos.turns import move_text, parse_move

LEVELS = 4
_EMPTY = b"..../..../..../.... .../.../... ../.. ."
_AT = bytes([at for at in range(len(_EMPTY)) if _EMPTY[at : at + 1] == b"."])
"""_AT[cell]: where its letter stands in the text."""
_LETTERS = pylos.SIDE_LETTERS.encode()


def board_text(light: int, dark: int) -> str:
    """Return the four levels of a position."""
    # Written with every turn, while people wait for the lights: so no string per cell.
    text = bytearray(_EMPTY)
    for cell in range(pylos.CELLS):
        if light >> cell & 1:
            text[_AT[cell]] = _LETTERS[0]
        elif dark >> cell & 1:
            text[_AT[cell]] = _LETTERS[1]
    return bytes(text).decode()


def hand_text(move: int, taken: int) -> str:
    """Return a half-finished turn: its place or raise, and the ball taken back or NONE.

    ``b2x`` means that one ball must be taken back, ``b2xf1,`` that another one may.
    """
    return move_text(move) + "x" + ("" if taken == pylos.NONE else pylos.CELL_NAMES[taken] + ",")


def read_position(text: str) -> tuple[int, int, int, int, int]:
    """Read a position: light balls, dark balls, side, and the half-finished turn's two moves.

    The balls are those before that turn; its place or raise, and the ball taken back in it, are
    NONE where there is none.  Raises ParseError for what is no position or cannot stand.
    """
    light, dark, side, hand = _parse(text)
    move = taken = pylos.NONE
    if hand:
        # Wind the board back, so that only what is legal is played again.
        move, taken = _parse_hand(hand)
        cells = 1 << (move & 31)
        if move >> 5 != pylos.NONE:
            cells |= 1 << (move >> 5)
        if taken != pylos.NONE:
            cells ^= 1 << taken
        if side:
            dark ^= cells
        else:
            light ^= cells
    _check_board(light, dark)
    return light, dark, side, move, taken


def _parse(text: str) -> tuple[int, int, int, str]:
    """Read light balls, dark balls, side, and the text of a half-finished turn."""
    words = text.split()
    if len(words) not in (LEVELS + 1, LEVELS + 2) or words[LEVELS] not in tuple(pylos.SIDE_LETTERS):
        raise ParseError(
            "%r is not a Pylos position: expected four levels, then L or D, like "
            "..../..../..../.... .../.../... ../.. . L",
            text,
        )
    light = dark = 0
    for level in range(LEVELS):
        rows = words[level].split("/")
        size = pylos.LEVEL_SIZE[level]
        if len(rows) != size or [row for row in rows if len(row) != size]:
            told = "%r is not a level %d: expected %d rows of %d, separated by /"
            raise ParseError(told, words[level], level, size, size)
        letters = "".join(rows)
        for i in range(len(letters)):
            if letters[i] not in "LD.":
                raise ParseError("%r in level %d: expected L, D or .", letters[i], level)
            cell = 1 << pylos.LEVEL_START[level] + i
            light |= cell if letters[i] == "L" else 0
            dark |= cell if letters[i] == "D" else 0
    hand = words[LEVELS + 1] if len(words) > LEVELS + 1 else ""
    return light, dark, pylos.SIDE_LETTERS.index(words[LEVELS]), hand


def _check_board(light: int, dark: int) -> None:
    """Raise ParseError unless these balls can stand on the pyramid."""
    occupied = light | dark
    for cell in range(pylos.CELLS):
        name = pylos.CELL_NAMES[cell]
        if light & dark & 1 << cell:
            raise ParseError("there would be a light and a dark ball on %s", name)
        if occupied >> cell & 1 and occupied & pylos.SUPPORTS[cell] != pylos.SUPPORTS[cell]:
            raise ParseError("the ball on %s floats: it needs four balls below", name)
    for side in (0, 1):
        balls, name = pylos.count(dark if side else light), pylos.SIDE_NAMES[side]
        if balls > pylos.BALLS:
            raise ParseError("%d %s balls: there are only %d", balls, name, pylos.BALLS)


def _parse_hand(text: str) -> tuple[int, int]:
    """Read the text of a half-finished turn: its place or raise, and the ball taken or NONE."""
    action, cross, taken = text.partition("x")
    if not cross or action in ("", "stop") or taken and taken[-1] != ",":
        told = "%r does not begin a move: expected it to end in x or a comma, like b2x or b2xf1,"
        raise ParseError(told, text)
    return parse_move(action), pylos.parse_cell(taken[:-1]) if taken else pylos.NONE

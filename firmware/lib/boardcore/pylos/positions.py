"""Positions of Pylos as text.

Levels are separated by blanks, rows by ``/``, the nearest row first; then the
side to move::

    L.LD/LLLD/DD../D... .../.../... ../.. . L
"""

from boardcore.errors import ParseError
from boardcore.pylos import cells as pylos

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


def read_position(text: str) -> tuple[int, int, int]:
    """Return light balls, dark balls and the side to move.

    Raises ParseError for what is no position or cannot stand.
    """
    words = text.split()
    if len(words) != LEVELS + 1 or words[LEVELS] not in tuple(pylos.SIDE_LETTERS):
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
    _check_board(light, dark)
    return light, dark, pylos.SIDE_LETTERS.index(words[LEVELS])


def _check_board(light: int, dark: int) -> None:
    """Raise ParseError unless these balls can stand on the pyramid."""
    occupied = light | dark
    for cell in range(pylos.CELLS):
        name = pylos.CELL_NAMES[cell]
        if occupied >> cell & 1 and occupied & pylos.SUPPORTS[cell] != pylos.SUPPORTS[cell]:
            raise ParseError("the ball on %s floats: it needs four balls below", name)
    for side in (0, 1):
        balls, name = pylos.count(dark if side else light), pylos.SIDE_NAMES[side]
        if balls > pylos.BALLS:
            raise ParseError("%d %s balls: there are only %d", balls, name, pylos.BALLS)

"""Picture of a board that sees the colour of balls and the codes of squares.

A *picture* is one int: the number of balls in each slot, four bits a level, as on a board of
switches; then eight bits a level: the number of white balls, and the face, 0 for none.  So a
lifted square differs from an empty one, and two empty squares that are exchanged are noticed.
Unpacked, a picture is ``(face, white, black)`` per level.
"""

from boardcore.apagos.pictures import COUNT_BITS
from boardcore.apagos.positions import LEVELS

FIRST = COUNT_BITS * LEVELS
"""The first bit behind the numbers of balls."""
BITS = 8
WHITE_MASK = 15
FACE_SHIFT = 4
COUNTS = (1 << FIRST) - 1
SAME_ORDER, OTHER_ORDER = -1, -2
"""Results of ``order_of``."""


def pack(levels) -> int:
    """Return the picture of ``(face, white, black)`` per level."""
    picture = 0
    for level in range(LEVELS):
        face, white, black = levels[level]
        picture |= white + black << COUNT_BITS * level
        picture |= (face << FACE_SHIFT | white) << FIRST + BITS * level
    return picture


def unpack(picture: int):
    """Return ``(face, white, black)`` per level of a picture."""
    levels = []
    for level in range(LEVELS):
        bits = picture >> FIRST + BITS * level
        white = bits & WHITE_MASK
        total = picture >> COUNT_BITS * level & WHITE_MASK
        levels.append((bits >> FACE_SHIFT & WHITE_MASK, white, total - white))
    return levels


def exchanged(levels, level: int):
    """Return a copy with the squares of a level and of the one above exchanged."""
    levels = list(levels)
    levels[level], levels[level + 1] = levels[level + 1], levels[level]
    return levels


def misfit(levels, now) -> int:
    """Return the number of balls by which ``now`` differs from ``levels``."""
    wrong = 0
    for level in range(LEVELS):
        white = now[level][1] - levels[level][1]
        black = now[level][2] - levels[level][2]
        # A ball of the other colour is one error, not two.
        wrong += max(abs(white), abs(black)) if white * black < 0 else abs(white) + abs(black)
    return wrong


def differences(base, now):
    """Return ``(level, colour)`` of every added ball, and of every missing one."""
    more, less = [], []
    for level in range(LEVELS):
        here, there = now[level], base[level]
        for colour in (0, 1) if here != there else ():
            off = here[1 + colour] - there[1 + colour]
            if off > 0:
                more += [(level, colour)] * off
            elif off < 0:
                less += [(level, colour)] * -off
    return more, less


def order_of(base, now) -> int:
    """Return the level whose square has changed places with the one above.

    SAME_ORDER: none has; OTHER_ORDER: squares lie otherwise.
    """
    wrong = [level for level in range(LEVELS) if now[level][0] != base[level][0]]
    if not wrong:
        return SAME_ORDER
    level = wrong[0]
    if len(wrong) == 2 and wrong[1] == level + 1:
        if now[level][0] == base[level + 1][0] and now[level + 1][0] == base[level][0]:
            return level
    return OTHER_ORDER

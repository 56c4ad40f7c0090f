"""Shown: what a board sees of squares and balls, and the turns and positions that fit it.

A *picture* is one int: the number of balls in each slot, four bits a level, as on a board of
switches; then eight bits a level: the number of white balls, and the face, 0 for none.  So a
lifted square differs from an empty one, and two empty squares that are exchanged are noticed.
Unpacked, a picture is ``(face, white, black)`` per level: ``base`` is that of the position, ``now``
what is seen.
"""

from boardcore.apagos.hall.codes import other_face
from boardcore.apagos.pictures import COUNT_BITS, LIFTED_MOST
from boardcore.apagos.positions import LEVELS
from boardcore.apagos.rules import (
    TOP,
    climbs,
    goal_level,
    is_lay,
    is_put,
    lay,
    put_colour,
    start_level,
)

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


# Turns that fit


def lifted(now):
    """Return the levels where no square lies."""
    return [level for level in range(LEVELS) if not now[level][0]]


def ranked(game, base, now):
    """Return all legal turns, the best fit to ``now`` first."""
    if game.beside:
        return game.legal_moves()
    ranks = []
    for turn in game.legal_moves():
        goal = goal_level(turn)
        levels = [list(one) for one in base]
        if is_put(turn):
            levels[goal][1 + put_colour(turn)] += 1
        else:
            levels[start_level(turn)][1 + game.side] -= 1
            levels[goal][1 + game.side] += 1
        if climbs(turn):
            levels = exchanged(levels, goal)
        # Squares are identified reliably, balls less so: squares count first.
        astray = sum([levels[level][0] != now[level][0] for level in range(LEVELS)])
        ranks.append((astray, misfit(levels, now), turn))
    return [one[2] for one in sorted(ranks)]


def laid(game, holes, base, now):
    """Return ``(turns, partial)`` while squares are laid out: the lowest new square, if any.

    ``holes``: number of holes per face; ``partial``: a turn may still follow.
    """
    found = []
    for level in range(LEVELS):
        if now[level][1] or now[level][2]:
            return [], False
        face, was = now[level][0], base[level][0]
        if was and face != was:
            # A laid square is up again, perhaps to be laid elsewhere.
            return [], not face
        if face and not was:
            found.append(lay(holes[face], holes[other_face(face)], level))
            if found[-1] not in game.legal_moves():
                return [], False
    return found[:1], False


def may_be_on_the_way(base, now) -> bool:
    """Return whether lifted squares may be part of a climb, or are only being looked at."""
    up = len(lifted(now))
    if up > LIFTED_MOST:
        return False
    for level in range(SAME_ORDER, TOP):
        wanted = base if level == SAME_ORDER else exchanged(base, level)
        more = fits = 0
        for one in range(LEVELS):
            face, white, black = now[one]
            if face:
                fits += face == wanted[one][0]
                more += abs(white - wanted[one][1]) + abs(black - wanted[one][2])
        if fits == LEVELS - up and more <= 1:
            return True
    return False


def earlier(game, base, now) -> int:
    """Return the last earlier ply of a game whose position is ``now``, -1 if there is none."""
    wanted, levels = [list(one) for one in now], [list(one) for one in base]
    side = game.side
    for ply in range(game.ply - 1, -1, -1):
        turn = game.turns[ply]
        if is_lay(turn):
            return -1
        side = 1 - side
        goal = goal_level(turn)
        if is_put(turn):
            if climbs(turn):
                levels[goal], levels[goal + 1] = levels[goal + 1], levels[goal]
            levels[goal][1 + put_colour(turn)] -= 1
        else:
            levels[goal][1 + side] -= 1
            levels[start_level(turn)][1 + side] += 1
        if levels == wanted:
            return ply
    return -1


def refusal(game, base, now) -> str:
    """Return the name of the rule that ``now`` violates."""
    if lifted(now):
        return "too-many"
    climbed = order_of(base, now)
    if climbed == OTHER_ORDER:
        return "wrong-climb"
    more, less = differences(base if climbed < 0 else exchanged(base, climbed), now)
    if len(more) > 1 or len(less) > 1:
        return "too-many"
    if climbed >= 0:
        return "wrong-climb" if more or less else "swapped"
    if not less and more:
        level, colour = more[0]
        if not game.free(level):
            return "full"
        return "must-climb" if game.reserve(colour) else "empty-reserve"
    if not less:
        return "too-many"
    if less[0][1] != game.side:
        return "not-yours"
    if more and more[0][0] < less[0][0]:
        return "full"
    return "not-down"

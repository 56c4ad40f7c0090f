"""Opponent for Pylos on the board, one turn and one answer deep.

Every turn is scored by the balls that it saves, by the squares that the opponent can make next
and by its own threats; of all take-backs only the best first and then the best second ball
are examined.  It is loaded when players ask for it (``boardcore.play.opponent``).
"""

from boardcore.pylos import cells as pylos
from boardcore.pylos.turns import make_turn

JUDGE = 1000
"""Cost of judging one position, in empty loop iterations; chosen above 474, the largest step
measured (tests/on_board/guest/on_board_partner.py)."""
LIST = 1000
"""Cost of listing first moves, in empty loop iterations; chosen above 474 as well."""
BALL, THREAT, CHANCE = 24, 20, 7
"""Worth of a ball in reserve, of squares that the other side can make, of our own; chosen."""
LOST = -10000
CHANCES = 8
"""Largest difference in worth of turns that are drawn by lot, hundredths of a ball; chosen."""


def search_steps(game, seed: int, found):
    """Look for a turn in steps (``sensing.explain.stepper``); it ends in ``found``.

    Yields what the next step costs.
    """
    side = game.side
    mine, theirs = game.balls(side), game.balls(1 - side)
    shapes = pylos.SHAPES[game.variant]
    yield LIST
    moves = game.first_moves()
    best = 2 * LOST
    for move in moves:
        yield JUDGE
        goal, start = move & 31, move >> 5
        own = mine | 1 << goal
        if start != pylos.NONE:
            own ^= 1 << start
        takes = [pylos.NONE, pylos.NONE]
        value = judge(own, theirs, shapes) + pylos.LEVEL[goal]
        for n in range(2 if game.shape_cells(move) else 0):
            better, taken = LOST * 2, pylos.NONE
            for cell in pylos.cells_of(own):
                if not (own | theirs) & pylos.ABOVE[cell]:
                    yield JUDGE
                    worth = judge(own ^ 1 << cell, theirs, shapes)
                    if worth > better:
                        better, taken = worth, cell
            # One must be taken back, a second may be.
            if taken == pylos.NONE or (n and better <= value):
                break
            value = better
            takes[n] = taken
            own ^= 1 << taken
        seed = seed * 1103 + 12345 & 0xFFFF
        value += (seed >> 8) % CHANCES
        if value > best:
            best = value
            found[0] = make_turn(move, takes[0], takes[1])


def judge(own: int, other: int, shapes) -> int:
    """Return what a position is worth to ``own``, whose turn is over."""
    if own >> pylos.APEX & 1:
        return -LOST
    value = BALL * (pylos.count(other) - pylos.count(own))
    if pylos.count(own) == 15:
        return LOST + value  # strict: no ball is left
    occupied = own | other
    threats = chances = 0
    for cell in range(pylos.CELLS):
        bit = 1 << cell
        if not occupied & bit and occupied & pylos.SUPPORTS[cell] == pylos.SUPPORTS[cell]:
            for shape in shapes[cell]:
                rest = shape ^ bit
                if other & rest == rest:
                    threats += 1
                elif own & rest == rest:
                    chances += 1
    return value - THREAT * min(threats, 2) + CHANCE * min(chances, 2)

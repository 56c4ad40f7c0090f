"""Opponent for Gygès on the board, one turn and the next goal threat deep.

It plays into the goal where it can.  Otherwise it tries some turns, and prefers turns after which
the opponent cannot reach a goal, and among these turns that threaten to reach one.  The number of
turns it tries is limited.  It is loaded when players ask for it (``boardcore.play.opponent``).
"""

from boardcore.gyges.cells import PLACES
from boardcore.gyges.reach import LAND, RING, Reach
from boardcore.gyges.turns import make_turn
from boardcore.play.recognizer import copy_of

SERIES = 15
"""Number of series looked at in one step; chosen."""
STEP = 1900
"""Cost of one step, in empty loop iterations; chosen above 1,360, the largest measured
(tests/on_board/guest/on_board_partner.py)."""
STEPS = 700
"""Steps after which it takes the best turn so far: some 10 s of an RP2040; chosen."""
BOXED = 2
"""Cells to which a boxed ring may go that are tried for each ring; chosen."""
SAFE, THREAT = 4, 2
"""Worth of a turn after which the other side cannot win, or we could; chosen."""


def search_steps(game, seed: int, found):
    """Look for a turn in steps (``sensing.explain.stepper``); it ends in ``found``.

    Yields what the next step costs.
    """
    if game.setup:
        yield STEP
        left = game.reserve(game.side)
        size = 1 if left[1] else 2 if left[2] else 3
        turns = [turn for turn in game.legal_turns() if turn >> 6 & 3 == size]
        found[0] = turns[seed % len(turns)]
        return
    side, goal = game.side, game.goal(game.side)
    turns = []
    yield STEP
    trial = copy_of(game)
    for origin in trial.origins():
        yield STEP
        reach = Reach(trial, origin)
        while not reach.step(SERIES):
            yield STEP
        if reach.marks[goal]:
            found[0] = make_turn(origin, goal)
            return
        yield STEP
        drops = trial.drops(origin)
        for landing in range(PLACES):
            if reach.marks[landing] & LAND:
                turns.append(make_turn(origin, landing))
            elif reach.marks[landing] & RING:
                for _ in range(BOXED):
                    seed = seed * 1103 + 12345 & 0xFFFF
                    turns.append(make_turn(origin, landing, drops[(seed >> 4) % len(drops)]))
    found[0] = turns[seed % len(turns)]
    best, spent = 0, 0
    while turns and spent < STEPS and best < SAFE + THREAT:
        seed = seed * 1103 + 12345 & 0xFFFF
        turn = turns.pop((seed >> 4) % len(turns))
        yield STEP
        trial.step(turn)
        value = SAFE
        # First what the other side can do, then what we could if it did nothing.
        for mover in (1 - side, side):
            trial.side = mover
            aim = trial.goal(mover)
            yield STEP
            for origin in trial.origins():
                spent += 1
                yield STEP
                reach = Reach(trial, origin)
                while not reach.marks[aim] and not reach.step(SERIES):
                    spent += 1
                    yield STEP
                if reach.marks[aim]:
                    value += THREAT if mover == side else -SAFE
                    break
            if value < SAFE:
                break
        trial.side = 1 - side
        trial.undo()
        if value > best:
            best = value
            found[0] = turn

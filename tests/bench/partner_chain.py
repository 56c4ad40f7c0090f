"""The board's own partner through the whole simulated board: how soon its turn is lit.

    python tests/bench/partner_chain.py [LAYOUT ...]

The real firmware in its own process, simulated hands, no computer on the cable.  Two turns of
Pylos or the set-up of Gygès are made, **yes** is held for 3.3 s, and one more turn is made: the
line tells the cell that is then lit as a hint, and after how many milliseconds of simulated time.
"""

import sys

from boardcore.lights.cues import BRIGHTNESS, HINT
from underboard.api.simulated import SimulatedBoard

LAYOUTS = (
    *("pylos-reed16", "pylos-hall25", "pylos-scale4"),
    *("gyges-reed38", "gyges-hall38", "gyges-scale4"),
)
# In the order of sizes that a board of reed contacts asks for.
SET_UP = tuple(f"{size}{file}{row}" for row in "16" for size, file in zip("112233", "abcdef"))
TURNS = {"pylos": (("b2", "c3"), "d1"), "gyges": (SET_UP, "a1-a2")}
"""What is played before the partner, and the turn that it answers."""
HOLD_MS, STEP_MS, MAX_MS = 3300, 60, 60_000


def clock(board):
    """Return the simulated time, in milliseconds."""
    return board._sim.command("state")["now_ms"]


def lit_as_hint(board):
    """Return the cell that is lit as the goal of a hint, if any; nothing else is so bright."""
    for name, colour in board.lights().items():
        if max(bytes.fromhex(colour)) == BRIGHTNESS[HINT]:
            return name
    return ""


def measure(layout):
    """Return the cell of the partner's turn, and how long it took."""
    board = SimulatedBoard(layout, seed=1)
    before, answered = TURNS[board.layout.game]
    try:
        board.wait(3000)
        for at, turn in enumerate(before):
            board.play(turn, played=before[:at])
        board.wait(10_000)
        board.press("yes", HOLD_MS)
        board.wait(5000)
        board.play(answered, played=before)
        begun = clock(board)
        while clock(board) - begun < MAX_MS:
            if cell := lit_as_hint(board):
                return cell, clock(board) - begun
            board.wait(STEP_MS)
        return "none", MAX_MS
    finally:
        board.close()


if __name__ == "__main__":
    for name in sys.argv[1:] or LAYOUTS:
        print(name, *measure(name), flush=True)

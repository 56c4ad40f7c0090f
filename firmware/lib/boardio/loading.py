"""Loading: the modules that a game needs, one after the other, on a heap that is tidy.

Compiling a module takes three to four times its size for a moment.  Modules that import one
another leave what they need for good scattered between that rubbish, and the last ones find
no room any more; so each one is loaded by itself, after those it imports, and then the heap
is swept.  The names lie here in texts, which take less room than tuples of them.
"""

import gc

TABLE = (
    "errors ticks options wire linkstate cues question dialogue hindsight tracker lights slots "
    "journal history commands talk identity games sight scene steady table"
)
"""What every game needs, each after what it imports."""
GAME = "_cells _turns _positions _places _reach _refusals _survey  _pictures _sight _cues"
"""Endings of a game's modules, each after what it imports; no game has all of them."""
BY_SWITCHES = "_sight"
"""The one that a board with Hall sensors needs only if its own sight is made out of that."""

FELT = "calibration failing"
"""What boards with Hall sensors need besides, whatever their game; in the end ``felt`` itself."""
FELT_GAME = (
    ("pylos", "dipole floats magnets evidence stillness explanations habits weighing "
     "pylos_judge screening shortlist several growth explainer learning rests pylos_sight steps "
     "pylos_doubts"),
    ("apagos", "dipole apagos_contents apagos_effects apagos_codes apagos_slot apagos_gram "
     "apagos_balls apagos_arrange apagos_judge apagos_squares apagos_shown apagos_order "
     "apagos_seen apagos_colours steps apagos_thoughts"),
    ("gyges", "dipole gyges_sight gyges_sizes"),
)  # fmt: skip
"""What their decoders import, each after what it imports."""


def load_game(name: str, feels: bool) -> None:
    """Load what a table of this game needs; ``feels``: with Hall sensors, not with switches."""
    load_all(TABLE)
    # Two blanks in a row stand for the game's own module, which has no ending.
    for ending in GAME.split(" "):
        if not feels or ending != BY_SWITCHES:
            load(name + ending)
    if not feels:
        load("switched")
        return
    load_all(FELT)
    for game, modules in FELT_GAME:
        if game == name:
            load_all(modules)
    load_all(name + "_field health felt")


def load_all(modules: str) -> None:
    """Load these modules in this order."""
    for module in modules.split():
        load(module)


def load(module: str) -> None:
    """Load a module of boardcore, if there is one of this name."""
    try:
        __import__("boardcore." + module)
    except ImportError:
        pass  # if somebody really needs it, the importing itself will tell
    gc.collect()

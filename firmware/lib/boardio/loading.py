"""Loading: the modules that a game needs, one after the other, on a heap that is tidy.

Compiling a module takes three to four times its size for a moment.  Modules that import one
another leave what they need for good scattered between that rubbish, and the last ones find
no room any more; so each one is loaded by itself, after those it imports, and then the heap
is swept.  The names lie here in texts, which take less room than tuples of them.
"""

import gc

PLACES = "errors ticks options games lights.rhythms lights.cues verdicts play.recognizer"
"""Modules that every game's rules and places import."""
TABLE = (
    "play.question play.sighting play.dialogue play.takebacks play.tracker link.wire "
    "link.linkstate link.session store.slots store.journal play.history play.commands "
    "lights.render lights.scene sensing.debounce link.identity play.tables.buttons "
    "play.tables.lights play.tables.table"
)
"""Further modules of every table, each after its own imports."""
GAMES = (
    # game; what it needs; what it needs besides where switches see its pieces, Halls, and load
    # cells: before and after what any game by weight needs
    ("pylos", "pylos.cells pylos.turns pylos.positions pylos.refusals pylos.rules "
     "pylos.recognizer pylos.cues",
     "",
     "sensing.observe.field.dipole sensing.observe.field.chi2 pylos.hall.magnets "
     "sensing.observe.field.evidence sensing.observe.field.rest pylos.hall.explanations "
     "pylos.hall.priors pylos.hall.likelihood "
     "pylos.hall.judge pylos.hall.screening pylos.hall.shortlist pylos.hall.several "
     "pylos.hall.growth pylos.hall.explainer pylos.hall.learning sensing.observe.field.rests "
     "sensing.slices pylos.hall.recognizer pylos.hall.decoder",
     "sensing.scale.likelihood sensing.scale.masses sensing.scale.changes pylos.scale.stack "
     "sensing.slices pylos.hall.recognizer",
     "pylos.scale.recognizer"),
    ("apagos", "apagos.positions apagos.places apagos.rules apagos.pictures apagos.cues",
     "apagos.recognizer",
     "sensing.observe.field.dipole sensing.observe.field.chi2 apagos.hall.contents "
     "apagos.hall.effects "
     "apagos.hall.codes apagos.hall.slot apagos.hall.gram apagos.hall.balls apagos.hall.arrange "
     "apagos.hall.judge apagos.hall.squares apagos.hall.shown apagos.hall.order "
     "apagos.hall.recognizer sensing.slices apagos.hall.thoughts "
     "apagos.hall.decoder",
     "apagos.scale.moves apagos.scale.squares apagos.scale.ramp sensing.scale.likelihood "
     "sensing.scale.presses sensing.scale.moments apagos.scale.presses apagos.scale.changes "
     "apagos.recognizer",
     "apagos.scale.recognizer"),
    ("gyges", "gyges.cells gyges.turns gyges.positions gyges.reach gyges.refusals "
     "gyges.survey gyges.rules gyges.pictures gyges.recognizer gyges.cues",
     "",
     "sensing.observe.field.dipole sensing.observe.field.unmix sensing.observe.field.zeros "
     "sensing.observe.field.columns "
     "gyges.hall.recognizer gyges.hall.decoder",
     "gyges.scale.rings sensing.scale.likelihood sensing.scale.masses sensing.scale.changes "
     "gyges.hall.recognizer",
     "gyges.scale.decoder gyges.scale.recognizer"),
)  # fmt: skip
"""Modules of each game, each after its own imports."""
SWITCHED = "play.tables.switches"
"""Further modules of boards with switches, in any game."""
HALLS = "store.kept store.calibration sensing.observe.field.faults"
FELT = "sensing.observe.field.bank play.tables.taught play.tables.halls"
"""Further modules of boards with Hall sensors, before and after their game's decoder."""

CELLS = (
    "sensing.scale.presses sensing.scale.gains sensing.scale.beliefs sensing.scale.rest "
    "sensing.scale.moments sensing.slices sensing.scale.decoder "
    "store.kept store.weighing sensing.scale.bank"
)
WEIGHED = "play.tables.taught play.tables.scale"
"""Further modules of boards on load cells, before and after their game's recognizer."""


def places_for(game: str) -> str:
    """Return the modules with the rules and places of a game, each after what it imports."""
    for row in GAMES:
        if row[0] == game:
            return PLACES + " " + row[1]
    return ""


def names_of(game: str, sensing: str) -> str:
    """Return the modules that a table of this game needs, each after what it imports."""
    for name, _, switched, felt, weighed, recognizer in GAMES:
        if name == game:
            rest: tuple[str, ...] = (TABLE, switched, SWITCHED)
            if sensing == "field":
                rest = (TABLE, HALLS, felt, FELT)
            elif sensing == "weight":
                rest = (TABLE, weighed, CELLS, recognizer, WEIGHED)
            return " ".join((places_for(game),) + rest)
    return ""


def load_game(name: str, sensing: str, progress=None) -> None:
    """Load what a table of this game needs and is not there yet; ``sensing``: as a layout names it.

    ``progress(done, total)`` is called after each module.
    """
    load(names_of(name, sensing), progress)


def load(names: str, progress=None, total: int = 0) -> None:
    """Load modules one after the other; ``total``: how many there will be."""
    modules = names.split()
    for done in range(len(modules)):
        __import__("boardcore." + modules[done])
        gc.collect()
        if progress is not None:
            progress(done + 1, total or len(modules))

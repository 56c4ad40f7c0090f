"""Table of the games and their modules, each loaded on request.

A board has little memory, so only the game on the table is imported.
"""

from boardcore.errors import Unreadable

NAMES = ("pylos", "apagos", "gyges")

RULES, PLACES, CUES, BY_SWITCHES, BY_HALLS, HALL_LAYOUT, BY_WEIGHT = range(1, 8)
"""Columns of ``MODULES``."""
MODULES = (
    # game; rules; places that a layout names; cues; recognizer by switches; decoder by Halls;
    # what only this game checks in a layout with Halls; decoder and recognizer by weight
    ("pylos", "pylos.rules", "pylos.recognizer", "pylos.cues", "pylos.recognizer",
     "pylos.field", None, "pylos.plate"),
    ("apagos", "apagos.rules", "apagos.places", "apagos.cues", "apagos.recognizer",
     "apagos.halls", "sensing.observe.field.layout", "apagos.plate"),
    ("gyges", "gyges.rules", "gyges.recognizer", "gyges.cues", "gyges.recognizer",
     "gyges.hall.decoder", "sensing.observe.field.layout", "gyges.plate"),
    ("galerapagos", None, "pods.lights", None, None, None, None, None),
)  # fmt: skip
"""Modules of ``boardcore``, None for what a game does not have."""
TABLES = (
    # game, None for all others; sensing, None for any; module and class of the board
    ("galerapagos", None, "pods.pods", "Pods"),
    (None, "presence", "play.tables.switches", "SwitchedTable"),
    (None, "threshold", "play.tables.threshold", "ThresholdTable"),
    (None, "field", "play.tables.halls", "FeltTable"),
    (None, "weight", "play.tables.scale", "ScaleTable"),
)
"""Parts of a board, by its game and its sensors; the first row that fits counts."""

OPPONENTS = ("pylos", "gyges")
"""Games with a small opponent, which is loaded when it is asked for."""


def rules_of(name: str):
    """Return the rules module of a game.

    Raises Unreadable for a game that this version does not know.
    """
    if name not in NAMES:
        raise Unreadable("%r is no game here: expected %s", name, ", ".join(NAMES))
    return module_of(name, RULES)


def recognizer_of(name: str):
    """Return the module with a game's ``Recognizer`` by switches.

    Raises Unreadable as ``rules_of`` does.
    """
    rules_of(name)
    return module_of(name, BY_SWITCHES)


def places_of(name: str):
    """Return the module with the places that a layout for this game names.

    Raises Unreadable as ``rules_of`` does.
    """
    return module_of(name, PLACES) or rules_of(name)


def table_of(layout):
    """Return the class of the board with this layout: a ``Table`` or one like it."""
    module, name = table_row(layout.game, layout.sensing)
    return getattr(_module(module), name)


def table_row(game: str, sensing: str) -> tuple:
    """Return module and class of the board of a game that senses pieces so.

    Raises ValueError if there is no such board.
    """
    for served, sensed, module, name in TABLES:
        if served in (None, game) and sensed in (None, sensing):
            return module, name
    raise ValueError("no board senses pieces by '%s'" % sensing)


def cues_of(name: str):
    """Return the module that says which cues a game's cells show."""
    return module_of(name, CUES)


def decoder_of(name: str):
    """Return the module with the decoder that identifies a game's pieces by their magnets.

    It may have a ``Recognizer`` of its own besides.
    """
    return module_of(name, BY_HALLS)


def weights_of(name: str):
    """Return the module with ``decoder_of`` and ``Recognizer`` of a game's pieces by weight."""
    return module_of(name, BY_WEIGHT)


def opponent_of(name: str):
    """Return the module with a game's opponent for a board alone, None if the game has none."""
    return _module(name + ".opponent") if name in OPPONENTS else None


def load_first(name: str):
    """Load the largest modules of a game one by one; yield after each.

    On a Pico there is room to compile them only before a layout is read and the rest is loaded.
    """
    if name in NAMES:
        yield _module("play.tracker")
    for column in (PLACES, CUES):
        yield module_of(name, column)


def module_of(name: str, column):
    """Return the module in this column of ``MODULES``, None if the game has none."""
    for row in MODULES:
        if row[0] == name:
            module = row[column]
            return _module(module) if module else None
    return None


def _module(name):
    found = __import__("boardcore." + name)
    for part in name.split("."):
        found = getattr(found, part)
    return found

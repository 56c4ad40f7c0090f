"""Table of the games and their modules, each loaded on request.

A game is a package with a module ``game``, which names its other modules.  A board has little
memory, so only the game on the table is imported.
"""

from boardcore.errors import Choices, ParseError

NAMES = ["pylos", "apagos", "gyges"]
"""Games that are followed."""
PACKAGES = {
    "pylos": "boardcore.pylos",
    "apagos": "boardcore.apagos",
    "gyges": "boardcore.gyges",
    "galerapagos": "boardcore.pods",
}
"""Package of each game, and of what else is played on a board."""
RULES, CELLS, CUES = "RULES", "CELLS", "CUES"
PRESENCE, FIELD, FIELD_LAYOUT, WEIGHT = "PRESENCE", "FIELD", "FIELD_LAYOUT", "WEIGHT"
ENGINE, HINTS = "ENGINE", "HINTS"
"""Parts of a game: constants of its module ``game`` with the name of a module, which begins with a
dot if it lies in the game's package; a part that is not there the game does not have."""
TABLES = {
    "presence": ("boardcore.play.tables.switches", "SwitchTable"),
    "threshold": ("boardcore.play.tables.threshold", "ThresholdTable"),
    "field": ("boardcore.play.tables.halls", "HallTable"),
    "weight": ("boardcore.play.tables.scale", "ScaleTable"),
}
"""Module and class of a board by its sensors, unless its game has a ``TABLE`` of its own."""


def register(name: str, package: str) -> None:
    """Add a game whose package lies elsewhere; a game that is known already stays as it is."""
    if name not in PACKAGES:
        PACKAGES[name] = package
        NAMES.append(name)


def rules_of(name: str):
    """Return the rules module of a game.

    Raises ParseError for a game that this version does not know.
    """
    if name not in NAMES:
        raise ParseError("%r is not a game here: expected %s", name, Choices(" or ", NAMES))
    return module_of(name, RULES)


def cells_module(name: str):
    """Return the module with the places that a layout for this game names.

    Raises ParseError as ``rules_of`` does.
    """
    return module_of(name, CELLS) or rules_of(name)


def table_of(layout):
    """Return the class of the board with this layout: a ``Table`` or one like it."""
    module, name = table_row(layout.game, layout.sensing)
    return getattr(loaded(module), name)


def table_row(game: str, sensing: str) -> tuple:
    """Return module and class of the board of a game that senses pieces so."""
    own = getattr(loaded(PACKAGES[game] + ".game"), "TABLE", None)
    return (PACKAGES[game] + own[0], own[1]) if own else TABLES[sensing]


def load_first(name: str):
    """Load the largest modules of a game one by one; yield after each.

    On a Pico there is room to compile them only before a layout is read and the rest is loaded.
    """
    if name in NAMES:
        yield loaded("boardcore.play.tracker")
    for part in (CELLS, CUES):
        yield module_of(name, part)


def module_of(name: str, part: str):
    """Return a part of a game, None if it has none or is no game here."""
    module = name_of(name, part)
    return loaded(module) if module else None


def name_of(name: str, part: str) -> str:
    """Return the name of the module that is a part of a game, empty if it has none."""
    if name not in PACKAGES:
        return ""
    module = getattr(loaded(PACKAGES[name] + ".game"), part, "")
    return PACKAGES[name] + module if module[:1] == "." else module


def loaded(name: str):
    """Return a module by its full name, loaded now unless it is there already."""
    found = __import__(name)
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found

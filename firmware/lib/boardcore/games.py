"""Games: the rules modules by name, loaded when they are asked for.

A board has little memory, so only the game on the table is imported.
"""

from boardcore.errors import Unreadable

NAMES = ("pylos", "apagos", "gyges")

SWITCHED, FELT = ("switched", "SwitchedTable"), ("felt", "FeltTable")
"""Module and class of the board where switches are read, or fields are felt."""
SERVED_OTHERWISE = (
    # game, module with the places that a layout names, module and class of the board
    ("galerapagos", "pod_signs", "pods", "Pods"),
)
"""What boards do that follow no game by themselves."""
PLACES_APART = (("apagos", "apagos_places"),)
"""Games whose places are not in the module of the sight by switches."""


def rules_of(name: str):
    """Return the rules module of a game.

    Raises Unreadable for a game that this version does not know.
    """
    if name not in NAMES:
        raise Unreadable("%r is no game here: expected %s" % (name, ", ".join(NAMES)))
    return _module(name)


def sight_of(name: str):
    """Return the module with a game's ``Sight`` by switches.

    Raises Unreadable as ``rules_of`` does.
    """
    rules_of(name)
    return _module(name + "_sight")


def places_of(name: str):
    """Return the module with the places that a layout for this game names.

    Raises Unreadable as ``rules_of`` does.
    """
    for row in PLACES_APART + SERVED_OTHERWISE:
        if row[0] == name:
            return _module(row[1])
    return sight_of(name)


def table_of(layout):
    """Return the class of the board with this layout: a ``Table`` or one like it."""
    for game, _, module, kind in SERVED_OTHERWISE:
        if game == layout.game:
            return getattr(_module(module), kind)
    module, kind = SWITCHED if layout.field is None else FELT
    return getattr(_module(module), kind)


def cues_of(name: str):
    """Return the module that tells what a game's cells have to say."""
    return _module(name + "_cues")


def field_of(name: str):
    """Return the module with the decoder that tells a game's pieces by their magnets.

    It may have a ``Sight`` of its own besides.
    """
    return _module(name + "_field")


def _module(name: str):
    return getattr(__import__("boardcore." + name), name)

"""Games: the rules modules by name, loaded when they are asked for.

A board has little memory, so only the game on the table is imported.
"""

from boardcore.errors import Unreadable

NAMES = ("pylos", "apagos", "gyges")

ON_BOARDS = ("pylos",)
"""Games that have a sight and cues, so that a board can follow and light them."""


def rules_of(name: str):
    """Return the rules module of a game.

    Raises Unreadable for a game that this version does not know.
    """
    if name not in NAMES:
        raise Unreadable("%r is no game here: expected %s" % (name, ", ".join(NAMES)))
    return _module(name)


def sight_of(name: str):
    """Return the module with a game's ``Sight`` and its places under which sensors lie.

    Raises Unreadable for a game that no board can follow yet.
    """
    rules_of(name)
    if name not in ON_BOARDS:
        raise Unreadable(
            "%r is not played on a board yet: expected %s" % (name, ", ".join(ON_BOARDS))
        )
    return _module(name + "_sight")


def cues_of(name: str):
    """Return the module that tells what a game's cells have to say."""
    return _module(name + "_cues")


def _module(name: str):
    return getattr(__import__("boardcore." + name), name)

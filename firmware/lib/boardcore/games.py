"""Games: the rules modules by name, loaded when they are asked for.

A board has little memory, so only the game on the table is imported.
"""

from boardcore.errors import Unreadable

NAMES = ("pylos", "apagos", "gyges")


def rules_of(name: str):
    """Return the rules module of a game.

    Raises Unreadable for a game that this version does not know.
    """
    if name not in NAMES:
        raise Unreadable("%r is no game here: expected %s" % (name, ", ".join(NAMES)))
    return getattr(__import__("boardcore." + name), name)

"""Referee, records, simulator and the command line for the computer.

For other programs, loaded when they are asked for (host/docs/api.md):

* ``underboard.pylos`` and every other game by its name: ``Position``, ``engine``, ``levels``
* ``SimulatedBoard``, ``connect``: a board without and with a cable
* ``Record``, ``read_record``: games as files
* ``IllegalMove``, ``ParseError``, ``UnderboardError``: what goes wrong, in one sentence
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardcore.errors import IllegalMove, ParseError
    from underboard.api.board import connect
    from underboard.api.games import GameApi
    from underboard.api.record import Record, read_record
    from underboard.api.simulated import SimulatedBoard
    from underboard.errors import UnderboardError

__version__: str

_HOMES = {
    "IllegalMove": "boardcore.errors",
    "Record": "underboard.api.record",
    "SimulatedBoard": "underboard.api.simulated",
    "UnderboardError": "underboard.errors",
    "ParseError": "boardcore.errors",
    "connect": "underboard.api.board",
    "read_record": "underboard.api.record",
}
"""Module of each name that is shown here."""
__all__ = [
    "IllegalMove",
    "ParseError",
    "Record",
    "SimulatedBoard",
    "UnderboardError",
    "connect",
    "read_record",
]


def __getattr__(name: str) -> "GameApi":
    """Return a game, loaded for the first time, or what is declared above with its own type."""
    if name.startswith("_") and name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: GameApi
    if name == "__version__":
        found = import_module("underboard.deploy.versions").our_version()
    elif name in _HOMES:
        found = getattr(import_module(_HOMES[name]), name)
    elif name in import_module("underboard.registry").names():
        found = import_module("underboard.api.games").api_of(name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the interface and the games."""
    return sorted({*__all__, *import_module("underboard.registry").names(), "__version__"})

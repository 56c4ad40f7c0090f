"""Table of the host's additions to the rules of each game.

What sides and turns are called, what people may type, where hands lay the pieces, who
can sit on an engine's seat.  One module per game; this table is all that knows them.
"""

from functools import cache

from boardcore.games import rules_of
from underboard.referee.tabletop.apagos import ApagosTable
from underboard.referee.tabletop.base import Tabletop
from underboard.referee.tabletop.gyges import GygesTable
from underboard.referee.tabletop.pylos import PylosTable

__all__ = ["TABLES", "Tabletop", "tabletop_of"]

TABLES: dict[str, type[Tabletop]] = {
    table.name: table for table in (PylosTable, ApagosTable, GygesTable)
}


@cache
def tabletop_of(name: str) -> Tabletop:
    """Return the tabletop of a game.

    Raises Unreadable for a game that this version does not know.
    """
    rules_of(name)
    return TABLES[name]()

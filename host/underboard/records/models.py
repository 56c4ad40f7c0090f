"""Rows of a recorded game, and the faults of a row or of the whole file.

A file of records may come from anywhere: a stick, a damaged disk, another program.  What is
read out of it is looked at before anybody relies on it.
"""

from dataclasses import dataclass, fields
from typing import Any

from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.records.mirror import Entry
from underboard.records.seats import HUMAN as HUMAN  # a person who gave no name
from underboard.texts.escape import shown

FORKED = "forked"
"""Outcome of our version of a game that the board went on with in another way."""
DAMAGED = "damaged"
"""Outcome of a game that cannot be read any more and was set aside."""


class RecordsError(UnderboardError):
    """The file cannot be used: locked, full, read-only, damaged, or from a later version."""


class DamagedFile(RecordsError):
    """The file is no database of ours any more."""


class BrokenGame(UnderboardError):
    """One game of the file cannot be read; the others can."""


@dataclass(frozen=True)
class GameRow:
    """One game among the records.

    ``outcome``: like ``L:apex`` or ``forked``, empty while it goes on; ``turns``: how many
    stand; ``started`` and ``ended``: UTC, ISO 8601; ``players``: names, parted by ``|``.
    """

    number: int
    uuid: str
    board_id: str
    game_id: str
    name: str
    variant: str
    options: str
    start: str
    origin: str
    players: str
    started: str
    ended: str
    outcome: str
    note: str
    turns: int

    @classmethod
    def of(cls, values: tuple[Any, ...]) -> "GameRow":
        """Return the row of these columns, its texts fit for a terminal.

        One with a value of another type is damaged.
        """
        kinds = cls._kinds()
        values = tuple(shown(value) if type(value) is str else value for value in values)
        if cls.is_sound(values):
            return cls(*values)
        known: JsonObject = {
            item.name: value if type(value) is kind else kind()
            for item, value, kind in zip(fields(cls), values, kinds, strict=True)
        }
        return cls(**{**known, "outcome": DAMAGED})

    @classmethod
    def is_sound(cls, values: tuple[Any, ...]) -> bool:
        """Return True if all columns have values of their types."""
        return all(type(value) is kind for value, kind in zip(values, cls._kinds(), strict=True))

    @classmethod
    def _kinds(cls) -> list[type]:
        return [int if item.type in (int, "int") else str for item in fields(cls)]


def entry_of_row(values: tuple[Any, ...]) -> Entry:
    """Return the entry of these columns; raises BrokenGame for values of other types."""
    kinds = (int, str, str, int, str, str)
    for value, kind, name in zip(values, kinds, ENTRY_COLUMNS, strict=True):
        if type(value) is not kind:
            seen = type(value).__name__
            raise BrokenGame("entry %.20r: '%s' is of type %s", values[0], name, seen)
    return Entry(*values)


ENTRY_COLUMNS = ("number", "kind", "text", "ply", "side", "chain")

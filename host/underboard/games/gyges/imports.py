"""Notations of Gygès that AbstractPlay, gyges-online and the postal rules of 1984 use.

Sources: host/docs/rules/gyges.md, 2.7.  Bounces may be named or left out in all of them.
"""

import re
from collections.abc import Callable
from typing import Any

from boardcore.errors import ParseError
from boardcore.gyges.cells import cell_text, parse_cell
from boardcore.gyges.rules import SOUTH, Game
from underboard.records.foreign import Notation

COLUMNS = "abcdef"
SIDE_CELL = re.compile(r"[a-f][2-7]")
POSTAL_CELL = re.compile(r"[1-6][1-6]")
IN_BRACKETS = re.compile(r"\([^)]*\)")


def _abstractplay(game: Game, word: str) -> list[str]:
    """Read ``d2-b4``, ``d2-b4-c5``, ``d2-b4(e6)`` or ``1a2,3b2,…``."""
    if word[:1] in "123" and game.setup:
        return [one[:1] + _moved_row(one[1:], word) for one in word.split(",")]
    way, bracket, drop = word.partition("(")
    cells = [_moved_row(name, word) for name in way.split("-")]
    if len(cells) < 2 or (bracket and not drop.endswith(")")):
        raise _unread(word, "AbstractPlay", "d2-b4, d2-b4(e6), 1a2,3b2,2c2,2d2,1e2,3f2")
    return [_own(cells, _moved_row(drop[:-1], word) if bracket else "")]


def _moved_row(name: str, word: str) -> str:
    """Return our name of a cell of AbstractPlay, whose rows are 2 to 7."""
    goal = {"c1": "S", "d8": "N"}.get(name)
    if goal is None and not SIDE_CELL.fullmatch(name):
        raise ParseError("%r in %r is not a cell: expected a2 to f7, c1 or d8", name, word)
    return goal or f"{name[0]}{int(name[1]) - 1}"


def _online(game: Game, word: str) -> list[str]:
    """Read ``d2→d4`` or ``f6×e6→a2``."""
    way, cross, boxed = "".join(word.split()).partition("×")
    names = way.split("→") if not cross else [way, *boxed.split("→")]
    if len(names) != (3 if cross else 2):
        raise _unread(word, "gyges-online", "d2→d4, f6×e6→a2")
    cells = [cell_text(parse_cell(name)) for name in names]
    return [_own(cells[:2], cells[2] if cross else "")]


def _postal(game: Game, word: str) -> list[str]:
    """Read ``16-35``, ``14-24-35``, ``66x65=21`` or ``231123``: row before column."""
    if game.setup and len(word) == len(COLUMNS) and set(word) <= set("123"):
        row = 1 if game.side == SOUTH else 6
        return [f"{size}{column}{row}" for size, column in zip(word, COLUMNS)]
    plain = IN_BRACKETS.sub("", word)
    if not plain:
        return []  # cells that were crossed, as a word of their own
    way, cross, boxed = plain.partition("x")
    landing, _, drop = boxed.partition("=")
    names = [*way.split("-"), *([landing] if cross else [])]
    if len(names) < 2 or bool(cross) != bool(drop):
        raise _unread(word, "1984", "16-35, 66x65=21, 231123")
    return [_own([_turned(name, word) for name in names], _turned(drop, word) if drop else "")]


def _turned(name: str, word: str) -> str:
    """Return our name of a cell that is written as row and column."""
    if name not in ("N", "S") and not POSTAL_CELL.fullmatch(name):
        raise ParseError("%r in %r is not a cell: expected 11 to 66, N or S", name, word)
    return name if name in ("N", "S") else COLUMNS[int(name[1]) - 1] + name[0]


def _own(cells: list[str], drop: str) -> str:
    """Return a turn as we write it."""
    if not drop:
        return "-".join(cells)
    return f"{'-'.join(cells[:-1])}x{cells[-1]}>{drop}"


def _unread(word: str, name: str, examples: str) -> ParseError:
    return ParseError("%r is not a move in the notation of %s; examples: %s", word, name, examples)


_READERS: dict[str, Callable[[Any, str], list[str]]] = {
    "abstractplay": _abstractplay, "gyges-online": _online, "postal": _postal,
}  # fmt: skip
NOTATIONS = tuple(Notation(name, read) for name, read in _READERS.items())

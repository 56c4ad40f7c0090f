"""Places of pieces in words, the answer to "where is …?"."""

import re
from collections.abc import Callable
from typing import Any

from boardcore.errors import Unreadable
from boardcore.games import rules_of
from underboard.referee.tabletop import tabletop_of
from underboard.texts import Texts
from underboard.trouble import Trouble

FILLERS = {"is", "are", "the", "my", "est", "sont", "le", "la", "les", "mes", "a", "un", "une"}
SIGNS = re.compile(r"[?.,!]")


def where(game: Any, words: list[str], texts: Texts) -> str:
    """Answer where something is: a cell, a side's pieces, a size; everything if nothing is named.

    Raises Trouble for what is none of these.
    """
    asked = [SIGNS.sub("", word).lower() for word in words]
    named = " ".join(word for word in asked if word and word not in FILLERS)
    lines = dict(PLACES[game.name](game, texts))
    if not named:
        return " ".join(lines.values())
    for name, line in lines.items():
        if named.rstrip("s") == name.lower().rstrip("s"):
            return line
    told = _cell(game, named, texts)
    if not told:
        raise Trouble(
            "'%s' is nothing on the board: expected %s or a cell", named, ", ".join(lines)
        )
    return told


def _cell(game: Any, named: str, texts: Texts) -> str:
    if game.name == "apagos":
        return ""
    try:
        cell = rules_of(game.name).parse_cell(named)
    except Unreadable:
        return ""
    what = WHATS[game.name](game, cell, texts)
    key = "voice.stands" if what else "voice.empty"
    return texts(key, cell=named, what=what)


def _listed(name: str, cells: list[str], texts: Texts) -> tuple[str, str]:
    key = "voice.where" if cells else "voice.nowhere"
    return name, texts(key, name=name, cells=", ".join(cells))


def _pylos(game: Any, texts: Texts) -> list[tuple[str, str]]:
    rules, table = rules_of("pylos"), tabletop_of("pylos")
    return [
        _listed(
            table.side_name(side, texts), [rules.cell_text(c) for c in rules.cells_of(mask)], texts
        )
        for side, mask in enumerate((game.light, game.dark))
    ]


def _ball(game: Any, cell: int, texts: Texts) -> str:
    if not game.occupied >> cell & 1:
        return ""
    return tabletop_of("pylos").side_name(game.dark >> cell & 1, texts)


def _apagos(game: Any, texts: Texts) -> list[tuple[str, str]]:
    return [
        (
            texts("voice.level", level=level + 1),
            texts(
                "voice.square", level=level + 1, holes=game.holes[level],
                white=game.white[level], black=game.black[level],
            ),
        )
        for level in range(4)
    ]  # fmt: skip


def _gyges(game: Any, texts: Texts) -> list[tuple[str, str]]:
    rules = rules_of("gyges")
    return [
        _listed(
            texts(f"gyges.size.{size}"),
            [rules.cell_text(cell) for cell in range(36) if game.cells[cell] == size],
            texts,
        )
        for size in (1, 2, 3)
    ]


def _ring(game: Any, cell: int, texts: Texts) -> str:
    return texts(f"gyges.size.{game.cells[cell]}") if game.cells[cell] else ""


PLACES: dict[str, Callable[[Any, Texts], list[tuple[str, str]]]] = {
    "pylos": _pylos, "apagos": _apagos, "gyges": _gyges,
}  # fmt: skip
"""By the name of the game: what may be asked for, and where it is."""
WHATS: dict[str, Callable[[Any, int, Texts], str]] = {"pylos": _ball, "gyges": _ring}
"""By the name of the game: what stands on a cell, empty for nothing."""

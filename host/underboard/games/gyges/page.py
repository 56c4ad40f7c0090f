"""Gygès as JSON for the page."""

from itertools import groupby

from boardcore.gyges import rules as gyges
from boardcore.gyges.rules import Game
from underboard.games.gyges import paths
from underboard.jsontype import JsonObject

Family = JsonObject


def pieces(game: Game) -> JsonObject:
    """Return a digit for each of the 36 cells and the goals N and S, and the rings to set up."""
    reserves: list[list[int]] = [[], []]
    if game.setup:
        reserves = [game.reserve(side)[1:] for side in (0, 1)]
    return {"cells": "".join(map(str, game.cells)), "reserves": reserves}


def families(game: Game) -> list[Family]:
    """Return the legal turns as steps."""
    name = gyges.cell_text
    turns = game.legal_turns()
    if game.setup:
        cells = sorted({name(turn & 63) for turn in turns})
        return [{"steps": [cells], "text": "{0}", "cues": ["LANDING"]}]
    families = []
    for origin, mine in groupby(sorted(turns, key=gyges.turn_origin), gyges.turn_origin):
        plain: list[int] = []
        drops: dict[int, list[int]] = {}
        for turn in mine:
            if gyges.turn_drop(turn) == gyges.NONE:
                plain.append(gyges.turn_landing(turn))
            else:
                drops.setdefault(gyges.turn_landing(turn), []).append(gyges.turn_drop(turn))
        for cue, cells in _by_cue(plain):
            cues = ["SELECTED", cue]
            families.append({"steps": [[name(origin)], cells], "text": "{0}-{1}", "cues": cues})
        # Wherever a ring boxes, the boxed one may go to the same cells.
        for targets in {tuple(cells) for cells in drops.values()}:
            boxed = [name(cell) for cell, its in drops.items() if tuple(its) == targets]
            steps = [[name(origin)], boxed, [name(cell) for cell in targets]]
            cues = ["SELECTED", "BOX", "BOX_TARGET"]
            families.append({"steps": steps, "text": "{0}x{1}>{2}", "cues": cues})
    return families


def _by_cue(landings: list[int]) -> list[tuple[str, list[str]]]:
    """Return cues and names of the cells where a ring may land, the goals by themselves."""
    named = [("IN_REACH", [c for c in landings if c >= gyges.CELLS])]
    named.append(("LANDING", [c for c in landings if c < gyges.CELLS]))
    return [(cue, [gyges.cell_text(c) for c in cells]) for cue, cells in named if cells]


def hint_cells(game: Game, turn: int) -> tuple[str, str]:
    """Return where a turn begins (empty: the reserve), and where it ends."""
    if turn & gyges.PLACE:
        return "", gyges.cell_text(turn & 63)
    return gyges.cell_text(gyges.turn_origin(turn)), gyges.cell_text(gyges.turn_landing(turn))


def last(game: Game, turn: int) -> JsonObject:
    """Return a turn as the page shows it."""
    if turn & gyges.PLACE:
        cell = gyges.cell_text(turn & 63)
        return {"text": gyges.turn_text(turn), "from": "", "to": cell}
    drop = gyges.turn_drop(turn)
    return {
        "text": paths.whole_text(game, turn),
        "from": gyges.cell_text(gyges.turn_origin(turn)),
        "to": gyges.cell_text(gyges.turn_landing(turn)),
        "drop": "" if drop == gyges.NONE else gyges.cell_text(drop),
        "bounces": [gyges.cell_text(cell) for cell in paths.bounces_of(game, turn)],
        "path": [gyges.cell_text(cell) for cell in paths.path_of(game, turn)],
    }


def names() -> list[str]:
    """Return the names of the cells and of both goals."""
    return [gyges.cell_text(cell) for cell in range(gyges.PLACES)]

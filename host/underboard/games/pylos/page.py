"""Pylos as JSON for the page."""

from boardcore.lights import cues
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import Game
from underboard.jsontype import JsonObject

UPON = ("PLACE", "GOAL", "MISSING", "HINT", "LANDING", "BOX_TARGET")
"""Cues that mean an empty cell above what stands on the pixel."""
CUES = ["SELECTED", "GOAL"]
"""Cues of the steps of a turn while it is chosen."""

Family = JsonObject


def pieces(game: Game) -> JsonObject:
    """Return a letter or a dot for each of the 30 cells, and the reserves."""
    cells = "".join(
        "L" if game.light >> cell & 1 else "D" if game.dark >> cell & 1 else "."
        for cell in range(pylos.CELLS)
    )
    return {"cells": cells, "reserves": [game.reserve(0), game.reserve(1)]}


def families(game: Game) -> list[Family]:
    """Return the legal turns as steps."""
    name = pylos.cell_text
    families: list[Family] = []
    plain: list[str] = []
    raises: dict[str, list[str]] = {}
    for move in game.first_moves():
        goal, start = pylos.turn_goal(move), pylos.turn_start(move)
        steps = [name(goal)] if start == pylos.NONE else [name(start), name(goal)]
        takes = game.take_sets(move)
        if takes != [()]:
            sets = [[name(cell) for cell in cells] for cells in takes]
            text = "-".join(f"{{{n}}}" for n in range(len(steps))) + "x{takes}"
            family = {"steps": [[step] for step in steps], "takes": sets, "text": text}
            families.append(family | {"cues": CUES})
        elif start == pylos.NONE:
            plain.append(steps[0])
        else:
            raises.setdefault(steps[0], []).append(steps[1])
    if plain:
        families.append({"steps": [plain], "text": "{0}", "cues": CUES})
    return families + [
        {"steps": [[start], goals], "text": "{0}-{1}", "cues": CUES}
        for start, goals in raises.items()
    ]


def hint_cells(game: Game, turn: int) -> tuple[str, str]:
    """Return where a turn begins (empty: the reserve), and where it ends."""
    start = pylos.turn_start(turn)
    goal = pylos.cell_text(pylos.turn_goal(turn))
    return "" if start == pylos.NONE else pylos.cell_text(start), goal


def last(game: Game, turn: int) -> JsonObject:
    """Return a turn as the page shows it."""
    start = pylos.turn_start(turn)
    return {
        "text": pylos.turn_text(turn),
        "from": "" if start == pylos.NONE else pylos.cell_text(start),
        "to": pylos.cell_text(pylos.turn_goal(turn)),
        "takes": [pylos.cell_text(cell) for cell in pylos.turn_takes(turn)],
    }


def meant(cells: list[str], cue: str, tint: int, game: Game) -> str:
    """Return the cell that a pixel means when several lie above it.

    A tint of a level names it (Pylos); else it is the highest ball, or the lowest empty
    cell where something is to be put.
    """
    numbers = sorted(pylos.parse_cell(cell) for cell in cells)
    if tint < cues.LEVEL_TINTS:
        numbers = [cell for cell in numbers if pylos.LEVEL[cell] == tint] or numbers
    if len(numbers) > 1:
        stand = [cell for cell in numbers if game.occupied >> cell & 1]
        free = [cell for cell in numbers if not game.occupied >> cell & 1]
        if cue in UPON and free:
            return str(pylos.cell_text(free[0]))
        numbers = stand[::-1] or numbers
    return str(pylos.cell_text(numbers[0]))

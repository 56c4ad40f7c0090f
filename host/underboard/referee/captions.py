"""One-line description of a turn for spectators."""

from collections.abc import Callable
from typing import Any

from boardcore.apagos import rules as apagos
from boardcore.gyges import rules as gyges
from boardcore.pylos import rules as pylos
from underboard.referee.tabletop import tabletop_of
from underboard.texts import Texts

FEW = ("none", "one", "two")


def caption(game: Any, turn: int, texts: Texts) -> str:
    """Return what a turn does that may be played now: ``Light makes a square and takes two back``.

    ``game`` stays as it is.
    """
    key, values = CAPTIONS[game.name](game, turn, texts)
    side = tabletop_of(game.name).side_name(game.side, texts)
    return texts(f"captions.{game.name}.{key}", side=side, **values)


def _pylos(game: Any, turn: int, texts: Texts) -> tuple[str, dict[str, object]]:
    goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
    values: dict[str, object] = {"goal": pylos.cell_text(goal), "level": pylos.LEVEL[goal] + 1}
    if pylos.turn_takes(turn):
        values["taken"] = texts(f"captions.{FEW[len(pylos.turn_takes(turn))]}")
    key = "place" if start == pylos.NONE else "raise"
    if start != pylos.NONE:
        values["start"] = pylos.cell_text(start)
    if goal == pylos.CELLS - 1:
        return f"{key}.top", values
    if "taken" in values:
        return f"{key}.square", values
    return (key if pylos.LEVEL[goal] or start != pylos.NONE else "place.ground"), values


def _apagos(game: Any, turn: int, texts: Texts) -> tuple[str, dict[str, object]]:
    level = apagos.goal_level(turn) + 1
    if apagos.is_lay(turn):
        return "lay", {"holes": turn >> 4 & 15, "level": level}
    if not apagos.is_put(turn):
        return "down", {"start": apagos.start_level(turn) + 1, "level": level}
    colour = apagos.COLOUR_NAMES[apagos.put_colour(turn)]
    key = f"put.{colour}.climb" if apagos.climbs(turn) else f"put.{colour}.top"
    return key, {"level": level, "next": level + 1}


def _gyges(game: Any, turn: int, texts: Texts) -> tuple[str, dict[str, object]]:
    if turn & gyges.PLACE:
        size = texts(f"captions.gyges.ring.{turn >> 6 & 3}")
        return "place", {"ring": size, "cell": gyges.cell_text(turn & 63)}
    points = game.bounces_of(turn)
    landing = gyges.turn_landing(turn)
    jumps = len(points) - 2
    values: dict[str, object] = {
        "ring": texts(f"captions.gyges.ring.{game.cells[gyges.turn_origin(turn)]}"),
        "start": gyges.cell_text(points[0]),
        "goal": gyges.cell_text(landing),
        "jumps": jumps,
    }
    way = "" if jumps < 1 else ".bounce" if jumps == 1 else ".bounces"
    if landing >= gyges.CELLS:
        return f"goal{way}", values
    if gyges.turn_drop(turn) != gyges.NONE:
        values["drop"] = gyges.cell_text(gyges.turn_drop(turn))
        return f"box{way}", values
    return f"move{way}", values


CAPTIONS: dict[str, Callable[[Any, int, Texts], tuple[str, dict[str, object]]]] = {
    "pylos": _pylos,
    "apagos": _apagos,
    "gyges": _gyges,
}

"""The last turn of a game in words of one language."""

from typing import Any

from boardcore.games import rules_of
from underboard.referee.tabletop import tabletop_of
from underboard.referee.tabletop.base import before_last
from underboard.texts import Texts


def turn_told(game: Any, texts: Texts) -> str:
    """Return the last turn as a sentence, empty before the first one."""
    if not game.turns:
        return ""
    with before_last(game) as turn:
        return TOLD[game.name](game, turn, texts)


def _pylos(game: Any, turn: int, texts: Texts) -> str:
    rules = rules_of("pylos")
    side = tabletop_of("pylos").side_name(game.side, texts)
    start, goal = rules.turn_start(turn), rules.cell_text(rules.turn_goal(turn))
    takes = [rules.cell_text(cell) for cell in rules.turn_takes(turn)]
    kind = "placed" if start == rules.NONE else "raised"
    told = f"web.told.pylos.{kind}" + (".taking" if takes else "")
    start_name = "" if start == rules.NONE else rules.cell_text(start)
    cells = texts("web.and", first=takes[0], second=takes[1]) if len(takes) > 1 else "".join(takes)
    return texts(told, side=side, start=start_name, goal=goal, cells=cells)


def _apagos(game: Any, turn: int, texts: Texts) -> str:
    rules = rules_of("apagos")
    side = tabletop_of("apagos").side_name(game.side, texts)
    goal = rules.goal_level(turn) + 1
    if rules.is_lay(turn):
        return texts("web.told.apagos.laid", side=side, holes=turn >> 4 & 15, goal=goal)
    if not rules.is_put(turn):
        start = rules.start_level(turn) + 1
        return texts("web.told.apagos.down", side=side, start=start, goal=goal)
    colour = texts(f"apagos.colour.{rules.COLOUR_NAMES[rules.put_colour(turn)]}")
    kind = "climbed" if rules.climbs(turn) else "top"
    return texts(f"web.told.apagos.{kind}", side=side, colour=colour, goal=goal, next=goal + 1)


def _gyges(game: Any, turn: int, texts: Texts) -> str:
    rules = rules_of("gyges")
    side = tabletop_of("gyges").side_name(game.side, texts)
    if turn & rules.PLACE:
        size = texts(f"gyges.size.{turn >> 6 & 3}")
        return texts("web.told.gyges.set-up", side=side, size=size, cell=rules.cell_text(turn & 63))
    points = [rules.cell_text(cell) for cell in game.bounces_of(turn)]
    words = texts(
        "web.told.gyges.bounced" if len(points) > 2 else "web.told.gyges.moved",
        side=side, size=texts(f"gyges.size.{game.cells[rules.turn_origin(turn)]}"),
        start=points[0], goal=points[-1], by=", ".join(points[1:-1]),
    )  # fmt: skip
    if rules.turn_drop(turn) == rules.NONE:
        return words
    boxed = texts(f"gyges.size.{game.cells[rules.turn_landing(turn)]}")
    drop = rules.cell_text(rules.turn_drop(turn))
    return texts("web.told.gyges.boxed", words=words.rstrip("."), size=boxed, drop=drop)


TOLD = {"pylos": _pylos, "apagos": _apagos, "gyges": _gyges}
"""By the name of the game."""

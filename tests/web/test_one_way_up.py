"""Terminal, page and hardware drawing show a board the same way up: the first player sits below."""

import json
from pathlib import Path

import pytest

from support.web.node import run_module
from underboard.hardware.build_plan import plan_in
from underboard.hardware.drawings.top_view import TopView as FromAbove
from underboard.referee.drawing.base import View
from underboard.referee.drawing.glyphs import Glyphs
from underboard.referee.game_ui import tabletop_of
from underboard.registry import game_of
from underboard.texts import Texts

LAYOUTS = Path(__file__).parents[2] / "firmware/layouts"
PLACES = """
import { loadPages, pageOf } from "@/js/games.js";
await loadPages();
console.log(JSON.stringify(%s.map((cell) => pageOf(%s).where(cell))));
"""
BOARDS = [
    ("pylos", "pylos-reed16", ["a1", "a4", "d1", "d4", "b2", "c3"]),
    ("gyges", "gyges-reed38", ["a1", "f1", "a6", "f6", "b2", "e5"]),
]


def ranks(places):
    """Return column and row of each cell, counted from the left and from the top."""
    xs = sorted({round(x, 2) for x, _ in places.values()})
    ys = sorted({round(y, 2) for _, y in places.values()})
    return {cell: (xs.index(round(x, 2)), ys.index(round(y, 2))) for cell, (x, y) in places.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "layout", "cells"), BOARDS)
def test_page_terminal_and_hardware_drawing_are_the_same_way_up(game, layout, cells):
    page = dict(zip(cells, run_module(PLACES % (json.dumps(cells), json.dumps(game)))))
    view = FromAbove(plan_in(LAYOUTS / f"{layout}.json"))
    above = {
        sensor.cell: view.at(sensor.x, sensor.y)
        for sensor in view.plan.sensors
        if sensor.cell in cells
    }
    assert ranks(page) == ranks(above)
    assert ranks(page) == ranks(on_screen(game, cells))


def drawn(game):
    """Return the lines of the terminal for a new game."""
    drawing, rules = game_of(game).required("drawing"), tabletop_of(game).rules
    return drawing.GameDrawing(Glyphs(), Texts("en"), None).board(View(rules.Game()))


def on_screen(game, cells):
    """Return column and line of each cell in the terminal, found by the names of the rows."""
    lines = drawn(game)
    found = {}
    for cell in cells:
        row, column = (cell[0], cell[1]) if game == "pylos" else (cell[1], cell[0])
        line = next(n for n, text in enumerate(lines) if text.plain.startswith(f"{row} "))
        found[cell] = "abcdef1234".index(column), line
    return found


HOLES = ["1a", "1c", "1g", "1i", "2e", "3b", "4a", "4i"]


@pytest.mark.slow
def test_the_ramp_climbs_to_the_right_and_hole_a_is_near_and_left():
    page = dict(zip(HOLES, run_module(PLACES % (json.dumps(HOLES), json.dumps("apagos")))))
    view = FromAbove(plan_in(LAYOUTS / "apagos-reed36.json"))
    sensors = {sensor.cell: sensor for sensor in view.plan.sensors}
    # The drawing has one square after the other; within a square it is seen from above.
    above = {cell: view.at(sensors[cell].x, sensors[cell].y) for cell in HOLES}
    for level in "14":
        inside = [cell for cell in HOLES if cell[0] == level]
        assert ranks({c: page[c] for c in inside}) == ranks({c: above[c] for c in inside})
    assert page["1a"][0] == min(x for x, _ in page.values())
    assert page["1a"][1] == max(y for _, y in page.values()), "nearest to White"
    starts = [line.plain.index("[") for line in reversed(drawn("apagos"))]
    assert starts == sorted(set(starts)), "in the terminal, too, the top lies farthest right"
    levels = [page[cell][0] for cell in ("1c", "2e", "3b", "4a")]
    assert levels == sorted(levels)

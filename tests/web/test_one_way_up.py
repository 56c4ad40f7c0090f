"""Terminal, page and hardware drawing show a board the same way up: the first player sits below."""

import json
from pathlib import Path

import pytest

from support.web.node import run_module
from underboard.games.gyges.drawing import GameDrawing as GygesDrawing
from underboard.games.pylos.drawing import GameDrawing as PylosDrawing
from underboard.hardware.drawings.views import View as FromAbove
from underboard.hardware.plan import plan_in
from underboard.referee.drawing.base import View
from underboard.referee.drawing.pen import Pen
from underboard.referee.tabletop import tabletop_of
from underboard.texts import Texts

LAYOUTS = Path(__file__).parents[2] / "firmware/layouts"
PLACES = """
import { where as pylos } from "@/js/pylos.js";
import { where as gyges } from "@/js/gyges.js";
const at = { pylos: (cell) => { const { x, y } = pylos(cell); return [x, y]; }, gyges };
console.log(JSON.stringify(%s.map((cell) => at[%s](cell))));
"""
BOARDS = [
    ("pylos", PylosDrawing, "pylos-reed16", ["a1", "a4", "d1", "d4", "b2", "c3"]),
    ("gyges", GygesDrawing, "gyges-reed38", ["a1", "f1", "a6", "f6", "b2", "e5"]),
]


def ranks(places):
    """Return column and row of each cell, counted from the left and from the top."""
    xs = sorted({round(x, 2) for x, _ in places.values()})
    ys = sorted({round(y, 2) for _, y in places.values()})
    return {cell: (xs.index(round(x, 2)), ys.index(round(y, 2))) for cell, (x, y) in places.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "drawing", "layout", "cells"), BOARDS)
def test_page_terminal_and_hardware_drawing_are_the_same_way_up(game, drawing, layout, cells):
    page = dict(zip(cells, run_module(PLACES % (json.dumps(cells), json.dumps(game)))))
    view = FromAbove(plan_in(LAYOUTS / f"{layout}.json"))
    above = {
        sensor.cell: view.at(sensor.x, sensor.y)
        for sensor in view.plan.sensors
        if sensor.cell in cells
    }
    assert ranks(page) == ranks(above)
    assert ranks(page) == ranks(on_screen(game, drawing, cells))


def on_screen(game, drawing, cells):
    """Return column and line of each cell in the terminal, found by the names of the rows."""
    texts, rules = Texts("en"), tabletop_of(game).rules
    lines = drawing(Pen(), texts, None).board(View(rules.Game()))
    found = {}
    for cell in cells:
        row, column = (cell[0], cell[1]) if game == "pylos" else (cell[1], cell[0])
        line = next(n for n, text in enumerate(lines) if text.plain.startswith(f"{row} "))
        found[cell] = "abcdef1234".index(column), line
    return found

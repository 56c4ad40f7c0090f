"""Noughts and crosses as JSON for the page, which draws a grid by itself."""

from typing import Any

from noughts_fw.cells import CELLS, cell_text


def pieces(game: Any) -> dict[str, Any]:
    """Return a letter or a dot for each cell, and where the cells lie."""
    signs = game.position_text().replace("/", "")[:CELLS]
    return {"cells": signs, "grid": {"columns": 3, "cells": [*map(cell_text, range(CELLS))]}}

"""Pylos drawn: levels side by side on one ground, and the lights where the pixels lie."""

from typing import Any

from rich.text import Text

from boardcore import pylos
from underboard.drawing.base import Drawing, View
from underboard.drawing.pen import FAINT

PIXEL_STEP_MM = 15
"""Cells of all levels lie on one raster of half a pitch (30 mm)."""


class PylosDrawing(Drawing):
    """Draws Pylos."""

    name = pylos.NAME

    def board(self, view: View) -> list[Text]:
        """Return the levels, the lowest first, and the lights."""
        blocks = [self._level(view.game, level) for level in range(4)]
        if self.layout and view.letters:
            blocks.append(self._lights(view.letters, view.tints))
        height = max(len(block) for block in blocks)
        widths = [max(line.cell_len for line in block) for block in blocks]
        rows = []
        for at in range(height):
            row = Text("")
            for block, width in zip(blocks, widths):
                # Blocks stand on one ground, whatever their height.
                missing = height - len(block)
                line = block[at - missing] if at >= missing else Text("")
                row += line
                row.append(" " * (width - line.cell_len + 3))
            rows.append(row)
        return rows

    def _level(self, game: Any, level: int) -> list[Text]:
        size, letters = pylos.LEVEL_SIZE[level], pylos.ROW_LETTERS[level]
        lines = [Text(self.texts("screen.level", level=level + 1), FAINT)]
        for row in range(size - 1, -1, -1):
            line = Text().append(f"{letters[row]} ", FAINT)
            for column in range(size):
                line.append(" ")
                line += self._cell(game, pylos.cell_at(level, row, column))
            lines.append(line)
        lines.append(Text("   " + " ".join(str(c + 1) for c in range(size)), FAINT))
        return lines

    def _cell(self, game: Any, cell: int) -> Text:
        for side in (pylos.LIGHT, pylos.DARK):
            if game.balls(side) >> cell & 1:
                return self.pen.ball(side)
        return self.pen.hole()

    def _lights(self, letters: str, tints: str) -> list[Text]:
        """Return the pixels where they lie, the far side on top as the light player sees it."""
        assert self.layout
        placed = {}
        for number, pixel in enumerate(self.layout.data["pixels"][: len(letters)]):
            place = round(pixel["x"] / PIXEL_STEP_MM), round(pixel["y"] / PIXEL_STEP_MM)
            placed[place] = number
        lines = [Text(self.texts("screen.lights"), FAINT)]
        columns = max(x for x, _ in placed) + 1
        for y in range(max(y for _, y in placed), -1, -1):
            line = Text("")
            for x in range(columns):
                if (x, y) in placed:
                    line += self.pen.light(letters, tints, placed[x, y])
                else:
                    line.append(" ")
                line.append(" ")
            lines.append(line)
        return lines

    def beside(self, view: View) -> list[Text]:
        """Return both reserves."""
        return [
            Text(
                self.texts(
                    "screen.reserve",
                    side=self.table.side_name(side, self.texts),
                    mark=self.pen.balls[side],
                    balls=view.game.reserve(side),
                )
            )
            for side in (pylos.LIGHT, pylos.DARK)
        ]

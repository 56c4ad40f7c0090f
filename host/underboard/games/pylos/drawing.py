"""Text drawing of Pylos, its levels side by side."""

from rich.text import Text

from boardcore.lights import cues
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import Game
from underboard.referee.drawing.base import Drawing, View, spots_of
from underboard.referee.drawing.glyphs import FAINT, tint_of

OFF = cues.LETTERS[cues.OFF]
PIXEL_STEP_MM = 15
"""Raster of the cells of all levels, mm; by the rules half a pitch of 30."""
STEP, SLANT = 4, 2
"""The pyramid drawn: columns from one cell to the next, and from one row to the one behind."""
LEFT = 9
"""Columns before the nearest cell of the ground: the name of a level stands there."""
EMPTY_CUES = ("MISSING", "SURPLUS")
"""Lights in no level's colour that speak of the lowest place where no ball of the game lies."""


class GameDrawing(Drawing):
    """Draws Pylos."""

    name = pylos.NAME
    columns = LEFT + 3 * (STEP + SLANT) + 4

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

    def wide(self, view: View) -> list[Text]:
        """Return the pyramid as one drawing, level on level, each light beside its cell."""
        lights = self.lights_of(view)
        rows = []
        for level in range(3, -1, -1):
            rows += self._floor(view.game, level, lights)
        return rows

    def _floor(self, game: Game, level: int, lights: dict[int, Text]) -> list[Text]:
        """Return the rows of one level seen from the light player's side, then its columns."""
        size, letters = pylos.LEVEL_SIZE[level], pylos.ROW_LETTERS[level]
        # Every level stands in the middle of the one below.
        inset = LEFT + (4 - size) * (STEP + SLANT) // 2
        rows = []
        for row in range(size - 1, -1, -1):
            line = Text(" " * (inset + row * SLANT - 3)).append(f"{letters[row]}  ", FAINT)
            for column in range(size):
                cell = pylos.cell_at(level, row, column)
                line += self._cell(game, cell) + lights.get(cell, Text(" "))
                line.append(" " * (STEP - 2))
            rows.append(line)
        name = self.texts("screen.level", level=level + 1)
        columns = (" " * (STEP - 1)).join(str(column + 1) for column in range(size))
        rows.append(Text(name + " " * (inset - len(name)) + columns, FAINT))
        return rows

    def lights_of(self, view: View) -> dict[int, Text]:
        """Return the sign beside each cell for which a light speaks.

        Cells one above the other share a pixel: its colour tells the level, else it speaks of
        the ball on top, or of the place where one is missing or too much.
        """
        lights: dict[int, Text] = {}
        if not self.layout or not view.letters:
            return lights
        columns: dict[int, list[int]] = {}
        for cell in range(pylos.CELLS):
            columns.setdefault(self.layout.pixel_of_cell[cell], []).append(cell)
        for pixel, cells in columns.items():
            if not 0 <= pixel < len(view.letters):
                continue
            row = cues.table()[cues.LETTERS.find(view.letters[pixel])]
            if row[0] != "OFF":
                cell = self._spoken_of(view, cells, row[0], tint_of(view.tints, pixel))
                lights[cell] = self.pen.light(view.letters, view.tints, pixel)
        return lights

    def _spoken_of(self, view: View, cells: list[int], cue: str, tint: int) -> int:
        """Return the cell that a light speaks of; ``cells``: one above the other, lowest first."""
        by_level = [cell for cell in cells if pylos.LEVEL[cell] == tint]
        if tint < cues.LEVEL_TINTS and by_level:
            return by_level[0]
        full = [cell for cell in cells if view.game.occupied >> cell & 1]
        empty = cells[len(full) :]
        if cue in EMPTY_CUES and empty:
            return empty[0]
        return full[-1] if full else cells[0]

    def _level(self, game: Game, level: int) -> list[Text]:
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

    def _cell(self, game: Game, cell: int) -> Text:
        for side in (pylos.LIGHT, pylos.DARK):
            if game.balls(side) >> cell & 1:
                return self.pen.ball(side)
        return self.pen.hole()

    def _lights(self, letters: str, tints: str) -> list[Text]:
        """Return the pixels where they lie, the far side on top as the light player sees it."""
        assert self.layout
        placed = {}
        for number, pixel in enumerate(spots_of(self.layout)[: len(letters)]):
            place = round(pixel["x"] / PIXEL_STEP_MM), round(pixel["y"] / PIXEL_STEP_MM)
            if place not in placed or letters[number] != OFF:
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

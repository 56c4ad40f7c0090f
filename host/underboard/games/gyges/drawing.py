"""Text drawing of Gygès, as South sees the board."""

from rich.text import Text

from boardcore.gyges import rules as gyges
from boardcore.gyges.rules import GOAL_N
from underboard.games.gyges.table import Table
from underboard.referee.drawing.base import Drawing, View
from underboard.referee.drawing.glyphs import FAINT

SIDE = 6
"""Number of cells along each side, by the rules."""
MIDDLE = "         "
"""Goals stand between the columns c and d."""


class GameDrawing(Drawing):
    """Draws Gygès."""

    name = gyges.NAME
    columns = 36

    def board(self, view: View) -> list[Text]:
        """Return the goal N, the rows 6 to 1, the columns, the goal S."""
        rows = [self._goal(view, GOAL_N)]
        for row in range(SIDE - 1, -1, -1):
            line = Text(f"{row + 1}  ", FAINT)
            for column in range(SIDE):
                line += self._cell(view, row * SIDE + column) + Text(" ")
            rows.append(line)
        rows.append(Text("   " + "  ".join("abcdef"), FAINT))
        rows.append(self._goal(view, GOAL_N + 1))
        return rows

    def _cell(self, view: View, cell: int) -> Text:
        light = self.light(view, cell)
        return self.pen.ring(view.game.cells[cell]) + (light if light.plain else Text(" "))

    def _goal(self, view: View, goal: int) -> Text:
        side = self.table.side_name(goal - GOAL_N, self.texts)
        name = gyges.cell_text(goal)
        line = Text(MIDDLE + name + " ", FAINT) + self._cell(view, goal)
        return line + Text("  " + self.table.words(self.texts, "screen.goal", side=side), FAINT)

    def beside(self, view: View) -> list[Text]:
        """Return the rings that are still to be set up, and how often this position came up."""
        game = view.game
        rows: list[Text] = []
        assert isinstance(self.table, Table)
        if game.setup:
            for side in (gyges.SOUTH, gyges.NORTH):
                left = self.table.rings_left(game.reserve(side), self.texts)
                if left:
                    name = self.table.side_name(side, self.texts)
                    words = self.table.words(self.texts, "screen.left", side=name, rings=left)
                    rows.append(Text(words))
        return rows

"""Board of noughts and crosses as three rows of text, a light beside each cell."""

from rich.text import Text

from underboard.referee.drawing.base import Drawing, View


class GameDrawing(Drawing):
    """Draws the board."""

    name = "noughts"
    columns = 16

    def board(self, view: View) -> list[Text]:
        """Return rows 3 to 1 and the columns."""
        signs = view.game.position_text()
        rows = []
        for row in (2, 1, 0):
            line = Text(f"{row + 1}  ")
            for column in range(3):
                line += (
                    Text(signs[4 * row + column]) + self.light(view, 3 * row + column) + Text(" ")
                )
            rows.append(line)
        return [*rows, Text("   a  b  c")]

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
        rows = [Text(f"{row}  ") for row in (3, 2, 1)]
        for row, line in zip((2, 1, 0), rows):
            for column in range(3):
                line.append(signs[4 * row + column]).append(self.light(view, 3 * row + column))
                line.append(" ")
        return [*rows, Text("   a  b  c")]

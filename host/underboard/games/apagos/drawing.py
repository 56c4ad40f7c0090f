"""Text drawing of Apagos."""

from rich.text import Text

from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import MARKS, mark, side_light
from boardcore.lights import cues
from underboard.referee.drawing.base import Drawing, View
from underboard.referee.drawing.glyphs import FAINT, tint_of

SIDE_OF_TINT = {cues.LIGHT_TINT: apagos.WHITE, cues.DARK_TINT: apagos.BLACK}


class GameDrawing(Drawing):
    """Draws Apagos."""

    name = apagos.NAME
    columns = 49

    def board(self, view: View) -> list[Text]:
        """Return one line per square, the highest first; the ramp falls to the left."""
        widest = max(9, 2 * max(view.game.holes) + 1)
        rows = []
        for level in range(apagos.TOP, -1, -1):
            row = Text(self.table.words(self.texts, "screen.level", level=level + 1), FAINT)
            # The ramp: the top square lies farthest to the right.
            row.append(" " * (2 + 2 * level))
            square = self._square(view, level)
            row += square
            row.append(" " * (widest - square.cell_len + 2 * (apagos.TOP - level) + 2))
            row += self._lights(view, level)
            rows.append(row)
        return rows

    def _square(self, view: View, level: int) -> Text:
        game = view.game
        if not game.holes[level]:
            return Text(self.table.words(self.texts, "screen.empty"), FAINT)
        square = Text("[")
        places = [self.pen.ball(apagos.WHITE)] * game.white[level]
        places += [self.pen.ball(apagos.BLACK)] * game.black[level]
        places += [self.pen.hole()] * game.free(level)
        for at, place in enumerate(places):
            square += Text(" " if at else "") + place
        return square + Text("]")

    def _lights(self, view: View, level: int) -> Text:
        lights = Text("")
        for which in range(len(MARKS)):
            lights += self._light(view, mark(level, which), "") + Text(" ")
        return lights

    def _light(self, view: View, cell: int, off: str) -> Text:
        """Return a light, and whose colour it shows; colour alone would not be seen by all."""
        light = self.light(view, cell, off or "   ")
        if self.layout and view.letters and light.plain.strip():
            side = SIDE_OF_TINT.get(tint_of(view.tints, self.layout.pixel_of_cell[cell]))
            light = light + (Text(" ") if side is None else self.pen.ball(side)) + Text(" ")
        return light

    def beside(self, view: View) -> list[Text]:
        """Return both reserves with the side's light, and squares that are still to be laid."""
        game = view.game
        rows = []
        for side in (apagos.WHITE, apagos.BLACK):
            words = self.texts(
                "screen.reserve",
                side=self.table.side_name(side, self.texts),
                mark=self.pen.balls[side],
                balls=game.reserve(side),
            )
            rows.append(Text(words + "  ") + self.light(view, side_light(side)))
        if game.beside:
            squares = "  ".join("%d/%d" % square for square in game.beside)
            rows.append(Text(self.table.words(self.texts, "screen.beside", squares=squares)))
        return rows

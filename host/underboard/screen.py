"""Screen: a game of Pylos as lines of text: levels side by side, lights, reserves, turns.

Every light has a sign of its own, so that nothing depends on colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group
from rich.text import Text

from boardcore import cues, pylos
from boardcore.layout import Layout
from underboard.texts import Texts

BALLS = ("○", "●")
EMPTY = "·"
SIGNS = {
    "OFF": "·",
    "LAST": "▫",
    "LEADS": "◂",
    "PLACE": "+",
    "RAISE": "↑",
    "GIVE": "↓",
    "WON": "★",
    "DRAWN": "=",
    "PYRAMID": "▲",
    "GOAL": "◎",
    "SQUARE": "■",
    "MAY_TAKE": "◇",
    "MUST_TAKE": "◆",
    "COUNT": "▪",
    "BALL": "•",
    "LIFTED": "⇧",
    "SLIDE": "⇩",
    "CLIMB": "⇑",
    "HINT_FROM": "↗",
    "HINT": "!",
    "CHOSEN": "✓",
    "ENOUGH": "Ø",
    "ASK": "?",
    "NEW_GAME": "N",
    "MISSING": "⊕",
    "SURPLUS": "⊖",
    "SWAP": "⇅",
}
"""One sign per cue of Pylos; for others, and where a terminal lacks the signs, the cue's letter
on the wire stands for it."""
PLAIN_BALLS = ("o", "#")
PIXEL_STEP_MM = 15
"""Cells of all levels lie on one raster of half a pitch (30 mm)."""
TURNS_SHOWN = 8
SIDE_STYLES = ("bold bright_white", "bold blue")
EMPTY_STYLE = "dim"


@dataclass
class View:
    """What there is to see."""

    game: Any
    letters: str = ""
    """The cue of each pixel, as the wire tells it; empty if no board is there."""
    tints: str = ""
    players: tuple[str, str] = ("", "")
    title: str = ""
    footer: Sequence[str] = field(default_factory=list)


class Screen:
    """Draws views in one language, for one layout."""

    def __init__(self, texts: Texts, layout: Layout | None, encoding: str = "utf-8") -> None:
        self._texts = texts
        self._layout = layout
        letters = {row[0]: row[1] for row in cues.TABLE}
        self._signs, self._balls, self._empty = letters | SIGNS, BALLS, EMPTY
        try:
            "".join([*SIGNS.values(), *BALLS]).encode(encoding)
        except (UnicodeEncodeError, LookupError):
            self._signs = letters
            self._balls, self._empty = PLAIN_BALLS, "."

    def render(self, view: View) -> Group:
        """Return what rich prints."""
        return Group(*self.texts(view))

    def lines(self, view: View) -> list[str]:
        """Return the same without colours."""
        return [text.plain.rstrip() for text in self.texts(view)]

    def texts(self, view: View) -> list[Text]:
        """Return the picture line by line."""
        say = self._texts
        title = view.title or say("screen.game", variant=variant_words(view.game, say))
        rows = [Text(title, "bold"), Text("")]
        rows += self._board(view)
        rows += [Text("")] + self._legend(view.letters)
        rows += [self._reserve(view.game, side) for side in (pylos.LIGHT, pylos.DARK)]
        rows.append(Text(last_turns(view.game, say)))
        if not view.game.outcome():
            rows.append(Text(to_move(view.game, view.players, say), "bold"))
        rows += [Text(line) for line in view.footer]
        return rows

    # The levels and the lights, side by side

    def _board(self, view: View) -> list[Text]:
        blocks = [self._level(view.game, level) for level in range(4)]
        if self._layout and view.letters:
            blocks.append(self._lights(view.letters, view.tints))
        height = max(len(block) for block in blocks)
        widths = [max(line.cell_len for line in block) for block in blocks]
        rows = []
        for at in range(height):
            row = Text("  ")
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
        lines = [Text(self._texts("screen.level", level=level + 1), EMPTY_STYLE)]
        for row in range(size - 1, -1, -1):
            line = Text().append(f"{letters[row]} ", EMPTY_STYLE)
            for column in range(size):
                line.append(" ")
                line += self._cell(game, pylos.cell_at(level, row, column))
            lines.append(line)
        lines.append(Text("   " + " ".join(str(c + 1) for c in range(size)), EMPTY_STYLE))
        return lines

    def _cell(self, game: Any, cell: int) -> Text:
        for side in (pylos.LIGHT, pylos.DARK):
            if game.balls(side) >> cell & 1:
                return Text(self._balls[side], SIDE_STYLES[side])
        return Text(self._empty, EMPTY_STYLE)

    def _lights(self, letters: str, tints: str) -> list[Text]:
        """Return the pixels where they lie, the far side on top as the light player sees it."""
        assert self._layout
        placed = {}
        for number, pixel in enumerate(self._layout.data["pixels"][: len(letters)]):
            place = round(pixel["x"] / PIXEL_STEP_MM), round(pixel["y"] / PIXEL_STEP_MM)
            placed[place] = number
        lines = [Text(self._texts("screen.lights"), EMPTY_STYLE)]
        columns = max(x for x, _ in placed) + 1
        for y in range(max(y for _, y in placed), -1, -1):
            line = Text("")
            for x in range(columns):
                if (x, y) in placed:
                    line += self._light(letters, tints, placed[x, y])
                else:
                    line.append(" ")
                line.append(" ")
            lines.append(line)
        return lines

    def _light(self, letters: str, tints: str, pixel: int) -> Text:
        row = cues.TABLE[cues.LETTERS.find(letters[pixel])]
        if row[0] == "OFF":
            return Text(self._signs["OFF"], EMPTY_STYLE)
        tint = int(tints[pixel]) if pixel < len(tints) else cues.AMBER
        red, green, blue = cues.TINTS[tint]
        return Text(self._signs[row[0]], f"bold rgb({red},{green},{blue})")

    def _legend(self, letters: str) -> list[Text]:
        """Return the meaning of every light that is lit now, the most urgent first."""
        lines = []
        for row in reversed(cues.TABLE[1:]):
            if row[1] in letters:
                known = row[0] in SIGNS
                meaning = self._texts(f"screen.cue.{row[0]}") if known else row[5]
                lines.append(Text(f"  {self._signs[row[0]]}  {meaning}", EMPTY_STYLE))
        return lines + [Text("")] if lines else []

    def _reserve(self, game: Any, side: int) -> Text:
        return Text(
            self._texts(
                "screen.reserve",
                side=side_name(side, self._texts),
                mark=self._balls[side],
                balls=game.reserve(side),
            )
        )


def side_name(side: int, texts: Texts) -> str:
    """Return what a side is called."""
    return texts(f"pylos.side.{pylos.SIDE_LETTERS[side]}")


def variant_words(game: Any, texts: Texts) -> str:
    """Return the game's variant in words."""
    return texts(f"pylos.variant.{game.variant}")


def to_move(game: Any, players: tuple[str, str], texts: Texts) -> str:
    """Return whose turn it is, in words."""
    name = side_name(game.side, texts)
    player = players[game.side]
    if player:
        return texts("screen.seat", side=name, player=player)
    return texts("screen.to-move", side=name)


def last_turns(game: Any, texts: Texts) -> str:
    """Return the last turns in notation, numbered."""
    first = max(len(game.turns) - TURNS_SHOWN, 0)
    turns = [
        f"{first + at + 1}. {pylos.turn_text(turn)}" for at, turn in enumerate(game.turns[first:])
    ]
    return texts("screen.turns", turns="  ".join(turns)) if turns else texts("screen.no-turns")

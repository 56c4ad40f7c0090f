"""Pen: the signs that boards are drawn with, and what stands for them on a poor terminal.

Every light, every side and every size of a ring has a sign of its own, so that nothing
depends on colour.
"""

from rich.text import Text

from boardcore import cues

BALLS = ("○", "●")
RINGS = ("·", "①", "②", "③")
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
    "MOVABLE": "↕",
    "WAY": "~",
    "LANDING": "▾",
    "DROP": "▿",
    "BOX": "×",
    "BOUNCE": "∩",
    "IN_REACH": "»",
    "PUT_SINGLE": "¹",
    "PUT_DOUBLE": "²",
    "PUT_TRIPLE": "³",
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
"""One sign per cue; on a terminal without them, the cue's letter on the wire stands for it."""
PLAIN_BALLS = ("o", "#")
PLAIN_RINGS = (".", "1", "2", "3")
SIDE_STYLES = ("bold", "bold bright_blue")
"""The first one is the terminal's own colour: readable on white and on black."""
FAINT = "dim"
DARK_BELOW = 64
"""A light with less luminance (of 255) gets a white sign, the others a black one."""


class Pen:
    """Draws single signs; ``encoding`` is the terminal's."""

    def __init__(self, encoding: str = "utf-8") -> None:
        letters = {row[0]: row[1] for row in cues.TABLE}
        self.signs, self.balls, self.rings, self.empty = letters | SIGNS, BALLS, RINGS, EMPTY
        try:
            "".join([*SIGNS.values(), *BALLS, *RINGS]).encode(encoding)
        except (UnicodeEncodeError, LookupError):
            self.signs = letters
            self.balls, self.rings, self.empty = PLAIN_BALLS, PLAIN_RINGS, "."

    def ball(self, side: int) -> Text:
        """Return a ball, or the mark of a side."""
        return Text(self.balls[side], SIDE_STYLES[side])

    def hole(self) -> Text:
        """Return a place where nothing stands."""
        return Text(self.empty, FAINT)

    def ring(self, size: int) -> Text:
        """Return a ring of size 1 to 3, or with 0 an empty cell."""
        return Text(self.rings[size], "bold" if size else FAINT)

    def light(self, letters: str, tints: str, pixel: int, off: str = "") -> Text:
        """Return what a pixel says; ``off``: instead of the sign for nothing."""
        row = cues.TABLE[cues.LETTERS.find(letters[pixel])]
        if row[0] == "OFF":
            return Text(off or self.signs["OFF"], FAINT)
        red, green, blue = cues.TINTS[tint_of(tints, pixel)]
        # After ITU-R BT.709.
        luminance = (54 * red + 183 * green + 19 * blue) // 256
        ink = "bright_white" if luminance < DARK_BELOW else "black"
        return Text(self.signs[row[0]], f"bold {ink} on rgb({red},{green},{blue})")


def tint_of(tints: str, pixel: int) -> int:
    """Return the tint of a pixel, amber if none is told."""
    return int(tints[pixel]) if pixel < len(tints) else cues.AMBER

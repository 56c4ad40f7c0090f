"""The signs that boards are drawn with, and what stands for them on a poor terminal.

Every light, every side and every size of a ring has a sign of its own, so that nothing
depends on colour.
"""

from rich.text import Text

from boardcore.lights import cues

BALLS = ("○", "●")
RINGS = ("·", "①", "②", "③")
EMPTY = "·"
SIGNS = {
    "OFF": "·", "LAST": "▫", "MAJORITY": "◂", "PLACE": "+", "RAISE": "↑", "CAN_DESCEND": "↓",
    "WON": "★", "DRAWN": "=", "PYRAMID": "▲", "GOAL": "◎", "SQUARE": "■", "MAY_TAKE": "◇",
    "MUST_TAKE": "◆", "COUNTDOWN": "▪", "BALL": "•", "PUT_BACK": "⇧", "SLIDE": "⇩", "CLIMB": "⇑",
    "MOVABLE": "↕", "PATH": "~", "LANDING": "▾", "BOX_TARGET": "▿", "BOX": "×", "BOUNCE": "∩",
    "IN_REACH": "»", "PUT_SINGLE": "¹", "PUT_DOUBLE": "²", "PUT_TRIPLE": "³", "HINT_FROM": "↗",
    "HINT": "!", "CHOSEN": "✓", "ASK_DONE": "Ø", "ASK": "?", "NEW_GAME": "N", "ENDING": "E",
    "MISSING": "⊕", "SURPLUS": "⊖", "SWAP": "⇅",
}  # fmt: skip
"""One sign per cue; on a terminal without them, the cue's letter on the wire stands for it."""
PLAIN_BALLS = ("o", "#")
PLAIN_RINGS = (".", "1", "2", "3")
SIDE_STYLES = ("bold", "bold rgb(61,103,255)")
"""The first one is the terminal's own colour, the second a blue that stands out from black and
from white: contrast 4.5 and more (WCAG 2.2; tests/host/test_screen_wide.py)."""
FAINT = "dim"
INKS = ((0, 0, 0), (255, 255, 255))
"""Signs on a light are drawn in one of these: a theme may show its own "black" as grey."""
NO_LIGHTS = "bold reverse"
"""Style of a light on a terminal that lacks its colour."""


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Return how well two colours can be told apart, 1 to 21, as WCAG 2.2 computes it.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    first, second = sorted((_luminance(one), _luminance(other)))
    return (second + 0.05) / (first + 0.05)


def _luminance(colour: tuple[int, int, int]) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _rgb(colour: tuple[int, int, int]) -> str:
    return f"rgb({colour[0]},{colour[1]},{colour[2]})"


class Glyphs:
    """Draws single signs; ``encoding`` is the terminal's, ``few``: it has at most 16 colours."""

    def __init__(self, encoding: str = "utf-8", few: bool = False) -> None:
        self._few = few
        letters = {row[0]: row[1] for row in cues.table()}
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
        # A board with fewer pixels than its layout says tells nothing of the others.
        row = cues.table()[cues.LETTERS.find(letters[pixel]) if pixel < len(letters) else 0]
        if row[0] == "OFF":
            return Text(off or self.signs["OFF"], FAINT)
        colour = cues.TINTS[tint_of(tints, pixel)]
        ink = max(INKS, key=lambda ink: contrast(ink, colour))
        style = NO_LIGHTS if self._few else f"bold {_rgb(ink)} on {_rgb(colour)}"
        return Text(self.signs[row[0]], style)


def tint_of(tints: str, pixel: int) -> int:
    """Return the tint of a pixel, amber if none is told."""
    return int(tints[pixel]) if pixel < len(tints) else cues.AMBER

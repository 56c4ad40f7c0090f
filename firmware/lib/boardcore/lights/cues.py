"""Cues of the cells (their meaning before it becomes colour and rhythm).

A later cue in the table overrides an earlier one on the same pixel: errors
override questions, questions override hints, hints override the rest.  No two
cues share both rhythm and brightness, so none depends on colour alone.
"""

from array import array

from boardcore.lights import rhythms

LEVEL_TINTS = 4
"""Number of tints, one for each level of a pyramid, as in the rules of Pylos."""
LIGHT_TINT, DARK_TINT, AMBER, RED = 4, 5, 6, 7
SIDE_TINTS = (LIGHT_TINT, DARK_TINT)
TINTS = (
    (70, 150, 255),  # level 0: sky blue
    (0, 200, 120),  # level 1: green
    (255, 210, 0),  # level 2: yellow
    (255, 90, 180),  # level 3: pink
    (255, 190, 120),  # light balls: warm white
    (60, 40, 255),  # dark balls: indigo
    (255, 130, 0),  # amber
    (255, 20, 0),  # red
)
"""Red, green, blue at full brightness.  Neighbours differ in blue and in lightness, not only
in red against green, after Okabe and Ito's palette for colour-blind readers."""

BY_CALLER = 15
"""Index of a tint that the level of a cell or a player decides; chosen."""


def table() -> tuple:
    """Return all cues, the weakest first.

    What they mean is told here and in the README, not to boards: they have no memory to spare for
    it, and keep but the columns.
    """
    return (
        # name, letter, rhythm, brightness of 255, tint  # meaning
        ("OFF", ".", 0, 0, AMBER),  # nothing to say
        ("LAST", "l", rhythms.STEADY, 10, BY_CALLER),  # the last move ended here
        ("MAJORITY", "j", rhythms.STEADY, 18, BY_CALLER),  # this side has the majority here
        ("PLACE", "p", rhythms.STEADY, 28, BY_CALLER),  # a ball of the reserve may be placed here
        ("RAISE", "r", rhythms.SLOW, 40, AMBER),  # this ball may be raised
        ("CAN_DESCEND", "b", rhythms.SLOW, 60, BY_CALLER),  # a ball may go down from here
        ("WON", "w", rhythms.SLOW, 140, BY_CALLER),  # this side has won
        ("DRAWN", "d", rhythms.COUNTER, 90, BY_CALLER),  # drawn
        ("PYRAMID", "^", rhythms.STEADY, 150, BY_CALLER),  # the pyramid is complete
        ("GOAL", "g", rhythms.SLOW, 110, BY_CALLER),  # the lifted ball may go here
        ("SQUARE", "s", rhythms.STEADY, 120, BY_CALLER),  # this square or line was made
        ("MAY_TAKE", "m", rhythms.COUNTER, 60, BY_CALLER),  # this ball may be taken back too
        ("MUST_TAKE", "k", rhythms.FAST, 60, BY_CALLER),  # take back one or two of these
        ("COUNTDOWN", "t", rhythms.STEADY, 45, BY_CALLER),  # time left until it counts
        ("BALL", "o", rhythms.STEADY, 90, BY_CALLER),  # this ball was put here; "next" recolours it
        ("PUT_BACK", "i", rhythms.SLOW, 20, AMBER),  # put this square back
        ("SLIDE", "v", rhythms.COUNTER, 110, BY_CALLER),  # this square slides down
        ("CLIMB", "u", rhythms.FAST, 110, BY_CALLER),  # this square climbs
        ("MOVABLE", "y", rhythms.SLOW, 80, BY_CALLER),  # this ring may be played
        ("PATH", "~", rhythms.STEADY, 75, BY_CALLER),  # the last ring came along here
        ("LANDING", "a", rhythms.STEADY, 100, BY_CALLER),  # the lifted ring may end here
        ("BOX_TARGET", "z", rhythms.STEADY, 35, AMBER),  # the boxed ring may go here
        ("BOX", "q", rhythms.COUNTER, 50, BY_CALLER),  # the lifted ring may box this one
        ("BOUNCE", "#", rhythms.COUNTER, 120, BY_CALLER),  # the lifted ring may box it or bounce on
        ("IN_REACH", "!", rhythms.DIP, 180, BY_CALLER),  # the lifted ring may end in this goal
        ("PUT_SINGLE", "1", rhythms.ONE, 100, BY_CALLER),  # put a single here
        ("PUT_DOUBLE", "2", rhythms.TWO, 100, BY_CALLER),  # put a double here
        ("PUT_TRIPLE", "3", rhythms.THREE, 100, BY_CALLER),  # put a triple here
        ("HINT_FROM", "f", rhythms.TRIPLE, 50, AMBER),  # hint: this ball
        ("HINT", "h", rhythms.TRIPLE, 110, BY_CALLER),  # hint: to here
        ("CHOSEN", "c", rhythms.STEADY, 60, BY_CALLER),  # this part of the answer is known
        ("ASK_DONE", "e", rhythms.GAP, 200, BY_CALLER),  # question: and nothing more?
        ("ASK", "?", rhythms.DOUBLE, 160, BY_CALLER),  # question: was it this one?
        ("NEW_GAME", "n", rhythms.COUNTER, 40, AMBER),  # question: a new game?
        ("ENDING", "E", rhythms.DOUBLE, 100, BY_CALLER),  # question: does this side give up?
        ("MISSING", "+", rhythms.GAP, 120, AMBER),  # put a ball here
        ("SURPLUS", "-", rhythms.FAST, 140, RED),  # take this ball off
        ("SWAP", "x", rhythms.FAST, 180, RED),  # these two squares change places
    )


(
    OFF, LAST, MAJORITY, PLACE, RAISE, CAN_DESCEND, WON, DRAWN, PYRAMID, GOAL, SQUARE, MAY_TAKE,
    MUST_TAKE, COUNTDOWN, BALL, PUT_BACK, SLIDE, CLIMB, MOVABLE, PATH, LANDING, BOX_TARGET, BOX,
    BOUNCE, IN_REACH, PUT_SINGLE, PUT_DOUBLE, PUT_TRIPLE, HINT_FROM, HINT, CHOSEN, ASK_DONE,
    ASK, NEW_GAME, ENDING, MISSING, SURPLUS, SWAP,
) = range(38)  # fmt: skip

_rows = table()
LETTERS = "".join([row[1] for row in _rows])
RHYTHMS = array("H", [row[2] for row in _rows])
BRIGHTNESS = bytes([row[3] for row in _rows])
_TINTS = bytes([row[4] for row in _rows])
_rows = ()
DIGIT_0 = 48
"""Code of the cue for the digit 0; chosen as in ASCII."""

BEAT_LIGHT, BEAT_DARK, BEAT_LOST, BEAT_FAILED, BEAT_HURRY = 1, 2, 4, 8, 16
BEATS = (
    # bit n of a pixel's beats: name, first slot, tint, brightness  # meaning
    ("light", 0, LIGHT_TINT, 120),  # light is to move: the two near corners beat together
    ("dark", 8, DARK_TINT, 150),  # dark is to move: the two far corners beat together
    ("lost", 4, RED, 60),  # the computer has gone: the left corners beat
    ("failed", 12, AMBER, 60),  # the sensor here has failed; the game goes on without it
    ("hurry", 6, AMBER, 120),  # the last minute on the clock of the side to move
)
"""Short beats laid over whatever a corner says, two slots long, each at its own time."""
BEAT_SLOTS = 2
"""Width of a beat, number of slots; chosen."""


class Frame:
    """State of the pixels of one board: cue, tint and beat of each."""

    def __init__(self, pixel_of_cell, pixels: int) -> None:
        self._pixel_of_cell = pixel_of_cell
        self.cues = bytearray(pixels)
        self.tints = bytearray(pixels)
        self.beats = bytearray(pixels)
        self._off = bytes(pixels)
        self._amber = bytes([AMBER] * pixels)
        self._told_cues = bytearray(pixels)
        self._told_tints = bytearray(pixels)

    def clear(self) -> None:
        """Let every pixel fall silent.  Allocates nothing."""
        self.cues[:] = self._off
        self.tints[:] = self._amber
        self.beats[:] = self._off

    def mark(self, cell: int, cue: int, tint: int) -> None:
        """Give a cell's pixel a cue, unless a stronger one is there.

        ``tint``: used where the cue's own is BY_CALLER.
        """
        pixel = self._pixel_of_cell[cell]
        if cue >= self.cues[pixel]:
            own = _TINTS[cue]
            self.cues[pixel] = cue
            self.tints[pixel] = tint if own == BY_CALLER else own

    def mark_all(self, cells, cue: int, tint: int) -> None:
        """Give the pixels of several cells a cue, unless a stronger one is there."""
        for cell in cells:
            self.mark(cell, cue, tint)

    def beat(self, cells, beat: int) -> None:
        """Lay a beat over the pixels of cells, beside those that they have."""
        for cell in cells:
            self.beats[self._pixel_of_cell[cell]] |= beat

    def fill(self, cue: int, tint: int) -> None:
        """Give every pixel a cue."""
        for pixel in range(len(self.cues)):
            self.cues[pixel] = cue
            self.tints[pixel] = tint

    def has_changed(self) -> bool:
        """Return True if cues or tints have changed since the last call.  Allocates nothing."""
        if self.cues == self._told_cues and self.tints == self._told_tints:
            return False
        self._told_cues[:] = self.cues
        self._told_tints[:] = self.tints
        return True

    def letters(self) -> str:
        """Return one letter per pixel, its cue."""
        # In a place of its own: a list would grow, and each larger one needs room found for it.
        text = bytearray(self.cues)
        for i in range(len(text)):
            text[i] = ord(LETTERS[text[i]])
        return text.decode()

    def tint_digits(self) -> str:
        """Return one digit per pixel, its tint."""
        text = bytearray(self.tints)
        for i in range(len(text)):
            text[i] += DIGIT_0
        return text.decode()

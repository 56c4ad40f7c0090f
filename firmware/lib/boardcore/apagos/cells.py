"""Names of the holes and lights in a layout of Apagos.

Each of the four slots of the ramp has nine holes, ``2a`` to ``2i`` row by row
from the corner at the lower left, and four marks for lights at its rim.  Two
more marks show whose turn it is.
"""

from boardcore.apagos.positions import LEVELS, MAX_HOLES
from boardcore.errors import Choices, ParseError, Phrase
from boardcore.layout.schema import check

HOLES = 9
"""Number of places for a ball in one slot, in rows of three, by the rules of the game."""
HOLE_LETTERS = "abcdefghi"
"""Names of these places, row by row from the lower left."""

MARKS = ("receive", "give", "move", "ball")
"""Lights of a slot: it may receive; it may give; its square climbs or slides; the new ball."""
RECEIVE, GIVE, MOVE, BALL = range(4)
FIRST_MARK = LEVELS * HOLES
SIDES = ("white", "black")
FIRST_SIDE = FIRST_MARK + LEVELS * len(MARKS)
CELLS = FIRST_SIDE + len(SIDES)


def hole(level: int, place: int) -> int:
    """Return the cell of one of the nine places of a slot."""
    return level * HOLES + place


def mark(level: int, which: int) -> int:
    """Return the cell of one of the four lights of a slot."""
    return FIRST_MARK + level * len(MARKS) + which


def side_light(side: int) -> int:
    """Return the cell of the light that beats while this side is to move."""
    return FIRST_SIDE + side


def cell_text(cell: int) -> str:
    """Return ``2e``, ``2receive`` or ``white``; levels count from 1."""
    if cell >= FIRST_SIDE:
        return SIDES[cell - FIRST_SIDE]
    if cell >= FIRST_MARK:
        at = cell - FIRST_MARK
        return "%d%s" % (at // len(MARKS) + 1, MARKS[at % len(MARKS)])
    return "%d%s" % (cell // HOLES + 1, HOLE_LETTERS[cell % HOLES])


def parse_cell(text: str) -> int:
    """Return the cell of a text as from ``cell_text``.

    Raises ParseError.
    """
    if text in SIDES:
        return FIRST_SIDE + SIDES.index(text)
    if len(text) > 1 and text[0] in "1234":
        level, name = int(text[0]) - 1, text[1:]
        if name in MARKS:
            return mark(level, MARKS.index(name))
        if len(name) == 1 and name in HOLE_LETTERS:
            return hole(level, HOLE_LETTERS.index(name))
    told = (
        "%r is not a place on an Apagos board: expected a hole 1a to 4i, a light 1%s to 4%s, or %s"
    )
    raise ParseError(told, text, MARKS[0], MARKS[3], Choices(" or ", SIDES))


def check_layout(layout) -> None:
    """Check the keys that only layouts of Apagos have: the holes of each face, the squares' discs.

    Raises ParseError, naming the key.
    """
    faces = layout.data.get("faces")
    some = isinstance(faces, dict) and faces
    check(some, "faces", faces, "the holes of each face, like 3: d e f")
    known = [str(count) for count in range(1, MAX_HOLES + 1)]
    for count in faces:
        holes = faces[count]
        good = count in known and isinstance(holes, list) and len(holes) == int(count)
        for at in range(len(holes) if good else 0):
            good = good and holes[at] in tuple(HOLE_LETTERS) and holes[at] not in holes[:at]
        letters = Phrase("so many different letters out of %s", HOLE_LETTERS)
        check(good, "faces." + count, holes, letters)
    if layout.scale is not None:
        _check_plate(layout)
        return
    for cell in layout.cell_of_sensor:
        check(cell < FIRST_MARK, "sensors", Phrase("%s, a light", cell_text(cell)), "a hole")


def _check_plate(layout) -> None:
    """Check that places are the middles of the slots; a side's light stands for its rack.

    Raises ParseError.
    """
    cells = list(layout.cell_of_sensor)
    middles = [hole(level, HOLES // 2) for level in range(LEVELS)]
    good = cells in (middles, middles + [FIRST_SIDE, FIRST_SIDE + 1])
    seen = ", ".join([cell_text(cell) for cell in cells])
    slots = Choices(", ", [cell_text(cell) for cell in middles])
    racks = Phrase("%s, and white, black if their racks are on the plate", slots)
    check(good, "places", seen, racks)

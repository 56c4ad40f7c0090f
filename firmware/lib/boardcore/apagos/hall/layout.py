"""Apagos layout with Hall sensors: discs in the squares, and four slots that are alike."""

from boardcore.apagos.hall.codes import Codes
from boardcore.apagos.hall.effects import LETTERS, sensors_of
from boardcore.apagos.places import CORNERS, HOLES
from boardcore.errors import Unreadable
from boardcore.layout.keys import wrong

ALIKE_MM = 0.01
"""Largest distance of a place from the first slot's pattern, mm; chosen."""


def check_layout(layout) -> None:
    """Check the codes and the slots of a layout with Hall sensors.

    Raises Unreadable, naming the key.
    """
    codes = layout.data.get("codes")
    if not isinstance(codes, dict):
        raise Unreadable("layout: codes is %r, expected the discs in the squares", codes)
    spots = codes.get("spots")
    if not isinstance(spots, list) or len(spots) != CORNERS:
        raise Unreadable("layout: codes.spots is %r, expected %d corners", spots, CORNERS)
    moment = codes.get("moment_am2")
    if not isinstance(moment, float) or not 0 < moment < 1000:
        raise Unreadable("layout: codes.moment_am2 is %r, expected A m2", moment)
    squares = codes.get("squares")
    if not isinstance(squares, list) or not squares:
        raise Unreadable("layout: codes.squares is %r, expected a list", squares)
    for i in range(len(squares)):
        if not isinstance(squares[i], dict):
            raise wrong("codes.squares[%d]" % i, squares[i], "a word and two faces")
        word, faces = squares[i].get("word"), squares[i].get("faces")
        good = isinstance(word, str) and len(word) == CORNERS
        if not good or [letter for letter in word if letter not in LETTERS]:
            raise Unreadable(
                "layout: codes.squares[%d].word is %r, expected %d of + - 0", i, word, CORNERS
            )
        known = layout.data["faces"]
        good = isinstance(faces, list) and len(faces) == 2
        if not good or [holes for holes in faces if str(holes) not in known]:
            raise Unreadable(
                "layout: codes.squares[%d].faces is %r, expected two of %s",
                i,
                faces,
                ", ".join(sorted(known)),
            )
    Codes(codes)
    _check_slots(layout.field)


def _check_slots(field) -> None:
    """Check that all slots have the pattern of the first, which the decoder uses for all."""
    slots = len(field.cells) // HOLES
    if len(field.cells) != HOLES * slots or list(field.cells) != list(range(HOLES * slots)):
        raise Unreadable("layout: places: expected 1a to %di in this order", slots)
    first = sensors_of(field, 0)
    for slot in range(1, slots):
        sensors = sensors_of(field, slot)
        base, own = field.places[0], field.places[HOLES * slot]
        pairs = [(field.places[at], field.places[HOLES * slot + at]) for at in range(HOLES)]
        if len(sensors) == len(first):
            pairs += [(field.spots[first[i]], field.spots[sensors[i]]) for i in range(len(first))]
        else:
            pairs = []
        far = [
            abs(one[axis] - base[axis] - other[axis] + own[axis])
            for one, other in pairs
            for axis in range(3)
        ]
        if not far or max(far) > ALIKE_MM:
            raise Unreadable(
                "layout: sensors, places: slot %d is not like the first: expected %d sensors "
                "and nine places in the same pattern",
                slot + 1,
                len(first),
            )

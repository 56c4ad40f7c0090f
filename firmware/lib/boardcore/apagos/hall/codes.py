"""Codes: identifies the square in a slot, its upper face and its rotation.

Each corner of a square holds a magnet disc with north up, south up, or none: four letters ``+``,
``-``, ``0`` make a code word.  A square that is turned over shows the same discs mirrored and with
opposite poles, which is another word; so each face has a number of its own.
"""

from array import array

from boardcore.apagos.hall.effects import LETTERS
from boardcore.apagos.places import CORNERS
from boardcore.errors import Unreadable

NO_FACE = 0
"""No square."""
UNSURE = -1
"""Discs that fit no word."""
LEAST, MOST = 0.5, 1.5
"""Range of a square's disc strength, relative to the layout's; chosen."""
CLEAR = 0.6
"""Margin of a word over *no square*, in squared discs; the weakest discs reach 0.75."""
SECOND = 0.15
"""Margin of a word over the next one if a corner's sensor has failed."""
UNLIKE = 0.5
"""Product of readings and word below which the word is skipped: it cannot be ``CLEAR``."""


class Codes:
    """The words of all faces: number 1 is the first square's first face, 2 its other one.

    ``holes[face]``: number of its holes.  ``read`` leaves the quarter turns in ``turns``.
    Raises Unreadable for words that cannot be told apart.
    """

    def __init__(self, codes) -> None:
        """``codes``: the layout's key."""
        self.words: list[str] = [""]
        self.holes: list[int] = [0]
        for square in codes["squares"]:
            self.words += [square["word"], turned_over(square["word"])]
            self.holes += list(square["faces"])
        self.faces = len(self.words) - 1
        self.turns = 0
        # For each face and rotation four numbers, one per corner: -1, 0 or 1.
        self._letters = array("b", [0] * (CORNERS * CORNERS * (self.faces + 1)))
        for face in range(1, self.faces + 1):
            for turns in range(CORNERS):
                word = turned(self.words[face], turns)
                for corner in range(CORNERS):
                    at = CORNERS * (CORNERS * face + turns) + corner
                    self._letters[at] = LETTERS.index(word[corner]) - 1
        for face in range(1, self.faces + 1):
            word = self.words[face]
            for turns in range(1, CORNERS):
                if turned(word, turns) == word:
                    raise Unreadable("layout: codes: %r reads alike from two corners", word)
            for other in range(1, face):
                if turns_to(word, self.words[other]) >= 0:
                    raise Unreadable("layout: codes: %r is %r, turned", word, self.words[other])

    def read(self, shares, usable, taken: int, far: float) -> int:
        """Return the face whose word fits, NO_FACE for no discs, UNSURE for anything else.

        ``shares``: field per corner, relative to that of a disc; ``usable``: whether the
        corner's sensor works; ``taken``: mask of faces that lie elsewhere; ``far``: largest
        squared distance from a word, in discs.
        """
        best, least, second = UNSURE, far, far
        one, two, three, four = [shares[i] if usable[i] else 0.0 for i in range(CORNERS)]
        nothing = one * one + two * two + three * three + four * four
        if nothing < least:
            best, least = NO_FACE, nothing
        letters = self._letters
        for face in range(1, self.faces + 1):
            if taken >> face & 1:
                continue
            for turns in range(CORNERS):
                at = CORNERS * (CORNERS * face + turns)
                product = one * letters[at] + two * letters[at + 1]
                product += three * letters[at + 2] + four * letters[at + 3]
                if product < UNLIKE:
                    continue
                off = nothing + self._more_off(at, product, usable)
                if off < least and off < nothing - CLEAR:
                    best, least, second, self.turns = face, off, least, turns
                elif off < second:
                    second = off
        if best > NO_FACE and second - least < SECOND and not all(usable):
            return UNSURE
        return best

    def _more_off(self, at: int, product: float, usable) -> float:
        """Return the squared distance of a word minus that of no discs, at its best strength."""
        size = 0
        for corner in range(CORNERS):
            if usable[corner] and self._letters[at + corner]:
                size += 1
        strength = max(LEAST, min(MOST, product / size))
        return strength * (strength * size - 2 * product)

    def word(self, face: int, turns: int) -> str:
        """Return the word of a face turned by a number of quarter turns."""
        return turned(self.words[face], turns)


def other_face(face: int) -> int:
    """Return the number of the face below."""
    return (face - 1 ^ 1) + 1


def square_of(face: int) -> int:
    """Return the number of the square that has this face, from 0."""
    return face - 1 >> 1


def turned(word: str, turns: int) -> str:
    """Return a word as it reads after a number of quarter turns."""
    turns %= CORNERS
    return word[CORNERS - turns :] + word[: CORNERS - turns]


def turned_over(word: str) -> str:
    """Return the word of the other face: mirrored, north where south was."""
    return "".join([LETTERS[2 - LETTERS.index(word[CORNERS - 1 - i])] for i in range(CORNERS)])


def turns_to(word: str, seen: str) -> int:
    """Return the number of quarter turns that make one word another, -1: none does."""
    for turns in range(CORNERS):
        if turned(word, turns) == seen:
            return turns
    return -1

"""Codes: which square lies in a slot, which face is up and how the square is turned.

Squares do not roll as balls do.  Magnet discs in their corners, each with north or south up or
left out, make a code word.  A square that is turned over shows the same discs mirrored and with
opposite poles, which is another word; so each face has a number of its own.
"""

from array import array

from boardcore.apagos.hall.effects import LETTERS
from boardcore.apagos.places import CORNERS
from boardcore.errors import Unreadable

NO_FACE = 0
UNSURE = -1
LEAST, MOST = 0.5, 1.5
"""Range of a square's disc strength, as a share of the layout's."""
CLEAR = 0.6
"""Margin of a word over no square; the weakest discs reach 0.75."""
SECOND = 0.15
"""Margin of a word over the next one if a corner is dead."""
UNLIKE = 0.5
"""Share below which discs make no word: it could not be ``CLEAR``."""


class Codes:
    """The words of all faces: number 1 is the first square's first face, 2 its other one.

    ``holes[face]``: how many it shows.  ``read`` leaves the quarter turns in ``turns``.
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
        # Four numbers for each way that each face may lie: what its corners hold.
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
        """Return the face whose discs are felt, NO_FACE for none, UNSURE for something else.

        ``shares``: per corner, as a share of what a disc does there; ``usable``: which of
        them tell anything; ``taken``: bits of faces that cannot lie there; ``far``: sum of
        squares, in discs, by which a word may be missed.
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
        """Return by how much a word is missed more than none, if its discs may be weaker."""
        size = 0
        for corner in range(CORNERS):
            if usable[corner] and self._letters[at + corner]:
                size += 1
        strength = max(LEAST, min(MOST, product / size))
        return strength * (strength * size - 2 * product)

    def word(self, face: int, turns: int) -> str:
        """Return the word of a face that lies turned by some quarter turns."""
        return turned(self.words[face], turns)


def other_face(face: int) -> int:
    """Return the number of the face below."""
    return (face - 1 ^ 1) + 1


def square_of(face: int) -> int:
    """Return the number of the square that has this face, from 0."""
    return face - 1 >> 1


def turned(word: str, turns: int) -> str:
    """Return a word as it reads after some quarter turns."""
    turns %= CORNERS
    return word[CORNERS - turns :] + word[: CORNERS - turns]


def turned_over(word: str) -> str:
    """Return the word of the other face: mirrored, north where south was."""
    return "".join([LETTERS[2 - LETTERS.index(word[CORNERS - 1 - i])] for i in range(CORNERS)])


def turns_to(word: str, seen: str) -> int:
    """Return by how many quarter turns a word becomes another, -1 if by none."""
    for turns in range(CORNERS):
        if turned(word, turns) == seen:
            return turns
    return -1

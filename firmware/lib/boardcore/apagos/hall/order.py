"""Order: the face of the square on each level of the position.

A position holds the number of holes of each square, not which square it is; the board sees faces.
So the order is kept from turn to turn, and read from the board when a game begins.
"""

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos.hall.codes import NO_FACE, other_face, square_of
from boardcore.apagos.positions import LEVELS, NO_SQUARE
from boardcore.apagos.rules import climbs, goal_level, is_lay


class Order:
    """``order``: the face on each level, None while unknown; ``seen``: the faces seen last."""

    def __init__(self, game) -> None:
        self._game = game
        self.codes: Any = None
        """The faces and their holes: ``codes.Codes``."""
        self.seen = bytearray(LEVELS)
        self.order: Any = None
        self.turns: list[int] = list(game.turns)
        """The turns of the game after which ``order`` holds."""

    def fits(self, face: int, holes: int) -> bool:
        """Return whether a face has this number of holes."""
        return self.codes is not None and self.codes.holes[face] == holes

    def adopt(self) -> None:
        """Take the squares seen as those of the game."""
        self.sync()
        self.order = list(self.seen)

    def consider(self, game) -> None:
        """Follow another game: a copy with other last turns."""
        self._game = game

    def sync(self) -> None:
        """Update ``order`` to the present turn of the game."""
        turns, known = self._game.turns, self.turns
        if self.order is None:
            self.order = self._assign()
            self.turns = list(turns)
            return
        while len(known) > len(turns) or (known and known[-1] != turns[len(known) - 1]):
            self._roll(known.pop(), True)
        while len(known) < len(turns):
            known.append(turns[len(known)])
            self._roll(known[-1], False)

    def _roll(self, turn: int, back: bool) -> None:
        order, level = self.order, goal_level(turn)
        if is_lay(turn):
            order[level] = NO_FACE if back else self._laid_face(turn)
        elif climbs(turn):
            order[level], order[level + 1] = order[level + 1], order[level]

    def _assign(self):
        """Return a face for each level: of all possible orders the one with most faces seen.

        Each square occurs once.
        """
        ways: list[tuple] = [((), 0)]
        for level in range(LEVELS):
            holes = self._game.holes[level]
            longer = []
            for order, same in ways:
                if holes == NO_SQUARE:
                    longer.append((order + (NO_FACE,), same))
                    continue
                used = [square_of(one) for one in order if one]
                for face in range(1, self.codes.faces + 1 if self.codes else 1):
                    if self.fits(face, holes) and square_of(face) not in used:
                        longer.append((order + (face,), same + (face == self.seen[level])))
            ways = longer
        best, most = (NO_FACE,) * LEVELS, -1
        for order, same in ways:
            if same > most:
                best, most = order, same
        return list(best)

    def _laid_face(self, turn: int) -> int:
        """Return the face that a turn has laid: the one seen there, if it fits."""
        shown, hidden = turn >> 4 & 15, turn & 15
        used = [square_of(face) for face in self.order if face]
        faces = [self.seen[goal_level(turn)]] + list(range(1, self.codes.faces + 1))
        for face in faces:
            if face and square_of(face) not in used and self.fits(face, shown):
                if self.fits(other_face(face), hidden):
                    return face
        return NO_FACE

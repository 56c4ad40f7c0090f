"""Value of a Pylos position, looked up in the complete table."""

from pathlib import Path

from underboard.games.pylos.engine.table import store
from underboard.games.pylos.engine.table.classes import classes_of
from underboard.games.pylos.engine.table.pyramid import Pyramid
from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.games.pylos.engine.table.store import Store
from underboard.games.pylos.engine.table.values import DRAW, WIN

CHUNK = 10
"""Bits of a set of cells that are mapped at once; chosen."""


class Index:
    """Finds the entry of a position."""

    def __init__(self, base: int) -> None:
        classes = classes_of(base)
        self.cells = Pyramid(base).cells
        self._starts = classes.starts.tolist()
        self._class = {int(mask): at for at, mask in enumerate(classes.representatives)}
        self._maps = [
            [_chunk_map(symmetry, first) for first in range(0, self.cells, CHUNK)]
            for symmetry in Pyramid(base).symmetries.tolist()
        ]

    def find(self, mine: int, theirs: int) -> int:
        """Return the entry of the mover's balls and the other side's."""
        occupied = mine | theirs
        best, by = -1, self._maps[0]
        for maps in self._maps:
            image = _image(maps, occupied)
            if best < 0 or image < best:
                best, by = image, maps
        number = self._class[best]
        own = _image(by, mine)
        colouring = 0
        bit = 1
        while best:
            lowest = best & -best
            if own & lowest:
                colouring |= bit
            bit <<= 1
            best ^= lowest
        return int(self._starts[number]) + colouring


def _chunk_map(symmetry: list[int], first: int) -> list[int]:
    """Return the images of the sets of up to CHUNK cells from ``first`` on."""
    images = [0]
    for cell in range(first, min(first + CHUNK, len(symmetry))):
        images += [image | 1 << symmetry[cell] for image in images]
    return images


def _image(maps: list[list[int]], mask: int) -> int:
    image = 0
    for chunk in maps:
        image |= chunk[mask & (1 << CHUNK) - 1]
        mask >>= CHUNK
    return image


class EndgameTable:
    """The complete table of one rule set, read from its file."""

    def __init__(self, path: Path, rules: RuleSet) -> None:
        """Open the file.  Raises OSError, or Unusable for a damaged or foreign one."""
        self.rules = rules
        self.store = Store(path, rules)
        self._index = Index(rules.base)
        self._cells = self._index.cells

    def lost_in(self, mine: int, theirs: int) -> int:
        """Return in how many plies the side to move, which has ``mine``, loses.

        WIN if it wins, DRAW if nobody can force a win.  Raises Unusable if that part
        of the file is damaged.
        """
        balls, own = (mine | theirs).bit_count(), mine.bit_count()
        if balls >= self._cells - 1:
            apex = 1 << self._cells - 1
            if (mine | theirs) & apex:
                return WIN if mine & apex else 0
            # Only the apex is open: the side that still has a ball puts it there.
            return WIN if own < self.rules.balls else 0
        if self.rules.is_strict:
            # The side that has just moved comes first.
            if balls - own == self.rules.balls:
                return WIN
            if own == self.rules.balls:
                return 0
        byte = self.store.byte(self._index.find(mine, theirs))
        if not byte:
            return WIN
        return DRAW if byte == store.DRAW else 2 * (self.rules.balls - own + byte - 1)

    def value(self, mine: int, theirs: int) -> int:
        """Return 1, 0 or -1: the side to move wins, draws or loses."""
        plies = self.lost_in(mine, theirs)
        return 1 if plies == WIN else 0 if plies == DRAW else -1

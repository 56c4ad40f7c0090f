"""Priors: log-prior of each kind of change, before anything is measured."""

from math import log

from boardcore.pylos.cells import CELLS, can_hold, count, is_free
from boardcore.pylos.hall.explanations import REMOVE, RESPIN, TURN, Explanation

# Log-priors; chosen (firmware/docs/hall-decoder.md, section 4).
NOTHING = -1.6
SINGLE = -0.7
FURTHER = -4.8  # each further change between the same two rests
BUMPED = -3.5  # another ball turned as well: p = 0.03 (firmware/docs/fields.md, section 9)
SHAKEN = -4.0  # all balls were touched
RESPUN = -4.0  # a free ball was lifted and put back turned, and nothing else
SHUFFLED = -8.0  # only balls turned in their places
UNLAWFUL = -4.0  # each violation of the rules


class Priors:
    """The log-priors of changes.

    ``mask``: the balls that stood; ``may_change``: the places where one may come or go;
    ``own``: the balls of the player whose turn it is.
    """

    def __init__(self) -> None:
        self.mask = 0
        self.may_change = 0
        self._position = 0
        self.own = 0
        self._before = -1
        self._own_before = 0
        self._each = self._of_all = 0.0

    def expect(self, position: int, own: int, before: int = -1, own_before: int = 0) -> None:
        """Set the position of the game, as masks: all balls, and those its player may move.

        ``before``: the same before the last turn, which its player may still change; -1: none.
        """
        self._position = position
        self.own = own
        self._before = before
        self._own_before = own_before

    def begin(self, mask: int) -> None:
        """Set the balls that stood before the change, as a mask."""
        self.mask = mask
        self.may_change = open_cells(mask)
        for cell in range(CELLS):
            if mask >> cell & 1 and is_free(mask, cell):
                self.may_change |= 1 << cell
        self._each = -log(max(1, count(self.may_change)))
        self._of_all = -log(max(1, count(mask)))

    def explanation(self, kinds, places, shaken: bool = False) -> Explanation:
        """Return a new explanation with its log-prior.

        ``shaken``: all balls were touched as well.
        """
        mask, prior = self.mask_and_prior(kinds, places)
        if shaken:
            prior += SHAKEN
            if mask == self.mask and kinds and kinds[0] == TURN:
                # Touching all balls explains that one was turned.
                prior += BUMPED - SHUFFLED
        one = Explanation(mask, self.mask, prior, kinds, places)
        one.shaken = shaken
        return one

    def mask_and_prior(self, kinds, places):
        """Return the mask of balls after a change, and its log-prior."""
        mask = self.mask
        prior = 0.0
        changes = turns = 0
        for part in range(len(kinds)):
            kind = kinds[part]
            if kind <= REMOVE:
                mask ^= 1 << places[part]
                changes += 1
            if kind == TURN:
                turns += 1
                prior += self._of_all + (BUMPED if changes or turns > 1 else 0)
            elif kind == RESPIN:
                changes += 1
                prior += RESPUN - SINGLE
        if changes:
            prior += SINGLE + self._each + FURTHER * (changes - 1)
        else:
            prior += SHUFFLED if turns else NOTHING
        if mask != self.mask:
            violations = _violations(self._position, self.own, mask)
            if violations and self._before >= 0:
                # Or the player changes the last turn.
                violations = min(
                    violations, _violations(self._before, self._own_before, mask) + 0.5
                )
            prior += UNLAWFUL * violations
        return mask, prior


def _violations(position: int, own: int, mask: int) -> float:
    """Return by how many violations the change from a position to ``mask`` exceeds one turn."""
    new, gone = mask & ~position, position & ~mask
    return count(gone & ~own) + max(0, count(new) - 1) + max(0, count(gone) - 3)


def open_cells(mask: int) -> int:
    """Return the cells that can hold a ball while these balls stand."""
    cells = 0
    for cell in range(CELLS):
        if can_hold(mask, cell):
            cells |= 1 << cell
    return cells

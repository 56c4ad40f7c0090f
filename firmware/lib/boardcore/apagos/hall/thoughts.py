"""Thoughts: explains changes of squares and balls from the means of the four slots.

A lifted square is reported at once, with its balls, because the field of its discs disappears.
When its code is read again, in any slot and rotation, it holds the balls that it had, unless the
residual shows clearly that a ball was put in, fell out, or lies in another hole.  A ball that comes
or goes while its square stays is found from the change of the means (``balls``).

A *thought* is one such computation, done in steps; each yields its cost first
(``boardcore.sensing.explain.stepper``).
"""

from boardcore.apagos.hall.arrange import Arranger
from boardcore.apagos.hall.balls import (
    ADDED_DARK,
    ADDED_LIGHT,
    BUMPED,
    GONE_DARK,
    GONE_LIGHT,
    SAME,
    TURNED_BESIDES,
    TURNED_COST,
    Balls,
)
from boardcore.apagos.hall.codes import NO_FACE
from boardcore.apagos.hall.contents import ANYHOW, UNKNOWN, Contents
from boardcore.apagos.hall.judge import STAYED, SURE, judge
from boardcore.apagos.hall.slot import SCANS_AGED
from boardcore.apagos.hall.squares import Squares
from boardcore.apagos.places import HOLES
from boardcore.sensing.explain.stepper import Stepper

CHANGED = 46.0
"""Chi-squared (15 expected, 1 in 20,000 above) from which the means have changed."""
LAME = 90.0
"""Chi-squared (16 expected) above which more scans are taken; chosen."""
PATIENT_SCANS = 12
"""Scans after which the best hypothesis is accepted in any case."""
SHAKEN = 0.2
"""Turn of the balls of a lifted square, radians, 1 sigma: 10 degrees (firmware/docs/fields.md,
section 9) and a margin for unseen jolts."""
BEGIN_COST, COMPARE_COST, TELL_COST, LAID_COST = 1000, 2400, 2100, 2900
"""Cost of steps, in empty turns of a loop."""
ALL_SLOTS = 15
"""Mask of all slots."""
REST, LAID, CHANGE, ORDER = range(4)
"""Subjects of a thought: none, a laid square, a changed slot, the holes of balls (may wait)."""


class Thoughts:
    """All slots, and one thought at a time that explains a change.

    ``readings``: as of ``Decoder``; ``told``: they have changed, until the caller clears it.
    ``about``, ``at``: subject and slot of the present or last thought; ``pending``: it had no
    clear result and is repeated with more scans.  ``swept``: mask of slots to check again,
    because all balls of another slot are gone; the caller clears it.
    """

    def __init__(self, layout, calibration) -> None:
        self.squares = Squares(layout, calibration)
        self.slots = self.squares.slots
        self._balls = Balls(layout.field, self.squares.effects)
        self._arranger = Arranger(self._balls)
        self.readings = bytearray(len(layout.field.cells) + len(self.slots))
        self.told = False
        self.about = REST
        self.at = 0
        self.pending = False
        self.swept = 0
        self.assumed: list = [None] * len(self.slots)
        """Per slot ``(holes, light, dark)`` of the square assumed there at power-on."""
        self._thought: Stepper | None = None
        self._scans = self._restarts = 0  # of the slot, at the start of the thought
        self._touched = False  # a ball has come or gone since the last turn
        self._came = self._came_level = 0  # kind and level of the last ball that came

    @property
    def going(self) -> bool:
        """Whether a thought is in progress."""
        return self._thought is not None

    @property
    def awaited(self) -> bool:
        """Whether the thought in progress is urgent."""
        return self._thought is not None and self.about != ORDER

    def run(self, left: int) -> None:
        """Do steps of the thought, if any; ``left``: time available, in empty turns of a loop."""
        if self._thought is not None and self._thought.run(left):
            self._thought = None

    def drop(self) -> None:
        """Drop the thought."""
        self._thought = None

    def _begin(self, about: int, level: int, thought) -> None:
        slot = self.slots[level]
        self.about, self.at, self._thought = about, level, Stepper(thought)
        self._scans, self._restarts = slot.scans, slot.restarts

    def moved(self) -> None:
        """Note that a turn was played: later changes belong to the next one."""
        self._touched = False
        self._came = 0
        self.squares.moved()

    def tell(self, level: int) -> None:
        """Update the readings of a slot."""
        slot, readings = self.slots[level], self.readings
        for hole in range(HOLES):
            readings[HOLES * level + hole] = slot.contents.kinds[hole] if slot.face else 0
        readings[HOLES * len(self.slots) + level] = slot.face
        self.told = True

    # A square was lifted or laid

    def lift(self, level: int) -> None:
        """Note that the square of a slot is lifted, with its balls."""
        slot = self.slots[level]
        if self.at == level:
            self._thought = None
            self.pending = False
        self.squares.doubt_beside(level)
        slot.contents.wear(SHAKEN)
        slot.face = slot.coming = NO_FACE
        slot.contents = None
        slot.empty = slot.up = False
        self.squares.leave()
        if not slot.zero_scans:
            slot.base_scans = 0
        slot.restart()
        self.tell(level)

    def laid(self, level: int) -> None:
        """Start to find the balls of a square that was laid."""
        self.slots[level].snap()
        self._begin(LAID, level, self._think_laid(level))

    def _think_laid(self, level: int):
        """Find the balls of a square that was laid and update its contents."""
        slot, balls, squares = self.slots[level], self._balls, self.squares
        contents = slot.contents
        yield BEGIN_COST
        known = squares.is_known(level)
        yield from squares.note_foreign(level)
        holes = squares.holes(slot.coming, slot.turns)
        assumed = self.assumed[level]
        if assumed is not None and assumed[0] == len(holes):
            contents.fill(holes, assumed[1], assumed[2])
        self.assumed[level] = None
        judged = known and slot.zero_scans > 0
        if judged:
            yield from squares.expect(slot, slot.coming, contents, balls)
            yield from balls.think(contents, holes, 0.0, True)
        yield LAID_COST
        if slot.restarts != self._restarts or not slot.coming:
            # Moved again meanwhile.
            return
        slot.face, slot.coming = slot.coming, NO_FACE
        stayed, new = False, None
        if judged:
            rose = squares.rises(slot.face, level) and not contents.fresh
            meaning, doubt, new = judge(balls, contents, rose)
            stayed = meaning == STAYED
            if not stayed:
                self._apply(slot, meaning, meaning not in (ADDED_LIGHT, ADDED_DARK))
                contents.doubt |= doubt
        slot.rebase()
        slot.zero_scans = min(slot.zero_scans, SCANS_AGED)
        squares.watch(slot)
        squares.doubt_beside(level)
        self.tell(level)
        if stayed:
            self.about = ORDER
            yield from balls.learn(contents, new)

    def learn_zero(self, level: int) -> None:
        """Start to measure the zero of an empty slot that has squares beside it."""
        self._begin(ORDER, level, self._think_zero(level))

    def _think_zero(self, level: int):
        """Measure the zero of a slot: its means minus the neighbours' fields."""
        slot = self.slots[level]
        yield BEGIN_COST
        yield from self.squares.note_foreign(level)
        if slot.restarts == self._restarts and self.squares.is_known(level):
            slot.learn_zero()

    # Balls of a square at rest

    def changed(self, level: int) -> None:
        """Start to explain a change in a slot."""
        self.slots[level].snap()
        self.pending = False
        self._begin(CHANGE, level, self._think_change(level))

    def look_swept(self, level: int) -> None:
        """Start to check whether the balls of a slot are gone too."""
        self.slots[level].snap()
        self._begin(ORDER, level, self._think_swept(level))

    def order(self, level: int) -> None:
        """Start to find the holes of a square's balls."""
        self.slots[level].snap()
        self._begin(ORDER, level, self._think_order(level))

    def _think_order(self, level: int):
        """Find the holes of a square's balls, all at rest (``arrange``)."""
        slot, squares = self.slots[level], self.squares
        yield BEGIN_COST
        yield from squares.note_foreign(level)
        yield from squares.expect(slot, slot.face, None, self._balls)
        holes = squares.holes(slot.face, slot.turns)
        yield from self._arranger.think(slot.contents, holes)
        slot.contents.astray = False
        self.tell(level)

    def _think_change(self, level: int):
        """Explain a change in a slot and update its contents."""
        slot, balls, squares = self.slots[level], self._balls, self.squares
        if self.may_be_swept(level):
            yield from self._think_swept(level)
            if not max(slot.contents.kinds):
                return
        yield COMPARE_COST
        for kind in range(1, len(balls.turned_costs) + 1):
            # In one turn one ball may go down, but two balls cannot go.
            down = self._came == kind and self._came_level < level
            cost = TURNED_BESIDES if self._touched and not down else TURNED_COST
            balls.turned_costs[kind - 1] = cost
        squares.compare(slot, balls)
        holes = squares.holes(slot.face, slot.turns)
        yield from balls.think(slot.contents, holes, balls.jiggle)
        yield TELL_COST
        self._conclude_change()

    def may_be_swept(self, level: int) -> bool:
        """Return whether a square has several balls and its field without them is known."""
        slot = self.slots[level]
        several = HOLES - slot.contents.count(0) > 1
        return several and slot.zero_scans > 0 and self.squares.is_known(level)

    def _think_swept(self, level: int):
        """Check whether all balls of a square went at once."""
        slot, squares = self.slots[level], self.squares
        # Perhaps those in the neighbouring slots are gone too, not noticed yet.
        for empty in (None, Contents()):
            yield BEGIN_COST
            yield from squares.note_foreign(level, empty)
            yield from squares.expect(slot, slot.face, None, self._balls)
            if squares.is_even(self._balls, CHANGED):
                slot.contents.clear()
                slot.rebase()
                self.swept = ALL_SLOTS
                self.tell(level)
                return

    def _conclude_change(self) -> None:
        slot, balls = self.slots[self.at], self._balls
        best = balls.likeliest()
        margin = balls.margin(best)
        if margin < SURE or balls.best[best] > LAME:
            if slot.restarts != self._restarts:
                # Moved again meanwhile.
                return
            if self._scans < PATIENT_SCANS:
                self.pending = True
                return
        if balls.best[best] > LAME and self.squares.is_another(slot):
            # The lift of the square before was not seen.
            self.lift(self.at)
            return
        if best != SAME and balls.plain - balls.best[best] < balls.best[best]:
            # Too weak for a ball that comes or goes.
            slot.rebase()
            return
        self._apply(slot, best, False)
        slot.contents.astray |= balls.best[best] > LAME
        if best in (ADDED_LIGHT, ADDED_DARK):
            other = balls.best[ADDED_LIGHT + ADDED_DARK - best]
            slot.contents.doubt = other - balls.best[best] < 2 * SURE
        slot.rebase()
        self.tell(self.at)

    def _apply(self, slot, meaning: int, laid: bool) -> None:
        """Update the contents by the best hypothesis of a meaning; ``laid``: after a lift."""
        contents = slot.contents
        found = self._balls.found[meaning]
        if not laid:
            contents.wear(self._balls.jiggle)
        bumped = self._balls.bumped[meaning]
        if bumped >= 0:
            contents.deviations[bumped] = max(contents.deviations[bumped], BUMPED)
        if found is None:
            return
        hole, kind, moment, origin = found
        if meaning in (ADDED_LIGHT, ADDED_DARK):
            contents.give_way(hole, self.squares.holes(slot.face, slot.turns))
            contents.lay(hole, kind, moment, self._balls.jiggle)
            contents.newest = hole
            contents.doubt = False
            contents.fresh = True
        elif meaning in (GONE_LIGHT, GONE_DARK):
            contents.lay(hole, 0, ANYHOW, UNKNOWN)
        elif moment is None:
            contents.lay(hole, kind, ANYHOW, UNKNOWN)
            return
        else:
            # Turned in its hole, or moved to another one.
            contents.lay(origin, 0, ANYHOW, UNKNOWN)
            contents.lay(hole, kind, moment, self._balls.jiggle)
            return
        if not laid:
            self._touched = True
            if meaning in (ADDED_LIGHT, ADDED_DARK):
                self._came, self._came_level = kind, self.at
            self.squares.doubt_ball(self.at, hole, moment)

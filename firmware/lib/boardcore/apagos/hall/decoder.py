"""Apagos decoder: squares and balls, from linear Hall sensors under the four slots.

It takes scans, and slices of time to work on them.  A lifted square is handled first, then the
scans of each slot, then the hypotheses about it (``thoughts``), then the next slot with a change.

Readings: one byte per place of the layout, 0 empty, 1 a light ball, 2 a dark one; then one byte
per slot with the face that lies there, 0 for none.
"""

from array import array

from boardcore.apagos.hall.codes import NO_FACE, UNSURE
from boardcore.apagos.hall.effects import BESIDE
from boardcore.apagos.hall.recognizer import Recognizer as Recognizer
from boardcore.apagos.hall.slot import SCANS, SCANS_MOST
from boardcore.apagos.hall.squares import FAINT
from boardcore.apagos.hall.thoughts import CHANGED, PATIENT_SCANS, SHAKEN, Thoughts

CLEAR = 24.0
"""Chi-squared up to which nothing has changed, whatever a neighbour did."""
FOLLOW_SCANS = 25
"""Scans between two steps in which the base follows the drift."""
SLICE = 4200
"""Cost of a slice of thought, in empty turns of a loop, if no limit is given."""
THINK_COST = 350
"""The same for a check of what comes before a thought, and for going on with it."""
LIFT_COST, SLOT_COST = 1000, 1300
FOLLOWED_MOST = 2
SQUARE_COST, FIRST_COST, LOOK_COST = 2400, 3300, 1700
"""Cost of a look at further scans, in empty turns of a loop: at an empty slot, at one whose base
is unknown, and at a square."""
PASSED_MOST = 4
"""Cheap looks that may go before a costly one."""


class Decoder:
    """Turns counts into readings.

    ``counts``: written by the caller before ``scan``; ``busy``: something has changed that is
    not understood yet.
    """

    SCAN = 1900
    """What a scan costs, in empty turns of a loop."""

    def __init__(self, layout, calibration=None) -> None:
        self._thoughts = Thoughts(layout, calibration)
        self._squares = self._thoughts.squares
        self.slots = self._thoughts.slots
        self.readings = self._thoughts.readings
        self.counts = array("H", [0] * len(layout.field.spots))
        self._turn = self._followed = 0  # slots that were looked at, and worked up, last
        self._passed = 0  # looks that went before one that waits for time
        self._hungry = False  # slots have taken the last turn that a thought would have needed

    @property
    def busy(self) -> bool:
        """Whether something has changed that is not understood yet."""
        if self._thoughts.pending or self._thoughts.awaited:
            return True
        for slot in self.slots:
            # Up, and nobody knows yet whether it is gone or down again.
            if slot.up or (not slot.face and not slot.empty):
                return True
        return False

    @property
    def thinking(self) -> bool:
        """Whether somebody waits for a thought: then scans may come more rarely."""
        return self._thoughts.awaited

    @property
    def faces(self):
        """How many faces there are, and what they show: ``Codes``."""
        return self._squares.codes

    def leave_out(self, sensor: int) -> None:
        """Do without a sensor from now on: it has failed."""
        self._squares.set_noise(sensor, 0.0, self.counts[sensor])

    def hear_again(self, sensor: int, noise: float) -> None:
        """Use a sensor that had failed, from the rest that it shows now."""
        self._squares.set_noise(sensor, noise, self.counts[sensor])

    # Scans

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        slots = self.slots
        restless = 0
        for level in range(len(slots)):
            if not slots[level].scan(self.counts):
                restless |= 1 << level
        if restless:
            if not self._thoughts.awaited:
                # Hands are at work again: what they do comes first.
                self._thoughts.drop()
            # Whatever moves over one slot is felt in the next.
            restless |= restless << 1 | restless >> 1
            for level in range(len(slots)):
                if restless >> level & 1:
                    slots[level].restart()

    # Slices of time

    def work(self, left: int = SLICE) -> bool:
        """Go on for one slice; return True if the readings have changed.

        ``left``: what it may cost, in empty turns of a loop.  Allocates nothing while the
        board rests.
        """
        thoughts = self._thoughts
        thoughts.told = False
        whole = left >= SLICE
        if left < LIFT_COST or not self._lift_next():
            most = left
            if not (whole and self._hungry):
                left = self._follow(left)
            # Where each other turn has a scan, slots must not have all the others.
            self._hungry = left < most and (whole or self._hungry)
            # Whoever puts balls in order waits for what has changed elsewhere.
            if not thoughts.awaited and self._look_round(left):
                self._hungry = False
            else:
                thoughts.go_on(left - THINK_COST)
        return thoughts.told

    def _lift_next(self) -> bool:
        """Tell of a square that is up, if there is one."""
        for level in range(len(self.slots)):
            if self.slots[level].up:
                self._thoughts.lift(level)
                return True
        return False

    def _follow(self, left: int) -> int:
        """Do what cannot wait, so for what scans told under two slots; return what is left."""
        slots = self.slots
        left -= self._squares.doubt_next(left)
        done = 0
        for _ in range(len(slots)):
            if left < SLOT_COST:
                break
            # The others first, next time.
            self._followed = (self._followed + 1) % len(slots)
            if slots[self._followed].work():
                left -= SLOT_COST
                done += 1
                if done == FOLLOWED_MOST:
                    break
        return left

    def _look_round(self, left: int) -> bool:
        """Look at the next slot of which more is known by now; return whether there was time."""
        short = False
        for _ in range(len(self.slots)):
            self._turn = (self._turn + 1) % len(self.slots)
            slot = self.slots[self._turn]
            if slot.fresh:
                cost = SQUARE_COST if slot.zero_scans else FIRST_COST
                if left >= (LOOK_COST if slot.face else cost):
                    self._passed = self._passed + 1 if short else 0
                    slot.fresh = False
                    self._look(self._turn)
                    return True
                short = True
                if self._passed >= PASSED_MOST:
                    self._turn -= 1  # it comes first the next time
                    break
        return False

    def _look(self, level: int) -> None:
        """Decide after a scan whether there is something to find out."""
        slot = self.slots[level]
        if not slot.face:
            if slot.seen > 1:
                self._look_for_square(level)
        elif slot.scans >= SCANS:
            self._look_for_change(level)
        if slot.scans > SCANS_MOST + SCANS:
            slot.restart()

    def _look_for_square(self, level: int) -> None:
        slot, squares, thoughts = self.slots[level], self._squares, self._thoughts
        face = squares.read(slot)
        if slot.coming and face != slot.coming:
            # Up again before anybody looked.
            slot.contents.wear(SHAKEN)
        slot.empty = face == NO_FACE
        if face in (UNSURE, NO_FACE):
            slot.coming = NO_FACE
            if slot.empty and slot.scans >= SCANS and slot.zero_scans < SCANS_MOST:
                if not slot.zero_scans and squares.apart(slot, slot.snapshot, slot.zero) > FAINT:
                    # A weak square, or sensors that stand far off: what comes next tells.
                    slot.snap()
                    slot.rebase()
                elif squares.is_alone(level):
                    slot.learn_zero()
                elif thoughts.going:
                    pass
                elif not slot.zero_scans or slot.scans >= SCANS_MOST:
                    # Balls beside it are known less well than an old zero.
                    thoughts.learn_zero(level)
            return
        if face != slot.coming or slot.turns != squares.codes.turns:
            squares.recognise(slot, face, squares.codes.turns)
        if slot.scans >= SCANS:
            if squares.is_known(level) or slot.scans >= PATIENT_SCANS:
                thoughts.laid(level)

    def _look_for_change(self, level: int) -> None:
        slot, thoughts = self.slots[level], self._thoughts
        changed = slot.changed()
        if changed <= CHANGED and thoughts.going:
            return
        if changed <= CHANGED:
            if thoughts.pending and thoughts.at == level:
                thoughts.pending = False
            # What a neighbour may have done is in the means by now: see clearly again.
            if slot.scans >= FOLLOW_SCANS or (slot.blurred and changed < CLEAR):
                slot.snap()
                slot.rebase()
                slot.restart()
            elif thoughts.swept >> level & 1:
                thoughts.swept &= ~(1 << level)
                if thoughts.may_be_swept(level):
                    thoughts.look_swept(level)
            elif slot.contents.astray and slot.zero_scans and self._squares.is_known(level):
                thoughts.order(level)
            return
        if thoughts.pending and thoughts.at == level and slot.scans < PATIENT_SCANS:
            return
        # A strong magnet is felt in the next slot too: the strongest change comes first.
        for other in BESIDE[level]:
            one = self.slots[other]
            if not one.face and not one.empty:
                # Which square comes there is told before what it does here.
                return
            if one.face and one.changed() > slot.changed():
                if one.scans < SCANS:
                    return
                level, slot = other, one
        thoughts.changed(level)

    # From the game

    def assume(self, levels) -> None:
        """Take balls as lying there at power-on: per level ``(holes, light, dark)``."""
        for level in range(len(self.slots)):
            self._thoughts.assumed[level] = levels[level]

    def moved(self) -> None:
        """Hear that the game has moved: what comes now belongs to the next turn."""
        self._thoughts.moved()

    def suspects(self, level: int):
        """Return the kinds, the likeliest first, of which a ball may have come unseen.

        Asked where the rules say that there is one.
        """
        contents = self.slots[level].contents
        return [one[1] for one in contents.suspects] if contents is not None else []

    def recolour(self, level: int) -> bool:
        """Take the ball that came last to be of the other kind; return whether there is one."""
        contents = self.slots[level].contents
        if contents is None or contents.newest < 0 or not contents.kinds[contents.newest]:
            return False
        contents.kinds[contents.newest] = 3 - contents.kinds[contents.newest]
        contents.doubt = False
        self._thoughts.tell(level)
        return True

    def doubt(self, level: int) -> bool:
        """Tell whether the ball that came last to a square may be of the other kind too."""
        contents = self.slots[level].contents
        return contents is not None and contents.doubt

    def settle(self, level: int, light: int, dark: int) -> None:
        """Hear how many balls of each kind lie in a square: the players have said so."""
        slot = self.slots[level]
        if slot.face:
            if self._thoughts.at == level:
                # What is thought about them counts the balls of before.
                self._thoughts.drop()
                slot.fresh = True
            slot.contents.settle(self._squares.holes(slot.face, slot.turns), light, dark)
            self._thoughts.tell(level)

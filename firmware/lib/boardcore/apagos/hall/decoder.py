"""Apagos decoder: finds squares and balls with linear Hall sensors under the four slots.

Inputs are scans (raw counts) and slices of computing time.  A lifted square is handled first, then
the scans of each slot, then the hypotheses about it (``thoughts``), then the next slot that has
changed.

Output, ``readings``: one byte per place of the layout (0 empty, 1 light ball, 2 dark ball), then
one byte per slot: the face that lies there, 0 for none.
"""

from array import array

from boardcore.apagos.hall.codes import NO_FACE, UNSURE
from boardcore.apagos.hall.effects import BESIDE
from boardcore.apagos.hall.recognizer import Recognizer as Recognizer
from boardcore.apagos.hall.slot import SCANS, SCANS_MOST
from boardcore.apagos.hall.squares import FAINT
from boardcore.apagos.hall.thoughts import CHANGED, PATIENT_SCANS, SHAKEN, Thoughts

CLEAR = 24.0
"""Chi-squared (15 expected) up to which a slot is unchanged after a change beside it."""
FOLLOW_SCANS = 25
"""Scans after which the base is updated for drift."""
SLICE = 4200
"""Cost of a slice, in empty turns of a loop, if no limit is given."""
THINK_COST = 350
"""Cost of choosing the next step and resuming it."""
LIFT_COST, SLOT_COST = 1000, 1300
"""Cost of a lifted square, and of the scans of one slot."""
FOLLOWED_MOST = 2
"""Slots whose scans are processed per slice."""
SQUARE_COST, FIRST_COST, LOOK_COST = 2400, 3300, 1700
"""Cost of a look at further scans, in empty turns of a loop: at an empty slot, at one whose base
is unknown, and at a square."""
PASSED_MOST = 4
"""Cheap looks that may overtake a costly one; without a limit it waits for ever while each turn
has scans to work up."""


class Decoder:
    """Converts counts to readings.

    ``counts``: one raw count per sensor, written by the caller before ``scan``.
    """

    SCAN = 1900
    """Cost of a scan, in empty turns of a loop."""

    def __init__(self, layout, calibration=None) -> None:
        self._thoughts = Thoughts(layout, calibration)
        self._squares = self._thoughts.squares
        self.slots = self._thoughts.slots
        self.readings = self._thoughts.readings
        self.counts = array("H", [0] * len(layout.field.spots))
        self._turn = self._followed = 0  # slots looked at, and processed, last
        self._passed = 0  # looks that overtook one that waits for time
        self._hungry = False  # slots used up the last slice that a search needed

    @property
    def busy(self) -> bool:
        """Whether a change is not explained yet."""
        if self._thoughts.pending or self._thoughts.awaited:
            return True
        for slot in self.slots:
            # Lifted, and perhaps down again already.
            if slot.up or (not slot.face and not slot.empty):
                return True
        return False

    @property
    def thinking(self) -> bool:
        """Whether an explanation is awaited, which fewer scans would speed up."""
        return self._thoughts.awaited

    @property
    def faces(self):
        """The faces and their holes: ``Codes``."""
        return self._squares.codes

    def leave_out(self, sensor: int) -> None:
        """Ignore a failed sensor from now on."""
        self._squares.set_noise(sensor, 0.0, self.counts[sensor])

    def use_again(self, sensor: int, noise: float) -> None:
        """Use a sensor again, with its present reading as base; ``noise``: raw counts, 1 sigma."""
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
                # Something moves again: that comes first.
                self._thoughts.drop()
            # The neighbouring slots measure a movement too.
            restless |= restless << 1 | restless >> 1
            for level in range(len(slots)):
                if restless >> level & 1:
                    slots[level].restart()

    # Slices of time

    def work(self, left: int = SLICE) -> bool:
        """Compute for one slice; return True if the readings have changed.

        ``left``: time available, in empty turns of a loop.  Allocates nothing while the
        board rests.
        """
        thoughts = self._thoughts
        thoughts.told = False
        whole = left >= SLICE
        if left < LIFT_COST or not self._lift_next():
            most = left
            if not (whole and self._hungry):
                left = self._follow(left)
            # With a scan in every other turn, slots must not take all the others.
            self._hungry = left < most and (whole or self._hungry)
            # A search that only orders balls (ORDER) waits for changes elsewhere.
            if not thoughts.awaited and self._look_round(left):
                self._hungry = False
            else:
                thoughts.run(left - THINK_COST)
        return thoughts.told

    def _lift_next(self) -> bool:
        """Report a lifted square, if there is one; return whether there was."""
        for level in range(len(self.slots)):
            if self.slots[level].up:
                self._thoughts.lift(level)
                return True
        return False

    def _follow(self, left: int) -> int:
        """Process the scans of up to two slots, and doubts; return the time left."""
        slots = self.slots
        left -= self._squares.doubt_next(left)
        done = 0
        for _ in range(len(slots)):
            if left < SLOT_COST:
                break
            # In turn: the other slots first, next time.
            self._followed = (self._followed + 1) % len(slots)
            if slots[self._followed].work():
                left -= SLOT_COST
                done += 1
                if done == FOLLOWED_MOST:
                    break
        return left

    def _look_round(self, left: int) -> bool:
        """Look at the next slot with new means; return whether there was one and time for it."""
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
        """Decide whether the new means of a slot call for an explanation."""
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
            # Lifted again before its balls were looked at.
            slot.contents.wear(SHAKEN)
        slot.empty = face == NO_FACE
        if face in (UNSURE, NO_FACE):
            slot.coming = NO_FACE
            if slot.empty and slot.scans >= SCANS and slot.zero_scans < SCANS_MOST:
                if not slot.zero_scans and squares.apart(slot, slot.snapshot, slot.zero) > FAINT:
                    # A weak square or sensors with large offsets: the next square decides.
                    slot.snap()
                    slot.rebase()
                elif squares.is_alone(level):
                    slot.learn_zero()
                elif thoughts.going:
                    pass
                elif not slot.zero_scans or slot.scans >= SCANS_MOST:
                    # An old zero is more accurate than the fields of neighbouring balls.
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
            # The means include the neighbour's change by now: a new base removes the doubt.
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
        # Neighbouring slots measure a strong magnet too: the strongest change comes first.
        for other in BESIDE[level]:
            one = self.slots[other]
            if not one.face and not one.empty:
                # First the square that comes there is identified.
                return
            if one.face and one.changed() > slot.changed():
                if one.scans < SCANS:
                    return
                level, slot = other, one
        thoughts.changed(level)

    # From the game

    def assume(self, levels) -> None:
        """Set the balls assumed at power-on: per level ``(holes, light, dark)``."""
        for level in range(len(self.slots)):
            self._thoughts.assumed[level] = levels[level]

    def moved(self) -> None:
        """Note that a turn was played: later changes belong to the next one."""
        self._thoughts.moved()

    def suspects(self, level: int):
        """Return the kinds of a ball that may have come unseen, the likeliest first.

        Used where the rules require such a ball.
        """
        contents = self.slots[level].contents
        return [one[1] for one in contents.suspects] if contents is not None else []

    def recolour(self, level: int) -> bool:
        """Change the kind of the ball that came last; return whether there is one."""
        contents = self.slots[level].contents
        if contents is None or contents.newest < 0 or not contents.kinds[contents.newest]:
            return False
        contents.kinds[contents.newest] = 3 - contents.kinds[contents.newest]
        contents.doubt = False
        self._thoughts.tell(level)
        return True

    def doubt(self, level: int) -> bool:
        """Return whether the ball that came last to a square may be of the other kind."""
        contents = self.slots[level].contents
        return contents is not None and contents.doubt

    def settle(self, level: int, light: int, dark: int) -> None:
        """Set the number of balls per kind in a square, as the players say."""
        slot = self.slots[level]
        if slot.face:
            if self._thoughts.at == level:
                # The current search uses the numbers before.
                self._thoughts.drop()
                slot.fresh = True
            slot.contents.settle(self._squares.holes(slot.face, slot.turns), light, dark)
            self._thoughts.tell(level)

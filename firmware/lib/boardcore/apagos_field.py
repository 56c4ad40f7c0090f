"""Apagos field: squares and balls, told by linear Hall sensors under the four slots.

A square that is lifted takes its discs along: it is told at once, and its balls with it.
Nothing is read while it is away.  When its word is felt again, in whatever slot and however
turned, its balls are those that it had, unless what the sensors feel tells clearly that one
was put in, fell out, or lies in another hole: they were shaken, but not turned over.  A ball
that comes or goes while its square lies still is told by the change (``apagos_balls``).

Readings: a byte per place of the layout, 0 empty, 1 a light ball, 2 a dark one; then a byte
per slot, which face lies there, 0 for none.
"""

from array import array

try:
    from collections.abc import Iterator
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos_arrange import Arranger
from boardcore.apagos_balls import (
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
from boardcore.apagos_codes import NO_FACE, UNSURE
from boardcore.apagos_colours import Sight as Sight
from boardcore.apagos_contents import ANYHOW, MOMENT, UNKNOWN, Contents
from boardcore.apagos_effects import ABOVE, BELOW, BESIDE
from boardcore.apagos_judge import STAYED, SURE, judge
from boardcore.apagos_places import HOLES
from boardcore.apagos_slot import SCANS, SCANS_AGED, SCANS_MOST
from boardcore.apagos_squares import FAINT, Squares

CLEAR = 24.0
"""Up to this nothing has changed, whatever a neighbour may have done."""
CHANGED = 46.0
"""From this the means are not those of before: 15 is usual, 1 in 20,000 is more by chance."""
PLAIN = 12.0
"""A ball that comes or goes explains so much more than that nothing has happened: 500 is
usual, but not beside a square that was just laid."""
LAME = 90.0
"""An explanation that explains so badly waits for more scans too."""
PATIENT_SCANS = 12
"""After so many scans the best explanation must do."""
FOLLOW_SCANS = 25
"""The base follows the drift in steps of so many scans."""
SHAKEN = 0.2
"""Balls of a square that is lifted turn so far: 10 degrees (sensing page, section 9), and a
little more, for nobody sees each jolt."""
SLICE = 4200
"""What a slice of thought costs, in empty turns of a loop, if nobody says how much it may."""
BEGIN_COST, TELL_COST, LAID_COST, LIFT_COST = 2500, 2300, 3200, 1000
BLUR_COST, SLOT_COST = 1500, 1300
SQUARE_COST, LOOK_COST = 3200, 1900
"""The same where no square lies, and where one does: a look at what more scans have told."""
ALL_SLOTS = 15
REST, LAID, CHANGE, ORDER = range(4)
"""What is thought about; to put balls in order has time."""


class Decoder:
    """Turns counts into readings.

    ``counts``: written by the caller before ``scan``; ``version`` grows whenever readings
    change; ``busy``: something has changed that is not understood yet.
    """

    SCAN = 1900
    """What a scan costs, in empty turns of a loop."""

    def __init__(self, layout, calibration=None) -> None:
        self._squares = Squares(layout, calibration)
        self.slots = self._squares.slots
        self._balls = Balls(layout.field, self._squares.effects)
        self._arranger = Arranger(self._balls)
        self.counts = array("H", [0] * len(layout.field.spots))
        self.readings = bytearray(len(layout.field.cells) + len(self.slots))
        self.version = 0
        self._assumed: list = [None] * len(self.slots)  # holes, light and dark balls at power-on
        self._blurs: list[tuple] = []  # magnets that came or went, whose neighbours are in doubt
        self._thought: Iterator[int] | None = None
        self._about = REST
        self._at = 0  # slot that is thought about
        self._turn = self._followed = 0  # slots that were looked at, and worked up, last
        self._cost = 0  # of its next step, in empty turns of a loop
        self._hungry = False  # slots have taken the last turn that it would have needed whole
        self._pending = False  # thought about, but more scans may tell better
        self._scans = self._restarts = 0  # of the thought
        self._touched = False  # a ball has come or gone since the game moved
        self._swept = 0  # slots to be looked at again, as all balls of another one are gone
        self._came = self._came_level = 0  # the kind of the last one that came, and where

    @property
    def busy(self) -> bool:
        """Whether something has changed that is not understood yet."""
        if self._pending or (self._thought is not None and self._about != ORDER):
            return True
        for slot in self.slots:
            # Up, and nobody knows yet whether it is gone or down again.
            if slot.up or (not slot.face and not slot.empty):
                return True
        return False

    @property
    def thinking(self) -> bool:
        """Whether somebody waits for a thought: then scans may come more rarely."""
        return self._thought is not None and self._about != ORDER

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
            if self._about == ORDER:
                # Hands are at work again: what they do comes first.
                self._thought = None
            # Whatever moves over one slot is felt in the next.
            restless |= restless << 1 | restless >> 1
            for level in range(len(slots)):
                if restless >> level & 1:
                    slots[level].restart()

    def _lift(self, level: int) -> None:
        """Note that the square of a slot is up, and its balls with it."""
        slot = self.slots[level]
        if self._at == level:
            self._thought = None
            self._pending = False
        self._blur(level)
        slot.contents.wear(SHAKEN)
        slot.face = slot.coming = NO_FACE
        slot.contents = None
        slot.empty = slot.up = False
        self._squares.leave()
        if not slot.zero_scans:
            slot.base_scans = 0
        slot.restart()
        self._tell(level)

    # Thinking

    def work(self, left: int = SLICE) -> bool:
        """Go on for one slice; return True if the readings have changed.

        ``left``: what it may cost, in empty turns of a loop.  Allocates nothing while the
        board rests.
        """
        version = self.version
        if left < LIFT_COST or not self._lift_next():
            most = left
            if left < SLICE or not self._hungry:
                left = self._follow(left, 2)
            if self._thought is not None:
                # Where each other turn has a scan, slots must not have all the others.
                self._hungry = left < most and (most >= SLICE or self._hungry)
                self._think(left, left == most >= SLICE)
            else:
                self._look_round(left)
        return self.version != version

    def _lift_next(self) -> bool:
        """Tell of a square that is up, if there is one."""
        for level in range(len(self.slots)):
            if self.slots[level].up:
                self._lift(level)
                return True
        return False

    def _follow(self, left: int, most: int) -> int:
        """Do what cannot wait, so for what scans told under ``most`` slots; return what is left."""
        slots = self.slots
        if self._blurs and left >= BLUR_COST:
            left -= BLUR_COST
            to, side, word, contents = self._blurs.pop(0)
            squares = array("i", [0] * slots[to].count)
            self._squares.effects.blur_next(side, word, contents, squares)
            slots[to].blur_by(squares)
        done = 0
        for _ in range(len(slots)):
            if left < SLOT_COST:
                break
            # The others first, next time.
            self._followed = (self._followed + 1) % len(slots)
            if slots[self._followed].work():
                left -= SLOT_COST
                done += 1
                if done == most:
                    break
        return left

    def _think(self, left: int, anyhow: bool) -> None:
        """Think on as far as a slice goes: each step tells what the next one costs.

        ``anyhow``: one step in any case.
        """
        try:
            while anyhow or self._cost <= left:
                anyhow = False
                left -= self._cost
                self._cost = next(self._thought)  # type: ignore[arg-type]
        except StopIteration:
            self._thought = None

    def _look_round(self, left: int) -> None:
        """Look at the next slot of which more is known by now, if there is time for it."""
        for _ in range(len(self.slots)):
            self._turn = (self._turn + 1) % len(self.slots)
            slot = self.slots[self._turn]
            if slot.fresh and left >= (LOOK_COST if slot.face else SQUARE_COST):
                slot.fresh = False
                self._look(self._turn)
                return

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

    def _begin(self, about: int, level: int, thought) -> None:
        slot = self.slots[level]
        self._about, self._at, self._thought, self._cost = about, level, thought, BEGIN_COST
        self._scans, self._restarts = slot.scans, slot.restarts

    # A square was laid

    def _look_for_square(self, level: int) -> None:
        slot, squares = self.slots[level], self._squares
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
                elif not slot.zero_scans or slot.scans >= SCANS_MOST:
                    # Balls beside it are known less well than an old zero.
                    self._begin(ORDER, level, self._learn_zero(level))
            return
        if face != slot.coming or slot.turns != squares.codes.turns:
            squares.recognise(slot, face, squares.codes.turns)
        if slot.scans >= SCANS:
            if squares.is_known(level) or slot.scans >= PATIENT_SCANS:
                slot.snap()
                self._begin(LAID, level, self._think_laid(level))

    def _learn_zero(self, level: int) -> "Iterator[int]":
        slot = self.slots[level]
        yield from self._squares.note_foreign(level)
        if slot.restarts == self._restarts and self._squares.is_known(level):
            slot.learn_zero()

    def _think_laid(self, level: int) -> "Iterator[int]":
        """Find out what lies in a square that has come, and believe it."""
        slot, balls, squares = self.slots[level], self._balls, self._squares
        contents = slot.contents
        known = squares.is_known(level)
        yield from squares.note_foreign(level)
        holes = squares.holes(slot.coming, slot.turns)
        assumed = self._assumed[level]
        if assumed is not None and assumed[0] == len(holes):
            contents.fill(holes, assumed[1], assumed[2])
        self._assumed[level] = None
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
        self._blur(level)
        self._tell(level)
        if stayed:
            self._about = ORDER
            yield from balls.learn(contents, new)

    def suspects(self, level: int):
        """Return the kinds, the likeliest first, of which a ball may have come unseen.

        Asked where the rules say that there is one.
        """
        contents = self.slots[level].contents
        return [one[1] for one in contents.suspects] if contents is not None else []

    # A ball came or went

    def _look_for_change(self, level: int) -> None:
        slot = self.slots[level]
        changed = slot.changed()
        if changed <= CHANGED:
            if self._pending and self._at == level:
                self._pending = False
            # What a neighbour may have done is in the means by now: see clearly again.
            if slot.scans >= FOLLOW_SCANS or (slot.blurred and changed < CLEAR):
                slot.snap()
                slot.rebase()
                slot.restart()
            elif self._swept >> level & 1:
                self._swept &= ~(1 << level)
                if self._may_be_swept(level):
                    slot.snap()
                    self._begin(ORDER, level, self._think_swept(level))
            elif slot.contents.astray and slot.zero_scans and self._squares.is_known(level):
                slot.snap()
                self._begin(ORDER, level, self._think_order(level))
            return
        if self._pending and self._at == level and slot.scans < PATIENT_SCANS:
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
        slot.snap()
        self._pending = False
        self._begin(CHANGE, level, self._think_change(level))

    def _think_order(self, level: int) -> "Iterator[int]":
        """Find out in which holes the balls of a square lie, that all lie still."""
        slot, squares = self.slots[level], self._squares
        yield from squares.note_foreign(level)
        yield from squares.expect(slot, slot.face, None, self._balls)
        holes = squares.holes(slot.face, slot.turns)
        yield from self._arranger.think(slot.contents, holes)
        slot.contents.astray = False
        self._tell(level)

    def _think_change(self, level: int) -> "Iterator[int]":
        """Find out what has changed in a slot, and believe it."""
        slot, balls, squares = self.slots[level], self._balls, self._squares
        if self._may_be_swept(level):
            yield from self._think_swept(level)
            if not max(slot.contents.kinds):
                return
            yield BEGIN_COST
        for kind in range(1, len(balls.turned_costs) + 1):
            # In one turn a ball may go down, but not two may go.
            down = self._came == kind and self._came_level < level
            cost = TURNED_BESIDES if self._touched and not down else TURNED_COST
            balls.turned_costs[kind - 1] = cost
        squares.compare(slot, balls)
        holes = squares.holes(slot.face, slot.turns)
        yield from balls.think(slot.contents, holes, balls.jiggle)
        yield TELL_COST
        self._conclude_change()

    def _may_be_swept(self, level: int) -> bool:
        slot = self.slots[level]
        several = HOLES - slot.contents.count(0) > 1
        return several and slot.zero_scans > 0 and self._squares.is_known(level)

    def _think_swept(self, level: int) -> "Iterator[int]":
        """Find out whether all balls of a square went at once, however many."""
        slot, squares = self.slots[level], self._squares
        # Perhaps those in the next slots have gone as well, and nobody knows yet.
        for empty in (None, Contents()):
            yield from squares.note_foreign(level, empty)
            yield from squares.expect(slot, slot.face, None, self._balls)
            if squares.is_even(self._balls, CHANGED):
                slot.contents.clear()
                slot.rebase()
                self._swept = ALL_SLOTS
                self._tell(level)
                return

    def _conclude_change(self) -> None:
        slot, balls = self.slots[self._at], self._balls
        best = balls.likeliest()
        margin = balls.margin(best)
        if margin < SURE or balls.best[best] > LAME:
            if slot.restarts != self._restarts:
                # Moved again meanwhile.
                return
            if self._scans < PATIENT_SCANS:
                self._pending = True
                return
        if balls.best[best] > LAME and self._squares.is_another(slot):
            # It came while nobody saw the one before go up.
            self._lift(self._at)
            return
        if best != SAME and balls.plain - balls.best[best] < max(PLAIN, balls.best[best]):
            # No ball that comes or goes is as weak as that.
            slot.rebase()
            return
        self._apply(slot, best, False)
        slot.contents.astray |= balls.best[best] > LAME
        if best in (ADDED_LIGHT, ADDED_DARK):
            other = balls.best[ADDED_LIGHT + ADDED_DARK - best]
            slot.contents.doubt = other - balls.best[best] < 2 * SURE
        slot.rebase()
        self._tell(self._at)

    def _apply(self, slot, meaning: int, laid: bool) -> None:
        """Note in the square what the best explanation of this meaning says."""
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
            # Turned where it lies, or in another hole now.
            contents.lay(origin, 0, ANYHOW, UNKNOWN)
            contents.lay(hole, kind, moment, self._balls.jiggle)
            return
        if not laid:
            self._touched = True
            if meaning in (ADDED_LIGHT, ADDED_DARK):
                self._came, self._came_level = kind, self._at
            self._blur_ball(self._at, hole, [int(MOMENT * part) for part in moment])

    # What a slot does to its neighbours

    def _blur(self, level: int) -> None:
        """Doubt in the next slots what this one's square and balls do there.

        It is expected neither before nor after: nobody knows what the means hold already.
        """
        slot = self.slots[level]
        face = slot.face or slot.coming
        if face:
            word = self._squares.codes.word(face, slot.turns)
            for to in BESIDE[level]:
                self._blurs.append((to, ABOVE if level > to else BELOW, word, slot.contents))

    def _blur_ball(self, level: int, hole: int, moment) -> None:
        for to in BESIDE[level]:
            squares = array("i", [0] * self.slots[to].count)
            self._squares.effects.blur_ball(ABOVE if level > to else BELOW, hole, moment, squares)
            self.slots[to].blur_by(squares)

    # What is told

    def _tell(self, level: int) -> None:
        """Bring the readings of a slot up to date."""
        slot, readings = self.slots[level], self.readings
        for hole in range(HOLES):
            readings[HOLES * level + hole] = slot.contents.kinds[hole] if slot.face else 0
        readings[HOLES * len(self.slots) + level] = slot.face
        self.version += 1

    # From the game

    def assume(self, levels) -> None:
        """Take balls as lying there at power-on: per level ``(holes, light, dark)``."""
        for level in range(len(self.slots)):
            self._assumed[level] = levels[level]

    def moved(self) -> None:
        """Hear that the game has moved: what comes now belongs to the next turn."""
        self._touched = False
        self._came = 0
        self._squares.moved()

    def recolour(self, level: int) -> bool:
        """Take the ball that came last to be of the other kind; return whether there is one."""
        contents = self.slots[level].contents
        if contents is None or contents.newest < 0 or not contents.kinds[contents.newest]:
            return False
        contents.kinds[contents.newest] = 3 - contents.kinds[contents.newest]
        contents.doubt = False
        self._tell(level)
        return True

    def doubt(self, level: int) -> bool:
        """Tell whether the ball that came last to a square may be of the other kind too."""
        contents = self.slots[level].contents
        return contents is not None and contents.doubt

    def settle(self, level: int, light: int, dark: int) -> None:
        """Hear how many balls of each kind lie in a square: the players have said so."""
        slot = self.slots[level]
        if slot.face:
            if self._at == level:
                # What is thought about them counts the balls of before.
                self._thought = None
                slot.fresh = True
            slot.contents.settle(self._squares.holes(slot.face, slot.turns), light, dark)
            self._tell(level)

    def recall(self) -> bool:
        """Take a ball as there that may have come unseen: the players say that one has."""
        for level in range(len(self.slots)):
            slot = self.slots[level]
            if slot.face and slot.contents.suspects:
                contents = slot.contents
                hole, kind, moment = contents.suspects[0]
                contents.suspects = []
                if not contents.kinds[hole]:
                    contents.come(hole, kind, moment)
                    contents.newest = hole
                    contents.doubt = True
                    self._tell(level)
                    return True
        return False

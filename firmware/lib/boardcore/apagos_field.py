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
    FINE,
    GONE_DARK,
    GONE_LIGHT,
    NEVER,
    SAME,
    TURNED_BESIDES,
    TURNED_COST,
    UNKNOWN,
    Balls,
    Contents,
    sensors_of,
)
from boardcore.apagos_codes import NO_FACE, UNSURE, Codes, square_of, turned_hole
from boardcore.apagos_colours import Sight as Sight
from boardcore.apagos_places import CORNERS, HOLE_LETTERS, HOLES
from boardcore.apagos_slot import SCANS, SCANS_MOST, Slot
from boardcore.calibration import Calibration
from boardcore.dipole import response

CLEAR = 24.0
"""Up to this nothing has changed, whatever a neighbour may have done."""
CHANGED = 46.0
"""From this the means are not those of before: 15 is usual, 1 in 20,000 is more by chance."""
SURE = 3.5
"""What is e^3.5 times likelier than all else is told; less waits for more scans."""
UNSEEN = 16.0
"""So much better one colour of a ball must explain that was put while nobody looked."""
MOVED_BESIDES = 15.0
ADDED_BESIDES = 24.0
"""What may have happened in the air must explain so much better than what is more usual."""
MOVED_ROSE = 10.0
"""A square that rose without a ball that was seen got one, and more likely than not nothing
else has happened to it."""
GOOD_MOVED = 40.0
"""And well."""
PLAIN = 12.0
"""A ball that comes or goes explains so much more than that nothing has happened: 500 is
usual, but not beside a square that was just laid."""
LAME = 90.0
"""An explanation that explains so badly waits for more scans too."""
GOOD_LAID = 50.0
"""What explains worse than that tells nothing about a ball that was put in unseen."""
FAR = 0.5
"""Sum of squares, in discs, by which a word may be missed."""
FAR_AT_FIRST = 1.0
"""The same while nobody knows the offsets of sensors."""
PATIENT_SCANS = 12
"""After so many scans the best explanation must do."""
FOLLOW_SCANS = 25
"""The base follows the drift in steps of so many scans."""
SHAKEN = 0.2
"""Balls of a square that is lifted turn so far: 10 degrees (sensing page, section 9), and a
little more, for nobody sees each jolt."""
MISPLACED = 0.04
"""A ball may be felt stronger or weaker by so much: gain, and place in its hole."""
DISC_SPREAD = 0.12
"""And a disc, which is near its sensor."""
FAR_MM = 60.0
"""Of a magnet nothing is felt farther away."""
NEIGHBOUR_UT = 4.0
"""What a neighbouring slot does is known only so well."""
UT_PER_MT = 1000
REST, LAID, CHANGE, ORDER = range(4)
"""What is thought about."""


class Decoder:
    """Turns counts into readings.

    ``counts``: written by the caller before ``scan``; ``version`` grows whenever readings
    change; ``busy``: something has changed that is not understood yet.
    """

    def __init__(self, layout, calibration=None) -> None:
        field = layout.field
        sensors = len(field.spots)
        self._ut_per_count = field.mt_per_count * UT_PER_MT
        if calibration is None:
            calibration = Calibration(sensors, field.noise_ut / self._ut_per_count)
        self._calibration = calibration
        self._field = field
        self._balls = Balls(field)
        self._arranger = Arranger(self._balls)
        self._codes = Codes(layout.data["codes"])
        self._spots = layout.data["codes"]["spots"]
        self._disc = layout.data["codes"]["moment_am2"]
        self._faces = {}
        for holes in layout.data["faces"]:
            letters = layout.data["faces"][holes]
            self._faces[int(holes)] = bytes([HOLE_LETTERS.index(letter) for letter in letters])
        levels = len(field.cells) // HOLES
        self.counts = array("H", [0] * sensors)
        self.readings = bytearray(len(field.cells) + levels)
        self.version = 0
        self.slots = []
        for level in range(levels):
            own = sensors_of(field, level)
            slot = Slot(own, [calibration.noises[at] for at in own])
            for i in range(slot.count):
                slot.zero[i] = calibration.offsets[own[i]]
            slot.zero_scans = SCANS_MOST if calibration.known else 0
            self.slots.append(slot)
        self._squares = [Contents() for _ in range(self._codes.faces // 2)]
        self._last_face = bytearray(len(self._squares))  # that each square showed
        self._last_turns = bytearray(len(self._squares))
        self._last_level = bytearray(b"\xff" * len(self._squares))
        self._assumed: list = [None] * levels  # holes, light and dark balls at power-on
        self._find_corners()
        self._thought: Iterator[None] | None = None
        self._about = REST
        self._at = 0  # slot that is thought about
        self._turn = 0  # slot that is looked at next
        self._pending = False  # thought about, but more scans may tell better
        self._scans = self._restarts = 0  # of the thought
        self._judged = False  # whether its balls were looked at

    def _find_corners(self) -> None:
        """Find the sensor that feels each corner's disc most, and how much it feels."""
        field = self._field
        spots = [field.spots[at] for at in self.slots[0].sensors]
        base = field.places[0]
        self._corner = []
        self._disc_fields = []
        for spot in self._spots:
            at = (base[0] + spot[0], base[1] + spot[1], spot[2])
            felt = array("f", [response(one, at, self._disc)[2] for one in spots])
            strongest = 0
            for i in range(len(felt)):
                if felt[i] > felt[strongest]:
                    strongest = i
            self._corner.append(strongest)
            self._disc_fields.append(felt)

    @property
    def busy(self) -> bool:
        """Whether something has changed that is not understood yet."""
        if self._pending or (self._thought is not None and self._about != ORDER):
            return True
        for slot in self.slots:
            # Up, and nobody knows yet whether it is gone or down again.
            if not slot.face and not slot.empty:
                return True
        return False

    @property
    def faces(self):
        """How many faces there are, and what they show: ``Codes``."""
        return self._codes

    def leave_out(self, sensor: int) -> None:
        """Do without a sensor from now on: it has failed."""
        self._set_noise(sensor, 0.0)

    def hear_again(self, sensor: int, noise: float) -> None:
        """Use a sensor that had failed, from the rest that it shows now."""
        self._set_noise(sensor, noise)

    def _set_noise(self, sensor: int, noise: float) -> None:
        self._calibration.noises[sensor] = noise
        for slot in self.slots:
            for i in range(slot.count):
                if slot.sensors[i] == sensor:
                    slot.noises[i] = noise
                    slot.stand(i, self.counts[sensor])
                    slot.set_noises()
                    if slot.face:
                        self._watch(slot)

    # Scans

    def scan(self) -> None:
        """Take the scan in ``counts``; a square that is up is told.  Allocates nothing."""
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
        for level in range(len(slots)):
            slot = slots[level]
            if slot.face and slot.is_up():
                self._lift(level)

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
        slot.empty = False
        slot.restart()
        self._tell(level)

    # Thinking

    def work(self) -> bool:
        """Go on for one slice; return True if the readings have changed.

        Allocates nothing while the board rests.
        """
        version = self.version
        if self._thought is not None:
            self._think()
        else:
            for _ in range(len(self.slots)):
                self._turn = (self._turn + 1) % len(self.slots)
                if self.slots[self._turn].fresh:
                    self.slots[self._turn].fresh = False
                    self._look(self._turn)
                    break
        return self.version != version

    def _think(self) -> None:
        """Go on with the thought for a slice; conclude if it has come to its end."""
        try:
            next(self._thought)  # type: ignore[arg-type]
        except StopIteration:
            self._thought = None
            if self._about == LAID:
                self._conclude_laid()
            elif self._about == ORDER:
                self.slots[self._at].contents.astray = False
                self._tell(self._at)
            else:
                self._conclude_change()

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
        slot = self.slots[level]
        face = self._read(slot)
        if slot.coming and face != slot.coming:
            # Up again before anybody looked.
            slot.contents.wear(SHAKEN)
        if face == NO_FACE:
            slot.empty = True
            slot.coming = NO_FACE
            if slot.scans >= SCANS and slot.zero_scans < SCANS_MOST and self._note_foreign(level):
                slot.learn_zero()
        elif face == UNSURE:
            slot.empty = False
            slot.coming = NO_FACE
        else:
            slot.empty = False
            self._recognise(slot, face, self._codes.turns)
            if slot.scans >= SCANS:
                self._begin_laid(level)

    def _read(self, slot) -> int:
        """Return the face that a slot's corners tell."""
        shares, usable = [0.0] * CORNERS, [True] * CORNERS
        for corner in range(CORNERS):
            i = self._corner[corner]
            usable[corner] = slot.noises[i] > 0
            shares[corner] = self._felt(slot, i) / self._disc_fields[corner][i]
        taken = 0
        for other in self.slots:
            if other is not slot and (other.face or other.coming):
                taken |= 3 << 2 * square_of(other.face or other.coming) + 1
        return self._codes.read(shares, usable, taken, FAR if slot.zero_scans else FAR_AT_FIRST)

    def _felt(self, slot, i: int) -> float:
        """Return what a sensor feels on average, in microteslas."""
        return (slot.mean(i) - slot.zero[i] - slot.foreign[i]) * self._scale(slot, i)

    def _scale(self, slot, i: int) -> float:
        return self._ut_per_count * self._calibration.gains[slot.sensors[i]]

    # A square was laid

    def _recognise(self, slot, face: int, turns: int) -> None:
        """Take a square as coming to a slot, its balls turned with it."""
        square = square_of(face)
        contents = self._squares[square]
        if self._last_face[square] and self._last_face[square] != face:
            # Turned over: nothing stays in its holes.
            contents.clear()
        for _ in range((turns - self._last_turns[square]) % CORNERS):
            contents.turn()
        self._last_face[square], self._last_turns[square] = face, turns
        slot.contents = contents
        slot.coming, slot.turns = face, turns

    def _begin_laid(self, level: int) -> None:
        slot = self.slots[level]
        face, turns, contents = slot.coming, slot.turns, slot.contents
        known = self._note_foreign(level)
        if not known and slot.scans < PATIENT_SCANS:
            return
        slot.snap()
        self._about, self._at = LAID, level
        self._scans, self._restarts = slot.scans, slot.restarts
        holes = self._holes(face, turns)
        assumed = self._assumed[level]
        if assumed is not None and assumed[0] == len(holes):
            self._fill(contents, holes, assumed)
        self._assumed[level] = None
        if not slot.zero_scans or not known:
            self._judged = False
            self._thought = iter(())
            return
        self._judged = True
        self._set_laid(slot, face, turns, contents)
        self._thought = self._balls.think(contents, holes, 0.0, True)

    def _set_laid(self, slot, face: int, turns: int, contents) -> None:
        """Set what is to be explained: all that is felt, less discs and known balls, if any."""
        balls = self._balls
        word = self._codes.word(face, turns)
        noise = self._ut_per_count * slot.loud
        share = 1 / slot.scans + 1 / slot.zero_scans
        for i in range(slot.count):
            felt = self._felt(slot, i)
            variance = NEIGHBOUR_UT * NEIGHBOUR_UT + (MISPLACED * felt) ** 2
            for corner in range(CORNERS):
                if word[corner] != "0":
                    disc = self._disc_fields[corner][i]
                    felt -= disc if word[corner] == "+" else -disc
                    variance += (DISC_SPREAD * disc) ** 2
            for hole in range(HOLES):
                if contents is not None and contents.kinds[hole]:
                    felt -= balls.field(hole, contents.moment(hole), i)
            balls.difference[i] = felt
            variance += (noise * slot.noises[i]) ** 2 * share
            balls.variances[i] = variance if slot.noises[i] else NEVER * NEVER

    def _conclude_laid(self) -> None:
        level = self._at
        slot = self.slots[level]
        if slot.restarts != self._restarts or not slot.coming:
            # Moved again meanwhile.
            return
        slot.face, slot.coming = slot.coming, NO_FACE
        if self._judged:
            self._judge(slot, level)
        slot.rebase()
        self._watch(slot)
        self._blur(level)
        self._tell(level)

    def _judge(self, slot, level: int) -> None:
        """Note what has happened to the balls of a square while it was up.

        Balls stay in their holes, as a rule; but a square that comes down one level higher
        without having got a ball before everybody's eyes has got one.
        """
        balls, contents = self._balls, slot.contents
        square = square_of(slot.face)
        rose = self._last_level[square] == level - 1 and not contents.fresh
        self._last_level[square] = level
        found = []
        for one in (ADDED_LIGHT, ADDED_DARK):
            if balls.found[one] is not None and balls.best[one] < min(balls.plain, GOOD_LAID):
                found.append((balls.best[one], balls.found[one][:3]))
        found.sort(key=lambda pair: pair[0])
        if len(found) > 1 and found[1][0] - found[0][0] > 2 * SURE:
            found.pop()
        contents.suspects = [one[1] for one in found]
        moved = NEVER if balls.found[SAME] is None else balls.best[SAME]
        moved += MOVED_ROSE if rose else 0
        least = found[0][0] + (0 if rose else ADDED_BESIDES) if found else NEVER
        lost = GONE_LIGHT if balls.best[GONE_LIGHT] < balls.best[GONE_DARK] else GONE_DARK
        left = balls.best[lost]
        if contents.fresh and balls.found[lost] is not None:
            # Who has put a ball by mistake takes it off again.
            left -= MOVED_BESIDES if balls.found[lost][0] == contents.newest else 0
        if left < FINE and left + MOVED_BESIDES + ADDED_BESIDES < min(balls.plain, least, moved):
            # Whoever puts it in again puts a ball before nobody's eyes.
            contents.fresh &= balls.found[lost][0] != contents.newest
            self._apply(slot, lost, True)
            contents.suspects = []
        elif moved < GOOD_MOVED and moved + MOVED_BESIDES < min(balls.plain, least):
            self._apply(slot, SAME, True)
            if rose:
                contents.suspects = []
        elif not rose and found and least < min(balls.plain, left, moved):
            # Somebody has put a ball before anybody looked.
            self._apply(slot, ADDED_LIGHT - 1 + found[0][1][1], False)
            contents.doubt = abs(balls.best[ADDED_LIGHT] - balls.best[ADDED_DARK]) < UNSEEN
        else:
            balls.learn(contents, found[0][1] if found and rose else None)

    def suspects(self, level: int):
        """Return the kinds, the likeliest first, of which a ball may have come unseen.

        Asked where the rules say that there is one.
        """
        contents = self.slots[level].contents
        return [one[1] for one in contents.suspects] if contents is not None else []

    def recall(self) -> bool:
        """Take a ball as there that may have come unseen: the players say that one has."""
        for level in range(len(self.slots)):
            slot = self.slots[level]
            if slot.face and slot.contents.suspects:
                hole, kind, moment = slot.contents.suspects[0]
                slot.contents.suspects = []
                if not slot.contents.kinds[hole]:
                    slot.contents.lay(hole, kind, moment, 2 * SHAKEN)
                    slot.contents.newest = hole
                    slot.contents.doubt = True
                    self._tell(level)
                    return True
        return False

    def _watch(self, slot) -> None:
        """Let a slot watch the discs of the square that lies there."""
        word = self._codes.word(slot.face, slot.turns)
        corners = [self._corner[corner] for corner in range(CORNERS) if word[corner] != "0"]
        slot.watch(corners, self._disc_fields[0][self._corner[0]] / self._ut_per_count)

    def _holes(self, face: int, turns: int):
        """Return the holes of a face that lies so."""
        return bytes([turned_hole(at, turns) for at in self._faces[self._codes.holes[face]]])

    def _fill(self, contents, holes, assumed) -> None:
        """Take so many balls as lying in these holes, nobody knows in which."""
        contents.clear()
        at = 0
        for kind in (1, 2):
            for _ in range(assumed[kind]):
                contents.lay(holes[at], kind, (0.0, 0.0, 0.0), UNKNOWN)
                at += 1

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
            elif slot.contents.astray:
                self._begin_order(level)
            return
        if self._pending and self._at == level and slot.scans < PATIENT_SCANS:
            return
        # A strong magnet is felt in the next slot too: the strongest change comes first.
        for other in (level - 1, level + 1):
            if 0 <= other < len(self.slots):
                one = self.slots[other]
                if not one.face and not one.empty:
                    # Which square comes there is told before what it does here.
                    return
                if one.face and one.changed() > slot.changed():
                    if one.scans < SCANS:
                        return
                    level, slot = other, one
        if self._is_cleared(level):
            slot.contents.clear()
            slot.snap()
            slot.rebase()
            self._pending = False
            self._tell(level)
            return
        balls = self._balls
        noise = self._ut_per_count * slot.loud
        share = 1 / slot.scans + 1 / slot.base_scans
        for i in range(slot.count):
            change = (slot.mean(i) - slot.base[i]) * self._scale(slot, i)
            balls.difference[i] = change
            variance = NEIGHBOUR_UT * NEIGHBOUR_UT + (MISPLACED * change) ** 2
            variance += (noise * slot.noises[i]) ** 2 * share
            variance += slot.blur[i] * self._scale(slot, i) ** 2
            balls.variances[i] = variance if slot.noises[i] else NEVER * NEVER
        slot.snap()
        self._about, self._at = CHANGE, level
        self._scans, self._restarts = slot.scans, slot.restarts
        self._pending = False
        holes = self._holes(slot.face, slot.turns)
        self._thought = balls.think(slot.contents, holes, balls.jiggle)

    def _begin_order(self, level: int) -> None:
        """Find out in which holes the balls of a square lie, that all lie still."""
        slot = self.slots[level]
        if slot.zero_scans and self._note_foreign(level):
            self._about, self._at = ORDER, level
            self._set_laid(slot, slot.face, slot.turns, None)
            holes = self._holes(slot.face, slot.turns)
            self._thought = self._arranger.think(slot.contents, holes)

    def _is_cleared(self, level: int) -> bool:
        """Tell whether a square that had balls has none any more, however many went at once."""
        slot = self.slots[level]
        if not max(slot.contents.kinds) or not slot.zero_scans or not self._note_foreign(level):
            return False
        balls = self._balls
        self._set_laid(slot, slot.face, slot.turns, None)
        total = first = second = 0.0
        for i in range(slot.count):
            weight = 1 / balls.variances[i]
            off = balls.difference[i]
            total += weight
            first += weight * off
            second += weight * off * off
        return second - first * first / total < CHANGED

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
        if balls.best[best] > LAME and self._is_another(slot):
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

    def _is_another(self, slot) -> bool:
        """Tell whether another square lies in a slot than the one that is known there."""
        if not slot.zero_scans or not self._note_foreign(self._at):
            return False
        face = self._read(slot)
        return face > NO_FACE and face != slot.face

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
        level = self._at
        before = [0.0, 0.0, 0.0]
        if meaning in (ADDED_LIGHT, ADDED_DARK):
            contents.lay(hole, kind, moment, self._balls.jiggle)
            contents.newest = hole
            contents.doubt = False
            contents.fresh = True
        elif meaning in (GONE_LIGHT, GONE_DARK):
            contents.lay(hole, 0, before, UNKNOWN)
        elif moment is None:
            contents.lay(hole, kind, before, UNKNOWN)
            return
        else:
            # Turned where it lies, or in another hole now.
            contents.lay(origin, 0, before, UNKNOWN)
            contents.lay(hole, kind, moment, self._balls.jiggle)
            return
        if not laid:
            self._balls.turned_cost = TURNED_BESIDES
            place = self._field.places[HOLES * level + hole]
            for other in (level - 1, level + 1):
                if 0 <= other < len(self.slots):
                    self._feel(self.slots[other], place, moment, self._field.moments[0], True)

    # What a slot does to its neighbours

    def _blur(self, level: int) -> None:
        """Doubt in the next slots what this one's square and balls do there.

        It is expected neither before nor after: nobody knows what the means hold already.
        """
        for other in (level - 1, level + 1):
            if 0 <= other < len(self.slots):
                slot = self.slots[other]
                for kind, place, moment in self._magnets_of(level):
                    self._feel(slot, place, moment, kind, True)

    def _magnets_of(self, level: int):
        """Return ``(strength, place, moment)`` of every magnet in a slot."""
        slot = self.slots[level]
        found: list[tuple] = []
        face = slot.face or slot.coming
        if not face:
            return found
        word = self._codes.word(face, slot.turns)
        base = self._field.places[HOLES * level]
        for corner in range(CORNERS):
            if word[corner] != "0":
                x, y, z = self._spots[corner]
                way = 1.0 if word[corner] == "+" else -1.0
                found.append((self._disc, (base[0] + x, base[1] + y, z), (0.0, 0.0, way)))
        contents = slot.contents
        for hole in range(HOLES):
            if contents.kinds[hole]:
                place = self._field.places[HOLES * level + hole]
                found.append((self._field.moments[0], place, contents.moment(hole)))
        return found

    def _feel(self, slot, place, moment, strength: float, doubt: bool) -> None:
        """Add what a magnet does at a slot's sensors to what is foreign there, or in doubt."""
        for i in range(slot.count):
            spot = self._field.spots[slot.sensors[i]]
            if abs(spot[0] - place[0]) < FAR_MM:
                felt = response(spot, place, strength)
                change = felt[0] * moment[0] + felt[1] * moment[1] + felt[2] * moment[2]
                change /= self._scale(slot, i)
                if doubt:
                    slot.blur[i] += change * change
                    slot.blurred = True
                else:
                    slot.foreign[i] += change

    def _note_foreign(self, level: int) -> bool:
        """Work out what the next slots do here; return whether that is known."""
        slot = self.slots[level]
        for i in range(slot.count):
            slot.foreign[i] = 0
        for other in (level - 1, level + 1):
            if 0 <= other < len(self.slots):
                one = self.slots[other]
                if not one.face and not one.coming and not one.empty:
                    return False
                for strength, place, moment in self._magnets_of(other):
                    self._feel(slot, place, moment, strength, False)
        return True

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
        self._balls.turned_cost = TURNED_COST
        for contents in self._squares:
            contents.fresh = False

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
        if not slot.face:
            return
        contents, holes = slot.contents, self._holes(slot.face, slot.turns)
        contents.doubt = False
        contents.astray = True
        for kind, wanted in ((1, light), (2, dark)):
            while contents.count(kind) > wanted:
                self._unlay(contents, kind, contents.count(3 - kind) < (light, dark)[2 - kind])
            while contents.count(kind) < wanted:
                if not self._relay(contents, holes, kind):
                    break
        self._tell(level)

    def _unlay(self, contents, kind: int, turn: bool) -> None:
        """Drop the ball of this kind that is known least, or take it to be of the other kind."""
        least = -1
        for hole in range(HOLES):
            if contents.kinds[hole] == kind:
                if least < 0 or contents.deviations[hole] > contents.deviations[least]:
                    least = hole
        contents.lay(least, 3 - kind if turn else 0, (0.0, 0.0, 0.0), UNKNOWN)

    def _relay(self, contents, holes, kind: int) -> bool:
        """Add a ball of this kind somewhere."""
        for hole, one, moment in contents.suspects:
            if one == kind and not contents.kinds[hole]:
                contents.lay(hole, kind, moment, 2 * SHAKEN)
                contents.suspects = []
                return True
        for hole in holes:
            if not contents.kinds[hole]:
                contents.lay(hole, kind, (0.0, 0.0, 0.0), UNKNOWN)
                return True
        return False

"""Likelihood: the evidence of one explanation for a measured difference.

The variances are those of sensor noise, of the error of the magnet model, and of the *jiggle*:
balls turn a little when others are laid on them or beside them.
"""

import gc
from array import array
from math import log

from boardcore.pylos.cells import CELLS, LEVEL, SUPPORTS
from boardcore.pylos.hall.explanations import (
    ADD,
    FORGET,
    REMOVE,
    RESPIN,
    TOUCHES,
    TURN,
    VISIT,
    Explanation,
    Found,
)
from boardcore.pylos.hall.magnets import UNKNOWN
from boardcore.pylos.hall.priors import Habits
from boardcore.sensing.hall.evidence import PARTS_MOST, ROOT, Evidence, whole_rows
from boardcore.sensing.hall.floats import zeros

RADIAN = 3.14159 / 180
COMMON_UT = 8.0
"""Drift between two events, the same at all sensors (firmware/docs/fields.md, section 9)."""
FLOOR_UT = 1.5
"""No mean is better than this: steps of the converter."""
MODEL_SHARE = 0.06
"""Share of a change that may be wrong: gains, a ball beside its place, a real magnet."""
OTHERS = 0.2
"""Share of the jiggle of supporters that all other balls make (section 9)."""
WORN = 0.06
"""Deviation of a standing ball's moment beyond that of its fit: it was touched since."""
TURNED = 0.45
"""Deviation of what a turn of 15 to 45 degrees adds to a moment."""
HOPELESS = 250.0
"""Log-likelihood below the best at which a candidate is not kept."""
STALE = 0.25
"""Deviation of what is known of a ball that was turned before, unnoticed."""
SPREAD = 0.12
"""Deviation of the strengths of pieces from each other, as they are found (section 9: 0.05)."""
UNLEARNT = 0.25
"""Deviation of the common strength from the layout's, before any was measured."""
WEAKEST, STRONGEST = 0.4, 1.8
"""Range of a placed ball's strength, as a share of the usual one; chosen."""

LEARNT_MOST = 12
"""Balls over which strengths are averaged."""

# What steps cost, in empty turns of a loop (19 of 20 cost no more).
BEGIN, PREPARE, RESTING = 750, 1600, 400
CLEAR, SUM, COUNT_IN, LOOK = 200, 260, 950, 700
LAY_OUT, LAY_OUT_PART = 250, 300
KEEP, KEEP_PART = 600, 330


class Weigher:
    """Weighs explanations of one difference; the best are kept in ``found``.

    ``magnets``: what is known of the balls; ``difference``: microteslas per sensor, set
    by the caller as well as ``noise``, its variance per sensor without any ball, 0 for a
    sensor to be left out.  ``habits``: how likely changes are beforehand.
    """

    def __init__(self, magnets, jiggle_deg: float) -> None:
        self.magnets = magnets
        self.habits = Habits()
        sensors = magnets.sensors
        self.sensors = sensors
        self.rows = whole_rows(magnets.rows)
        gc.collect()  # as in ``decoder``
        self.evidence = Evidence(self.rows, sensors, COMMON_UT)
        self.difference = zeros(sensors)
        self.noise = zeros(sensors)
        self.jiggle = (jiggle_deg * RADIAN) ** 2
        self.strength = 1.0
        self.found = Found()
        self.weighed = 0
        self.weights = zeros(sensors)
        """1 / variance per sensor while no ball is touched but by chance, 0: left out."""
        self._roots = array("h", [0] * sensors)  # of these weights, as ``Evidence`` wants them
        self._touched_roots = array("h", [0] * sensors)
        self._variances = zeros(sensors)
        self._others = zeros(sensors)  # variance by one touch of any other ball
        self._others_of = -1  # while these balls stand
        self._shaken = zeros(sensors)
        self._learnt = 0  # balls whose strength was learnt

    def beginning(self, mask: int):
        """Begin, step by step, to explain what happened while these balls stood."""
        yield BEGIN
        self.found = Found()
        self.weighed = 0
        self.habits.begin(mask)
        if self._others_of != mask:
            yield from self._add_up_others(mask)
        yield PREPARE
        self._prepare()

    def _prepare(self) -> None:
        """Work out the variance of every sensor while no ball is touched but by chance."""
        variances, weights, noise = self._variances, self.weights, self.noise
        difference, others, roots = self.difference, self._others, self._roots
        floor, share_of_model, scale = FLOOR_UT * FLOOR_UT, MODEL_SHARE, ROOT
        for i in range(self.sensors):
            model = share_of_model * difference[i]
            variance = noise[i] + floor + model * model + others[i]
            variances[i] = variance
            weights[i] = 1 / variance if noise[i] else 0.0
            roots[i] = int(scale / variance**0.5 + 0.5) if noise[i] else 0

    def resting(self, mask: int, noise, weights):
        """Work out, step by step, such ``weights`` for a difference that is yet to come."""
        yield from self._add_up_others(mask)
        yield RESTING
        floor, others = FLOOR_UT * FLOOR_UT, self._others
        for i in range(self.sensors):
            weights[i] = 1 / (noise[i] + floor + others[i]) if noise[i] else 0.0

    def forget_rest(self) -> None:
        """Rely on nothing that ``resting`` has worked out: magnets are not what they were."""
        self._others_of = -1

    def _add_up_others(self, mask: int):
        """Add up, step by step, what one touch of any other ball makes: ``_others``."""
        yield CLEAR
        others = self._others
        for i in range(self.sensors):
            others[i] = 0
        share = self.jiggle * OTHERS * OTHERS
        for place in range(CELLS):
            if mask >> place & 1:
                yield SUM
                unrest = self.magnets.unrest[place]
                for i in range(self.sensors):
                    others[i] += share * unrest[i]
        self._others_of = mask

    # How well they tell of the difference

    def set_rest(self, kinds, places) -> None:
        """Take off what is known: the fields of the balls that went."""
        rest, difference = self.evidence.rest, self.difference
        for i in range(self.sensors):
            rest[i] = difference[i]
        for part in range(len(kinds)):
            if REMOVE <= kinds[part] <= RESPIN:
                field = self.magnets.fields[places[part]]
                for i in range(self.sensors):
                    rest[i] += field[i]

    def take_off(self, one, part: int) -> None:
        """Take what a part of an explanation makes off the rest."""
        rest, rows = self.evidence.rest, self.magnets.rows
        for axis in range(3):
            value = one.moments[3 * part + axis]
            if value:
                row = rows[3 * one.places[part] + axis]
                for i in range(self.sensors):
                    rest[i] -= row[i] * value

    def _shake(self, touched, again: int):
        """Add up, step by step, the variance that hands make: ``_shaken``.

        ``touched``: pairs of a supporter and how often hands have touched it; ``again``: how
        often they have touched anything beyond the first time.
        """
        shaken, others = self._shaken, self._others
        yield CLEAR
        for i in range(self.sensors):
            shaken[i] = again * others[i] if again else 0.0
        for place, times in touched:
            yield SUM
            unrest, share = self.magnets.unrest[place], self.jiggle * times
            for i in range(self.sensors):
                shaken[i] += share * unrest[i]

    def _count_in_shaken(self) -> float:
        """Count in ``_shaken``; return by how much half the logarithm of all variances grows."""
        variances, base, shaken = self._variances, self.weights, self._shaken
        roots, scale = self._touched_roots, ROOT
        ratio = 1.0
        for i in range(self.sensors):
            weight = base[i]
            if weight:
                variance = variances[i] + shaken[i]
                ratio *= variance * weight
                roots[i] = int(scale / variance**0.5 + 0.5)
            else:
                roots[i] = 0
        return log(ratio) / 2

    def weighing(self, one):
        """Find score, misfit and moments of an explanation; keep it if it is among the best.

        Yields before each step what that costs, in empty turns of a loop, as all generators here.
        """
        yield LAY_OUT + LAY_OUT_PART * len(one.kinds)
        magnets, evidence = self.magnets, self.evidence
        self.weighed += 1
        touched: list[tuple[int, int]] = []  # supporters, and how often hands have touched them
        touches = 0
        left = one.before & one.mask
        places = []
        deviations = []
        for part in range(len(one.kinds)):
            kind, place = one.kinds[part], one.places[part]
            touches += TOUCHES[kind]
            carriers = SUPPORTS[place] & left
            if carriers and TOUCHES[kind]:
                for cell in range(place):
                    if carriers >> cell & 1:
                        touched.append((cell, TOUCHES[kind]))
            if kind == VISIT:
                continue
            places.append(place)
            if kind == REMOVE:
                deviations.append((magnets.deviations[place] ** 2 + WORN * WORN) ** 0.5)
            elif kind == FORGET:
                deviations.append((magnets.deviations[place] ** 2 + STALE * STALE) ** 0.5)
            elif kind == TURN:
                deviations.append(TURNED)
            else:
                deviations.append(UNKNOWN * self.strength)
        if one.shaken:
            touched = [(cell, 1) for cell in range(CELLS) if left >> cell & 1]
        self.set_rest(one.kinds, one.places)
        evidence.roots, spread = self._roots, 0.0
        if touched or touches > 1:
            yield from self._shake(touched, max(0, touches - 1))
            yield COUNT_IN
            spread = self._count_in_shaken()
            evidence.roots = self._touched_roots
        yield LOOK
        evidence.begin()
        yield from evidence.weighing(places, deviations)
        one.score = one.prior + evidence.evidence - spread
        one.chi = evidence.chi
        best = self.found.all
        if best and one.score < best[0].score - HOPELESS:
            # Its moments are not worth the work.
            return
        if places:
            yield from evidence.solving()
        yield KEEP + KEEP_PART * len(places)
        self._note_moments(one)
        self.found.keep(one)

    def _note_moments(self, one) -> None:
        """Note the likeliest moments, and count how well they fit the strength of magnets."""
        evidence = self.evidence
        at = 0
        for part in range(len(one.kinds)):
            if one.kinds[part] == VISIT:
                one.moments += [0.0, 0.0, 0.0]
                one.deviations.append(0.0)
                continue
            one.moments += [evidence.moments[3 * at + axis] for axis in range(3)]
            one.score += self._strength_fits(one, part, 3 * at)
            at += 1

    def _strength_fits(self, one, part: int, at: int) -> float:
        """Return how likely the strength is, beyond what the normal prior of a moment says.

        A magnet has a known strength and an unknown direction: its moment lies near a
        sphere, of which the normal prior knows nothing.  Also notes the deviation.
        """
        evidence = self.evidence
        square = deviation = along = 0.0
        standing = one.kinds[part] == TURN
        for axis in range(3):
            value = one.moments[3 * part + axis]
            if standing:
                value += self.magnets.moments[3 * one.places[part] + axis]
            variance = evidence.variances[at + axis]
            square += value * value
            along += value * value * variance
            deviation += variance
        one.deviations.append((deviation / 3) ** 0.5)
        if one.kinds[part] == REMOVE or one.kinds[part] == FORGET or not square:
            return 0.0
        if standing and not self.magnets.size(one.places[part]):
            return 0.0
        size = self.strength
        radius = square**0.5 / size
        blur = along / (square * size * size)
        known = SPREAD * SPREAD + UNLEARNT * UNLEARNT / (1 + self._learnt) + blur
        # A normal prior of deviation 1 / sqrt(3) has such radii: 0.92, deviation 0.39.
        free = 0.15 + blur
        return (
            (radius - 0.92) ** 2 / (2 * free)
            - (radius - 1) ** 2 / (2 * known)
            + log(free / known) / 2
        )

    def is_magnet(self, size: float) -> bool:
        """Tell whether a ball's magnet may be so strong."""
        return WEAKEST < size / self.strength < STRONGEST

    def learn(self, one) -> None:
        """Learn from balls on the lowest level how strong magnets seem to be."""
        for part in range(len(one.kinds)):
            if one.kinds[part] != ADD or LEVEL[one.places[part]]:
                continue
            x, y, z = one.moments[3 * part : 3 * part + 3]
            found = (x * x + y * y + z * z) ** 0.5
            if self.is_magnet(found):
                self._learnt += 1
                self.strength += (found - self.strength) / min(LEARNT_MOST, self._learnt + 1)

    def explaining(self, before: int, mask: int):
        """Weigh, step by step, the same difference by a change that is told, not sought."""
        kinds: tuple[int, ...] = ()
        places: tuple[int, ...] = ()
        for cell in range(CELLS):
            if (before ^ mask) >> cell & 1 and len(places) < PARTS_MOST:
                kinds += (REMOVE if before >> cell & 1 else ADD,)
                places += (cell,)
        self.found = Found()
        yield from self.weighing(Explanation(mask, before, 0.0, kinds, places))

"""Likelihood: log-prior plus log-evidence of one explanation of a measured difference.

The variance of each sensor is the sum of its noise, the error of the magnet model, and the
*jiggle*: balls turn a little when others are laid on them or beside them.
"""

import gc
from array import array
from math import log

from boardcore.pylos.cells import CELLS, LEVEL, SUPPORTS
from boardcore.pylos.hall.explanations import (
    ADD,
    REMOVE,
    RESPIN,
    TOUCHES,
    TURN,
    Explanation,
    Found,
)
from boardcore.pylos.hall.magnets import UNKNOWN
from boardcore.pylos.hall.priors import Priors
from boardcore.sensing.observe.field.chi2 import zeros
from boardcore.sensing.observe.field.evidence import PARTS_MOST, ROOT, Evidence, whole_rows

COMMON_UT, COMMON_AT_FIRST_UT = 8.0, 50.0
"""Deviation of the shift common to all sensors between two changes, microteslas: the smallest
(firmware/docs/fields.md, section 9), and that before any was measured (chosen)."""
SHIFTS = 4
"""Number of changes over which the square of that shift is averaged; chosen."""
FLOOR_UT = 1.5
"""Smallest standard deviation of a mean, microteslas: steps of the converter."""
MODEL_SHARE = 0.06
"""Relative error of a field: gains, place of the ball, shape of the magnet; 1 sigma, chosen."""
OTHERS = 0.2
"""Jiggle of all other balls relative to that of supporters (section 9)."""
WORN = 0.06
"""Deviation added to that of a standing ball's moment, because it was touched since; chosen."""
TURNED = 0.45
"""Deviation of the change of a moment when a ball turns by 15 to 45 degrees."""
HOPELESS = 250.0
"""Log-likelihood below the best at which an explanation is not kept."""
SPREAD = 0.12
"""Relative deviation of measured strengths of balls (section 9: 0.05 for magnets alone)."""
UNLEARNT = 0.25
"""Relative deviation of the mean strength from the layout's, before any was measured."""
WEAKEST, STRONGEST = 0.4, 1.8
"""Range of a placed ball's strength, relative to the mean one; chosen."""

LEARNT_MOST = 12
"""Balls over which the mean strength is averaged."""

# Cost of steps, in empty turns of a loop; 95th percentile.
BEGIN, PREPARE, AHEAD = 750, 1600, 400
CLEAR, SUM, COUNT_IN, LOOK = 200, 260, 950, 700
LAY_OUT, LAY_OUT_PART = 250, 300
KEEP, KEEP_PART = 600, 330


class Likelihood:
    """Computes the likelihood of explanations of one difference; ``found`` keeps the best.

    ``magnets``: known moments; ``difference``: microteslas per sensor, and ``noise``: its
    variance per sensor without jiggle, 0: left out, both written by the caller; ``priors``:
    log-priors of changes; ``strength``: mean strength of the balls, relative to the layout's.
    """

    def __init__(self, magnets, jiggle_rad: float) -> None:
        self.magnets = magnets
        self.priors = Priors()
        sensors = magnets.sensors
        self.sensors = sensors
        self.rows = whole_rows(magnets.rows)
        gc.collect()  # as in ``decoder``
        self.evidence = Evidence(self.rows, sensors, 1 / COMMON_AT_FIRST_UT**2)
        self.difference = zeros(sensors)
        self.noise = zeros(sensors)
        self.jiggle = jiggle_rad * jiggle_rad
        self.strength = 1.0
        self.found = Found()
        self.evaluated = 0
        self.weights = zeros(sensors)
        """1 / variance per sensor without touched supporters, 0: left out."""
        self._roots = array("h", [0] * sensors)  # of these weights, as ``Evidence`` wants them
        self._touched_roots = array("h", [0] * sensors)
        self._variances = zeros(sensors)
        self._others = zeros(sensors)  # variance of the jiggle of all balls, by one touch
        self._others_of = -1  # the balls it belongs to
        self._shaken = zeros(sensors)
        self._learnt = 0  # balls whose strength was learnt
        self._shift = COMMON_AT_FIRST_UT**2  # mean square of the common shifts

    def beginning(self, mask: int):
        """Prepare, step by step, for a new difference; ``mask``: the balls that stood before."""
        yield BEGIN
        self.found = Found()
        self.evaluated = 0
        self.priors.begin(mask)
        if self._others_of != mask:
            yield from self._add_up_others(mask)
        yield PREPARE
        self._prepare()

    def _prepare(self) -> None:
        """Compute the variance of every sensor without touched supporters."""
        variances, weights, noise = self._variances, self.weights, self.noise
        difference, others, roots = self.difference, self._others, self._roots
        floor, share_of_model, scale = FLOOR_UT * FLOOR_UT, MODEL_SHARE, ROOT
        for i in range(self.sensors):
            model = share_of_model * difference[i]
            variance = noise[i] + floor + model * model + others[i]
            variances[i] = variance
            weights[i] = 1 / variance if noise[i] else 0.0
            roots[i] = int(scale / variance**0.5 + 0.5) if noise[i] else 0

    def preparing(self, mask: int, noise, weights):
        """Compute ``weights`` in advance, step by step, for the next difference."""
        yield from self._add_up_others(mask)
        yield AHEAD
        floor, others = FLOOR_UT * FLOOR_UT, self._others
        for i in range(self.sensors):
            weights[i] = 1 / (noise[i] + floor + others[i]) if noise[i] else 0.0

    def forget(self) -> None:
        """Discard what ``preparing`` has computed: moments have changed."""
        self._others_of = -1

    def _add_up_others(self, mask: int):
        """Sum up, step by step, the jiggle of all balls by one touch: ``_others``."""
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

    # Likelihood

    def set_residual(self, kinds, places) -> None:
        """Set the residual: the difference plus the known fields of the balls that went."""
        residual, difference = self.evidence.residual, self.difference
        for i in range(self.sensors):
            residual[i] = difference[i]
        for part in range(len(kinds)):
            if REMOVE <= kinds[part] <= RESPIN:
                field = self.magnets.fields[places[part]]
                for i in range(self.sensors):
                    residual[i] += field[i]

    def take_off(self, one, part: int) -> None:
        """Subtract the fitted field of one part from the residual."""
        residual, rows = self.evidence.residual, self.magnets.rows
        for axis in range(3):
            value = one.moments[3 * part + axis]
            if value:
                row = rows[3 * one.places[part] + axis]
                for i in range(self.sensors):
                    residual[i] -= row[i] * value

    def _shake(self, touched, again: int):
        """Sum up, step by step, the variance of touched balls: ``_shaken``.

        ``touched``: pairs of a supporter and the number of its touches; ``again``: touches of
        the pyramid beyond the first.
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
        """Add ``_shaken`` to the variances; return half the growth of their log-determinant."""
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

    def evaluating(self, one):
        """Compute score, chi-squared and moments of an explanation; keep it if it is good.

        As all generators here it yields the cost of each step, in empty turns of a loop.
        """
        yield LAY_OUT + LAY_OUT_PART * len(one.kinds)
        magnets, evidence = self.magnets, self.evidence
        self.evaluated += 1
        touched: list[tuple[int, int]] = []  # supporters and the number of their touches
        touches = 0
        left = one.before & one.mask
        places = one.places
        deviations = []
        for part in range(len(one.kinds)):
            kind, place = one.kinds[part], one.places[part]
            touches += TOUCHES[kind]
            carriers = SUPPORTS[place] & left
            if carriers and TOUCHES[kind]:
                for cell in range(place):
                    if carriers >> cell & 1:
                        touched.append((cell, TOUCHES[kind]))
            if kind == REMOVE:
                deviations.append((magnets.deviations[place] ** 2 + WORN * WORN) ** 0.5)
            elif kind == TURN:
                deviations.append(TURNED)
            else:
                deviations.append(UNKNOWN * self.strength)
        if one.shaken:
            touched = [(cell, 1) for cell in range(CELLS) if left >> cell & 1]
        self.set_residual(one.kinds, one.places)
        evidence.roots, spread = self._roots, 0.0
        if touched or touches > 1:
            yield from self._shake(touched, max(0, touches - 1))
            yield COUNT_IN
            spread = self._count_in_shaken()
            evidence.roots = self._touched_roots
        yield LOOK
        evidence.begin()
        yield from evidence.evaluating(places, deviations)
        one.score = one.prior + evidence.evidence - spread
        one.chi = evidence.chi
        best = self.found.all
        if best and one.score < best[0].score - HOPELESS:
            # Too unlikely: its moments are not needed.
            return
        if places:
            yield from evidence.solving()
        yield KEEP + KEEP_PART * len(places)
        self._note_moments(one)
        self.found.keep(one)

    def _note_moments(self, one) -> None:
        """Store the posterior moments; add the prior of their strengths to the score."""
        evidence = self.evidence
        for part in range(len(one.kinds)):
            one.moments += [evidence.moments[3 * part + axis] for axis in range(3)]
            one.score += self._strength_fits(one, part)

    def _strength_fits(self, one, part: int) -> float:
        """Return the log-prior of a part's strength, minus that of the normal prior it replaces.

        A magnet has a known strength and an unknown direction, so its moment lies near a
        sphere; ``Evidence`` assumes a normal prior.  Also stores the deviation.
        """
        evidence = self.evidence
        square = deviation = along = 0.0
        standing = one.kinds[part] == TURN
        for axis in range(3):
            value = one.moments[3 * part + axis]
            if standing:
                value += self.magnets.moments[3 * one.places[part] + axis]
            variance = evidence.variances[3 * part + axis]
            square += value * value
            along += value * value * variance
            deviation += variance
        one.deviations.append((deviation / 3) ** 0.5)
        if one.kinds[part] == REMOVE or not square:
            return 0.0
        if standing and not self.magnets.size(one.places[part]):
            return 0.0
        size = self.strength
        radius = square**0.5 / size
        blur = along / (square * size * size)
        known = SPREAD * SPREAD + UNLEARNT * UNLEARNT / (1 + self._learnt) + blur
        # Under the normal prior, of deviation 1 / sqrt(3), the radius is 0.92 with deviation 0.39.
        free = 0.15 + blur
        return (
            (radius - 0.92) ** 2 / (2 * free)
            - (radius - 1) ** 2 / (2 * known)
            + log(free / known) / 2
        )

    def is_magnet(self, size: float) -> bool:
        """Return whether a magnet of a ball can have this strength."""
        return WEAKEST < size / self.strength < STRONGEST

    def learn(self, one) -> None:
        """Update the mean ``strength`` from new balls on the lowest level."""
        for part in range(len(one.kinds)):
            if one.kinds[part] != ADD or LEVEL[one.places[part]]:
                continue
            x, y, z = one.moments[3 * part : 3 * part + 3]
            found = (x * x + y * y + z * z) ** 0.5
            if self.is_magnet(found):
                self._learnt += 1
                self.strength += (found - self.strength) / min(LEARNT_MOST, self._learnt + 1)

    def learn_shift(self, one) -> None:
        """Update the prior of the shift common to all sensors from an explanation's residual."""
        self.set_residual(one.kinds, one.places)
        for part in range(len(one.kinds)):
            self.take_off(one, part)
        residual, weights = self.evidence.residual, self.weights
        total = first = 0.0
        for i in range(self.sensors):
            total += weights[i]
            first += weights[i] * residual[i]
        if not total:
            return  # every sensor has failed
        self._shift += ((first / total) ** 2 - self._shift) / SHIFTS
        self.evidence.precision = 1 / max(COMMON_UT**2, self._shift)

    def explaining(self, before: int, mask: int):
        """Evaluate, step by step, the change from ``before`` to ``mask`` that the players named."""
        kinds: tuple[int, ...] = ()
        places: tuple[int, ...] = ()
        for cell in range(CELLS):
            if (before ^ mask) >> cell & 1 and len(places) < PARTS_MOST:
                kinds += (REMOVE if before >> cell & 1 else ADD,)
                places += (cell,)
        self.found = Found()
        yield from self.evaluating(Explanation(mask, before, 0.0, kinds, places))

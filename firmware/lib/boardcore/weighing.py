"""Weighing: how well one explanation tells of a difference of fields, and how likely it is.

Variances are those of the sensors' noise, of what the model of a magnet cannot know, and
of the *jiggle*: balls turn a little when others are laid upon them or beside them.
"""

from math import log

from boardcore.evidence import PARTS_MOST, Evidence, whole_rows
from boardcore.explanations import (
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
from boardcore.floats import zeros
from boardcore.magnets import UNKNOWN
from boardcore.pylos_cells import CELLS, LEVEL, SUPPORTS, can_hold, count, is_free

RADIAN = 3.14159 / 180
COMMON_UT = 8.0
"""Drift between two events, the same at all sensors (facts/sensing.md, section 9)."""
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
"""What is that much less likely than the best is not kept."""
STALE = 0.25
"""Deviation of what is known of a ball that was turned before, unnoticed."""
SPREAD = 0.12
"""Deviation of the strengths of pieces from each other, as they are found (section 9: 0.05)."""
UNLEARNT = 0.25
"""And of all of them from what the layout says, until some were seen."""
WEAKEST, STRONGEST = 0.4, 1.8
"""As a share of the usual strength: beyond these nothing is a ball that came; chosen."""

LEARNT_MOST = 12
"""Strengths are averaged over so many balls."""

# Logarithms of how likely hands do such things, before anything was measured; chosen.
NOTHING = -1.6
SINGLE = -0.7
FURTHER = -4.8  # one more change within the same moment
BUMPED = -3.5  # a ball turned besides: p = 0.03 (section 9)
SHAKEN = -4.0  # hands have touched all balls, or came and went again somewhere
RESPUN = -4.0  # a free ball was lifted and put back at once, turned, and nothing else
VISITED = -4.0  # a ball was laid down and lifted again
SHUFFLED = -8.0  # nothing but a turned ball that nobody can lift
FORGOTTEN = -7.0  # a ball that went had been turned before, unnoticed
UNLAWFUL = -4.0  # for each thing that the rules forbid


class Weigher:
    """Weighs explanations of one difference; the best are kept in ``found``.

    ``magnets``: what is known of the balls; ``difference``: microteslas per sensor, set
    by the caller as well as ``noise``, its variance per sensor without any ball, 0 for a
    sensor to be left out.  ``mask``: the balls that stood; ``may_change``: the places where
    one may come or go.
    """

    def __init__(self, magnets, jiggle_deg: float) -> None:
        self.magnets = magnets
        sensors = magnets.sensors
        self.sensors = sensors
        self.rows = whole_rows(magnets.rows)
        self.evidence = Evidence(self.rows, sensors, COMMON_UT)
        self.difference = zeros(sensors)
        self.noise = zeros(sensors)
        self.jiggle = (jiggle_deg * RADIAN) ** 2
        self.strength = 1.0
        self.found = Found()
        self.weighed = 0
        self.weights = zeros(sensors)
        """1 / variance per sensor while no ball is touched but by chance, 0: left out."""
        self.mask = 0
        self.may_change = 0
        self._variances = zeros(sensors)
        self._others = zeros(sensors)  # variance by one touch of any other ball
        self._shaken = zeros(sensors)
        self._position = 0
        self._own = 0
        self._before = -1
        self._own_before = 0
        self._each = self._of_all = 0.0
        self._learnt = 0  # balls whose strength was learnt

    def expect(self, position: int, own: int, before: int = -1, own_before: int = 0) -> None:
        """Take notice of the game: balls of the position, and those its player may move.

        ``before``: the same before the last turn, which its player may still change; -1: none.
        """
        self._position = position
        self._own = own
        self._before = before
        self._own_before = own_before

    def begin(self, mask: int) -> None:
        """Explain from here on what happened while these balls stood."""
        for _ in self.beginning(mask):
            pass

    def beginning(self, mask: int):
        """Do the same in slices, as ``Evidence.weighing`` does."""
        self.found = Found()
        self.weighed = 0
        self.mask = mask
        self.may_change = open_cells(mask)
        for cell in range(CELLS):
            if mask >> cell & 1 and is_free(mask, cell):
                self.may_change |= 1 << cell
        self._each = -log(max(1, count(self.may_change)))
        self._of_all = -log(max(1, count(mask)))
        yield 2
        yield from self._prepare()

    def _prepare(self):
        """Work out the variance of every sensor while no ball is touched but by chance."""
        variances, weights, noise = self._variances, self.weights, self.noise
        difference, others = self.difference, self._others
        for i in range(self.sensors):
            others[i] = 0
        share = self.jiggle * OTHERS * OTHERS
        for place in range(CELLS):
            if self.mask >> place & 1:
                unrest = self.magnets.unrest[place]
                for i in range(self.sensors):
                    others[i] += share * unrest[i]
                yield 1
        for i in range(self.sensors):
            model = MODEL_SHARE * difference[i]
            variances[i] = noise[i] + FLOOR_UT * FLOOR_UT + model * model + others[i]
            weights[i] = 1 / variances[i] if noise[i] else 0.0
        yield 3

    def resting(self, mask: int, noise, weights):
        """Work out, in slices, such ``weights`` for a difference that is yet to come."""
        share = self.jiggle * OTHERS * OTHERS
        for i in range(self.sensors):
            weights[i] = noise[i] + FLOOR_UT * FLOOR_UT
        for place in range(CELLS):
            if mask >> place & 1:
                unrest = self.magnets.unrest[place]
                for i in range(self.sensors):
                    weights[i] += share * unrest[i]
                yield 1
        for i in range(self.sensors):
            weights[i] = 1 / weights[i] if noise[i] else 0.0
        yield 2

    # How likely hands do such things

    def explanation(self, kinds, places) -> Explanation:
        """Return a new explanation, with what is likely beforehand."""
        mask = self.mask
        prior = 0.0
        changes = turns = 0
        for part in range(len(kinds)):
            kind = kinds[part]
            if kind <= FORGET:
                mask ^= 1 << places[part]
                changes += 1
            if kind == FORGET:
                prior += FORGOTTEN
            elif kind == TURN:
                turns += 1
                prior += self._of_all + (BUMPED if changes or turns > 1 else 0)
            elif kind == RESPIN:
                changes += 1
                prior += RESPUN - SINGLE
            elif kind == VISIT:
                changes += 1
                prior += VISITED - SINGLE
        if changes:
            prior += SINGLE + self._each + FURTHER * (changes - 1)
        else:
            prior += SHUFFLED if turns else NOTHING
        return Explanation(mask, self.mask, prior + self._lawfulness(mask), kinds, places)

    def _lawfulness(self, mask: int) -> float:
        """Return how unlikely it is that these balls stand while this turn is made."""
        if mask == self.mask:
            return 0.0
        offences = _offences(self._position, self._own, mask)
        if offences and self._before >= 0:
            # Or the last turn is changed once more.
            offences = min(offences, _offences(self._before, self._own_before, mask) + 0.5)
        return UNLAWFUL * offences

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

    def _shake(self, touched):
        """Add up, in slices, what the supporters that turned make: ``_shaken``."""
        shaken = self._shaken
        for i in range(self.sensors):
            shaken[i] = 0
        for place in touched:
            unrest = self.magnets.unrest[place]
            for i in range(self.sensors):
                shaken[i] += unrest[i]
            yield 1

    def _set_weights(self, touched: bool, again: int) -> float:
        """Count in the jiggle; return half the logarithm of all variances.

        ``touched``: whether any supporters have turned; ``again``: how often hands have
        touched anything beyond the first time.
        """
        weights, base = self.evidence.weights, self.weights
        if not touched and not again:
            for i in range(self.sensors):
                weights[i] = base[i]
            return 0.0
        others, variances, noise = self._others, self._variances, self.noise
        shaken, jiggle = self._shaken, self.jiggle
        ratio = 1.0
        for i in range(self.sensors):
            if noise[i]:
                variance = variances[i] + jiggle * shaken[i] + again * others[i]
                ratio *= variance * base[i]
                weights[i] = 1 / variance
            else:
                weights[i] = 0.0
        return log(ratio) / 2

    def weigh(self, one) -> None:
        """Find score, misfit and moments of an explanation; keep it if it is among the best."""
        for _ in self.weighing(one):
            pass

    def weighing(self, one):
        """Do the same in slices, as ``Evidence.weighing`` does."""
        magnets, evidence = self.magnets, self.evidence
        self.weighed += 1
        touched: list[int] = []  # supporters, one as often as hands have touched it
        touches = 0
        left = one.before & one.mask
        places = []
        deviations = []
        for part in range(len(one.kinds)):
            kind, place = one.kinds[part], one.places[part]
            touches += TOUCHES[kind]
            carriers = SUPPORTS[place] & left
            if carriers:
                for cell in range(CELLS):
                    if carriers >> cell & 1:
                        touched += [cell] * TOUCHES[kind]
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
            touched = [cell for cell in range(CELLS) if left >> cell & 1]
        self.set_rest(one.kinds, one.places)
        yield 1 + len(places)
        yield from self._shake(touched)
        spread = self._set_weights(bool(touched), max(0, touches - 1))
        yield 2
        evidence.begin()
        yield 4
        yield from evidence.weighing(places, deviations)
        one.score = one.prior + evidence.evidence - spread
        one.chi = evidence.chi
        best = self.found.all
        if best and one.score < best[0].score - HOPELESS:
            # Its moments are not worth the work.
            return
        if places:
            yield from evidence.solving()
        self._note_moments(one)
        yield 1 + len(places)
        self.found.keep(one)
        yield 2

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
        """Weigh, in slices, the same difference by a change that is told, not sought."""
        kinds: tuple[int, ...] = ()
        places: tuple[int, ...] = ()
        for cell in range(CELLS):
            if (before ^ mask) >> cell & 1 and len(places) < PARTS_MOST:
                kinds += (REMOVE if before >> cell & 1 else ADD,)
                places += (cell,)
        self.found = Found()
        yield from self.weighing(Explanation(mask, before, 0.0, kinds, places))


def _offences(position: int, own: int, mask: int) -> float:
    """Count what no single turn does that leads from a position to these balls."""
    new, gone = mask & ~position, position & ~mask
    return count(gone & ~own) + max(0, count(new) - 1) + max(0, count(gone) - 3)


def open_cells(mask: int) -> int:
    """Return the cells that can hold a ball while these balls stand."""
    cells = 0
    for cell in range(CELLS):
        if can_hold(mask, cell):
            cells |= 1 << cell
    return cells

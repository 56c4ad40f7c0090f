"""Explanations: which changes of the pyramid explain a difference of fields, and how well.

An explanation is a set of balls that stand now, and the parts of the difference: a ball
came, a ball went, a ball was turned.  Single changes are weighed first, all of them; only
where they explain badly, or too little shows to tell, more parts are added, greedily: to
the best few, what explains most of the rest.

Everything is worked out in small slices: ``think`` is a generator.
"""

from array import array
from math import exp, log

from boardcore.evidence import PARTS_MOST, Evidence
from boardcore.magnets import UNKNOWN
from boardcore.pylos_cells import CELLS, LEVEL, LEVEL_START, SUPPORTS, can_hold, count, is_free

ADD, REMOVE, FORGET, RESPIN, TURN = range(5)
"""Kinds of parts: a ball came; one went; one went of which we knew nothing true; one was
lifted and put back, its magnet anyhow; one was turned where it stood."""

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
SPREAD = 0.2
"""Deviation of the strengths of pieces from each other and from what was learnt."""

# Logarithms of how likely hands do such things, before anything was measured; chosen.
NOTHING = -1.6
SINGLE = -0.7
FURTHER = -4.8  # one more change within the same moment
BUMPED = -3.5  # a ball turned besides: p = 0.03 (section 9)
SHAKEN = -4.0  # hands have touched all balls, or came and went again somewhere
RESPUN = -4.0  # a free ball was lifted and put back at once, turned, and nothing else
SHUFFLED = -8.0  # nothing but a turned ball that nobody can lift
FORGOTTEN = -12.0  # what was known of a ball was not true
UNLAWFUL = -4.0  # for each thing that the rules forbid

ODD, ODD_PART = -5.5, -7.0
"""So unlikely a thing is not believed before others are tried."""
LAME, LAME_PART = -25.0, -15.0
POOR, POOR_PART = -36.0, -16.0
"""A good explanation scores -15 to -35."""
BAD = 40.0
"""Squares of deviations, 25 usual: above this something is missing."""
STRONG_UT = 100.0
SCREENED = 6
"""Where any sensor tells of more than that, only so many single changes are weighed."""
FAINT_LEVEL = 2
"""From this level up, a turned ball can look like one that came."""
KEPT = 24
ALIKE = 3
"""So many explanations are kept for the same balls."""
PARENTS = 5
CHILDREN = 4
SHAKES = 4
"""So many explanations are tried with all balls touched."""
QUICK = 6
"""Of those that were only screened so many are weighed."""
GROWING = 4
"""So many sets of balls that went are tried with one more."""
TAKEN_MOST = 3
"""A climb, and two balls taken back."""


class Explanation:
    """One explanation: ``mask`` of the balls that stand, ``kinds`` and ``places`` of its parts.

    ``score``: logarithm of its evidence; ``chi``: its misfit; ``moments``: three numbers
    per part; ``deviations``: one per part.
    """

    def __init__(self, mask: int, before: int, score: float, kinds, places) -> None:
        self.mask = mask
        self.before = before
        self.supposed = 0.0
        self.prior = score
        self.score = score
        self.kinds = kinds
        self.places = places
        self.shaken = False
        self.chi = 0.0
        self.moments: list[float] = []
        self.deviations: list[float] = []


class Explainer:
    """Finds the explanations of one difference after the other.

    ``magnets``: what is known of the balls; ``difference``: microteslas per sensor, set
    by the caller as well as ``noise``, its variance per sensor without any ball, 0 for a
    sensor to be left out.
    """

    def __init__(self, magnets, jiggle_deg: float) -> None:
        self._magnets = magnets
        sensors = magnets.sensors
        self._sensors = sensors
        self.evidence = Evidence(magnets.rows, sensors, COMMON_UT)
        self.difference = array("f", [0] * sensors)
        self.noise = array("f", [0] * sensors)
        self.jiggle = (jiggle_deg * RADIAN) ** 2
        self.strength = 1.0
        self.found: list[Explanation] = []
        """After ``think``: the best explanations, the likeliest first."""
        self.weighed = 0
        self._variances = array("f", [0] * sensors)
        self._weights = array("f", [0] * sensors)
        self._others = array("f", [0] * sensors)  # variance by one touch of any other ball
        self._normals = array("f", [0] * (9 * CELLS))
        self._normal_known = 0
        self._usual = array("f", [0] * sensors)
        self._usual_normals = array("f", [0] * (9 * CELLS))
        self._usual_known = False
        for i in range(sensors):
            # As if half the balls of the lowest level stood: only the order matters.
            square = 0.0
            for row in range(3 * LEVEL_START[1]):
                square += magnets.rows[row][i] ** 2
            self._usual[i] = 1 / (10 + self.jiggle * OTHERS * OTHERS * square / 3)
        self._gains = array("f", [0] * CELLS)
        self._position = 0
        self._own = 0
        self._least = 0.0
        self._singly: list[Explanation] = []
        self._plain: list[Explanation] = []  # nothing happened, or one ball went
        self._quick: list[tuple[float, tuple[int, ...], tuple[int, ...]]] = []
        # What the explanations start from: the balls before, and what may come, go or be lifted.
        self._before = 0
        self._before_score = 0.0
        self._may_change = 0
        self._each = self._of_all = 0.0

    def expect(self, position: int, own: int) -> None:
        """Take notice of the game: balls of the position, and those its player may move."""
        self._position = position
        self._own = own

    def think(self, suppositions):
        """Explain the difference, starting from pairs ``(mask, score)``; yield between slices."""
        self.found = []
        self._plain = []
        self.weighed = 0
        self._least = suppositions[0][1] + ODD
        self._normal_known = 0
        self._prepare(suppositions[0][0])
        yield
        for mask, score in suppositions:
            yield from self._singles(mask, score)
        self._singly = [one for one in self.found if len(one.kinds) == 1]
        if self._is_poor():
            yield from self._shake()
        if self._is_poor():
            yield from self._further(1)
        if self._is_poor():
            for mask, score in suppositions:
                self._start(mask, score)
                yield from self._sweep()
            parts = 2
            while parts < PARTS_MOST and self._is_poor():
                yield from self._further(parts)
                parts += 1
            if self._is_poor():
                yield from self._shake()

    def is_lame(self) -> bool:
        """Tell whether even the best explanation is a bad one for all that it supposes."""
        best = self.found[0]
        return best.score < best.supposed + LAME + LAME_PART * len(best.kinds)

    def _is_poor(self) -> bool:
        """Tell whether the best explanation leaves too much, or is too odd to be all."""
        best = self.found[0]
        more = max(0, len(best.kinds) - 1)
        odd = best.prior < self._least + ODD_PART * more
        return best.chi > BAD or odd or best.score < best.supposed + POOR + POOR_PART * more

    def explain(self, before: int, mask: int) -> None:
        """Find the explanation of the same difference by a change that is told, not sought."""
        kinds: tuple[int, ...] = ()
        places: tuple[int, ...] = ()
        for cell in range(CELLS):
            if (before ^ mask) >> cell & 1 and len(places) < PARTS_MOST:
                kinds += (REMOVE if before >> cell & 1 else ADD,)
                places += (cell,)
        self.found = []
        self._weigh(Explanation(mask, before, 0.0, kinds, places))

    # Variances

    def _prepare(self, mask: int) -> None:
        """Work out the variance of every sensor while no ball is touched but by chance."""
        variances, weights, noise = self._variances, self._weights, self.noise
        difference = self.difference
        for i in range(self._sensors):
            if noise[i]:
                share = MODEL_SHARE * difference[i]
                variances[i] = noise[i] + FLOOR_UT * FLOOR_UT + share * share
        share = self.jiggle * OTHERS * OTHERS
        others = self._others
        for i in range(self._sensors):
            others[i] = 0
        for place in range(CELLS):
            if mask >> place & 1:
                unrest = self._magnets.unrest[place]
                for i in range(self._sensors):
                    others[i] += share * unrest[i]
        for i in range(self._sensors):
            variances[i] += others[i]
            weights[i] = 1 / variances[i] if noise[i] else 0.0

    def _set_rest(self, kinds, places) -> None:
        """Take off what is known: the fields of the balls that went."""
        rest, difference = self.evidence.rest, self.difference
        for i in range(self._sensors):
            rest[i] = difference[i]
        for part in range(len(kinds)):
            if kinds[part] == REMOVE or kinds[part] == RESPIN:
                field = self._magnets.fields[places[part]]
                for i in range(self._sensors):
                    rest[i] += field[i]

    def _set_weights(self, touched: int, parts: int = 1) -> float:
        """Count in the jiggle of touched balls; return half the logarithm of all variances.

        ``parts``: how often hands have touched something.
        """
        weights, base = self.evidence.weights, self._weights
        if not touched and parts < 2:
            for i in range(self._sensors):
                weights[i] = base[i]
            return 0.0
        others, again = self._others, max(0, parts - 1)
        variances, noise = self._variances, self.noise
        unrest = self._magnets.unrest
        shaken = [unrest[place] for place in range(CELLS) if touched >> place & 1]
        ratio = 1.0
        for i in range(self._sensors):
            if noise[i]:
                extra = 0.0
                for one in shaken:
                    extra += one[i]
                variance = variances[i] + self.jiggle * extra + again * others[i]
                ratio *= variance * base[i]
                weights[i] = 1 / variance
            else:
                weights[i] = 0.0
        return log(ratio) / 2

    # Single changes

    def _singles(self, mask: int, score: float):
        """Weigh: nothing happened, one ball came, one ball went, one ball was turned."""
        self._start(mask, score)
        nothing = self._explanation((), ())
        self._plain.append(nothing)
        self._weigh(nothing)
        yield
        singles = []
        for cell in range(CELLS):
            if self._may_change >> cell & 1:
                kind = REMOVE if mask >> cell & 1 else ADD
                singles.append(self._explanation((kind,), (cell,)))
                if kind == REMOVE:
                    self._plain.append(singles[len(singles) - 1])
        if len(singles) > SCREENED and self._is_strong():
            yield from self._rank(singles)
            singles.sort(key=_score, reverse=True)
            singles = singles[:SCREENED]
        for one in singles:
            self._weigh(one)
            yield
        best = self.found[0]
        faint = not best.places or LEVEL[best.places[0]] >= FAINT_LEVEL
        if mask and (faint or best.chi > BAD):
            # Screened, as there are many and few matter.
            self._set_rest((), ())
            self._set_weights(0)
            self.evidence.begin()
            yield from self._screen(mask)
            for place in self._best_gains(CHILDREN):
                for kind in (RESPIN, FORGET) if self._may_change >> place & 1 else (TURN,):
                    self._weigh(self._explanation((kind,), (place,)))
                    yield

    def _is_strong(self) -> bool:
        """Tell whether the difference is so large that a quick look finds the likely places."""
        difference, noise = self.difference, self.noise
        for i in range(self._sensors):
            if abs(difference[i]) > STRONG_UT and noise[i]:
                return True
        return False

    def _rank(self, singles):
        """Give single changes quick scores, with weights that are the same all the time."""
        evidence = self.evidence
        for i in range(self._sensors):
            evidence.weights[i] = self._usual[i] if self.noise[i] else 0.0
        if not self._usual_known:
            self._usual_known = True
            for place in range(CELLS):
                evidence.begin()
                evidence.normal(place, self._usual_normals, 9 * place)
                yield
        self._set_rest((), ())
        evidence.begin()
        alone = evidence.weigh((), ())
        for one in singles:
            place = one.places[0]
            if one.kinds[0] == ADD:
                one.score = alone + evidence.gain(place, self._usual_normals, 9 * place, UNKNOWN)
        for one in singles:
            if one.kinds[0] == REMOVE:
                self._set_rest(one.kinds, one.places)
                evidence.begin()
                one.score = evidence.weigh((), ())
                yield

    def _start(self, mask: int, score: float) -> None:
        """Explain from here on what happened while these balls stood."""
        self._before = mask
        self._before_score = score
        self._may_change = self._open(mask)
        for cell in range(CELLS):
            if mask >> cell & 1 and is_free(mask, cell):
                self._may_change |= 1 << cell
        self._each = -log(max(1, count(self._may_change)))
        self._of_all = -log(max(1, count(mask)))

    def _explanation(self, kinds, places) -> Explanation:
        """Return a new explanation; what is likely beforehand is its score."""
        mask = self._before
        score = self._before_score
        changes = turns = 0
        for part in range(len(kinds)):
            kind = kinds[part]
            if kind <= FORGET:
                mask ^= 1 << places[part]
                changes += 1
            if kind == FORGET:
                score += FORGOTTEN
            elif kind == TURN:
                turns += 1
                score += self._of_all + (BUMPED if changes or turns > 1 else 0)
            elif kind == RESPIN:
                changes += 1
                score += RESPUN - SINGLE
        if changes:
            score += SINGLE + self._each + FURTHER * (changes - 1)
        else:
            score += SHUFFLED if turns else NOTHING
        score += self._lawfulness(mask)
        one = Explanation(mask, self._before, score, kinds, places)
        one.supposed = self._before_score
        return one

    def _lawfulness(self, mask: int) -> float:
        """Return how unlikely it is that these balls stand while this turn is made."""
        if mask == self._before:
            return 0.0
        new, gone = mask & ~self._position, self._position & ~mask
        offences = count(gone & ~self._own)
        offences += max(0, count(new) - 1) + max(0, count(gone) - 3)
        return UNLAWFUL * offences

    # Several at once

    def _sweep(self):
        """Weigh what several balls that went, and one that came, explain together.

        Balls that go take fields with them that are known, so every set of them is quickly
        tried with every ball that may have come.  Larger sets grow from the best smaller ones.
        """
        sets: list[tuple[int, ...]] = [()]
        while sets and len(sets[0]) < TAKEN_MOST and self._is_poor():
            grown: list[tuple[int, ...]] = []
            for gone in sets:
                left = self._before
                for cell in gone:
                    left &= ~(1 << cell)
                for cell in range(CELLS):
                    if left >> cell & 1 and is_free(left, cell):
                        larger = gone + (cell,)
                        if not _has_set(grown, larger):
                            grown.append(larger)
            self._quick = []
            best: list[tuple[float, tuple[int, ...]]] = []
            for gone in grown:
                best.append((self._try(gone), gone))
                yield
            for _, kinds, places in self._quick:
                self._weigh(self._explanation(kinds, places))
                yield
            best.sort(key=_first, reverse=True)
            sets = [gone for _, gone in best[:GROWING]]

    def _try(self, gone) -> float:
        """Screen every ball that may have come while these went; return the best score."""
        evidence, normals = self.evidence, self._normals
        kinds = (REMOVE,) * len(gone)
        self._set_rest(kinds, gone)
        self._set_weights(0)
        evidence.begin()
        alone = evidence.weigh((), ())
        left = self._before
        for cell in gone:
            left &= ~(1 << cell)
        best = self._note_quick(alone, kinds, gone)
        for cell in range(CELLS):
            if can_hold(left, cell) and not _holds(gone, cell):
                if not self._normal_known >> cell & 1:
                    evidence.normal(cell, normals, 9 * cell)
                    self._normal_known |= 1 << cell
                gain = evidence.gain(cell, normals, 9 * cell, UNKNOWN * self.strength)
                score = self._note_quick(alone + gain, kinds + (ADD,), gone + (cell,))
                best = max(best, score)
        return best

    def _note_quick(self, score: float, kinds, places) -> float:
        """Keep a quick score if it is among the best; return it."""
        if len(places) > PARTS_MOST:
            return score
        score += self._explanation(kinds, places).prior
        quick = self._quick
        at = len(quick)
        while at and quick[at - 1][0] < score:
            at -= 1
        if at < QUICK:
            quick.insert(at, (score, kinds, places))
            if len(quick) > QUICK:
                quick.pop()
        return score

    def _further(self, parts: int):
        """Add a part to the best explanations that have so many, and to the best of all."""
        parents: list[Explanation] = []
        for one in self._all_of(parts):
            if len(parents) < PARENTS and not _stands(parents, one.mask):
                parents.append(one)
        for one in self.found[:2]:
            if one not in parents and parts < len(one.kinds) < PARTS_MOST:
                parents.append(one)
        for parent in parents:
            self._start(parent.before, parent.supposed)
            self._set_rest(parent.kinds, parent.places)
            self._take_off(parent)
            self._set_weights(0)
            self.evidence.begin()
            changed = parent.mask | self._open(parent.mask)
            for place in parent.places:
                changed &= ~(1 << place)
            yield from self._screen(changed)
            for place in self._best_gains(CHILDREN):
                for kind in self._kinds_at(parent.mask, place):
                    self._weigh(self._explanation(parent.kinds + (kind,), parent.places + (place,)))
                    yield

    def _shake(self):
        """Weigh the best explanations once more with all balls touched."""
        likely = self._found_by_mask(SHAKES)
        for one in self._plain:
            if one not in likely:
                likely.append(one)
        self._plain = []
        for one in likely:
            self._start(one.before, one.supposed)
            shaken = self._explanation(one.kinds, one.places)
            shaken.shaken = True
            shaken.prior += SHAKEN
            if shaken.mask == shaken.before and shaken.kinds and shaken.kinds[0] == TURN:
                # Whoever shook the balls has turned one: no wonder any more.
                shaken.prior += BUMPED - SHUFFLED
            self._weigh(shaken)
            yield

    def _found_by_mask(self, most: int):
        """Return the best explanation of each of the likeliest sets of balls."""
        best: list[Explanation] = []
        for one in self.found:
            if len(best) < most and not one.shaken and not _stands(best, one.mask):
                best.append(one)
        return best

    def _all_of(self, parts: int):
        """Return the best explanations with so many parts, the likeliest first."""
        return self._singly if parts == 1 else [o for o in self.found if len(o.kinds) == parts]

    def _kinds_at(self, mask: int, place: int):
        """Return what may have happened besides on a place where these balls stand."""
        if not mask >> place & 1:
            return (ADD,)
        return (TURN, RESPIN, REMOVE) if is_free(mask, place) else (TURN,)

    def _open(self, mask: int) -> int:
        cells = 0
        for cell in range(CELLS):
            if can_hold(mask, cell):
                cells |= 1 << cell
        return cells

    def _take_off(self, parent) -> None:
        """Take what the parts of an explanation make off the rest."""
        rest, rows = self.evidence.rest, self._magnets.rows
        for part in range(len(parent.places)):
            for axis in range(3):
                row = rows[3 * parent.places[part] + axis]
                value = parent.moments[3 * part + axis]
                for i in range(self._sensors):
                    rest[i] -= row[i] * value

    def _screen(self, places: int):
        """Find for each place of a set how much a moment there would explain."""
        evidence, gains, normals = self.evidence, self._gains, self._normals
        slices = 0
        for place in range(CELLS):
            gains[place] = -1
            if places >> place & 1:
                if not self._normal_known >> place & 1:
                    evidence.normal(place, normals, 9 * place)
                    self._normal_known |= 1 << place
                gains[place] = evidence.gain(place, normals, 9 * place, TURNED)
                slices += 1
                if slices & 3 == 0:
                    yield

    def _best_gains(self, most: int) -> list[int]:
        """Return the places that explain most, but none that explains nothing."""
        gains = self._gains
        best: list[int] = []
        while len(best) < most:
            at = -1
            for place in range(CELLS):
                if gains[place] > 0 and (at < 0 or gains[place] > gains[at]):
                    at = place
            if at < 0:
                break
            gains[at] = -1
            best.append(at)
        return best

    # Weighing

    def _weigh(self, one) -> None:
        """Find score, misfit and moments of an explanation; keep it if it is among the best."""
        magnets, evidence = self._magnets, self.evidence
        self.weighed += 1
        touched = 0
        gone = 0
        places = []
        deviations = []
        for part in range(len(one.kinds)):
            kind, place = one.kinds[part], one.places[part]
            if kind != TURN:
                touched |= SUPPORTS[place]
            if kind in (REMOVE, FORGET):
                gone |= 1 << place
            places.append(place)
            if kind == REMOVE:
                deviations.append((magnets.deviations[place] ** 2 + WORN * WORN) ** 0.5)
            elif kind == TURN:
                deviations.append(TURNED)
            else:
                deviations.append(UNKNOWN * self.strength)
        if one.shaken:
            touched = -1
        self._set_rest(one.kinds, one.places)
        spread = self._set_weights(touched & one.before & ~gone, len(one.kinds))
        evidence.begin()
        score = one.prior + evidence.weigh(places, deviations) - spread
        one.chi = evidence.chi
        if places:
            evidence.solve()
            one.moments = [evidence.moments[i] for i in range(3 * len(one.places))]
            for part in range(len(one.places)):
                score += self._strength_fits(one, part)
        one.score = score
        self._keep(one)

    def _strength_fits(self, one, part: int) -> float:
        """Return how likely the strength is, beyond what the normal prior of a moment says.

        A magnet has a known strength and an unknown direction: its moment lies near a
        sphere, of which the normal prior knows nothing.  Also notes the deviation.
        """
        evidence = self.evidence
        square = deviation = along = 0.0
        standing = one.kinds[part] == TURN
        for axis in range(3):
            at = 3 * part + axis
            value = one.moments[at]
            if standing:
                value += self._magnets.moments[3 * one.places[part] + axis]
            variance = evidence.variances[at]
            square += value * value
            along += value * value * variance
            deviation += variance
        one.deviations.append((deviation / 3) ** 0.5)
        if one.kinds[part] == REMOVE or not square:
            return 0.0
        if standing and not self._magnets.size(one.places[part]):
            return 0.0
        size = self.strength
        radius = square**0.5 / size
        blur = along / (square * size * size)
        known = SPREAD * SPREAD + blur
        # A normal prior of deviation 1 / sqrt(3) has such radii: 0.92, deviation 0.39.
        free = 0.15 + blur
        return (
            (radius - 0.92) ** 2 / (2 * free)
            - (radius - 1) ** 2 / (2 * known)
            + log(free / known) / 2
        )

    def _keep(self, one) -> None:
        """Keep an explanation if it is among the best, and of the best few for its balls."""
        found = self.found
        at = len(found)
        alike = 0
        for i in range(len(found) - 1, -1, -1):
            other = found[i]
            if other.score < one.score:
                at = i
            if other.mask == one.mask:
                if other.shaken == one.shaken and _same(other, one):
                    return
                alike += 1
        worst = -1
        if alike >= ALIKE:
            for i in range(len(found)):
                if found[i].mask == one.mask:
                    worst = i
            if worst < at:
                return
        found.insert(at, one)
        if worst >= 0:
            found.pop(worst + 1)
        elif len(found) > KEPT:
            found.pop()

    def masks(self):
        """Return pairs ``(mask, score)``, the likeliest first, the best score 0.

        The same balls may be explained in several ways: these add up.
        """
        pairs: list[tuple[int, float]] = []
        for one in self.found:
            score = one.score - self.found[0].score
            at = 0
            while at < len(pairs) and pairs[at][0] != one.mask:
                at += 1
            if at < len(pairs):
                best = pairs[at][1]
                pairs[at] = (one.mask, best + log(1 + exp(score - best)))
            else:
                pairs.append((one.mask, score))
        return pairs


def _score(one):
    return one.score


def _first(pair):
    return pair[0]


def _holds(places, cell: int) -> bool:
    for place in places:
        if place == cell:
            return True
    return False


def _stands(explanations, mask: int) -> bool:
    """Tell whether one of the explanations leaves these balls."""
    for one in explanations:
        if one.mask == mask:
            return True
    return False


def _has_set(sets, places) -> bool:
    """Tell whether one of the sets holds the same places in another order."""
    cells = 0
    for place in places:
        cells |= 1 << place
    for one in sets:
        other = 0
        for place in one:
            other |= 1 << place
        if other == cells:
            return True
    return False


def _same(one, other) -> bool:
    """Tell whether two explanations have the same parts, in whatever order."""
    if len(one.places) != len(other.places):
        return False
    for part in range(len(one.places)):
        at = 0
        while at < len(other.places) and (
            one.places[part] != other.places[at] or one.kinds[part] != other.kinds[at]
        ):
            at += 1
        if at == len(other.places):
            return False
    return True

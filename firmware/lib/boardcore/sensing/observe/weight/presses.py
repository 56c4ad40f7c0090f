"""Presses of hands on the plate between two rests.

A hand that puts or lifts a piece presses with many times the weight of the piece.  Whatever else
lies there, is up or is pressed, what changes changes where the hand is:

    x = dMx / dW        y = dMy / dW

with the differences between two moments at which W turns or stays: a *step*, as a hand comes or
goes.  Steps within REACH_MM of each other are one press.  A change far from every press is less
likely than one near a press; without any press, all places are equally likely.

How much less depends on these hands: gentle ones press with less than PRESS_G now and then.  The
share of certain changes that left no press, p, is learnt (a Beta distribution that forgets), and a
missing press costs -ln p, at most FAR_COST.
"""

from math import log

PRESS_G = 20.0
"""Smallest step of W, g: 10 g of piece shift its place by a few mm."""
FLAT_G = 2.0
"""Largest difference of W, from sample to sample, while no hand comes or goes, g."""
OUTSIDE_MM = 60.0
"""Distance from the outermost places, per axis, from which a step is none: one hand came while
another one went."""
REACH_MM = 12.0
"""Largest distance per axis between steps of one press, mm; chosen."""
MAX_PRESSES = 12
"""Largest number of presses that are kept; chosen."""
NEAR_MM, NEAR_SHARE = 22.0, 0.73
"""Distance, per axis, up to which a press belongs to a place, and the same as a share of the
pitch, whichever is larger; fingers are beside a piece, not on it."""
NEARER_MM = 8.0
"""Distance by which a press must be nearer to a piece than to one beside it that came or went."""
FAR_COST = 5.0
"""Cost of a change without a press near, where there were presses at all, nats; chosen:
tests/bench/notes/plate-questions.md."""
MISSED, FELT = 0.2, 30.0
"""Changes without and with a press that are believed before any was seen: -ln p is FAR_COST."""
GENTLE_SHARE = 0.15
"""Share of changes without a press from which hands are gentle: hands that overlap hide a few."""
REMEMBERED = 0.97
"""Weight of a change after the next one: some 30 changes count; chosen."""
KNOWN = 12
"""Certain changes from which on it is known how hard these hands press; chosen: of twelve by hands
of 0 to 0.6 N, four are missing."""
IDLE_COST, STRAY_COST = 2.0, 1.0
"""Cost of a press of two steps or more without a change near (hands touch pieces that they leave),
and of one step: of those, where one hand comes as another goes, a third lie near no change."""
FAR_SHARE = 1.5
"""Distance, in multiples of NEAR_MM, from which the cost stays; it grows with the square of it."""


class Presses:
    """The presses since the last rest; ``seen``: x, y, number and sum of the steps, g."""

    def __init__(self, places, pitch_mm: float) -> None:
        self._places = places
        self._near_mm = max(NEAR_MM, NEAR_SHARE * pitch_mm)
        self._outside_mm = OUTSIDE_MM + max([max(abs(x), abs(y)) for x, y in places])
        self.far_cost = FAR_COST
        """Cost of a change without a press near, nats; learnt."""
        self._missed, self._felt = MISSED, FELT
        self._learnt = 0  # certain changes so far, at most ``KNOWN``
        self.seen: list[list] = []
        self._new: list[list] = []  # after the rest that is thought about
        self._steady = self._last = (0.0, 0.0, 0.0)  # W, Mx, My of the step before, and now

    def gather(self) -> None:
        """Take what was pressed until now as seen before the rest that has come."""
        for press in self._new:
            _add(self.seen, press)
        self._new = []

    def clear(self) -> None:
        """Forget all presses."""
        self.seen = []

    def rest(self, values) -> None:
        """Take W, Mx, My of a rest: the first step leads away from it."""
        self._steady = self._last = (values[0], values[1], values[2])

    def take(self, values, base) -> None:
        """Take W, Mx, My of one moment; ``base``: of the rest before."""
        last, now = self._last, (values[0], values[1], values[2])
        self._last = now
        if -FLAT_G < now[0] - last[0] < FLAT_G:
            self._step(now)
        elif (now[0] < last[0]) != (last[0] < self._steady[0]):
            self._step(last)

    def _step(self, now) -> None:
        """Take the step that ends now, if it is one."""
        before, self._steady = self._steady, now
        dw = now[0] - before[0]
        if -PRESS_G < dw < PRESS_G:
            return
        x, y = (now[1] - before[1]) / dw, (now[2] - before[2]) / dw
        if max(abs(x), abs(y)) > self._outside_mm:
            return
        _add(self._new, [x, y, 1, abs(dw)])

    def learn(self, places) -> None:
        """Learn from changes that are certain whether hands press hard enough to be felt."""
        for place in places:
            near = self.is_near(place)
            self._missed = REMEMBERED * self._missed + (not near) + (1 - REMEMBERED) * MISSED
            self._felt = REMEMBERED * self._felt + (1 if near else 0)
        share = self._missed / (self._missed + self._felt)
        self.far_cost = FAR_COST if share < GENTLE_SHARE else -log(share)
        self._learnt = min(KNOWN, self._learnt + 1)

    def may_last(self) -> bool:
        """Return whether a hand may still lie there: none was felt to go, of hands not known yet.

        After so many certain changes gentle hands would have been noticed.
        """
        if self._learnt == KNOWN:
            return False
        steps = [press[2] for press in self.seen] + [press[2] for press in self._new]
        return not steps or max(steps) < 2

    def is_near(self, place: int) -> bool:
        """Return whether a hand pressed near a place."""
        return bool([1 for press in self.seen if self.is_beside(place, press[0], press[1])])

    def is_beside(self, place: int, x: float, y: float) -> bool:
        """Return whether a hand that presses here may be at a place."""
        at, far = self._places[place], self._near_mm
        return abs(at[0] - x) < far and abs(at[1] - y) < far

    def near(self, changed) -> list:
        """Return the places that hands pressed near, and the number of steps there, in rows.

        First press first, its nearest place first.
        ``changed``: the places where a piece certainly came or went.  A press near one of them
        says nothing of those beside it.  A hand comes and goes; one that comes while another goes
        may be seen in one step where neither is.
        """
        near: list[int] = []
        steps = [0] * len(self._places)
        for press in self.seen:
            x, y = press[0], press[1]
            places = [at for at in range(len(steps)) if self.is_beside(at, x, y)]
            here = [(self._far(press, at), at) for at in places]
            least = [far - NEARER_MM for far, at in here if at in changed]
            if least:
                here = [row for row in here if row[0] < min(least) or row[1] in changed]
            for _, at in sorted(here):
                near.append(at)
                steps[at] += press[2]
        return [(at, steps[at]) for at in near]

    def cost(self, changes) -> float:
        """Return what changes cost where hands were seen to press elsewhere, nats."""
        cost = 0.0
        if not self.seen:
            return cost
        far = FAR_SHARE * self._near_mm
        nearest = [1.0] * len(changes)  # squares of distances, as shares of what is far
        for press in self.seen:
            least = 1.0
            for i in range(len(changes)):
                x, y = self._places[changes[i][1]]
                x, y = (press[0] - x) / far, (press[1] - y) / far
                off = x * x + y * y
                nearest[i] = min(nearest[i], off)
                least = min(least, off)
            cost += (IDLE_COST if press[2] > 1 else STRAY_COST) * least
        return cost + self.far_cost * sum(nearest)

    def _far(self, press, place: int) -> float:
        """Return the distance of a press from a place, mm."""
        x, y = self._places[place]
        return ((press[0] - x) ** 2 + (press[1] - y) ** 2) ** 0.5


def _add(presses, press) -> None:
    """Add a press to others, as one with the first one that is where it is."""
    x, y, count, grams = press
    for other in presses:
        if abs(other[0] - x) < REACH_MM and abs(other[1] - y) < REACH_MM:
            other[2] += count
            other[3] += grams
            other[0] += (x - other[0]) * grams / other[3]
            other[1] += (y - other[1]) * grams / other[3]
            return
    if len(presses) < MAX_PRESSES:
        presses.append(press)

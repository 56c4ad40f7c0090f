"""Presses of hands on a ramp of Apagos (place, number and time).

What changes at a set P of places cost by J presses is, with f(p, j) = min(1, (d / 60 mm)^2) for the
distance d of press j from place p,

    cost(P) = 5 sum_p min_j f(p, j) + 2 sum_j min_p f(p, j)
"""

from array import array

from boardcore.apagos.masses import RACK_MM
from boardcore.apagos.model import CLIMB, LIFT
from boardcore.apagos.positions import LEVELS
from boardcore.sensing.observe.weight.moments import W, X
from boardcore.sensing.observe.weight.presses import FAR_SHARE, IDLE_COST, Presses

NEAR_MM = 40.0
"""Distance, per axis, up to which a press belongs to a slot: half its width, less the distance of
fingers from a ball."""
TOUCHED = 8.0
"""Largest cost of presses where nothing has changed, nats; chosen."""
DIP_G = 30.0
"""Weight that is missing while a square is up and nobody presses, g; chosen."""
LIFTS, GRAMS, GMM = range(3)
"""Number of samples of what was missing, and sums of their weight and of their moment along the
ramp."""
DIPPED, FIDGETED, UNDIPPED = 6.0, 4.5, 1.0
"""Cost of moves without a square though one was up, of having put it back, and of squares that
moved without being missed, which hands hide in one of three climbs; nats, chosen."""
STEPS = bytes((2, 2, 2, 2, 2, 2, 7, 8))
"""Usual number of steps of each kind of move: a hand comes and goes, four times for a climb, of
which hands that overlap, so that no square is missed, hide one (39 such climbs left 4 to 12 steps,
7.1 in the mean)."""
UPS = bytes((0, 0, 0, 0, 1, 1, 2, 0))
"""Number of squares that are up in each kind of move."""
MISCOUNTED = 6.0
"""Largest cost of another number of steps, nats; its variance is a quarter of the usual number, as
some steps are at once; chosen: 223 climbs left 3 to 14, 81 balls put elsewhere 2 to 8
(tests/bench/notes/apagos-climbs.md)."""
ASTRAY = 2.5
"""Largest cost of a dip at other squares, nats: knocks look alike; chosen."""
MAX_PUT_BACK = 8
"""Most squares that are counted as lifted and laid again; chosen."""
STEP, PRESS = 50, 34
"""Computing time of a place, and of each press on it, in empty loop iterations."""


class RampPresses(Presses):
    """Presses on slots and on racks, which are long."""

    def __init__(self, places, pitch_mm: float) -> None:
        Presses.__init__(self, places, pitch_mm)
        self._offs = self._least = array("f")  # f by place and press, and its minimum by place
        self._located = False
        self._steps = 0
        self._dips = [0, 0.0, 0.0]  # while a square was up
        self._new_dips = [0, 0.0, 0.0]  # as for ``_new``
        self._is_up = False

    def take(self, values, base) -> None:
        """Take W, Mx, My of one moment; a square that is up is missed."""
        Presses.take(self, values, base)
        dw = values[W] - base[W]
        if dw < -DIP_G:
            dips = self._new_dips
            dips[LIFTS] += not self._is_up
            dips[GRAMS] += dw
            dips[GMM] += values[X] - base[X]
        self._is_up = dw < -DIP_G

    def gather(self) -> None:
        """Take what was seen until now as seen before the rest that has come."""
        Presses.gather(self)
        self._located = False
        for i in range(3):
            self._dips[i] += self._new_dips[i]
        self._new_dips = [0, 0.0, 0.0]

    def clear(self) -> None:
        """Forget all of it."""
        Presses.clear(self)
        self._located = False
        self._dips = [0, 0.0, 0.0]

    def dipped(self) -> bool:
        """Return whether a square was up."""
        return self._dips[LIFTS] > 0

    def put_back(self, ups: int) -> int:
        """Return how many squares were lifted and laid again, at most, besides those of moves."""
        return min(MAX_PUT_BACK, max(0, int(self._dips[LIFTS]) - ups))

    def cost_of_moves(self, moves) -> float:
        """Return what moves cost where hands pressed elsewhere, or where no square was up."""
        places: list = []
        up: list = []
        steps = ups = 0
        for what, place, _ in moves:
            places.append(place)
            if what == CLIMB:
                places.append(place + 1)
                up += (place, place + 1)
            elif what == LIFT:
                up.append(place)
            steps += STEPS[what]
            ups += UPS[what]
        cost = self._cost_at(places)
        if moves:
            cost += self.habit(steps, ups)
        elif self.dipped():
            cost = min(cost, TOUCHED) + FIDGETED
        else:  # however often hands have touched what they left
            cost = min(cost + self.habit(0, 0), TOUCHED)
        if up and self.dipped():
            cost += self._off_dip(up)
        return cost

    def _cost_at(self, places) -> float:
        """Return what changes at these places cost where hands pressed elsewhere, nats."""
        count, offs, cost = len(self.seen), self._offs, 0.0
        if not count:
            return 0.0
        for place in places:
            cost += self.far_cost * self._least[place]
        for at in range(count):
            least = 1.0
            for place in places:
                off = offs[place * count + at]
                if off < least:
                    least = off
            cost += IDLE_COST * least
        return cost

    def habit(self, steps: int, ups: int) -> float:
        """Return the cost of moves with ``steps`` steps and squares up, wherever they are."""
        if self.dipped():
            return 0.0 if ups else DIPPED
        # A knock leaves both, and counts once.
        usual = steps + 4 * self.put_back(ups)
        off = self._steps - usual
        return min(MISCOUNTED, 2 * off * off / max(usual, 2)) + (UNDIPPED if ups else 0.0)

    def _off_dip(self, up) -> float:
        """Return the cost of squares that were up where these slots are not, nats."""
        x = self._dips[GMM] / self._dips[GRAMS]
        low, high = self._places[min(up)][0], self._places[max(up)][0]
        far = max(low - x, x - high, 0.0) / NEAR_MM
        return min(ASTRAY, far * far)

    def _away(self, press, place: int) -> float:
        """Return how far a press is from a place, mm, along the axis where that is more."""
        x, y = self._places[place]
        x = abs(press[0] - x) - (RACK_MM if place >= LEVELS else 0.0)
        y = abs(press[1] - y)
        return x if x > y else y

    def is_beside(self, place: int, x: float, y: float) -> bool:
        """Return whether a hand that presses here may be at a place."""
        return self._away((x, y), place) < NEAR_MM

    def locating(self, ramp):
        """Find out how far each press is from each place, step by step, once a rest.

        The ramp is told where hands have pressed within a place; yields what the next step costs.
        """
        if self._located:
            return
        yield STEP
        presses, count = self.seen, len(self.seen)
        self._offs = array("f", bytes(4 * count * len(self._places)))
        self._least = array("f", bytes(4 * len(self._places)))
        self._steps = 0
        for press in presses:
            self._steps += press[2]
        for place in range(len(self._places)):
            yield STEP + PRESS * count
            x = y = steps = 0.0
            least = 1.0
            for at in range(count):
                press = presses[at]
                off = self._away(press, place) / NEAR_MM
                if off < 1:
                    x += press[2] * press[0]
                    y += press[2] * press[1]
                    steps += press[2]
                off = min(1.0, off * off / (FAR_SHARE * FAR_SHARE))
                self._offs[place * count + at] = off
                least = min(least, off)
            self._least[place] = least
            ramp.feel(place, (x / steps, y / steps) if steps else None)
        self._located = True

    def fresh(self) -> bool:
        """Return whether hands have pressed since the rest before."""
        return bool(self._new)

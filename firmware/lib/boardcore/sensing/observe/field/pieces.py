"""Explainer and model for boards with one sensor at each place.

What each sensor shows is nearly independent of the others, so only places that have changed are
tried: single changes and pairs of them, and the likeliest kinds on all of them at once.
"""

from boardcore.sensing.explain.contract import PlacesModel
from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.explain.explainer import Explainer

UNLIKELY = 9.0
"""Lead from which another kind is no state any more, nats."""
UNSEEN = 3.6
"""Cost of a change where the own sensor has failed, nats: one in 38 is there."""


class PiecesModel(PlacesModel):
    """Any piece may come and go anywhere; a state is a byte per place, 0 or the kind, from 1.

    ``moved``: by place, the number of the scan in which a piece came or went last.
    """

    def __init__(self, seen, kinds: int, each: int, places: int) -> None:
        """``kinds``: how many; ``each``: pieces of one kind."""
        self._seen = seen
        self.places = places
        self.moved = seen.moved
        self._kinds = range(1, kinds + 1)
        self._each = each
        self.position = b""

    def expect(self, position: bytes, before: bytes, origins, setup, asked: int) -> None:
        """Take notice of the position."""
        self.position = position

    def changes(self, state: bytes) -> list:
        """Return what may have come or gone on the places that have changed."""
        places = self._seen.places
        lifts = [(-1, at, state[at]) for at in places if state[at]]
        return [lifts, [(1, at, kind) for at in places if not state[at] for kind in self._kinds]]

    def follow_ups(self, state: bytes, changes) -> list:
        """Return what may come where one of these was lifted."""
        gone = [(at, old) for sign, at, old in changes if sign < 0]
        return [[(1, at, kind) for at, old in gone for kind in self._kinds if kind != old]]

    def targets(self, state: bytes, came):
        """Yield the likeliest kinds on all places that have changed, and one or two others."""
        best, others = bytearray(state), []
        for place in self._seen.places:
            costs = self._seen.nats[place]
            least = min(costs)
            best[place] = costs.index(least)
            for kind in range(len(costs)):
                if kind != best[place] and costs[kind] - least < UNLIKELY:
                    others.append((costs[kind] - least, place, kind))
        yield bytes(best)
        others.insert(0, (0.0, 0, best[0]))  # besides none
        for i in range(1, len(others)):
            for cost, at, second in others[:i]:
                more, place, kind = others[i]
                if cost + more < UNLIKELY:
                    other = bytearray(best)
                    other[at] = second
                    other[place] = kind
                    yield bytes(other)

    def prior(self, state, changes, after, expected: bool, moved: bool) -> float:
        """Return the cost of what is hardly seen, else none: sensors tell more than habits."""
        cost = 0.0
        for sign, place, kind in changes:
            if self._seen.is_blind(place):
                there = sum([1 for other in after if other == kind])
                cost += UNSEEN if sign < 0 or there <= self._each else IMPOSSIBLE
        return cost

    def hurry(self, count: int, ms: int) -> float:
        """Return no cost: the board rests after two scans."""
        return 0.0


class Pieces(Explainer):
    """Which kind of piece lies on each place.

    A lifted piece is off at the next scan, every other change at the next rest.
    """

    SCAN = 3100
    """Cost of a scan, loop iterations; tests/bench/reaction.py."""

    def __init__(self, seen, kinds: int, each: int, places: int) -> None:
        self._lifted = False  # some were reported as lifted: to be confirmed
        Explainer.__init__(self, seen, PiecesModel(seen, kinds, each, places), bytes(places))

    def _is_busy(self) -> bool:
        # What nothing explains for long confirms no lift either.
        return self._lifted and not self.leans() or Explainer._is_busy(self)

    def scan(self, counts) -> None:
        """Take a scan.  Allocates nothing."""
        if self.observation.scan(counts, self.readings):
            self._lifted = True
            self.version += 1

    def work(self, left: int, now_ms: int) -> bool:
        """Continue; return True if the readings have changed."""
        changed = Explainer.work(self, left, now_ms)
        open_ends = self._settles or self.foreign or self._stepper
        if self._lifted and self.looked and self._resting and not open_ends:
            self._lifted = False
            self.observation.up = bytearray(self.model.places)
            self._set(self.posterior)
            return True
        return changed

    def confirm(self, state) -> None:
        """Record that this lies there; what the sensors do not show, they learn."""
        if not self.holds(state):
            self.observation.reset_to(state)
        Explainer.confirm(self, state)

    def _set(self, posterior) -> None:
        Explainer._set(self, posterior)
        seen, readings = self.observation, self.readings
        seen.note(readings)
        for at in range(len(readings)):
            if seen.up[at]:
                # Lifted while the rest before was explained.
                readings[at] = 0

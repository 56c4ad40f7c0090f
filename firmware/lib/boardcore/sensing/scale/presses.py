"""Presses: where hands pressed on the plate between two rests.

A hand that puts or lifts a piece presses with many times the weight of the piece.  While the
weight stands so far above the rest before, the excess acts at

    x = dMx / dW        y = dMy / dW

Points that stay within REACH_MM of each other are one press.  A change far from every press is
less likely than one near a press; without any press, all places are equally likely.
"""

PRESS_G = 30.0
"""Smallest force of a press: 10 g of piece shift its place by a few mm."""
REACH_MM = 12.0
"""Largest distance, per axis, between points of one press."""
LEAST = 3
"""Fewest samples of a press: two hands that overlap leave single points between them."""
MOST = 12
"""Most presses that are kept."""
NEAR_MM, NEAR_SHARE = 22.0, 0.73
"""Distance, per axis, up to which a press belongs to a place, and the same as a share of the
pitch, whichever is larger; fingers are beside a piece, not on it."""
FAR_COST = 5.0
"""Cost of a change without a press near, where there were presses at all, nats; chosen:
tests/bench/RESULTS.md."""
IDLE_COST = 2.0
"""Cost of a press without a change near: hands touch pieces that they leave."""
FAR_SHARE = 1.5
"""Distance, in multiples of NEAR_MM, from which the cost stays; it grows with the square of it."""


class Presses:
    """The presses since the last rest; ``seen``: x, y, samples, largest excess of each, g.

    Instead of the excess stands -1 - place once a press was given to a place.
    """

    def __init__(self, places, pitch_mm: float) -> None:
        self._places = places
        self._near_mm = max(NEAR_MM, NEAR_SHARE * pitch_mm)
        self.seen: list[list] = []
        self._new: list[list] = []  # after the rest that is thought about

    def gather(self) -> None:
        """Take what was pressed until now as seen before the rest that has come."""
        self.seen = (self.seen + self._new)[-MOST:] if self.seen else self._new
        self._new = []

    def clear(self) -> None:
        """Forget all presses."""
        self.seen = []

    def take(self, dw: float, dx: float, dy: float) -> None:
        """Take the difference of one moment to the rest before."""
        if dw < PRESS_G:
            return
        x, y = dx / dw, dy / dw
        for press in self._new:
            if abs(press[0] - x) < REACH_MM and abs(press[1] - y) < REACH_MM:
                count = press[2] = press[2] + 1
                press[0] += (x - press[0]) / count
                press[1] += (y - press[1]) / count
                press[3] = max(press[3], dw)
                return
        if len(self._new) == MOST:
            # What was touched in passing gives way.
            for at in range(MOST):
                if self._new[at][2] < LEAST:
                    self._new.pop(at)
                    break
        if len(self._new) < MOST:
            self._new.append([x, y, 1, dw])

    def is_near(self, place: int) -> bool:
        """Return whether a hand pressed near a place."""
        for press in self.seen:
            if press[2] >= LEAST and self._is_at(press, place):
                return True
        return False

    def give(self, places) -> None:
        """Give each of these places the press next to it, which then is near no other place."""
        for place in places:
            best = None
            least = FAR_COST
            for press in self.seen:
                if press[2] >= LEAST and press[3] > 0 and self._is_at(press, place):
                    off = self._off(press, place)
                    if off < least:
                        best, least = press, off
            if best is not None:
                best[3] = -1 - place

    def near(self) -> list:
        """Return the places that hands pressed near: first press first, its nearest place first.

        One that several presses are near is there several times.
        """
        near: list[int] = []
        for press in self.seen:
            if press[2] >= LEAST:
                if press[3] < 0:
                    near.append(-1 - press[3])
                    continue
                places = range(len(self._places))
                here = [(self._off(press, at), at) for at in places if self._is_at(press, at)]
                near += [at for _, at in sorted(here)]
        return near

    def _is_at(self, press, place: int) -> bool:
        x, y = self._places[place]
        return abs(press[0] - x) < self._near_mm and abs(press[1] - y) < self._near_mm

    def any(self) -> bool:
        """Return whether there was a press at all."""
        for press in self.seen:
            if press[2] >= LEAST:
                return True
        return False

    def cost(self, changes) -> float:
        """Return what changes cost where hands were seen to press elsewhere, nats."""
        if not self.any():
            return 0.0
        cost = 0.0
        for _, place, _ in changes:
            least = FAR_COST
            for press in self.seen:
                if press[2] >= LEAST:
                    least = min(least, FAR_COST * self._off(press, place))
            cost += least
        for press in self.seen:
            if press[2] >= LEAST:
                least = IDLE_COST
                for _, place, _ in changes:
                    least = min(least, IDLE_COST * self._off(press, place))
                cost += least
        return cost

    def _off(self, press, place: int) -> float:
        """Return how far a press is from a place, squared, as a share of what is far."""
        x, y = self._places[place]
        dx, dy, far = press[0] - x, press[1] - y, FAR_SHARE * self._near_mm
        return (dx * dx + dy * dy) / (far * far)

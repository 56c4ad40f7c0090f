"""Beliefs: which hypotheses of what stands are likely, and what follows from a certain one.

The costs of several rests add up, hypothesis by hypothesis.  The best one is accepted if it beats
every rival by a margin; else the game is told all of them, and knows more or asks.
"""

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.sensing.scale.gains import Gains
from boardcore.sensing.scale.likelihood import MARGIN, MARGIN_MOST, Likelihood
from boardcore.sensing.scale.presses import Presses

KEPT = 8
"""Most hypotheses that are kept."""
DROPPED = 9.0
"""Cost above the best from which a hypothesis is dropped, nats."""
FITS, MISFITS = 12.0, 80.0
"""Chi^2 of a good and of a bad explanation.  Where there is a good one, bad ones are dropped: no
build is so loose that both are possible; chosen, tests/bench/RESULTS.md."""
LEAN_MS = 3000
"""Time after which an object that is no piece is reported."""


class Beliefs:
    """What is likely to stand.

    ``beliefs``: ``(state, cost)``, the likeliest first; ``version`` grows with each change of
    them.  ``foreign``: whether something lies on the board that is no piece.
    """

    def __init__(self, scale, model, state) -> None:
        self._scale = scale
        self._model = model
        self.gains = Gains(scale.spots)
        self._make_parts(scale, model)
        self.beliefs: list[tuple] = [(state, 0.0)]
        self.version = 0
        self.pressed: list[int] = []
        """Places near which hands have pressed since ``forget_presses``, first press first."""
        self.foreign = False
        self.foreign_ms = 0
        """Since when."""
        self._empty = state
        self._starts = False  # what changed while the power was off is thought about
        self._base: list | None = None  # W, Mx, My of the rest to compare with
        self._at: list = [0.0, 0.0, 0.0]  # of the rest that is thought about
        self._hands_ms = 0  # for how long it did not rest before the rest that is thought about
        self._asked: list[tuple] = []  # single changes among those that players are asked about
        self._margin = MARGIN
        self._now_ms = 0

    presses: "Any"
    masses: "Any"
    _changes: "Any"

    def _make_parts(self, scale, model) -> None:
        """Make what knows masses, presses and changes."""
        # Not at the top: a game may have its own.
        from boardcore.sensing.scale.changes import Changes
        from boardcore.sensing.scale.masses import Masses

        self.masses = Masses(scale)
        self.likelihood = Likelihood(scale, self.masses)
        self.presses = Presses(scale.places, scale.pitch_mm)
        self._changes = Changes(self.likelihood, self.masses, self.presses, scale.places, model)

    @property
    def state(self):
        """The likeliest state."""
        return self.beliefs[0][0]

    @property
    def doubtful(self) -> bool:
        """Whether several hypotheses are likely."""
        return len(self.beliefs) > 1 and self.beliefs[1][1] - self.beliefs[0][1] < self._margin

    def _conclude(self, found) -> None:
        """Believe the likeliest of what explains the difference."""
        if not found:
            self._asked = []
            self._see_foreign(True)
            return
        self._see_foreign(False)
        if self._starts:
            self._starts = False
            self.likelihood.loose = 1.0
        if [1 for row in found if row[1] <= FITS]:
            found = [row for row in found if row[1] <= MISFITS]
        found.sort(key=_cost)
        beliefs: list[tuple] = []
        least, _, best, _ = found[0]
        self._margin, sure = MARGIN, True
        near: list[tuple] = []  # whatever else may have happened
        for cost, _, changes, after in found:
            more, margin = cost - least, MARGIN
            if more > DROPPED or len(beliefs) == KEPT:
                break
            if MARGIN <= more < MARGIN_MOST:
                margin = self.likelihood.margin(best, changes)
            rivals = beliefs and more < margin
            if rivals:
                near += changes
            if not [1 for state, _ in beliefs if state == after]:
                if rivals:
                    sure, self._margin = False, max(self._margin, margin)
                beliefs.append((after, more))
        # Whatever was learnt of a piece that may have gone is not known any more.
        for _, place, _ in near:
            self.masses.forget(place)
        was_sure = len(self.beliefs) == 1
        self._note_masses(found[0], was_sure and sure)
        if sure and beliefs[0][0] == self._empty:
            # One that was taken for another in the last game would be expected with confidence.
            self.masses.forget_held()
        self._base = list(self._at)
        # What the players say of it tells how loose the build is, too.
        self._asked = [] if sure or not was_sure else [row for row in found if len(row[2]) == 1]
        self._note_presses([change[1] for change in best] if was_sure and sure else None)
        self._believe(beliefs[:1] if sure else beliefs)

    def _note_presses(self, changed) -> None:
        """Note the places that hands pressed near.

        ``changed``: where pieces came or went, None if nobody knows.
        """
        if self.presses.seen:
            for at, steps in self.presses.near(changed or ()):
                self._note_press(at, steps)
            self.presses.clear()

    def _note_press(self, at: int, steps: int) -> None:
        if at not in self.pressed:
            self.pressed.append(at)

    def _note_masses(self, best, sure: bool) -> None:
        """Learn masses, and how loose the build is, from what is certain."""
        _, chi2, changes, _ = best
        masses = self.masses
        lifted = [change for change in changes if change[0] < 0]
        put = [change for change in changes if change[0] > 0]
        if sure and len(changes) == 1 and self._hands_ms < LEAN_MS:
            # (Who has leant leaves more, and creep.)
            seen = self.likelihood
            seen.learn(chi2, masses.mean(*changes[0]))
            place = self._scale.places[changes[0][1]]
            self.gains.take(place, seen.dw, seen.dx, seen.dy, seen.moment_variance())
        if sure and len(lifted) == 1 and len(put) == 1 and lifted[0][2] == put[0][2]:
            masses.move(lifted[0][1], put[0][1])
            return
        variance = 2 * (self._scale.touch_g**2 + 4 * self._scale.rest_g**2)
        weight = abs(self.likelihood.dw) if sure and len(changes) == 1 else 0.0
        for sign, place, kind in changes:
            if sign < 0 and self._model.keeps:
                masses.hold(place, kind, weight, variance)
            elif sign > 0:
                masses.put_down(kind, weight)
            masses.forget(place)
        if weight and put:
            masses.weigh(put[0][1], put[0][2], weight, variance)

    def _believe(self, beliefs) -> None:
        before, self.beliefs = self.beliefs, beliefs
        if [state for state, _ in before] != [state for state, _ in beliefs]:
            self.version += 1

    def _see_foreign(self, there: bool) -> None:
        if there != self.foreign:
            self.foreign = there
            self.foreign_ms = self._now_ms
            self.version += 1

    def supposes(self, state) -> bool:
        """Return whether this state is one of the hypotheses."""
        return bool([1 for other, _ in self.beliefs if other == state])

    def deny(self, states, position) -> None:
        """Hear that none of these stands; fall back on the position if nothing is left."""
        left = [pair for pair in self.beliefs if pair[0] == position or pair[0] not in states]
        self._believe(left or [(position, 0.0)])


def _cost(row) -> float:
    return row[0]

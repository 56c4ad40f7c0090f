"""Weight, slowly: what load cells tell, by the equations of firmware/docs/sensing.md and no bounds.

Shares no code with the explainer but the game's model and what it is told of masses.
"""

from itertools import chain

import numpy as np

NU, KEEP = 8.0, 9.0
MAX_CHI2, KNOWN_CHI2 = 200.0, 80.0
FAR_NATS, IDLE_NATS, STRAY_NATS, FAR_TIMES = 5.0, 2.0, 1.0, 1.5


def cost(scale, masses, difference, changes, moved, loose=1.0, noisy=1.0, nu=NU):
    """Return cost, chi^2 and the weight's chi^2 of changes; ``moved``: lifted pieces are put."""
    touches = len(changes) or 2  # what was lifted was put back
    arms = np.diag([1.0, scale.arm_mm**2, scale.arm_mm**2])
    v = 8 * noisy * scale.rest_g**2 * arms
    v = v + touches * loose * np.diag([scale.touch_g, scale.touch_gmm, scale.touch_gmm]) ** 2
    place = scale.place_mm**2 * np.diag([0.0, 1.0, 1.0])
    left, residual = list(changes), np.array(difference, float)
    while left:
        sign, at, kind = left.pop(0)
        m, s2 = masses.known(sign, at, kind)
        goals = [one for one in left if one[0] > 0 and one[2] == kind] if moved and sign < 0 else []
        if goals:
            left.remove(goals[0])
            a = np.array([0.0, *np.subtract(scale.places[goals[0][1]], scale.places[at])])
            residual -= m * a
            v = v + s2 * np.outer(a, a) + 2 * m * m * place
        else:
            a = np.array([1.0, *scale.places[at]])
            residual -= sign * m * a
            v = v + s2 * np.outer(a, a) + m * m * place
    chi2 = residual @ np.linalg.inv(v) @ residual
    nats = (nu + 3) / 2 * np.log(1 + chi2 / nu) + np.log(np.linalg.det(v)) / 2
    return nats, chi2, residual[0] ** 2 / v[0, 0]


def press_cost(scale, presses, changes, far_nats=FAR_NATS):
    """Return what changes cost where hands pressed: rows x, y, number of steps."""
    if not presses:
        return 0.0
    far = FAR_TIMES * max(22.0, 0.73 * scale.pitch_mm)
    at = np.array([scale.places[change[1]] for change in changes]).reshape(-1, 1, 2)
    rows = np.array(presses)
    off = np.minimum(1, (((at - rows[:, :2]) / far) ** 2).sum(axis=2))
    idle = off.min(axis=0) if len(changes) else np.ones(len(presses))
    nats = np.where(rows[:, 2] > 1, IDLE_NATS, STRAY_NATS)
    return far_nats * off.min(axis=1).sum() + (nats * idle).sum()


def hurry(count, ms):
    """Return the cost of so many changes in this time, of which 125 ms are the rest's."""
    active = max(0, ms - 125)
    if count < 2:
        return min(2.0, max(0, active - 600) / 400)
    if active < 100 * count:
        return 5.0 + 1.5 * (count - 1)
    return 1.5 * (count - 1) * max(0.0, 1 - active / (300 * count))


class SlowSearch:
    """Explains a difference by no change, each single one, each pair, and the targets."""

    def __init__(self, scale, model, masses, difference, presses, ms, **builds):
        self.scale, self.model, self.masses, self.difference = scale, model, masses, difference
        self.presses, self.ms, self.builds = presses, ms, builds
        self.found = {}

    def explain(self, state):
        """Return the least cost of each state."""
        model = self.model
        self.add(state, (), state)
        singles = list(chain.from_iterable(model.changes(state)))
        for at, one in enumerate(singles):
            self.add(state, (one,), model.after(state, (one,)))
            more = chain.from_iterable(model.follow_ups(state, [one]))
            for other in (*singles[at + 1 :], *more):
                after = model.after(state, (one, other))
                if after in (None, state):
                    continue
                if one[0] != other[0] and one[2] == other[2]:
                    self.add(state, tuple(sorted((one, other))), after, moved=True)
                    if model.keeps:
                        continue
                self.add(state, (one, other), after)
        for target in model.targets(state, (-1e9, 1e9)):
            changes = model.between(state, target) if target != state else ()
            if changes and len(changes) > 1:
                self.add(state, changes, target, expected=True)
        return self.found

    def add(self, state, changes, after, expected=False, moved=False):
        """Note what changes cost, if they fit."""
        if after is None:
            return
        rigid = moved or self.model.keeps
        nats, chi2, chi2_w = cost(
            self.scale, self.masses, self.difference, changes, rigid, **self.builds
        )
        count = len(changes)
        most = KNOWN_CHI2 if self.builds["nu"] == NU else MAX_CHI2
        most *= max(1, count / 3) if count else 3 if chi2_w < 25 else 1
        if chi2 > most or chi2_w > (36 if count == 1 else 25 if count else np.inf):
            return
        nats += press_cost(self.scale, self.presses, changes) + hurry(min(4, count), self.ms)
        nats += self.model.prior(state, changes, after, expected, moved)
        self.found[after] = min(nats, self.found.get(after, np.inf))

"""Busy explainer (whether hands may be at work, also while and after a rest is explained)."""

import pytest

from boardcore.sensing.explain.contract import Model, Observation
from boardcore.sensing.explain.explainer import Explainer

STEP, LONG, LEFT = 1000, 30, 2600
EMPTY = b"\0"


class Slow(Observation):
    """Sensors that have changed, of which every search takes long; nothing explains it better."""

    calm = True

    def is_calm(self, now_ms):
        return self.calm

    def measure(self):
        self.started = True

    def is_small(self):
        return False

    def look(self):
        pass

    def accept(self):
        pass

    def begin_steps(self):
        for _ in range(LONG):
            yield STEP

    def groups(self, state, groups):
        return groups

    def residual(self, state, changes):
        return None

    def reach(self, nats, count):
        return 0.0

    def cost_steps(self, state, changes, after, moved):
        yield STEP
        return 0.0

    def distance(self, one, other):
        return 0.0


class One(Model):
    """One place on which nothing comes or goes."""

    places = 1

    def changes(self, state):
        return []

    def pieces(self, state):
        return []

    def after(self, state, changes):
        return state

    def prior(self, state, changes, after, expected, moved):
        return 0.0


@pytest.mark.parametrize("goes_on", [True, False])
def test_hands_that_go_on_during_a_search_are_at_work_when_it_ends(goes_on):
    """Before, a "yes" was taken for what the search had found, though a piece had gone since."""
    seen = Slow()
    explainer = Explainer(seen, One(), EMPTY)
    now_ms = 0
    busy = []
    for turn in range(100):
        now_ms += 20
        if turn == 3:
            assert explainer.busy
            seen.calm = not goes_on
        searches = explainer._stepper is not None
        explainer.work(LEFT, now_ms)
        if searches and explainer._stepper is None:
            seen.has_news = lambda: False
            busy.append(explainer.busy)
        elif busy:
            busy.append(explainer.busy)
    assert len(busy) > 10
    # One turn of the loop later it is known that they are off.
    assert busy == [True] + [goes_on] * (len(busy) - 1)

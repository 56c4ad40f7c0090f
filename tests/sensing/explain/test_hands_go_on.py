"""Hands that go on while a rest is explained: nobody looks at the sensors meanwhile."""

import pytest

from boardcore.play.estimated import Estimated
from boardcore.sensing.explain.contract import Model, Observation
from boardcore.sensing.explain.explainer import Explainer

STEP, LONG, LEFT = 1000, 30, 2600
EMPTY = b"\0"


class Slow(Observation):
    """Sensors that have changed once, of which a search takes long; it finds no change."""

    calm = True
    changed = True

    def is_calm(self, now_ms):
        return self.calm

    def measure(self):
        self.started = True

    def is_small(self):
        return not self.changed

    def look(self):
        pass

    def accept(self):
        self.changed = False

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
def test_nothing_is_decided_before_the_sensors_were_looked_at_again(goes_on):
    """A "yes" that waited for the search was taken for what stood before it."""
    seen = Slow()
    recognizer = Estimated()
    recognizer.set_decoder(Explainer(seen, One(), EMPTY))
    explainer = recognizer.decoder
    told = []
    for turn in range(100):
        if turn == 3:
            assert recognizer.busy
            seen.calm = not goes_on
        searches = recognizer.busy
        explainer.work(LEFT, 20 * turn)
        if told or searches and not recognizer.busy:
            told.append((recognizer.busy, recognizer.hands_present))
    assert len(told) > 10
    # The search is over at once, but hands are off only one turn of the loop later.
    assert told[0] == (False, True)
    assert set(told[1:]) == {(goes_on, goes_on)}

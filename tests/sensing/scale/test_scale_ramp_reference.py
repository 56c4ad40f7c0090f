"""Costs of moves on Apagos' plate, held against a slow reference by NumPy."""

import json
from random import Random

import numpy as np
import pytest

from boardcore.apagos.climbs import RampWeight
from boardcore.apagos.masses import Ramp
from boardcore.apagos.model import FIRST_RACK, LEVELS, POUR
from boardcore.layout.layout import Layout
from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.observe.weight.moments import Moments
from boardcore.sensing.observe.weight.rest import RestDetector
from support.reference.ramp import CLIMB, LIFT, SlowRamp
from support.rows import for_each
from support.sensing.inner import value_of
from support.sensing.plates import LAYOUTS

LAYOUT = Layout(json.loads((LAYOUTS / "apagos-scale4.json").read_text(encoding="utf-8")))
SCALE = LAYOUT.scale


def anywhere(random):
    """Return an observation, its slow like, and a random state of squares and balls."""
    ramp = Ramp(SCALE)
    for _ in range(random.randrange(6)):
        # Whatever was weighed before, in any order: masses depend on each other.
        one, other = random.sample(range(4), 2)
        ramp.squares.weigh(one, random.gauss(55, 3), random.uniform(0.01, 1))
        ramp.squares.weigh(one, random.gauss(0, 4), random.uniform(0.01, 1), other=other)
    rest = RestDetector(4, 64)
    seen = RampWeight(SCALE, rest, Moments(SCALE.sensor_mm, SCALE.counts_per_g, None), ramp)
    seen.likelihood.known = 8.0
    squares = random.sample(range(1, 5), 4)
    for _ in range(random.randrange(3)):
        squares[random.randrange(4)] = 0
    balls = [random.randrange(5) for _ in range(4)]
    state = bytes(squares + balls + [random.randrange(11), random.randrange(11)])
    ramp.expect(state, (9,) * 4, (0,) * 4, not any(balls), -1)
    slow = SlowRamp(SCALE, ramp.squares.means, ramp.squares.covariance)
    return seen, ramp, slow, state


def moves_of(ramp, state, random, count):
    """Return so many random moves, each possible after the one before."""
    found = []
    for _ in range(count):
        options = [m for moves in ramp.changes(state) for m in moves if m[0] != POUR]
        if not options:
            break
        found.append(random.choice(options))
        state = ramp.made(state, found[-1])
    return tuple(found)


@for_each("count", [0, 1, 2, 3])
def test_costs_of_moves_are_those_of_the_equations(count):
    random = Random(f"moves {count}")
    possible = turned = 0
    for _ in range(120):
        seen, ramp, slow, state = anywhere(random)
        moves = moves_of(ramp, state, random, count)
        mean, cov, _, turn = slow.explained(state, moves)
        scale = random.choice([0.3, 1.0, 2.0])
        off = np.random.default_rng(random.randrange(1 << 30)).multivariate_normal(
            np.zeros(3), scale * (cov + np.diag([0.05, 300.0, 300.0]) + turn * np.diag([0, 1, 1]))
        )
        seen.likelihood.look_at(*(mean + off))
        cost = value_of(seen.cost_steps(state, moves, None, False))
        expected = slow.cost(mean + off, state, moves)
        if expected is None:
            assert cost >= IMPOSSIBLE
            continue
        possible += 1
        turned += bool(turn)
        assert cost == pytest.approx(expected[0], abs=2e-3)
        assert seen.chi2 == pytest.approx(expected[1], abs=5e-3)
    assert possible > 50
    assert turned > 5 or count == 0


def test_a_climb_cancels_in_weight_and_a_lift_does_not():
    random = Random(7)
    _, ramp, slow, _ = anywhere(random)
    state = bytes([1, 2, 3, 4, 1, 0, 2, 0, 5, 5])
    climb, lift = ((CLIMB, 1, 2),), ((LIFT, 1, 2),)
    assert slow.explained(state, climb)[0][0] == 0
    assert slow.explained(state, lift)[0][0] == pytest.approx(-ramp.squares.means[1])
    assert len(state) == FIRST_RACK + 2 == 2 * LEVELS + 2

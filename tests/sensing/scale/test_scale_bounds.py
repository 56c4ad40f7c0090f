"""Bounds of the plate of Apagos (no explanation is dropped, steps tell their cost).

Random changes are explained twice, by the search and with every set of moves, whatever it costs.
"""

import random
from itertools import chain

import pytest

from boardcore.apagos.climbs import RampWeight, added
from boardcore.apagos.masses import NOTHING, Ramp
from boardcore.apagos.model import CLIMB, PUT, TAKE
from boardcore.apagos.positions import LEVELS
from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.explain.search import KEEP, Search
from boardcore.sensing.explain.stepper import MAX_STEP, Stepper
from support.campaign import campaign
from support.machine.bytecodes import EMPTY_TURN, Bytecodes
from support.rows import for_each
from support.sensing.plates import press
from underboard.deploy.layouts import layout_of

SCALE = layout_of("apagos-scale4").scale
STEP_SHARE, STEP_MORE = 1.3, 200
"""What a step may cost, as a multiple of what it tells and in empty loop iterations besides."""
MS = 900


def moves_of(ramp, state):
    return list(chain(*ramp.changes(state)))


def situation(seed):
    """Return a state, and the search for moves that were made from it."""
    chance = random.Random(seed)
    order = chance.sample(range(1, LEVELS + 1), LEVELS)
    state = bytes([*order, *[chance.randrange(4) for _ in order], 5, 6])
    ramp = Ramp(SCALE)
    position = bytearray(state)
    if seed % 3:
        position[LEVELS + chance.randrange(LEVELS)] += 1
    ramp.expect(bytes(position), [3] * LEVELS, [1] * LEVELS, False, chance.choice([-1, 0, 1, 2]))
    weight = RampWeight(SCALE, None, None, ramp)
    presses = weight.presses
    made, sums, at = [], NOTHING, state
    for _ in range(chance.choice([1, 2, 2])):
        move = chance.choice([move for move in moves_of(ramp, at) if move[0] in (PUT, TAKE, CLIMB)])
        sums, at = added(sums, ramp.term(at, move)), ramp.made(at, move)
        made.append(move)
        for _ in range(1 + 3 * (move[0] == CLIMB)):
            x, y = SCALE.places[move[1] + (move[0] == CLIMB and chance.random() < 0.5)]
            press(presses, x + chance.gauss(0, 14), y + chance.gauss(0, 14))
    if CLIMB in [move[0] for move in made] and chance.random() < 0.7:
        for _ in range(chance.randrange(5)):
            presses.take((-55.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    presses.gather()
    off = [sums[i] + chance.gauss(0, (0.1, 40, 40)[i]) for i in range(3)]
    weight.likelihood.look_at(*off)
    return state, Search(weight, ramp)


def sets_of(ramp, state):
    """Return every set of moves that hands may make between two rests, and the state after it."""
    found = []
    for move in moves_of(ramp, state):
        after = ramp.made(state, move)
        found.append(((move,), after))
        for second in chain(*ramp.follow_ups(state, (move,))):
            found.append(((move, second), ramp.made(after, second)))
    for moves, middle, groups in ramp.compounds(state, (-9, 9)):
        for last in chain(*groups):
            found.append(((*moves, last), ramp.made(middle, last)))
    return [(moves, end) for moves, end in found if end != state]


def min_costs(found):
    """Return the least cost of each state that is kept."""
    costs: dict[bytes, float] = {}
    for cost, _, _, after in found:
        costs[after] = min(cost, costs.get(after, cost))
    least = min(costs.values(), default=0.0)
    return {after: pytest.approx(cost) for after, cost in costs.items() if cost < least + KEEP}


@for_each("seed", range(campaign(20, 40)))
def test_bounds_drop_no_explanation(seed):
    state, search = situation(seed)
    ramp, weight = search._model, search._observation
    Stepper(search.search_steps(state, MS)).finish()
    bounded, is_poor = search.found, search._is_poor
    search.found, search._best, search._limit = [], IMPOSSIBLE, IMPOSSIBLE
    tries = [search._try_steps(state, (), state), search._target_steps(state, ramp.position)]
    tries += [search._try_steps(state, moves, after) for moves, after in sets_of(ramp, state)]
    for steps in tries:
        Stepper(steps).finish()
    causes = []
    Stepper(weight.others_steps(state, MS, is_poor, causes)).finish()
    every = search.found + [(cost, chi2, (), after) for cost, chi2, after in causes]
    assert min_costs(bounded) == min_costs(every)


def test_steps_of_a_search_tell_what_they_cost():
    told = spent = 0.0
    for seed in range(campaign(12, 40)):
        state, search = situation(seed)
        bytecodes, thought = Bytecodes(), search.search_steps(state, MS)
        step, costs = bytecodes.counted(lambda thought=thought: next(thought, None)), 0
        while costs is not None:
            bytecodes.now = 0
            after = step()
            turns = bytecodes.now / EMPTY_TURN
            assert turns < STEP_SHARE * costs + STEP_MORE
            assert (after or 0) <= MAX_STEP
            told, spent, costs = told + costs, spent + turns, after
    assert 0.8 * spent < told < 1.5 * spent

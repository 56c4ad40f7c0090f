"""Bounds of the plate of Apagos: they drop no explanation, and steps of thoughts tell their cost.

Random changes are explained twice, by steps and with every set of moves, whatever it costs.
"""

import random

import pytest

from boardcore.apagos.positions import LEVELS
from boardcore.apagos.scale.changes import KEEP, Changes, added
from boardcore.apagos.scale.moves import ANY, CAME, CLIMB, FETCH, PUT, TAKE, WENT
from boardcore.apagos.scale.presses import CLIMBS, STEPS, UPS, RampPresses
from boardcore.apagos.scale.ramp import NOTHING, Ramp
from boardcore.sensing.explain.stepper import MAX_STEP
from boardcore.sensing.observe.weight.likelihood import Likelihood
from boardcore.sensing.observe.weight.presses import IDLE_COST
from support.machine.bytecodes import EMPTY_TURN, Bytecodes
from support.sensing.plates import press
from underboard.deploy.layouts import layout_of

SCALE = layout_of("apagos-scale4").scale
STEP_SHARE, STEP_MORE = 1.3, 150
"""What a step may cost, as a multiple of what it tells and in empty turns besides: gates are told
before the first of the exact costs among them."""


def situation(seed):
    """Return a state, two moves that were made from it, and who explains what they leave."""
    chance = random.Random(seed)
    order = chance.sample(range(1, LEVELS + 1), LEVELS)
    state = bytes([*order, *[chance.randrange(4) for _ in order], 5, 6])
    ramp = Ramp(SCALE)
    position = bytearray(state)
    if seed % 3:
        position[LEVELS + chance.randrange(LEVELS)] += 1
    ramp.expect(bytes(position), [3] * LEVELS, [1] * LEVELS, False, chance.choice([-1, 0, 1, 2]))
    likelihood = Likelihood(SCALE, ramp)
    presses = RampPresses(SCALE.places, SCALE.pitch_mm)
    made, sums, at = [], NOTHING, state
    for _ in range(chance.choice([1, 2, 2])):
        move = chance.choice([move for move in ramp.moves(at) if move[0] in (PUT, TAKE, CLIMB)])
        sums, at = added(sums, ramp.term(at, move)), ramp.after(at, move)
        made.append(move)
        for _ in range(1 + 3 * (move[0] == CLIMB)):
            x, y = SCALE.places[move[1] + (move[0] == CLIMB and chance.random() < 0.5)]
            press(presses, x + chance.gauss(0, 14), y + chance.gauss(0, 14))
    if CLIMB in [move[0] for move in made] and chance.random() < 0.7:
        for _ in range(chance.randrange(5)):
            presses.take((-55.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    presses.gather()
    likelihood.look_at(*[sums[i] + chance.gauss(0, (0.1, 40, 40)[i]) for i in range(3)])
    return state, Changes(likelihood, presses, ramp)


def sets_of(ramp, state):
    """Return every set of moves that hands may make between two rests, and the state after it."""
    begun = [(), *[(move,) for move in ramp.moves(state)]]
    fetches = [move for move in ramp.moves(state, WENT) if move[0] == FETCH]
    for fetch in fetches:
        for put in ramp.moves(ramp.after(state, fetch), CAME):
            if put[0] == PUT:
                begun += [(fetch, put)]
                begun += [(fetch, other, put) for other in fetches if other[1] >= fetch[1]]
    found = []
    for moves in begun:
        at = state
        for move in moves:
            at = ramp.after(at, move)
        for move in ramp.further(at, moves, ANY):
            end = ramp.after(at, move)
            if end != state:
                found.append(((*moves, move), end))
    return found


def least_costs(found):
    """Return the least cost of each state that is kept."""
    costs: dict[bytes, float] = {}
    for cost, _, _, after in found:
        costs[after] = min(cost, costs.get(after, cost))
    least = min(costs.values(), default=0.0)
    return {after: pytest.approx(cost) for after, cost in costs.items() if cost < least + KEEP}


@pytest.mark.parametrize("seed", range(40))
def test_bounds_drop_no_explanation(seed):
    state, changes = situation(seed)
    for _ in changes.search_steps(state, 900):
        pass
    ramp, every = changes._ramp, Changes(*parts(changes))
    for moves, after in sets_of(ramp, state):
        sums, at = NOTHING, state
        for move in moves:
            sums, at = added(sums, ramp.term(at, move)), ramp.after(at, move)
        every._try(after, moves, sums, ramp.prior(state, moves, after))
    every._try(state, (), NOTHING, 0.0)
    if ramp.climbed >= 0 and state == ramp.position:
        every._try_late(state)
    for _ in every._trying_target(state, ramp.position, 0.0):
        pass
    assert least_costs(changes.found) == least_costs(every.found)


def parts(changes):
    return changes._likelihood, changes._presses, changes._ramp


@pytest.mark.parametrize("seed", range(10))
def test_floors_are_lower_bounds_of_what_moves_cost_by_presses(seed):
    state, changes = situation(seed)
    _, presses, ramp = parts(changes)
    for _ in presses.locating(ramp):
        pass
    for moves, _ in sets_of(ramp, state):
        bound = IDLE_COST * len(presses.seen)
        for what, place, _ in moves:
            bound += presses.floors[CLIMBS + place if what == CLIMB else place]
        steps, ups = sum(STEPS[move[0]] for move in moves), sum(UPS[move[0]] for move in moves)
        assert presses.cost_of_moves(moves) > bound + presses.habit(steps, ups) - 1e-4


def test_steps_of_thoughts_tell_what_they_cost():
    told = spent = 0.0
    for seed in range(40):
        state, changes = situation(seed)
        bytecodes, thought = Bytecodes(), changes.search_steps(state, 900)
        step, costs = bytecodes.counted(lambda thought=thought: next(thought, None)), 0
        while costs is not None:
            bytecodes.now = 0
            after = step()
            turns = bytecodes.now / EMPTY_TURN
            assert turns < STEP_SHARE * costs + STEP_MORE
            assert (after or 0) <= MAX_STEP
            told, spent, costs = told + costs, spent + turns, after
    assert 0.8 * spent < told < 1.5 * spent

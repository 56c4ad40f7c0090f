"""Changes on load cells: what gates and lists of alike changes leave out explains nothing."""

from itertools import chain
from random import Random

import pytest

from boardcore.gyges.model import GygesModel
from boardcore.layout.layout import Layout
from boardcore.pylos.cells import CELLS, cells_of
from boardcore.pylos.model import PylosModel
from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.explain.search import KEEP, Search
from boardcore.sensing.explain.stepper import Stepper
from boardcore.sensing.observe.weight.weight import Weight
from support.sensing.plates import GYGES, PYLOS, press

MS = 700
"""Time of hands at work: enough for several changes."""


def pile(chance, scale):
    """Return a model of Pylos and a pyramid that stands."""
    stack, state = PylosModel(scale.cells), 0
    for _ in range(chance.randint(1, 24)):
        puts = [c for _, c in puts_of(stack, scale, state)]
        state |= 1 << chance.choice(puts)
    stack.expect(state, 0)
    return stack, state


def puts_of(stack, scale, state):
    groups = chain.from_iterable(stack.changes(state))
    return [(change, scale.cells[change[1]]) for change in groups if change[0] > 0]


def rings(chance, scale):
    """Return a model of Gygès and rings of a game, perhaps one in a hand."""
    cells = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3] + [0] * (len(scale.places) - 12)
    if chance.random() < 0.5:
        cells[chance.randrange(12)] = 0
    chance.shuffle(cells)
    model = GygesModel()
    state = bytes(cells)
    model.expect(state, state, None, (), 0)
    return model, state


def search(data, make, chance):
    """Return a search for what has changed, and the state before: one to three true changes."""
    scale = Layout(data).scale
    model, state = make(chance, scale)
    weight = Weight(scale, None, None, 200.0 if data is PYLOS else 22.0)
    masses, seen, presses = weight.masses, weight.likelihood, weight.presses
    for place in range(len(scale.places)):
        kind = state[place] if isinstance(state, bytes) else 1
        if kind and chance.random() < 0.7:
            masses.weigh(place, kind, scale.masses[kind - 1] * chance.gauss(1, 0.05), 0.03)
    seen.loose = chance.choice((1.0, 1.0, 8.0))
    w, x, y, left = chance.gauss(0, 0.1), chance.gauss(0, 15), chance.gauss(0, 15), state
    for _ in range(chance.randint(1, 3)):
        change = chance.choice(list(chain.from_iterable(model.changes(left))))
        left = model.after(left, (change,))
        mass = change[0] * masses.mean(*change) * chance.gauss(1, 0.03)
        at = scale.places[change[1]]
        w, x, y = w + mass, x + mass * at[0], y + mass * at[1]
        if chance.random() < 0.7:
            press(presses, at[0] + chance.gauss(0, 8), at[1] + chance.gauss(0, 8))
    presses.gather()
    seen.look_at(w, x, y)
    return Search(weight, model), state


def try_everything(search, state):
    """Let a search compute the cost of each change and of each pair."""
    model = search._model
    search.found, search._best, search._limit, search._busy_ms = [], IMPOSSIBLE, IMPOSSIBLE, MS
    singles = list(chain.from_iterable(model.changes(state)))
    tries = [search._try_steps(state, (), state)]
    for at, one in enumerate(singles):
        tries.append(search._try_steps(state, (one,), model.after(state, (one,))))
        for other in (*singles[at + 1 :], *chain.from_iterable(model.follow_ups(state, [one]))):
            tries.append(search._try_pair_steps(state, (one, other), state, ()))
    for steps in tries:
        Stepper(steps).finish()


def likely(found):
    """Return the least cost of each state, of those that are within KEEP of the best."""
    costs = {}
    for cost, _, _, after in found:
        costs[after] = min(cost, costs.get(after, IMPOSSIBLE))
    least = min(costs.values(), default=0)
    return {after: cost for after, cost in costs.items() if cost < least + KEEP - 0.01}


@pytest.mark.parametrize(("data", "make"), [(PYLOS, pile), (GYGES, rings)])
def test_gates_leave_out_nothing_that_may_be_what_has_happened(data, make):
    explained = 0
    for seed in range(200):
        changes, state = search(data, make, Random(f"changes {seed}"))
        Stepper(changes.search_steps(state, MS)).finish()
        found = {}
        for cost, _, _, after in changes.found:
            found[after] = min(cost, found.get(after, IMPOSSIBLE))
        try_everything(changes, state)
        for after, cost in likely(changes.found).items():
            assert found.get(after, IMPOSSIBLE) < cost + 1e-6, f"seed {seed}"
            explained += 1
    assert explained > 120


@pytest.mark.parametrize("seed", range(5))
def test_cells_of_a_set_are_those_whose_bits_are_set(seed):
    mask = Random(seed).getrandbits(CELLS)
    assert cells_of(mask) == [cell for cell in range(CELLS) if mask >> cell & 1]

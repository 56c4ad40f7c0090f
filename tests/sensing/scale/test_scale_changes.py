"""Changes on load cells: what gates and lists of alike changes leave out explains nothing."""

from itertools import chain
from random import Random

import pytest

from boardcore.layout.layout import Layout
from boardcore.pylos.cells import CELLS, cells_of
from boardcore.pylos.scale.stack import Stack
from boardcore.sensing.scale.changes import KEEP, Changes
from boardcore.sensing.scale.likelihood import FAR, Likelihood
from boardcore.sensing.scale.masses import Masses
from boardcore.sensing.scale.presses import Presses
from support.sensing.plates import GYGES, PYLOS, Rings, press

MS = 700
"""Time of hands at work: enough for several changes."""


def pile(chance, scale):
    """Return a model of Pylos and a pyramid that stands."""
    stack, state = Stack(scale), 0
    for _ in range(chance.randint(1, 24)):
        puts = [c for _, c in puts_of(stack, scale, state)]
        state |= 1 << chance.choice(puts)
    stack.expect(state, 0)
    return stack, state


def puts_of(stack, scale, state):
    groups = chain.from_iterable(stack.firsts(state))
    return [(change, scale.cells[change[1]]) for change in groups if change[0] > 0]


def rings(chance, scale):
    """Return a model of Gygès and rings of a game, perhaps one in a hand."""
    cells = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3] + [0] * (len(scale.places) - 12)
    if chance.random() < 0.5:
        cells[chance.randrange(12)] = 0
    chance.shuffle(cells)
    model = Rings(scale)
    state = bytes(cells)
    model.expect(state, state, None, (), 0)
    return model, state


def search(data, make, chance):
    """Return a search for what has changed, and the state before: one to three true changes."""
    scale = Layout(data).scale
    model, state = make(chance, scale)
    masses = Masses(scale)
    for place in range(len(scale.places)):
        kind = state[place] if isinstance(state, bytes) else 1
        if kind and chance.random() < 0.7:
            masses.weigh(place, kind, scale.masses[kind - 1] * chance.gauss(1, 0.05), 0.03)
    seen, presses = Likelihood(scale, masses), Presses(scale.places, scale.pitch_mm)
    seen.loose = chance.choice((1.0, 1.0, 8.0))
    w, x, y, left = chance.gauss(0, 0.1), chance.gauss(0, 15), chance.gauss(0, 15), state
    for _ in range(chance.randint(1, 3)):
        change = chance.choice(list(chain.from_iterable(model.firsts(left))))
        left = model.after(left, (change,))
        mass = change[0] * masses.mean(*change) * chance.gauss(1, 0.03)
        at = scale.places[change[1]]
        w, x, y = w + mass, x + mass * at[0], y + mass * at[1]
        if chance.random() < 0.7:
            press(presses, at[0] + chance.gauss(0, 8), at[1] + chance.gauss(0, 8))
    presses.gather()
    seen.look_at(w, x, y)
    return Changes(seen, masses, presses, scale.places, model), state


def try_everything(changes, state):
    """Let a search compute the cost of each change and of each pair."""
    model = changes._model
    changes.found, changes._best, changes._limit, changes._busy_ms = [], FAR, FAR, MS
    changes._try(state, (), state)
    singles = list(chain.from_iterable(model.firsts(state)))
    for at, one in enumerate(singles):
        changes._try(state, (one,), model.after(state, (one,)))
        for other in (*singles[at + 1 :], *chain.from_iterable(model.seconds(state, [one]))):
            changes._try_pair(state, (one, other), state, ())


def likely(found):
    """Return the least cost of each state, of those that are within KEEP of the best."""
    costs = {}
    for cost, _, _, after in found:
        costs[after] = min(cost, costs.get(after, FAR))
    least = min(costs.values(), default=0)
    return {after: cost for after, cost in costs.items() if cost < least + KEEP - 0.01}


@pytest.mark.parametrize(("data", "make"), [(PYLOS, pile), (GYGES, rings)])
def test_gates_leave_out_nothing_that_may_be_what_has_happened(data, make):
    explained = 0
    for seed in range(200):
        changes, state = search(data, make, Random(f"changes {seed}"))
        for _ in changes.explaining(state, MS):
            pass
        found = {}
        for cost, _, _, after in changes.found:
            found[after] = min(cost, found.get(after, FAR))
        try_everything(changes, state)
        for after, cost in likely(changes.found).items():
            assert found.get(after, FAR) < cost + 1e-6, f"seed {seed}"
            explained += 1
    assert explained > 120


@pytest.mark.parametrize("seed", range(5))
def test_cells_of_a_set_are_those_whose_bits_are_set(seed):
    mask = Random(seed).getrandbits(CELLS)
    assert cells_of(mask) == [cell for cell in range(CELLS) if mask >> cell & 1]

"""Apagos arrange: where balls lie that the players have named, or that fields have mistaken."""

import numpy as np
import pytest

from boardcore.apagos.hall.arrange import STRANGE, Arranger, ways_from
from support.sensing.ramp import Bench, place


def contents_of(bench, slot):
    return bench.decoder.slots[slot].contents


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("kind", [1, 2])
def test_a_ball_that_was_noted_in_another_hole_is_found(seed, kind):
    bench = Bench(seed)
    bench.put("4e", 1)
    bench.put("4a", 2)
    bench.put("4g", kind)
    contents = contents_of(bench, 3)
    at, wrong = place("4g") % 9, place("4c") % 9
    contents.lay(wrong, kind, contents.moment(at), 0.1)
    contents.lay(at, 0, (0.0, 0.0, 0.0), 1.0)
    contents.astray = True
    bench.rest(60)
    assert bench.told(3)[1] == f"a2 e1 g{kind}"


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_ball_that_only_the_players_saw_is_looked_for(seed):
    bench = Bench(seed)
    bench.put("4e", 2)
    bench.put("4g", 1)
    contents_of(bench, 3).lay(place("4g") % 9, 0, (0.0, 0.0, 0.0), 1.0)
    bench.decoder.settle(3, 1, 1)
    assert bench.told(3)[1] == "a1 e2", "it has to lie somewhere"
    bench.rest(60)
    assert bench.told(3)[1] == "e2 g1"


def test_two_balls_of_which_each_was_taken_for_the_other_change_colours():
    bench = Bench(7)
    bench.put("3e", 1)
    bench.put("3h", 2)
    contents = contents_of(bench, 2)
    one, other = place("3e") % 9, place("3h") % 9
    moments = contents.moment(one), contents.moment(other)
    contents.lay(one, 2, moments[1], 0.1)
    contents.lay(other, 1, moments[0], 0.1)
    contents.astray = True
    bench.rest(60)
    assert bench.told(2)[1] == "e1 h2"


def test_balls_that_lie_as_they_are_noted_stay_there():
    bench = Bench(8)
    for cell, kind in (("4a", 1), ("4c", 2), ("4e", 1), ("4g", 2), ("4i", 1)):
        bench.put(cell, kind)
    before = bench.told(3)
    contents_of(bench, 3).astray = True
    bench.rest(60)
    assert bench.told(3) == before
    assert not contents_of(bench, 3).astray


def test_hands_at_work_come_first():
    bench = Bench(9)
    bench.put("4e", 1)
    bench.decoder.settle(3, 1, 0)
    bench.rest(2)
    bench.put("1e", 2)
    assert bench.told(0)[1] == "e2"


def test_each_way_differs_by_one_change():
    kinds, known = bytes([1, 0, 2]), bytes([1, 0, 1])
    ways = ways_from(kinds, known, range(3))
    assert [(list(one), list(other), cost) for one, other, cost in ways] == [
        ([1, 0, 2], [0, 0, 1], STRANGE),
        ([0, 1, 2], [0, 0, 1], STRANGE),
        ([2, 0, 1], [0, 0, 0], 2 * STRANGE),
        ([1, 0, 2], [1, 0, 0], STRANGE),
        ([1, 2, 0], [1, 0, 0], STRANGE),
    ]


def test_the_price_of_a_ball_that_lies_otherwise_keeps_small_gains_away(monkeypatch):
    """Every other way explains a little better, but by less than its price."""
    weigh, tried = Arranger.weigh, []

    def weigh_alike(arranger, contents, kinds, known):
        yield from weigh(arranger, contents, kinds, known)
        arranger.value = -0.4 * STRANGE if tried else 0.0
        tried.append(kinds)

    bench = Bench(10)
    bench.put("4e", 1)
    bench.put("4a", 2)
    before = bench.told(3)
    monkeypatch.setattr(Arranger, "weigh", weigh_alike)
    contents_of(bench, 3).astray = True
    bench.rest(60)
    assert len(tried) > 5
    assert bench.told(3) == before


@pytest.mark.parametrize("seed", [1, 2])
def test_ways_are_as_likely_as_one_large_matrix_says(seed, monkeypatch):
    """What balls and noise do together, inverted as a whole, and its determinant."""
    weigh, found = Arranger.weigh, []

    def weigh_twice(arranger, contents, kinds, known):
        yield from weigh(arranger, contents, kinds, known)
        found.append((arranger.value, by_numpy(arranger, contents, kinds, known)))

    monkeypatch.setattr(Arranger, "weigh", weigh_twice)
    bench = Bench(seed)
    bench.put("4e", 1)
    bench.put("4a", 2)
    bench.put("4g", 1)
    contents_of(bench, 3).astray = True
    bench.rest(60)
    assert len(found) > 10
    for value, expected in found:
        assert value == pytest.approx(expected, rel=0.01, abs=0.2)


def by_numpy(arranger, contents, kinds, known):
    """Return what ``weigh`` finds, of the same products of fields."""
    gram = arranger._gram
    there = [hole for hole in range(len(kinds)) if kinds[hole]]
    products = np.block([[block(arranger, one, other) for other in there] for one in there])
    right = np.concatenate([gram.right(hole) for hole in there])
    held = [contents.moment(hole) if known[hole] else (0, 0, 0) for hole in there]
    moments = np.concatenate(held)
    spreads = np.repeat(arranger._spreads(contents, kinds, known, there), 3)
    left = spreads * (right - products @ moments)
    matrix = np.eye(len(left)) + spreads[:, None] * products * spreads
    rest = gram.whole - 2 * moments @ right + moments @ products @ moments
    return rest - left @ np.linalg.solve(matrix, left) + np.linalg.slogdet(matrix)[1]


def block(arranger, one, other):
    return np.array(arranger._product(one, other)).reshape(3, 3)

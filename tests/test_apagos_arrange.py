"""Apagos arrange: where balls lie that the players have named, or that fields have mistaken."""

import pytest

from boardcore.apagos_arrange import ways_from
from test_apagos_field import Bench, place


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
    ways = [(bytes(one), bytes(other)) for one, other, _ in ways_from(kinds, known, [0, 1, 2])]
    assert ways == [
        (bytes([1, 0, 2]), bytes([0, 0, 1])),
        (bytes([0, 1, 2]), bytes([0, 0, 1])),
        (bytes([2, 0, 1]), bytes([0, 0, 0])),
        (bytes([1, 0, 2]), bytes([1, 0, 0])),
        (bytes([1, 2, 0]), bytes([1, 0, 0])),
    ]

"""Apagos balls: which came or went, of which colour, out of what Hall sensors tell."""

from random import Random

import numpy as np
import pytest

from boardcore.apagos.hall.balls import ADDED_LIGHT, GONE_LIGHT, SAME, Balls, added, gone
from boardcore.apagos.hall.contents import UNKNOWN, Contents
from boardcore.apagos.hall.effects import Effects, sensors_of
from boardcore.apagos.places import HOLES
from support.sensing.halls import hall_layout
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import parameters_of

LAYOUT = hall_layout("apagos-hall64")
UT = LAYOUT.field.mt_per_count * 1000
SCANS = 5
SLOT = 1
SENSORS = sensors_of(LAYOUT.field, SLOT)
EVERY = bytes(range(HOLES))


def fields(magnets, scans=SCANS):
    """Return what the sensors of the slot tell, in microteslas from the middle."""
    seen = np.mean([magnets.counts(0) for _ in range(scans)], axis=0)
    return ((seen - 32768) * UT)[SENSORS]


def think(balls, contents, change, noise_ut=10.0, holes=EVERY):
    """Explain a change; return what it means, the hole and the margin."""
    for i in range(len(SENSORS)):
        balls.difference[i] = change[i]
        balls.variances[i] = noise_ut**2 * 2 / SCANS + 16 + (0.04 * change[i]) ** 2
    for _ in balls.think(contents, holes, balls.jiggle):
        pass
    meaning = balls.likeliest()
    found = balls.found[meaning]
    return meaning, found and found[0], balls.margin(meaning)


class Bench:
    """One square's worth of balls, and what is known of them."""

    def __init__(self, random, noise_ut=10, **truth):
        self.random = random
        self.noise_ut = noise_ut
        self.magnets = Magnets(LAYOUT, parameters_of(LAYOUT, noise_ut=noise_ut, **truth), random)
        self.balls = Balls(LAYOUT.field, Effects(LAYOUT.field, LAYOUT.data["codes"]))

    def fill(self, most=4):
        """Lay up to so many balls, their moments known well; return the free holes."""
        magnets = self.magnets
        magnets.pieces.clear()
        magnets.refresh()
        self.contents = Contents()
        holes = self.random.sample(range(HOLES), HOLES)
        count = self.random.randint(1, most)
        for hole in holes[:count]:
            kind = self.random.choice((1, 2))
            magnets.put(SLOT * HOLES + hole, kind)
            moment = magnets.pieces[SLOT * HOLES + hole].moment / LAYOUT.field.moments[0]
            self.contents.lay(hole, kind, list(moment), 0.05)
        return holes[count:]

    def put(self, hole, kind):
        before = fields(self.magnets)
        self.magnets.put(SLOT * HOLES + hole, kind)
        return fields(self.magnets) - before

    def lift(self, hole):
        before = fields(self.magnets)
        self.magnets.lift(SLOT * HOLES + hole)
        return fields(self.magnets) - before


def rates(events, noise_ut, **truth):
    """Return how often hole and colour of a ball that comes are told wrong."""
    bench = Bench(Random(1), noise_ut, **truth)
    holes = colours = 0
    for _ in range(events):
        hole, kind = bench.fill()[0], bench.random.choice((1, 2))
        meaning, seen, _ = think(bench.balls, bench.contents, bench.put(hole, kind), noise_ut)
        holes += seen != hole
        colours += meaning != added(kind)
    return holes / events, colours / events


@pytest.mark.slow
def test_the_colour_of_a_ball_is_wrong_three_times_in_a_thousand_at_most():
    """At 10 microteslas, four other balls jiggled by 2 degrees, gains unknown."""
    holes, colours = rates(1000, 10)
    assert colours <= 0.003
    assert holes <= 0.01


TRUTHS = [
    {"moment_share": 0.8}, {"gap_mm": 1.0}, {"gain_spread": 0.1}, {"jiggle_deg": 4.0},
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("truth", TRUTHS, ids=str)
def test_a_board_that_differs_from_its_layout_tells_colours_all_the_same(truth):
    assert rates(200, 10, **truth)[1] <= 0.01


def test_a_ball_is_told_with_its_hole_and_a_wide_margin():
    bench = Bench(Random(2))
    for _ in range(5):
        hole, kind = bench.fill(2)[0], bench.random.choice((1, 2))
        meaning, seen, margin = think(bench.balls, bench.contents, bench.put(hole, kind))
        assert (meaning, seen) == (added(kind), hole)
        assert margin > 3.5


def test_a_ball_that_is_taken_off_is_not_another_one_that_came():
    """Both change a field alike; but a hole that had a ball gives back what that one did."""
    bench = Bench(Random(3))
    for _ in range(5):
        bench.fill(3)
        hole = bench.random.choice([at for at in range(HOLES) if bench.contents.kinds[at]])
        kind = bench.contents.kinds[hole]
        meaning, seen, _ = think(bench.balls, bench.contents, bench.lift(hole))
        assert (meaning, seen) == (gone(kind), hole)


def test_a_ball_of_which_nobody_knows_how_it_lies_is_seen_to_go():
    bench = Bench(Random(4))
    bench.fill(1)
    hole = next(at for at in range(HOLES) if bench.contents.kinds[at])
    bench.contents.deviations[hole] = UNKNOWN
    meaning, seen, _ = think(bench.balls, bench.contents, bench.lift(hole))
    assert (meaning, seen) == (gone(bench.contents.kinds[hole]), hole)


def test_a_ball_that_only_turns_is_no_news():
    bench = Bench(Random(5))
    for _ in range(4):
        bench.fill(2)
        hole = next(at for at in range(HOLES) if bench.contents.kinds[at])
        before = fields(bench.magnets)
        bench.magnets.bump(SLOT * HOLES + hole)
        meaning, _, _ = think(bench.balls, bench.contents, fields(bench.magnets) - before)
        assert meaning == SAME


def test_a_hole_that_the_square_does_not_have_gets_no_ball():
    bench = Bench(Random(6))
    free = bench.fill(1)
    change = bench.put(free[0], 1)
    _, seen, _ = think(bench.balls, bench.contents, change, holes=bytes(free[1:]))
    assert seen != free[0]


def test_turning_a_square_four_times_gives_its_balls_back():
    contents = Contents()
    contents.lay(0, 1, (1.0, 2.0, 3.0), 0.1)
    contents.newest = 0
    contents.turn()
    assert contents.kinds[2] == 1, "from the lower left to the lower right"
    assert list(contents.moment(2)) == [-2.0, 1.0, 3.0]
    for _ in range(3):
        contents.turn()
    assert list(contents.moment(0)) == [1.0, 2.0, 3.0]
    assert contents.newest == 0


def test_meanings_and_kinds_belong_together():
    assert [added(1), added(2)] == [ADDED_LIGHT, ADDED_LIGHT + 1]
    assert [gone(1), gone(2)] == [GONE_LIGHT, GONE_LIGHT + 1]

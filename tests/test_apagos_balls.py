"""Apagos balls: colours by strength, and which square lies where, out of Hall sensors."""

import json
from random import Random

import numpy as np
import pytest

from boardcore.apagos_balls import Balls, Words, turned, turns_to
from boardcore.apagos_places import HOLES
from boardcore.layout import Layout
from hardware_boards import ROOT
from underboard.sim.field import Magnets, parameters_of

LAYOUT = Layout(json.loads((ROOT / "tests/data/apagos-hall64.json").read_text("utf-8")))
UT = LAYOUT.field.mt_per_count * 1000
SCANS = 5
SLOT = 1


def fields(magnets, balls, scans=SCANS):
    """Return what the sensors of the slot tell, in microteslas from the middle."""
    seen = np.mean([magnets.counts(0) for _ in range(scans)], axis=0)
    return ((seen - 32768) * UT)[balls.sensors]


def one_more(random, magnets, balls, noise_ut, off=False):
    """Put one ball to at most four others, or take it off; return what it was and is told."""
    magnets.pieces.clear()
    magnets.refresh()
    free = random.sample(range(HOLES), 5)
    for hole in range(HOLES):
        balls.hold(hole, 0)
    for hole in free[1 : random.randint(1, 5)]:
        kind = random.choice((1, 2))
        magnets.put(SLOT * HOLES + hole, kind)
        balls.hold(hole, kind)
    kind = random.choice((1, 2))
    if off:
        magnets.put(SLOT * HOLES + free[0], kind)
    before = fields(magnets, balls)
    if off:
        magnets.lift(SLOT * HOLES + free[0])
    else:
        magnets.put(SLOT * HOLES + free[0], kind)
    balls.explain(fields(magnets, balls) - before, noise_ut * (2 / SCANS) ** 0.5)
    return (free[0], kind), (balls.hole, balls.kind), balls.margin


def rates(events, noise_ut, off=False, **truth):
    """Return how often hole and colour are told wrong, of so many balls."""
    random = Random(1)
    magnets = Magnets(LAYOUT, parameters_of(LAYOUT, noise_ut=noise_ut, **truth), random)
    balls = Balls(LAYOUT.field, SLOT)
    holes = colours = 0
    for _ in range(events):
        true, told, _ = one_more(random, magnets, balls, noise_ut, off)
        holes += true[0] != told[0]
        colours += true[1] != told[1]
    return holes / events, colours / events


@pytest.mark.slow
def test_the_colour_of_a_ball_is_wrong_three_times_in_a_thousand_at_most():
    """At 10 microteslas, four other balls jiggled by 2 degrees, gains unknown."""
    holes, colours = rates(2000, 10)
    assert colours <= 0.003
    assert holes <= 0.01


@pytest.mark.slow
def test_a_ball_that_is_taken_off_is_told_as_well():
    holes, colours = rates(1000, 10, off=True)
    assert colours <= 0.003
    assert holes <= 0.01


TRUTHS = [
    {"moment_share": 0.8}, {"gap_mm": 1.0}, {"gain_spread": 0.1}, {"jiggle_deg": 4.0},
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("truth", TRUTHS, ids=str)
def test_a_board_that_differs_from_its_layout_tells_colours_all_the_same(truth):
    assert rates(400, 10, **truth)[1] <= 0.01


def test_a_lone_ball_is_told_with_its_hole_and_a_wide_margin():
    random = Random(2)
    magnets = Magnets(LAYOUT, parameters_of(LAYOUT), random)
    balls = Balls(LAYOUT.field, SLOT)
    for _ in range(30):
        true, told, margin = one_more(random, magnets, balls, 10)
        assert true == told
        assert margin > 2


# Squares

WORDS = LAYOUT.data["codes"]["words"]


def readers(slot=SLOT):
    balls = Balls(LAYOUT.field, slot)
    return balls, Words(LAYOUT.data["codes"], LAYOUT.field, slot, balls)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("square", range(4))
def test_a_square_is_known_in_every_slot_however_it_is_turned(square, turns):
    for slot in range(4):
        magnets = Magnets(LAYOUT, parameters_of(LAYOUT), Random(10 * square + slot))
        balls, words = readers(slot)
        assert words.read(fields(magnets, balls)) is None
        magnets.lay(slot, turned(WORDS[square], turns))
        for hole in range(7):
            magnets.put(slot * HOLES + hole, 1 + hole % 2)
        assert words.read(fields(magnets, balls)) == (square, turns)
        magnets.take_square(slot)
        magnets.pieces.clear()
        magnets.refresh()
        assert words.read(fields(magnets, balls)) is None


def test_a_word_that_nobody_has_is_told():
    magnets = Magnets(LAYOUT, parameters_of(LAYOUT), Random(1))
    balls, words = readers()
    magnets.lay(SLOT, "++++")
    with pytest.raises(ValueError, match="no square's word"):
        words.read(fields(magnets, balls))


@pytest.mark.parametrize(
    ("words", "told"),
    [(["+++-", "-+++"], "is .0., turned"), (["+-+-"], "reads the same"), (["0000"], "the same")],
)
def test_words_that_cannot_be_told_apart_are_refused(words, told):
    balls, _ = readers()
    with pytest.raises(ValueError, match=told):
        Words(dict(LAYOUT.data["codes"], words=words), LAYOUT.field, SLOT, balls)


def test_turning_a_word_four_times_gives_it_back():
    assert turned("+++-", 1) == "-+++"
    assert [turns_to("+++-", turned("+++-", turns)) for turns in range(4)] == [0, 1, 2, 3]
    assert turns_to("+++-", "++--") == -1

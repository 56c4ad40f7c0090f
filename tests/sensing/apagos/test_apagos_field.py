"""Apagos field: squares, which face is up, and the colours of their balls, out of Hall sensors."""

import random

import numpy as np
import pytest

from boardcore.apagos import rules as apagos
from boardcore.apagos.hall.codes import turned
from boardcore.apagos.hall.contents import ANYHOW, UNKNOWN, turned_hole
from boardcore.apagos.hall.decoder import Decoder
from boardcore.apagos.places import HOLE_LETTERS, HOLES
from boardcore.store.calibration import Calibration
from support.sensing.ramp import FIVE, LAYOUT, ONE, SEVEN, THREE, Bench, place
from underboard.cli import main
from underboard.sim.hands.apagos.hands import Hands
from underboard.sim.hands.errands import random_turns
from underboard.sim.hands.players import CAREFUL, Told
from underboard.sim.harness import Harness
from underboard.sim.world import World


def test_every_square_is_known_as_soon_as_it_lies_there():
    bench = Bench()
    assert [bench.told(slot)[0] for slot in range(4)] == [ONE, THREE, FIVE, SEVEN]
    assert not any(bench.decoder.readings[: 4 * HOLES])
    assert not bench.decoder.busy


def test_balls_are_told_with_their_colours_as_they_come_and_go():
    bench = Bench(2)
    bench.put("4a", 1)
    bench.put("4e", 2)
    bench.put("3e", 1)
    assert bench.told(3) == (SEVEN, "a1 e2")
    assert bench.told(2) == (FIVE, "e1")
    bench.magnets.lift(place("4a"))
    bench.rest()
    assert bench.told(3) == (SEVEN, "e2")


def test_a_square_that_is_up_is_told_at_the_next_scan_with_its_balls():
    bench = Bench(3)
    bench.put("4e", 2)
    bench.lift(3)
    for _ in range(3):
        bench.rest(1)
    assert bench.told(3) == (0, "")
    assert bench.told(2) == (FIVE, ""), "and no other"


@pytest.mark.parametrize("turns", range(4))
def test_a_square_keeps_its_balls_however_it_is_laid_again(turns):
    bench = Bench(4)
    bench.put("4a", 1)
    bench.put("4e", 2)
    pieces = bench.lift(3)
    bench.rest(8)
    inside = {}
    for at, piece in pieces.items():
        for _ in range(turns):
            piece.quarter()
        inside[3 * HOLES + turned_hole(at % HOLES, turns)] = piece
    bench.lay(3, turned(bench.words[3], turns), inside)
    bench.rest(20)
    corner = HOLE_LETTERS[turned_hole(0, turns)]
    assert bench.told(3) == (SEVEN, " ".join(sorted([corner + "1", "e2"])))


def test_two_empty_squares_that_change_places_are_seen():
    bench = Bench(5)
    one, three = bench.words[0], bench.words[1]
    bench.lift(0)
    bench.rest(4)
    bench.lift(1)
    bench.rest(6)
    bench.lay(0, three)
    bench.lay(1, one)
    bench.rest(24)
    assert [bench.told(slot)[0] for slot in range(4)] == [THREE, ONE, FIVE, SEVEN]


def test_a_square_turned_over_has_lost_its_balls_and_shows_its_other_face():
    bench = Bench(6)
    bench.put("4e", 2)
    bench.lift(3)
    bench.rest(8)
    bench.lay(3, bench.decoder.faces.words[7])
    bench.rest(20)
    assert bench.told(3) == (7, "")


def test_a_ball_is_not_felt_in_the_next_slot():
    bench = Bench(7)
    for cell in ("3f", "4d", "3d", "2f"):
        bench.put(cell, 2)
    assert [bench.told(slot)[1] for slot in range(4)] == ["", "f2", "d2 f2", "d2"]


def test_balls_that_are_all_taken_off_at_once_are_gone():
    bench = Bench(8)
    for cell, kind in (("4a", 1), ("4e", 2), ("4i", 1)):
        bench.put(cell, kind)
    for cell in ("4a", "4e", "4i"):
        bench.magnets.lift(place(cell))
    bench.rest(20)
    assert bench.told(3) == (SEVEN, "")


@pytest.mark.parametrize("kind", [1, 2])
def test_a_ball_that_was_put_in_while_its_square_was_up_is_told(kind):
    bench = Bench(9)
    bench.lift(1)
    bench.rest(4)
    bench.lift(2)
    bench.rest(6)
    words = bench.words[1], bench.words[2]
    bench.lay(1, words[1])
    bench.lay(2, words[0], {place("3e"): bench.magnets.piece(place("3e"), kind)})
    bench.rest(24)
    assert bench.told(2) == (THREE, "e%d" % kind)


def test_a_ball_that_rolled_out_and_is_put_in_again_unseen_is_told():
    bench = Bench(14)
    bench.put("2e", 2)
    bench.lift(1)
    bench.rest(4)
    bench.lay(1, bench.words[1])
    bench.rest(24)
    assert bench.told(1) == (THREE, ""), "it rolled out"
    again = {place("3e"): bench.magnets.piece(place("3e"), 2)}
    bench.lift(1)
    bench.rest(4)
    bench.lift(2)
    bench.rest(6)
    words = bench.words[1], bench.words[2]
    bench.lay(1, words[1])
    bench.lay(2, words[0], again)
    bench.rest(24)
    assert bench.told(2) == (THREE, "e2")


@pytest.mark.parametrize("seed", [6, 10, 16, 20, 22])
def test_a_ball_that_was_put_back_quite_otherwise_lies_in_its_hole(seed):
    bench = Bench(seed)
    bench.put("2e", 2)
    bench.put("2d", 1)
    for rolled in (0, 1):
        pieces = bench.lift(1)
        bench.rest(4)
        pieces[place("2e")].moment = np.roll(pieces[place("2e")].moment, rolled)
        bench.lay(1, bench.words[1], pieces)
        bench.rest(24)
    assert bench.told(1) == (THREE, "d1 e2")


@pytest.mark.parametrize(("old", "new"), [(1, 2), (2, 2)])
def test_a_ball_comes_to_a_hole_where_another_one_was_believed_to_lie(old, new):
    bench = Bench(25)
    bench.put("3d", old)
    contents = bench.decoder.slots[2].contents
    contents.lay(HOLE_LETTERS.index("h"), old, contents.moment(HOLE_LETTERS.index("d")), 0.2)
    contents.lay(HOLE_LETTERS.index("d"), 0, ANYHOW, UNKNOWN)
    bench.put("3h", new)
    face, balls = bench.told(2)
    assert face == FIVE
    assert sorted(ball[1] for ball in balls.split()) == sorted("%d%d" % (old, new))
    assert f"h{new}" in balls


def test_a_change_is_told_while_balls_elsewhere_are_put_in_order():
    bench = Bench(26)
    for cell, kind in (("4a", 1), ("4d", 2), ("4e", 1), ("4c", 2), ("4i", 1)):
        bench.put(cell, kind)
    decoder = bench.decoder
    decoder.slots[3].contents.astray = True
    bench.magnets.put(place("2e"), 1)
    for _ in range(25):
        bench.scan()
        for _ in range(2):
            decoder.work()
    assert decoder.slots[3].contents.astray, "that takes much longer"
    assert bench.told(1) == (THREE, "e1")


@pytest.mark.parametrize("seed", [15, 16, 17])
def test_another_square_that_came_before_anybody_looked_is_known(seed):
    bench = Bench(seed, faces=(ONE, FIVE, SEVEN))
    bench.lift(0)
    bench.now_ms += 150
    # It differs by one disc, so nobody sees that something was lifted.
    bench.lay(0, bench.decoder.faces.words[THREE])
    bench.now_ms += 200
    bench.rest(40)
    assert bench.told(0) == (THREE, "")


def test_the_other_colour_is_taken_if_the_players_say_so():
    bench = Bench(10)
    bench.put("4e", 2)
    assert bench.decoder.recolour(3)
    assert bench.told(3) == (SEVEN, "e1")
    assert not bench.decoder.recolour(0), "no ball came there"


def test_without_one_sensor_the_others_tell_balls_and_squares():
    bench = Bench(11, dead=(3 * 16 + 5,))
    bench.put("4e", 1)
    bench.put("4a", 2)
    assert bench.told(3) == (SEVEN, "a2 e1")


TRUTHS = [{"moment_share": 0.8}, {"gap_mm": 1.0}, {"gain_spread": 0.1}, {"noise_ut": 30.0}]


@pytest.mark.parametrize("truth", TRUTHS, ids=str)
def test_a_board_that_differs_from_its_layout_is_read_all_the_same(truth):
    bench = Bench(12, **truth)
    bench.put("4e", 1)
    bench.put("4a", 2)
    bench.put("3e", 2)
    assert (bench.told(3), bench.told(2)) == ((SEVEN, "a2 e1"), (FIVE, "e2"))


def test_after_a_power_cut_balls_that_the_game_knows_are_taken_as_lying_there():
    bench = Bench(13)
    bench.put("4e", 2)
    calibration = Calibration(64, 12)
    bench.decoder = Decoder(LAYOUT, calibration)
    bench.decoder.assume([(1, 0, 0), (3, 0, 0), (5, 0, 0), (7, 0, 1)])
    bench.rest(20)
    face, balls = bench.told(3)
    assert face == SEVEN
    assert balls.endswith("2"), "in whatever hole"


# Whole games


def played(seed, variant="standard", manner=CAREFUL):
    """Let simulated hands play a game; return what the board has and what they did."""
    world = World(LAYOUT, seed)
    harness = Harness(LAYOUT, world, variant=variant)
    for _ in range(60):
        harness.step()
    game = apagos.Game(variant)
    told = Told([])
    hands = Hands(world, manner)
    world.add(hands.play(game, random_turns(game, random.Random(seed)), told))
    harness.run(4_000_000)
    return [apagos.turn_text(turn) for turn in harness.table.game.turns], told


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_is_followed_without_a_question(seed):
    turns, told = played(seed)
    assert turns == told.turns
    assert told.asked == 0


@pytest.mark.slow
def test_squares_are_laid_out_without_a_question():
    turns, told = played(5, "set-up")
    assert turns == told.turns
    assert told.turns[0].endswith("@1")
    assert told.asked == 0


@pytest.mark.slow
def test_a_game_arrives_in_the_records(capsys):
    layout = ["--layout", "apagos-hall64"]
    status = main(
        ["demo", "apagos", *layout, "--seed", "2", "--no-pace", "--hands", "clumsy", "--quiet"]
    )
    assert capsys.readouterr().out.splitlines()[-1].endswith("wrong 0 lost 0")
    assert status == 0

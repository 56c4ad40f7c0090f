"""Pylos over free magnets (which balls stand, from counts of Halls that feel simulated spheres).

The decoder knows the layout alone.  The simulator's friction is of another form than the decoder's:
stiction, history, each ball its own.
"""

import pytest

from boardcore.pylos import cells as pylos
from boardcore.sensing.observe.field import field
from boardcore.store.hall_cal import HallCalibration
from support.campaign import campaign, one_in
from support.rows import for_each
from support.sensing.free import FreeBoard, built, lifts, puts
from support.sensing.halls import PiecesBench, hall_layout

GROUND = range(16)
APEX = pylos.CELLS - 1


def cell(name):
    return pylos.parse_cell(name)


def mask(names):
    return sum(1 << cell(name) for name in names.split())


def test_an_empty_board_shows_nothing():
    assert FreeBoard().wait(60).seen == [0]


def test_a_board_that_was_swept_while_it_was_off_is_empty_if_it_is_calibrated():
    layout = hall_layout()
    for names in ("", "c3"):
        bench = PiecesBench(layout, 4, assumed=mask("c3"))
        calibration = HallCalibration(len(layout.field.sensor_mm), 12)
        calibration.known = True
        calibration.offsets[:] = bench.magnets.counts(0)
        for name in names.split():
            bench.magnets.put(bench.layout.field.cells.index(cell(name)))
        again = PiecesBench(layout, 4, calibration, mask("c3"))
        again.magnets = bench.magnets
        again.rest(60)
        assert again.decoder.is_empty == (not names)
        assert again.decoder.is_laid == (not names), "then no position lies there unseen"


def test_an_empty_board_is_empty_whatever_was_believed_before():
    board = FreeBoard()
    board.wait(60)
    board.do("b2")
    board.decoder.confirm(mask("b2 c3"))  # the players' word, which is wrong
    board.decoder.observation.sticks = 3
    assert board.do("-b2").seen == [0]
    assert board.decoder.observation.sticks < 0, "that ball is off the board, too"


@for_each("seed", range(3))
def test_a_climb_within_one_moment_is_seen_as_one_change(seed):
    board = FreeBoard(seed)
    for name in ("a1", "a2", "b1", "b2", "d4"):
        board.do(name)
    assert board.do("-d4", "e1").seen == [mask("a1 a2 b1 b2 e1")]


@for_each("seed", campaign([106, 112, 123], [106, 109, 110, 112, 116, 123]))
def test_a_ball_that_is_lifted_and_put_back_where_it_was_changes_nothing(seed):
    """It lies 0.3 mm beside, and friction holds its sphere another way."""
    board, random = built(seed, 6 + seed * 7 % 20, upper=0.6, friction=0.3)
    for _ in range(3):
        standing = board.standing
        board.expect()
        board.magnets.respin(board.place[random.choice(lifts(standing))])
        board.magnets.refresh()
        board.wait(40)
        assert board.seen == [standing]
        assert not board.decoder.foreign


def rates(truth, seeds, events=5):
    """Return events, asked and wrong ones by level, with these truths."""
    found = {level: [0, 0, 0] for level in range(4)}
    for seed in seeds:
        board, random = built(seed, 8 + seed * 7 % 21, upper=0.75, **truth)
        for _ in range(events):
            before = board.standing
            by_level = {}
            for at in puts(before) + lifts(before):
                by_level.setdefault(pylos.LEVEL[at], []).append((at, bool(before >> at & 1)))
            level = random.choice(list(by_level))
            at, lifted = random.choice(by_level[level])
            board.expect()
            board.act(at, lifted)
            board.wait()
            row = found[level]
            row[0] += 1
            asked = board.decoder.ambiguous or board.decoder.foreign
            row[1] += asked
            row[2] += not asked and board.seen[0] != board.standing
            board.know()
    return found


DISTURBED = [
    # truth of the simulator, most asked per level of 100, and most wrong of all
    ({"friction": 0.3}, (0, 0, 6, 10)),
    ({}, (0, 0, 4, 6)),
    ({"friction": 0.4}, (0, 0, 8, 20)),
    ({"friction": 0.1}, (0, 0, 2, 4)),
    ({"bias_off": 0.05}, (0, 0, 15, 30)),
    ({"drift_ut": 50.0}, (0, 0, 15, 30)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "asked"), one_in(2, DISTURBED), ids=lambda row: str(row))
def test_single_changes_on_each_level_are_told_or_asked_but_never_wrong(truth, asked):
    found = rates(truth, range(campaign(6, 60)))
    assert sum(row[2] for row in found.values()) == 0
    for level, most in enumerate(asked):
        events, doubts, _ = found[level]
        assert 100 * doubts <= most * events + 100


def test_hands_that_change_nothing_are_rare_so_fewer_are_asked(monkeypatch):
    """IDLE spares questions about the apex where friction leaves little of its field."""
    asked = {}
    for idle in (field.IDLE, 0.0):
        monkeypatch.setattr(field, "IDLE", idle)
        asked[idle] = 0
        for seed in range(3):
            board, _ = built(seed, 29, friction=0.4)
            for _ in range(4):
                board.expect()
                board.act(APEX, bool(board.standing >> APEX & 1))
                board.wait()
                doubt = board.decoder.ambiguous or board.decoder.foreign
                asked[idle] += doubt
                assert doubt or board.seen == [board.standing]
                board.know()
    assert asked[5.0] < asked[0.0]


@pytest.mark.parametrize("seed", range(2))
def test_friction_is_learnt_from_what_is_certain(seed):
    learnt = {}
    for friction in (0.05, 0.6):
        board, random = built(seed, 6, upper=0.0, friction=friction)
        for _ in range(12):
            free = [c for c in GROUND if not board.standing >> c & 1]
            board.expect()
            if free and random.random() < 0.6:
                board.act(random.choice(free), False)
            else:
                board.act(random.choice(pylos.cells_of(board.standing)), True)
            board.wait()
        learnt[friction] = board.decoder.observation.friction.alpha
    assert learnt[0.05] < learnt[0.6]


@for_each("seed", range(4))
def test_a_ball_whose_magnet_sticks_is_seen_and_named(seed):
    """It points anywhere; unless by chance along the bias, it is asked about and its cell told."""
    board, random = built(seed, 7, upper=0.0)
    free = [c for c in GROUND if not board.standing >> c & 1]
    at = random.choice(free)
    board.expect()
    board.magnets.put(board.place[at])
    piece = board.magnets.pieces[board.place[at]]
    piece.friction = 1e6
    piece.moment = -piece.moment  # across and against the bias
    board.magnets.refresh()
    board.wait()
    assert board.standing in board.seen
    assert board.decoder.told().startswith(f"sticks:{at},shows:")

"""Lesson (a calibration at the board itself, with two buttons and lights, and what is kept)."""

import pytest

from boardcore.games import rules_of
from boardcore.sensing.calibrator import EMPTY, LEFT
from boardcore.store.blob import DAMAGED, MISMATCH, NONE, VALID
from boardcore.store.hall_cal import HallCalibration
from boardcore.verdicts import AT_REST
from support.boards.pylos import Board as SwitchBoard
from support.campaign import campaign
from support.sensing.hall_board import Board

pytestmark = pytest.mark.slow
BOTH = ("yes", "next")


@pytest.fixture(scope="module")
def calibrated_flash(tmp_path_factory):
    """The flash of a board that has just been calibrated."""
    with pytest.MonkeyPatch.context() as patch:
        board = Board(tmp_path_factory.mktemp("calibrated"), patch, "pylos-hall25")
        calibrate(board)
        return bytes(board.pico.nvm[:])


@pytest.fixture
def calibrated(switched_on, calibrated_flash):
    """A board with that flash, after its next start."""
    board = switched_on(flash=calibrated_flash)
    board.run(5000)
    return board


@pytest.fixture
def switched_on(tmp_path, monkeypatch):
    def switch_on(name="pylos-hall25", **how):
        return Board(tmp_path, monkeypatch, name, **how)

    return switch_on


def hold(board, names, ms):
    for name in names:
        board.world.press(name)
        board.run(40)
    board.run(ms)
    for name in names:
        board.world.release(name)
        board.run(40)


def lesson(board):
    return board.firmware.table.link.calibrator


def health(board):
    return board.firmware.table.health_fields()


def calibrate(board, max_ms=600_000):
    """Hold both buttons, and wait for the end."""
    board.run(1500)
    hold(board, BOTH, 3200)
    assert lesson(board), "the empty board is measured now"
    end = board.world.now_ms + max_ms
    while lesson(board) and board.world.now_ms < end:
        board.run(500)
    assert lesson(board) is None
    board.run(5000)


def put(board, text, kind=1):
    board.world.put(rules_of(board.world.layout.game).parse_cell(text), kind)
    board.run(3000)


@pytest.mark.parametrize("name", campaign(["gyges-hall38"], ["pylos-hall25", "gyges-hall38"]))
def test_two_buttons_begin_it_and_what_comes_of_it_is_used(switched_on, name):
    board = switched_on(name)
    assert health(board)[0] == NONE
    calibrate(board)
    assert health(board)[:5] == (VALID, 0, 0, "-", "-")
    # And then there is a game.
    put(board, "c1")
    assert board.firmware.table.game.ply == 1


def test_it_is_there_after_the_next_start(calibrated):
    board = calibrated
    assert health(board)[:2] == (VALID, 1)
    first = board.firmware.table.bank._calibration
    board.restart()
    board.run(2000)
    assert health(board)[:2] == (VALID, 2)
    assert list(board.firmware.table.bank._calibration.offsets) == list(first.offsets)
    put(board, "b2")
    assert board.firmware.table.game.ply == 1


def test_games_leave_it_alone(calibrated):
    board = calibrated
    store = board.firmware.table.store
    kept = bytes(store.load_cal())
    store.rewrite(b"another game, from the beginning")
    assert bytes(store.load_cal()) == kept
    store.append(2000, b"x" * (store.size - 2000))
    assert bytes(store.load_cal()) == kept


def test_what_was_damaged_or_is_of_another_board_is_not_used_and_play_goes_on(calibrated):
    board = calibrated
    end = board.firmware.table.store._counts
    kept = bytes(board.firmware.table.store.load_cal())
    for wrong, state in ((b"\xff" * len(kept), NONE), (b"\x07" + kept[1:], MISMATCH),
                         (kept[:50] + b"\x00\x01" + kept[52:], DAMAGED)):  # fmt: skip
        board.pico.nvm[end - len(kept) : end] = wrong
        board.restart()
        assert health(board)[0] == state
        assert board.firmware.table.hello_fields()[7] == state
    board.run(2000)
    put(board, "b2")
    assert board.firmware.table.game.ply == 1


def test_in_the_middle_of_a_game_two_buttons_mean_nothing(switched_on):
    board = switched_on()
    board.run(1500)
    put(board, "b2")
    hold(board, BOTH, 3500)
    assert lesson(board) is None
    table = board.firmware.table
    assert (table.game.ply, table.tracker.question) == (1, None)


def test_two_buttons_for_a_moment_mean_nothing(switched_on):
    board = switched_on()
    board.run(1500)
    hold(board, BOTH, 2000)
    assert lesson(board) is None
    board.run(2000)
    tracker = board.firmware.table.tracker
    assert (tracker.verdict, tracker.question) == (AT_REST, None), "neither button was meant"


def test_who_leaves_off_keeps_what_was_there(calibrated):
    board = calibrated
    kept = bytes(board.firmware.table.store.load_cal())
    hold(board, BOTH, 3200)
    board.run(1000)
    assert lesson(board).phase == EMPTY
    hold(board, ["next"], 1500)
    assert lesson(board) is None or lesson(board).phase == LEFT
    board.run(3000)
    assert lesson(board) is None
    assert bytes(board.firmware.table.store.load_cal()) == kept
    assert health(board)[0] == VALID
    put(board, "b2")
    assert board.firmware.table.game.ply == 1


# By the computer


def test_the_computer_may_lead(switched_on):
    board = switched_on()
    board.run(1500)
    table = board.firmware.table
    assert table.execute("calibrate", ("skip", "0")) == (
        "not-calibrating",
        "Nothing is being calibrated.",
    )
    assert table.execute("calibrate", ("begin", "9822")) is None
    assert table.execute("calibrate", ("begin", "9822")) is None, "again is not an other"
    board.run(2500)
    assert lesson(board).day == 9822
    told = table.calibration_fields(lesson(board))
    assert told[:3] == ("empty", "-", "-")
    assert 0 < told[3] < 100
    assert table.execute("calibrate", ("skip", "0")) is None, "there is nothing to skip"
    assert table.execute("new", ("pylos", "-", "-", "-"))[0] == "calibrating"
    assert table.execute("calibrate", ("leave", "0")) is None
    board.run(1000)
    assert lesson(board) is None
    assert table.execute("new", ("pylos", "-", "-", "-")) is None


def test_a_board_with_a_game_refuses(switched_on):
    board = switched_on()
    board.run(1500)
    put(board, "b2")
    refused = board.firmware.table.execute("calibrate", ("begin", "0"))
    assert refused == ("game-on", "There is a game on this board: clear it first.")


def test_a_calibration_of_another_board_is_replaced_in_the_middle_of_a_game(calibrated):
    board = calibrated
    nvm, kept = board.pico.nvm, bytes(board.firmware.table.store.load_cal())
    at, other = bytes(nvm).index(kept), HallCalibration(25, 12.0)
    other.layout = 0x1A2B3C4D
    nvm[at : at + len(kept)] = other.encode()
    board.restart()
    board.run(2000)
    put(board, "b2")
    board.world.lift(rules_of("pylos").parse_cell("b2"))
    board.restart()  # it was cleared while it was off
    assert board.firmware.table.game.ply == 1
    calibrate(board)
    assert board.firmware.table.bank.state == VALID


NONSENSE = [
    (("begin", "tomorrow"), "day 'tomorrow': expected 0 to 65535, days since 2000"),
    (("begin", "70000"), "day '70000': expected 0 to 65535, days since 2000"),
    (("dance", "0"), "'dance': expected begin, skip, enough or leave"),
]


@pytest.mark.parametrize(("fields", "text"), NONSENSE)
def test_nonsense_is_refused(switched_on, fields, text):
    assert switched_on().firmware.table.execute("calibrate", fields) == ("unreadable", text)


def test_a_board_with_switches_has_nothing_to_learn():
    refused = SwitchBoard().table.execute("calibrate", ("begin", "0"))
    assert refused == ("unreadable", "this board has switches: there is nothing to calibrate")

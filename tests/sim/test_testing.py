"""Testing (the fixture with which any project's tests get a simulated board)."""

import pytest
import serial

from boardcore.link.wire import decode

pytestmark = pytest.mark.slow


def test_hands_play_turns_and_the_board_shows_where(simulated_board):
    board = simulated_board("pylos-reed16", seed=1)
    assert board.play("b2", "c3") == ["b2", "c3"]
    assert board.pieces() == ["b2", "c3"]
    assert board.lights()


def test_the_port_speaks_the_protocol(simulated_board):
    board = simulated_board("gyges-reed38")
    with serial.serial_for_url(board.url, timeout=10) as port:
        # It was opened in the middle of a line, perhaps; a board says hello until it is answered.
        heard = (decode(port.readline().rstrip(b"\n")) for _ in range(20))
        assert any(message and message.kind == "hello" for message in heard)


def test_pieces_and_buttons_are_moved_by_name(simulated_board):
    board = simulated_board()
    board.place("a1", "d4")
    board.wait(500)
    board.lift("d4")
    board.press("yes")
    assert board.pieces() == ["a1"]


def test_what_breaks_stays_broken_through_a_power_cut(simulated_board):
    board = simulated_board(faults=("stuck_open=0",))
    board.place("a1")
    board.wait(500)
    before = board.lights()
    board.cut_power()
    board.restart()
    board.wait(3000)
    assert board.pieces() == ["a1"], "the switch under it is broken, the ball is there"
    assert set(board.lights()) & set(before)


def test_a_layout_that_is_not_there_is_named(simulated_board):
    with pytest.raises(Exception, match="no layout 'pylos-none': expected one of"):
        simulated_board("pylos-none")

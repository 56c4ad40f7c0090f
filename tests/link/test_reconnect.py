"""A board that comes back (under another name, beside other boards, after a stranger)."""

import pytest

from support.machine.desk import Desk
from support.machine.loop import BareBoard
from underboard.device.board import Board
from underboard.device.discovery import KnownBoards
from underboard.device.reconnect import BoardPort
from underboard.sim.wire.loopback import LoopbackTransport


@pytest.fixture
def desk(tmp_path):
    return Desk(KnownBoards(tmp_path / "boards.json"))


def test_a_board_is_found_under_another_name(desk):
    desk.play(3)
    desk.pull(desk.ours)
    desk.run(lambda: not desk.host.synced)
    desk.plug("ACM7", desk.ours)
    desk.play(8)
    assert desk.port.url == "ACM7"
    row = desk.host.records.find("b0", desk.host.mirror.id)
    assert len(desk.host.records.load(row.number).turns) >= 8


def test_another_device_on_the_old_name_gets_no_byte(desk):
    desk.play(3)
    desk.pull(desk.ours)
    stranger, _ = desk.board("b9", "E999")
    desk.plug("ACM1", stranger)
    desk.plug("ACM7", desk.ours)
    desk.play(8)
    assert stranger.passed == 0
    assert not stranger.to_board
    assert desk.host.hello.board_id == "b0"


def test_a_stranger_that_only_its_hello_betrays_is_left_alone(desk):
    desk.ours.number = None  # as on a pseudo-terminal: the system reports nothing
    desk.host.close()
    desk.port = BoardPort("ACM1", desk.open, desk.comports, desk.known)
    desk.host = Board(desk.port, desk.records, desk.clock, desk.sleep, run_id="h2")
    desk.host.connect()
    desk.play(3)
    game = desk.host.mirror.id
    desk.pull(desk.ours)
    stranger, _ = desk.board("b9", None)
    desk.plug("ACM1", stranger)
    desk.run(lambda: any("another board now (b9)" in reason for reason in desk.reasons()))
    assert desk.host.mirror.id == game, "its game stays in the mirror"
    desk.run(lambda: stranger.link is None)
    assert stranger.harness.table.game.ply == 0
    desk.pull(stranger)
    desk.plug("ACM1", desk.ours)
    desk.play(8)
    assert desk.host.mirror.id == game
    said = [reason for reason in desk.reasons() if "b9" in reason]
    assert len(said) == 1, "it is said once"


def test_another_underboard_beside_it_is_asked_and_left(desk):
    desk.play(2)
    other, _ = desk.board("b5", "E555")
    desk.plug("ACM3", other)
    desk.pull(desk.ours)
    desk.run(lambda: any("(b5)" in reason for reason in desk.reasons()))
    before = other.passed
    for _ in range(50):
        desk.events += desk.host.step(0.1)
    assert other.passed - before < 200, "a board that was refused is not asked again and again"
    desk.plug("ACM1", desk.ours)
    desk.play(6)


def test_a_silent_port_of_the_old_name_does_not_hold_the_search_up(desk):
    class Dumb(BareBoard):
        def step(self, ms):
            pass

    desk.play(2)
    desk.pull(desk.ours)
    silent = LoopbackTransport(Dumb())
    silent.number = None
    desk.loops.append(silent)
    desk.plug("ACM1", silent)
    desk.plug("ACM7", desk.ours)
    desk.play(6)
    assert desk.port.url == "ACM7"


def test_a_board_that_said_hello_is_remembered_by_its_usb_number(desk):
    assert "E661" in desk.known

"""Nursery (boards that are forks of one process do what boards of their own processes do)."""

import subprocess
import sys

import pytest

from support.waiting import MAX_S, until
from underboard.errors import UnderboardError
from underboard.sim import fork_server
from underboard.sim.board import SimBoard

pytestmark = pytest.mark.skipif(not fork_server.CAN_FORK, reason="this system cannot fork")


def process_of(board):
    return board._process


def game(**how):
    """Let hands play five turns; return them, what stands, and what the board's process is."""
    with SimBoard("pylos-reed16", seed=4, **how) as board:
        board.wait_for_firmware()
        board.act(
            "underboard.sim.hands.commands:play_game",
            seed=4,
            name="pylos",
            turns=["a1", "b2", "c3", "d4", "a2"],
        )
        done = next(event for event in board.events(MAX_S) if event["event"] == "hands-done")
        return done["turns"], board.command("state")["pieces"], type(process_of(board))


@pytest.mark.slow
def test_a_board_out_of_a_nursery_plays_as_one_of_its_own_process(monkeypatch):
    forked = game()
    monkeypatch.setattr(fork_server, "_nursery", None)
    alone = game()
    assert (forked[2], alone[2]) == (fork_server.ForkedBoard, subprocess.Popen)
    assert forked[:2] == alone[:2]
    assert len(alone[1]) == 5


def test_a_board_that_is_killed_has_stopped():
    with SimBoard() as board:
        assert board.alive
        process_of(board).kill()
        assert process_of(board).wait(MAX_S) == 0
        assert not board.alive
        with pytest.raises(UnderboardError, match="has stopped"):
            board.command("state")


def test_a_board_that_ends_itself_is_waited_for():
    with SimBoard() as board:
        with pytest.raises(subprocess.TimeoutExpired):
            process_of(board).wait(0.01)
        process_of(board).stdin.close()
        assert process_of(board).wait(MAX_S) == 0


def test_what_cannot_start_says_why(tmp_path):
    (tmp_path / "layouts").mkdir()
    with pytest.raises(UnderboardError, match=r"holds no code\.py"):
        SimBoard("", drive=tmp_path)


def test_the_environment_is_that_of_the_caller(tmp_path, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    assert fork_server.the_nursery() is None, "what Python reads at its start has changed"
    with SimBoard() as board:
        assert type(process_of(board)) is subprocess.Popen


def test_a_nursery_that_starts_late_starts_in_the_environment_of_its_beginning(monkeypatch):
    late = fork_server.ForkServer()
    monkeypatch.setattr(fork_server, "_nursery", late)
    with monkeypatch.context() as patch:
        patch.setenv("LC_ALL", "C")
        assert fork_server.the_nursery() is None
    with SimBoard() as board:
        assert type(process_of(board)) is fork_server.ForkedBoard
    late.close()


def test_boards_end_with_the_program_that_started_them():
    script = (
        "import os, sys\n"
        "from underboard.sim import fork_server\n"
        "from underboard.sim.board import SimBoard\n"
        "with fork_server.opened():\n"
        "    board = SimBoard()\n"
        "    print(board._process.pid, fork_server._nursery._process.pid, flush=True)\n"
        "    os._exit(9)\n"
    )
    done = run(script)
    assert done.returncode == 9, done.stderr
    for pid in map(int, done.stdout.split()):
        until(lambda pid=pid: not is_running(pid), pid)


def test_an_error_ends_a_program_whose_board_still_runs():
    script = (
        "from underboard.sim import fork_server\n"
        "from underboard.sim.board import SimBoard\n"
        "with fork_server.opened():\n"
        "    board = SimBoard()\n"
        "    raise KeyError('this very error')\n"
    )
    done = run(script)
    assert done.returncode == 1
    assert "this very error" in done.stderr


def run(script):
    """Let a Python of its own run a script, which fails rather than hangs."""
    argv = [sys.executable, "-c", script]
    return subprocess.run(argv, capture_output=True, text=True, timeout=MAX_S)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False

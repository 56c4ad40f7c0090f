"""Replay (a user's transcript is a board, and what was seen then is seen again)."""

import subprocess
import sys
import threading

import pytest

from boardcore.errors import ParseError
from boardcore.link.wire import decode, encode
from boardcore.pylos import rules as pylos
from support.rows import for_each
from underboard.cli import main
from underboard.cli.terminal import transcript
from underboard.device.board import Board, EntryAdded
from underboard.device.port import SerialLink
from underboard.records.database import Records
from underboard.sim.board import SimBoard
from underboard.sim.wire.replay import Replay, commands_of, lines_of, read_transcript
from underboard.sim.wire.transport import NullTransport, open_cable

GOOD = """0.000 > b'\\n'
0.010 < b'hello 0 1.0 0.1 e661 py'
0.020 < b'los *00000000\\nnoise\\xff\\n'

0.500 < b'half'
"""

DAMAGED = [
    ("nonsense", "line 1"),
    ("0.1 < hello", "line 1"),
    ("0.1 < b'a'\n0.2 = b'b'", "line 2"),
    ("0.1 < 'text'", "line 1"),
    ("0.1 < b'a", "line 1"),
    ("", "nothing that a board has said"),
    ("0.1 > b'a'", "nothing that a board has said"),
]


@for_each(("text", "sentence"), DAMAGED)
def test_a_damaged_transcript_is_told(text, sentence):
    with pytest.raises(ParseError, match=sentence):
        read_transcript(text)


def test_lines_come_when_their_last_byte_came_and_noise_stays_noise():
    assert list(lines_of(read_transcript(GOOD))) == [
        (0.02, b"hello 0 1.0 0.1 e661 pylos *00000000\n"),
        (0.02, b"noise\xff\n"),
        (0.5, b"half"),
    ]


class Time:
    """A clock that only sleeping moves."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


def played(text, typed=b"", pace=True, cable=None):
    """Replay a transcript to a program that has typed something; return replay, cable, time."""
    clock, cable = Time(), cable or NullTransport()
    cable.connected = True
    cable.typed += typed
    replay = Replay(cable, read_transcript(text), pace=pace, clock=clock, sleep=clock.sleep)
    assert replay.run()
    return replay, cable, clock


def test_bytes_and_moments_are_those_of_then():
    _, cable, clock = played(GOOD)
    assert bytes(cable.sent) == b"hello 0 1.0 0.1 e661 pylos *00000000\nnoise\xff\nhalf"
    assert clock.now == pytest.approx(0.5, abs=0.02)


def test_without_pace_nothing_takes_long():
    assert played(GOOD, pace=False)[2].now < 0.1


def line(kind, *fields):
    return repr(encode(kind, 1, fields))


ASKED = f"""0.1 > {line("hint", "old-1", 5, "a1")}
0.2 < {line("ok", "old-1")}
0.3 > {line("back", "old-2", 0)}
0.4 < {line("error", "old-2", "no-turn", "There_is_none")}
"""


def test_an_answer_gets_the_id_of_this_runs_command():
    typed = encode("hint", 1, ("new-7", 5, "a1")) + encode("back", 2, ("new-8", 0))
    replay, cable, _ = played(ASKED, typed)
    said = [decode(each) for each in bytes(cable.sent).splitlines()]
    assert [message.fields[0] for message in said] == ["new-7", "new-8"]
    assert said[1].fields[1] == "no-turn"
    assert replay.unanswerable == 0


def test_a_command_that_is_not_given_again_has_no_answer():
    replay, cable, _ = played(ASKED, encode("hint", 1, ("new-7", 5, "a1")))
    assert replay.unanswerable == 1
    assert bytes(cable.sent).count(b"\n") == 1


def test_a_command_said_twice_is_one_command():
    twice = 2 * encode("hint", 1, ("k-1", 5, "a1")) + encode("have", 2, ("-", 0, "-"))
    assert list(commands_of(twice)) == [("hint", "k-1")]


def test_a_slow_reader_gets_everything():
    class Slow(NullTransport):
        def write(self, data):
            return super().write(data[:7])

    assert bytes(played(GOOD, cable=Slow())[1].sent).endswith(b"half")


def test_a_program_that_leaves_ends_the_replay():
    class Leaves(NullTransport):
        def read(self, most):
            self.connected = len(self.sent) < 10
            return b""

    clock, cable = Time(), Leaves()
    assert not Replay(cable, read_transcript(GOOD), clock=clock, sleep=clock.sleep).run()


def referee_sees(url, records, turns, write=None, sim=None):
    """Follow a board until so many turns came; return their texts and the game's id."""
    board = Board(lambda: SerialLink(url, write), records, give_back=False)
    seen = []
    try:
        board.connect()
        for cell in turns if sim else ():
            sim.put(pylos.parse_cell(cell))
            while len(seen) <= turns.index(cell):
                seen += [e.entry.text for e in board.step(0.2) if isinstance(e, EntryAdded)
                         and e.entry.kind == "turn"]  # fmt: skip
        while len(seen) < len(turns):
            seen += [e.entry.text for e in board.step(0.2) if isinstance(e, EntryAdded)
                     and e.entry.kind == "turn"]  # fmt: skip
        if sim is None:
            return seen, board.mirror.id
        board.command("hint", 5, "d4")
        return seen, board.mirror.id
    finally:
        board.close()


@pytest.mark.slow
def test_what_a_user_saw_is_seen_again_from_the_file(tmp_path):
    path = tmp_path / "bug.txt"
    turns = ["a1", "b2", "c3"]
    with (
        Records.open(tmp_path / "then.sqlite3") as records,
        SimBoard(seed=2) as sim,
        transcript(str(path)) as write,
    ):
        then = referee_sees(sim.url, records, turns, write, sim)
    cable = open_cable(tmp_path / "port")
    replay = Replay(cable, read_transcript(path.read_text()), pace=False)
    thread = threading.Thread(target=replay.run, daemon=True)
    thread.start()
    try:
        with Records.open(tmp_path / "now.sqlite3") as records:
            now = referee_sees(cable.url, records, turns)
    finally:
        thread.join(10)
        cable.close()
    assert now == then
    assert now[0] == turns


@pytest.mark.slow
def test_the_command_prints_a_port_and_plays_the_file(tmp_path):
    path = tmp_path / "bug.txt"
    hello = encode("hello", 1, ("1.0", "0.1", "e661", "pylos-reed16", "pylos", 1, "power_on"))
    path.write_text(f"0.1 < {hello!r}\n0.2 < {hello!r}\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "underboard", "sim", "--replay", str(path), "--no-pace"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        link = SerialLink(process.stdout.readline().strip())
        heard = []
        while len(heard) < 2:
            heard += link.poll(1.0)
        link.close()
        assert {message.fields[2] for message in heard} == {"e661"}
        assert process.wait(10) in (0, 1)
    finally:
        process.kill()
        process.stdout.close()


REFUSED = [("nowhere.txt", None, "cannot read"),
           ("bytes.txt", b"\xff\xfe", "it is not a transcript"),
           ("text.txt", b"hello\n", "line 1 of the transcript")]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "sentence"), REFUSED)
def test_what_is_no_transcript_is_told_in_one_sentence(tmp_path, capsys, name, data, sentence):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert main(["sim", "--replay", str(tmp_path / name)]) == 2
    assert sentence in capsys.readouterr().err

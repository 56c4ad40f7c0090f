"""Bad input (one sentence on stderr, exit status 2, nothing lost)."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardcore.errors import ParseError
from support.rows import for_each, rows
from underboard import cli
from underboard.cli import main
from underboard.cli.boards.board import POLL_S, watch
from underboard.deploy.layouts import layout_of
from underboard.device.port import SerialLink
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.sim.board import SimBoard
from underboard.sim.wire.transport import HAS_PTY

ROOT = Path(__file__).parents[2]
needs_pty = pytest.mark.skipif(not HAS_PTY, reason="this system has no pseudo-terminals")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Records of their own for every test."""
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("UNDERBOARD_BOARD", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return tmp_path


def refused(capsys, *arguments):
    """Run a command that must fail; return its one sentence."""
    assert main([str(argument) for argument in arguments]) == 2
    out, errors = capsys.readouterr()
    assert "Traceback" not in out + errors
    lines = [line for line in errors.splitlines() if line.startswith("underboard: ")]
    assert len(lines) == 1, errors
    return lines[0].removeprefix("underboard: ")


NOT_THERE = [
    # arguments, what the sentence says
    ("demo chess", "'chess' is not a game here: expected pylos, apagos or gyges"),
    (
        "demo pylos --variant blitz",
        "'blitz' is not a variant: expected standard, children",
    ),
    ("demo pylos --option end=early", "'early' is not a value of end: expected strict or bga"),
    ("demo pylos --option end", "expected NAME=VALUE"),
    ("demo pylos --layout moon", "no layout 'moon': expected one of"),
    ("demo pylos --fault gravity=0", "no fault is called 'gravity'"),
    ("demo pylos --record nowhere.txt", "cannot read nowhere.txt: no such file"),
    ("play chess", "'chess' is not a game here"),
    ("play apagos --white gnome", "'gnome' is not a player: expected human, beginner"),
    ("play apagos --position 7711", "cannot show '7711'"),
    ("play apagos --position '7:8,0'", "is not an Apagos position"),
    ("play apagos --board sim:pylos-reed16", "'pylos-reed16' is a board for pylos"),
    ("play gyges --north perfect", "'perfect' is not a player: expected human, beginner, easy"),
    ("play gyges --option study=on", "a game is played with twelve rings"),
    ("play gyges --position 123", "is not a Gygès position"),
    ("play pylos --variant blitz", "'blitz' is not a variant"),
    ("play pylos --light gnome", "'gnome' is not a player: expected human, beginner, easy"),
    ("play pylos --board sim:moon", "no layout 'moon'"),
    ("play pylos --board sim --transcript /no/such/folder/t", "cannot write /no/such/folder/t"),
    ("play pylos --board /dev/no-such-port", "no port /dev/no-such-port"),
    ("play pylos --board gopher://board", "'gopher://board' is not a port"),
    ("board monitor --board /dev/no-such-port", "no port /dev/no-such-port"),
    ("board monitor --board /dev/null", "/dev/null cannot be opened"),
    ("games show", "there are no games yet"),
    ("games show 7", "7"),
    ("games export 7", "7"),
    ("games replay 7", "7"),
    ("games import nowhere.txt", "cannot read nowhere.txt: no such file"),
]


@for_each(("arguments", "sentence"), NOT_THERE)
def test_what_is_not_there_is_said_in_one_sentence(capsys, arguments, sentence):
    if os.name == "nt" and "/dev" in arguments:
        pytest.skip("Windows has no such names")
    assert sentence in refused(capsys, *arguments.split())


@for_each(
    "arguments",
    ["demo pylos --games 0", "demo pylos --games many", "games replay --delay -1", "fly"],
)
def test_arguments_that_make_no_sense_end_with_status_2(capsys, arguments):
    with pytest.raises(SystemExit) as end:
        main(arguments.split())
    assert end.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_every_group_of_commands_is_offered(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    for group in cli.GROUPS:
        assert f"\n    {group.rpartition('.')[2]}" in out, group


# Files


RECORDS = [
    ("nothing", "", "line 1: expected 'Underboard record 1'"),
    ("another file", "hello\n", "line 1"),
    ("bytes", b"\x00\xff\xfe", "it is not text"),
    ("half a JSON", '{"format": "Underboard record", "ver', ""),
    ("a turn that the rules forbid", "Underboard record 1\nGame: pylos\nVariant: standard\n\n"
     "1. b2 b2\n", "line 5"),
    ("a turn that is none", "Underboard record 1\nGame: pylos\nVariant: standard\n\n1. q9\n", "q9"),
    ("a game that is none", "Underboard record 1\nGame: chess\nVariant: standard\n\n", "chess"),
]  # fmt: skip


@rows(RECORDS, "text", "sentence")  # fmt: skip
@pytest.mark.parametrize("command", ["games import", "demo pylos --no-pace --record"])
def test_a_damaged_record_is_not_taken(capsys, folder, text, sentence, command):
    path = folder / "game.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert sentence in refused(capsys, *command.split(), path)
    with Records.open() as records:
        assert records.list() == []


@pytest.mark.parametrize("command", ["games list", "games show"])
def test_a_damaged_database_is_left_alone(capsys, folder, command):
    path = folder / "data" / "games.sqlite3"
    path.parent.mkdir()
    path.write_bytes(b"this was a database once" * 100)
    before = path.read_bytes()
    assert "games.sqlite3" in refused(capsys, *command.split())
    assert path.read_bytes() == before


LAYOUTS = [
    ("no JSON", "{", UnderboardError, "is damaged: expected JSON"),
    ("no board", "{}", ParseError, "format is missing"),
    ("an impossible one", '{"format": 9}', ParseError, "format is 9"),
]


@rows(LAYOUTS, "text", "error", "sentence")  # fmt: skip
def test_a_damaged_layout_is_named(tmp_path, text, error, sentence):
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "mine.json").write_text(text)
    with pytest.raises(error, match=sentence):
        layout_of("mine", drive=tmp_path)


def test_a_layout_for_another_game_is_refused():
    with pytest.raises(UnderboardError, match="is a board for pylos: expected one for gyges"):
        layout_of("pylos-reed16", "gyges")


# Boards


@pytest.fixture
def drive(tmp_path):
    """A drive of its own, with the board's own libraries, to be damaged."""
    path = tmp_path / "drive"
    shutil.copytree(ROOT / "firmware", path, ignore=shutil.ignore_patterns("__pycache__"))
    return path


@pytest.mark.slow
@needs_pty
def test_a_busy_port_is_left_to_who_has_it(capsys):
    with SimBoard(pace=True) as board:
        link = SerialLink(board.url)
        assert "is busy" in refused(capsys, "play", "pylos", "--board", board.url)
        assert "is busy" in refused(capsys, "board", "monitor", "--board", board.url)
        link.send("hello", "1.0", "test")
        assert any(message.kind == "hello" for message in link.poll(5))
        link.close()


@pytest.mark.slow
@needs_pty
def test_two_hosts_cannot_have_one_simulated_board(capsys):
    command = [sys.executable, "-m", "underboard", "play", "pylos", "--board", "sim"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout.readline()
        sentence = refused(capsys, "play", "pylos", "--board", "sim")
        assert "in use by another underboard" in sentence
        first.communicate("quit\n", timeout=20)
        assert first.returncode == 0


@pytest.mark.slow
@needs_pty
def test_a_port_that_is_no_underboard_is_said_to_be_none(capsys):
    master, slave = os.openpty()
    try:
        sentence = refused(capsys, "play", "pylos", "--board", os.ttyname(slave))
    finally:
        os.close(master)
        os.close(slave)
    assert os.path.basename(sentence) or sentence
    assert "no Underboard" in sentence or "not answer" in sentence or "silent" in sentence


@pytest.mark.slow
@needs_pty
@pytest.mark.parametrize("command", ["play pylos", "board monitor"])
def test_firmware_with_another_protocol_is_refused_with_both_versions(
    capsys, drive, command, monkeypatch
):
    wire = drive / "lib" / "boardcore" / "link" / "wire.py"
    ours, theirs = "VERSION_MAJOR, VERSION_MINOR = 1, ", "VERSION_MAJOR, VERSION_MINOR = 7, "
    assert ours in wire.read_text()
    wire.write_text(wire.read_text().replace(ours, theirs))
    # Only the board's process is started after this, so only it finds the other version.
    monkeypatch.setenv("PYTHONPATH", str(drive / "lib"))
    with SimBoard(drive=drive, pace=True) as board:
        sentence = refused(capsys, *command.split(), "--board", board.url)
    assert "version 7." in sentence
    assert "1." in sentence


@pytest.mark.slow
@needs_pty
@pytest.mark.parametrize(
    ("name", "text"),
    [("settings.toml", "UNDERBOARD_LAYOUT = \n"), ("layouts/pylos-reed16.json", '{"format": 1}')],
)
def test_a_board_with_damaged_files_is_not_waited_for_for_ever(capsys, drive, name, text):
    (drive / name).write_text(text)
    with SimBoard(drive=drive, layout="" if "settings" in name else "pylos-reed16") as board:
        sentence = refused(capsys, "play", "pylos", "--board", board.url)
    assert sentence.startswith(f"the board cannot play: {name}")


@pytest.mark.slow
@needs_pty
def test_a_port_that_vanishes_under_the_monitor_is_told(capsys):
    board = SimBoard(pace=True)
    try:
        link = SerialLink(board.url)
        link.close()
        board.close()
        assert "no port" in refused(capsys, "board", "monitor", "--board", board.url)
    finally:
        board.close()


# The monitor


SAID_AT_ONCE = {"hello", "game", "state", "cues", "beat"}
"""What a board tells whoever greets it, within a second of its own."""


def until_all_is_said(link, max_s):
    """Watch until the board has told what it must, however slow the computer is."""
    missing = set(SAID_AT_ONCE)
    for seconds, direction, message in watch(link, max_s):
        yield seconds, direction, message
        missing -= {message.kind} if direction == "<" else set()
        if not missing:
            break


@pytest.mark.slow
def test_the_monitor_names_every_field_and_writes_every_byte_down(capsys, folder, monkeypatch):
    monkeypatch.setattr("underboard.cli.boards.board.watch", until_all_is_said)
    path = folder / "transcript"
    status = main(["board", "monitor", "--board", "sim", "--seconds", "60", "--json",
                   "--transcript", str(path)])  # fmt: skip
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 0
    kinds = [line["kind"] for line in lines if line["from"] == "board"]
    assert set(kinds) >= SAID_AT_ONCE
    game = next(line for line in lines if line["kind"] == "game")
    assert game["fields"]["name"] == "pylos"
    written = [line.split(" ", 2) for line in path.read_text().splitlines()]
    assert {direction for _, direction, _ in written} == {"<", ">"}
    sent = b"".join(eval(data) for _, direction, data in written if direction == ">")
    assert b"hello 0 1." in sent


class Silent:
    """A link on which nothing is heard; ``now_s`` goes on while somebody listens."""

    def __init__(self):
        self.now_s = 0.0

    def send(self, kind, *fields):
        pass

    def poll(self, wait_s):
        self.now_s += wait_s
        return []


def test_the_monitor_greets_each_second_and_ends_after_those_that_it_was_given():
    link = Silent()
    told = list(watch(link, 2.5, lambda: link.now_s))
    assert [(direction, message.kind) for _, direction, message in told] == [(">", "hello")] * 3
    assert [round(seconds) for seconds, _, _ in told] == [0, 1, 2]
    assert link.now_s == pytest.approx(2.5, abs=POLL_S)


def test_the_list_of_ports_is_readable_by_a_program(capsys):
    status = main(["board", "list", "--json"])
    ports = json.loads(capsys.readouterr().out)
    assert status == (0 if any(port["taken"] for port in ports) else 1)

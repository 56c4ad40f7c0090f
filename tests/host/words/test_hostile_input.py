"""Records, texts and streams that are not as they should be: one sentence, never a traceback."""

import json
import os
import random
import sqlite3
import subprocess
import sys

import pytest

from support.boards.reeds import sim_of
from support.campaign import campaign, one_in
from underboard.cli import main
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.records.models import DAMAGED

ESCAPE = "\x1b[31mred"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    return tmp_path


def recorded(home, turns=("a1", "b2", "c3")):
    with Records(home / "games.sqlite3") as records:
        mirror = Mirror.of_game("12345678", "pylos", "standard", "", "computer", "")
        for turn in turns:
            mirror.play(turn)
        return records.insert(mirror, "b0", "Ada|Zoé")


def exported(home):
    number = recorded(home)
    with Records(home / "games.sqlite3") as records:
        text = records.export(number, "json")
    (home / "games.sqlite3").unlink()
    return json.loads(text)


def changed(top, path, value):
    at = top
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(top)


IMPORTS = [
    (("outcome",), "X", "the head: 'outcome' is 'X', the moves lead to ''"),
    (("outcome",), "Z:zz", "the head: 'outcome' is 'Z:zz'"),
    (("outcome",), "L:apex", "the head: 'outcome' is 'L:apex'"),
    (("players",), "[/b]|Bo", "the head: 'players' is"),
    (("players",), ESCAPE, "the head: 'players' is '\\x1b[31mred'"),
    (("players",), "\ud800", "the head: 'players' is '\\ud800'"),
    (("players",), "x" * 301, "expected at most 300 plain letters"),
    (("players",), 7, "'players' is 7, expected a text"),
    (("started",), "[/b]", "the head: 'started' is '[/b]'"),
    (("ended",), "yesterday", "expected a time like 2025-03-01T12:00:00+00:00"),
    (("note",), "\u202ereversed", "the head: 'note' is '\\u202ereversed'"),
    (("uuid",), "a\nb", "the head: 'uuid' is"),
    (("version",), 9, "seen 'Underboard record', version 9"),
    (("version",), "9" * 500, "version 999"),
    (("entries", 1, "time"), "[/b]", "entry 1: 'time' is '[/b]'"),
    (("entries", 1, "text"), ESCAPE, "entry 1"),
    (("entries", 1, "index"), -1, "entry 1: index -1"),
    (("entries", 1, "index"), True, "entry 1: index true"),
    (("entries", 1, "kind"), "game", "entry 1: kind 'game'"),
    (("entries", 1), None, "entry 1: expected an object, seen null"),
    (("entries",), [], "'entries': expected a list"),
    (("entries",), {}, "'entries': expected a list"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "sentence"), IMPORTS)
def test_an_import_names_the_place_and_writes_nothing(home, path, value, sentence):
    text = changed(exported(home), path, value)
    with Records(home / "games.sqlite3") as records:
        with pytest.raises(UnderboardError) as raised:
            records.import_text(text)
        assert sentence in str(raised.value)
        assert records.list() == []


HEAD = "Underboard record 1\nGame: pylos\nVariant: standard\n"
TEXTS = [
    ('{"format": ' + "[" * 100000, "nested too deep"),
    ('{"format": ' + "9" * 5000 + "}", "a number that is too long"),
    ('{"format"', "the JSON is damaged"),
    (
        "Underboard record 1\nGame: pylos\nVariant: standard\nPlayers: \x1b[2J\n\n1. a1\n",
        "the head: 'players' is",
    ),
    (
        "Underboard record 1\nGame: pylos\nVariant: standard\nId: \x9b2J\n\n1. a1\n",
        "expected plain letters",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), TEXTS)
def test_texts_that_are_no_records_are_refused(home, capsys, text, sentence):
    path = home / "evil.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert main(["games", "import", str(path)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert "\x1b" not in said


# What is in the records already


VALUES = [ESCAPE, "[/b]", "[red]", "\ud800", "X", "Z:zz", "", None, 7, 1.5, b"\xff\xfe", "\x00"]
COLUMNS = ["board_id", "game_id", "name", "variant", "options", "start", "players", "started",
           "ended", "outcome", "note", "turns", "uuid"]  # fmt: skip


def alter(home, statement, *values):
    """Change the file as another program might; what a column forbids stays as it was."""
    base = sqlite3.connect(home / "games.sqlite3", isolation_level=None)
    base.execute("PRAGMA ignore_check_constraints = ON")
    try:
        base.execute(statement, values)
    except (sqlite3.IntegrityError, UnicodeEncodeError):
        return
    finally:
        base.close()


@pytest.mark.parametrize("column", COLUMNS)
def test_a_row_with_any_value_does_not_break_a_command(home, capsys, column):
    # Each value in every sixth column in the suite, and each column has a sixth of the values.
    for value in VALUES[campaign(COLUMNS.index(column) % 6, 0) :: campaign(6, 1)]:
        recorded(home)
        alter(home, f"UPDATE games SET {column} = ?", value)
        assert main(["games", "list"]) == 0
        assert main(["games", "list", "--json"]) == 0
        for command in (["show"], ["show", "--json"], ["replay", "--delay", "0"], ["export"]):
            assert main(["games", *command, "1"]) in (0, 2)
        said = capsys.readouterr()
        assert "\x1b" not in said.out + said.err
        assert "\x9b" not in said.out + said.err
        (home / "games.sqlite3").unlink()


def test_markup_in_a_name_is_shown_as_it_is(home, capsys):
    recorded(home)
    alter(home, "UPDATE games SET players = '[bold]Ada[/bold]|[/b]'")
    assert main(["games", "list"]) == 0
    assert "[bold]Ada[/bold] - [/b]" in capsys.readouterr().out


def test_a_game_without_entries_is_told(home, capsys):
    recorded(home)
    alter(home, "DELETE FROM entries")
    assert main(["games", "show", "1"]) == 2
    assert "game 1 in " in capsys.readouterr().err


def test_an_outcome_of_another_game_is_shown_as_damaged(home, capsys):
    recorded(home)
    alter(home, "UPDATE games SET outcome = 'Z:zz'")
    assert main(["games", "list"]) == 0
    assert "damaged" in capsys.readouterr().out
    assert DAMAGED == "damaged"


@pytest.mark.slow
def test_a_file_damaged_anywhere_costs_no_traceback(home, capsys):
    recorded(home)
    whole = (home / "games.sqlite3").read_bytes()
    rng = random.Random(17)
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(rng.choice([1, 3, 30])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)) :]
        (home / "games.sqlite3").write_bytes(data)
        for command in (["list"], ["show", "1"], ["export", "1"]):
            assert main(["games", *command]) in (0, 2)
    assert "\x1b" not in capsys.readouterr().out


# Streams and folders


def underboard(home, arguments, shell="", **environ):
    line = f"{sys.executable} -m underboard {arguments} {shell}"
    env = {**os.environ, "UNDERBOARD_DATA": str(home), **environ}
    return subprocess.run(
        ["sh", "-c", line], env=env, capture_output=True, stdin=subprocess.DEVNULL, timeout=120
    )


needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")

STREAMS = [
    ("games list", "> /dev/full", {}, 2),
    ("--help", "> /dev/full", {}, 2),
    ("games list", ">&-", {}, 0),
    ("games list", "<&-", {}, 0),
    ("games list", "2>&-", {}, 0),
    ("games show 1", "", {"PYTHONIOENCODING": "latin-1"}, 0),
    ("games show 1", "", {"PYTHONIOENCODING": "ascii"}, 0),
    ("games show 1 --lang fr", "", {"LC_ALL": "C", "PYTHONUTF8": "0"}, 0),
    ("games list", "", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, 0),
]


@needs_full
@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "shell", "environ", "status"), one_in(2, STREAMS))
def test_streams_cost_no_traceback(home, arguments, shell, environ, status):
    recorded(home)
    done = underboard(home, arguments, shell, **environ)
    assert b"Traceback" not in done.stderr + done.stdout
    assert b"Exception ignored" not in done.stderr
    assert status is None or done.returncode == status, done.stderr


STOPPED = """
import sys
class Stop:
    def find_spec(self, name, *_):
        if name == "underboard.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from underboard.__main__ import main
sys.exit(main())
"""


def test_ctrl_c_while_modules_are_loaded_is_quiet():
    done = subprocess.run([sys.executable, "-c", STOPPED], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@needs_full
@pytest.mark.slow
def test_a_full_transcript_ends_and_the_game_goes_on(home):
    done = subprocess.run(
        [sys.executable, "-m", "underboard", "play", "pylos", "--board", sim_of("pylos"), "--new",
         "--transcript", "/dev/full"],
        input="a1\nquit\n", text=True, capture_output=True, timeout=120,
        env={**os.environ, "UNDERBOARD_DATA": str(home)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("the transcript /dev/full ends here: no space left on device") == 1
    assert "Traceback" not in done.stderr
    assert "1. Light: a1" in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be made read-only so")
def test_records_in_a_folder_that_nobody_can_write_can_be_read(home):
    recorded(home)
    for path in home.glob("games.sqlite3-*"):
        path.unlink()
    home.chmod(0o555)
    (home / "games.sqlite3").chmod(0o444)
    try:
        with Records(home / "games.sqlite3", reading=True) as records:
            assert len(records.list()) == 1
            with pytest.raises(UnderboardError, match="readonly"):
                records.touch(1)
    finally:
        home.chmod(0o755)


TRANSCRIPTS = [
    "0.0 < " + "(" * 3000, "nan < b'x'", "inf < b'x'", "1e400 < b'x'", "-1 < b'x'", "0 < 'x'",
    "0 < b'x' if 1 else 2", "0 ! b'x'", "0 <", "x", "\x00", "0 < " + "-" * 100000 + "1",
    "0 > b'only the computer'", "0 < {1: []}",
]  # fmt: skip


@pytest.mark.parametrize("text", TRANSCRIPTS)
def test_a_hostile_transcript_is_refused(home, capsys, text):
    path = home / "transcript"
    path.write_text(text + "\n")
    assert main(["sim", "--replay", str(path)]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "transcript" in said

"""The records on the command line (found, renamed, deleted, shown by keys and on a board)."""

import io
import json
import os
import select
import subprocess
import sys

import pytest

from support.waiting import MAX_S
from underboard.cli import main, parser
from underboard.records.database import Records
from underboard.records.mirror import Mirror

TURNS = ["b2", "c3", "b3", "c2"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path


@pytest.fixture
def games():
    """Thirty games of Pylos and one of Gygès."""
    with Records.open() as records:
        for number in range(30):
            mirror = Mirror.of_game(f"{number:08x}", "pylos", "standard", "", "players", "")
            for text in TURNS:
                mirror.play(text)
            records.insert(mirror, "b0", "human|club" if number else "Ada|Bo")
        mirror = Mirror.of_game("g", "gyges", "standard", "", "players", "")
        mirror.play("1c1")
        records.insert(mirror, "b0", "Zoé|Bo")


def run(capsys, *arguments, status=0):
    assert main(["games", *map(str, arguments)]) == status
    return capsys.readouterr().out


def numbers(out):
    return [int(line.split()[0]) for line in out.splitlines()[1:] if line.split()[0].isdigit()]


# Which games


def test_the_list_shows_the_latest_and_says_how_to_see_the_others(capsys, games):
    out = run(capsys, "list")
    assert numbers(out)[:25] == list(range(7, 32))
    assert "25 of 31 games, the latest first. For others use --all" in out
    assert numbers(run(capsys, "list", "--all")) == list(range(1, 32))
    assert len(json.loads(run(capsys, "list", "--json"))) == 31


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--player", "ada"], [1]),
        (["--player", "zoé", "--game", "gyges"], [31]),
        (["--game", "apagos"], []),
        (["--until", "2001"], []),
        (["--since", "2001-02", "--player", "Bo"], [1, 31]),
        (["--result", "drawn"], []),
        (["--result", "unfinished", "--game", "gyges"], [31]),
    ],
)
def test_games_are_found(capsys, games, arguments, found):
    out = run(capsys, "list", *arguments)
    assert numbers(out) == found
    assert ("No recorded game matches this search." in out) == (not found)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--result", "apex"], "no game ends with 'apex': expected light, dark"),
        (["--since", "May"], "'May' is not a day: expected one like 2025-03-01"),
    ],
)
def test_what_cannot_be_looked_for_is_said(capsys, games, arguments, sentence):
    assert main(["games", "list", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_list_loads_no_engine_and_no_simulator(games):
    code = (
        "import sys; from underboard.cli import main; main(['games', 'list']);"
        "print([m for m in ('numpy', 'numba', 'underboard.sim', 'underboard.device.board')"
        " if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == "[]\n"


def test_a_command_by_itself_has_the_help_of_the_whole_program():
    alone, whole = parser("fr", "games"), parser("fr")
    assert [next(iter(each._actions[-1].choices)) for each in (alone, whole)] == ["games", "demo"]
    helps = [each._actions[-1].choices["games"].format_help() for each in (alone, whole)]
    assert helps[0] == helps[1]


# Changes


def test_names_are_written_down(capsys, games):
    assert "Ada - Bo" in run(capsys, "rename", 3, "Ada", " Bo ", "--yes")
    assert numbers(run(capsys, "list", "--player", "ada")) == [1, 3]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("club", "'club' is a level of the engine"),
        ("A|B", "'A|B' is not a name"),
        (" ", "'' is not a name"),
        ("x" * 41, "expected 1 to 40 letters"),
        ("\x1b[2J", "'name' is '\\x1b[2J', expected at most 300 plain letters"),
    ],
)
def test_a_name_that_cannot_be_written_is_refused(capsys, games, name, sentence):
    assert main(["games", "rename", "3", name, "Bo", "--yes"]) == 2
    assert sentence in capsys.readouterr().err
    assert numbers(run(capsys, "list", "--player", "Bo")) == [1, 31]


class Typing(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("lang", "said", "gone"), [("en", "yes", True), ("fr", "oui", True), ("en", "\n", False)]
)
def test_games_are_deleted_once_somebody_says_yes(capsys, games, monkeypatch, lang, said, gone):
    monkeypatch.setattr(sys, "stdin", Typing(said))
    out = run(capsys, "delete", 2, 3, "--lang", lang, status=0 if gone else 1)
    assert ("Supprimer pour de bon" if lang == "fr" else "Delete for good") in out
    left = numbers(run(capsys, "list", "--all"))
    assert ([2 in left, 3 in left, 1 in left]) == [not gone, not gone, True]


def test_nothing_is_deleted_where_nobody_can_say_yes_or_a_number_is_wrong(capsys, games):
    assert main(["games", "delete", "2"]) == 2
    assert "nobody is at the keyboard to say yes: add --yes" in capsys.readouterr().err
    assert main(["games", "delete", "2", "99", "--yes"]) == 2
    assert "no game 99 among the records" in capsys.readouterr().err
    assert len(numbers(run(capsys, "list", "--all"))) == 31
    assert "games deleted: 1" in run(capsys, "delete", 2, "--yes")
    assert len(numbers(run(capsys, "list", "--all"))) == 30


# Again


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals here")
def test_keys_go_through_a_game(games):
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "underboard", "games", "replay", "1", "--lang", "en"]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "40"}
    done = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=env)
    os.close(follower)
    seen = ""

    def until(words):
        nonlocal seen
        while words not in seen:
            assert select.select([leader], [], [], MAX_S)[0], seen
            seen += os.read(leader, 4096).decode("utf-8", "replace")
        seen = ""

    for key, ply in ((b"", 0), (b"\x1b[C", 1), (b" ", 2), (b"\x1b[D", 1), (b"\x1b[F", 4),
                     (b"\x1b[C", 4), (b"\x1b[H", 0)):  # fmt: skip
        os.write(leader, key)
        until(f"move {ply} of 4")
    os.write(leader, b"q")
    assert done.wait(MAX_S) == 0
    os.close(leader)


@pytest.mark.slow
def test_a_game_is_made_again_on_a_board_and_not_recorded_twice(capsys, games, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    out = run(capsys, "replay", 1, "--on-board", "--board", "sim", "--delay", "0", "--lang", "en")
    assert "All 4 moves were replayed on the board." in out
    assert "last moves: 1. b2  2. c3  3. b3  4. c2" in out
    with Records.open() as records:
        assert records.count() == 31

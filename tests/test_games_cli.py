"""The records on the command line: list, show, replay, export, import."""

import io
import json
import sys

import pytest

from underboard.cli import main
from underboard.mirror import Mirror
from underboard.records import Records

TURNS = ["b2", "c3", "b3", "c2", "a2", "d4", "a3xa3", "d1"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def game(folder):
    """One recorded game with a turn taken back."""
    mirror = Mirror.of_game("00c0ffee", "pylos", "standard", "", "players", "")
    for text in TURNS:
        mirror.play(text)
    with Records.open() as records:
        return records.begin(mirror, "b0", "Ada|club")


def run(capsys, *arguments):
    assert main(["games", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_no_games_yet(capsys):
    assert run(capsys, "list").startswith("There are no games yet")
    assert json.loads(run(capsys, "list", "--json")) == []


def test_the_list_has_a_line_per_game(capsys, game):
    lines = run(capsys, "list").splitlines()
    assert len(lines) == 2
    for words in ("pylos standard", "Ada - club", "unfinished", " 8 "):
        assert words in lines[1]


def test_the_list_for_programs_says_everything(capsys, game):
    (row,) = json.loads(run(capsys, "list", "--json"))
    assert row["number"] == game
    assert (row["name"], row["variant"], row["turns"]) == ("pylos", "standard", 8)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_is_shown_as_it_stands_with_all_its_turns(capsys, game, language):
    out = run(capsys, "show", game, "--lang", language)
    assert "  d  ● · · ●" in out
    assert "1. b2  2. c3  3. b3  4. c2  5. a2  6. d4  7. a3xa3  8. d1" in out
    assert ("Light is to move" if language == "en" else "À Clair de jouer") in out


def test_without_a_number_the_last_game_is_meant(capsys, game):
    assert run(capsys, "show") == run(capsys, "show", game)


def test_a_replay_shows_every_position(capsys, game):
    out = run(capsys, "replay", "--delay", "0")
    assert out.count("Pylos, standard game") == 1 + len(TURNS)
    assert "no turn has been played yet" in out
    one = run(capsys, "replay", "--ply", "2")
    assert "last turns: 1. b2  2. c3\n" in one
    assert one.count("Pylos, standard game") == 1


def test_a_replay_knows_where_the_game_ends(capsys, game):
    assert main(["games", "replay", "--ply", "9"]) == 2
    assert "there is no turn 9: the game has 8" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_is_exported_can_be_imported_elsewhere(capsys, game, folder, monkeypatch, form):
    path = folder / "game.record"
    out = run(capsys, "export", game, "--form", form, "--output", path)
    assert out == f"game {game} written to {path}\n"
    monkeypatch.setenv("UNDERBOARD_DATA", str(folder / "elsewhere"))
    assert run(capsys, "import", path) == "imported as game 1\n"
    with Records.open() as records:
        assert records.load(1).turns == TURNS
        assert records.row(1).players.replace(" ", "") == "Ada|club"


def test_a_game_comes_in_through_a_pipe(capsys, game, folder, monkeypatch):
    text = run(capsys, "export", game, "--json")
    assert json.loads(text)["game"] == "pylos"
    monkeypatch.setenv("UNDERBOARD_DATA", str(folder / "elsewhere"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert run(capsys, "import", "-") == "imported as game 1\n"


def test_a_game_that_is_here_already_is_not_doubled(capsys, game, folder):
    path = folder / "game.json"
    run(capsys, "export", "--json", "--output", path)
    assert main(["games", "import", str(path)]) == 2
    assert "among the records already: number 1" in capsys.readouterr().err
    with Records.open() as records:
        assert len(records.list()) == 1


def test_a_folder_that_cannot_be_written_is_named(capsys, game):
    assert main(["games", "export", "--output", "/no/such/folder/game"]) == 2
    assert "cannot write /no/such/folder/game" in capsys.readouterr().err

"""The records on the command line (list, show, replay, export, import)."""

import io
import json
import sys

import pytest

from support.rows import for_each
from underboard.cli import main
from underboard.cli.games import cells
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.records.models import GameRow
from underboard.records.text_format import parse
from underboard.texts import Texts

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
        return records.insert(mirror, "b0", "Ada|club")


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
    assert "no move has been played yet" in out
    one = run(capsys, "replay", "--ply", "2")
    assert "last moves: 1. b2  2. c3\n" in one
    assert one.count("Pylos, standard game") == 1


def test_a_replay_knows_where_the_game_ends(capsys, game):
    assert main(["games", "replay", "--ply", "9"]) == 2
    assert "there is no move 9: the game has 8" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_is_exported_can_be_imported_elsewhere(capsys, game, folder, monkeypatch, form):
    path = folder / "game.record"
    out = run(capsys, "export", game, "--form", form, "--output", path)
    assert out == f"game {game} written to {path}\n"
    monkeypatch.setenv("UNDERBOARD_DATA", str(folder / "elsewhere"))
    assert run(capsys, "import", path) == "imported as game 1\n"
    with Records.open() as records:
        assert records.load(1).turns == TURNS
        assert records.get(1).players.replace(" ", "") == "Ada|club"


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


OUTCOMES = [
    # game, outcome, English, French
    ("pylos", "L:apex", "Light wins", "Clair gagne"),
    ("pylos", "=:repetition", "drawn", "nulle"),
    ("pylos", "forked", "continued differently on the board", "continuée autrement sur le plateau"),
    ("apagos", "B:majority", "Black wins", "Noir gagne"),
    ("gyges", "N:goal", "North wins", "Nord gagne"),
    ("gyges", "", "unfinished", "inachevée"),
]


@for_each(("name", "outcome", "english", "french"), OUTCOMES)
def test_the_list_says_who_has_won(name, outcome, english, french):
    row = GameRow(1, "", "", "", name, "", "", "", "", "human|club", "", "", outcome, "", 9)
    assert cells(row, Texts("en"))[3:] == ["human - club", "9", english]
    assert cells(row, Texts("fr"))[3:] == ["humain - club", "9", french]


# Apagos and Gygès


PLAYED = {
    "apagos": (
        "set-up",
        ["7/5@1", "5/3@2", "3/5@3", "1/3@4", "W2", "B1", "W4"],
        "3:0,0 7:0,1 5:1,0 1:1,0 B",
    ),
    "gyges": (
        "standard",
        ["1c1", "1d1", "2a1", "2e1", "3b1", "3f1", "1c6", "1d6", "2b6", "2e6", "3a6", "3f6",
         "f1-e3", "a6-c5"],
        "231120/000000/000030/000000/003000/021123 S",
    ),
}  # fmt: skip
WORDS = {
    ("apagos", "en"): ["level 3      [○ · · · ·]", "Black is to move."],
    ("apagos", "fr"): ["niveau 3      [○ · · · ·]", "À Noir de jouer."],
    ("gyges", "en"): ["  5  ·  ·  ③  ·  ·  ·", "South is to move."],
    ("gyges", "fr"): ["  5  ·  ·  ③  ·  ·  ·", "À Sud de jouer."],
}


@pytest.fixture(params=sorted(PLAYED))
def other(request, folder):
    """One recorded game of another kind, with a turn taken back: its number and its name."""
    variant, turns, _ = PLAYED[request.param]
    mirror = Mirror.of_game("00c0ffee", request.param, variant, "", "players", "")
    for text in turns:
        mirror.play(text)
    with Records.open() as records:
        return records.insert(mirror, "b0", "Ada|Bo"), request.param


def end_of(name):
    variant, turns, _ = PLAYED[name]
    mirror = Mirror.of_game("x", name, variant, "", "players", "")
    for text in turns:
        mirror.play(text)
    return mirror.game.position_text()


def test_positions_of_the_samples_are_known():
    for name, (_, _, position) in PLAYED.items():
        assert end_of(name) == position


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_is_shown_as_it_stands(capsys, other, language):
    number, name = other
    out = run(capsys, "show", number, "--lang", language)
    lines = [line.rstrip() for line in out.splitlines()]
    for words in WORDS[name, language]:
        assert any(line.endswith(words) for line in lines), words
    turns = PLAYED[name][1]
    assert f"1. {turns[0]}  2. {turns[1]}" in out


def test_every_game_is_replayed_position_by_position(capsys, other):
    _, name = other
    out = run(capsys, "replay", "--delay", "0", "--lang", "en")
    turns = PLAYED[name][1]
    assert out.count("is to move.") + out.count("lays out") + out.count("sets up the") == (
        1 + len(turns)
    )
    assert f"last moves: 1. {turns[0]}  2. {turns[1]}\n" in run(capsys, "replay", "--ply", "2")


def test_every_game_is_told_to_programs(capsys, other):
    number, name = other
    (row,) = json.loads(run(capsys, "list", "--json"))
    assert (row["number"], row["name"], row["turns"]) == (number, name, len(PLAYED[name][1]))
    top = json.loads(run(capsys, "show", "--json"))
    assert top["game"] == name
    assert [entry["text"] for entry in top["entries"][1:]] == PLAYED[name][1]


@pytest.mark.parametrize("form", ["text", "json"])
def test_every_game_comes_back_to_the_same_position(capsys, other, folder, monkeypatch, form):
    number, name = other
    path = folder / "game.record"
    run(capsys, "export", number, "--form", form, "--output", path)
    monkeypatch.setenv("UNDERBOARD_DATA", str(folder / "elsewhere"))
    assert run(capsys, "import", path, "--lang", "en") == "imported as game 1\n"
    with Records.open() as records:
        assert records.load(1).game.position_text() == end_of(name)
        assert records.load(1).turns == PLAYED[name][1]


def test_a_set_up_is_one_line(capsys, other):
    _, name = other
    body = run(capsys, "export").split("\n\n")[1].splitlines()
    assert (
        body
        == {
            "apagos": ["1. 7/5@1 5/3@2 3/5@3 1/3@4", "2. W2 B1", "3. W4"],
            "gyges": ["1. 1c1 1d1 2a1 2e1 3b1 3f1 1c6 1d6 2b6 2e6 3a6 3f6", "2. f1-e3 a6-c5"],
        }[name]
    )


def test_a_game_that_black_begins_has_dots_for_white():
    mirror = Mirror.of_game("x", "apagos", "standard", "", "players", "7:0,0 5:0,0 3:0,0 1:0,0 B")
    for text in ("B1", "W1"):
        mirror.play(text)
    with Records.open() as records:
        text = records.export(records.insert(mirror, "b0"), "text")
    assert text.endswith("\n1. ... B1\n2. W1\n")
    assert parse(text)[1].turns == ["B1", "W1"]


HEAD = """Underboard record 1
Game: gyges
Variant: standard
Start: {start}
Result: {result}

1. {turns}
"""
G7 = "000000/201320/302110/302300/100000/000000 {side}"


def test_bounces_that_a_record_names_must_be_possible(capsys, folder):
    path = folder / "game.txt"
    path.write_text(HEAD.format(start=G7.format(side="S"), turns="d2-e2-d3-d4-N", result="S:goal"))
    assert run(capsys, "import", path, "--lang", "en") == "imported as game 1\n"
    path.write_text(HEAD.format(start=G7.format(side="N"), turns="... a5-a4-a3-a2-S", result="N"))
    assert main(["games", "import", str(path), "--lang", "en"]) == 2
    assert "the ring would cross the interval a3/b3 twice" in capsys.readouterr().err

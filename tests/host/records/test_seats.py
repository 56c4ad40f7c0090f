"""Seats say what they are (a person, an engine, a remote player)."""

import pytest

from support.rows import for_each
from underboard.cli import main
from underboard.engine.player import player_of
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.records.seats import engine_in, engine_seat, is_person, shown_players
from underboard.referee.remote_player import RemotePlayer, told_seats


def test_a_session_tells_what_sits_there():
    seats = (player_of("pylos", "random", 1), None)
    assert told_seats(seats, ("random", "Maya")) == "engine underboard random|Maya"
    assert told_seats((None, RemotePlayer()), ("human", "remote")) == "human|remote"
    assert told_seats((RemotePlayer("Jonas"), None), ("Jonas", "human")) == "Jonas|human"


@for_each(
    ("seat", "person"),
    [("human", True), ("Maya", True), ("", True), ("remote", False), ("greedy", False),
     ("engine underboard club", False), ("engine of doom and love", True),
     (engine_seat("7", "a|b c"), False)],
)  # fmt: skip
def test_only_people_are_people(seat, person):
    assert is_person(seat) == person


def test_an_engine_has_a_name_and_a_level():
    assert engine_in(engine_seat("club")) == ("underboard", "club")
    assert shown_players("engine underboard club|engine sage 3") == "club|sage 3"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    with Records.open(tmp_path / "games.sqlite3") as records:
        for number in ("g1", "g2"):
            mirror = Mirror.of_game(number, "pylos", "standard", "", "computer", "")
            mirror.play("a1" if number == "g1" else "b2")
            records.insert(mirror, "b0", "human|engine underboard club")
    return tmp_path


def test_lists_show_the_level_and_last_is_a_game(folder, capsys):
    assert main(["games", "list", "--lang", "en"]) == 0
    assert capsys.readouterr().out.count("human - club") == 2
    for word in ("last", "LAST", "dernière", "2"):
        assert main(["games", "show", word, "--lang", "en"]) == 0
        assert "1. b2" in capsys.readouterr().out
        assert main(["games", "export", word]) == 0
        assert "b2" in capsys.readouterr().out
    assert main(["games", "rename", "last", "Maya", "club", "--yes", "--lang", "en"]) == 2
    assert "'club' is a level of the engine" in capsys.readouterr().err
    assert main(["games", "rename", "last", "Maya", "Jonas", "--yes", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("2 ")
    assert main(["games", "replay", "last", "--ply", "1"]) == 0
    assert main(["games", "delete", "last", "2", "--yes"]) == 0
    with Records.open(folder / "games.sqlite3") as records:
        assert [row.number for row in records.list()] == [1]


def test_what_is_no_number_is_one_sentence(folder, capsys):
    for language, words in (("en", "'first' is not a game"), ("fr", "n'est pas une partie")):
        with pytest.raises(SystemExit):
            main(["games", "show", "first", "--lang", language])
        assert words in capsys.readouterr().err

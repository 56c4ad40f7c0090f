"""Records that fail in mid-game (the game pauses, nothing is lost, and it goes on by itself)."""

import os
import sqlite3
from contextlib import closing

import pytest

from support.machine.failing_db import Failing
from support.machine.loop import IN_MEMORY, Pair, random_game
from support.rows import for_each
from underboard.cli import main
from underboard.device.board import EntryAdded, GameChanged, Notice
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.records.models import DAMAGED, BrokenGame, RecordsError
from underboard.records.repair import open_for_play

TURNS = random_game(3)[:6]


def watched(path, first=-1, count=0, after=False):
    """A pair whose records fail; the first game is begun anew, so that its begin is hit, too."""
    pair = Pair(path, TURNS)
    pair.records.base = Failing(pair.records.base, first, count, after)
    return pair


def statements():
    pair = watched(IN_MEMORY)
    pair.play()
    return pair.records.base.seen


def codes(pair):
    return [event.code for event in pair.added if isinstance(event, Notice)]


@for_each("count", [1, 2, 5])
def test_a_write_that_fails_at_any_statement_of_a_game_loses_nothing(count):
    for first in range(statements()):
        pair = watched(IN_MEMORY, first, count)
        pair.play()
        assert pair.records.base.failed == count, first
        played = [pair.board.table.rules.turn_text(turn) for turn in TURNS]
        assert pair.recorded() == played, first
        # One sentence when it pauses, one when it goes on, however often was tried.
        assert codes(pair) == ["paused", "resumed"], first
        added = [event.entry.index for event in pair.added if isinstance(event, EntryAdded)]
        assert added == list(range(1, len(TURNS) + 1)), first


def test_a_write_that_was_done_and_told_as_failed_is_not_done_twice():
    for first in range(statements()):
        pair = watched(IN_MEMORY, first, 1, after=True)
        pair.play()
        assert len(pair.recorded()) == len(TURNS), first


def test_nothing_is_in_the_mirror_that_is_not_in_the_records(tmp_path):
    pair = Pair(tmp_path / "games.sqlite3", TURNS)
    pair.play_on(2)
    pair.players.turns = list(TURNS)
    pair.records.base = Failing(pair.records.base, 0, 10**9)
    pair.run(60, lambda: pair.players.finished)
    assert pair.players.finished, "the board plays on by itself"
    assert pair.host.paused.startswith("the game pauses: the records")
    assert not pair.host.synced
    assert pair.host.mirror.last == 2
    pair.records.base.count = 0
    pair.agree()
    assert not pair.host.paused
    assert pair.host.mirror.last == len(TURNS)


def test_a_locked_database_is_waited_for_while_turns_are_taken_back(tmp_path):
    path = tmp_path / "games.sqlite3"
    pair = Pair(path, TURNS)
    pair.play()
    pair.records.base.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    pair.host.take_back(4)
    pair.run(14)
    assert pair.host.mirror.last == len(TURNS)
    assert pair.host.paused
    other.execute("ROLLBACK")
    pair.agree()
    with Records(path) as records:
        entries = records.load(1).entries
    assert [entry.index for entry in entries] == list(range(len(TURNS) + 2))
    assert entries[-1].kind == "undo"


def test_a_meeting_over_a_locked_database_ends_with_its_sentence(tmp_path):
    path = tmp_path / "games.sqlite3"
    pair = Pair(path, TURNS)
    pair.board.table.execute("new", ("pylos", "-", "-", "-"))
    pair.records.base.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(UnderboardError, match="database is locked"):
        pair.host.connect(3)
    other.execute("ROLLBACK")
    pair.agree()


# A hole that is there already


def hole(path):
    """A game that the board still has, and a record of it that lacks an entry."""
    pair = Pair(path, TURNS)
    pair.play()
    pair.records.close()
    with sqlite3.connect(path) as base:
        base.execute("DELETE FROM entries WHERE game = 1 AND number = 3")
    pair.kill_host()
    pair.start_host()
    return pair


def test_a_broken_record_is_set_aside_and_written_anew_from_the_journal(tmp_path):
    pair = hole(tmp_path / "games.sqlite3")
    pair.host.connect()
    pair.run(1)
    assert codes(pair) == ["set-aside"]
    rows = pair.records.list()
    assert [row.outcome for row in rows] == [DAMAGED, ""]
    assert len(pair.records.load(2).turns) == len(TURNS)
    with pytest.raises(BrokenGame, match=r"game 1 in .* is damaged: entry 4 arrived"):
        pair.records.load(1)


def test_a_broken_record_never_forbids_a_new_game(tmp_path):
    pair = hole(tmp_path / "games.sqlite3")
    pair.host.connect()
    mirror = pair.host.new_game("pylos")
    assert (mirror.last, mirror.origin) == (0, "computer")


def test_an_entry_that_would_leave_a_hole_is_not_written(tmp_path):
    with Records(tmp_path / "games.sqlite3") as records:
        mirror = Mirror.of_game("1", "pylos", "standard", "", "computer", "")
        number = records.insert(mirror, "b0")
        mirror.play("a1")
        entry = mirror.play("b2")
        with pytest.raises(BrokenGame, match="ends with entry 0, entry 2 does not follow"):
            records.append(number, entry)


def test_a_record_that_lost_its_end_in_mid_game_is_written_anew(tmp_path):
    path = tmp_path / "games.sqlite3"
    pair = Pair(path, TURNS)
    pair.play_on(4)
    with sqlite3.connect(path) as base:
        base.execute("DELETE FROM entries WHERE game = 1 AND number > 2")
    pair.players.turns = list(TURNS)
    pair.play()
    assert "set-aside" in codes(pair)
    assert len(pair.recorded()) == len(TURNS)


# A file that is no database any more


def test_a_damaged_file_is_set_aside_and_its_games_are_copied(tmp_path):
    path = tmp_path / "games.sqlite3"
    with Records(path) as records:
        for number in "12":
            mirror = Mirror.of_game(number, "pylos", "standard", "", "computer", "")
            mirror.play("a1")
            records.insert(mirror, "b0", "Ada|Bo")
    with sqlite3.connect(path) as base:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'games_of_board'"
        root = base.execute(query).fetchone()[0]
    data = bytearray(path.read_bytes())
    page = int.from_bytes(data[16:18], "big")
    # How many cells the index has: the tables can be read, the check of the file fails.
    data[(root - 1) * page + 3 : (root - 1) * page + 5] = b"\x00\xff"
    path.write_bytes(data)
    with pytest.raises(RecordsError, match="are damaged"):
        Records(path)
    records, sentence = open_for_play(path)
    assert "they are kept as games-damaged-1.sqlite3, and 2 games" in sentence
    assert [row.players for row in records.list()] == ["Ada|Bo", "Ada|Bo"]
    assert (tmp_path / "games-damaged-1.sqlite3").read_bytes() == bytes(data)


def test_a_file_that_is_no_database_is_kept_under_another_name(tmp_path):
    path = tmp_path / "games.sqlite3"
    path.write_text("my shopping list")
    records, sentence = open_for_play(path)
    assert records.list() == []
    assert "games-damaged-1" in sentence
    assert (tmp_path / "games-damaged-1.sqlite3").read_text() == "my shopping list"


def test_a_locked_or_foreign_file_is_never_set_aside(tmp_path):
    path = tmp_path / "games.sqlite3"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(RecordsError, match="database of another program"):
        open_for_play(path)
    assert [file.name for file in tmp_path.iterdir()] == ["games.sqlite3"]


def test_a_pause_at_a_game_change_is_told_once(tmp_path):
    pair = Pair(tmp_path / "games.sqlite3", TURNS)
    pair.play()
    pair.records.base = Failing(pair.records.base, 0, 7)
    pair.host.new_game("pylos")
    pair.agree()
    assert codes(pair) == ["paused", "resumed"]
    changed = [event for event in pair.added if isinstance(event, GameChanged)]
    assert changed[-1].mirror is pair.host.mirror


def refuse_shared_maps(path):
    """Let SQLite find no file that can be mapped, as on a network drive: a pipe is none."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(f"{path}-shm")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("begun", [False, True], ids=["new file", "file with a log"])
def test_on_a_drive_without_shared_maps_games_are_written_all_the_same(tmp_path, begun):
    path = tmp_path / "games.sqlite3"
    if begun:
        with Records.open(path) as records:
            assert records.is_shared
    refuse_shared_maps(path)
    records, said = open_for_play(path)
    with records:
        assert "does not let programs share a file" in said
        pair = Pair(path, TURNS)
        pair.play()
        with Records.open(path, reading=True) as other:
            (row,) = other.list()
            assert other.load(row.number).turns == pair.host.mirror.turns, "others can read"
        with Records.open(path) as other:
            other.set_players(row.number, "Ada|Bo")
        pair.records.close()
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_on_such_a_drive_a_file_of_another_program_is_left_as_it_is(tmp_path):
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE shopping (item)")
    before = path.read_bytes()
    refuse_shared_maps(path)
    with pytest.raises(RecordsError, match="a database of another program"):
        open_for_play(path)
    assert path.read_bytes() == before


def test_an_empty_file_has_no_games_and_becomes_a_good_one(tmp_path):
    path = tmp_path / "games.sqlite3"
    path.touch()
    with Records.open(path, reading=True) as records:
        assert records.list() == []
    assert path.stat().st_size == 0, "reading writes nothing"
    records, said = open_for_play(path)
    with records:
        assert (records.list(), said) == ([], "")
    assert path.stat().st_size


@pytest.mark.parametrize("command", [["serve", "pylos"], ["play", "pylos", "--board", "sim"]])
def test_a_data_folder_that_cannot_be_written_gets_one_sentence(
    tmp_path, monkeypatch, capsys, command
):
    (tmp_path / "file").touch()  # root may write everywhere, but not below a file
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path / "file" / "data"))
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "name another one in UNDERBOARD_DATA, for example UNDERBOARD_DATA=~/games" in said

"""Records of a club (what a turn costs does not grow, and a file too large to be checked whole)."""

import sqlite3

import pytest

from support.rows import for_each
from underboard.errors import UnderboardError
from underboard.records import schema
from underboard.records.database import Records
from underboard.records.filters import GameFilter, after, day
from underboard.records.mirror import Mirror
from underboard.records.models import RecordsError
from underboard.records.repair import open_for_play

GAMES = 40


def mirror_of(number, turns=("a1", "b2", "c3")):
    mirror = Mirror.of_game(str(number), "pylos", "standard", "", "computer", "")
    for turn in turns:
        mirror.play(turn)
    return mirror


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A file that counts as large."""
    path = tmp_path / "games.sqlite3"
    with Records(path) as records:
        for number in range(GAMES):
            records.insert(mirror_of(number), "b0", f"Ada|Bo {number}")
        records.base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    monkeypatch.setattr(schema, "MAX_WHOLE", 0)
    return path


def damage(path, name, end, with_bytes=b"\xff" * 64):
    """Overwrite the beginning of the first or last leaf page of a table or index."""
    with sqlite3.connect(path) as base:
        page = base.execute("PRAGMA page_size").fetchone()[0]
        root = base.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    data = bytearray(path.read_bytes())
    at = (root[0] - 1) * page
    while data[at] in (2, 5):  # an inner page: follow its first or its last child
        if end == "last":
            child = int.from_bytes(data[at + 8 : at + 12], "big")
        else:
            cell = at + int.from_bytes(data[at + 12 : at + 14], "big")
            child = int.from_bytes(data[cell : cell + 4], "big")
        at = (child - 1) * page
    data[at : at + len(with_bytes)] = with_bytes
    path.write_bytes(data)


# What a turn costs


STATEMENTS = {
    "a turn": f"UPDATE games SET turns = 1, {schema.TOUCH} WHERE number = 7",
    "the last entry": schema.LAST_ENTRY.replace("?", "7"),
    "the game before": schema.LAST_OF_BOARD.replace("?", "'b0'"),
    "a new game": schema.INSERT_GAME.replace("?", "'x'"),
    "the list": f"SELECT {schema.COLUMNS} FROM games ORDER BY number DESC LIMIT 25",
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_no_statement_of_play_reads_all_games(path, name):
    with sqlite3.connect(path) as base:
        plan = [row[3] for row in base.execute(f"EXPLAIN QUERY PLAN {STATEMENTS[name]}")]
    # A scan that stops after so many rows is one of the list only, along the table itself.
    assert not [step for step in plan if step.startswith("SCAN") and name != "the list"], plan
    assert "USE TEMP B-TREE FOR ORDER BY" not in plan


def test_a_file_of_an_earlier_release_gets_the_indexes_it_lacks(path):
    with sqlite3.connect(path) as base:
        base.execute("DROP INDEX games_touched")
        base.execute("DROP INDEX games_of_board_touched")
    with Records(path, reading=True) as records:
        assert records.last_unfinished("b0").number == GAMES
    Records(path).close()
    with sqlite3.connect(path) as base:
        names = {row[0] for row in base.execute("SELECT name FROM sqlite_master")}
    assert {name for name, _ in schema.INDEXES} <= names


def test_a_game_that_nobody_touched_makes_room_for_the_next_one(path):
    with Records(path) as records:
        empty = records.insert(mirror_of("e1", ()), "b0")
        elsewhere = records.insert(mirror_of("e1", ()), "b1")
        second = records.insert(mirror_of("e2", ()), "b0")
        records.append(second, mirror_of("e2", ("a1",)).entries[-1])
        third = records.insert(mirror_of("e3", ()), "b0")
        numbers = [row.number for row in records.list()][GAMES:]
    assert empty not in numbers
    assert numbers == [elsewhere, second, third]


# Which games


def test_the_latest_games_come_in_order(path):
    with Records(path, reading=True) as records:
        assert [row.number for row in records.list(most=3)] == [GAMES - 2, GAMES - 1, GAMES]
        assert records.count() == GAMES


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (GameFilter(player="bo 3"), 11),
        (GameFilter(player="%"), 0),
        (GameFilter(player="Hey!"), 1),
        (GameFilter(game="pylos", player="Bo 39"), 1),
        (GameFilter(game="gyges"), 0),
        (GameFilter(result="unfinished"), GAMES - 2),
        (GameFilter(result="finished"), 2),
        (GameFilter(result="L"), 1),
        (GameFilter(result="drawn"), 1),
        (GameFilter(since="2020-01", until="2020"), 1),
        (GameFilter(until="2019-12-31"), 0),
        (GameFilter(words=("ada", "#12")), 1),
    ],
)
def test_games_are_found_by_player_game_day_and_result(path, wanted, count):
    with Records(path) as records:
        records.base.execute("UPDATE games SET players = 'Hey!|Bo' WHERE number = 2")
        records.base.execute("UPDATE games SET outcome = 'L:apex' WHERE number = 3")
        records.base.execute("UPDATE games SET outcome = '=:repetition' WHERE number = 4")
        records.base.execute("UPDATE games SET started = '2020-02-29T12' WHERE number = 5")
        assert records.count(wanted) == len(records.list(wanted)) == count


@for_each("text", ["yesterday", "2025-13", "2025-02-30", "20250301", "", "9999"])
def test_what_is_no_day_is_refused(text):
    with pytest.raises(UnderboardError, match="expected one like 2025-03-01"):
        day(text)


def test_the_day_after_a_month_or_a_year():
    assert [after(text) for text in ("2025-02-28", "2024-02", "2024", "2023-12")] == [
        "2025-03-01", "2024-03-01", "2025-01-01", "2024-01-01"
    ]  # fmt: skip


# Damage


def test_a_large_file_that_was_cut_off_is_set_aside(path):
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - 4096])
    records, sentence = open_for_play(path)
    with records:
        assert "they are kept as games-damaged-1.sqlite3" in sentence


@pytest.mark.parametrize("name", ["games", "entries"])
def test_damage_where_the_next_game_is_written_is_seen_at_once(path, name):
    damage(path, name, "last")
    with pytest.raises(RecordsError, match="are damaged"):
        Records(path)
    records, sentence = open_for_play(path)
    with records:
        assert "are damaged" in sentence
        assert records.insert(mirror_of("new"), "b0")


def test_damage_elsewhere_is_seen_when_somebody_comes_upon_it_and_mended_then(path):
    damage(path, "entries", "first")
    with Records(path) as records:
        assert len(records.list()) == GAMES
        assert records.insert(mirror_of("new"), "b0") == GAMES + 1
        with pytest.raises(RecordsError, match="are damaged"):
            records.load(1)
    assert schema.mark_of(path).exists()
    records, sentence = open_for_play(path)
    with records:
        kept = [row.number for row in records.list()]
        assert f"{len(kept)} games" in sentence
        assert 1 not in kept
        assert kept[-1] == GAMES + 1
        assert records.load(GAMES + 1).turns == ["a1", "b2", "c3"]
    assert not schema.mark_of(path).exists()
    assert open_for_play(path)[1] == ""


def test_a_mark_without_damage_goes_away(path):
    schema.suspect(path)
    Records(path).close()
    assert not schema.mark_of(path).exists()


def test_a_row_with_broken_letters_does_not_hide_the_others(path):
    with Records(path) as records:
        records.base.execute("UPDATE games SET players = CAST(x'ff41' AS TEXT) WHERE number = 9")
        records.base.execute("UPDATE entries SET text = CAST(x'ff41' AS TEXT) WHERE game = 9")
        assert len(records.list()) == GAMES
        with pytest.raises(UnderboardError, match=r"game 9 in .* is damaged"):
            records.load(9)

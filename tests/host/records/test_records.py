"""The records (one file, every game, nothing overwritten)."""

import json
import sqlite3

import pytest

from boardcore.pylos import rules as pylos
from boardcore.store.journal import chain_of
from support.machine.loop import random_game
from underboard.errors import UnderboardError
from underboard.records.database import Records, default_path
from underboard.records.mirror import Entry, Mirror
from underboard.records.schema import VERSION

GAME = [pylos.turn_text(turn) for turn in random_game(0)]


def now():
    return "2025-03-01T12:00:00+00:00"


def game(turns=GAME, number="00000001", variant="standard", options="", start=""):
    mirror = Mirror.of_game(number, "pylos", variant, options, "computer", start)
    for text in turns:
        mirror.play(text)
    return mirror


def with_undo():
    """A game of eight turns, two taken back, one played anew."""
    mirror = game(GAME[:8])
    probe = game(GAME[:8])
    while probe.game.ply > 6:
        probe.game.undo()
    chain = chain_of(int(mirror.chain, 16), f"undo 6 {probe.game.position_text()}")
    mirror.take(Entry(9, "undo", "6", 6, "", f"{chain:08x}"))
    mirror.play(GAME[6])
    return mirror


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "games.sqlite3"


@pytest.fixture
def records(path):
    with Records(path, now) as records:
        yield records


# Writing and reading


def test_a_game_comes_back_as_it_was(records, path):
    mirror = with_undo()
    number = records.insert(mirror, "b0", "Ada|Bo")
    with Records(path) as again:
        assert again.load(number).entries == mirror.entries
        row = again.get(number)
    assert (row.board_id, row.game_id, row.players, row.turns) == ("b0", "00000001", "Ada|Bo", 7)
    assert (row.outcome, row.ended, row.started) == ("", "", now())


def test_entries_are_added_one_by_one(records):
    mirror = game([])
    number = records.insert(mirror, "b0")
    for text in GAME:
        assert records.get(number).outcome == ""
        records.append(number, mirror.play(text), mirror.outcome)
    assert records.load(number).turns == GAME
    row = records.get(number)
    assert (row.turns, row.outcome, row.ended) == (len(GAME), mirror.outcome, now())


def test_an_entry_cannot_be_written_twice(records):
    mirror = game(GAME[:3])
    number = records.insert(mirror, "b0")
    with pytest.raises(UnderboardError):
        records.append(number, mirror.entries[2])
    assert records.load(number).last == 3


def test_a_game_that_goes_on_again_has_no_end(records):
    mirror = game(GAME[:2])
    number = records.insert(mirror, "b0")
    records.append(number, Entry(3, "turn", GAME[2], 3, "L", "00000003"), "D:apex")
    assert (records.get(number).outcome, records.get(number).ended) == ("D:apex", now())
    records.append(number, Entry(4, "undo", "2", 2, "", "00000004"))
    row = records.get(number)
    assert (row.turns, row.outcome, row.ended) == (2, "", "")


def test_what_cannot_be_written_is_not_half_written_and_the_next_is(records):
    mirror = game(GAME[:2])
    number = records.insert(mirror, "b0", "Ada|Bo")

    def half(base):
        base.execute("UPDATE games SET players = 'Cy|Di'")
        raise sqlite3.IntegrityError("entry 2 is there")

    with pytest.raises(UnderboardError):
        records._write(half)
    assert records.get(number).players == "Ada|Bo"
    records.set_players(number, "Ed|Fay")
    assert records.get(number).players == "Ed|Fay"


def test_what_is_committed_outlives_a_power_cut_of_the_computer(records):
    # 2 is FULL: SQLite waits until the disk has it.
    assert records._read("PRAGMA synchronous") == [(2,)]


def test_the_game_last_on_a_board_is_found_if_it_goes_on(records):
    first = records.insert(game(GAME[:3], "1"), "b0")
    second = records.insert(game(GAME[:4], "2"), "b0")
    records.insert(game(GAME[:5], "3"), "b1")
    assert records.last_unfinished("b0").number == second
    records.touch(first)
    assert records.last_unfinished("b0").number == first
    records.insert(game(GAME, "4"), "b0")
    assert records.last_unfinished("b0") is None
    assert records.last_unfinished("b9") is None


def test_a_forked_version_is_kept_and_not_taken_for_the_game(records):
    number = records.insert(game(GAME[:3]), "b0")
    records.fork(number, "went on elsewhere")
    assert records.find("b0", "00000001") is None
    assert records.last_unfinished("b0") is None
    assert records.load(number).turns == GAME[:3]
    assert (records.get(number).outcome, records.get(number).note) == (
        "forked",
        "went on elsewhere",
    )


def test_a_game_that_is_not_there_is_said(records):
    with pytest.raises(UnderboardError, match="no game 7 among the records"):
        records.get(7)
    with pytest.raises(UnderboardError, match="no game 7"):
        records.export(7, "json")


def test_the_folder_may_be_named_by_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    assert default_path() == tmp_path / "games.sqlite3"


def test_two_programs_may_write_at_once(records, path):
    with Records(path) as other:
        one = records.insert(game(GAME[:3], "1"), "b0")
        two = other.insert(game(GAME[:4], "2"), "b1")
        assert [row.number for row in records.list()] == [one, two]


# Files that do not work


def test_a_file_of_a_later_version_is_left_alone(records, path):
    records.close()
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA user_version = {VERSION + 1}")
    base.close()
    with pytest.raises(UnderboardError, match=f"tables {VERSION + 1}, this one knows {VERSION}"):
        Records(path)


def test_a_database_of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "games.sqlite3"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE cakes (name TEXT)")
    base.close()
    before = path.read_bytes()
    with pytest.raises(UnderboardError, match="another program"):
        Records(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("start", [0, 100, 4096])
def test_a_damaged_file_is_said_and_left_alone(records, path, start):
    for number in range(40):
        records.insert(game(GAME, str(number)), "b0")
    records.close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode = DELETE")
    base.close()
    damaged = bytearray(path.read_bytes())
    damaged[start : start + 6000] = bytes([0xA5]) * 6000
    path.write_bytes(damaged)
    with pytest.raises(UnderboardError, match="damaged"):
        Records(path)
    assert path.read_bytes() == damaged


def test_a_text_file_is_no_database(tmp_path):
    path = tmp_path / "games.sqlite3"
    path.write_text("these are my games\n" * 100)
    with pytest.raises(UnderboardError, match="damaged"):
        Records(path)
    assert path.read_text().startswith("these are my games")


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnderboardError, match="cannot be opened"):
        Records(tmp_path / "file" / "games.sqlite3")


def test_an_entry_that_was_changed_in_the_file_is_noticed(records):
    number = records.insert(game(GAME[:6]), "b0")
    records.base.execute("UPDATE entries SET text = 'd4' WHERE number = 3")
    with pytest.raises(UnderboardError, match=f"game {number} in .* is damaged: entry 3"):
        records.load(number)


# In and out


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("turns", [[], GAME[:1], GAME[:7], GAME], ids=len)
def test_what_is_exported_can_be_read_back(records, tmp_path, form, turns):
    number = records.insert(game(turns, options="end=bga"), "b0", "Ada|Bo")
    text = records.export(number, form)
    with Records(tmp_path / "other.sqlite3", now) as other:
        new = other.import_text(text)
        assert other.load(new).entries == records.load(number).entries
        one, two = records.get(number), other.get(new)
        assert (one.uuid, one.players, one.outcome, one.turns) == (
            two.uuid, two.players, two.outcome, two.turns,
        )  # fmt: skip
        assert two.board_id == "imported b0"
        assert other.last_unfinished("b0") is None, "a file is not what stands on a board"


def test_json_keeps_the_whole_history_and_its_times(records, tmp_path):
    number = records.insert(with_undo(), "b0")
    text = records.export(number, "json")
    assert json.loads(text)["game"] == "pylos"
    with Records(tmp_path / "other.sqlite3") as other:
        new = other.import_text(text)
        assert [entry.kind for entry in other.load(new).entries[-2:]] == ["undo", "turn"]
        assert other.times(new) == records.times(number)


def test_a_plain_record_can_be_read_by_people(records):
    number = records.insert(with_undo(), "b0", "Ada|Bo")
    lines = records.export(number, "text").splitlines()
    assert lines[0] == "Underboard record 1"
    assert {"Game: pylos", "Variant: standard", "Players: Ada | Bo"} <= set(lines)
    first = lines.index("") + 1
    assert lines[first] == f"1. {GAME[0]} {GAME[1]}"
    assert len(lines) - first == 4


def test_a_game_that_dark_begins_has_no_first_turn_of_light(records, tmp_path):
    start = "DL.L/LD../..../.... .../.../... ../.. . D"
    number = records.insert(game(["a3"], start=start), "b0")
    text = records.export(number, "text")
    assert "1. ... a3" in text
    with Records(tmp_path / "other.sqlite3") as other:
        assert other.load(other.import_text(text)).turns == ["a3"]


def test_a_game_is_read_in_once(records):
    number = records.insert(game(GAME[:3]), "b0")
    with pytest.raises(UnderboardError, match=f"already: number {number}"):
        records.import_text(records.export(number, "json"))


def test_an_unknown_form_is_said(records):
    number = records.insert(game(GAME[:3]), "b0")
    with pytest.raises(UnderboardError, match="expected json or text"):
        records.export(number, "pdf")


HAND = "Underboard record 1\nGame: pylos\nVariant: standard\n\n1. a1 b2\n2. c3 d4\n"


def test_a_record_written_by_hand_is_enough(records):
    number = records.import_text(HAND)
    assert records.load(number).turns == ["a1", "b2", "c3", "d4"]


DAMAGED = [
    ("an empty file", "", "line 1: expected 'Underboard record 1'"),
    ("another file", "Dear Ada,\n", "line 1: .* seen 'Dear Ada,'"),
    ("a later version", HAND.replace("record 1", "record 9"), "line 1"),
    ("an unknown head", HAND.replace("Variant", "Flavour"), "line 3: expected one of Game"),
    ("no colon", HAND.replace("Variant:", "Variant"), "line 3"),
    ("an unknown game", HAND.replace("pylos", "chess"), "expected one of pylos"),
    ("an unknown variant", HAND.replace("standard", "blitz"), "variant"),
    ("no turn", HAND.replace("c3", "z9"), "line 6, column 4, move 3 'z9': "),
    (
        "a turn against the rules",
        HAND.replace("c3", "a1"),
        "line 6, column 4, move 3 'a1' is against",
    ),
    ("a wrong result", HAND.replace("Variant", "Result: L:apex\nVariant"), "Result 'L:apex'"),
    ("half a JSON", '{"format": "Underboard record",\n "ver', "line 2, column"),
    ("another JSON", '{"format": "shopping"}', "seen 'shopping'"),
    ("JSON that is not an object", "[1, 2]", "line 1"),
]


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_byte_order_mark_before_a_record_is_no_part_of_it(records, tmp_path, form):
    text = records.export(records.insert(game(), "b0"), form)
    with Records(tmp_path / "other.sqlite3") as others:
        number = others.import_text("\ufeff" + text)
        assert others.load(number).turns == GAME


@pytest.mark.parametrize(("text", "said"), [d[1:] for d in DAMAGED], ids=[d[0] for d in DAMAGED])
def test_a_damaged_or_foreign_file_is_said_with_its_line(records, text, said):
    with pytest.raises(UnderboardError, match=said):
        records.import_text(text)
    assert records.list() == []


def broken(**changes):
    def change(top):
        top["entries"][2].update(changes)

    return change


JSON_DAMAGED = [
    ("a changed turn", broken(text="d4"), "entry 2 does not follow"),
    ("a changed chain", broken(chain="00000000"), "entry 2 does not follow"),
    ("an index twice", broken(index=1), "entry 2: index 1"),
    ("an unknown kind", broken(kind="jump"), "kind 'jump', expected turn, undo or end"),
    ("a number for a text", broken(text=5), "'text' is 5, expected a text"),
    ("no entries", lambda top: top.pop("entries"), "'entries': expected a list"),
    ("entries of nothing", lambda top: top.update(entries=[]), "'entries': expected a list"),
    ("entries that are none", lambda top: top.update(entries=[1]), "expected an object, seen 1"),
    ("a head that is not text", lambda top: top.update(players=["Ada"]), "'players' is"),
    ("a ply that is not a number", broken(ply="x"), "ply x"),
    ("an undo of nothing", broken(kind="undo", text="7", ply=7), "does not follow"),
]


@pytest.mark.parametrize(
    ("change", "said"), [d[1:] for d in JSON_DAMAGED], ids=[d[0] for d in JSON_DAMAGED]
)
def test_damaged_json_is_said_with_its_entry(records, tmp_path, change, said):
    top = json.loads(records.export(records.insert(game(GAME[:4]), "b0"), "json"))
    change(top)
    with Records(tmp_path / "other.sqlite3") as other:
        with pytest.raises(UnderboardError, match=said):
            other.import_text(json.dumps(top, indent=1))
        assert other.list() == []


def test_every_byte_cut_off_an_exported_file_is_noticed(records, tmp_path):
    number = records.insert(game(GAME[:6]), "b0")
    text = records.export(number, "json").rstrip()
    with Records(tmp_path / "other.sqlite3") as other:
        for length in range(0, len(text), 7):
            with pytest.raises(UnderboardError):
                other.import_text(text[:length])
        assert other.list() == []


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("end", ["L:resigned", "=:agreed", "=:abandoned", "D:time"])
def test_an_end_by_players_goes_out_and_comes_in(records, tmp_path, form, end):
    mirror = game(GAME[:4])
    mirror.end(end)
    text = records.export(records.insert(mirror, "b0"), form)
    assert "1" not in text.splitlines()[0 if form == "text" else 2].split()[-1]
    with Records(tmp_path / "other.sqlite3") as other:
        number = other.import_text(text)
        assert (other.get(number).outcome, other.load(number).outcome) == (end, end)
        assert other.load(number).turns == mirror.turns


def test_a_result_that_is_none_is_refused(records, tmp_path):
    mirror = game(GAME[:4])
    mirror.end("=:agreed")
    text = records.export(records.insert(mirror, "b0"), "text")
    with (
        Records(tmp_path / "other.sqlite3") as other,
        pytest.raises(
            UnderboardError, match="'L:agreed' is not an end of a game: expected one like =:agr"
        ),
    ):
        other.import_text(text.replace("=:agreed", "L:agreed"))


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_clock_belongs_to_its_game_goes_out_and_comes_in(records, tmp_path, form):
    number = records.insert(game(GAME[:4]), "b0")
    assert records.clock(number) == ""
    records.set_clock(number, "10m+5s 312000 287500 0")
    records.set_clock(number, "10m+5s 311000 287500 0")
    text = records.export(number, form)
    with Records(tmp_path / "other.sqlite3") as other:
        assert other.clock(other.import_text(text)) == "10m+5s 311000 287500 0"
        with pytest.raises(UnderboardError, match="is not a state of a clock"):
            other.import_text(text.replace("311000", "many"))
    records.delete(number)
    assert records.clock(number) == ""


def test_a_file_of_an_earlier_release_gets_clocks(tmp_path):
    path = tmp_path / "games.sqlite3"
    with Records(path) as records:
        number = records.insert(game(GAME[:4]), "b0")
        records.base.execute("DROP TABLE clocks")
        records.base.execute("PRAGMA user_version = 1")
    with Records(path, reading=True) as records:
        assert (records.clock(number), len(records.list())) == ("", 1)
    with Records(path) as records:
        records.set_clock(number, "10m 1 2 3")
        assert records.clock(number) == "10m 1 2 3"
        assert records.base.execute("PRAGMA user_version").fetchone()[0] == VERSION

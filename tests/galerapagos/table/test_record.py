"""Records of Galérapagos (nothing is lost, nothing is believed that does not fit)."""

import json

import pytest

from boardcore.errors import ParseError
from support.galerapagos.table import NAMES, at_count, do, hold, refuses, table
from support.rows import for_each
from underboard.errors import UnderboardError
from underboard.galerapagos.bots.simulate import auto_setup, play_alone
from underboard.galerapagos.records import library
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused


def begun(tmp_path, entries=("reveal", "fish", "wood")):
    kept = RecordedGame.create(tmp_path / "game.jsonl", Setup(NAMES[:4], 5, "dealt", 1))
    for entry in entries:
        kept.enter({"do": entry})
    return kept


def test_a_game_is_resumed_where_it_was(tmp_path):
    kept = begun(tmp_path)
    again = RecordedGame.resume(kept.path)
    assert again.game.camp.text() == kept.game.camp.text()
    assert again.game.log == kept.game.log
    again.enter({"do": "push", "extra": 3})
    kept.game.enter({"do": "push", "extra": 3})
    assert again.game.camp.text() == kept.game.camp.text()


def test_a_line_is_on_the_disk_before_its_effects_are_shown(tmp_path):
    kept = begun(tmp_path, ())
    before = kept.path.read_text()
    kept.enter({"do": "reveal"})
    line = json.loads(kept.path.read_text()[len(before) :])
    assert len(line.pop("check")) == 8
    assert line == {"n": 1, "do": {"do": "reveal"}}


def test_every_line_is_flushed_and_synced_before_anything_is_told(tmp_path, monkeypatch):
    seen = []
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("os.fsync", lambda file: seen.append(path.read_text().count("\n")))
    kept = RecordedGame.create(path, Setup(NAMES[:4], 5))
    for number, entry in enumerate(("reveal", "fish", "wood"), 2):
        kept.enter({"do": entry})
        assert seen[-1] == number
    kept.undo()
    # The key file is the first to be written, and before there is a line.
    assert seen == [0, 1, 2, 3, 4, 5]


def test_a_full_disk_is_trouble_and_the_game_is_resumed_before_that_entry(tmp_path, monkeypatch):
    kept = begun(tmp_path)

    def full(file):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(UnderboardError, match="no space left"):
            kept.enter({"do": "push", "extra": 0})
    assert RecordedGame.resume(kept.path).game.camp.phase in ("push", "act")


def test_two_moderators_of_one_game_do_not_spoil_its_record(tmp_path):
    kept = begun(tmp_path)
    other = RecordedGame.resume(kept.path)
    other.enter({"do": "push", "extra": 0})
    before = kept.path.read_text()
    with pytest.raises(UnderboardError, match=r"another program has written .* expected \d+ bytes"):
        kept.enter({"do": "push", "extra": 3})
    assert kept.path.read_text() == before
    assert RecordedGame.resume(kept.path).game.camp.text() == other.game.camp.text()


def test_a_line_torn_by_a_power_cut_at_any_byte_is_dropped(tmp_path):
    kept = begun(tmp_path)
    whole = kept.path.read_bytes()
    start = whole[:-1].rfind(b"\n") + 1
    for cut in range(start, len(whole)):
        kept.path.write_bytes(whole[:cut])
        again = RecordedGame.resume(kept.path)
        assert len(again.game.entries) == 2
        assert again.dropped == cut - start
        again.enter({"do": "wood"})
        assert kept.path.read_bytes() == whole


DAMAGES = [
    ("an entry changed", lambda t: t.replace('"do":"fish"', '"do":"water"')),
    ("a line lost", lambda t: "".join(t.splitlines(True)[:1] + t.splitlines(True)[2:])),
    ("a line doubled", lambda t: t + t.splitlines(True)[-1]),
    ("no JSON", lambda t: t.replace('{"n":2', '{"n"2')),
    ("an unknown entry", lambda t: t.replace('"do":"fish"', '"do":"dance"')),
    ("an entry without its fields", lambda t: t.replace('{"do":"fish"}', '{"do":"push"}')),
    ("an entry that is not an entry", lambda t: t.replace('{"do":"fish"}', "[1]")),
    ("another version", lambda t: t.replace('"galerapagos":2', '"galerapagos":3')),
    ("a doubled name", lambda t: t.replace("Basil", "Ada")),
    ("a name lost", lambda t: t.replace('"names"', '"name"')),
    ("another secret", lambda t: t.replace('"secret":"', '"secret":"0')),
    ("nothing", lambda t: ""),
    ("not this game", lambda t: "pylos\n"),
]


@pytest.mark.parametrize("damage", [d[1] for d in DAMAGES], ids=[d[0] for d in DAMAGES])
def test_a_damaged_record_is_one_sentence_and_stays_as_it_is(tmp_path, damage):
    kept = begun(tmp_path)
    kept.path.write_text(damage(kept.path.read_text()))
    before = kept.path.read_bytes()
    with pytest.raises(ParseError) as trouble:
        RecordedGame.resume(kept.path)
    assert "line " in str(trouble.value)
    assert "\n" not in str(trouble.value)
    assert kept.path.read_bytes() == before


def test_bytes_that_are_no_text_are_one_sentence(tmp_path):
    kept = begun(tmp_path)
    kept.path.write_bytes(kept.path.read_bytes().replace(b"fish", b"fi\xffh"))
    with pytest.raises(ParseError, match="line 3: expected ASCII text"):
        RecordedGame.resume(kept.path)


def test_a_missing_or_existing_file_is_trouble_not_a_traceback(tmp_path):
    with pytest.raises(UnderboardError, match="cannot read"):
        RecordedGame.resume(tmp_path / "none.jsonl")
    kept = begun(tmp_path)
    with pytest.raises(UnderboardError, match="cannot begin"):
        RecordedGame.create(kept.path, kept.game.setup)


def test_the_newest_unfinished_game_is_found_and_damaged_ones_are_named(tmp_path):
    setup = Setup(NAMES[:3], 1)
    RecordedGame.create(tmp_path / "1.jsonl", setup)
    RecordedGame.create(tmp_path / "2.jsonl", setup).enter({"do": "reveal"})
    over = RecordedGame.create(tmp_path / "3.jsonl", setup)
    over.enter({"do": "override", "what": "end", "value": 0})
    assert library.unfinished(tmp_path)[0].path == over.path, "nobody has seen its end"
    over.close()
    assert library.unfinished(tmp_path)[0].path.name == "2.jsonl"
    (tmp_path / "4.jsonl").write_text("x\n")
    found, damaged = library.unfinished(tmp_path)
    assert found.path.name == "2.jsonl"
    assert len(damaged) == 1
    assert "4.jsonl" in damaged[0]


def test_a_free_name_is_found_for_two_games_of_one_second(tmp_path):
    first = library.new_path(tmp_path, "20260301-201500")
    RecordedGame.create(first, Setup(NAMES[:3], 1))
    assert library.new_path(tmp_path, "20260301-201500") != first


# -- undo and redo


def test_undo_and_redo_are_in_the_record_and_replay(tmp_path):
    kept = begun(tmp_path)
    assert kept.undo() == {"do": "wood"}
    kept.enter({"do": "wood"})
    kept.undo()
    kept.redo()
    assert RecordedGame.resume(kept.path).game.camp.text() == kept.game.camp.text()


def test_what_was_undone_and_redone_is_the_same_game():
    game = table(4)
    do(game, "reveal")
    do(game, "wood")
    before, log = game.camp.text(), list(game.log)
    game.undo()
    assert game.camp.phase == "act"
    game.redo()
    assert (game.camp.text(), game.log) == (before, log)


def test_no_undo_beyond_a_secret_that_came_to_light():
    game = table(4, "dealt")
    with pytest.raises(Refused, match="nothing to take back"):
        game.undo()
    do(game, "reveal")
    for entry in ("fish", "search"):
        do(game, entry)
        with pytest.raises(Refused, match="came to light"):
            game.undo()
    do(game, "wood")
    game.undo()
    with pytest.raises(Refused, match="came to light"):
        game.undo()


SECRETS = ["reveal", "fish", "search", "barometer", "show"]


@for_each("secret", SECRETS)
def test_what_reveals_something_cannot_be_undone(secret):
    game = table(3, "dealt")
    if secret == "barometer":
        hold(game, 0, "barometer")
        do(game, "play", player=0, card="barometer")
    elif secret == "show":
        game = at_count(3, water=2, cards="dealt")
        do(game, "vote")
        do(game, "show", silent=True)
    else:
        if secret != "reveal":
            do(game, "reveal")
        do(game, secret)
    assert game.kept == len(game.entries)


def test_a_new_entry_forgets_what_could_be_redone():
    game = table(4)
    do(game, "reveal")
    do(game, "wood")
    game.undo()
    do(game, "fish")
    with pytest.raises(Refused, match="nothing to do again"):
        game.redo()


def test_a_refused_entry_draws_nothing_from_chance():
    game, other = table(4), table(4)
    for one in (game, other):
        do(one, "reveal")
    refuses(game, "not-now", "push", extra=5)
    refuses(game, "no-revolver", "shoot", player=0, target=1)
    do(game, "fish")
    do(other, "fish")
    assert game.camp.text() == other.camp.text()


def test_a_whole_game_replays_byte_for_byte(tmp_path):
    setup = auto_setup(7, 11, "dealt", {"voice": "on", "victim": "neighbours"})
    kept = RecordedGame.create(tmp_path / "one.jsonl", setup)
    session = play_alone(setup, meddling=True, game=Game(setup))
    for event in session.game.entries:
        kept.enter(event)
    again = RecordedGame.resume(kept.path)
    assert again.game.log == session.game.log
    assert again.game.camp.text() == session.game.camp.text()
    kept.close()
    assert not kept.vault.path.exists()
    # Closed, the record is enough: nothing else is needed to play it again.
    assert RecordedGame.replay(kept.path.read_text()).game.log == session.game.log

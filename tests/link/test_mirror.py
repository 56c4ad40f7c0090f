"""The mirror (entries of a board, replayed and checked)."""

import pytest

from boardcore.link.wire import Message
from boardcore.pylos import rules as pylos
from support.machine.loop import BareBoard, Players, random_game
from support.rows import each_row
from underboard.records.mirror import DivergedHistory, Entry, Mirror, MissingEntry

GAME = random_game(1)[:12]


def message(kind, *fields):
    return Message(kind, 0, [str(field) for field in fields])


@pytest.fixture(scope="module")
def lines():
    """What a board says of a game of twelve turns, two undone, one played anew."""
    board = BareBoard()
    players = Players(board, GAME)
    while not players.finished:
        board.step(20)
        players.turn()
    board.table.execute("back", ["10"])
    board.table.play(board.table.game.legal_turns()[0])
    journal = board.table
    return [
        Message(kind, 0, [str(field) for field in fields])
        for kind, fields in (journal.entry_fields(index) for index in range(journal.entries))
    ]


def mirror_of(lines):
    mirror = Mirror()
    for line in lines:
        mirror.add(line)
    return mirror


def test_an_empty_mirror_has_nothing():
    mirror = Mirror()
    assert (mirror.last, mirror.chain, mirror.turns, mirror.outcome) == (-1, "-", [], "")


def test_it_replays_what_the_board_tells(lines):
    mirror = mirror_of(lines)
    assert mirror.last == 14
    assert mirror.chain == lines[-1].fields[-1]
    assert mirror.turns[:10] == [pylos.turn_text(turn) for turn in GAME[:10]]
    assert len(mirror.turns) == 11
    assert [entry.kind for entry in mirror.entries[-2:]] == ["undo", "turn"]
    assert (mirror.name, mirror.variant, mirror.origin) == ("pylos", "standard", "blank")


def test_each_entry_is_new_once(lines):
    mirror = Mirror()
    for line in lines:
        assert mirror.add(line).index == int(line.fields[0])
    for line in lines:
        assert mirror.add(line) is None


def test_an_entry_too_far_is_a_gap_and_changes_nothing(lines):
    mirror = mirror_of(lines[:4])
    with pytest.raises(MissingEntry, match="entry 5 arrived, the next one here is 4"):
        mirror.add(lines[5])
    assert mirror.last == 3


def test_a_first_line_that_is_missing_is_a_gap(lines):
    with pytest.raises(MissingEntry):
        Mirror().add(lines[1])


WRONG = [
    ("another chain", 5, lambda f: [*f[:-1], "00000000"]),
    ("another turn", 5, lambda f: [f[0], f[1], f[2], "j1", f[4]]),
    ("no turn at all", 5, lambda f: [f[0], f[1], f[2], "z9", f[4]]),
    ("the other side", 5, lambda f: [f[0], f[1], "LD".replace(f[2], ""), f[3], f[4]]),
    ("another ply", 5, lambda f: [f[0], "9", *f[2:]]),
    ("no number", 5, lambda f: ["five", *f[1:]]),
    ("an undo to another ply", 13, lambda f: [f[0], "9", f[2]]),
    ("an undo of nothing", 13, lambda f: [f[0], "12", f[2]]),
    ("another game", 0, lambda f: ["0", "ffffffff", *f[2:]]),
    ("an unknown game", 0, lambda f: [f[0], f[1], "chess", *f[3:]]),
    ("an unknown variant", 0, lambda f: [*f[:3], "blitz", *f[4:]]),
]


@each_row(WRONG, "at", "change")
def test_what_leads_elsewhere_is_said_and_changes_nothing(lines, at, change):
    mirror = mirror_of(lines[:at])
    before = (mirror.chain, mirror.turns, mirror.game.position_text() if mirror.id else "")
    wrong = Message(lines[at].kind, 0, change(list(lines[at].fields)))
    with pytest.raises(DivergedHistory):
        mirror.add(wrong)
    assert before == (
        mirror.chain, mirror.turns, mirror.game.position_text() if mirror.id else "",
    )  # fmt: skip
    for line in lines[at:]:
        mirror.add(line)
    assert mirror.chain == lines[-1].fields[-1]


def test_a_known_entry_with_another_chain_is_a_fork(lines):
    mirror = mirror_of(lines)
    with pytest.raises(DivergedHistory, match="entry 3 is"):
        mirror.add(Message(lines[3].kind, 0, [*lines[3].fields[:-1], "00000000"]))


def test_it_is_rebuilt_from_its_entries(lines):
    mirror = mirror_of(lines)
    again = Mirror.from_entries(mirror.entries)
    assert again.entries == mirror.entries
    assert again.game.position_text() == mirror.game.position_text()


def test_entries_with_one_missing_cannot_be_rebuilt(lines):
    entries = mirror_of(lines).entries
    with pytest.raises(MissingEntry):
        Mirror.from_entries(entries[:3] + entries[4:])


def test_a_game_made_here_has_the_chain_that_a_board_would_give_it(lines):
    board = mirror_of(lines[:6])
    mirror = Mirror.of_game(board.id, "pylos", "standard", "", "blank", "")
    for text in board.turns:
        mirror.play(text)
    assert mirror.entries == board.entries


def test_a_start_position_and_options_are_part_of_the_game():
    start = "DL.L/LD../..../.... .../.../... ../.. . D"
    mirror = Mirror.of_game("1", "pylos", "expert", "end=bga", "computer", start)
    assert mirror.game.position_text() == start
    assert mirror.entries[0] == Entry(
        0, "game", f"1|pylos|expert|end=bga|computer|{start}", 0, "", mirror.chain
    )


def test_a_finished_game_has_an_outcome():
    mirror = Mirror.of_game("1", "pylos", "standard", "", "computer", "")
    for turn in random_game(0):
        assert mirror.outcome == ""
        mirror.play(pylos.turn_text(turn))
    letter, reason = mirror.outcome.split(":")
    assert letter in "LD="
    assert reason


# Ends by players


@pytest.fixture
def short():
    mirror = Mirror.of_game("g1", "pylos", "standard", "", "computer", "")
    for text in ("a1", "b2", "c3"):
        mirror.play(text)
    return mirror


def test_an_end_by_players_is_the_outcome_and_an_undo_takes_it_back_alone(short):
    entry = short.end("L:resigned")
    assert (entry.kind, entry.ply, short.outcome) == ("end", 3, "L:resigned")
    copy = Mirror.from_entries(short.entries)
    assert (copy.chain, copy.outcome) == (short.chain, "L:resigned")
    copy.take(Entry(5, "undo", "3", 3, "", ""))
    assert (copy.outcome, copy.turns) == ("", ["a1", "b2", "c3"])
    copy.play("d4")
    assert Mirror.from_entries(copy.entries).turns == ["a1", "b2", "c3", "d4"]


@pytest.mark.parametrize("kind", ["turn", "end"])
def test_nothing_but_an_undo_follows_an_end(short, kind):
    short.end("=:agreed")
    entry = (
        Entry(5, "turn", "d4", 4, "D", "")
        if kind == "turn"
        else Entry(5, kind, "=:agreed", 3, "", "")
    )
    with pytest.raises(DivergedHistory):
        short.take(entry)
    assert (short.last, short.outcome) == (4, "=:agreed")


def test_an_end_that_cannot_be_written_down_is_none(short):
    def fail(entry, outcome):
        assert outcome == "D:time"
        raise OSError("full")

    with pytest.raises(OSError, match="full"):
        short.take(Entry(4, "end", "D:time", 3, "", ""), fail)
    assert (short.outcome, short.last) == ("", 3)
    short.end("D:time")
    with pytest.raises(OSError, match="full"):
        short.take(
            Entry(5, "undo", "1", 1, "", ""), lambda *_: (_ for _ in ()).throw(OSError("full"))
        )
    assert (short.outcome, short.turns) == ("D:time", ["a1", "b2", "c3"])

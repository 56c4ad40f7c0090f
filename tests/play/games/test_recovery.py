"""Nothing is lost (pulled cables, killed hosts, power cuts, noise, hosts that do not read).

Each test plays a game through readings of a table, its wire, and a host with its records,
and asks afterwards whether players, board and records tell the same game.
"""

import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from boardcore.pylos import rules as pylos
from boardcore.store.journal import SLOT
from support.campaign import campaign
from support.machine.loop import IN_MEMORY, ROOT, BareBoard, Pair, random_game
from underboard.device.board import CommandRefused, EntryAdded, GameChanged, LinkDown
from underboard.device.transport import LinkClosed
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.records.models import FORKED
from underboard.sim.faults import Faults
from underboard.sim.harness import MemoryStore

GAME = random_game(0)
"""The recorded game: 36 plies, 10,000 bytes on the wire."""
TEXTS = [pylos.turn_text(turn) for turn in GAME]
PART = GAME[: campaign(14, None)]
"""What is played for each byte, write or message at which something fails."""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite3"


def assert_same_game(pair, turns=None):
    """Players, board, mirror and records tell the same turns."""
    turns = TEXTS if turns is None else turns
    game = pair.board.table.game
    assert [pylos.turn_text(turn) for turn in game.turns] == turns
    assert pair.host.mirror.turns == turns
    assert pair.recorded() == turns


def added(pair):
    return [event.entry for event in pair.added if isinstance(event, EntryAdded)]


def test_a_game_arrives_turn_by_turn(path):
    pair = Pair(path, GAME).play()
    assert_same_game(pair)
    assert [entry.text for entry in added(pair)] == TEXTS
    assert pair.host.mirror.outcome


def test_a_host_that_comes_late_gets_the_whole_game(path):
    pair = Pair(path, GAME)
    while not pair.players.finished:
        pair.loop.step()
    pair.agree()
    assert_same_game(pair)


# The cable


def pull_and_play(at):
    """Play the game; the cable comes out after ``at`` bytes, and goes in again."""
    pair = Pair(IN_MEMORY, PART)
    pair.loop.pull_after = at
    pair.run(600, lambda: not pair.loop.plugged)
    pair.run(1)
    pair.loop.plug()
    pair.agree()
    pair.play_on()
    assert_same_game(pair, TEXTS[: pair.players.at])
    # Nothing is told twice, nothing is left out.
    assert [entry.index for entry in added(pair)] == list(range(1, pair.players.at + 1))


def boundaries():
    """Return the counts of bytes at which a message of the undisturbed game ends."""
    pair = Pair(IN_MEMORY, PART)
    ends = []
    loop = pair.loop
    passed = loop._pass

    def note(data):
        start = pair.loop.passed
        ends.extend(start + i + 1 for i, byte in enumerate(data) if byte == 10)
        return passed(data)

    loop._pass = note
    pair.play()
    return ends, pair.loop.passed


@pytest.mark.slow
def test_a_cable_pulled_at_any_message_boundary_costs_nothing():
    ends, _ = boundaries()
    assert len(ends) > 4 * len(PART)
    for at in ends[:: campaign(5, 1)]:
        pull_and_play(at)


@pytest.mark.slow
@pytest.mark.parametrize("first", campaign([1], [1, 11, 21, 31]))
def test_a_cable_pulled_at_any_tenth_byte_costs_nothing(first):
    """In the suite at every 83rd: a step that meets each byte of a line sooner or later."""
    _, whole = boundaries()
    for at in range(first, whole, campaign(83, 40)):
        pull_and_play(at)


@pytest.mark.parametrize("seconds", [0.1, 1, 4.9, 5.1, 30])
def test_after_replugging_both_agree_within_two_seconds(path, seconds):
    pair = Pair(path, GAME[:12])
    pair.run(600, lambda: pair.players.at == 4)
    pair.loop.pull()
    pair.run(seconds)
    assert any(isinstance(event, LinkDown) for event in pair.added)
    pair.loop.plug()
    back_ms = pair.loop.now_ms
    pair.agree()
    assert pair.loop.now_ms - back_ms <= 2000


# The host


class Killed(BaseException):
    """The program ends here."""


class Mortal(Records):
    """Records whose program is killed right after the n-th commit."""

    def __init__(self, path, lives):
        self.lives = lives
        super().__init__(path)

    def _write(self, work):
        result = super()._write(work)
        self.lives -= 1
        if self.lives == 0:
            raise Killed
        return result


@pytest.mark.slow
def test_a_host_killed_after_any_write_has_lost_nothing(tmp_path):
    for lives in range(1, len(PART) + 2):
        pair = Pair(tmp_path / f"{lives}.sqlite3", PART)
        pair.host.records = Mortal(pair.path, lives)
        try:
            pair.play()
        except Killed:
            assert len(added(pair)) == lives - 1, "told before it was committed"
            pair.kill_host()
            with Records.open(pair.path) as fresh:
                assert fresh.load(1).last == lives
            pair.start_host()
            pair.play()
        else:
            assert lives == len(PART) + 1
        assert_same_game(pair, TEXTS[: len(PART)])
        assert len(pair.records.list()) == 1


def test_a_host_killed_in_the_middle_of_a_write_has_lost_nothing(path):
    pair = Pair(path, GAME)
    pair.run(600, lambda: pair.players.at == 9)
    known = pair.host.mirror.last
    # As far as the program came: begun, written, not committed.
    base = pair.records.base
    base.execute("BEGIN IMMEDIATE")
    base.execute("UPDATE games SET turns = 99")
    base.close()
    pair.kill_host()
    pair.start_host()
    assert pair.records.load(1).last == known
    pair.play()
    assert_same_game(pair)


KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from support.machine.loop import Pair, random_game
pair = Pair(Path(sys.argv[1]), random_game(0))
write = pair.records._write
left = int(sys.argv[3])
def dying(work):
    global left
    result = write(work)
    left -= 1
    if not left:
        print(pair.host.mirror.last, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    return result
pair.records._write = dying
pair.play()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill so hard")
def test_a_host_that_is_really_killed_has_lost_nothing(path):
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), str(ROOT / "tests"), "20"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    with Records.open(path) as fresh:
        row = fresh.list()[0]
        mirror = fresh.load(row.number)
        # First into the records, then into the mirror.
        assert mirror.last == int(done.stdout) + 1 == 20
        assert mirror.turns == TEXTS[:20]
        # The same board is still there, and has gone on meanwhile.
    pair = Pair(path, GAME)
    pair.play()
    assert_same_game(pair)


# The board's power


def writes_of_a_game():
    pair = Pair(IN_MEMORY, PART)
    begun = pair.board.store.written
    pair.play()
    return begun, pair.board.store.written


@pytest.mark.slow
def test_a_power_cut_at_any_byte_costs_at_most_the_turn_in_the_hand():
    begun, whole = writes_of_a_game()
    assert whole - begun == SLOT * len(PART)
    # Five is no divisor of a slot: each byte of a slot has its turn.
    for after in range(0, whole - begun, campaign(5, 1)):
        pair = Pair(IN_MEMORY, PART)
        game_id = pair.board.table.journal.game[0]
        pair.board.store.cut_after = after
        pair.run(600, lambda board=pair.board: board.cuts)
        table, before = pair.board.table, pair.board.ply_at_cut
        assert table.journal.game[0] == game_id
        # The byte that completes an entry is written with it, so only the turn can be missing.
        assert before - 1 <= table.game.ply <= before
        assert table.game.turns == GAME[: table.game.ply]
        pair.play_on()
        assert pair.board.cuts == 1
        assert_same_game(pair, TEXTS[: pair.players.at])


@pytest.mark.slow
def test_a_power_cut_at_any_byte_of_a_new_game_leaves_the_old_or_the_new_one():
    for after in range(400):
        pair = Pair(IN_MEMORY, GAME[:4]).play()
        old = pair.board.table.journal.game[0]
        pair.board.store.cut_after = after
        pair.host.commands.add("new", ("pylos", "expert", "-", "-"))
        pair.run(3)
        table = pair.board.table
        if not pair.board.cuts:
            assert after == 5 * SLOT, "one record, whole or not at all"
            return
        # The command is repeated, so that the new game comes in the end.
        pair.agree()
        assert table.journal.game[0] != old
        assert pair.records.load(pair.records.find("b0", old).number).turns == TEXTS[:4]
    pytest.fail("the new game is never written to its end")


def full_store():
    """A store in which the next new entry or game must erase first."""
    return MemoryStore(size=SLOT * 24)


@pytest.mark.slow
def test_a_power_cut_at_any_byte_of_an_erase_is_mended_by_the_host():
    mended = 0
    for after in range(0, 2000, campaign(9, 1)):
        pair = Pair(IN_MEMORY, GAME, store=full_store())
        # Torn records leave gaps; so the store is full before the game is over.
        fill(pair.board.store)
        pair.board.start()
        pair.run(600, lambda pair=pair: pair.board.store.erases or pair.players.at == 6)
        erases = pair.board.store.erases
        pair.board.store.cut_after = after
        pair.run(600, lambda pair=pair: pair.board.cuts or pair.players.at == 12)
        mended += pair.board.cuts and pair.board.store.erases > erases
        pair.players.turns = pair.players.turns[:12]
        pair.play()
        assert_same_game(pair, TEXTS[:12])
        if not pair.board.cuts:
            break
    assert mended > campaign(5, 50)


def fill(store):
    """Spoil the end of the store, so that only a few slots are left."""
    used = len(store.image.rstrip(b"\xff"))
    free = (store.size - used) // SLOT - 8
    if free > 0:
        at = -(-used // SLOT) * SLOT
        store.image[at : at + free * SLOT] = bytes(free * SLOT)


def test_a_board_that_lost_everything_gets_its_game_back(path):
    pair = Pair(path, GAME)
    pair.run(600, lambda: pair.players.at == 20)
    pair.agree()
    game_id = pair.host.mirror.id
    wipe(pair)
    assert pair.board.table.journal.game[0] != game_id
    pair.play()
    assert pair.board.table.journal.game[0] == game_id
    assert_same_game(pair)
    assert len(pair.records.list()) == 1


def wipe(pair):
    """The power fails in the middle of an erase: nothing is left."""
    pair.board.store.image[:] = b"\xff" * pair.board.store.size
    pair.replug()
    pair.board.start()


@pytest.mark.slow
def test_a_power_cut_while_a_game_is_given_back_is_mended_too():
    for after in range(0, 400, campaign(29, 3)):
        pair = Pair(IN_MEMORY, GAME)
        pair.run(600, lambda pair=pair: pair.players.at == 16)
        pair.agree()
        game_id = pair.host.mirror.id
        wipe(pair)
        pair.board.store.cut_after = after
        pair.play()
        if not pair.board.cuts:
            break
        assert pair.board.table.journal.game[0] == game_id
        assert_same_game(pair)


# Both


@pytest.mark.parametrize(("board_has", "host_has"), [(9, 9), (9, 5), (5, 9), (0, 9), (9, 0)])
def test_after_both_died_the_longer_history_wins(path, board_has, host_has):
    most = max(board_has, host_has)
    pair = Pair(path, GAME[:most]).play()
    mirror = pair.host.mirror
    pair.kill_host()
    records_of_entries(path.with_name("host.sqlite3"), mirror, host_has)
    pair.path = path.with_name("host.sqlite3")
    board_of_entries(pair, board_has)
    pair.start_host()
    pair.agree()
    assert_same_game(pair, TEXTS[:most])
    assert len(pair.records.list()) == 1


def records_of_entries(path, mirror, turns):
    with Records.open(path) as records:
        if turns:
            records.insert(Mirror.from_entries(mirror.entries[: turns + 1]), "b0")


def board_of_entries(pair, turns):
    """Cut entries off the end of the board's store."""
    store = pair.board.store
    used = -(-len(store.image.rstrip(b"\xff")) // SLOT) * SLOT
    lost = pair.board.table.game.ply - turns
    start = used - lost * SLOT if turns else 0
    store.image[start:used] = b"\xff" * (used - start)
    pair.board.start()


def test_a_board_that_went_on_differently_wins_and_our_version_is_kept(path):
    pair = Pair(path, GAME[:9]).play()
    mirror = pair.host.mirror
    pair.kill_host()
    board_of_entries(pair, 5)
    # The players go on from the fifth turn with another one.
    game = pylos.Game()
    for turn in GAME[:5]:
        game.play_turn(turn)
    other = next(turn for turn in game.legal_turns() if turn != GAME[5])
    pair.players.game, pair.players.turns, pair.players.at = game, [*GAME[:5], other], 5
    pair.players._made = False
    while not pair.players.finished:
        pair.loop.step()
    pair.start_host()
    pair.agree()
    assert_same_game(pair, [*TEXTS[:5], pylos.turn_text(other)])
    forked, new = pair.records.list()
    assert forked.outcome == FORKED
    assert pair.records.load(forked.number).turns == mirror.turns
    assert new.outcome == ""


def test_a_board_with_a_game_of_its_own_keeps_it(path):
    pair = Pair(path, GAME[:9]).play()
    first = pair.host.mirror.id
    pair.kill_host()
    # The board forgot everything and people have begun anew before the host is back.
    pair.board.store.image[:] = b"\xff" * pair.board.store.size
    pair.board.readings[:] = bytes(len(pair.board.readings))
    pair.board.start()
    turns = random_game(5)[:4]
    pair.players.__init__(pair.board, turns)
    while not pair.players.finished:
        pair.loop.step()
    pair.start_host()
    pair.agree()
    assert_same_game(pair, [pylos.turn_text(turn) for turn in turns])
    old = pair.records.find("b0", first)
    assert old.outcome == ""
    assert pair.records.load(old.number).turns == TEXTS[:9]


# Noise


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["flipped", "lost", "doubled"])
@pytest.mark.parametrize("seed", campaign(range(1), range(8)))
def test_one_byte_in_a_hundred_wrong_and_no_turn_is(path, fault, seed):
    turns = random_game(seed)
    pair = Pair(path, turns, Faults(**{fault: 0.01}), seed)
    pair.play(2000)
    texts = [pylos.turn_text(turn) for turn in turns]
    assert_same_game(pair, texts)
    assert [entry.text for entry in added(pair)] == texts
    assert pair.board.table.link.reader.damaged > 0
    assert all(row.outcome != FORKED for row in pair.records.list())


@pytest.mark.slow
# One seed in a hundred loses all three tries, which is told: 1 was such a one.
@pytest.mark.parametrize("seed", [0, 2, 3, 4])
def test_commands_arrive_through_noise_and_are_done_once(path, seed):
    pair = Pair(path, GAME[:10], Faults(flipped=0.001, lost=0.001, doubled=0.001), seed)
    pair.play(2000)
    pair.host.take_back(7)
    pair.agree()
    assert pair.host.mirror.turns == TEXTS[:7]
    assert [entry.kind for entry in pair.host.mirror.entries].count("undo") == 1


def lose_first(pair, kind):
    """Damage the next line of this kind that the board sends, whole."""
    noise = pair.loop.noise

    def losing(data):
        if data.startswith(kind.encode() + b" "):
            pair.loop.noise = noise
            return b"?" * (len(data) - 1) + b"\n"
        return noise(data)

    pair.loop.noise = losing


def test_turns_of_another_game_whose_first_line_was_lost_are_no_fork(path):
    pair = Pair(path, GAME[:9]).play()
    old = pair.host.mirror.id
    pair.kill_host()
    pair.board.table.execute("new", ["pylos", "-", "-", "-"])
    turns = random_game(5)[:6]
    pair.board.readings[:] = bytes(len(pair.board.readings))
    pair.players.__init__(pair.board, turns)
    while not pair.players.finished:
        pair.loop.step()
    pair.start_host()
    pair.run(5, lambda: pair.host.hello)
    lose_first(pair, "game")
    pair.agree()
    assert_same_game(pair, [pylos.turn_text(turn) for turn in turns])
    kept = pair.records.find("b0", old)
    assert kept.outcome == "", "two games must not be taken for two versions of one"
    assert kept.turns == 9


@pytest.mark.parametrize("line", ["ok", "turn", "game", "hello"])
def test_a_single_lost_line_costs_less_than_two_seconds(path, line):
    pair = Pair(path, GAME[:4]).play()
    lose_first(pair, line)
    start_ms = pair.loop.now_ms
    pair.kill_host()
    pair.start_host()
    pair.agree()
    assert pair.loop.now_ms - start_ms <= 2000


def test_a_command_whose_answer_was_lost_is_done_once(path):
    pair = Pair(path, GAME[:4]).play()
    lose_first(pair, "ok")
    pair.host.new_game("pylos", "expert")
    pair.agree()
    assert [row.variant for row in pair.records.list()] == ["standard", "expert"]


# A host that does not read


def test_a_host_that_does_not_read_for_a_minute_holds_up_nobody(path):
    pair = Pair(path, random_game(4))
    pair.run(600, lambda: pair.players.at == 5)
    stalled_at, began = pair.players.at, pair.loop.now_ms
    pair.loop.stalled = True
    colours = set()
    most = 0
    while pair.loop.now_ms < began + 60000 and not pair.players.finished:
        pair.loop.step()
        most = max(most, len(pair.loop.from_board))
        colours.add(bytes(pair.board.table.colours))
    assert most == 320, "a port takes 320 bytes, then none"
    assert pair.players.at > stalled_at + 20, "play went on"
    assert len(colours) > 20, "the lights went on"
    pair.loop.stalled = False
    pair.play()
    assert_same_game(pair, [pylos.turn_text(turn) for turn in pair.players.turns])


# Who else may be at the other end


def test_two_hosts_cannot_have_one_board(path):
    pair = Pair(path, GAME[:6])
    pair.run(1)
    with pytest.raises(LinkClosed, match="busy"):
        pair.loop.open()
    pair.play()
    assert_same_game(pair, TEXTS[:6])


def test_a_take_back_and_what_follows_are_one_history(path):
    pair = Pair(path, GAME[:10]).play()
    pair.host.take_back(6)
    pair.agree()
    assert pair.host.mirror.turns == TEXTS[:6]
    with Records.open(path) as fresh:
        kinds = [entry.kind for entry in fresh.load(1).entries]
    assert kinds == ["game"] + ["turn"] * 10 + ["undo"]
    wipe(pair)
    pair.agree()
    assert pair.board.table.journal.entries == 12
    assert pair.board.table.game.ply == 6


def test_a_new_game_leaves_the_old_record_as_it_is(path):
    pair = Pair(path, GAME[:6]).play()
    mirror = pair.host.new_game("pylos", "expert", "end=bga")
    assert (mirror.variant, mirror.options, mirror.origin) == ("expert", "end=bga", "computer")
    pair.agree()
    old, new = pair.records.list()
    assert (old.turns, new.turns) == (6, 0)
    assert any(isinstance(event, GameChanged) for event in pair.added)


def test_a_board_that_gets_nothing_back_keeps_what_it_has(path):
    pair = Pair(path, GAME[:6], give_back=False).play()
    wipe(pair)
    pair.agree()
    assert pair.board.table.game.ply == 0
    assert pair.records.list()[0].turns == 6
    assert not [event for event in pair.added if isinstance(event, CommandRefused)]


def test_records_of_a_host_that_cannot_write_any_more_are_left_as_they_were(path):
    pair = Pair(path, GAME)
    pair.run(600, lambda: pair.players.at == 9)
    known = pair.records.load(1).last
    pair.records.base.execute("PRAGMA query_only = ON")
    pair.run(600, lambda: pair.players.finished)
    assert "cannot be used" in pair.host.paused
    assert sqlite3.connect(path).execute("SELECT max(number) FROM entries").fetchone()[0] == known
    pair.kill_host()
    pair.start_host()
    pair.play()
    assert_same_game(pair)


def test_the_harness_really_plays_by_its_readings():
    board = BareBoard()
    board.readings[0] = 1
    board.table.readings[0] = 1
    for _ in range(30):
        board.step(20)
    assert board.table.game.ply == 1

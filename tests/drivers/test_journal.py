"""Journal (what is kept of a game, and what a power cut leaves of it)."""

import zlib

import pytest

from boardcore.pylos import rules as pylos
from boardcore.store.journal import (
    ENTRY,
    ROOM_FOR_A_GAME,
    SIDE,
    SLOT,
    UNDO,
    Journal,
    chain_of,
)
from support.rows import for_each
from underboard.sim.harness import MemoryStore
from underboard.sim.mcu.nvm import PowerCut

GAME = ("1a2b3c4d", "pylos", "standard", "", "players", "")
LONG_GAME = (
    "1a2b3c4d", "pylos", "expert", "end=bga,repetition=off", "computer",
    "L.LD/LLLD/DD../D... .../.../... ../.. . L",
)  # fmt: skip
CODES = [pylos.make_turn(pylos.place(cell)) | (SIDE if cell & 1 else 0) for cell in range(12)]


def started(store, game=GAME, turns=3):
    journal = Journal(store)
    journal.begin(game)
    for i in range(turns):
        journal.add(CODES[i % len(CODES)], i + 1, str(i))
    return journal


def kept(store):
    """Return what a board finds when it is switched on again."""
    journal = Journal(store)
    return journal.game, journal.codes


# Records


def test_an_empty_store_has_no_game():
    journal = Journal(MemoryStore())
    assert (journal.game, journal.entries) == ((), 0)


@pytest.mark.parametrize("game", [GAME, LONG_GAME])
def test_a_game_and_its_turns_come_back(game):
    store = MemoryStore()
    started(store, game)
    assert kept(store) == (game, CODES[:3])
    assert store.erases == 0


def test_the_bytes_of_a_game_and_a_turn_are_pinned():
    store = MemoryStore()
    started(store, GAME, 1)
    assert store.image[:56].hex(" ", -8).split(" ") == [
        "6005316132623363",
        "34642070796c6f73",
        "207374616e646172",
        "64202d20706c6179",
        "657273202d00e521",
        "e001e0ff0f00386b",
        "ffffffffffffffff",
    ]


def test_an_undo_is_an_entry_too_and_nothing_is_taken_out():
    store = MemoryStore()
    journal = started(store)
    journal.add(UNDO | 1, 1, "undo")
    assert kept(store)[1] == CODES[:3] + [UNDO | 1]
    assert [journal.ply(i) for i in range(journal.entries)] == [0, 1, 2, 3, 1]


def test_every_code_of_a_turn_is_smaller_than_the_bits_beside_it():
    largest = pylos.make_turn(31 | 31 << 5, 31, 31)
    assert largest < SIDE < UNDO < 1 << 30


def test_the_chain_tells_histories_apart():
    one, other = started(MemoryStore()), started(MemoryStore())
    assert [one.chain(i) for i in range(4)] == [other.chain(i) for i in range(4)]
    other.add(CODES[0], 4, "another text")
    one.add(CODES[0], 4, "text")
    assert one.chain(4) != other.chain(4)
    assert one.chain(4) == chain_of(one.chain(3), "text")


def test_the_chain_is_a_checksum_of_all_that_was_played():
    one = started(MemoryStore(), turns=3)
    assert one.chain(3) == zlib.crc32(b"012", one.chain(0))
    # The same last turn after another past is another history.
    other = Journal(MemoryStore())
    other.begin(GAME)
    for at, text in enumerate(("1", "0", "2")):
        other.add(CODES[at], at + 1, text)
    assert other.chain(3) != one.chain(3)


def test_the_next_game_is_appended_and_only_it_counts():
    store = MemoryStore()
    journal = started(store)
    journal.begin(LONG_GAME)
    journal.add(CODES[5], 1, "x")
    assert kept(store) == (LONG_GAME, [CODES[5]])
    assert store.erases == 0


# Power cuts


def cut_at_every_byte(act):
    """Yield (bytes written, store) for a power cut at every byte that ``act`` writes."""
    store = MemoryStore()
    journal = started(store)
    before = store.written
    act(journal)
    total = store.written - before
    assert total >= SLOT
    for after in range(total + 1):
        store = MemoryStore()
        journal = started(store)
        store.cut_after = after
        try:
            act(journal)
            assert after == total
        except PowerCut:
            pass
        store.cut_after = -1
        yield after, total, store


def test_a_torn_turn_is_no_turn_and_the_next_one_is_kept():
    for after, total, store in cut_at_every_byte(lambda journal: journal.add(CODES[7], 4, "x")):
        game, codes = kept(store)
        assert game == GAME
        whole = after == total
        assert codes == CODES[:3] + [CODES[7]] * whole, after
        again = Journal(store)
        for i in range(len(codes)):
            again.replayed(i + 1, i + 1, str(i))
        again.add(CODES[8], len(codes) + 1, "y")
        assert kept(store) == (GAME, codes + [CODES[8]]), after
        assert store.erases == 0


def test_a_torn_game_leaves_the_game_before_it():
    for after, total, store in cut_at_every_byte(lambda journal: journal.begin(LONG_GAME)):
        game, codes = kept(store)
        assert (game, codes) == ((LONG_GAME, []) if after == total else (GAME, CODES[:3])), after
        again = Journal(store)
        for i in range(len(codes)):
            again.replayed(i + 1, i + 1, str(i))
        again.add(CODES[8], len(codes) + 1, "y")
        assert kept(store) == (game, codes + [CODES[8]]), after


def almost_full():
    """Return a store in which the next turn needs an erase, and its journal."""
    store = MemoryStore(size=SLOT * 200)
    journal = started(store)
    journal.begin(LONG_GAME)
    while journal.slots.next < journal.slots.size:
        journal.add(CODES[len(journal.codes) % 12], len(journal.codes) + 1, "x")
    assert store.erases == 0
    return store, journal


def test_a_power_cut_in_an_erase_may_lose_the_end_of_a_game_but_never_makes_one_up():
    store, journal = almost_full()
    before = store.written
    journal.add(CODES[0], 1, "x")
    for after in range(0, store.written - before, 11):
        store, journal = almost_full()
        store.cut_after = after
        with pytest.raises(PowerCut):
            journal.add(CODES[0], 1, "x")
        store.cut_after = -1
        game, codes = kept(store)
        assert game in ((), LONG_GAME)
        assert codes == journal.codes[: len(codes)]


# Damage


def test_after_a_gap_in_the_numbers_nothing_is_trusted():
    store = MemoryStore()
    journal = started(store, turns=6)
    first = journal.slots.next - 6
    store.image[(first + 2) * SLOT + 3] ^= 0x10  # the third turn
    again = Journal(store)
    assert again.codes == CODES[:2]


def test_the_game_goes_on_after_a_gap():
    store = MemoryStore()
    journal = started(store, turns=6)
    store.image[(journal.slots.next - 4) * SLOT + 3] ^= 0x10
    again = Journal(store)
    for i in range(2):
        again.replayed(i + 1, i + 1, str(i))
    again.add(CODES[9], 3, "x")
    again.add(CODES[10], 4, "y")
    assert kept(store)[1] == CODES[:2] + CODES[9:11]


@for_each("byte", range(SLOT))
def test_every_bit_of_a_turn_is_guarded(byte):
    for bit in range(8):
        store = MemoryStore()
        journal = started(store)
        store.image[(journal.slots.next - 1) * SLOT + byte] ^= 1 << bit
        assert kept(store) == (GAME, CODES[:2])


def test_every_bit_of_a_game_is_guarded():
    store = MemoryStore()
    size = started(store, turns=0).slots.next * SLOT
    for bit in range(8 * size):
        store = MemoryStore()
        started(store, turns=1)
        store.image[bit // 8] ^= 1 << bit % 8
        assert kept(store) == ((), [])


def test_a_record_in_the_wrong_slot_is_no_record():
    store = MemoryStore()
    journal = started(store)
    at = journal.slots.next * SLOT
    store.image[at : at + SLOT] = store.image[at - SLOT : at]
    assert kept(store) == (GAME, CODES[:3])


@for_each(
    "image",
    [
        b"\x00" * 3840,
        bytes(range(256)) * 15,
        b"\x60" * 3840,
        b"\x60\xff" * 1920,
        b"\x60\x00" * 1920,
        bytes([ENTRY, 1]) * 1920,
        b"\xff" * 3832 + b"\x60\x02345678",
    ],
)
def test_foreign_bytes_are_no_game_and_a_new_one_can_begin(image):
    store = MemoryStore(image)
    assert kept(store) == ((), [])
    started(store)
    assert kept(store) == (GAME, CODES[:3])


# Erasing


def test_nothing_is_erased_while_a_game_has_room():
    store = MemoryStore()
    journal = started(store, turns=0)
    for i in range(store.size // SLOT - journal.slots.next):
        assert not journal.is_full()
        journal.add(CODES[i % 12], i + 1, str(i))
        assert store.erases == 0
    assert kept(store)[1] == journal.codes


def test_a_full_store_is_erased_once_and_the_game_on_the_table_is_kept():
    store = MemoryStore()
    journal = started(store)
    journal.begin(LONG_GAME)
    while not store.erases:
        assert not journal.is_full()
        journal.add(CODES[len(journal.codes) % 12], len(journal.codes) + 1, "x")
    assert kept(store) == (LONG_GAME, journal.codes)
    assert store.erases == 1


def test_a_game_that_fills_the_whole_store_says_so_and_loses_nothing_it_has():
    store = MemoryStore()
    journal = started(store, turns=0)
    turns = 0
    while not journal.is_full():
        journal.add(CODES[turns % 12], turns + 1, str(turns))
        turns += 1
    assert turns == store.size // SLOT - 5
    assert kept(store) == (GAME, journal.codes[:turns])
    assert store.erases == 0


def test_between_games_the_store_is_erased_as_soon_as_a_long_game_might_not_fit():
    store = MemoryStore()
    journal = started(store, turns=0)
    while (journal.slots.next + 5 + ROOM_FOR_A_GAME) * SLOT <= store.size:
        journal.add(CODES[0], 1, "x")
    journal.begin(LONG_GAME)
    assert store.erases == 1
    assert kept(store) == (LONG_GAME, [])


def test_what_the_rules_cannot_replay_is_cut_off_for_good():
    store = MemoryStore()
    started(store, turns=6)
    again = Journal(store)
    for i in range(2):
        again.replayed(i + 1, i + 1, str(i))
    room = again.slots.free_slots
    again.truncate(3)
    assert again.slots.free_slots == room + 4, "from the first slot on"
    again.add(CODES[11], 3, "x")
    assert again.entries == 4
    assert kept(store) == (GAME, CODES[:2] + [CODES[11]])


def test_more_turns_than_a_byte_counts():
    store = MemoryStore()
    started(store, turns=300)
    assert len(kept(store)[1]) == 300

"""The table of a three-level pyramid equals that of a slow solver, entry for entry.

The same code builds the table of the real board; only the size differs.
"""

import random
import shutil
from zlib import crc32

import numpy as np
import pytest

from support.campaign import campaign, one_in
from support.reference.pyramid import SlowPyramid
from support.rows import for_each, rows
from underboard.cli import main
from underboard.engine import compiled
from underboard.errors import UnderboardError
from underboard.games.pylos.engine.boards import boards_after
from underboard.games.pylos.engine.rule_variants import VariantGame
from underboard.games.pylos.engine.table import build, provider, store
from underboard.games.pylos.engine.table.classes import classes_of
from underboard.games.pylos.engine.table.lookup import EndgameTable, Index
from underboard.games.pylos.engine.table.provider import make
from underboard.games.pylos.engine.table.pyramid import Pyramid
from underboard.games.pylos.engine.table.rule_set import TAKES, RuleSet
from underboard.games.pylos.engine.table.values import DRAW, WIN, Unusable, path_of

SMALL = RuleSet(base=3)
RULES = [
    # variant, end, back; all eight are checked by tests/bench/engines/pylos_table.py
    ("standard", "strict", "one"),
    ("expert", "bga", "one"),
]


SOLVED = {("standard", "strict", "one"): 454572724, ("expert", "bga", "one"): 188293490}
"""CRC-32 of what the slow solver finds for all positions in order."""


def mask_of(pyramid, balls):
    return sum(1 << pyramid.places.index(cell) for cell in balls)


@pytest.fixture(scope="module")
def small_pyramid():
    """Return the positions of the small pyramid, the same by all rules, and their masks."""
    pyramid, slow = Pyramid(3), SlowPyramid(3, *RULES[0])
    positions = sorted(slow.positions(), key=lambda balls: [sorted(side) for side in balls])
    return positions, [[mask_of(pyramid, balls) for balls in sides] for sides in positions]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "end", "back"), one_in(2, RULES))
def test_every_entry_of_the_small_pyramid_is_right(variant, end, back, folder, small_pyramid):
    """Value and plies of all 105,053 positions, through the file.

    What the slow solver finds is kept as a checksum, which a campaign finds anew.
    """
    pytest.importorskip("numba")
    slow = SlowPyramid(3, variant, end, back)
    table = make(RuleSet(variant, end, back, base=3), folder)
    positions, masks = small_pyramid
    assert len(positions) == 105053
    found = [table.lost_in(own, her) for own, her in masks]
    assert crc32(repr(found).encode()) == SOLVED[variant, end, back]
    if campaign(False, True):
        solved = slow.solve()
        assert found == [plies_of(solved[position]) for position in positions]


def plies_of(worth):
    return DRAW if worth is None else WIN if worth[0] > 0 else worth[1]


@pytest.mark.slow
def test_a_sample_of_entries_follows_from_those_after_them(folder, small_pyramid):
    """By the slow rules, on positions that are not decided yet."""
    pytest.importorskip("numba")
    pyramid, slow = Pyramid(3), SlowPyramid(3, *RULES[0])
    table = make(RuleSet(*RULES[0], base=3), folder)

    def entry(own, her):
        return table.lost_in(mask_of(pyramid, own), mask_of(pyramid, her))

    for own, her in random.Random(1).sample(small_pyramid[0], 2000):
        after = [] if slow.over(own, her) else slow.after_turn(own, her)
        if after:
            values = [entry(her, balls) for balls in after]
            lost = [value for value in values if value not in (WIN, DRAW)]
            expected = WIN if lost else DRAW if DRAW in values else None
            if expected is None:
                # All turns lose, so this one is lost, in plies that only the winner's turns tell.
                assert entry(own, her) not in (WIN, DRAW)
            else:
                assert entry(own, her) == expected, (own, her)


def test_the_real_pyramid_has_the_classes_of_the_rules_page():
    classes = classes_of(4)
    assert len(classes.occupancies) == 141120
    # All of them but the full pyramid and the one that lacks only its apex.
    assert len(classes.balls) == 18456
    entries = sum(RuleSet().entries(int(balls)) for balls in classes.balls)
    assert entries == 1686262193


def test_positions_that_are_symmetric_share_an_entry():
    index, pyramid, chance = Index(4), Pyramid(4), random.Random(3)
    occupancies = classes_of(4).occupancies
    for _ in range(200):
        occupied = int(chance.choice(occupancies))
        if occupied.bit_count() > 28:
            continue
        mine = occupied & chance.getrandbits(30)
        images = set()
        for symmetry in pyramid.symmetries.tolist():
            moved = [
                sum(1 << symmetry[cell] for cell in range(30) if mask >> cell & 1)
                for mask in (mine, occupied & ~mine)
            ]
            images.add(index.find(*moved))
        # A pyramid that is symmetric itself may have its colourings at several entries.
        whole = {
            sum(1 << symmetry[cell] for cell in range(30) if occupied >> cell & 1)
            for symmetry in pyramid.symmetries.tolist()
        }
        assert len(images) <= 8 // len(whole)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The small table, built once."""
    pytest.importorskip("numba")
    folder = tmp_path_factory.mktemp("built")
    make(SMALL, folder)
    return folder


@pytest.fixture
def small(built, tmp_path):
    """A folder with a small table of its own."""
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    return tmp_path


def answers(table):
    occupancies, chance = classes_of(3).occupancies, random.Random(1)
    found = []
    for _ in range(500):
        occupied = int(chance.choice(occupancies))
        mine = occupied & chance.getrandbits(14)
        if max(mine.bit_count(), (occupied & ~mine).bit_count()) <= 7:
            found.append(table.lost_in(mine, occupied & ~mine))
    return found


DAMAGE = [
    ("cut short", lambda data: data[:-1]),
    ("longer", lambda data: data + b"x"),
    ("a bit of the header", lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:]),
    ("a bit of the last block", lambda data: data[:-9] + bytes([data[-9] ^ 4]) + data[-8:]),
    ("another program's", lambda data: b"SQLite format 3" + data[15:]),
    ("empty", lambda data: b""),
    ("of a later version", lambda data: data[:7] + b"\x63" + data[8:]),
]  # fmt: skip


@rows(one_in(3, DAMAGE), "damage")
def test_a_damaged_file_is_noticed_and_built_again(damage, small):
    path = path_of(SMALL, small)
    whole = path.read_bytes()
    before = answers(EndgameTable(path, SMALL))
    path.write_bytes(damage(whole))
    with pytest.raises(Unusable, match="is damaged, or a table of other rules"):
        EndgameTable(path, SMALL).store.check()
    told = []
    table = make(SMALL, small, tell=lambda key, **gaps: told.append(key))
    assert told == ["damaged"]
    assert answers(table) == before


def test_a_table_of_other_rules_is_refused(small):
    other = RuleSet("children", base=3)
    path_of(SMALL, small).rename(path_of(other, small))
    with pytest.raises(Unusable):
        EndgameTable(path_of(other, small), other)


@pytest.mark.parametrize("stop_at", [1, 4, 11])
def test_a_stopped_build_goes_on_where_it_was(stop_at, small, tmp_path):
    whole = path_of(SMALL, small).read_bytes()
    path_of(SMALL, small).unlink()

    seen = []

    def stop(progress):
        seen.append(progress.ply)
        if seen.count(stop_at) > 20:
            raise KeyboardInterrupt

    told = []
    with pytest.raises(KeyboardInterrupt):
        make(SMALL, small, progress=stop, tell=lambda key, **gaps: told.append((key, gaps)))
    assert told == [("stopped", {"ply": stop_at})]
    assert not path_of(SMALL, small).exists()
    told.clear()
    make(SMALL, small, tell=lambda key, **gaps: told.append((key, gaps)))
    assert told == [("resumed", {"ply": stop_at})]
    assert body(path_of(SMALL, small).read_bytes()) == body(whole)
    assert [path.name for path in small.iterdir()] == [path_of(SMALL, small).name]


def test_a_build_that_is_killed_goes_on_from_within_its_sweep(small, monkeypatch):
    whole = path_of(SMALL, small).read_bytes()
    path_of(SMALL, small).unlink()
    work = path_of(SMALL, small).with_suffix(".work")
    monkeypatch.setattr(build, "CHECKPOINT_S", 0)
    kept = []

    def kill(progress):
        if progress.ply == 7 and work.exists():
            kept.append(work.read_bytes())
            raise MemoryError  # nothing is written on this way out

    with pytest.raises(MemoryError):
        make(SMALL, small, progress=kill)
    assert work.read_bytes() == kept[0]
    told = []
    make(SMALL, small, tell=lambda key, **gaps: told.append((key, gaps)))
    assert told[0][0] == "resumed"
    assert body(path_of(SMALL, small).read_bytes()) == body(whole)


def test_the_bar_only_rises_and_ends_full(small):
    path_of(SMALL, small).unlink()
    shares = []
    make(SMALL, small, progress=lambda progress: shares.append(progress.share))
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.05
    assert shares[-1] == 1


EARLIER = (
    11, 12, 10, 96, 18, 17, 16, 23, 18, 17, 17, 34, 31, 42, 24, 30, 22, 37, 28, 34, 135, 28, 15,
    25, 14, 21, 21, 39, 11, 12, 10, 12, 8, 7, 7, 7, 5, 6, 6, 5, 6, 5, 4, 6, 5, 4, 5, 4, 6, 4, 4,
    4, 4, 4, 6, 4, 3, 3, 3, 3, 3, 2, 2, 3, 2, 2, 2,
)  # fmt: skip
"""Seconds of the sweeps of another run, beside other work on two shared cores."""


def test_after_a_minute_the_estimate_is_within_a_third_of_what_another_run_took():
    cost = build.Cost(np.array([0]))
    elapsed, ply = 0, 0
    while elapsed + EARLIER[ply] < 60:
        elapsed += EARLIER[ply]
        ply += 1
    within = (60 - elapsed) / EARLIER[ply]
    done, here = cost.after(ply - 1, 0, 1.0), build.SWEEPS[ply] / sum(build.SWEEPS)
    total = 60 / (done + within * here)
    assert sum(EARLIER) * 2 / 3 < total < sum(EARLIER) * 4 / 3


def body(data):
    """The blocks of a file: its header has the seconds of the build."""
    _, length, _ = store.HEAD.unpack_from(data)
    return data[store.HEAD.size + length :]


def test_a_damaged_checkpoint_is_left_aside(small):
    path_of(SMALL, small).unlink()
    work = path_of(SMALL, small).with_suffix(".work")

    def stop(progress):
        if progress.ply == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(SMALL, small, progress=stop)
    data = bytearray(work.read_bytes())
    data[-100] ^= 1
    work.write_bytes(data)
    told = []
    make(SMALL, small, tell=lambda key, **gaps: told.append(key))
    assert told == []


def test_without_room_the_build_does_not_begin(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(provider, "available_memory", lambda: 1_200_000_000)
    with pytest.raises(
        UnderboardError, match=r"needs 3\.0 GB of memory and 5\.7 GB on disk, .* 1\.2 GB"
    ):
        make(RuleSet(), tmp_path)
    assert not list(tmp_path.iterdir())


def test_without_numba_the_build_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "FAST", False)
    with pytest.raises(
        UnderboardError, match=r"needs numba: type pip install 'underboard\[fast\]'"
    ):
        make(SMALL, tmp_path)


def test_a_built_table_is_read_without_numba(small, monkeypatch):
    monkeypatch.setattr(compiled, "FAST", False)
    assert make(SMALL, small).lost_in(0, 0) == WIN


@for_each("back", TAKES)
@for_each("variant", ["standard", "expert"])
def test_other_readings_of_taking_back_are_the_same_everywhere(variant, back):
    """Turns counted one by one lead to the boards that the search and the table know."""
    chance = random.Random(2)
    for _ in range(4):
        game = VariantGame(variant, [("repetition", "off")], back)
        while not game.outcome():
            mine, theirs = game.balls(game.side), game.balls(1 - game.side)
            turns, boards = game.legal_turns(), set()
            for turn in turns:
                game.step(turn)
                boards.add(game.balls(1 - game.side))
                game.undo()
            assert boards == set(boards_after(mine, theirs, variant, "strict", back))
            game.step(chance.choice(turns))


def test_readings_are_counted_by_perft(capsys):
    position = "D..L/LLD./DDDD/LD.L .../.L./L.. ../.. . D"
    counts = {}
    for back in TAKES:
        words = ["perft", "pylos", "--position", position, "--option", f"back={back}"]
        assert main([*words, "--depth", "1"]) == 0
        counts[back] = int(capsys.readouterr().out.split()[3])
    # The rules page counts 17; "none" adds one turn for each of two moves that make a square.
    assert counts["one"] == 17
    assert counts["none"] == 19
    assert counts["others"] < counts["free"] <= counts["one"]


def test_a_reading_that_does_not_exist_is_refused(capsys):
    assert main(["perft", "pylos", "--option", "back=all"]) == 2
    assert "'all' is not a value of back: expected one, none, " in capsys.readouterr().err

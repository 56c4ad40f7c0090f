"""Gygès against the slow second implementation, on positions of random games.

Half of the games begin with a set-up on two rows, half on one; a few positions
have a blocked front row, which games hardly ever bring.  Seeds are printed.
"""

import random

import pytest

from boardcore.gyges import rules as gyges
from boardcore.gyges.reach import Reach
from support.campaign import campaign
from support.reference.gyges import BESIDE, BOARD, ROWS, Position
from support.rows import for_each

RINGS = [1, 1, 2, 2, 3, 3]


def set_up(rng, rows):
    """Return a random set-up: six rings of each player on his nearest rows."""
    rings = {}
    for near in (ROWS[:rows], ROWS[6 - rows :]):
        cells = rng.sample([cell for cell in BOARD if cell[1] in near], 6)
        rings.update(zip(cells, RINGS))
    return Position(rings, "S")


def positions(rng, number):
    """Yield positions of random games, one-row and two-row set-ups in turn."""
    rows = 1
    left = number
    while left:
        rows = 3 - rows
        position = set_up(rng, rows)
        for _ in range(rng.randint(4, 14)):
            if left and rng.random() < 0.4:
                yield position
                left -= 1
            turns = sorted(position.turns(), key=str)
            quiet = [turn for turn in turns if turn[1] not in "NS"]
            if not quiet:
                break
            position = position.after(rng.choice(quiet))


BLOCKED = [
    # Triples with one empty cell beside them, or a full row.
    {"b6": 3, "d6": 3, "f6": 3},
    {"a6": 3, "c6": 3, "e6": 3},
    {"a6": 2, "b6": 3, "c6": 2, "d6": 3, "e6": 2, "f6": 3},
]


def blocked(rng):
    """Return a position where no ring of row 6 can move, because row 5 is full."""
    rings = dict(rng.choice(BLOCKED))
    sizes = RINGS * 2
    for size in rings.values():
        sizes.remove(size)
    rng.shuffle(sizes)
    anywhere = rng.sample([cell for cell in BOARD if cell[1] in "1234"], len(sizes) - 6)
    rings.update(zip(["a5", "b5", "c5", "d5", "e5", "f5", *anywhere], sizes))
    return Position(rings, rng.choice("SN"))


def as_slow(turn):
    """Return the slow form of a turn, read from its text alone."""
    way, _, drop = gyges.turn_text(turn).replace("x", "-").partition(">")
    origin, landing = way.split("-")
    return origin, landing, drop or None


def compare(position, null):
    text = position.text()
    options = [("null", "on" if null else "off"), ("study", "on")]
    game = gyges.Game("standard", options, text)
    assert game.position_text() == text
    turns = game.legal_turns()
    expected = position.turns(null)
    assert len(turns) == len(expected)
    assert {as_slow(turn) for turn in turns} == expected
    key = game.key()
    for turn in turns:
        game.step(turn)
        assert game.position_text() == position.after(as_slow(turn)).text()
        assert game.undo() == turn
        assert game.key() == key
    for origin in game.origins():
        compare_ways(game, position, origin)


def compare_ways(game, position, origin):
    """Every way that is shown is one that the slow implementation walks, by fewest bounces."""
    reach = Reach(game, origin).run()
    paths = set(position.paths(gyges.cell_text(origin), position.side))
    for place in range(38):
        if reach.marks[place] & (gyges.LAND | gyges.RING):
            path = tuple(gyges.cell_text(cell) for cell in reach.path(place))
            assert path in paths
            bounces = [gyges.cell_text(cell) for cell in reach.bounces(place)]
            assert (bounces[0], bounces[-1]) == (path[0], path[-1])
            shortest = min(jumps_on(position, way) for way in paths if way[-1] == path[-1])
            assert len(bounces) - 2 == jumps_on(position, path) == shortest


def jumps_on(position, way):
    """Return how many rings a way bounces on; on its origin there is none any more."""
    return sum(1 for cell in way[1:-1] if cell in position.rings and cell != way[0])


@pytest.mark.slow
def test_both_implementations_agree():
    number = campaign(30, 500)
    print(f"seed {number}")
    rng = random.Random(number)
    wins = 0
    for position in positions(rng, number):
        try:
            for null in (True, False):
                compare(position, null)
        except AssertionError:
            print(position.text())
            raise
        wins += any(turn[1] in "NS" for turn in position.turns())
    assert wins >= number // 20, "too few positions with a goal in reach to be worth much"


def scattered(rng):
    """Return twelve rings anywhere: such boards have the longest chains."""
    return Position(dict(zip(rng.sample(BOARD, 12), RINGS * 2)), rng.choice("SN"))


@pytest.mark.slow
def test_long_chains_of_scattered_rings_are_found_too():
    rng = random.Random(64)
    compared = most = 0
    for _ in range(campaign(60, 120)):
        position = scattered(rng)
        if position.count_paths() < 3000:
            compare(position, rng.random() < 0.5)
            compared += 1
        game = gyges.Game(position=position.text())
        most = max(most, *(Reach(game, origin).run().states for origin in game.origins()))
    assert compared > campaign(20, 40)
    assert most > 64


@for_each("budget", [1, 7, 50])
def test_reach_in_slices_is_the_same_reach(budget):
    rng = random.Random(budget)
    for _ in range(20):
        game = gyges.Game(position=scattered(rng).text())
        for origin in game.origins():
            sliced = Reach(game, origin)
            found = bytearray(38)
            while not sliced.step(budget):
                assert not any(was & ~now & gyges.LAND for was, now in zip(found, sliced.marks)), (
                    "a cell once lit stays lit"
                )
                found = bytearray(sliced.marks)
            assert sliced.marks == Reach(game, origin).run().marks


def test_both_agree_where_the_front_row_is_blocked():
    rng = random.Random(11)
    for _ in range(30):
        position = blocked(rng)
        assert position.playable_row("N") == "5"
        compare(position, True)


PATHS = [
    # position, complete paths from the playable row (host/docs/rules/gyges.md, section 2.5)
    ("321123/000000/000000/000000/000000/321123 S", 38),
    ("231123/000000/000000/000000/000000/321123 S", 65),
    ("300201/010023/000000/000000/320010/102003 S", 89),
    ("000000/321123/000000/000000/321123/000000 S", 84),
    ("200100/200200/003113/003000/002300/001000 S", 163),
    ("200100/200200/003113/003000/002300/001000 N", 6),
    ("000000/201320/302110/302300/100000/000000 S", 87),
    ("000000/201320/302110/302300/100000/000000 N", 9),
    ("002130/300300/021100/002000/000200/030100 S", 5314),
    ("002130/300300/021100/002000/000200/030100 N", 4383),
]


@for_each(("text", "paths"), PATHS)
def test_the_slow_one_walks_as_many_paths_as_the_rules_page_says(text, paths):
    assert Position.read(text).count_paths() == paths


def test_both_name_the_cells_alike():
    assert list(BOARD) == [gyges.cell_text(cell) for cell in range(36)]
    assert all(len(BESIDE[cell]) >= 2 for cell in BOARD)

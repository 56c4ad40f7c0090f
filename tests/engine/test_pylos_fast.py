"""The compiled search of Pylos knows the rules of the core, and plays as it should."""

import random
import subprocess
import sys

import pytest

pytest.importorskip("numba")

import numpy as np

from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import Game
from support.rows import for_each
from underboard.engine import compile_process, compiled
from underboard.engine.levels import SearchStopped
from underboard.engine.perft import perft as slow_perft
from underboard.games.pylos.engine import player
from underboard.games.pylos.engine.fast.driver import FastSearch, past_of
from underboard.games.pylos.engine.fast.search import rules_of, worth
from underboard.games.pylos.engine.fast.turns import MAX_TURNS, perft, shape_table, turns_of
from underboard.games.pylos.engine.search import WIN, Search

TURNS = np.zeros(MAX_TURNS, dtype=np.int64)
AFTERS = np.zeros(MAX_TURNS, dtype=np.int64)


def random_positions(variant, end, positions, seed=4):
    chance = random.Random(seed)
    left = positions
    while True:
        game = Game(variant, [("end", end), ("repetition", "off")])
        while not game.outcome():
            if not left:
                return
            left -= 1
            yield game
            game.play_turn(chance.choice(game.legal_turns()))


@pytest.mark.parametrize("positions", [pytest.param(60), pytest.param(520, marks=pytest.mark.slow)])
@pytest.mark.parametrize("end", ["strict", "bga"])
@pytest.mark.parametrize("variant", pylos.VARIANTS)
def test_its_turns_are_those_of_the_core(variant, end, positions):
    """Over 3,000 positions in all, with the board after every turn."""
    shapes = shape_table(variant)
    for game in random_positions(variant, end, positions):
        mine, theirs = game.balls(game.side), game.balls(1 - game.side)
        count = turns_of(mine, theirs, shapes, end == "strict", False, TURNS, AFTERS)
        found = dict(zip(TURNS[:count].tolist(), AFTERS[:count].tolist()))
        assert len(found) == count
        assert sorted(found) == sorted(game.legal_turns()), game.position_text()
        for turn, after in found.items():
            game.step(turn)
            assert game.balls(1 - game.side) == after, pylos.turn_text(turn)
            game.undo()


MIDDLE = [
    # the positions of the rules page and its counts at depth 3, strict
    ("D.LL/..D./DD../LDLL .../.../... ../.. . L", (850, 1262, 1706)),
    ("D..L/LLD./DDDD/LD.L .../.L./L.. ../.. . D", (376, 1598, 1788)),
    (".L.L/LLD./DDDD/LD.L .../DL./L.. ../.. . L", (188, 11394, 17138)),
    ("..LD/.LLD/DLDL/LDDL ..D/.D./.DD ../.. . D", (217, 10573, 22635)),
    ("DD.L/L.D./DD../LDLL .../.../L.. ../.. . D", (249, 541, 1471)),
    ("LDLL/LLDD/DDDL/LDLD DDD/DLL/LDD LL/L. . L", (0, 35, 26)),
    ("L.LD/LLLD/DD../D... .../.../... ../.. . L", (1704, 23866, 27613)),
]


@for_each(("position", "counts"), MIDDLE)
def test_its_counts_are_those_of_the_rules_page(position, counts):
    for variant, expected in zip(("children", "standard", "expert"), counts):
        game = Game(variant, position=position)
        mine, theirs = game.balls(game.side), game.balls(1 - game.side)
        assert perft(mine, theirs, shape_table(variant), True, 3) == expected
        # The core counts on where the game is decided, and so does this.
        assert [turns for _, turns, _ in slow_perft(game, 2)][-1] == perft(
            mine, theirs, shape_table(variant), True, 2
        )


def test_it_values_positions_as_the_search_in_python_does():
    for variant in pylos.VARIANTS:
        _, every_shape, _ = rules_of(variant, "strict")
        for game in random_positions(variant, "strict", 150):
            mine, theirs = game.balls(game.side), game.balls(1 - game.side)
            slow = Search(game, 1, 10, random.Random(1))
            assert worth(mine, theirs, every_shape) == slow.worth(mine, theirs)


# Both search to the end here, so depth, ordering and quiescence make no difference.
LATE = [
    "LDLL/LLDD/DDDL/LDLD DDD/DLL/LDD LL/L. . L",
    "LDLD/DLDL/LDLD/DLDL LDL/DL./L.. ../.. . L",
    "LDLD/DLDL/LDLD/DLDL LDL/DLD/L.. ../.. . D",
]


@for_each("position", LATE)
def test_both_searches_agree_where_they_see_the_end(position):
    game = Game(position=position)
    fast = FastSearch(game, 30, 300000, random.Random(1))
    slow = Search(game, 30, 60000, random.Random(1))
    fast.best()
    slow.best()
    assert abs(fast.value) > WIN - 100
    assert fast.value == slow.value


def test_the_same_seed_plays_the_same_turn():
    turns = {
        FastSearch(Game(position="LL../..../DD../.D.. .../.../... ../.. . L"), 30, 20000,
                   random.Random(5)).best()
        for _ in range(3)
    }  # fmt: skip
    assert len(turns) == 1


def test_who_stands_worse_takes_the_draw_by_repetition():
    game = Game(position="LL.D/L.DD/D.DD/DDD. .../.../... ../.. . L")
    for text in ("b2xb2", "d4xd4", "b2xb2"):
        game.play_turn(pylos.parse_turn(text))
    assert len(past_of(game)) == 2
    game.play_turn(FastSearch(game, 3, 100000, random.Random(1)).best())
    assert game.outcome() == (pylos.DRAW, "repetition")


def test_it_stops_at_its_limit_and_lets_others_work():
    calls = []
    search = FastSearch(Game(), 30, 5000, random.Random(1))
    search.best(lambda: calls.append(1))
    assert search.nodes <= 5000 + 1
    assert calls


def test_a_caller_that_gives_up_ends_the_search():
    def give_up():
        raise KeyboardInterrupt

    search = FastSearch(Game(), 30, 10**9, random.Random(1))
    with pytest.raises(KeyboardInterrupt):
        search.best(give_up)


def test_a_clock_that_has_run_out_ends_the_search():
    def run_out():
        raise SearchStopped

    game = Game()
    assert FastSearch(game, 30, 10**9, random.Random(1)).best(run_out) in game.legal_turns()


def test_without_numba_the_expert_searches_in_python(monkeypatch):
    monkeypatch.setattr(compiled, "FAST", False)
    monkeypatch.setitem(player.LEVELS, "expert", player.LEVELS["expert"]._replace(nodes=500))
    game = Game(position="LL../..../DD../.D.. .../.../... ../.. . L")
    assert player.Engine("expert", random.Random(1)).choose(game) in game.legal_turns()


def test_while_numba_compiles_a_turn_takes_few_boards(monkeypatch):
    """A process that sleeps stands for the one that compiles."""
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    monkeypatch.setitem(compile_process.children, player.KERNELS, child)
    monkeypatch.setattr(player, "MEANWHILE", 300)
    expert = player.Engine("expert", random.Random(1))
    game = Game()
    assert expert.choose(game) in game.legal_turns()
    assert 0 < expert.nodes <= 400
    child.communicate(b"\n")
    assert not compile_process.is_compiling(player.KERNELS)
    assert compile_process.is_ready(player.KERNELS)


def test_kernels_that_could_not_be_compiled_leave_the_slow_search(monkeypatch):
    child = subprocess.Popen([sys.executable, "-c", "raise SystemExit(1)"])
    child.wait()
    monkeypatch.setitem(compile_process.children, player.KERNELS, child)
    assert not compile_process.is_ready(player.KERNELS)
    assert not compile_process.is_compiling(player.KERNELS)

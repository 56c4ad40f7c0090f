"""The engine of Gygès (its fast rules are the core's, its wins are real, its levels differ)."""

import pytest

from boardcore.gyges import rules as gyges
from boardcore.gyges.rules import Game, parse_turn
from support.boards.gyges import games_on_the_way
from support.rows import for_each
from underboard.engine.compiled import FAST, plain
from underboard.engine.limits import Limits
from underboard.engine.player import player_of
from underboard.games.gyges.engine import assess, kernels, openings, search, tables
from underboard.games.gyges.engine import player as gyges_player
from underboard.games.gyges.engine.analysis import (
    SURE,
    TABLE_BITS,
    WEIGHTS,
    WIN,
    Found,
    Thinker,
    array_of,
    different_turns,
    goal_in_reach,
    machine,
    occupied_of,
)
from underboard.games.gyges.engine.player import LEVELS
from underboard.registry import game_of as part_of

START = "112000/032030/000000/000000/002100/320301 S"


def kernel_turns(game, every, kernel=kernels.turns, array=array_of):
    t, s = machine()[:2] if array is array_of else PLAIN
    out = array([0] * 4096)
    count = kernel(t, s, array(game.cells), occupied_of(game), game.side, game.null, every, out, 0)
    return sorted(int(turn) for turn in out[:count])


PLAIN = tables.tables(list), tables.scratch(list)


# 3,000 random positions: tests/bench/engines/gyges_engine.py
@pytest.mark.parametrize("null", ["on", "off"])
def test_the_kernels_know_exactly_the_turns_of_the_rules(null):
    for game in games_on_the_way(60, 1):
        game.null = null == "on"
        assert kernel_turns(game, True) == sorted(game.legal_turns()), game.position_text()


VECTORS = [
    "321123/000000/000000/000000/000000/321123 S",
    "300201/010023/000000/000000/320010/102003 N",
    "200100/200200/003113/003000/002300/001000 N",
    "000020/302201/102303/001010/300000/000000 N",
    "002130/300300/021100/002000/000200/030100 S",
    "000000/000000/000102/000100/112232/030303 N",
]


@for_each("position", VECTORS)
def test_the_kernels_agree_on_the_positions_of_the_rules_page(position):
    game = Game(options=[("study", "on")], position=position)
    assert kernel_turns(game, True) == sorted(game.legal_turns())
    assert kernel_turns(game, True, plain(kernels)["turns"], list) == sorted(game.legal_turns())


def test_different_turns_lead_to_every_position_once():
    for game in games_on_the_way(40, 2):
        found = []
        for turn in different_turns(game):
            game.step(turn)
            found.append(game.key())
            game.undo()
        reached = set()
        for turn in game.legal_turns():
            game.step(turn)
            reached.add(game.key())
            game.undo()
        assert set(found) == reached
        # Only rings of one size from two origins may still lead to one position.
        assert len(found) < 1.3 * len(reached)


def test_a_goal_in_reach_is_what_the_rules_say():
    for game in games_on_the_way(60, 3):
        wins = [t for t in game.legal_turns() if gyges.turn_landing(t) >= gyges.CELLS]
        assert goal_in_reach(game, game.side) == bool(wins)


def anew(q):
    """Have a search find nothing in the memory ``q`` that an earlier one has left there."""
    q[tables.SALT] += tables.NEW_SALT
    q[tables.NODES] = 0


def test_compiled_and_plain_kernels_search_alike():
    """The values and the nodes are the same, with numba and without."""
    game = Game(position=START)
    slow = plain(kernels, assess, search)
    stack = tables.stack(WEIGHTS, TABLE_BITS, list)
    t, s = PLAIN
    cells = list(game.cells)
    slow["start"](t, stack, cells, 0, 1, -WIN, WIN, 1)
    assert slow["run"](t, s, stack, cells, 10**6)
    mt, ms, mq = machine()[:3]
    anew(mq)
    cells = array_of(game.cells)
    search.start(mt, mq, cells, 0, 1, -WIN, WIN, 1)
    while not search.run(mt, ms, mq, cells, 7):
        pass
    for number in (tables.VALUE, tables.NODES, tables.CHOSEN):
        assert stack[number] == mq[number]


def test_a_turn_that_the_table_remembers_is_listed_once():
    """The second search of a position begins with the best turn of the first one."""
    m = machine()
    q = tables.stack(WEIGHTS, 15, m.array)
    q[tables.WIDTH] = tables.TURNS
    cells = m.array(Game(position=START).cells)

    def searched():
        m.start(m.tables, q, cells, 0, 1, -WIN, WIN, 2)
        assert m.run(m.tables, m.scratch, q, cells, 10**6)

    searched()
    slot = search.slot_of(q, q[tables.KEY])
    assert q[slot] == q[tables.KEY]
    remembered = q[slot + 4]
    searched()
    turns = [int(turn) for turn in q[tables.TURN : tables.TURN + q[tables.COUNT]]]
    assert turns[0] == remembered
    assert len(set(turns)) == len(turns)


def test_what_a_search_sees_of_a_node_is_what_the_rules_say():
    """Ways into the goal that were kept of other turns are open, and no goal is overlooked."""
    slow = plain(kernels, assess, search)
    names = slow["start"].__globals__
    real, known = names["assess"], []

    def checked(t, s, q, cells, ply, turn, side):
        ways = q[tables.WAY_COUNT + ply]
        seen = real(t, s, q, cells, ply, turn, side)
        occupied = q[tables.OCCUPIED]
        assert occupied == sum(1 << cell for cell in range(36) if cells[cell])
        goals = [slow["goal_in_reach"](t, s, cells, occupied, one) for one in (side, 1 - side)]
        assert (seen == assess.GOAL) == goals[0]
        assert goals[0] or bool(seen & 1) == goals[1]
        known.append(ways > 0 and goals[0])
        return seen

    names["assess"] = checked
    t, s = PLAIN
    for game in games_on_the_way(6, 5):
        q = tables.stack(WEIGHTS, 12, list)
        cells = list(game.cells)
        slow["start"](t, q, cells, game.side, 1, -WIN, WIN, 2)
        slow["run"](t, s, q, cells, 300)
        assert cells == list(game.cells) or q[tables.PLY]
    assert sum(known) > 100


def value_of(game, alpha, beta, depth):
    """Search with what the table holds by now; return the value."""
    t, s, q = machine()[:3]
    cells = array_of(game.cells)
    search.start(t, q, cells, game.side, int(game.null), alpha, beta, depth)
    while not search.run(t, s, q, cells, 1000):
        pass
    return int(q[tables.VALUE])


@pytest.mark.skipif(not FAST, reason="300,000 nodes are too many without numba")
def test_a_bound_in_the_table_is_not_taken_for_a_value():
    """A search with a window far off leaves bounds; a full one after it finds what is right."""
    q = machine()[2]
    for game in games_on_the_way(12, 4):
        anew(q)
        right = value_of(game, -WIN, WIN, 3)
        for shift in (-60, -20, 20, 60):
            anew(q)
            value_of(game, right + shift, right + shift + 1, 3)
            assert value_of(game, -WIN, WIN, 3) == right, game.position_text()


FORCED = [
    # name, position, turns of both sides until the win, the winning turn if there is only one
    ("the goal is in reach", "000000/201320/302110/302300/100000/000000 S", 1, None),
    ("the bounces of 1984", "000020/302201/102303/001010/300000/000000 N", 1, None),
]


@pytest.mark.parametrize(("position", "wins_in", "turn"), [row[1:] for row in FORCED])
def test_a_forced_win_is_found_and_counted(position, wins_in, turn):
    found = Thinker(Game(position=position)).think(5, 100_000)
    assert found[0].wins_in == wins_in
    assert turn is None or found[0].turn == parse_turn(turn)


def can_win(game, turns):
    """Tell by the rules alone whether the side to move wins within so many of its turns."""
    if goal_by_rules(game):
        return True
    if turns == 1:
        return False
    return any(is_won_after(game, turn, turns) for turn in different_turns(game))


def is_won_after(game, turn, turns):
    game.step(turn)
    try:
        if goal_by_rules(game):
            return False
        for answer in game.legal_turns():
            game.step(answer)
            held = not can_win(game, turns - 1)
            game.undo()
            if held:
                return False
        return True
    finally:
        game.undo()


def goal_by_rules(game):
    return any(gyges.turn_landing(t) >= gyges.CELLS for t in game.legal_turns())


@pytest.mark.slow
def test_wins_in_three_turns_are_wins_by_the_rules():
    proven = 0
    for game in games_on_the_way(60, 8):
        thinker = Thinker(game)
        best = thinker.think(2, 100_000)[0]
        if best.wins_in == 3:
            assert is_won_after(game, best.turn, 2), game.position_text()
            proven += 1
            if proven == 2:
                return
    raise AssertionError(f"only {proven} wins in three turns among the positions")


def test_a_position_is_left_as_it_was_and_judged_alike_again():
    game = Game(position=START)
    first = Thinker(game).think(2, 4000)
    assert game.position_text() == START
    Thinker(Game(position=VECTORS[1])).think(1, 500)
    assert Thinker(game).think(2, 4000) == first


def test_a_single_turn_is_judged_as_deep_as_the_best():
    thinker = Thinker(Game(position=START))
    best = thinker.think(1, 10**6)[0]
    assert thinker.exact(best.turn, 10**6) == best.value
    worst = thinker.exact(thinker.found[-1].turn, 10**6)
    assert worst <= best.value


@for_each("level", LEVELS)
def test_every_level_takes_the_goal_or_plays_by_the_rules(level):
    player = player_of("gyges", level, 5)
    game = Game(position="000000/201320/302110/302300/100000/000000 S")
    game.check(player.choose(game))
    if level != "beginner":
        assert gyges.turn_landing(player.choose(game)) == gyges.GOAL_N


def test_the_nodes_of_a_turn_can_be_chosen():
    game = Game(position=START)
    player = player_of("gyges", "beginner", 1)
    game.check(player.choose(game, limits=Limits(nodes=500)))
    # One look at every turn is never cut short.
    assert 0 < player.nodes < 1500


def test_who_sets_up_last_leaves_no_goal_in_reach():
    for seed in range(3):
        game = Game()
        player = player_of("gyges", "club", seed)
        while game.setup:
            game.play_turn(player.choose(game))
        assert not goal_in_reach(game, gyges.SOUTH)


@pytest.mark.slow
def test_club_beats_a_player_who_looks_one_turn_ahead():
    """Four games from balanced starts; ``underboard match`` plays dozens."""
    won = 0
    for number in range(4):
        game = Game(options=[("repetition", "draw")], position=START)
        seats = [player_of("gyges", name, number) for name in ("club", "greedy")]
        while not game.outcome() and game.ply < 100:
            game.play_turn(seats[game.side ^ (number & 1)].choose(game))
        won += game.outcome()[0] == number & 1
    assert won >= 3


def test_a_value_counts_the_turns_until_the_win():
    assert WIN - 200 == SURE
    thinker = Thinker(Game(position=FORCED[0][1]))
    assert thinker.think(1, 100)[0].value == WIN - 1


@pytest.mark.parametrize("level", ["casual", "club", "strong"])
def test_a_turn_that_is_no_better_than_the_limit_of_the_search_is_not_chosen(level, monkeypatch):
    """The search has shown only that it is worth no more than that; it may be worth far less."""
    game = Game(position=START)
    best, bound, exact = different_turns(game)[:3]
    width = LEVELS[level].width
    found = [Found(best, 50), Found(exact, 50 - max(width - 1, 0)), Found(bound, 50 - width)]
    monkeypatch.setattr(Thinker, "think", lambda *_: found[:: 1 if width else 2])
    monkeypatch.setitem(gyges_player.LEVELS, level, LEVELS[level]._replace(slip=0.0))
    chosen = {player_of("gyges", level, seed).choose(game) for seed in range(40)}
    assert chosen == ({best, exact} if width else {best})


SEARCHED = """# South's row, North's row, value for South, South's first move, nodes
112233 332211 -40 a1-a2 40000
112233 123123 lost-4 a1-a2 40000
112233 213213 25 a1-a2 40000
112233 321321 won-3 a1-a2 40000
112233 312312 90 a1-a2 40000
"""


@pytest.mark.parametrize("south", ["112233", "332211"])
def test_north_sets_up_as_the_searched_set_ups_advise(south, monkeypatch):
    """Of the three best replies, seen in the mirror where South's row is mirrored."""
    monkeypatch.setattr(type(part_of("gyges")), "text", lambda game, name: SEARCHED)
    openings.values.cache_clear()
    rows = set()
    for seed in range(12):
        game = Game(options=[("rows", "1")])
        for cell, size in enumerate(south):
            game.play_turn(gyges.place(int(size), cell))
        player = player_of("gyges", "club", seed)
        while game.setup:
            game.play_turn(player.choose(game))
        rows.add("".join(str(size) for size in game.cells[30:36]))
    openings.values.cache_clear()
    best = {"332211", "123123", "213213"}
    assert rows == ({row[::-1] for row in best} if south == "332211" else best)


def test_an_unknown_set_up_is_answered_by_search():
    game = Game()
    assert openings.fitting(game) == []
    player = player_of("gyges", "club", 1)
    while game.setup:
        game.play_turn(player.choose(game))
    assert openings.replies("000000") == []

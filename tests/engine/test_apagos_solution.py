"""The solution of Apagos (golden numbers, a plain recursion, the cache, hints, opponents)."""

import random
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardcore.apagos import rules as apagos
from boardcore.apagos.hints import Numbering, content, contents
from boardcore.apagos.rules import Game, turn_text
from boardcore.errors import IllegalMove
from support.campaign import campaign, one_in
from support.reference import apagos as slow_apagos
from support.rows import for_each
from underboard.games.apagos.engine import cache, hints, layouts, levels
from underboard.games.apagos.engine.solution import SolvedTurn, solution_of
from underboard.games.apagos.engine.table import solve
from underboard.games.apagos.engine.values import IMPOSSIBLE, WIN
from underboard.texts import Texts

HOME_MADE = [("squares", "home-made")]

GOLDEN = [
    # faces, positions, possible, mover wins, mover loses, longest distance, first player wins
    # (host/docs/rules/apagos.md, "Solving 2")
    ("1335", 75_600, 75_384, 47_871, 27_513, 18, 9),
    ("1355", 158_760, 155_400, 97_867, 57_533, 20, 12),
    ("1357", 544_320, 503_952, 314_972, 188_980, 25, 24),
    ("1555", 111_132, 104_076, 65_651, 38_425, 22, 4),
    ("3337", 144_000, 134_688, 84_889, 49_799, 26, 1),
    ("3355", 264_600, 250_140, 159_145, 90_995, 25, 0),
    ("3357", 907_200, 785_088, 482_427, 302_661, 30, 10),
    ("3557", 1_905_120, 1_472_832, 857_305, 615_527, 31, 12),
]
SECOND_PLAYER_WINS = [
    "3315", "3317", "3335", "3337", "3351", "3353", "3355", "3371", "3373", "3531", "3533", "3535",
    "3553", "3733", "5333", "5335", "5353", "5373", "5533", "5733",
]  # fmt: skip


def faces_of(text):
    return bytes(int(digit) for digit in text)


# Golden numbers ------------------------------------------------------------------


def kept(faces, folder):
    """Return the table for these faces, whether it was kept or solved now, as an array."""
    return np.asarray(cache.table_of(faces, folder), np.int8)


@pytest.mark.slow
@pytest.mark.parametrize("row", one_in(2, GOLDEN), ids=lambda row: row[0])
def test_a_set_of_faces_has_the_counts_of_the_rules_page(row, folder):
    faces, positions, possible, wins, losses, longest, first = row
    table = kept(faces_of(faces), folder)
    real = table[table != IMPOSSIBLE]
    numbering = Numbering(faces_of(faces))
    starts = table[:: numbering.per_order]
    assert (len(table), len(real)) == (positions, possible)
    assert ((real > 0).sum(), (real < 0).sum()) == (wins, losses)
    assert WIN - np.abs(real).min() == longest
    assert (starts > 0).sum() == first


@pytest.mark.slow
def test_the_one_who_lays_out_wins_twenty_of_all_118_layouts(folder):
    lost = []
    longest = {}
    total = np.zeros(3, int)
    for layout in layouts.every():
        judged = solution_of(Game(position=layout), folder).judge(Game(position=layout))
        longest[layout] = judged.distance
        if judged.value < 0:
            lost.append(layout)
    for faces in layouts.sets():
        table = kept(faces, folder)
        total += (len(table), (table > 0).sum() - (table == IMPOSSIBLE).sum(), (table < 0).sum())
    assert len(longest) == 118
    assert lost == SECOND_PLAYER_WINS
    assert tuple(total) == (5_266_308, 2_741_712, 1_762_992)
    assert (max(longest.values()), longest["7155"], longest["7531"]) == (32, 32, 22)
    assert max((longest[layout], layout) for layout in lost) == (30, "5373")


@pytest.mark.slow
def test_with_twenty_holes_only_the_opponents_ball_wins_and_never_on_the_seven(folder):
    for layout in (layout for layout in layouts.every() if sorted(layout) == list("3557")):
        game = Game(position=layout)
        wins = {turn_text(m) for m, j in solution_of(game, folder).moves(game) if j.value > 0}
        assert wins == {f"B{level + 1}" for level in range(4) if layout[level] != "7"}, layout


@pytest.mark.slow
@pytest.mark.parametrize(
    "faces", campaign(["2446", "5555"], ["2468", "3467", "4466", "2446", "3458", "5555"])
)
def test_home_made_squares_of_the_rules_page(faces):
    numbering = Numbering(faces_of(faces))
    starts = solve(faces_of(faces))[:: numbering.per_order]
    # "every start of these five is a tie; 5-5-5-5 is a first-player win"
    # (host/docs/rules/apagos.md, "Solving 7")
    assert set(np.sign(starts)) == {1 if faces == "5555" else 0}


def test_layouts_are_those_of_the_second_implementation():
    assert layouts.every() == slow_apagos.layouts()
    assert len(layouts.sets()) == 12


# A plain recursion agrees ----------------------------------------------------------

AGREEING = [
    # faces, balls of each colour
    ("1111", 2), ("1111", 10), ("1113", 3), ("1112", 3), ("1122", 3), ("1122", 10), ("2222", 4),
    ("1133", 4), ("1223", 10), ("1133", 5),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("faces", "balls"), one_in(3, AGREEING))
def test_a_plain_recursion_agrees_on_every_position(faces, balls):
    numbering = Numbering(faces_of(faces))
    table = solve(faces_of(faces), balls)
    known = {}
    seen = set()
    ties = 0
    for state in slow_apagos.every_state([int(digit) for digit in faces], balls):
        value, distance = slow_apagos.solve(state, known)
        game = Game(options=HOME_MADE, position=slow_apagos.text(state))
        number = numbering.number(game)
        seen.add(number)
        assert table[number] == (value * (WIN - distance) if value else 0), slow_apagos.text(state)
        ties += not value
    assert seen == set(np.flatnonzero(table != IMPOSSIBLE))
    assert (ties == 0) == (not any(int(digit) % 2 == 0 for digit in faces))


def test_a_plain_recursion_agrees_on_the_smallest_squares():
    table = solve(faces_of("1111"), 2)
    known = {}
    for state in slow_apagos.every_state([1, 1, 1, 1], 2):
        value, distance = slow_apagos.solve(state, known)
        number = Numbering(faces_of("1111")).number(
            Game(options=HOME_MADE, position=slow_apagos.text(state))
        )
        assert table[number] == value * (WIN - distance)


def test_more_holes_than_balls_are_refused():
    with pytest.raises(ValueError, match="20 holes cannot be filled with 18 balls"):
        solve(faces_of("3557"), 9)


def test_one_hole_too_many_is_refused_too():
    with pytest.raises(ValueError, match="19 holes cannot be filled with 18 balls"):
        solve(faces_of("3556"), 9)


# Numbers -------------------------------------------------------------------------


@for_each("holes", range(1, 10))
def test_every_content_of_a_square_has_its_number(holes):
    numbers = [
        content(own, other, holes) for own in range(holes + 1) for other in range(holes - own + 1)
    ]
    assert numbers == list(range(contents(holes)))


wishes = st.lists(st.integers(0, 10_000), max_size=60)


@given(order=st.permutations("1335"), wishes=wishes)
@settings(max_examples=40)
def test_a_position_is_worth_what_its_best_move_is_worth(small, order, wishes):
    game = Game(position="".join(order))
    for wish in wishes:
        before = game.key()
        moves = small.moves(game)
        assert game.key() == before
        assert sorted(move for move, _ in moves) == sorted(game.legal_moves())
        if not moves:
            break
        assert moves[0].judged == small.judge(game)
        assert moves == sorted(moves, key=lambda judged_move: judged_move.judged.rank)
        game.play(moves[wish % len(moves)].move)


def test_moves_are_sorted_quick_wins_first_and_long_losses_before_short_ones():
    mixed = [
        SolvedTurn(-1, 3), SolvedTurn(1, 9), SolvedTurn(0, None), SolvedTurn(-1, 8),
        SolvedTurn(1, 2),
    ]  # fmt: skip
    assert [(j.value, j.distance) for j in sorted(mixed, key=lambda judged: judged.rank)] == [
        (1, 2), (1, 9), (0, None), (-1, 8), (-1, 3),
    ]  # fmt: skip


def test_the_late_example_of_the_rules_page(folder):
    game = Game(position="3:1,2 1:0,1 7:3,3 5:4,1 B")
    worth = {turn_text(move): judged for move, judged in solution_of(game, folder).moves(game)}
    assert worth == {"B3": (1, 1), "4>3": (-1, 2), "W3": (-1, 1)}


def test_squares_beside_the_ramp_cannot_be_solved(folder):
    with pytest.raises(IllegalMove, match="4 to go") as refused:
        solution_of(Game("set-up"), folder)
    assert refused.value.rule == "set-up"


# The cache -----------------------------------------------------------------------

TINY = faces_of("1113")


def test_a_table_is_solved_once_and_then_read(tmp_path, monkeypatch):
    table = kept(TINY, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["1-1-1-3.table"]

    def never(*arguments, **names):
        raise AssertionError("solved twice")

    monkeypatch.setattr("underboard.games.apagos.engine.table.solve", never)
    assert (kept(TINY, tmp_path) == table).all()


def damaged(data):
    """Yield names and bytes of files that must not be believed."""
    yield "empty", b""
    yield "cut in the head", data[:10]
    yield "cut at the end", data[:-1]
    yield "one byte more", data + b"\0"
    for offset in [*range(cache.HEADER.size), cache.HEADER.size, len(data) // 2, len(data) - 1]:
        yield (
            f"byte {offset} changed",
            data[:offset] + bytes([data[offset] ^ 4]) + data[offset + 1 :],
        )
    yield "of other squares", cache.encode(faces_of("1111"), solve(faces_of("1111")))
    # Whole in itself, so that only the version tells.
    body = data[cache.HEADER.size :]
    head = cache.HEADER.pack(cache.MAGIC, cache.VERSION + 1, 10, TINY, len(body), 0)[:-4]
    yield (
        "of another version",
        head + struct.pack("<I", cache.crc32(body, cache.crc32(head))) + body,
    )
    yield (
        "of other balls",
        cache.encode(TINY, solve(TINY)).replace(b"UBat\x01\x0a", b"UBat\x01\x09"),
    )
    yield "of something else", b"SQLite format 3\0" * 8


def test_a_damaged_or_foreign_table_is_solved_again(tmp_path):
    table = kept(TINY, tmp_path)
    path = cache.path_of(TINY, tmp_path)
    good = path.read_bytes()
    for name, data in damaged(good):
        path.write_bytes(data)
        assert cache.decode(TINY, data) is None, name
        assert (kept(TINY, tmp_path) == table).all(), name
        assert path.read_bytes() == good, name
    assert len(list(tmp_path.iterdir())) == 1


def test_a_cache_that_cannot_be_used_costs_no_answer(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    assert (kept(TINY, in_the_way) == solve(TINY)).all()
    assert in_the_way.read_text() == "not a folder"


def test_a_write_that_fails_leaves_the_old_table_and_no_draft(tmp_path, monkeypatch):
    path = tmp_path / "1-1-1-3.table"
    path.write_bytes(b"old")

    def full(*_):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", full)
    assert (kept(TINY, tmp_path) == solve(TINY)).all()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [(path.name, b"old")]


def test_solving_tells_how_far_it_is(tmp_path):
    shares = []
    solve(TINY, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# Hints ---------------------------------------------------------------------------


def test_a_hint_says_first_which_ball_then_where(small):
    game = Game(position="5331")
    hint = hints.hint(game, small)
    english, french = Texts("en"), Texts("fr")
    # the one winning first move (host/docs/rules/apagos.md, "Solving 8")
    assert turn_text(hint.move) == "W3"
    assert hints.best_moves(game, small) == [hint.move]
    assert hints.which_ball(hint, english) == "Take a white ball from the reserve."
    assert hints.where(hint, english) == ("Put it on level 3; that square then climbs to level 4.")
    assert hints.which_ball(hint, french) == "Prenez une bille blanche dans la réserve."


def test_hints_for_a_ball_that_goes_down_and_one_for_the_top(small):
    chance = random.Random(1)
    said = set()
    for _ in range(60):
        game = Game(position=chance.choice(["5331", "1335", "3153"]))
        while (hint := hints.hint(game, small)) is not None:
            assert hint.move == small.moves(game)[0].move
            assert hint.goal == apagos.goal_level(hint.move)
            if hint.start is None:
                said.add("climbs" if hint.climbs else "top")
                assert game.reserve(hint.colour)
                assert game.free(hint.goal)
                assert hint.climbs == (hint.goal < 3)
                if not hint.climbs:
                    assert "top square" in hints.where(hint, Texts("en"))
            else:
                said.add("down")
                assert hint.colour == game.side
                assert game.balls(hint.colour)[hint.start]
                assert f"from level {hint.start + 1} " in hints.where(hint, Texts("en"))
                assert f"from level {hint.start + 1}." in hints.which_ball(hint, Texts("en"))
            game.play(chance.choice(game.legal_moves()))
    assert said == {"climbs", "top", "down"}


def test_a_finished_game_has_no_hint_and_no_move_to_choose(small):
    game = Game(position="5:3,2 3:3,0 3:0,3 1:1,0 W")
    assert game.outcome()
    assert hints.hint(game, small) is None
    assert hints.best_moves(game, small) == []
    with pytest.raises(ValueError, match="game is over"):
        levels.choose(game, small, levels.LEVELS["perfect"], random.Random(0))


# Opponents -----------------------------------------------------------------------


def play_out(game, solution, white, black, chance):
    while not game.outcome():
        level = levels.LEVELS[black if game.side else white]
        game.play(levels.choose(game, solution, level, chance))
    return game.outcome()[0]


@pytest.mark.slow
def test_the_perfect_opponent_wins_every_won_layout_in_the_promised_time(small):
    chance = random.Random(7)
    for layout in ("1335", "5331", "3315", "3351"):
        game = Game(position=layout)
        value, distance = small.judge(game)
        winner = 0 if value > 0 else 1
        for weaker in levels.LEVELS:
            pair = ["perfect", weaker] if winner == 0 else [weaker, "perfect"]
            assert play_out(Game(position=layout), small, *pair, chance) == winner
        assert play_out(game, small, "perfect", "perfect", chance) == winner
        assert game.ply == distance


def test_the_weaker_levels_see_the_very_end(small):
    game = Game(position="5:3,2 3:3,0 1:0,0 3:0,3 W")  # one hole left: W3 and B3 climb to the top
    moves = {turn_text(move): judged.value for move, judged in small.moves(game)}
    assert moves["W3"] == 1
    for name in levels.LEVELS:
        for seed in range(20):
            move = levels.choose(game, small, levels.LEVELS[name], random.Random(seed))
            assert turn_text(move) == "W3", name

"""The rule book of Apagos (set-up, put and climb, descend, end; then notation and counts)."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcore import games
from boardcore.apagos import rules as apagos
from boardcore.apagos.positions import STANDARD_SQUARES, can_show
from boardcore.apagos.rules import BLACK, DRAW, WHITE, Game, parse_turn
from boardcore.errors import IllegalMove, ParseError
from support.campaign import campaign, one_in
from support.reference import apagos as slow_apagos
from support.rows import for_each
from underboard.engine.perft import perft

VECTORS = Path(__file__).parent / "perft" / "apagos.txt"
HOME_MADE = [("squares", "home-made")]
STANDARD = "1/3 3/5 3/5 5/7"


def game_at(position):
    return Game(options=HOME_MADE, position=position)


def played(position, *moves):
    game = game_at(position)
    for move in moves:
        game.play(parse_turn(move))
    return game


def refusal(position, move):
    """Return the rule that forbids ``move``, None if it is legal; the game must not change."""
    game = game_at(position)
    before = game.position_text()
    if parse_turn(move) in game.legal_moves():
        game.check(parse_turn(move))
        return None
    with pytest.raises(IllegalMove) as refused:
        game.play(parse_turn(move))
    assert game.position_text() == before
    assert str(refused.value).endswith(".")
    return refused.value.rule


# Set-up ------------------------------------------------------------------------


def test_one_player_lays_out_the_squares_and_the_other_begins():
    game = Game("set-up")
    sides = [game.side]
    for move in ("7/5@1", "3/5@3", "1/3@4", "5/3@2"):
        game.play(parse_turn(move))
        sides.append(game.side)
    assert sides == [BLACK] * 4 + [WHITE]
    assert not game.beside
    assert game.position_text() == "7:0,0 5:0,0 3:0,0 1:0,0 W"
    assert game.key() == Game().key()


def test_white_may_lay_out_and_black_begins():
    game = played(".... W", "7/5@1", "3/5@3", "1/3@4", "5/3@2")
    assert game.position_text() == "7:0,0 5:0,0 3:0,0 1:0,0 B"


LAYING = [
    # name, position, move, the rule that forbids it (None: legal)
    ("a square, either face up", ".... B", "5/7@1", None),
    ("the same square, other face up", ".... B", "7/5@1", None),
    ("the second of two alike", f"5... {STANDARD[:11]} B", "3/5@4", None),
    ("a square that is laid already", "7... 1/3 3/5 3/5 B", "5/7@2", "no-square"),
    ("faces that no square has", ".... B", "1/5@1", "no-square"),
    ("on a level that has one", "7... 1/3 3/5 3/5 B", "1/3@1", "occupied"),
    ("when all are laid", "7531", "1/3@1", "laid-out"),
    ("a ball before all are laid", "7.31 3/5 B", "W1", "set-up"),
    ("a ball down before all are laid", "7.31 3/5 B", "4>1", "set-up"),
]  # fmt: skip


@for_each(("position", "move", "rule"), [r[1:] for r in LAYING])
def test_laying_out_a_square(position, move, rule):
    assert refusal(position, move) == rule


def test_a_set_up_is_taken_back_square_by_square():
    game = Game("set-up")
    texts = [game.position_text()]
    for move in ("3/1@4", "3/5@2", "5/7@1", "3/5@3"):
        game.play(parse_turn(move))
        texts.append(game.position_text())
    for before in reversed(texts[:-1]):
        game.undo()
        assert game.position_text() == before
    assert game.position_text() == f".... {STANDARD} B"
    assert game.side == BLACK


def test_every_layout_of_the_page_can_be_laid_and_no_other():
    assert len(slow_apagos.layouts()) == 118
    can = [
        layout
        for layout in (str(n) for n in range(1000, 10000))
        if can_show(STANDARD_SQUARES, [int(digit) for digit in layout])
    ]
    assert can == slow_apagos.layouts()


# Put and climb -------------------------------------------------------------------

PUTS = [
    # name, position, move, after (or the rule that forbids it)
    ("an own ball low", "7531 W", "W1", "5:0,0 7:1,0 3:0,0 1:0,0 B"),
    ("the opponent's ball", "7531 W", "B2", "7:0,0 3:0,0 5:0,1 1:0,0 B"),
    ("climbs to the top", "7531 W", "W3", "7:0,0 5:0,0 1:0,0 3:1,0 B"),
    ("on top nothing moves", "7531 W", "W4", "7:0,0 5:0,0 3:0,0 1:1,0 B"),
    ("the one above slides with its balls", "7:2,1 5:1,2 3:0,0 1:0,0 B", "B1",
     "5:1,2 7:2,2 3:0,0 1:0,0 W"),
    ("into the last hole of a square", "7:6,0 5:0,0 3:0,0 1:0,0 B", "B1",
     "5:0,0 7:6,1 3:0,0 1:0,0 W"),
    ("a full square", "7:6,1 5:0,0 3:0,0 1:0,0 B", "B1", "full"),
    ("a full square on top", "7:0,0 5:0,0 3:0,0 1:1,0 B", "B4", "full"),
    ("the last of ten", "7:6,0 5:0,0 3:3,0 1:0,0 W", "W4", "7:6,0 5:0,0 3:3,0 1:1,0 B"),
    ("no eleventh", "7:6,0 5:0,0 3:3,0 1:1,0 W", "W2", "empty-reserve"),
    ("no eleventh, whoever moves", "7:6,0 5:0,0 3:3,0 1:1,0 B", "W2", "empty-reserve"),
    ("after the end", "3:1,2 1:0,1 5:4,1 7:3,4 W", "W1", "game-over"),
]  # fmt: skip


@for_each(("position", "move", "after"), [r[1:] for r in PUTS])
def test_putting_a_ball_lets_its_square_climb(position, move, after):
    rule = refusal(position, move)
    assert (rule or played(position, move).position_text()) == after


# Descend -------------------------------------------------------------------------

DESCENTS = [
    ("one level down", "7:0,0 5:0,0 3:0,0 1:1,0 W", "4>3", "7:0,0 5:0,0 3:1,0 1:0,0 B"),
    ("three levels down, nothing climbs", "7:0,0 5:0,0 3:0,0 1:1,0 W", "4>1",
     "7:1,0 5:0,0 3:0,0 1:0,0 B"),
    ("out of a full square into the last hole", "7:0,0 5:2,2 3:1,2 1:0,0 B", "3>2",
     "7:0,0 5:2,3 3:1,1 1:0,0 W"),
    ("up", "7:1,0 5:0,0 3:0,0 1:0,0 W", "1>2", "not-down"),
    ("to its own level", "7:0,0 5:1,0 3:0,0 1:0,0 W", "2>2", "not-down"),
    ("the opponent's ball", "7:0,0 5:0,1 3:0,0 1:0,0 W", "2>1", "not-yours"),
    ("no ball at all", "7:1,0 5:0,0 3:0,0 1:0,0 W", "2>1", "no-ball"),
    ("into a full square", "1:0,1 5:1,0 3:0,0 7:0,0 W", "2>1", "full"),
    ("after the end", "3:1,2 1:0,1 5:4,1 7:3,4 W", "4>1", "game-over"),
]  # fmt: skip


@for_each(("position", "move", "after"), [r[1:] for r in DESCENTS])
def test_a_ball_goes_down_and_no_square_moves(position, move, after):
    rule = refusal(position, move)
    assert (rule or played(position, move).position_text()) == after


def test_the_moves_with_all_ten_whites_placed():
    game = game_at("7:6,0 5:0,0 3:3,0 1:1,0 W")
    assert [apagos.turn_text(move) for move in game.legal_moves()] == [
        "B1", "B2", "3>1", "3>2", "4>1", "4>2",
    ]  # fmt: skip


# The end -------------------------------------------------------------------------

LATE = "3:1,2 1:0,1 7:3,3 5:4,1 B"
ENDS = [
    # name, position, moves, outcome
    ("holes are free", "7531", [], None),
    ("one hole is free", LATE, ["4>3"], None),
    ("the last square climbs before counting, Black", LATE, ["B3"], (BLACK, "majority")),
    ("the last square climbs before counting, White", LATE, ["W3"], (WHITE, "majority")),
    ("a tie on an even square", "2:1,1 2:2,0 2:2,0 2:1,0 B", ["B4"], (DRAW, "tie")),
    ("an even square with a majority", "2:1,1 2:2,0 2:2,0 2:1,0 B", ["W4"], (WHITE, "majority")),
    ("squares still beside the ramp", "753. 1/3 B", [], None),
]  # fmt: skip


@for_each(("position", "moves", "outcome"), [r[1:] for r in ENDS])
def test_the_highest_square_decides_when_all_holes_are_full(position, moves, outcome):
    game = played(position, *moves)
    assert game.outcome() == outcome
    assert bool(game.legal_moves()) == (outcome is None)


# Notation ------------------------------------------------------------------------

BAD_MOVES = ["", "W", "W0", "W5", "w2", "2W", "WW", "12", "4>5", "4<1", ">41", "4>1>", "7/5@0",
             "7-5@1", "0/5@1", "7/5", "W²", "W 2"]  # fmt: skip


@for_each("text", BAD_MOVES)
def test_what_is_no_move_is_refused_with_what_was_expected(text):
    with pytest.raises(ParseError, match="expected a colour and a level like W2"):
        parse_turn(text)


def test_move_texts_and_moves_are_each_other():
    moves = [apagos.put(colour, level) for colour in (0, 1) for level in range(4)]
    moves += [apagos.descend(start, goal) for start in range(4) for goal in range(4)]
    moves += [apagos.lay(a, b, level) for a in (1, 9) for b in (3, 5) for level in range(4)]
    texts = [apagos.turn_text(move) for move in moves]
    assert [parse_turn(text) for text in texts] == moves
    assert len(set(texts)) == len(moves) == len(set(moves))
    assert texts[1] == "W2"
    assert apagos.turn_text(apagos.descend(3, 0)) == "4>1"
    assert apagos.turn_text(apagos.lay(7, 5, 0)) == "7/5@1"


def test_a_move_says_which_level_gets_the_ball_and_whether_its_square_climbs():
    assert [apagos.climbs(parse_turn(text)) for text in ("W1", "B3", "W4", "2>1", "7/5@1")] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert apagos.goal_level(parse_turn("B3")) == 2
    assert apagos.put_colour(parse_turn("B3")) == BLACK
    assert apagos.start_level(parse_turn("4>2")) == 3
    assert apagos.goal_level(parse_turn("4>2")) == 1
    assert apagos.goal_level(parse_turn("7/5@3")) == 2


BAD_POSITIONS = [
    # text, what the sentence must say
    ("", None),  # nothing said: the default layout
    ("753", "not an Apagos position"),
    ("75311", "not an Apagos position"),
    ("-7531", "not an Apagos position"),
    ("7 5 3 1", "not an Apagos position"),
    ("7531 X", "not an Apagos position"),
    ("7:0,0 5:0,0 3:0,0 1:0,0", "then W or B"),
    ("7:0,0 5:0,0 3:0,0 W", "not an Apagos position"),
    ("0000", "number of holes"),
    ("75x1", "number of holes"),
    ("7:0,0 5:0,0 3:0,0 -1:0,0 W", "expected holes:white,black"),
    ("7:0,0 5:0,0 3:0,0 1:0 W", "expected holes:white,black"),
    ("7:0,0 5:0,0 3:0,0 10:0,0 W", "number of holes"),
    ("7:4,4 5:0,0 3:0,0 1:0,0 W", "8 balls in 7 holes"),
    ("7:7,0 5:4,0 3:0,0 1:0,0 W", "11 white balls"),
    ("7:0,7 5:0,4 3:0,0 1:0,0 W", "11 black balls"),
    ("9999", "36 holes"),
    ("2468", "home-made"),
    ("1111", "home-made"),
    ("7711", "home-made"),
    ("7... B", "leaves 3 levels empty"),
    ("7... 1/3 3/5 B", "leaves 3 levels empty"),
    ("3... 1/3 3/5 5/5 B", "home-made"),
    (".... 1/3 3/5 3/5 57 B", "expected its two faces"),
    (".... 1/3 3/5 3/5 5/0 B", "number of holes"),
]  # fmt: skip


@for_each(("text", "said"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(text, said):
    if said is None:
        assert Game(position=text).position_text() == "7:0,0 5:0,0 3:0,0 1:0,0 W"
        return
    with pytest.raises(ParseError, match=said) as refused:
        Game(position=text)
    assert "\n" not in str(refused.value)


def test_unknown_variants_and_options_are_refused():
    with pytest.raises(ParseError, match="expected standard or set-up"):
        Game("turtles")
    with pytest.raises(ParseError, match="expected standard or home-made"):
        Game(options=[("squares", "round")])


def test_home_made_squares_have_any_number_of_holes():
    game = game_at("2468")
    assert game.holes == bytearray([2, 4, 6, 8])
    laid = game_at(".... 2/4 2/4 1/6 5/5 B")
    assert len(laid.legal_moves()) == (2 + 2 + 1) * 4  # two alike, and one alike on both sides
    laid.play(parse_turn("5/5@2"))
    assert laid.position_text() == ".5.. 1/6 2/4 2/4 B"


def test_games_finds_apagos_by_name():
    assert games.rules_of("apagos") is apagos


# Properties ----------------------------------------------------------------------

wishes = st.lists(st.integers(0, 10_000), max_size=120)


@given(start=st.sampled_from(slow_apagos.layouts() + [".... B"]), wishes=wishes)
def test_balls_add_up_and_nobody_is_ever_stuck_and_all_can_be_taken_back(start, wishes):
    game = Game(position=start)
    keys = [game.key()]
    for wish in wishes:
        moves = game.legal_moves()
        assert bool(moves) == (game.outcome() is None)
        if not moves:
            break
        game.play(moves[wish % len(moves)])
        keys.append(game.key())
        for side in (WHITE, BLACK):
            assert 0 <= game.reserve(side) <= 10
        assert all(0 <= game.free(level) <= game.holes[level] for level in range(4))
        again = Game(position=game.position_text())
        assert again.key() == game.key()
        assert again.position_text() == game.position_text()
    assert len(set(keys)) == len(keys)  # no position comes twice (host/docs/rules/apagos.md, 1.2-5)
    assert game.ply == len(keys) - 1
    while game.ply:
        keys.pop()
        game.undo()
        assert game.key() == keys[-1]
    with pytest.raises(IllegalMove):
        game.undo()


# A second implementation -----------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(campaign(10, 20)))
def test_a_second_implementation_agrees_on_whole_games(seed):
    chance = random.Random(seed)
    ends = Counter()
    for _ in range(12):
        layout = chance.choice(slow_apagos.layouts())
        state, game = slow_apagos.start(layout), Game(position=layout)
        while not slow_apagos.is_over(state):
            after = slow_apagos.turns(state)
            assert sorted(map(apagos.turn_text, game.legal_moves())) == sorted(after)
            assert game.outcome() is None
            for text in [f"{c}{n}" for c in "WB" for n in "1234"] + [
                f"{a}>{b}" for a in "1234" for b in "1234"
            ]:
                if text not in after:
                    with pytest.raises(IllegalMove):
                        game.check(parse_turn(text))
            move = chance.choice(sorted(after))
            state = after[move]
            game.play(parse_turn(move))
            assert game.position_text() == slow_apagos.text(state)
        assert "WB="[game.outcome()[0]] == slow_apagos.winner(state)
        ends[game.outcome()[0]] += 1
    assert ends[DRAW] == 0


# Counts ----------------------------------------------------------------------------


def vectors():
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            position, _, counts = line.partition(";")
            yield position.strip(), re.findall(r"(\d+) \((\d+)\)", counts)


@for_each(("position", "counts"), list(vectors()))
def test_the_first_counts_of_the_rules_page(position, counts):
    for depth, turns, positions in perft(Game(position=position), min(3, len(counts))):
        assert (turns, positions) == tuple(map(int, counts[depth - 1])), (position, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("position", "counts"), one_in(2, vectors()), ids=lambda x: str(x)[:30])
def test_all_counts_of_the_rules_page(position, counts):
    for depth, turns, positions in perft(Game(position=position), len(counts)):
        assert (turns, positions) == tuple(map(int, counts[depth - 1])), (position, depth)


@pytest.mark.slow
def test_the_second_implementation_counts_the_same():
    for position, counts in vectors():
        if "." not in position:
            read = slow_apagos.position if ":" in position else slow_apagos.start
            expected = [tuple(map(int, pair)) for pair in counts[:4]]
            assert slow_apagos.perft(read(position), len(expected)) == expected

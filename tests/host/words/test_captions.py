"""Captions and shown games (what people who look on read, and what they watch)."""

import random
import re

from boardcore.games import rules_of
from support.rows import for_each
from underboard.engine.match import is_setup
from underboard.referee.captions import caption
from underboard.referee.demo import DemoPlan
from underboard.referee.demo_game import (
    GAME_MS,
    MAX_TURNS,
    MIN_TURNS,
    SHOWN,
    begun,
    chosen,
    length_ms,
    pace_of,
    recorded,
    shown_game,
)
from underboard.registry import game_of, names
from underboard.sim.hands.players import HandStyle
from underboard.texts import Texts

LINES = [
    # game, variant, position, turn, English, French
    ("pylos", "", "", "b2", "Light puts a ball on b2.", "Clair pose une bille en b2."),
    ("pylos", "", "LLL./L.../..../.... .../.../... ../.. . L", "b2xa1,a2",
     "Light makes a square with b2 and takes two back.",
     "Clair forme un carré avec b2 et en reprend deux."),
    ("pylos", "", "LDDL/LDDD/..../.... .../.../... ../.. . L", "a4-e1",
     "Light raises a ball from a4 to e1 and saves one in reserve.",
     "Clair monte une bille de a4 en e1 et en épargne une de sa réserve."),
    ("apagos", "", "", "W2", "White puts a white ball on level 2; its square climbs to level 3.",
     "Blanc pose une bille blanche au niveau 2 ; son carré monte au niveau 3."),
    ("apagos", "", "", "B4", "White puts a black ball into the top square.",
     "Blanc pose une bille noire dans le carré du haut."),
    ("gyges", "", "", "1c1", "South sets up a single on c1.", "Sud place un simple en c1."),
    ("gyges", "", "000000/201320/302110/302300/100000/000000 S", "d2-e2-d3-d4-N",
     "South bounces 3 times with a triple from d2 and ends in the goal.",
     "Sud rebondit 3 fois avec un triple depuis d2 et finit au but."),
]  # fmt: skip


@for_each(("name", "variant", "position", "text", "english", "french"), LINES)
def test_a_turn_is_told_in_one_line(name, variant, position, text, english, french):
    rules = rules_of(name)
    game = rules.Game(variant or rules.VARIANTS[0], (), position)
    before = game.position_text()
    turn = game_of(name).read_turn(game, text)
    assert caption(game, turn, Texts("en")) == english
    assert caption(game, turn, Texts("fr")) == french
    assert game.position_text() == before


@for_each("name", names())
def test_every_turn_of_shown_games_has_a_caption_in_both_languages(name):
    rules = rules_of(name)
    seen = {}
    for shown in recorded(name):
        game = rules.Game(rules.VARIANTS[0], (), shown.start)
        for text in shown.turns:
            turn = rules.parse_turn(text)
            lines = [caption(game, turn, Texts(lang)) for lang in ("en", "fr")]
            assert all(line.endswith(".") and "{" not in line for line in lines)
            seen.setdefault(re.sub(r"\b([a-f][1-6]|\d)\b", "", lines[0]), lines)
            game.play_turn(turn)
    assert len(seen) >= 3


# Games to be watched


@for_each("name", names())
def test_recorded_games_are_played_by_the_rules_and_take_about_a_minute(name):
    rules = rules_of(name)
    games = recorded(name)
    assert len(set(games)) == len(games) >= 12, "seeds show different games"
    for shown in games:
        game = rules.Game(rules.VARIANTS[0], (), shown.start)
        assert not is_setup(game) or name == "apagos"
        for text in shown.turns:
            turn = rules.parse_turn(text)
            game.check(turn)
            game.play_turn(turn)
        assert game.outcome()
        assert MIN_TURNS <= len(shown.turns) <= MAX_TURNS
        low, high = pace_of(name, len(shown.turns))
        assert HandStyle().think_ms[0] <= low <= high, "as fast as people, not faster"
        assert 0.5 * GAME_MS <= length_ms(name, len(shown.turns)) <= 1.5 * GAME_MS, shown.turns


def test_the_same_seed_shows_the_same_game_and_another_number_another_one():
    plan = DemoPlan("pylos", players=SHOWN, seed=3)
    assert shown_game(plan, 1) == shown_game(plan, 1) != shown_game(plan, 2)


@for_each(
    "plan",
    [DemoPlan("pylos", players="easy"), DemoPlan("pylos", "expert", players=SHOWN),
     DemoPlan("gyges", players=SHOWN, setup=True), DemoPlan("apagos", options="x", players=SHOWN)],
)  # fmt: skip
def test_whatever_else_is_wanted_is_chosen_turn_by_turn(plan):
    assert shown_game(plan, 1) is None


def test_the_first_turn_of_engines_waits_for_no_other():
    start, game = begun(DemoPlan("pylos"), random.Random(1))
    turns = chosen(game, "beginner", random.Random(1))
    first = next(turns)
    assert (start, game.ply) == ("", 1)
    assert first == rules_of("pylos").turn_text(game.turns[0])


def test_gyges_begins_with_a_set_up_that_stands_unless_it_is_to_be_watched():
    assert all(shown.start.count("/") == 5 for shown in recorded("gyges"))
    start, game = begun(DemoPlan("gyges", players="beginner", setup=True), random.Random(2))
    assert (start, is_setup(game)) == ("", True)
    # Which level plays on behind the set-up makes no difference; this one plays fastest.
    turns = [turn for turn, _ in zip(chosen(game, "beginner", random.Random(2)), range(12))]
    assert all(turn[0] in "123" for turn in turns)

"""Captions and shown games: what people who look on read, and what they watch."""

from functools import cache

import pytest

from boardcore.games import rules_of
from support.campaign import campaign
from underboard.engine.match import is_setup
from underboard.referee.captions import CAPTIONS, caption
from underboard.referee.demo import Plan
from underboard.referee.shown_game import GAME_MS, MADE_MS, SPEED, THINK_MS, pace_of, show_game
from underboard.texts import Texts, area

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


@cache
def shown_of(name, seed):
    """Return a game that clubs play, played once for all tests."""
    return show_game(Plan(name, players="club", seed=seed), 1)


@pytest.mark.parametrize(("name", "variant", "position", "text", "english", "french"), LINES)
def test_a_turn_is_told_in_one_line(name, variant, position, text, english, french):
    rules = rules_of(name)
    game = rules.Game(variant or rules.VARIANTS[0], (), position)
    before = game.position_text()
    turn = game.read_turn(text) if hasattr(game, "read_turn") else rules.parse_turn(text)
    assert caption(game, turn, Texts("en")) == english
    assert caption(game, turn, Texts("fr")) == french
    assert game.position_text() == before


@pytest.mark.slow
@pytest.mark.parametrize("name", CAPTIONS)
def test_every_turn_of_shown_games_has_a_caption_in_both_languages(name):
    rules = rules_of(name)
    seen = {}
    for seed in range(campaign(1, 2)):
        shown = shown_of(name, seed)
        game = rules.Game(rules.VARIANTS[0], (), shown.start)
        for text in shown.turns:
            turn = rules.parse_turn(text)
            lines = [caption(game, turn, Texts(lang)) for lang in ("en", "fr")]
            assert all(line.endswith(".") and "{" not in line for line in lines)
            seen.setdefault(CAPTIONS[name](game, turn, Texts("en"))[0], lines)
            game.play_turn(turn)
    assert len(seen) >= 3


def test_captions_have_the_same_gaps_in_both_languages():
    english, french = area("en", "captions"), area("fr", "captions")
    assert english.keys() == french.keys()


# Games to be watched


@pytest.mark.slow
@pytest.mark.parametrize("name", CAPTIONS)
def test_a_shown_game_ends_and_takes_about_a_minute(name):
    rules = rules_of(name)
    for seed in range(campaign(1, 2)):
        shown = shown_of(name, seed)
        game = rules.Game(rules.VARIANTS[0], (), shown.start)
        assert not is_setup(game) or name == "apagos"
        for text in shown.turns:
            game.play_turn(rules.parse_turn(text))
        assert game.outcome()
        low, high = pace_of(name, shown.turns)
        assert THINK_MS[0] * 3 // 4 <= low <= high
        whole = len(shown.turns) * (MADE_MS[name] + (low + high) / 2) / SPEED[name]
        assert 0.5 * GAME_MS <= whole <= 1.5 * GAME_MS, (seed, len(shown.turns))


@pytest.mark.slow
def test_the_same_seed_shows_the_same_game_and_another_number_another_one():
    plan = Plan("pylos", players="club", seed=3)
    assert show_game(plan, 1) == show_game(plan, 1) != show_game(plan, 2)


@pytest.mark.slow
def test_gyges_begins_with_a_set_up_that_stands_unless_it_is_to_be_watched():
    assert shown_of("gyges", 0).start.count("/") == 5
    # Which level plays on behind the set-up makes no difference; this one plays fastest.
    whole = show_game(Plan("gyges", players="beginner", seed=2, setup=True), 1)
    assert whole.start == ""
    assert all(turn[0] in "123" for turn in whole.turns[:12])

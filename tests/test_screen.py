"""The board in the terminal: what stands where, what the lights say, whose turn it is."""

import json
import re
from pathlib import Path

import pytest

from boardcore import cues, pylos, pylos_cues
from boardcore.layout import Layout
from boardcore.pylos import Game
from underboard.screen import PLAIN_BALLS, SIGNS, Screen, View, last_turns
from underboard.texts import Texts

ROOT = Path(__file__).parents[1]
LAYOUT = Layout(json.loads((ROOT / "firmware/layouts/pylos-reed16.json").read_text()))
EN = Texts("en")


def game_of(*turns):
    game = Game()
    for text in turns:
        game.play_turn(pylos.parse_turn(text))
    return game


def lit(**pixels):
    """Return letters and tints with some pixels lit: p3="PLACE"."""
    letters = ["."] * LAYOUT.pixels
    for name, cue in pixels.items():
        letters[int(name[1:])] = cues.TABLE[[row[0] for row in cues.TABLE].index(cue)][1]
    return "".join(letters), "6" * LAYOUT.pixels


def test_levels_stand_side_by_side_on_one_ground():
    lines = Screen(EN, None).lines(View(game_of("b2", "c3", "b3", "c2", "f2")))
    assert lines[2:8] == [
        "  level 1",
        "  d  · · · ·   level 2",
        "  c  · ● ● ·   g  · · ·   level 3",
        "  b  · ○ ○ ·   f  · ○ ·   i  · ·    level 4",
        "  a  · · · ·   e  · · ·   h  · ·    j  ·",
        "     1 2 3 4      1 2 3      1 2       1",
    ]


def test_the_lights_lie_where_the_pixels_lie():
    letters, tints = lit(p0="PLACE", p12="SURPLUS", p22="RAISE")
    lines = Screen(EN, LAYOUT).lines(View(Game(), letters, tints))
    picture = [line[46:] for line in lines[2:10]]
    assert picture == [
        "lights",
        "·   ·   ·   ⊖",
        "  ·   ·   ·",
        "·   ·   ·   ·",
        "  ·   ·   ·",
        "·   ·   ·   ·",
        "  ↑   ·   ·",
        "+   ·   ·   ·",
    ]


def test_only_what_is_lit_is_explained_and_errors_come_first():
    letters, tints = lit(p0="PLACE", p12="SURPLUS")
    lines = Screen(EN, LAYOUT).lines(View(Game(), letters, tints))
    told = [line.strip() for line in lines if line[2:3] in ("⊖", "+") and line[3:5] == "  "]
    assert told == ["⊖  take this ball off", "+  a ball may be placed here"]


def cues_of_pylos():
    """Return the names of the cues that the lights of Pylos use."""
    source = Path(pylos_cues.__file__).read_text(encoding="utf-8")
    names = {row[0] for row in cues.TABLE}
    return set(re.findall(r"cues\.([A-Z_]+)", source)) & names


def test_every_cue_of_pylos_has_a_sign_of_its_own_and_words():
    assert cues_of_pylos() - {"OFF"} <= set(SIGNS)
    assert len(set(SIGNS.values())) == len(SIGNS)
    for language in ("en", "fr"):
        for name in set(SIGNS) - {"OFF"}:
            assert Texts(language)(f"screen.cue.{name}")


def test_a_cue_without_a_sign_is_shown_by_its_letter():
    for row in [cues.TABLE[cues.LETTERS.find(letter)] for letter in cues.LETTERS[1:]]:
        letters = row[1] + "." * (LAYOUT.pixels - 1)
        lines = Screen(EN, LAYOUT).lines(View(Game(), letters, "6" * LAYOUT.pixels))
        assert lines[9][46:47] == SIGNS.get(row[0], row[1])


def test_no_sign_can_be_told_by_its_colour_only():
    letters, tints = lit(p0="MISSING", p3="SURPLUS")
    colours = Screen(EN, LAYOUT).texts(View(Game(), letters, tints))
    assert "".join(text.plain for text in colours).count("⊕") == 2  # picture and legend


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "no such thing"])
def test_a_poor_terminal_gets_letters(encoding):
    letters, tints = lit(p0="PLACE")
    view = View(game_of("a1", "a2"), letters, tints)
    text = "\n".join(Screen(EN, LAYOUT, encoding).lines(view))
    assert text.isascii()
    assert f"a  {PLAIN_BALLS[0]} {PLAIN_BALLS[1]} . ." in text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Light ○: 14 in reserve", "Dark ●: 15 in reserve", "Dark is to move (club)."]),
        ("fr", ["Clair ○ : 14 en réserve", "Foncé ● : 15 en réserve", "À Foncé de jouer (club)."]),
    ],
)
def test_reserves_and_whose_turn_it_is_are_told(language, words):
    lines = Screen(Texts(language), None).lines(View(game_of("b2"), players=("human", "club")))
    assert set(words) <= set(lines)


def test_a_finished_game_has_nobody_to_move():
    game = Game("children", position="LDLD/DLDL/LDLD/DLDL LDL/DLD/LDL LD/DD L D")
    assert not [line for line in Screen(EN, None).lines(View(game)) if "to move" in line]


def test_the_last_eight_turns_are_listed_with_their_numbers():
    game = game_of("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1")
    assert last_turns(game, EN) == (
        "last turns: 2. a2  3. a3  4. a4  5. b1  6. b2  7. b3  8. b4  9. c1"
    )
    assert last_turns(Game(), EN) == "no turn has been played yet"


def test_balls_are_brighter_than_the_empty_board():
    texts = Screen(EN, None).texts(View(game_of("b2")))
    (row,) = [text for text in texts if "○" in text.plain and text.plain.startswith("  b")]
    at = row.plain.index("○")
    styles = " ".join(str(span.style) for span in row.spans if span.start <= at < span.end)
    assert "bold" in styles
    assert "dim" not in styles + str(row.style)

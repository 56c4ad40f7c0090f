"""The board in the terminal (what stands where, what the lights say, whose turn it is)."""

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import BALL, GIVE, MOVE, RECEIVE, mark, side_light
from boardcore.gyges import rules as gyges
from boardcore.layout.layout import Layout
from boardcore.lights import cues
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import Game
from support.rows import for_each
from underboard.deploy.layouts import layout_of
from underboard.referee.drawing.glyphs import BALLS, RINGS
from underboard.referee.game_ui import tabletop_of
from underboard.referee.screen import PLAIN_BALLS, SIGNS, Screen, View, last_turns
from underboard.registry import games, names
from underboard.texts import Texts

CORE = Path(pylos.__file__).parents[1]
ROOT = Path(__file__).parents[2]
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
        letters[int(name[1:])] = cues.table()[[row[0] for row in cues.table()].index(cue)][1]
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


def cues_of(name):
    """Return the names of the cues that the lights of a game use."""
    source = (CORE / name / "cues.py").read_text(encoding="utf-8")
    names = {row[0] for row in cues.table()}
    return set(re.findall(r"cues\.([A-Z_]+)", source)) & names


@for_each("name", names())
def test_every_cue_of_a_game_has_a_sign_and_words(name):
    assert "HINT" in cues_of(name)
    assert cues_of(name) - {"OFF"} <= set(SIGNS)
    for language in ("en", "fr"):
        for cue in cues_of(name) - {"OFF"}:
            assert tabletop_of(name).cue_words(cue, Texts(language))


def test_no_two_cues_share_a_sign_and_none_looks_like_a_piece():
    drawn = [*SIGNS.values(), *BALLS, *RINGS[1:]]
    assert len(set(drawn)) == len(drawn)
    assert all(cell_len(sign) == 1 for sign in drawn)


def test_a_game_has_its_own_words_for_a_light():
    assert tabletop_of("pylos").cue_words("MISSING", EN) == "put a ball here"
    assert tabletop_of("gyges").cue_words("MISSING", EN) == "put a ring here"


def test_a_cue_without_a_sign_is_shown_by_its_letter():
    for row in [cues.table()[cues.LETTERS.find(letter)] for letter in cues.LETTERS[1:]]:
        letters = row[1] + "." * (LAYOUT.pixels - 1)
        lines = Screen(EN, LAYOUT).lines(View(Game(), letters, "6" * LAYOUT.pixels))
        assert lines[9][46:47] == SIGNS.get(row[0], row[1])


def test_no_sign_can_be_told_by_its_colour_only():
    letters, tints = lit(p0="MISSING", p3="SURPLUS")
    colours = Screen(EN, LAYOUT).texts(View(Game(), letters, tints))
    assert "".join(text.plain for text in colours).count("⊕") == 2  # picture and legend


@for_each("encoding", ["ascii", "cp1252", "no such thing"])
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
        "last moves: 2. a2  3. a3  4. a4  5. b1  6. b2  7. b3  8. b4  9. c1"
    )
    assert last_turns(Game(), EN) == "no move has been played yet"


def test_balls_are_brighter_than_the_empty_board():
    texts = Screen(EN, None).texts(View(game_of("b2")))
    (row,) = [text for text in texts if "○" in text.plain and text.plain.startswith("  b")]
    at = row.plain.index("○")
    styles = " ".join(str(span.style) for span in row.spans if span.start <= at < span.end)
    assert "bold" in styles
    assert "dim" not in styles + str(row.style)


# Apagos


def lights(name, *lit):
    """Return layout, letters and tints of a board with some cells lit: (cell, cue, tint)."""
    layout = layout_of(games()[name].layout)
    letters, tints = ["."] * layout.pixels, ["6"] * layout.pixels
    for cell, cue, tint in lit:
        pixel = layout.pixel_of_cell[cell]
        letters[pixel] = cues.table()[getattr(cues, cue)][1]
        tints[pixel] = str(tint)
    return layout, "".join(letters), "".join(tints)


def test_four_squares_lie_one_above_the_other():
    lines = Screen(EN, None).lines(View(apagos.Game(position="7:2,3 5:0,1 3:0,0 1:0,0 W")))
    assert lines[2:8] == [
        "  level 4        [·]",
        "  level 3      [· · ·]",
        "  level 2    [● · · · ·]",
        "  level 1  [○ ○ ● ● ● · ·]",
        "",
        "White ○: 8 in reserve",
    ]


def test_lights_of_a_square_stand_beside_it_in_a_column():
    layout, letters, tints = lights(
        "apagos",
        (mark(3, MOVE), "MAJORITY", cues.DARK_TINT),
        (mark(1, RECEIVE), "PLACE", cues.LIGHT_TINT),
        (mark(1, GIVE), "CAN_DESCEND", cues.LIGHT_TINT),
        (mark(0, BALL), "SURPLUS", cues.RED),
        (side_light(0), "WON", cues.LIGHT_TINT),
    )
    game = apagos.Game(position="7:2,3 5:0,1 3:0,0 1:0,1 W")
    lines = Screen(EN, layout).lines(View(game, letters, tints))
    assert lines[2:6] == [
        "  level 4        [●]                      ◂●",
        "  level 3      [· · ·]",
        "  level 2    [● · · · ·]          +○  ↓○",
        "  level 1  [○ ○ ● ● ● · ·]                    ⊖",
    ]
    assert "White ○: 8 in reserve  ★" in lines
    told = [line.strip() for line in lines if line[3:5] == "  " and line.startswith("  ")]
    assert told[0] == "⊖  take this ball off", "errors come first"


def test_a_colour_that_a_light_of_apagos_shows_is_drawn_too():
    """Nobody has to tell warm white from indigo: the ball beside the sign says it."""
    pictures = []
    for tint in (cues.LIGHT_TINT, cues.DARK_TINT):
        layout, letters, tints = lights("apagos", (mark(1, BALL), "BALL", tint))
        pictures.append(Screen(EN, layout).lines(View(apagos.Game(), letters, tints)))
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["  level 4        no square yet", "beside the ramp: 1/3  3/5  3/5",
                "Black lays out the squares."]),
        ("fr", ["  niveau 4        pas encore de carré", "à côté de la rampe : 1/3  3/5  3/5",
                "Noir pose les carrés."]),
    ],
)  # fmt: skip
def test_squares_that_are_still_to_be_laid_lie_beside_the_ramp(language, words):
    game = apagos.Game("set-up")
    game.play_turn(apagos.parse_turn("7/5@1"))
    assert set(words) <= set(Screen(Texts(language), None).lines(View(game)))


def test_every_ball_of_apagos_is_drawn_once():
    game = apagos.Game(position="7:3,4 5:2,3 3:2,1 1:1,0 W")
    board = "\n".join(Screen(EN, None).lines(View(game))[2:6])
    assert (board.count("○"), board.count("●"), board.count("·")) == (8, 8, 0)


# Gygès


def test_rings_stand_in_rows_as_south_sees_them():
    position = "300201/010023/000000/000000/320010/102003 S"
    lines = Screen(EN, None).lines(View(gyges.Game(position=position)))
    assert lines[2:11] == [
        "           N ·   where South wants to go",
        "  6  ①  ·  ②  ·  ·  ③",
        "  5  ③  ②  ·  ·  ①  ·",
        "  4  ·  ·  ·  ·  ·  ·",
        "  3  ·  ·  ·  ·  ·  ·",
        "  2  ·  ①  ·  ·  ②  ③",
        "  1  ③  ·  ·  ②  ·  ①",
        "     a  b  c  d  e  f",
        "           S ·   where North wants to go",
    ]


def test_the_light_of_a_cell_stands_beside_its_ring():
    cell = gyges.parse_cell
    layout, letters, tints = lights(
        "gyges",
        (cell("a1"), "MOVABLE", 2),
        (cell("c2"), "LANDING", 2),
        (cell("f6"), "BOX", 2),
        (cell("N"), "IN_REACH", 2),
    )
    position = "321123/000000/000000/000000/000000/321123 S"
    lines = Screen(EN, layout).lines(View(gyges.Game(position=position), letters, tints))
    assert lines[2] == "           N ·»  where South wants to go"
    assert lines[3] == "  6  ③  ②  ①  ①  ②  ③×"
    assert lines[7] == "  2  ·  ·  ·▾ ·  ·  ·"
    assert lines[8] == "  1  ③↕ ②  ①  ①  ②  ③"
    assert "  »  the lifted ring may end in this goal" in lines


def test_a_ring_in_a_goal_is_drawn_there():
    game = gyges.Game(position="000000/201320/302110/302300/100000/000000 S")
    game.play_turn(gyges.parse_turn("d2-N"))
    assert Screen(EN, None).lines(View(game))[2] == "           N ③   where South wants to go"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["South still sets up 1 single, 2 doubles, 2 triples", "South sets up the rings."]),
        ("fr", ["Sud doit encore placer 1 simple, 2 doubles, 2 triples", "Sud place les anneaux."]),
    ],
)
def test_rings_that_are_still_to_be_set_up_are_counted(language, words):
    game = gyges.Game()
    game.play_turn(gyges.parse_turn("1a1"))
    assert set(words) <= set(Screen(Texts(language), None).lines(View(game)))


@for_each("name", names())
def test_a_poor_terminal_draws_every_game_in_ascii(name):
    layout = layout_of(games()[name].layout)
    letters = (cues.LETTERS * 2)[: layout.pixels]
    view = View(tabletop_of(name).rules.Game(), letters, "6" * layout.pixels)
    text = "\n".join(Screen(EN, layout, "ascii").lines(view)).replace("Gygès", "Gyges")
    assert [letter for letter in text if not letter.isascii()] in ([], ["“", "”"], ["”", "“"])


@for_each("name", names())
def test_signs_can_be_read_on_their_lights(name):
    """Dark ink on bright lights, white ink on dark ones: contrast at least 4.5 (WCAG)."""
    for red, green, blue in cues.TINTS:
        layout = layout_of(games()[name].layout)
        tint = cues.TINTS.index((red, green, blue))
        letter = cues.table()[cues.HINT][1]
        view = View(
            tabletop_of(name).rules.Game(), letter * layout.pixels, str(tint) * layout.pixels
        )
        styles = {
            str(span.style)
            for row in Screen(EN, layout).texts(view)
            for span in row.spans
            if " on rgb" in str(span.style)
        }
        (style,) = styles
        ink = 255 if "rgb(255,255,255) on" in style else 0
        assert contrast((ink,) * 3, (red, green, blue)) >= 4.5, style


def contrast(one, other):
    def luminance(colour):
        parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)

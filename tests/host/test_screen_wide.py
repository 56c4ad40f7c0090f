"""The board on terminals of several widths and colours: one drawing, and nothing jumps."""

import io

from rich.console import Console
from rich.text import Text

from boardcore.games import rules_of
from boardcore.lights import cues
from boardcore.pylos import rules as pylos
from support.rows import for_each
from underboard.deploy.layouts import layout_of
from underboard.referee.drawing.glyphs import NO_LIGHTS, SIDE_STYLES, contrast
from underboard.referee.screen import Screen, View
from underboard.registry import games, names
from underboard.texts import Texts

EN = Texts("en")
LAYOUT = layout_of("pylos-reed16")
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def terminal(width=80, **more):
    return Console(
        file=io.StringIO(), force_terminal=True, width=width, markup=False, emoji=False, **more
    )


def game_of(*turns):
    game = pylos.Game()
    for turn in turns:
        game.play_turn(pylos.parse_turn(turn))
    return game


def lit(*cells):
    """Return letters and tints with lights for cells: (cell, cue, tint)."""
    letters, tints = ["."] * LAYOUT.pixels, ["6"] * LAYOUT.pixels
    for cell, cue, tint in cells:
        pixel = LAYOUT.pixel_of_cell[pylos.parse_cell(cell)]
        letters[pixel] = next(row[1] for row in cues.table() if row[0] == cue)
        tints[pixel] = str(tint)
    return "".join(letters), "".join(tints)


def drawn(game, *cells, width=80):
    view = View(game, *lit(*cells))
    return Screen(EN, LAYOUT, console=terminal(width)).lines(view)


def test_the_pyramid_is_one_drawing_with_each_light_beside_its_cell():
    game = game_of("b2", "c3", "b3", "c2", "f2")
    lines = drawn(game, ("a1", "PLACE", 0), ("f2", "LAST", cues.LIGHT_TINT), ("b2", "RAISE", 6))
    assert lines[2:18] == [
        "                 j  ·              Light ○: 12 in reserve",
        "  level 4           1              Dark ●: 13 in reserve",
        "                i  ·   ·",
        "              h  ·   ·             ↑  this ball may be raised",
        "  level 3        1   2             +  a ball may be placed here",
        "               g  ·   ·   ·        ▫  the last move ended here",
        "             f  ·   ○▫  ·",
        "           e  ·   ·   ·",
        "  level 2     1   2   3",
        "              d  ·   ·   ·   ·",
        "            c  ·   ●   ●   ·",
        "          b  ·   ○↑  ○   ·",
        "        a  ·+  ·   ·   ·",
        "  level 1  1   2   3   4",
        "",
        "last moves: 1. b2  2. c3  3. b3  4. c2  5. f2",
    ]


def test_a_narrow_terminal_gets_the_plan():
    lines = drawn(game_of("b2"), ("a1", "PLACE", 0), width=79)
    assert any(line.startswith("  b  · ○ · ·   f  · · ·   i  · ·") for line in lines)
    assert lines[-1] == "  +  a ball may be placed here"


@for_each("language", ["en", "fr"])
@for_each("width", [80, 120])
@for_each("name", names())
def test_whatever_the_lights_say_nothing_moves(name, width, language):
    layout = layout_of(games()[name].layout)
    texts = Texts(language)
    screen = Screen(texts, layout, console=terminal(width))
    game = rules_of(name).Game()
    dark = screen.lines(View(game, "." * layout.pixels, "6" * layout.pixels))
    for row in cues.table()[1:]:
        letters = (row[1] + cues.LETTERS[1:5] + "." * layout.pixels)[: layout.pixels]
        lines = screen.lines(View(game, letters, "6" * layout.pixels))
        assert len(lines) == len(dark)
        assert all(len(line) <= width for line in lines), lines
        # What is told under the board stands where it stood.
        assert lines[-2:] == dark[-2:]


ABOVE = [
    # lights in no level's colour: who stands where, which cell is spoken of
    ((), "RAISE", "b2"),
    (("a1", "a2", "b1", "b2"), "RAISE", "b2"),
    (("a1", "a2", "b1", "b2"), "MISSING", "h1"),
    ((), "MISSING", "b2"),
    ((), "SURPLUS", "b2"),
]


@for_each(("turns", "cue", "cell"), ABOVE)
def test_a_pixel_under_several_cells_speaks_for_one(turns, cue, cell):
    screen = Screen(EN, LAYOUT)
    drawing = screen._drawing("pylos")
    lights = drawing.lights_of(View(game_of(*turns), *lit(("b2", cue, cues.AMBER))))
    assert [pylos.cell_text(each) for each in lights] == [cell]
    level = drawing.lights_of(View(game_of(*turns), *lit(("b2", "PLACE", 2))))
    assert [pylos.cell_text(each) for each in level] == ["h1"]


# Colours


def test_both_sides_stand_out_on_dark_and_on_light_themes():
    assert SIDE_STYLES[0] == "bold"
    colour = Text("x", SIDE_STYLES[1]).get_style_at_offset(terminal(), 0).color
    rgb = tuple(colour.get_truecolor())
    assert contrast(rgb, BLACK) >= 4.5
    assert contrast(rgb, WHITE) >= 4.5


def test_a_terminal_of_few_colours_shows_lights_reversed():
    screen = Screen(EN, LAYOUT, console=terminal(color_system="standard"))
    assert screen._pen.light("p", "0", 0).style == NO_LIGHTS


def test_without_colours_the_signs_say_everything(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    console = terminal()
    view = View(game_of("b2"), *lit(("a1", "PLACE", 0), ("d1", "SURPLUS", cues.RED)))
    console.print(Screen(EN, LAYOUT, console=console).render(view))
    out = console.file.getvalue()
    assert "38;2" not in out
    assert "48;2" not in out
    assert "⊖" in out

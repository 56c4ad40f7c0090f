"""The screen that stays, at 80 by 24: places, paging, editing, and only what changed is written."""

import io
import re
import sys
from types import SimpleNamespace

import pytest
from rich.console import Console
from rich.text import Text

from boardcore.games import rules_of
from boardcore.lights import cues
from support.boards.reeds import sim_of
from support.campaign import campaign
from support.machine.terminal import COLUMNS, ROWS, Terminal, pty
from support.rows import for_each
from support.texts.screens import stored
from underboard.cli.ui import window
from underboard.cli.ui.editor import LineEditor, split_keys
from underboard.cli.ui.panels import Panels, ScreenContent
from underboard.deploy.layouts import layout_of
from underboard.referee.screen import Screen, View
from underboard.texts import LANGUAGES, Texts

LAYOUTS = {"pylos": "pylos-reed16", "apagos": "apagos-reed36", "gyges": "gyges-reed38"}
PARAGRAPH = "Une phrase assez longue pour prendre plus d'une ligne. " * 12


def panels(name, language, size=(COLUMNS, ROWS)):
    texts = Texts(language)
    console = Console(file=io.StringIO(), force_terminal=True, width=size[0])
    screen = Screen(texts, layout_of(LAYOUTS[name]), console=console)
    return Panels(texts, screen, console, size)


def view_of(name, plies, letters=""):
    rules = rules_of(name)
    game = rules.Game(rules.VARIANTS[0])
    for _ in range(plies):
        game.play_turn(game.legal_turns()[-1])
    return View(game, letters, players=("Maximilienne-Joséphine", "engine"))


@for_each("language", LANGUAGES)
@for_each("name", LAYOUTS)
@for_each("plies", [0, 1, 9])
def test_every_row_has_its_place_and_is_as_wide_as_the_window(name, language, plies):
    of = panels(name, language)
    scene = ScreenContent(of.wrapped(Text(PARAGRAPH)), left_ms=(3_600_000, 59_999), typed="b2" * 60)
    for given in (
        scene,
        ScreenContent(),
        ScreenContent(reading=of.wrapped(Text(PARAGRAPH * 9), "")),
    ):
        rows = of.compose(view_of(name, plies, "p" * 40), given)
        assert len(rows) == ROWS
        assert all(row.cell_len <= COLUMNS for row in rows), [row.plain for row in rows]


@for_each("name", LAYOUTS)
def test_what_is_said_cuts_no_word(name):
    of = panels(name, "fr")
    rows = of.wrapped(Text(PARAGRAPH))
    assert " ".join(row.plain for row in rows).split() == PARAGRAPH.split()
    pages = -(-len(rows) // of.page_rows)
    shown = [
        row.plain
        for page in range(pages)
        for row in of.compose(None, ScreenContent(reading=rows, page=page))[2:-3]
    ]
    assert " ".join(shown).split() == PARAGRAPH.split()


@for_each("language", LANGUAGES)
@for_each("name", LAYOUTS)
def test_the_meaning_of_a_light_is_shown_whole_or_not_at_all(name, language):
    of = panels(name, language)
    letters = "".join(row[1] for row in cues.table()[1:]) * 3
    view = view_of(name, 9, letters)
    rows = of.compose(view, ScreenContent())
    beside = [row.plain.partition("│")[2].strip() for row in rows]
    words = " ".join(" ".join(beside).split())
    meanings = [" ".join(line.plain.split()) for line in of._screen.legend(view)]
    shown = [meaning for meaning in meanings if meaning in words]
    begun = [row for row in beside if any(row.startswith(f"{one[0]}  ") for one in meanings)]
    assert shown == meanings[: len(shown)], "the most urgent come first"
    assert len(begun) == len(shown) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_recorded_screens_fit_into_80_by_24(language):
    """Made by ``python -m support.texts.screens``, through a terminal that we did not write."""
    for screen in stored(language):
        lines = screen.splitlines()
        assert len(lines) <= ROWS
        assert all(len(line) <= COLUMNS for line in lines)


def test_a_larger_window_gives_the_board_more_rows():
    assert panels("gyges", "en", (120, 40)).board_rows == panels("gyges", "en").board_rows + 16


@for_each(
    ("keys", "line"),
    [
        ("b2\r", "b2"), ("b3\x7f2\r", "b2"), ("2\x1b[Db\r", "b2"), ("xb2\x1b[H\x1b[3~\r", "b2"),
        ("undo this\x17\x17b2\r", "b2"), ("x\x15b2\r", "b2"), ("é\x1b[D\x0bb2\r", "b2"),
        ("b2\rundo\r\x1b[A\x1b[A\r", "b2"), ("b2\r\x1b[A\x1b[B\r", ""), ("\x1b[15~b2\r", "b2"),
    ],
)  # fmt: skip
def test_a_line_is_edited(keys, line):
    editor = LineEditor()
    lines = [editor.key(key) for key in split_keys(keys)[0]]
    assert [one for one in lines if one is not None][-1] == line


@for_each("cut", range(1, 6))
def test_a_key_may_come_in_parts(cut):
    text = "a\x1b[5~b"
    keys, rest = split_keys(text[:cut])
    more, _ = split_keys(rest + text[cut:])
    assert keys + more == ["a", "\x1b[5~", "b"]


# The program in a terminal that we did not write


@pytest.fixture
def terminal(tmp_path):
    pytest.importorskip("pyte", reason="pyte is not installed: no terminal to look at")
    if pty is None:
        pytest.skip("this system has no pseudo-terminals")
    opened = []

    def open_terminal(*arguments, **given):
        opened.append(Terminal(arguments, tmp_path, **given))
        return opened[-1]

    yield open_terminal
    for one in opened:
        one.__exit__()


PLAY = {
    # what is typed: a turn, a question, rules; and what they show
    "en": ("Pylos, standard game", "b2", "1. Light: b2", "rules", "page 1 of 2", "quit"),
    "fr": ("Pylos", "b2", "1. Clair : b2", "règles", "page 1 sur 2", "quitter"),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", campaign(["fr"], LANGUAGES))
def test_the_board_keeps_its_place_and_answers_have_theirs(terminal, language):
    title, turn, told, rules, page, leave = PLAY[language]
    shown = terminal("play", "pylos", "--board", "sim", "--new", "--lang", language)
    shown.wait_for(title, ">")
    shown.line(turn)
    shown.wait_for(told, "○▫")
    board = shown.shown.splitlines()[2:16]
    written = len(shown.said)
    shown.type("x")
    shown.wait_for("> x")
    rows = re.findall(r"\x1b\[(\d+);1H", shown.said[written:])
    assert set(rows) == {"23"}, "only the row that changed is written again"
    shown.type("\x7f")
    shown.line(rules)
    shown.wait_for("PYLOS", page)
    shown.type(" ")
    shown.wait_for(page.replace("1", "2", 1))
    shown.type("\x1b")
    shown.wait_for(told)
    assert shown.shown.splitlines()[2:16] == board
    for _ in range(3):
        shown.line("b2")
    shown.wait_for("PgUp")
    shown.type("\x1b[5~\x1b[5~")
    shown.wait_for(f"> {rules}")
    shown.line(leave)
    assert shown.end() == 0


@pytest.mark.parametrize(
    ("size", "term", "fits"),
    [((80, 24), "xterm", True), ((79, 24), "xterm", False), ((80, 23), "xterm", False),
     ((80, 24), "dumb", False)],
)  # fmt: skip
def test_a_screen_needs_room_and_a_terminal_that_can_draw(size, term, fits, monkeypatch):
    monkeypatch.setattr(window, "size_of", lambda: size)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    console = Console(file=io.StringIO(), force_terminal=True, _environ={"TERM": term})
    assert window.can_open(console, (COLUMNS, ROWS)) == fits


@pytest.mark.slow
def test_a_small_terminal_gets_line_by_line(terminal):
    shown = terminal("play", "pylos", "--board", sim_of("pylos"), "--new", size=(80, 23))
    shown.wait_said("> ")
    shown.line("b2")
    shown.wait_said("1. Light: b2")
    assert not re.search(r"\x1b\[\d+;\d+H", shown.said)
    shown.line("quit")
    assert shown.end() == 0


@pytest.mark.slow
def test_ctrl_c_leaves_the_terminal_as_it_was(terminal):
    shown = terminal("play", "gyges", "--board", sim_of("gyges"), "--new")
    shown.wait_for("Gygès")
    shown.type("\x03")
    assert shown.end() == 130
    assert "Your game is saved." in shown.shown

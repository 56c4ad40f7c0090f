"""The referee at the table (seats, refusals in words, take-backs, hints, resume)."""

import io
import os
import re
import signal
import subprocess
import sys

import pytest
from rich.console import Console

from boardcore.pylos import rules as pylos
from support.boards.reeds import sim_of
from support.campaign import one_in
from support.machine.loop import LAYOUT, Sitting
from support.waiting import until
from underboard.cli import main
from underboard.cli.terminal import TerminalInput
from underboard.cli.ui.lines import LineFront
from underboard.cli.ui.table_loop import TableLoop
from underboard.engine.player import player_of
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.referee.information import ANSWERS
from underboard.referee.input_handler import COMMANDS
from underboard.sim.hands.client import FlashFile


class Evening(Sitting):
    """A session at a real board: a table in this process, joined by a cable of bytes."""

    def __init__(self, path, seats=(None, None), language="en", bare=None):
        super().__init__(path, bare)
        self.sit(seats, language)

    def begin(self, **wishes):
        self.session.begin(**wishes)
        return self

    def pass_time(self, seconds=1.0):
        end = self.loop.clock() + seconds
        while self.loop.clock() < end:
            self.session.step(0.1)

    def put(self, *names):
        """Let a hand put balls on the lowest level."""
        for name in names:
            self.bare.readings[pylos.parse_cell(name)] = 1
        self.bare.table.readings[:] = self.bare.readings
        self.pass_time()

    def lift(self, name):
        self.bare.readings[pylos.parse_cell(name)] = 0
        self.bare.table.readings[:] = self.bare.readings
        self.pass_time()

    def type(self, line):
        """Type a line; return what was said."""
        before = len(self.said)
        assert self.session.handle(line)
        self.pass_time()
        return self.said[before:]

    @property
    def turns(self):
        return self.board.mirror.turns

    @property
    def letters(self):
        return self.board.cues.letters


@pytest.fixture
def table(tmp_path):
    return Evening(tmp_path).begin()


# The beginning


def test_an_evening_begins_with_whose_turn_it_is(table):
    assert table.said == [
        "Board connected: b0, pylos-reed16.",
        "A new standard game of Pylos begins. Light is to move.",
    ]


def test_a_turn_on_the_board_is_told_and_recorded(table):
    table.put("b2")
    assert table.said[-1] == "1. Light: b2"
    assert table.records.load(table.board.row).turns == ["b2"]
    assert table.records.get(table.board.row).players == "human|human"


def test_everything_is_said_in_french_too(tmp_path):
    table = Evening(tmp_path, language="fr").begin()
    table.put("b2")
    assert table.said[-2:] == [
        "Une nouvelle partie de Pylos (normale) commence. À Clair de jouer.",
        "1. Clair : b2",
    ]


def test_trouble_is_told_in_french_too(tmp_path):
    table = Evening(tmp_path, language="fr").begin()
    assert table.type("f1") == [
        "Refusé : Rien ne porte une bille en f1 : il faut quatre billes dessous. "
        "Vous pouvez jouer d1, ou taper aide."
    ]
    assert table.type("undo") == [
        "Refusé : Il n'y a aucun coup à annuler. Vous pouvez jouer d4, ou taper aide."
    ]
    assert table.type("new chess") == [
        "Pas compris : « chess » n'est pas une variante : choisissez standard, children ou "
        "expert. Vous pouvez jouer c4, ou taper aide."
    ]
    table.loop.pull()
    table.pass_time(2.0)
    assert table.said[-1].startswith(
        "Le plateau ne répond plus : Le plateau sur loop n'est plus là : le"
    )


@pytest.mark.parametrize(("there", "said"), [
    ("0.9.0", "To update the board, type: underboard board install"),
    ("99.0", "To update this program, type: pip install --upgrade underboard"),
    ("my-own", ""),
])  # fmt: skip
def test_a_board_with_other_firmware_says_which_side_to_update(tmp_path, there, said):
    evening = Evening(tmp_path)
    evening.bare.table.identity.firmware = there
    evening.begin()
    found = [line for line in evening.said if "firmware" in line]
    assert len(found) == bool(said)
    assert all(there in line and said in line for line in found)


def test_another_variant_is_begun_on_the_board(tmp_path):
    table = Evening(tmp_path).begin(variant="expert", options="end=bga")
    assert (table.board.mirror.variant, table.board.mirror.options) == ("expert", "end=bga")


def test_an_unfinished_game_goes_on(tmp_path):
    first = Evening(tmp_path).begin()
    first.put("b2")
    first.put("c3")
    first.board.close()
    first.records.close()
    again = Evening(tmp_path, bare=first.bare).begin()
    assert again.said[-1].startswith("The game continues; moves played: 2. Light is to move.")
    again.put("a1")
    assert again.turns == ["b2", "c3", "a1"]
    assert len(again.records.list()) == 1


def test_new_begins_another_game_and_the_old_one_is_kept(tmp_path):
    first = Evening(tmp_path).begin()
    first.put("b2")
    first.board.close()
    again = Evening(tmp_path, bare=first.bare).begin(new=True)
    again.lift("b2")
    again.put("c3")
    assert again.turns == ["c3"]
    assert [row.turns for row in again.records.list()] == [1, 1]


def test_resume_wants_a_game_to_go_on_with(tmp_path):
    with pytest.raises(UnderboardError, match="no unfinished game on this board"):
        Evening(tmp_path).begin(resume=True)


def test_an_unfinished_game_of_another_variant_is_not_thrown_away(tmp_path):
    first = Evening(tmp_path).begin()
    first.put("b2")
    first.board.close()
    with pytest.raises(
        UnderboardError, match=r"unfinished game is on this board \(standard\).*--new"
    ):
        Evening(tmp_path, bare=first.bare).begin(variant="expert")


# Refusals, take-backs, hints


def test_a_refusal_is_told_in_words_with_what_to_do(table):
    table.put("b2")
    table.put("a1", "a2", "a3")
    table.pass_time(4)
    assert "More has changed than one move can do." in table.said
    assert "Take the ball off a1." in table.said


def test_an_undo_leads_the_hands_back(table):
    table.put("b2")
    table.put("c3")
    assert table.type("undo") == [
        "Move taken back; moves left: 1. Dark is to move.",
        "The balls do not match the game. Follow the lights.",
        "Take the ball off c3.",
    ]
    assert "-" in table.letters, "the light under the ball that has to go"
    table.lift("c3")
    table.put("d4")
    assert table.turns == ["b2", "d4"]


def test_nothing_can_be_taken_back_before_the_first_turn(table):
    assert table.type("undo") == [
        "Refused: There is no move to take back. You may play d4, or type help."
    ]


@pytest.mark.slow
def test_a_hint_comes_in_two_stages_the_second_with_lights(table):
    first = table.type("hint")
    assert first == ["Hint: take a ball from your reserve. Ask again to see where."]
    assert "h" not in table.letters
    assert table.type("hint")[0].startswith("Hint: place a ball on ")
    assert table.letters.count("h") == 1


@pytest.mark.slow
def test_a_new_position_gets_a_new_hint(table):
    table.type("hint")
    table.put("b2")
    assert "Ask again" in table.type("hint")[0]


def test_turns_typed_at_a_real_board_are_made_by_hand(table):
    assert table.type("b2") == ["Make your move on the board; I am watching."]
    assert table.turns == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("q9", "'q9' is not a cell"),
        ("b2xb2", "No square was made"),
        ("f1", "Nothing carries f1: it needs four balls below."),
        ("new chess", "'chess' is not a variant"),
        ("", None),
    ],
)
def test_what_cannot_be_is_refused_in_words(table, line, words):
    said = table.type(line)
    assert (words in said[0]) if words else said == []
    assert table.turns == []


def test_new_and_quit(table):
    table.put("b2")
    said = table.type("new children")
    assert said[0] == "A new children's game of Pylos begins. Light is to move."
    assert said[2] == "Take the ball off b2."
    assert not table.session.handle("quit")


def test_every_command_is_named_by_help(table):
    said = table.type("help")[0]
    for name in {*COMMANDS, *ANSWERS, "quit"} - {"skip", "what"}:
        assert name in said


# Engines


@pytest.mark.slow
def test_an_engine_shows_its_turn_until_the_board_shows_it(tmp_path):
    table = Evening(tmp_path, (None, player_of("pylos", "club", 1))).begin()
    table.put("b2")
    said = table.said[-1]
    assert said.startswith("Dark (club) plays ")
    wanted = re.search(r"plays (\w+):", said)[1]
    table.pass_time()
    assert table.letters[LAYOUT.pixel_of_cell[pylos.parse_cell(wanted)]] == "h"
    table.pass_time(200)
    assert "h" in table.letters, "the hint lives as long as the engine waits"
    assert table.turns == ["b2"]
    table.put(wanted)
    assert table.turns == ["b2", wanted]
    assert "h" not in table.letters


def test_another_turn_than_the_engine_wanted_is_told(tmp_path):
    table = Evening(tmp_path, (None, player_of("pylos", "club", 1))).begin()
    table.put("b2")
    wanted = re.search(r"plays (\w+):", table.said[-1])[1]
    other = next(name for name in ("d4", "d1") if name != wanted)
    table.put(other)
    assert f"The engine chose {wanted}, but {other} was played on the board." in " ".join(
        table.said
    )
    assert table.turns == ["b2", other]


def test_undo_against_an_engine_takes_back_ones_own_turn(tmp_path):
    table = Evening(tmp_path, (None, player_of("pylos", "club", 1))).begin()
    table.put("b2")
    wanted = re.search(r"plays (\w+):", table.said[-1])[1]
    table.put(wanted)
    table.type("undo")
    assert table.turns == []


# The cable


def test_a_pulled_cable_costs_nothing(table):
    table.put("b2")
    table.loop.pull()
    table.pass_time(1)
    assert any(line.startswith("Lost the board: ") for line in table.said)
    table.put("c3")
    table.loop.plug()
    table.pass_time(3)
    assert table.turns == ["b2", "c3"]
    assert table.said[-1] == "2. Dark: c3"


# The command, with a simulated board and hands


def play(lines, *arguments):
    sys.stdin = io.StringIO("".join(line + "\n" for line in lines))
    try:
        return main(["play", "pylos", "--board", sim_of("pylos"), "--lang", "en", *arguments])
    finally:
        sys.stdin = sys.__stdin__


def recorded(folder):
    with Records.open(folder / "games.sqlite3") as records:
        return [(row.players, records.load(row.number).turns) for row in records.list()]


@pytest.mark.slow
def test_typed_turns_are_made_by_simulated_hands(folder, capsys):
    assert play(["b2", "b2", "c3", "undo", "d4", "board", "quit", "a1"]) == 0
    said = capsys.readouterr().out
    assert "Refused: There is already a ball on b2." in said
    assert "last moves: 1. b2  2. d4" in said
    assert said.rstrip().endswith("Your game is saved. Type underboard play pylos to continue it.")
    assert recorded(folder) == [("human|human", ["b2", "d4"])]


@pytest.mark.slow
def test_the_next_evening_goes_on_with_the_game(folder, capsys):
    play(["b2", "c3"])
    assert play(["d4"], "--resume") == 0
    assert "The game continues; moves played: 2." in capsys.readouterr().out
    assert recorded(folder) == [("human|human", ["b2", "c3", "d4"])]


@pytest.mark.slow
def test_two_engines_play_a_game_to_its_end(folder, capsys):
    assert play([], "--light", "club", "--dark", "random", "--seed", "1", "--new") == 0
    out = capsys.readouterr().out
    (players, turns), *_ = recorded(folder)
    assert players == "engine underboard club|engine underboard random"
    assert len(turns) > 20
    assert " wins." in out
    # Nobody types: the board is shown after each turn.
    assert out.count("last moves: ") == len(turns)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl-C to a whole group")
@pytest.mark.parametrize("layout", one_in(2, ["pylos-scale4", "pylos-reed16"]))
def test_ctrl_c_leaves_a_game_that_can_be_resumed(folder, layout):
    command = [sys.executable, "-m", "underboard", "play", "pylos", "--board", f"sim:{layout}"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        program.stdin.write("b2\n")
        program.stdin.flush()
        for line in program.stdout:
            if "b2" in line:
                break
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=60)
        assert program.returncode == 130, errors
    assert errors == ""
    assert play(["c3"], "--resume", "--board", f"sim:{layout}") == 0
    assert recorded(folder)[0][1] == ["b2", "c3"]


def test_one_simulated_board_has_one_host(tmp_path):
    first = FlashFile(tmp_path, "pylos-reed16")
    with pytest.raises(UnderboardError, match="in use by another underboard"):
        FlashFile(tmp_path, "pylos-reed16")
    first.close()
    FlashFile(tmp_path, "pylos-reed16").close()


def test_the_keyboard_tells_when_no_more_lines_come():
    keyboard = TerminalInput(["b2\n", " quit \n"])
    seen = []

    def ended():
        line = keyboard.line()
        if line is not None:
            seen.append(line)
        return keyboard.ended

    until(ended, seen)
    assert seen == ["b2", "quit"]


def test_an_evening_ends_when_no_more_lines_come(table):
    paper = Console(file=io.StringIO())
    TableLoop(table.session, LineFront(paper, TerminalInput([]))).run()
    assert table.turns == []

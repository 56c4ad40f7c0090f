"""The loop at the table always listens (by pipe, by terminal, and while an engine computes)."""

import os
import subprocess
import sys
import threading

import pytest

from support.boards.reeds import sim_of
from support.campaign import one_in
from support.machine.loop import Sitting
from support.machine.terminal import MAX_S, Terminal, pty
from underboard.cli.ui.table_loop import TableLoop

BLUNDERS = {
    # a position, the side that is a person, a turn that loses by force and is not the only one
    "pylos": ("DLLD/LDLD/DDLL/DLD. LDL/LLL/.L. .D/.. . D", "--light", "g1"),
    "apagos": ("", "--black", "W4"),
    "gyges": ("000000/003121/002000/000000/323300/101200 S", "--north", "c2-a1"),
}
OFFER = "Type yes to take it back, or next to keep it."


def training(name):
    position, engine, blunder = BLUNDERS[name]
    start = ["--position", position] if position else []
    own = ["--new", engine, "easy", "--training", "--seed", "1", "--lang", "en"]
    return ["play", name, "--board", sim_of(name), *own, *start], blunder


class Pipe:
    """A program that is talked to through pipes, line by line."""

    def __init__(self, arguments):
        self.program = subprocess.Popen(
            [sys.executable, "-m", "underboard", *arguments], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        # A program that hangs fails the test instead of hanging it.
        self._end = threading.Timer(MAX_S, self.program.kill)
        self._end.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._end.cancel()
        self.program.kill()
        self.program.communicate()

    def line(self, text):
        self.program.stdin.write(f"{text}\n")
        self.program.stdin.flush()

    def until(self, words):
        said = ""
        for line in self.program.stdout:
            said += line
            if words in line:
                return said
        raise AssertionError(f"ended without {words!r}: {said}")


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, reversed(BLUNDERS)))
def test_a_pipe_is_listened_to_while_training_asks(folder, name):
    arguments, blunder = training(name)
    with Pipe(arguments) as pipe:
        pipe.line(blunder)
        pipe.until(OFFER)
        pipe.line("help why")
        pipe.until("why repeats why")
        pipe.line("yes")
        pipe.until("Move taken back; moves left: 0.")
        pipe.line(blunder)
        pipe.until(OFFER)
        pipe.line("next")
        pipe.until("2. ")
        pipe.line("quit")
        assert "Your game is saved." in pipe.program.stdout.read()
        assert pipe.program.wait(60) == 0


@pytest.mark.slow
def test_the_end_of_a_pipe_ends_a_game_in_which_training_asks(folder):
    arguments, blunder = training("apagos")
    ended = subprocess.run(
        [sys.executable, "-m", "underboard", *arguments], input=f"{blunder}\n", text=True,
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert OFFER in ended.stdout


@pytest.mark.slow
@pytest.mark.skipif(pty is None, reason="this system has no pseudo-terminals")
@pytest.mark.parametrize("name", one_in(3, BLUNDERS))
def test_a_terminal_is_listened_to_while_training_asks(tmp_path, name):
    pytest.importorskip("pyte", reason="pyte is not installed: no terminal to look at")
    arguments, blunder = training(name)
    with Terminal(arguments, tmp_path) as terminal:
        terminal.wait_for(">")
        terminal.line(blunder)
        terminal.wait_for("take it back")
        terminal.line("next")
        terminal.wait_for("The game continues.")
        terminal.wait_for("2.")
        terminal.line("quit")
        assert terminal.end() == 0


# The loop itself, in virtual time


class Typist:
    """A front with lines that are typed at certain steps."""

    def __init__(self, lines, is_live):
        self.lines, self.is_live = list(lines), is_live
        self.answered = []

    @property
    def ended(self):
        return not self.lines

    def line(self):
        return self.lines.pop(0) if self.lines else None

    def echo(self, line):
        self.answered.append(line)

    def draw(self, view, rests, asked=False):
        pass

    def tick(self, session, waits):
        pass


class Ponderer:
    """An engine that computes until it has paused so often, and notes what it saw."""

    name = "slow"

    def __init__(self, pauses=50):
        self.pauses = pauses
        self.begun = self.finished = 0

    def choose(self, game, pause=lambda: None):
        self.begun += 1
        for _ in range(self.pauses):
            turn = game.legal_turns()[0]
            game.play_turn(turn)  # the middle of a search: nobody else may see this position
            pause()
            game.undo()
        self.finished += 1
        return game.legal_turns()[0]


@pytest.fixture
def table(tmp_path):
    table = Sitting(tmp_path)
    table.engine = Ponderer()
    table.sit((table.engine, None))
    table.session.begin()
    return table


def run(table, lines, is_live=True):
    typist = Typist(lines, is_live)
    TableLoop(table.session, typist).run()
    return typist


def test_questions_are_answered_while_an_engine_computes(table):
    before = len(table.said)
    typist = run(table, ["help", "what can I do?", "quit"])
    assert typist.answered == ["help", "what can I do?", "quit"]
    assert table.engine.begun == 1
    assert not table.engine.finished, "who leaves waits for no engine"
    legal = " ".join(table.said[before:])
    assert "Legal: " in legal
    assert all(cell in legal for cell in ("a1", "d4")), "the position is the game's, not a search's"


def test_a_new_game_ends_what_an_engine_computes_for_the_one_before(table):
    first = table.session.mirror.id
    run(table, ["new children", "quit"])
    assert table.session.mirror.id != first
    assert table.session.mirror.variant == "children"
    assert table.engine.finished == 0
    assert table.session.engine.wanted < 0


def test_one_hint_at_a_time(table):
    run(table, ["hint", "quit"])
    assert "Still computing: one moment, please." in table.said


def test_a_turn_on_the_board_ends_what_is_computed_for_the_position_before(table):
    made = []

    def choose(game, pause=lambda: None):
        # Hands do not wait for the engine.
        turn = table.bare.table.rules.parse_turn("b2")
        if not made:
            made.append(turn)
            table.bare.table.play(turn)
            table.bare.show(table.bare.table.game)
        for _ in range(200):
            table.loop.sleep(0.02)
            pause()
        raise AssertionError("the computation was not ended")

    table.engine.choose = choose
    table.session.step(0.0)
    assert table.session.engine.wanted < 0
    assert table.board.mirror.turns == ["b2"]


def test_a_script_waits_for_no_answer_of_a_person(table):
    """Of a real board every line is answered, whoever is to move."""
    typist = run(table, ["help", "quit"], is_live=False)
    assert typist.answered == ["help", "quit"]

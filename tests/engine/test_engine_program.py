"""``underboard engine`` as a GUI uses it: a process of its own, on a fresh installation."""

import importlib.util
import os
import queue
import random
import subprocess
import sys
import threading

import pytest

from boardcore.games import rules_of
from support.campaign import one_in
from support.machine.wheels import built, unpacked
from underboard.cli import main

QUIET = {"gyges": "112000/032030/000000/000000/002100/320301 S"}
"""Positions without a set-up and without a goal in reach."""
ANSWER_S = 60.0
"""Time for an answer on a busy machine; none of these tests looks at how long one takes."""


class Gui:
    """A program that shows a game, and has an engine play."""

    def __init__(self, game, folder, *words, wheel=""):
        self.rules = rules_of(game)
        self.turns = []
        self.heard = []
        env = os.environ | {"UNDERBOARD_DATA": str(folder), "XDG_CACHE_HOME": str(folder)}
        if wheel:  # a plain installation has no numba
            env |= {"PYTHONPATH": str(wheel), "UNDERBOARD_NUMBA": "off"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "underboard", "engine", game, *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=env,
            cwd=wheel or None,
        )  # fmt: skip
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, wanted):
        """Return the lines up to the one that begins with ``wanted``."""
        self.say(line)
        heard = []
        while not heard or not heard[-1].startswith(wanted):
            heard.append(self.lines.get(timeout=ANSWER_S))
        self.heard += heard
        return heard

    def place(self):
        moves = f" moves {' '.join(self.turns)}" if self.turns else ""
        self.say(f"position startpos{moves}")

    def go(self, limits):
        """Have the engine play a turn; return what it told."""
        self.place()
        told = self.ask(f"go {limits}", "bestmove")
        self.turns.append(told[-1].split()[1])
        return told[:-1]

    def quit(self):
        self.say("quit")
        return self.process.wait(ANSWER_S)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Return a folder with the files of the wheel; without hatchling the tree plays instead."""
    if importlib.util.find_spec("hatchling") is None:
        return ""
    folder = tmp_path_factory.mktemp("wheel")
    return unpacked(built("standard", folder), folder / "files")


def fields_of(line):
    """Return depth, score, nodes and the principal variation of an info line."""
    words = line.split()
    at = {word: place for place, word in enumerate(words)}
    score = (words[at["score"] + 1], int(words[at["score"] + 2]))
    line = words[at["pv"] + 1 : at["time"]]
    return int(words[at["depth"] + 1]), score, int(words[at["nodes"] + 1]), line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "limits"),
    one_in(3, [("pylos", "depth 2"), ("apagos", "movetime 60000"), ("gyges", "nodes 300")]),
)
def test_a_gui_plays_a_whole_game_on_a_fresh_installation(name, limits, wheel, tmp_path):
    gui = Gui(name, tmp_path, wheel=wheel)
    chance = random.Random(name)
    assert gui.ask("ugi", "ugiok")[-1] == "ugiok"
    assert gui.ask("isready", "readyok") == ["readyok"]
    game = gui.rules.Game()
    searched = []
    while not game.outcome():
        if game.ply % 2 == 0:
            told = gui.go(limits)
            searched += [line for line in told if " pv " in line]
        else:
            gui.turns.append(gui.rules.turn_text(chance.choice(game.legal_turns())))
        turn = gui.rules.parse_turn(gui.turns[-1])
        game.check(turn)
        game.play_turn(turn)
    gui.place()
    assert gui.ask("query gameover", "response")[-1] == "response true"
    assert gui.quit() == 0
    notices = [line for line in gui.heard if line.startswith("info string")]
    assert sum("there is no table of Pylos" in line for line in notices) == (name == "pylos")
    assert searched
    for line in searched:
        depth, _, nodes, variation = fields_of(line)
        assert 1 <= len(variation) <= max(depth, 1)
        assert nodes > 0
        if name == "pylos":
            assert depth <= 2


@pytest.mark.slow
def test_pylos_without_a_table_plays_a_match(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    engine = f"{sys.executable} -m underboard engine pylos"
    words = ["match", "pylos", "beginner", engine, "--games", "1", "--nodes", "300", "--quiet"]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("games 1 beginner ")


def test_the_engine_introduces_itself_before_anything_is_loaded(tmp_path):
    code = (
        "import sys; from underboard.cli import main; main(['engine', 'gyges']);"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="ugi\nquit\n", capture_output=True, text=True,
        check=True, timeout=ANSWER_S,
    )  # fmt: skip
    assert "ugiok" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", one_in(2, ["pylos", "gyges"]))
@pytest.mark.slow
def test_stop_ends_an_endless_search(name, tmp_path):
    gui = Gui(name, tmp_path, "--level", "expert")
    rules = rules_of(name)
    game = rules.Game(position=QUIET.get(name, ""))
    gui.say(f"position fen {game.position_text()}")
    gui.ask("go infinite", "info depth")
    game.check(rules.parse_turn(gui.ask("stop", "bestmove")[-1].split()[1]))
    assert gui.quit() == 0

"""The other UGI of Gygès (Beck-Bjella's), with a small program of ours on the other end."""

import random
import shlex
import subprocess
import sys

import pytest

from boardcore.errors import ParseError
from boardcore.gyges.rules import Game
from support.rows import rows
from underboard.cli import main
from underboard.cli.play import seat
from underboard.engine.ugi_player import UgiPlayer
from underboard.games.gyges import dialect

QUIET = "112000/032030/000000/000000/002100/320301"
IN_REACH = "000000/201320/302110/302300/100000/000000"

OTHER = """
import random, sys
from boardcore.gyges.rules import Game

print("A small engine", flush=True)
game, chance = None, random.Random(3)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        for one in ("id name Small", "option maxPly", "option maxTime", "ugiok"):
            print(one)
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "setpos":
        assert words[1] == "data"
        game = Game(position=words[2] + " S")
    elif words[0] == "go":
        turn = chance.choice(game.legal_turns())
        where, to, drop = turn & 63, turn >> 6 & 63, turn >> 12 & 63
        places = [where, 37 if to == 36 else to] + ([drop] if drop != 63 else [])
        print("info ply 1 nodes 7 score 0.000")
        print("bestmove", ANSWER or "|".join(map(str, places)), "score 0.000 time 0.001")
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""


@pytest.fixture
def other(tmp_path):
    """Return a function that makes the command of the program, which may always answer the same."""

    def command(answer=""):
        path = tmp_path / "other.py"
        path.write_text(OTHER.replace("ANSWER", repr(answer)))
        return shlex.join([sys.executable, str(path)])

    return command


@pytest.mark.slow
def test_a_match_against_a_program_of_the_other_dialect(other, capsys):
    assert main(["match", "gyges", other(), "random", "--games", "2", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("games 2 ")


def test_the_handshake_tells_the_dialects_apart():
    ours = ["id name Underboard", "option name level type combo default club var club", "ugiok"]
    theirs = ["Gyges UGI Engine", "id name X", "option maxPly", "option maxTime", "ugiok"]
    assert dialect.is_spoken(theirs)
    assert not dialect.is_spoken(ours)
    assert not dialect.is_spoken(["id name Y", "ugiok"])


@pytest.mark.parametrize("side", "SN")
def test_every_turn_is_written_and_read_back_from_both_sides(side):
    game = Game(position=f"{IN_REACH} {side}")
    for turn in game.legal_turns():
        assert dialect.turn_of(game, dialect.turn_text(turn, game.side)) == turn


def test_the_side_to_move_is_always_south():
    """What North may play is what South may on the board as sent, by the rules alone."""
    game = Game(position=f"{QUIET} N")
    told = Game(position=f"{dialect.data_of(game)} S")
    assert dialect.data_of(game) == "320301/002100/000000/000000/032030/112000"
    ours = sorted(dialect.turn_text(turn, game.side) for turn in game.legal_turns())
    theirs = sorted(dialect.turn_text(turn, told.side) for turn in told.legal_turns())
    assert ours == theirs


def test_a_program_may_sit_at_the_table(other):
    program = seat("gyges", other(), 1, "en")
    assert isinstance(program, UgiPlayer)
    game = Game()
    chance = random.Random(1)
    while game.setup:
        game.play_turn(chance.choice(game.legal_turns()))
    program.new_game("standard", [])
    game.check(program.choose(game))
    assert program.nodes == 7
    program.close()


BAD = [
    ("no legal turn", "0|0|0", "answered 'bestmove 0|0|0 score"),
    ("no turn", "null", "is not a move: expected two or three numbers, like 0|1|14"),
    ("no cell", "0|99", "99 is not a cell: expected 0 to 35"),
]


@rows(BAD, "answer", "said")
def test_a_bad_answer_is_named_in_one_sentence(answer, said, other, capsys):
    assert main(["match", "gyges", other(answer), "random", "--games", "1"]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def heard(*lines, level="greedy"):
    """Return what our engine answers in the dialect."""
    said = []
    server = dialect.DialectServer(level, said.append)
    for line in lines:
        server.hear(line)
    return said


def test_our_engine_answers_in_the_dialect():
    said = heard("ugi", "isready", f"setpos data {IN_REACH}", "go", "bench", "setoption nn on")
    assert "option maxPly" in said
    assert said[said.index("ugiok") + 1] == "readyok"
    best = next(line for line in said if line.startswith("bestmove "))
    assert best.split()[1] == "9|37"
    assert said[-2:] == ["Unknown Command: 'bench'", "Unknown Command: 'setoption nn on'"]


def test_a_bad_position_is_told_and_the_last_one_stays():
    said = heard(f"setpos data {QUIET}", "setpos data 12", "showpos")
    assert said[0].startswith("info string")
    assert said[1] == QUIET


def test_the_position_that_is_told_must_be_one():
    with pytest.raises(ParseError):
        dialect.turn_of(Game(position=f"{QUIET} S"), "1-2")


@pytest.mark.slow
def test_our_engine_is_a_program_of_the_dialect(capsys):
    words = [sys.executable, "-m", "underboard", "engine", "gyges", "--level", "greedy"]
    command = shlex.join([*words, "--dialect", "gyges"])
    assert main(["match", "gyges", command, "random", "--games", "2", "--quiet"]) == 0
    # The program draws its lots without a seed, and random moves win now and then.
    assert int(capsys.readouterr().out.split()[3]) >= 1


def test_an_unknown_dialect_is_refused():
    words = [sys.executable, "-m", "underboard", "engine", "pylos", "--dialect", "gyges"]
    done = subprocess.run(words, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "'gyges' is not a dialect of pylos: expected none" in done.stderr

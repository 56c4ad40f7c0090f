"""The voice (what is spoken, by a program of the system that writes it down instead)."""

import io
import os
import random
import re
import subprocess
import sys

import pytest

from boardcore.games import rules_of
from support.boards.reeds import sim_of
from support.campaign import one_in
from support.machine.loop import Sitting
from support.waiting import until
from underboard.cli import main
from underboard.drivers.speaker import Speaker, command_for
from underboard.records.database import Records
from underboard.referee.piece_query import locate
from underboard.study.lesson import steps_of, words
from underboard.study.puzzles import chosen, puzzles_of
from underboard.texts import Texts
from underboard.voice.narrator import Narrator, plain

PROGRAM = """#!/bin/sh
{ printf '%s|' "$*"; cat; echo; } >> "$SPOKEN"
"""


@pytest.fixture
def voice(tmp_path, monkeypatch):
    """A folder with an ``espeak-ng`` that writes down what it is given; return that file."""
    if os.name == "nt":
        pytest.skip("the program that speaks is a shell script")
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "espeak-ng"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    spoken = tmp_path / "spoken"
    spoken.touch()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("SPOKEN", str(spoken))
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path / "data"))
    return spoken


def sentences(spoken):
    """What was spoken, without the arguments of the program."""
    return [line.partition("|")[2] for line in spoken.read_text().splitlines()]


# The speaker


def test_sentences_are_spoken_one_after_the_other_in_their_language(voice):
    speaker = Speaker(command_for("fr"))
    for text in ("Bonjour", "-v 1; rm *", "à Clair"):
        speaker.say(text)
    speaker.close()
    assert voice.read_text().splitlines() == [
        "-v fr --stdin|Bonjour", "-v fr --stdin|-v 1; rm *", "-v fr --stdin|à Clair",
    ]  # fmt: skip


def test_without_a_program_nothing_is_spoken(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command_for("en") == []


def test_a_program_that_fails_stops_nothing(tmp_path):
    speaker = Speaker([str(tmp_path / "gone")])
    speaker.say("x")
    speaker.close()
    assert speaker.waiting == 0


def test_signs_for_eyes_are_left_out():
    assert plain("> Light 10:00     Dark 9:59\n  (rests)") == "Light 10:00 Dark 9:59 (rests)"
    assert plain("Legal: W2 4>1") == "Legal: W2 4>1"


def test_the_end_of_a_line_is_heard():
    told = "Rings: a1, b1.\na1 to c2; boxes b1\nb1 to a2\n"
    assert plain(told) == "Rings: a1, b1. a1 to c2; boxes b1. b1 to a2"


# A session at a real board


class Table(Sitting):
    """A session at a board of Pylos in this process, and what is spoken there."""

    def __init__(self, path, language="en"):
        super().__init__(path)
        self.spoken = []
        self.sit(language=language)
        Narrator(self.session, self.spoken.append, lambda: 0)
        self.session.begin()

    def wait(self, seconds):
        """Let time pass; return what was spoken."""
        before = len(self.spoken)
        end = self.loop.clock() + seconds
        while self.loop.clock() < end:
            self.session.step(0.05)
        return self.spoken[before:]

    def stand(self, cell, there):
        from boardcore.pylos import rules

        self.bare.readings[rules.parse_cell(cell)] = there
        self.bare.table.readings[:] = self.bare.readings

    def type(self, line):
        before = len(self.spoken)
        assert self.session.handle(line)
        return self.spoken[before:]


def test_a_turn_is_told_in_words_with_who_is_next(tmp_path):
    table = Table(tmp_path)
    table.stand("b2", 1)
    assert table.wait(2)[-2:] == ["Light placed a ball on b2.", "Dark is to move."]


def test_every_cell_is_spoken_when_its_piece_is_lifted(tmp_path):
    table = Table(tmp_path)
    for cell in ("a1", "b2"):
        table.stand(cell, 1)
        table.wait(2)
    table.wait(4)
    table.stand("a1", 0)
    assert table.wait(0.5) == ["a1 lifted."]
    table.stand("a1", 1)
    assert table.wait(0.5) == ["a1 put."]


def test_questions_name_the_cells_that_are_lit(tmp_path):
    table = Table(tmp_path)
    for cell in ("a1", "a2", "b1", "b2", "a3", "b3"):
        table.stand(cell, 1)
        table.wait(2)
    # Which ball was put above, no switch has seen.
    table.session.command("press", "yes")
    asked = table.wait(2)
    table.session.command("press", "next")
    asked += table.wait(2)
    assert all(re.fullmatch(r"The board asks: .* yes or next\.", words) for words in asked), asked
    assert len(set(asked)) == len(asked) == 2


def test_refusals_and_what_to_do_are_spoken(tmp_path):
    table = Table(tmp_path)
    (said,) = table.type("f1")
    assert said.startswith("Refused: Nothing carries")


WHERE = [
    ("en", "where is b2?", "b2: Light."),
    ("en", "Where is a1", "a1 is empty."),
    ("en", "where is light?", "Light: b2."),
    ("en", "where are the dark?", "Dark: nowhere."),
    ("en", "where", "Light: b2. Dark: nowhere."),
    ("fr", "où est b2 ?", "b2 : Clair."),
    ("fr", "ou sont les foncés ?", "Foncé : nulle part."),
]


@pytest.mark.parametrize(("language", "line", "answer"), WHERE)
def test_where_is_answered(tmp_path, language, line, answer):
    table = Table(tmp_path, language)
    table.stand("b2", 1)
    table.wait(2)
    assert table.type(line) == [answer]


def test_what_can_i_do_is_answered(tmp_path):
    table = Table(tmp_path)
    assert "Legal: a1 a2" in " ".join(table.type("what can I do?"))
    assert "pose" in " ".join(Table(tmp_path, "fr").type("que puis-je faire ?")).lower()


def test_nonsense_is_answered_with_what_may_be_asked(tmp_path):
    (said,) = Table(tmp_path).type("where is my hat?")
    assert "'hat' is nothing on the board: expected Light, Dark or a cell." in said


def test_the_other_games_tell_where_everything_is():
    from boardcore.apagos import rules as apagos
    from boardcore.gyges import rules as gyges

    game = apagos.Game("standard")
    assert locate(game, ["level", "1"], Texts("en")).startswith("Level 1: 7 holes") or locate(
        game, [], Texts("en")
    ).startswith("Level 1:")
    game = gyges.Game("standard", (), "321123/000000/000000/000000/000000/321123 S")
    assert locate(game, ["is", "a1?"], Texts("en")).startswith("a1: ")
    assert len(re.findall(r"[a-f][16]", locate(game, [], Texts("en")))) == 12


# Lessons and puzzles by ear


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_puzzle_is_solved_by_ear(voice, monkeypatch, capsys, language):
    [puzzle] = chosen(puzzles_of("pylos"), 1, 2)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{puzzle.solution}\n"))
    arguments = ["puzzles", "pylos", "--count", "1", "--seed", "2", "--voice", "--lang", language]
    assert main(arguments) == 0
    spoken = " ".join(sentences(voice))
    game, rules = puzzle.game(), rules_of("pylos")
    for cell in (*rules.cells_of(game.light), *rules.cells_of(game.dark)):
        assert rules.cell_text(cell) in spoken, "where each ball lies is spoken"
    assert puzzle.solution in spoken
    assert any(str(puzzle.rating) in said for said in sentences(voice))


@pytest.mark.slow
def test_a_step_of_a_lesson_is_done_by_ear(voice, monkeypatch, capsys):
    first, second = steps_of("apagos")[:2]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{first.example}\nrepeat\nquit\n"))
    assert main(["learn", "apagos", "--board", sim_of("apagos"), "--voice", "--lang", "en"]) == 0
    spoken = " ".join(sentences(voice))
    for step, key in ((first, "task"), (first, "done"), (second, "task")):
        words_of = words("apagos", step, key, Texts("en"))
        assert words_of.split(".")[0] in spoken, step.id
    assert "Level 4" in spoken, "where the squares stand"


# A whole game by ear


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "ask", "legal", "over"),
    one_in(2, [("fr", "que puis-je faire ?", "Permis : ", "gagne|nulle|majorité"),
               ("en", "what can I do?", "Legal: ", "wins|drawn|majority")]),
)  # fmt: skip
def test_a_whole_game_is_played_by_spoken_words_alone(voice, language, ask, legal, over):
    board = "sim:apagos-reed36"
    command = [sys.executable, "-m", "underboard", "play", "apagos", "--board", board]
    process = subprocess.Popen(
        [*command, "--new", "--voice", "--lang", language, "--clock", "1h"],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    chance = random.Random(language)
    heard = 0
    turns = 0

    def listen(pattern):
        """Wait until a sentence that was not heard before fits."""
        nonlocal heard

        def fitting():
            assert process.poll() is None
            new = enumerate(sentences(voice)[heard:], heard)
            return next(((at, said) for at, said in new if re.search(pattern, said)), None)

        at, said = until(fitting, lambda: sentences(voice)[-10:])
        heard = at + 1
        return said

    try:
        while True:
            process.stdin.write(ask + "\n")
            process.stdin.flush()
            told = listen(f"{legal}|{over}")
            if legal not in told:
                break
            legal_turns = re.findall(r"\S+", told.partition(legal)[2].partition("…")[0])
            turn = chance.choice(legal_turns)
            if language == "fr":
                turn = turn.replace("B", "N")  # a bare B is asked about: noire or blanche?
            process.stdin.write(turn + "\n")
            process.stdin.flush()
            turns += 1
            said = listen(f"ball|boule|bille|{over}")
            if re.search(over, said):
                break
        assert turns > 10
    finally:
        process.kill()
        process.communicate()
    with Records.open(reading=True) as records:
        row = records.list()[-1]
        assert (row.turns, bool(row.outcome)) == (turns, True)

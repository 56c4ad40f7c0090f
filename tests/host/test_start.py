"""Three questions of a bare ``underboard``, and names of games however people write them."""

import io
import re

import pytest
from rich.console import Console

from support.machine.terminal import Terminal, pty
from support.rows import for_each
from underboard.cli import main
from underboard.cli.ui.start import Last, Questions, command_of, last_played
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.texts import LANGUAGES, Texts

USUAL = Last()


def asked(lines, last=USUAL, language="en", colours=None):
    """Return the command that these answers choose, and all that was printed."""
    out = io.StringIO()
    console = Console(
        file=out, width=80, force_terminal=bool(colours), color_system=colours, highlight=False
    )
    typed = iter(lines)

    def read():
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    return Questions(Texts(language), console, read).ask(last), out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_enter_takes_what_was_played_last(language):
    last = Last("gyges", "computer", "strong", 0, known=True)
    assert asked(["", "", ""], last, language)[0] == [
        "play", "gyges", "--south", "strong", "--north", "human",
    ]  # fmt: skip
    people = Last("apagos", "people", known=True)
    wanted, printed = asked(["", ""], people, language)
    assert wanted == ["play", "apagos", "--white", "human", "--black", "human"]
    assert Texts(language)("start.ask.2") not in printed, "two people have no strength"


@for_each(
    ("lines", "language", "wanted"),
    [
        (["1", "2", "3"], "en", ["play", "pylos", "--dark", "casual"]),
        (["Gygès", "the", "2", "beginner"], "en", ["play", "gyges", "--north", "beginner"]),
        (["GYGES", "vous et l'ordinateur", "facile"], "fr", ["play", "gyges", "--north", "easy"]),
        (["2", "b", "3", "1"], "en",
         ["play", "gyges", "--south", "human", "--north", "human"]),
        (["b", "0", "4", "2", "2", "1"], "en", ["play", "apagos", "--black", "beginner"]),
        (["1", "Q"], "en", None), ([], "fr", None), (["quitter"], "fr", None),
    ],
)  # fmt: skip
def test_answers_are_numbers_or_names(lines, language, wanted):
    assert asked(lines, language=language)[0] == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_answer_is_one_sentence_with_an_example_and_asks_again(language):
    wanted, printed = asked(["[bold]7", "", "1"], language=language)
    assert wanted
    assert "[bold]7" in printed
    assert "Pylos" in re.split(r"\[bold\]7", printed)[1]


def test_without_colour_the_marked_answer_stands_in_brackets():
    assert "[1 Pylos]" in asked([])[1]
    assert "[1 Pylos]" not in asked([], colours="standard")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_fits_into_80_columns(language):
    for colours in (None, "standard"):
        printed = asked(["3", "2", "1"], language=language, colours=colours)[1]
        plain = re.sub(r"\x1b\[[0-9;]*m", "", printed)
        [levels] = [line for line in plain.splitlines() if "expert" in line]
        assert Texts(language)("start.ask.2") in levels, "a question is one line"
        assert max(map(len, plain.splitlines())) <= 79


@pytest.mark.parametrize(
    ("players", "who", "level", "side"),
    [("human|club", "computer", "club", 1),
     ("human|engine underboard strong", "computer", "strong", 1),
     ("easy|human", "computer", "easy", 0),
     ("human|human", "people", "casual", 1), ("Maya|Jonas", "people", "casual", 1)],
)  # fmt: skip
def test_what_was_played_last_is_in_the_records(tmp_path, monkeypatch, players, who, level, side):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    assert last_played() == Last()
    with Records.open(tmp_path / "games.sqlite3") as records:
        records.insert(
            Mirror.of_game("g1", "apagos", "standard", "", "computer", ""), "b0", players
        )
    assert last_played() == Last("apagos", who, level, side, known=True)


def test_records_that_cannot_be_read_do_not_stand_in_the_way(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    (tmp_path / "games.sqlite3").write_bytes(b"no database" * 500)
    assert last_played() == Last()


@for_each("name", ["pylos", "apagos", "gyges"])
def test_the_command_that_is_shown_is_one_of_ours(name):
    from underboard.cli import parser

    for who in ("people", "computer"):
        for side in (0, 1):
            options = parser(command="play").parse_args(command_of(name, who, "easy", side))
            seats = [options.first, options.second]
            assert options.game == name
            assert seats.count("easy") == (who == "computer")
            assert who == "people" or seats[side] == "easy"


def test_without_a_terminal_one_sentence_names_the_help(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n"))
    with pytest.raises(SystemExit) as left:
        main([])
    said = capsys.readouterr()
    assert left.value.code == 2
    assert said.out == ""
    assert "required: COMMAND; see 'underboard --help'" in said.err


@pytest.mark.slow
@pytest.mark.skipif(pty is None, reason="this system has no pseudo-terminals")
@pytest.mark.parametrize(
    ("arguments", "words", "leave"),
    [([], ("Which game?", "Who plays?", "How strong?"), "quit"),
     (["--lang", "fr"], ("Quel jeu ?", "Qui joue ?", "Quel niveau ?"), "quitter")],
)  # fmt: skip
def test_three_answers_start_a_game(tmp_path, arguments, words, leave):
    pytest.importorskip("pyte", reason="pyte is not installed: no terminal to look at")
    with Terminal(arguments, tmp_path) as terminal:
        for question, answer in zip(words, ("apagos", "", "1")):
            terminal.wait_for(question)
            terminal.line(answer)
        terminal.wait_said("$ underboard play apagos --black beginner")
        terminal.wait_for("Apagos,", "│")
        terminal.line(leave)
        assert terminal.end() == 0


# Names of games

NAMED = [
    ["perft", "PYLOS", "--depth", "1"], ["match", "Gygès", "easy", "easy", "--games", "0"],
    ["solve", "Apagos", "1111"], ["games", "list", "--game", "GYGÈS"],
    ["puzzles", "aPaGoS", "--count", "1", "--json"], ["engine", "Pylos", "--level", "none"],
    ["play", "Gygès", "--position", "no"], ["demo", "PYLOS", "--option", "no"],
    ["serve", "Pylos", "--option", "no"], ["learn", "Gygès", "--board", "sim:none"],
]  # fmt: skip


@pytest.mark.parametrize("line", NAMED, ids=[line[0] for line in NAMED])
def test_every_command_knows_a_game_however_it_is_written(tmp_path, monkeypatch, capsys, line):
    """Each line goes wrong after its game was understood, or does little."""
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    try:
        main([*line, "--lang", "en"])
    except SystemExit:
        pass
    said = capsys.readouterr()
    assert "is not a game" not in said.err
    assert "no engine for" not in said.err
    assert "invalid choice" not in said.err

"""Help and complaints about arguments, in English and French."""

import argparse
import io
import sys

import pytest

from support.rows import for_each
from underboard import cli
from underboard.cli.parser import DEFAULT, language_asked
from underboard.texts import area
from underboard.texts.lazy import key_of, spoken

LOCALES = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")
NAMES = {"URL", "A", "B", "G", "K", "N", "L", "V", "P", "S", "PORT", "A,B,C…", "1,2,…", "POSITION"}
"""Placeholders that are the same in French."""
ARGPARSE = {"usage: ", "{name}: {error}; see '{command} --help'", DEFAULT}
"""What argparse adds, not every version of it."""


@pytest.fixture(autouse=True)
def anywhere(tmp_path, monkeypatch):
    """In no particular country, with no records and nobody at the keyboard."""
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for name in LOCALES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "200")


def helps(parser):
    """Yield every sentence of the help: of the parser, its groups, arguments and commands."""
    yield from (parser.description, parser.epilog)
    for group in parser._action_groups:
        # An empty group is not shown.
        if group._group_actions:
            yield from (group.title, group.description)
    for action in parser._actions:
        yield action.help
        if isinstance(action.metavar, str):
            yield action.metavar
        elif action.metavar is None and action.nargs != 0 and action.choices is None:
            yield action.dest.upper()
        if isinstance(action, argparse._SubParsersAction):
            yield from (listed.help for listed in action._choices_actions)
            for command in action.choices.values():
                yield from helps(command)


def test_all_of_the_help_has_its_french():
    english = set(filter(None, helps(cli.parser())))
    assert len(english) > 80
    assert {text for text in english - NAMES if spoken(text, "fr") == text} == set()


def test_a_french_parser_has_no_english_left():
    english = set(filter(None, helps(cli.parser())))
    french = set(filter(None, helps(cli.parser("fr"))))
    # A placeholder that argparse makes up of an argument's name stays in small letters.
    assert not english & french - NAMES


def test_no_french_help_is_of_yesterday():
    # Python 3.10 tells the default of a switch that can be on or off.
    said = [text for text in helps(cli.parser()) if text]
    english = {getattr(text, "args", [text.removesuffix(DEFAULT)])[0] for text in said}
    known = {key_of(text) for text in english} | english
    assert {
        text for text in area("fr", "help").keys() - ARGPARSE if key_of(text) not in known
    } == set()


HELPED = [
    # locale, arguments, words of the help
    ("fr_FR.UTF-8", "-h", "utilisation : underboard [-h] [--version] COMMANDE ..."),
    ("fr_FR.UTF-8", "-h", "montrer cette aide et s'arrêter"),
    ("fr_FR.UTF-8", "sim -h", "options :"),
    ("fr_FR.UTF-8", "perft -h", "jeu "),
    ("C", "play --lang fr -h", "langue des textes"),
    ("C", "play --lang=fr -h", "commencer une nouvelle partie"),
    ("fr_FR.UTF-8", "play --lang en -h", "begin a new game"),
    ("C", "games show -h", "as in the list"),
]


@pytest.mark.parametrize(("locale", "arguments", "words"), HELPED)
def test_the_help_speaks_the_language(locale, arguments, words, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", locale)
    with pytest.raises(SystemExit) as left:
        cli.main(arguments.split())
    assert left.value.code == 0
    assert words in capsys.readouterr().out


COMPLAINTS = [
    # arguments, the last line
    ("", "underboard: il manque ces arguments : COMMANDE"),
    ("perft", "underboard perft: il manque ces arguments : jeu"),
    ("perft pylos --depth x", "argument --depth : « x » n'est pas une profondeur : choisissez 0"),
    ("sim --seed x", "argument --seed : « x » ne convient pas : il faut un nombre entier"),
    ("sim --nonsense", "underboard: arguments inconnus : --nonsense"),
    ("sim --link", "underboard sim: argument --link : il faut une valeur"),
    ("play --lang de pylos", "argument --lang : « de » n'est pas possible : choisissez parmi"),
    ("play pylos --new --resume", "argument --resume : ne va pas avec --new"),
]


@pytest.mark.parametrize(("arguments", "words"), COMPLAINTS)
def test_bad_arguments_are_refused_in_french(arguments, words, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    with pytest.raises(SystemExit) as left:
        cli.main(arguments.split())
    assert left.value.code == 2
    out, errors = capsys.readouterr()
    assert not out
    assert errors.startswith("underboard")
    assert errors.endswith(" --help »\n")
    assert words in errors
    assert len(errors.splitlines()) == 1


def test_bad_arguments_are_refused_in_one_english_sentence(capsys):
    with pytest.raises(SystemExit):
        cli.main(["perft"])
    assert capsys.readouterr().err == (
        "underboard perft: the following arguments are required: game;"
        " see 'underboard perft --help'\n"
    )


ASKED = [
    (["play", "--lang", "fr"], "fr"),
    (["play", "--lang=fr", "--lang", "en"], "fr"),
    (["play", "--lang"], "en"),
    (["play", "--lang", "de"], "en"),
    (["play", "--language=fr"], "en"),
    ([], "en"),
]


@for_each(("arguments", "language"), ASKED)
def test_the_language_is_known_before_the_arguments_are_parsed(arguments, language):
    assert language_asked(arguments) == language

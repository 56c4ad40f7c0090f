"""Parser: the command line's arguments, with help and complaints in the language of the people."""

import argparse
from collections.abc import Sequence
from typing import Any

from underboard.texts import LANGUAGES, default_language
from underboard.texts.sentences import spoken

LANG = "--lang"


class Parser(argparse.ArgumentParser):
    """A parser, and those of its commands, that can speak another language than English."""

    language = "en"

    def error(self, message: str):
        """Say in one sentence what is wrong with the arguments; leave with exit status 2."""
        text = spoken(f"{self.prog}: {message}; see '{self.prog} --help'", self.language)
        self.exit(2, f"{text}\n")


def language_asked(arguments: Sequence[str]) -> str:
    """Return the language that arguments ask for, before they are parsed; else the locale's."""
    for word, following in zip(arguments, [*arguments[1:], ""]):
        value = following if word == LANG else word.removeprefix(f"{LANG}=")
        if word.startswith(LANG) and value in LANGUAGES:
            return value
    return default_language()


def speak(parser: argparse.ArgumentParser, language: str) -> None:
    """Have a parser and all its commands speak a language."""
    if language == "en":
        return
    if isinstance(parser, Parser):
        parser.language = language
    parser.formatter_class = _formatter(parser.formatter_class, language)
    parser.description = _said(parser.description, language)
    parser.epilog = _said(parser.epilog, language)
    for group in parser._action_groups:
        group.title = _said(group.title, language)
        group.description = _said(group.description, language)
    for action in parser._actions:
        action.help = _said(action.help, language)
        action.metavar = _metavar(action, language)
        if isinstance(action, argparse._SubParsersAction):
            for listed in action._choices_actions:
                listed.help = _said(listed.help, language)
            for command in action.choices.values():
                speak(command, language)


def _said(text: str | None, language: str) -> str | None:
    return spoken(text, language) if text else text


def _metavar(action: argparse.Action, language: str) -> str | tuple[str, ...] | None:
    """Return what stands for a value in the help, as argparse makes it up where it is not given."""
    if isinstance(action.metavar, str):
        return spoken(action.metavar, language)
    if action.metavar or action.nargs == 0 or action.choices is not None:
        return action.metavar
    name = spoken(action.dest.upper(), language)
    return name if action.option_strings else name.lower()


def _formatter(kind: Any, language: str) -> Any:
    """Return a formatter like ``kind`` with the word "usage" in a language."""

    def add_usage(self, usage, actions, groups, prefix=None) -> None:
        before = spoken("usage: ", language) if prefix is None else prefix
        kind.add_usage(self, usage, actions, groups, before)

    return type(kind.__name__, (kind,), {"add_usage": add_usage})

"""The command line's arguments, with help and complaints in the language of the people."""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from underboard.texts import LANGUAGES, default_language
from underboard.texts.escape import shown
from underboard.texts.lazy import LazyText, spoken

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

LANG = "--lang"
DEFAULT = " (default: %(default)s)"
"""Text that some versions of argparse add to the help of an on/off switch."""
NAMED = re.compile(r"%\((\w+)\)")


class MessageTemplate(str):
    """A template of argparse's own: what fills its gaps is kept, to be said in any language."""

    def __mod__(self, values: Any) -> LazyText:
        """Fill the gaps, with values by name or in order."""
        if isinstance(values, Mapping):
            values = tuple(values[name] for name in NAMED.findall(self))
        fields = values if isinstance(values, tuple) else (values,)
        return LazyText(NAMED.sub("%", self), *fields)


# Where argparse looks its words up; all of them come by here.
vars(argparse)["_"] = lambda text: text and MessageTemplate(text)
vars(argparse)["ngettext"] = lambda one, many, number: MessageTemplate(one if number == 1 else many)


class Parser(argparse.ArgumentParser):
    """A parser, and those of its commands, that can speak another language than English."""

    language = "en"

    def error(self, message: str) -> NoReturn:
        """Say in one sentence what is wrong with the arguments; leave with exit status 2."""
        said = LazyText("%s: %s; see '%s --help'", self.prog, message, self.prog)
        self.exit(2, f"{shown(spoken(said, self.language))}\n")

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help.  Raises OSError where it cannot be written; argparse hides that."""
        (file or sys.stdout).write(self.format_help())


def language_asked(arguments: Sequence[str], usual: str = "") -> str:
    """Return the language that arguments ask for, before they are parsed; else the locale's."""
    for word, following in zip(arguments, [*arguments[1:], ""]):
        value = following if word == LANG else word.removeprefix(f"{LANG}=")
        if word.startswith(LANG) and value in LANGUAGES:
            return value
    return usual or default_language()


def language_last(arguments: Sequence[str]) -> list[str]:
    """Return arguments with a ``--lang`` that stands before the command put behind all others.

    >>> language_last(["--lang", "fr", "learn", "pylos"])
    ['learn', 'pylos', '--lang', 'fr']
    """
    first = arguments[0] if arguments else ""
    count = 2 if first == LANG else int(first.startswith(f"{LANG}="))
    return [*arguments[count:], *arguments[:count]]


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
    if text and text.endswith(DEFAULT):
        return spoken(text.removesuffix(DEFAULT), language) + spoken(DEFAULT, language)
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

    def add_usage(self: Any, usage: Any, actions: Any, groups: Any, prefix: Any = None) -> None:
        before = spoken("usage: ", language) if prefix is None else prefix
        kind.add_usage(self, usage, actions, groups, before)

    return type(kind.__name__, (kind,), {"add_usage": add_usage})

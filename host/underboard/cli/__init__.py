"""The command ``underboard``: arguments and exit status, one module per group of commands.

Exit status: 0 done, 1 the answer is no, 2 the board or the input is the problem.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

import underboard
from boardcore.errors import IllegalMove, ParseError
from boardcore.link.wire import VERSION
from underboard.cli import terminal
from underboard.cli.parser import LANG, Parser, language_asked, language_last, speak
from underboard.cli.user import completion, config
from underboard.deploy.versions import our_version
from underboard.errors import UnderboardError
from underboard.registry import broken
from underboard.texts import Texts
from underboard.texts.escape import shown
from underboard.texts.lazy import reason_of, spoken

GROUPS = (
    "demo", "play", "serve", "games",
    "study.learn", "study.review", "study.puzzles", "study.explore",
    "study.match", "study.engine",
    "boards.board", "perft", "solve", "sim", "site", "galerapagos",
    "user.config", "user.completion",
)  # fmt: skip
"""Modules of this package; each adds its commands."""


def versions() -> str:
    """Return the version of the program, of its firmware, and of what they speak."""
    return f"underboard {underboard.__version__}, firmware {our_version()}, protocol {VERSION}"


class Version(argparse.Action):
    """``--version``: its parts are looked up when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the versions and end."""
        print(versions())
        parser.exit()


def parser(language: str = "en", command: str = "") -> argparse.ArgumentParser:
    """Return the command line, with its help in a language; ``command``: of this one only.

    A list of games need not wait until engines and simulators are there.
    """
    top = Parser(
        prog="underboard",
        description="A board under your Pylos, Apagos or Gygès: play, referee, record, simulate.",
    )
    top.add_argument(
        "--version", action=Version, nargs=0, help="show program's version number and exit"
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    known = {group.rpartition(".")[2]: group for group in GROUPS}
    groups = [known[command]] if command in known else GROUPS if command != "--version" else ()
    for group in groups:
        import_module(f"underboard.cli.{group}").add(commands)
    speak(top, language)
    return top


def main(argv: list[str] | None = None) -> int:
    """Run one command; return its exit status."""
    terminal.prepare()
    arguments = language_last(sys.argv[1:] if argv is None else argv)
    completion.answer(lambda command: parser(command=command))
    try:
        status = _run(arguments)
        trouble = terminal.flush()
    except SystemExit:
        # Help, or a complaint of the parser.
        trouble = terminal.flush()
        if trouble is None:
            raise
    except OSError as error:
        trouble = terminal.flush() or error
        if not terminal.is_ours(trouble):
            raise
    except KeyboardInterrupt:
        return 130
    if trouble is None:
        return status
    terminal.drop()
    if isinstance(trouble, BrokenPipeError):
        return 0  # the reader of our output has gone, as in `underboard ... | head`
    said = UnderboardError("the output cannot be written: %s", reason_of(trouble))
    print(f"underboard: {spoken(said, language_asked(arguments))}", file=sys.stderr)
    return 2


def own_values(arguments: Sequence[str]) -> dict[str, str]:
    """Return a person's own defaults; what is wrong with the file is said, and it is left out."""
    try:
        return config.read(config.default_path())
    except UnderboardError as trouble:
        # The command that checks the file says it by itself.
        if arguments[:1] != ["config"]:
            said = spoken(trouble, language_asked(arguments))
            print(f"underboard: {shown(said)}", file=sys.stderr)
        return {}


def words_of(arguments: Sequence[str]) -> list[str]:
    """Return the arguments without the language, which may stand alone.

    >>> words_of(["--lang", "fr"]), words_of(["--lang=fr"]), words_of(["play", "--lang", "fr"])
    ([], [], ['play'])
    """
    rest = list(arguments)
    for at, word in reversed(list(enumerate(rest))):
        if word == LANG:
            del rest[at : at + 2]
        elif word.startswith(f"{LANG}="):
            del rest[at]
    return rest


def _run(arguments: Sequence[str]) -> int:
    own = own_values(arguments)
    language = language_asked(arguments, own.get("language", ""))
    for trouble in broken:
        print(f"underboard: {shown(spoken(trouble, language))}", file=sys.stderr)
    if not words_of(arguments) and sys.stdin.isatty() and sys.stdout.isatty():
        # Not at the top: only who asks for nothing is asked.
        from underboard.cli.ui import start

        wanted = start.ask(Texts(language))
        if wanted is None:
            return 0
        arguments = [*wanted, *arguments]
    known = parser(language, arguments[0] if arguments else "")
    config.apply(known, own)
    options = known.parse_args(arguments)
    try:
        found: int = options.run(options)
        return found
    except (UnderboardError, IllegalMove, ParseError) as error:
        # The language of --lang also where argparse took it by a shorter name.
        language = getattr(options, "lang", "") or language
        print(f"underboard: {shown(spoken(error, language))}", file=sys.stderr)
        return 2

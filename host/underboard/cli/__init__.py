"""The command ``underboard``: arguments and exit status, one module per group of commands.

Exit status: 0 done, 1 the answer is no, 2 the board or the input is the problem.
"""

import argparse
import sys
from importlib import import_module

from boardcore.errors import IllegalMove, Unreadable
from underboard import __version__
from underboard.cli.parser import Parser, language_asked, speak
from underboard.texts.sentences import spoken
from underboard.trouble import Trouble

GROUPS = ("demo", "play", "games", "board", "perft", "solve", "sim", "galerapagos")
"""Modules of this package; each adds its commands."""


def parser(language: str = "en") -> argparse.ArgumentParser:
    """Return the whole command line, with its help in a language."""
    top = Parser(
        prog="underboard",
        description="A board under your Pylos, Apagos or Gygès: play, referee, record, simulate.",
    )
    top.add_argument("--version", action="version", version=f"underboard {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for group in GROUPS:
        import_module(f"underboard.cli.{group}").add(commands)
    speak(top, language)
    return top


def main(argv: list[str] | None = None) -> int:
    """Run one command; return its exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    language = language_asked(arguments)
    options = parser(language).parse_args(arguments)
    try:
        return options.run(options)
    except (Trouble, IllegalMove, Unreadable) as error:
        # The language of --lang also where argparse took it by a shorter name.
        language = getattr(options, "lang", "") or language
        print(f"underboard: {spoken(str(error), language)}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone, as in `underboard ... | head`.
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130

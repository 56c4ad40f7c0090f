"""``underboard completion``: the Tab key in bash, zsh and fish, by argcomplete."""

import argparse
import os
from collections.abc import Callable

from underboard.cli.arguments import Commands, add_language
from underboard.errors import UnderboardError

SHELLS = ("bash", "zsh", "fish")
ASKED = "_ARGCOMPLETE"
"""Environment variable: a shell asks what may follow; ``LINE`` holds what was typed."""
LINE = "COMP_LINE"


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "completion",
        help="have the Tab key of your shell complete commands and options",
        description='Prints what the shell has to read: eval "$(underboard completion bash)" in '
        '~/.bashrc, the same with zsh in ~/.zshrc, "underboard completion fish | source" in '
        "~/.config/fish/config.fish.",
    )
    parser.add_argument("shell", choices=SHELLS, help="which shell")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the lines for a shell; raises UnderboardError where argcomplete is missing."""
    try:
        import argcomplete
    except ImportError:
        raise UnderboardError("argcomplete is missing: type pip install argcomplete") from None
    print(argcomplete.shellcode(["underboard"], shell=options.shell))
    return 0


def answer(parser: Callable[[str], argparse.ArgumentParser]) -> None:
    """Print completions for a shell and end the program, if it was started for them.

    ``parser`` makes the command line of one command.
    """
    if ASKED not in os.environ:
        return
    try:
        import argcomplete
    except ImportError:
        return
    words = os.environ.get(LINE, "").split()
    # The last word may be half a command still.
    known = words[1] if len(words) > 2 or os.environ.get(LINE, "").endswith(" ") else ""
    argcomplete.autocomplete(parser(known if len(words) > 1 else ""))

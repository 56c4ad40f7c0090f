"""Choice of the front for the streams of this program."""

from collections.abc import Sequence

from rich.console import Console

from underboard.cli.terminal import TerminalInput
from underboard.cli.ui import window
from underboard.cli.ui.fixed import NAMED, FixedFront
from underboard.cli.ui.lines import LineFront
from underboard.cli.ui.panels import COLUMNS, ROWS
from underboard.texts import Texts

Either = FixedFront | LineFront


def front_of(console: Console, texts: Texts, named: Sequence[str] = NAMED) -> Either:
    """Return a screen that stays where the terminal has room for it, else one line by line."""
    if window.can_open(console, (COLUMNS, ROWS)):
        return FixedFront(console, texts, named)
    return LineFront(console, TerminalInput())

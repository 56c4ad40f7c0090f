"""The clock of a game, as commands name it and a terminal shows it."""

import argparse
import os
from typing import IO

from underboard.clocks.time_control import NONE, read
from underboard.referee.game_clock import FLAGS, LOSE
from underboard.referee.session import Session


def add_clock(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    words = "a game clock: 10m+5s, 5m-delay-3s, glass-3m; none"
    parser.add_argument("--clock", default="", metavar="TIME", help=words)
    parser.add_argument(
        "--flag", choices=FLAGS, default=LOSE, help="when time is over: lose the game, or tell it"
    )


def clock_of(options: argparse.Namespace) -> str:
    """Return the clock that is wanted, empty if none is named; raises ParseError."""
    if options.clock in ("", NONE):
        return str(options.clock)
    return read(options.clock).text


def begin_clock(session: Session, clock: str, flag: str, telling: bool) -> None:
    """Start the clock that is wanted, else the one that the game had.

    ``telling``: say after each turn what is left.
    """
    session.clocking.telling = telling
    if session.continued and not clock:
        session.clocking.take_up()
        session.clocking.flag = flag
    elif clock:
        session.clocking.want(clock, flag)


class Ticker:
    """Keeps the clock in the line above a terminal's prompt up to date, and touches no other line.

    ``file`` is the terminal.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._shown = ""
        self._able = os.environ.get("TERM", "") not in ("", "dumb")

    def begin(self, words: str) -> None:
        """Record that a prompt was just printed, and the clock in the line above it."""
        self._shown = words

    def end(self) -> None:
        """Record that something else was printed, or a line was typed."""
        self._shown = ""

    def tick(self, words: str) -> None:
        """Write the clock anew if it shows another time."""
        if self._able and self._shown and words and words != self._shown:
            self._shown = words
            # Save the cursor; up one line, to its beginning, erase it; come back.
            self._file.write(f"\x1b7\x1b[1A\r\x1b[2K{words}\x1b8")
            self._file.flush()

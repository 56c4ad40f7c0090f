"""Line-by-line output for pipes, small windows and simple terminals."""

from collections.abc import Callable

from rich.console import Console

from underboard.cli.clock_view import Ticker
from underboard.cli.terminal import TerminalInput
from underboard.referee.screen import Screen, View
from underboard.referee.session import Session


class LineFront:
    """Prints sentences and boards one below the other."""

    def __init__(self, console: Console, keyboard: TerminalInput) -> None:
        self._console = console
        self._screen: Screen | None = None
        self._keyboard = keyboard
        self._ticker = Ticker(console.file)
        self._prompted = self._drawn = False
        self.is_live = keyboard.is_live

    def __enter__(self) -> "LineFront":
        return self

    def __exit__(self, *_: object) -> None:
        self._ticker.end()

    def use(self, screen: Screen, example: str = "") -> None:
        """Draw boards with this screen from now on; without one there is none to be seen."""
        self._screen = screen

    def say(self, text: str) -> None:
        """Print a sentence."""
        self._end_prompt()
        self._console.print(text)

    @property
    def ended(self) -> bool:
        """Return True if no more lines will come."""
        return self._keyboard.ended

    def line(self) -> str | None:
        """Return the next typed line, None if there is none yet."""
        return self._keyboard.line()

    def echo(self, line: str) -> None:
        """Record that a typed line is answered now: the terminal has shown it already."""
        self._ticker.end()
        self._prompted = self._drawn = False

    def draw(self, view: Callable[[], View], rests: bool, asked: bool = False) -> None:
        """Print the board on a terminal once it rests; ``asked``: elsewhere, too."""
        if self._screen and (asked or (rests and self._console.is_terminal)):
            self._end_prompt()
            self._console.print(self._screen.render(view()))
            self._drawn = True

    def tick(self, session: Session, waits: bool) -> None:
        """Print the prompt once a line is awaited, and keep the clock above it up to date."""
        if waits and not self._prompted and self.is_live and self._console.is_terminal:
            self._prompted = True
            self._console.print("> ", end="")
            if self._drawn:
                self._ticker.begin(session.clocking.words())
        self._ticker.tick(session.clocking.words())

    def _end_prompt(self) -> None:
        self._ticker.end()
        if self._prompted:
            # What comes stands on a line of its own; what was half typed stays typed.
            self._console.print()
        self._prompted = self._drawn = False

"""Interface of all games (what ``boardcore/NAME/rules.py`` and its ``cells`` offer)."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from boardcore import games


class GameState(Protocol):
    """A game from its start to the position that stands now; turns are numbers, as on the board."""

    name: str
    variant: str
    side: int
    """Side to move."""
    turns: list[int]
    start_text: str
    ended: tuple[int, str] | None
    """How people ended it, None while they have not."""

    @property
    def ply(self) -> int:
        """Return how many turns led here from the start of the game."""
        ...

    def legal_turns(self) -> list[int]:
        """Return the turns that may be played."""
        ...

    def check(self, turn: int, /) -> None:
        """Raise IllegalMove for a turn that may not be played."""
        ...

    def play_turn(self, turn: int, /) -> object:
        """Play a turn.  Raises IllegalMove."""
        ...

    def step(self, turn: int, /) -> object:
        """Play a turn that is known to be legal."""
        ...

    def undo(self) -> int:
        """Take the last turn back; return it."""
        ...

    def outcome(self) -> tuple[int, str] | None:
        """Return the winner and the reason, None while the game goes on."""
        ...

    def position_text(self) -> str:
        """Return the position as a text."""
        ...

    def key(self) -> object:
        """Return what two equal positions have in common."""
        ...


Played = TypeVar("Played", bound=GameState)
"""The game that a tabletop, or hands, are made for."""


class Rules(Protocol):
    """The module with the rules of a game."""

    VARIANTS: tuple[str, ...]
    OPTIONS: tuple[tuple[str, tuple[str, ...]], ...]
    SIDE_LETTERS: str
    DRAW: int

    def Game(  # noqa: N802
        self, variant: str = "", options: Sequence[tuple[str, str]] = (), position: str = "", /
    ) -> GameState:
        """Return a game at its start, or at a position.  Raises ParseError."""
        ...

    def parse_turn(self, text: str, /) -> int:
        """Read a turn.  Raises ParseError."""
        ...

    def turn_text(self, turn: int, /) -> str:
        """Return a turn as records write it."""
        ...

    def parse_cell(self, text: str, /) -> int:
        """Read a cell.  Raises ParseError."""
        ...


class Cells(Protocol):
    """The module with the names of a game's cells."""

    def parse_cell(self, text: str, /) -> int:
        """Read a cell.  Raises ParseError."""
        ...

    def cell_text(self, cell: int, /) -> str:
        """Return a cell as records write it."""
        ...


def rules_of(name: str) -> Rules:
    """Return the rules of a game.  Raises ParseError for one that is not here."""
    rules: Rules = games.rules_of(name)
    return rules


def cells_of(name: str) -> Cells:
    """Return the cells of a game.  Raises ParseError for one that is not here."""
    cells: Cells = games.cells_module(name)
    return cells

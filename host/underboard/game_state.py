"""Interface of all games (what ``Game`` in ``boardcore/NAME/rules.py`` offers)."""

from typing import Any, Protocol


class GameState(Protocol):
    """A game from its start to the position that stands now; turns are numbers, as on the board."""

    name: str
    variant: str
    side: int
    """Side to move."""
    turns: list[int]
    start_text: str
    ended: Any
    """How people ended it, None while they have not."""

    @property
    def ply(self) -> int:
        """Return how many turns led here from the start of the game."""
        ...

    def legal_turns(self) -> list[int]:
        """Return the turns that may be played."""
        ...

    def check_turn(self, turn: int) -> None:
        """Raise IllegalMove for a turn that may not be played."""
        ...

    def play_turn(self, turn: int) -> None:
        """Play a turn.  Raises IllegalMove."""
        ...

    def step(self, turn: int) -> None:
        """Play a turn that is known to be legal."""
        ...

    def undo(self) -> int:
        """Take the last turn back; return it."""
        ...

    def outcome(self) -> Any:
        """Return the winner and the reason, None while the game goes on."""
        ...

    def position_text(self) -> str:
        """Return the position as a text."""
        ...

    def key(self) -> Any:
        """Return what two equal positions have in common."""
        ...

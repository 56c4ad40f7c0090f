"""Part of a game that is the same whatever its rules: variant, options and turns."""

from boardcore.errors import Choices, IllegalMove, ParseError
from boardcore.options import read_options


class BaseGame:
    """Game with its ``variant`` and the ``turns`` played so far.

    A subclass adds ``name``, ``check`` and ``step``.
    """

    takes_due = 0
    """Take-backs that a half-finished turn lacks: none where a turn is one move."""
    ended: "tuple[int, str] | None" = None
    """End agreed by the players, as an outcome; see ``boardcore.play.endings``."""

    def _begin(self, name: str, variants, variant: str, known, options) -> list[str]:
        """Begin a game of one of these variants; return a value for each of the known options.

        Raises ParseError for another variant, or for what ``read_options`` refuses.
        """
        chosen = read_options(known, options)
        if variant not in variants:
            raise ParseError("%r is not a variant: expected %s", variant, Choices(" or ", variants))
        self.name = name
        self.variant = variant
        self.turns: list[int] = []
        return chosen

    @property
    def ply(self) -> int:
        """Number of turns played."""
        return len(self.turns)

    def play(self, move: int) -> bool:
        """Play one move; return True if it completed the turn.

        Raises IllegalMove and changes nothing if the rules forbid it.
        """
        self.check(move)  # type: ignore[attr-defined]
        self.step(move)  # type: ignore[attr-defined]
        return True

    def play_turn(self, turn: int) -> None:
        """Play a whole turn.  Raises IllegalMove, with the game as before."""
        self.play(turn)

    def _pop(self) -> int:
        """Return the last turn, which is taken back.  Raises IllegalMove if there is none."""
        if not self.turns:
            raise IllegalMove("no-turn", "There is no move to take back.")
        return self.turns.pop()

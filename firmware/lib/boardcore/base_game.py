"""Part of a game that is the same whatever its rules: variant, options and turns."""

from boardcore.errors import Choices, IllegalMove, ParseError
from boardcore.options import read_options


class BaseGame:
    """Game with its ``variant`` and the ``turns`` played so far.

    A subclass adds ``check``, ``step``, ``outcome`` and ``legal_turns``.
    """

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

    def legal_moves(self) -> list[int]:
        """Return every turn of the side to move, none if the game is over."""
        return [] if self.outcome() else self.legal_turns()  # type: ignore[attr-defined]

    def play(self, turn: int) -> None:
        """Play a turn.  Raises IllegalMove, with the game as before, if the rules forbid it."""
        self.check(turn)  # type: ignore[attr-defined]
        self.step(turn)  # type: ignore[attr-defined]

    play_turn = play

    def _pop(self) -> int:
        """Return the last turn, which is taken back.  Raises IllegalMove if there is none."""
        if not self.turns:
            raise IllegalMove("no-turn", "There is no move to take back.")
        return self.turns.pop()

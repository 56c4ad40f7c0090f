"""Position of a game with the turns that led to it, in texts only."""

from copy import deepcopy
from typing import ClassVar, NamedTuple

from boardcore.errors import ParseError
from boardcore.options import parse_options
from underboard.game_state import rules_of
from underboard.registry import game_of


class Outcome(NamedTuple):
    """End of a game."""

    winner: str | None
    """Letter of the side that won, None for a draw."""
    reason: str
    """Short stable word, such as ``apex`` or ``repetition``."""


class Position:
    """Position of one game; ``underboard.pylos.Position`` is the class for Pylos.

    Turns are texts in the notation of the rules pages, sides are letters.  ``play`` and ``undo``
    change the position; ``copy`` gives another one.

    >>> import underboard
    >>> position = underboard.pylos.Position()
    >>> len(position.legal_turns()), position.side
    (16, 'L')
    >>> position.play("b2", "c3")
    >>> position.turns, position.side
    (['b2', 'c3'], 'L')
    >>> position.undo()
    'c3'
    >>> position.play("b2")
    Traceback (most recent call last):
    boardcore.errors.IllegalMove: There is already a ball on b2.
    """

    game: ClassVar[str] = ""
    """Name of the game."""

    def __init__(self, text: str = "", *, variant: str = "", **options: str) -> None:
        """Begin at a position text, or at the game's start.

        ``variant`` and ``options`` are the rules' switches, such as ``end="bga"``.
        Raises ParseError for a text, variant or option that the game does not have.
        """
        self._rules = rules_of(self.game)
        self.variant = variant or self._rules.VARIANTS[0]
        self.start = text
        self.options = ",".join(f"{name}={value}" for name, value in options.items())
        self._game = self._rules.Game(self.variant, parse_options(self.options), text)

    @property
    def text(self) -> str:
        """The position as the rules page writes it; ``Position(text)`` reads it again."""
        return self._game.position_text()

    @property
    def side(self) -> str:
        """Letter of the side to move."""
        return self._rules.SIDE_LETTERS[self._game.side]

    @property
    def ply(self) -> int:
        """Number of turns played."""
        return len(self._game.turns)

    @property
    def turns(self) -> list[str]:
        """Turns that led here, the first one first."""
        return [self._text_of(turn) for turn in self._game.turns]

    @property
    def outcome(self) -> Outcome | None:
        """End of the game, None while it goes on."""
        found = self._game.outcome()
        if not found:
            return None
        winner, reason = found[:2]
        return Outcome(None if winner > 1 else self._rules.SIDE_LETTERS[winner], reason)

    def legal_turns(self) -> list[str]:
        """Return every turn that the rules allow, none when the game is over."""
        if self._game.outcome():
            return []
        return [self._text_of(turn) for turn in self._game.legal_turns()]

    def is_legal(self, turn: str) -> bool:
        """Return True if a turn can be played now.

        >>> import underboard
        >>> position = underboard.apagos.Position()
        >>> position.is_legal("W3"), position.is_legal("43"), position.is_legal("nonsense")
        (True, False, False)
        """
        before = self.ply
        try:
            self.play(turn)
        except (ParseError, ValueError):
            return False
        while self.ply > before:
            self.undo()
        return True

    def play(self, *turns: str) -> None:
        """Play turns; raises IllegalMove with the reason, ParseError for a text that is none.

        Those before a refused one stay played.
        """
        for turn in turns:
            self._game.play_turn(self._parsed(turn))

    def undo(self) -> str:
        """Take back the last turn and return it; raises IndexError if there is none."""
        if not self._game.turns:
            raise IndexError("no turn to take back")
        last = self.turns[-1]
        self._game.undo()
        return last

    def copy(self) -> "Position":
        """Return the same position with the same turns, apart from this one."""
        return deepcopy(self)

    def __eq__(self, other: object) -> bool:
        """Compare what stands and what can follow; the way there does not matter."""
        if not isinstance(other, Position) or self.game != other.game:
            return NotImplemented
        mine, theirs = (self.text, self.variant, self.options), (other.text, other.variant)
        return mine == (*theirs, other.options)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.game} {self.text!r}>"

    def _text_of(self, turn: int) -> str:
        return self._rules.turn_text(turn)

    def _parsed(self, text: str) -> int:
        return game_of(self.game).read_turn(self._game, text)

    def __deepcopy__(self, memo: dict[int, object]) -> "Position":
        other = object.__new__(type(self))
        other.__dict__ = {**self.__dict__, "_game": deepcopy(self._game, memo)}
        return other

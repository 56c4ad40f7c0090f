"""Pylos with other readings of the take-back rule, for counting and comparing.

The rule sheet's reading is ``boardcore.pylos.rules``: one or two balls, one at a time, the ball
just played among them.  Boards play only that one; ``perft`` and ``solve`` know the others.
"""

from boardcore.errors import Choices, ParseError
from boardcore.pylos.rules import Game
from boardcore.pylos.turns import make_turn
from underboard.games.pylos.engine.table.rule_set import TAKES

OPTION = "back"


class VariantGame(Game):
    """A game whose turns follow another reading; only ``legal_turns`` and ``step`` know it."""

    def __init__(
        self, variant: str, options: list[tuple[str, str]], back: str, position: str = ""
    ) -> None:
        """Set up the board.  Raises ParseError for an unknown reading, and as Game does."""
        super().__init__(variant, options, position)
        if back not in TAKES:
            raise ParseError("%r is not a value of back: expected %s", back, Choices(" or ", TAKES))
        self.back = back

    def take_sets(self, move: int) -> list[tuple[int, ...]]:
        """Return the balls that may be taken back after ``move``."""
        sets = super().take_sets(move)
        if sets == [()]:
            return sets
        if self.back == "none":
            return [(), *sets]
        if self.back == "free":
            at_first = {takes[0] for takes in sets if len(takes) == 1}
            return [takes for takes in sets if at_first.issuperset(takes)]
        if self.back == "others":
            # A player who has no other free ball takes none back.
            return [takes for takes in sets if move & 31 not in takes] or [()]
        return sets

    def legal_turns(self) -> list[int]:
        """Return every turn of the side to move, between moves."""
        return [
            make_turn(move, *takes) for move in self.first_moves() for takes in self.take_sets(move)
        ]


def game_of(variant: str, options: list[tuple[str, str]], position: str = "") -> Game:
    """Return a game whose options may name a reading.  Raises ParseError as Game does."""
    if any(name == OPTION for name, _ in options):
        return VariantGame(variant, *split(options), position)
    return Game(variant, options, position)


def split(options: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], str]:
    """Return the options without the reading, and the reading."""
    others = [(name, value) for name, value in options if name != OPTION]
    chosen = [value for name, value in options if name == OPTION]
    return others, chosen[-1] if chosen else TAKES[0]

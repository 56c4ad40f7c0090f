"""Hint files for a board, which then knows the winning moves without a computer."""

from boardcore.apagos.rules import Game
from underboard.errors import UnderboardError


def hint_bytes(text: str) -> bytes:
    """Return the hint file for four faces like 7531; raises ParseError for others."""
    if len(text) != 4:
        raise UnderboardError(
            "'%s' is not a layout of Apagos: expected four squares, like 7531", text
        )
    from underboard.games.apagos.engine.board_file import hint_file
    from underboard.games.apagos.engine.solution import solution_of

    return hint_file(solution_of(Game(position=text)))

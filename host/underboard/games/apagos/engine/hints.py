"""Hints for Apagos in two stages, first the ball, then the place."""

from typing import NamedTuple

from boardcore.apagos import rules as apagos
from boardcore.apagos.rules import COLOUR_NAMES, Game
from underboard.games.apagos.engine.solution import Solution, SolvedTurn
from underboard.texts import Texts


class Hint(NamedTuple):
    """A best move, told in the order in which a hand makes it.  Levels are 0..3."""

    move: int
    colour: int
    """Colour of the ball to take."""
    start: int | None
    """The level whose ball goes down; None: the ball comes from the reserve."""
    goal: int
    """The level that gets the ball."""
    climbs: bool
    """Whether the square there then climbs."""
    judged: SolvedTurn


def hint(game: Game, solution: Solution) -> Hint | None:
    """Return a best move, None when the game is over.

    The winner is shown the shortest way, the loser the longest.
    """
    moves = solution.moves(game)
    if not moves:
        return None
    move, judged = moves[0]
    if apagos.is_put(move):
        colour, start = apagos.put_colour(move), None
    else:
        colour, start = game.side, apagos.start_level(move)
    return Hint(move, colour, start, apagos.goal_level(move), apagos.climbs(move), judged)


def best_moves(game: Game, solution: Solution) -> list[int]:
    """Return all moves with the best value, whatever their distance; best first."""
    moves = solution.moves(game)
    return [move for move, judged in moves if judged.value == moves[0].judged.value]


def which_ball(hint: Hint, texts: Texts) -> str:
    """Return the first stage: the ball, not yet where it goes."""
    colour = texts(f"apagos.colour.{COLOUR_NAMES[hint.colour]}")
    if hint.start is None:
        return texts("apagos.hint.reserve", colour=colour)
    return texts("apagos.hint.ramp", colour=colour, level=hint.start + 1)


def where(hint: Hint, texts: Texts) -> str:
    """Return the second stage: the whole move."""
    if hint.start is not None:
        return texts("apagos.hint.down", start=hint.start + 1, level=hint.goal + 1)
    key = "apagos.hint.climb" if hint.climbs else "apagos.hint.top"
    return texts(key, level=hint.goal + 1, next=hint.goal + 2)

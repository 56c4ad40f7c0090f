"""Player of Apagos from the complete solution, at the levels of ``apagos.levels``.

Where it lays out the squares, a level that does not slip chooses a layout that the other
player, who moves first, cannot win (20 of 118; host/docs/rules/apagos.md, 1.5).
"""

from collections.abc import Callable
from contextlib import suppress

from boardcore.apagos.rules import Game, goal_level
from underboard.engine.level_player import LevelPlayer
from underboard.engine.levels import SearchStopped
from underboard.engine.limits import Limits, Report, Tell
from underboard.games.apagos.engine import levels
from underboard.games.apagos.engine.solution import awaited

LEVELS = tuple(reversed(levels.LEVELS))
"""Weakest first."""


class Engine(LevelPlayer[Game]):
    """A player of Apagos."""

    def _prepare(self) -> None:
        self._level = levels.LEVELS[self.name]

    def _choose(self, game: Game, pause: Callable[[], None], limits: Limits, report: Tell) -> int:
        """Return the turn to play; any, if ``pause`` raises Enough before the game is solved.

        ``limits`` mean nothing to a table.
        """
        if game.beside:
            return self._lay(game, pause)
        try:
            solution = awaited(game, pause)
        except SearchStopped:
            return self._chance.choice(game.legal_moves())
        turn = levels.choose(game, solution, self._level, self._chance)
        moves = solution.moves(game)
        worth = next(judged for move, judged in moves if move == turn)
        wins_in = worth.value * (worth.distance or 0)
        report(Report(1, len(moves), 0, wins_in, (turn,)))
        return turn

    def _lay(self, game: Game, pause: Callable[[], None]) -> int:
        """Return how to lay a square on the lowest empty level."""
        ways = layings(game)
        self._chance.shuffle(ways)
        if self._chance.random() >= self._level.slip:
            with suppress(SearchStopped):
                for way in ways:
                    pause()
                    if self._is_won(game, way, pause):
                        return way[0]
        return ways[0][0]

    def _is_won(self, game: Game, way: list[int], pause: Callable[[], None]) -> bool:
        """Return True if this lay-out wins for the player who laid it; the other one begins."""
        for move in way:
            game.step(move)
        try:
            return awaited(game, pause).judge(game).value < 0
        finally:
            for _ in way:
                game.undo()


def layings(game: Game) -> list[list[int]]:
    """Return every way to lay the squares that are left, from the lowest level up."""
    ways: list[list[int]] = [[]]
    for _ in range(len(game.beside)):
        longer = []
        for way in ways:
            for move in way:
                game.step(move)
            lowest = list(game.holes).index(0)
            longer += [[*way, move] for move in game.legal_moves() if goal_level(move) == lowest]
            for _ in way:
                game.undo()
        ways = longer
    return ways

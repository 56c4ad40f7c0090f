"""Two players against each other over many games.

The games come in pairs from the same start, so that each player has either side of it once.
The seed chooses the starts: from those that the game's engine names (``starts``), else some random
first turns.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from underboard.engine.player import Player
from underboard.engine.ugi_player import UgiPlayer
from underboard.game_state import GameState, rules_of
from underboard.registry import game_of

OPENING = 4
"""Random turns that a game begins with whose engine names no starts; chosen."""
LONGEST = 400
"""Turns after which a game is a draw."""


@dataclass
class MatchScore:
    """Games of a match so far: won by A, won by B, drawn."""

    won: list[int] = field(default_factory=lambda: [0, 0, 0])

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return sum(self.won)

    @property
    def share(self) -> float:
        """Return the score of A, 0 to 1; a draw counts half."""
        return (self.won[0] + self.won[2] / 2) / self.games if self.games else 0.5

    @property
    def error(self) -> float:
        """Return the standard error of ``share``.

        A share of 0 or 1 would have none; it gets that of half a point less.
        """
        if not self.games:
            return 0.5
        share = min(max(self.share, 0.5 / self.games), 1 - 0.5 / self.games)
        return math.sqrt(max(share * (1 - share) - self.won[2] / self.games / 4, 0) / self.games)


@dataclass(frozen=True)
class MatchResult:
    """One game of a match."""

    number: int
    first: int
    """First player: 0 for A, 1 for B."""
    winner: int
    """0 for A, 1 for B, 2 for a draw."""
    reason: str
    start: str
    turns: tuple[str, ...]
    """Turns of the players, without the opening."""
    nodes: tuple[int, int]
    """Nodes looked at by A and B."""


def start_of(
    name: str, variant: str, options: list[tuple[str, str]], chance: random.Random
) -> GameState:
    """Return a game at a random start."""
    rules = rules_of(name)
    variant = variant or rules.VARIANTS[0]
    starts = starts_of(name, variant, options)
    if starts:
        return rules.Game(variant, options, chance.choice(starts))
    while True:
        game = rules.Game(variant, options)
        while game.ply < OPENING and not is_setup(game):
            game.play_turn(chance.choice(game.legal_turns()))
        if not game.outcome():
            # Players see a position, not the random turns that led there.
            return rules.Game(variant, options, game.position_text())


def starts_of(name: str, variant: str, options: Sequence[tuple[str, str]]) -> list[str]:
    """Return the positions from which matches of a game begin, none: after random turns."""
    engine = game_of(name).part("engine")
    return list(engine.starts(variant, options)) if hasattr(engine, "starts") else []


def is_setup(game: GameState) -> bool:
    """Return True if pieces are still being laid out."""
    return bool(getattr(game, "setup", False)) or bool(getattr(game, "beside", False))


def play(
    name: str,
    players: tuple[Callable[[int], Player], Callable[[int], Player]],
    games: int,
    seed: int,
    variant: str = "",
    options: list[tuple[str, str]] | None = None,
    pause: Callable[[], None] = lambda: None,
) -> Iterator[MatchResult]:
    """Play and yield each game as it ends; ``players`` are functions of a seed that make them."""
    usual = getattr(game_of(name).part("engine"), "MATCH_OPTIONS", ())
    rules = [*usual, *(options or [])]
    for number in range(games):
        chance = random.Random(f"{seed} {number // 2}")
        game = start_of(name, variant, rules, chance)
        seats = [make(seed * games + number) for make in players]
        for seat in seats:
            if isinstance(seat, UgiPlayer):
                seat.new_game(game.variant, rules)
        yield _game(number, game, seats, number % 2, pause)


def _game(
    number: int, game: GameState, seats: list[Player], first: int, pause: Callable[[], None]
) -> MatchResult:
    rules = rules_of(game.name)
    start, side = game.position_text(), game.side
    nodes = [0, 0]
    while not game.outcome() and game.ply < LONGEST:
        at = game.side ^ side ^ first
        turn = seats[at].choose(game, pause)
        nodes[at] += getattr(seats[at], "nodes", 0)
        game.play_turn(turn)
    winner, reason = game.outcome() or (rules.DRAW, "long")
    turns = tuple(rules.turn_text(turn) for turn in game.turns)
    at = 2 if winner == rules.DRAW else winner ^ side ^ first
    return MatchResult(number + 1, first, at, reason, start, turns, (nodes[0], nodes[1]))

"""Shown game: a game between two engines for people who look on, chosen before hands make it."""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardcore.games import rules_of
from boardcore.options import parse_options
from underboard.engine.match import gyges_starts, is_setup
from underboard.engine.player import player_of

if TYPE_CHECKING:
    from underboard.referee.demo import Plan

TRIES = 20
LEAST, MOST = 20, 44
"""Turns of a game that is worth watching and over in about a minute; chosen."""
GAME_MS = 60_000
SPEED = {"pylos": 2.0, "apagos": 2.0, "gyges": 3.0}
"""Speed of such a game, in multiples of life; chosen."""
MADE_MS = {"pylos": 2_800, "apagos": 4_200, "gyges": 7_100}
"""What hands take for a turn besides thinking, until the board has understood it, in simulated
time: measured in one game each."""
THINK_MS = (150, 3_000)
"""The least and the most that hands think before a turn."""


@dataclass(frozen=True)
class ShownGame:
    """A whole game: where it begins, and its turns."""

    start: str
    turns: tuple[str, ...]


def show_game(plan: "Plan", number: int) -> ShownGame:
    """Return the game with a number of a demonstration: ended, neither too short nor too long.

    Where engines play on for ever after all tries, the first game is cut off.
    """
    games = []
    for attempt in range(TRIES):
        chance = random.Random(f"{plan.seed} {number} {attempt}")
        start, game = begun(plan, chance)
        games.append((start, play(game, plan.players, chance)))
        if game.outcome() and LEAST <= game.ply <= MOST:
            break
    ended = [each for each in games if each[1].outcome()] or games
    start, game = min(ended, key=lambda each: abs(each[1].ply - (LEAST + MOST) // 2))
    rules: Any = rules_of(plan.name)
    return ShownGame(start, tuple(rules.turn_text(turn) for turn in game.turns))


def begun(plan: "Plan", chance: random.Random) -> tuple[str, Any]:
    """Return where a game begins, and the game: for Gygès, a balanced set-up stands already."""
    rules: Any = rules_of(plan.name)
    options = parse_options(plan.options)
    game = rules.Game(plan.variant or rules.VARIANTS[0], options, plan.start)
    start = plan.start
    if plan.name == "gyges" and not plan.setup and is_setup(game):
        start = chance.choice(gyges_starts())
        game = rules.Game(game.variant, options, start)
    return start, game


def play(game: Any, level: str, chance: random.Random) -> Any:
    """Play a game to its end, or until it is too long to be watched."""
    seats = [player_of(game.name, level, chance.randrange(1 << 30)) for _ in range(2)]
    while not game.outcome() and game.ply < 2 * MOST:
        game.play_turn(seats[game.side].choose(game))
    return game


def pace_of(name: str, turns: tuple[str, ...]) -> list[int]:
    """Return how long hands think, at least and at most, for a game of about a minute."""
    mean = round(GAME_MS * SPEED[name]) // max(len(turns), 1) - MADE_MS[name]
    mean = min(max(mean, THINK_MS[0]), THINK_MS[1])
    return [mean * 3 // 4, mean * 5 // 4]

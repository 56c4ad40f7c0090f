"""Demonstration game, recorded or played by engines.

Recorded are games of the level that a demonstration shows, by the usual rules of each game:
a game's ``shown.txt``, made by ``tests/bench/engines/demo_games.py``.  To choose one takes up to a
minute of computing, in which nothing would be seen.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from boardcore.options import parse_options
from underboard.game_state import GameState, rules_of
from underboard.registry import DEFAULT, game_of

SHOWN = "club"
"""Level of the recorded games."""
MIN_TURNS, MAX_TURNS = 20, 44
"""Turns of a game that is worth watching and over in about a minute; chosen."""
LONGEST = 2 * MAX_TURNS
"""Turns after which engines that play on for ever are cut off; chosen."""
GAME_MS = 60_000
SPEED = 2.0
"""Speed of such a game where its hands say nothing else, in multiples of life; chosen."""
TURN_MS = 3_000
"""Time of a turn besides thinking, ms, where the hands name no other; chosen."""
THINK_MS = (600, 3_000)
"""The least and the most that hands think before a turn, ms; chosen: three quarters of the least
are the least of other hands.  No board follows faster ones, whose moves run into each other."""


@dataclass(frozen=True)
class DemoPlan:
    """What a demonstration plays, random turns or ``turns`` again in every game."""

    name: str = DEFAULT
    variant: str = ""
    options: str = ""
    start: str = ""
    turns: tuple[str, ...] | None = None
    games: int = 1
    seed: int = 0
    players: str = ""
    """Level of the engine on both sides; empty: random turns."""
    setup: bool = False
    """The set-up is played too, where a game has one."""
    careful: bool = False
    """Hands fumble nothing, put nothing back and wait for the lights."""


@dataclass(frozen=True)
class ShownGame:
    """A recorded game: where it begins, and its turns."""

    start: str
    turns: tuple[str, ...]


def recorded(name: str) -> list[ShownGame]:
    """Return the recorded games of a game."""
    text = game_of(name).text("shown.txt") or ""
    lines = [line for line in text.splitlines() if line[:1] != "#"]
    pairs = (line.split("|") for line in lines)
    return [ShownGame(start, tuple(turns.split())) for start, turns in pairs]


def shown_game(plan: DemoPlan, number: int) -> ShownGame | None:
    """Return the recorded game for a game of a demonstration, None if its turns must be chosen."""
    rules = rules_of(plan.name)
    usual = plan.variant in ("", rules.VARIANTS[0]) and not (plan.options or plan.setup)
    if plan.players != SHOWN or plan.start or not usual:
        return None
    games = recorded(plan.name)
    return games[(plan.seed + number - 1) % len(games)]


def begun(plan: DemoPlan, chance: random.Random) -> tuple[str, GameState]:
    """Return where a game begins, and the game: laid out already where its engine knows how."""
    # Not at the top: a recorded game needs no engine.
    from underboard.engine.match import is_setup, starts_of

    rules = rules_of(plan.name)
    options = parse_options(plan.options)
    game = rules.Game(plan.variant or rules.VARIANTS[0], options, plan.start)
    start = plan.start
    if not plan.setup and is_setup(game):
        starts = starts_of(plan.name, game.variant, options)
        if starts:
            start = chance.choice(starts)
            game = rules.Game(game.variant, options, start)
    return start, game


def chosen(game: GameState, level: str, chance: random.Random) -> Iterator[str]:
    """Yield the turns of two engines, playing them on ``game``, until its end or LONGEST."""
    from underboard.engine.player import player_of

    seats = [player_of(game.name, level, chance.randrange(1 << 30)) for _ in range(2)]
    rules = rules_of(game.name)
    while not game.outcome() and game.ply < LONGEST:
        turn = seats[game.side].choose(game)
        game.play_turn(turn)
        yield rules.turn_text(turn)


def speed_of(name: str) -> float:
    """Return the speed of a game for people who look on, in multiples of life."""
    return getattr(game_of(name).part("hands"), "SHOWN_SPEED", SPEED)


def turn_ms(name: str) -> int:
    """Return the time of a turn besides thinking, in simulated milliseconds."""
    return getattr(game_of(name).part("hands"), "TURN_MS", TURN_MS)


def pace_of(name: str, turns: int) -> list[int]:
    """Return how long hands think, at least and at most, for a game of about a minute."""
    mean = round(GAME_MS * speed_of(name)) // max(turns, 1) - turn_ms(name)
    mean = min(max(mean, THINK_MS[0]), THINK_MS[1])
    return [mean * 3 // 4, mean * 5 // 4]


def length_ms(name: str, turns: int) -> float:
    """Return how long people watch a game of ``turns`` turns, in their own time."""
    return turns * (turn_ms(name) + sum(pace_of(name, turns)) / 2) / speed_of(name)

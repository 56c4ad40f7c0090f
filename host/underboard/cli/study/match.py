"""``underboard match``: two engines against each other, to measure who is stronger."""

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import Any

from boardcore import games
from boardcore.errors import ParseError
from underboard.cli.arguments import Commands, add_game, add_language, add_rules, count, pairs
from underboard.cli.terminal import console_of_words
from underboard.engine import compile_process, compiled
from underboard.engine.levels import NAMES, RANDOM
from underboard.engine.match import MatchResult, MatchScore, play
from underboard.engine.player import levels_of, player_of, with_engine
from underboard.engine.ugi_player import UgiPlayer, is_program
from underboard.jsontype import JsonObject
from underboard.registry import game_of
from underboard.texts import Texts, level_named
from underboard.texts.lazy import LazyText

TIMEOUT_S = 60.0
"""Time for a whole answer of an engine, s; chosen."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "match",
        help="engine against engine, to measure strength",
        description="Plays pairs of games from random starts, each player once on either side.  "
        "A and B are levels, or commands in quotes that start a program which speaks UGI.  "
        "The last line: games N A X B Y draws Z.",
    )
    add_game(parser, with_engine())
    parser.add_argument(
        "a", type=level_named, metavar="A", help=f"{', '.join(NAMES)}, or a command"
    )
    parser.add_argument("b", type=level_named, metavar="B", help="the other side")
    parser.add_argument("--games", type=count, default=20, metavar="N", help="default 20")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="other starts and moves")
    add_rules(parser)
    parser.add_argument(
        "--nodes", type=count, default=0, metavar="N", help="nodes per move of programs"
    )
    parser.add_argument(
        "--timeout", type=_seconds, default=TIMEOUT_S, metavar="S",
        help="seconds that a program may take for a move (default 60)",
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help="the last line only")
    parser.add_argument("--json", action="store_true", help="one JSON object per game")
    add_language(parser)
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(
            LazyText("%r is not a time: expected seconds above 0, like 60", text)
        )
    return value


def run(options: argparse.Namespace) -> int:
    """Play the match."""
    texts = Texts(options.lang)
    games.rules_of(options.game)
    switches = pairs(options.option)
    rules = games.rules_of(options.game)
    rules.Game(options.variant or rules.VARIANTS[0], switches)
    console = console_of_words()
    score = MatchScore()
    with ExitStack() as stack:
        names, makers = [], []
        for word in (options.a, options.b):
            name, make = seat(options, word, stack)
            names.append(name)
            makers.append(make)
        if not compiled.FAST and not options.json and not options.quiet:
            print(texts("cli.match.slow"), file=sys.stderr)
        results = play(
            options.game, (makers[0], makers[1]), options.games, options.seed, options.variant,
            switches,
        )  # fmt: skip
        for result in results:
            score.won[result.winner] += 1
            if options.json:
                print(json.dumps(as_data(result, names)), flush=True)
            elif not options.quiet:
                console.print(line_of(result, names, texts))
    if not options.json:
        if not options.quiet:
            share, error = round(100 * score.share, 1), round(100 * score.error, 1)
            console.print(texts("cli.match.share", name=names[0], share=share, error=error))
        a, b, draws = score.won
        print(f"games {score.games} {names[0]} {a} {names[1]} {b} draws {draws}", flush=True)
    return 0


def seat(
    options: argparse.Namespace, word: str, stack: ExitStack
) -> tuple[str, Callable[..., Any]]:
    """Return a player's name and a function that makes it from a seed.  Raises ParseError."""
    levels = levels_of(options.game)
    if word in levels or word == RANDOM or not is_program(word):
        try:
            if word in levels and not options.json and not options.quiet:
                _announce(options, word)
            player_of(options.game, word)
        except ParseError as error:
            raise ParseError("%s, or a command that starts a program", error) from error
        return word, lambda seed: player_of(options.game, word, seed)
    program = stack.enter_context(
        closing(UgiPlayer(options.game, word, options.timeout, options.nodes))
    )
    return program.name, lambda seed: program


def _announce(options: argparse.Namespace, level: str) -> None:
    """Report that numba compiles first: a match measures, so the slow search does not play."""
    engine = game_of(options.game).required("engine").Engine
    kernels = engine.kernels_of(level)
    if kernels and compile_process.must_compile(kernels):
        print(Texts(options.lang)("cli.match.compiles"), file=sys.stderr, flush=True)


def line_of(result: MatchResult, names: list[str], texts: Texts) -> str:
    """Return one game in words."""
    first = names[result.first]
    key = "cli.match.drawn" if result.winner == 2 else "cli.match.won"
    return texts(
        key,
        number=result.number,
        first=first,
        second=names[1 - result.first],
        winner=names[result.winner % 2],
        turns=len(result.turns),
    )


def as_data(result: MatchResult, names: list[str]) -> JsonObject:
    """Return one game as a program reads it."""
    return {
        "game": result.number,
        "first": names[result.first],
        "second": names[1 - result.first],
        "winner": None if result.winner == 2 else names[result.winner],
        "won_by": "draw" if result.winner == 2 else "AB"[result.winner],
        "reason": result.reason,
        "start": result.start,
        "turns": list(result.turns),
        "nodes": list(result.nodes),
    }

"""``underboard explore``: every turn of a position with its value, the best line, a tree."""

import argparse
import json
import sys
from collections.abc import Iterator

from boardcore.errors import IllegalMove, ParseError
from underboard.cli.arguments import Commands, add_game, add_language, add_rules, count, pairs
from underboard.cli.terminal import console_of_words, notice_of
from underboard.engine.evaluation import Evaluation
from underboard.engine.player import with_engine
from underboard.game_state import GameState, rules_of
from underboard.jsontype import JsonObject
from underboard.referee.game_ui import tabletop_of
from underboard.study.explorer import Branch, Explored, explored, tree
from underboard.study.report import worth_words
from underboard.texts import Texts
from underboard.texts.commands import LEAVE, command_of
from underboard.texts.escape import shown
from underboard.texts.lazy import spoken

TURNS = 2000
"""Number of turns to show; chosen above what any position has."""
LINE = 8
"""Turns of the best line; chosen."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "explore",
        help="every legal move of a position with its value, and the best line",
        description="Judges each move: by the solved table at Apagos and, where it is there, at "
        "Pylos; else proven by search where that is possible, or estimated.  At a terminal you "
        "type a move to go on, 'undo' to go back, and 'quit' to leave.",
    )
    add_game(parser, with_engine())
    parser.add_argument("turns", nargs="*", metavar="MOVE", help="moves that lead to the position")
    parser.add_argument("--position", default="", metavar="P", help="begin here, like 7531")
    add_rules(parser)
    parser.add_argument(
        "--tree", type=count, default=0, metavar="N", help="what follows, N moves deep"
    )
    parser.add_argument(
        "--most", type=count, default=TURNS, metavar="N", help="moves that are judged at most"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show a position; at a terminal go on where people want."""
    texts = Texts(options.lang)
    rules = rules_of(options.game)
    variant = options.variant or rules.VARIANTS[0]
    game = rules.Game(variant, pairs(options.option), options.position)
    for word in options.turns:
        play(game, word)
    console = console_of_words()
    if options.json:
        print(json.dumps(as_data(game, options), ensure_ascii=False))
        return 0
    for line in page(game, options, texts):
        console.print(line)
    while sys.stdin.isatty() and sys.stdout.isatty():
        try:
            word = input(texts("study.explore.prompt")).strip()
        except EOFError:
            break
        if not word or command_of(word, texts) == LEAVE:
            break
        try:
            if command_of(word, texts) == "undo":
                if game.turns:
                    game.undo()
            else:
                play(game, word)
        except (IllegalMove, ParseError) as error:
            console.print(shown(spoken(error, texts.language)))
            continue
        for line in page(game, options, texts):
            console.print(line)
    return 0


def play(game: GameState, word: str) -> None:
    """Play what was typed.  Raises IllegalMove or ParseError."""
    for turn in tabletop_of(game.name).read(game, word):
        game.play_turn(turn)


def page(game: GameState, options: argparse.Namespace, texts: Texts) -> Iterator[str]:
    """Yield the lines of a position."""
    table = tabletop_of(game.name)
    ending = table.ending(game, texts)
    yield texts("study.explore.position", position=game.position_text())
    if ending:
        yield ending
        return
    if options.tree:
        yield from tree_lines(game, _tree(game, options), texts)
        return
    found = explored(game, options.most, LINE, notice=notice_of(options.lang))
    if not found.values:
        yield texts("study.explore.set-up")
        return
    names = table.side_name(game.side, texts), table.side_name(1 - game.side, texts)
    text = rules_of(game.name).turn_text
    for worth, turns in found.groups():
        yield f"  {' '.join(map(text, turns))}: {worth_words(worth, *names, texts)}"
    yield texts("study.explore.line", line=" ".join(map(text, found.line)))
    if found.more:
        yield texts("study.explore.more", n=found.more)
    if not found.proven:
        yield texts("study.explore.estimated", n=estimated(found))


def estimated(found: Explored) -> int:
    """Return how many turns are only estimated."""
    return sum(not worth.proven for _, worth in found.values)


def tree_lines(
    game: GameState, branches: list[Branch], texts: Texts, level: int = 0
) -> Iterator[str]:
    """Yield the lines of a tree, each group of turns in one."""
    table, text = tabletop_of(game.name), rules_of(game.name).turn_text
    names = table.side_name(game.side, texts), table.side_name(1 - game.side, texts)
    for turns, worth, below in branches:
        worths = worth_words(worth, *names, texts)
        yield f"{'  ' * (level + 1)}{game.ply + 1}. {' '.join(map(text, turns))}: {worths}"
        game.play_turn(turns[0])
        yield from tree_lines(game, below, texts, level + 1)
        game.undo()


def _tree(game: GameState, options: argparse.Namespace) -> list[Branch]:
    return tree(game, options.tree, options.most, notice=notice_of(options.lang))


def as_data(game: GameState, options: argparse.Namespace) -> JsonObject:
    """Return a position as a program reads it, with the names of the page's analysis."""
    text = rules_of(game.name).turn_text
    data: JsonObject = {"game": game.name, "position": game.position_text()}
    if options.tree:
        return data | {"tree": tree_data(game, _tree(game, options))}
    found = explored(game, options.most, LINE, notice=notice_of(options.lang))
    return data | {
        "values": [{"turn": text(turn), **worth_data(worth)} for turn, worth in found.values],
        "more": found.more,
        "source": found.source._asdict(),
        "line": [text(turn) for turn in found.line],
    }


def worth_data(worth: Evaluation) -> JsonObject:
    """Return a worth as a program reads it."""
    return {"score": round(worth.score, 3), "proven": worth.proven, "plies": worth.distance}


def tree_data(game: GameState, branches: list[Branch]) -> list[JsonObject]:
    """Return a tree as a program reads it."""
    text = rules_of(game.name).turn_text
    return [
        {
            "turns": [text(turn) for turn in turns],
            **worth_data(worth),
            "below": tree_data(game, below),
        }
        for turns, worth, below in branches
    ]

"""``underboard solve apagos``: the exact value of an Apagos position and of each of its moves."""

import argparse
import json
import sys
from collections.abc import Callable

from boardcore.apagos.rules import COLOUR_NAMES, DRAW, Game, turn_text
from boardcore.errors import ParseError
from underboard.games.apagos.engine import layouts
from underboard.games.apagos.engine.solution import Solution, SolvedTurn, solution_of
from underboard.jsontype import JsonObject
from underboard.texts import Texts

VALUE_NAMES = {1: "wins", 0: "draws", -1: "loses"}


def run(options: argparse.Namespace) -> int:
    """Print the solution of a layout or position, or who wins each layout."""
    pylos_only = ("variant", "end", "back", "folder", "jobs", "source")
    if any(getattr(options, name) for name in pylos_only):
        raise ParseError("--variant, --end, --back, --folder, --from and --jobs belong to Pylos")
    if bool(options.layout) + bool(options.position) + options.all != 1:
        raise ParseError("expected one thing to solve: a layout like 7531, a --position, or --all")
    texts = Texts(options.lang)
    if options.all:
        return _all(options.json, texts)
    if options.layout and len(options.layout) != 4:
        raise ParseError(
            "%r is not a layout: expected four squares from bottom to top, like 7531",
            options.layout,
        )
    squares = [("squares", "home-made")] if options.home_made else []
    game = Game(options=squares, position=options.layout or options.position)
    solution = solution_of(game, progress=progress("-".join(map(str, sorted(game.holes))), texts))
    if options.json:
        print(json.dumps(as_data(game, solution)))
    else:
        title = options.layout or game.position_text()
        print("\n".join(as_lines(title, game, solution, texts, bool(options.layout))))
    return 0


def progress(faces: str, texts: Texts) -> Callable[[float], None] | None:
    """Return a function that shows the share done on a terminal, None if there is no terminal."""
    if not sys.stderr.isatty():
        return None
    shown = -1

    def show(share: float) -> None:
        nonlocal shown
        percent = int(share * 100)
        if percent != shown:
            shown = percent
            line = texts("apagos.solve.progress", faces=faces, percent=percent)
            print(
                f"\r{line}", end="\r\x1b[K" if percent == 100 else "", file=sys.stderr, flush=True
            )

    return show


def first_line(title: str, judged: SolvedTurn) -> str:
    """Return the line that scripts rely on: who wins a layout, the same in every language."""
    if judged.distance is None:
        return f"{title}: draw"
    winner = "first" if judged.value > 0 else "second"
    return f"{title}: {winner} player wins in {judged.distance} plies"


def as_lines(
    title: str, game: Game, solution: Solution, texts: Texts, is_layout: bool
) -> list[str]:
    """Return who wins and what every move is worth, one line each."""
    judged = solution.judge(game)
    over = game.outcome()
    if over:
        winner, reason = over
        side = "" if winner == DRAW else texts(f"apagos.side.{COLOUR_NAMES[winner]}")
        return [f"{title}: " + texts(f"apagos.over.{reason}", side=side)]
    side = texts(f"apagos.side.{COLOUR_NAMES[game.side]}")
    sentence = texts(
        f"apagos.solve.{VALUE_NAMES[judged.value]}", side=side, plies=plies(judged, texts)
    )
    lines = [first_line(title, judged) if is_layout else f"{title}: {sentence}"]
    for move, worth in solution.moves(game):
        key = f"apagos.solve.move.{VALUE_NAMES[worth.value]}"
        lines.append(texts(key, move=f"{turn_text(move):3}", plies=plies(worth, texts)))
    return [*lines, sentence] if is_layout else lines


def plies(judged: SolvedTurn, texts: Texts) -> str:
    """Return the distance in words, nothing for a tie."""
    if judged.distance is None:
        return ""
    number = "one" if judged.distance == 1 else "many"
    return texts(f"apagos.plies.{number}", plies=judged.distance)


def as_data(game: Game, solution: Solution) -> JsonObject:
    """Return the same as a JSON object; values are win, draw or loss for the side to move."""

    def worth(judged: SolvedTurn) -> JsonObject:
        names = {1: "win", 0: "draw", -1: "loss"}
        return {"value": names[judged.value], "distance": judged.distance}

    return {
        "position": game.position_text(),
        **worth(solution.judge(game)),
        "over": game.outcome() is not None,
        "moves": [
            {"move": turn_text(move), **worth(judged)} for move, judged in solution.moves(game)
        ],
    }


def _all(as_json: bool, texts: Texts) -> int:
    judged = {}
    for layout in layouts.every():
        game = Game(position=layout)
        faces = "-".join(sorted(layout))
        judged[layout] = solution_of(game, progress=progress(faces, texts)).judge(game)
    if as_json:
        rows = [
            {
                "layout": layout,
                "winner": "first" if worth.value > 0 else "second",
                "distance": worth.distance,
            }
            for layout, worth in judged.items()
        ]
        print(json.dumps(rows))
        return 0
    for layout, worth in judged.items():
        print(first_line(layout, worth))
    first = sum(worth.value > 0 for worth in judged.values())
    second = len(judged) - first
    print(texts("apagos.solve.all", layouts=len(judged), first=first, second=second))
    return 0

"""``underboard solve pylos``: builds the complete table, then says who wins, and each turn."""

import argparse
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from boardcore.errors import Choices, ParseError
from boardcore.pylos.rules import SIDE_LETTERS, VARIANTS, Game
from boardcore.pylos.turns import turn_text
from underboard.games.pylos.engine.perfect import ProvenTurn, judge, judged_turns
from underboard.games.pylos.engine.table import lookup
from underboard.games.pylos.engine.table.provider import Progress, make
from underboard.games.pylos.engine.table.rule_set import ENDS, TAKES, RuleSet
from underboard.games.pylos.engine.table.shipped import take
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.texts.lazy import all_spoken

VALUE_NAMES = {1: "wins", 0: "draws", -1: "loses"}
SHOW_EVERY_S = 0.5
"""Time between two changes of the bar, s; chosen."""


def run(options: argparse.Namespace) -> int:
    """Build the table if there is none, then print what it says."""
    if options.layout or options.all or options.home_made:
        raise ParseError("layouts, --all and --home-made belong to Apagos: leave them out")
    variant = options.variant or VARIANTS[0]
    if variant not in VARIANTS:
        raise ParseError("%r is not a variant: expected %s", variant, Choices(" or ", VARIANTS))
    if options.jobs < 0:
        raise ParseError("%s is not a number of threads: expected 1 or more", options.jobs)
    rules = RuleSet(variant, options.end or ENDS[0], options.back or TAKES[0])
    texts = Texts(options.lang)
    game = Game(variant, [("end", rules.end)], options.position)
    if options.source:
        take(options.source, rules, options.folder)
    with _ended_by_signals():
        table = make(rules, options.folder, options.jobs, _progress(texts), _tell(texts))
    title = options.position and game.position_text() or variant
    value, plies = judge(table, game.balls(game.side), game.balls(1 - game.side))
    turns = [] if game.outcome() else judged_turns(game, table)
    if options.json:
        print(json.dumps(_as_data(game, rules, table, value, plies, turns)))
        return 0
    print(_first_line(title, game, value, bool(options.position)))
    for judged in sorted(turns, key=lambda one: (one.rank, turn_text(one.turn))):
        key = f"pylos.solve.turn.{VALUE_NAMES[judged.value]}"
        print(texts(key, turn=f"{turn_text(judged.turn):12}", plies=judged.plies))
    if not options.position:
        side = texts(f"pylos.side.{SIDE_LETTERS[game.side]}")
        print(texts(f"pylos.solve.{VALUE_NAMES[value]}", side=side, plies=plies))
        rows = table.store.about["counts"]
        wins, losses, draws = (f"{sum(row[kind] for row in rows):,}" for kind in range(3))
        print(texts("pylos.solve.counts", wins=wins, losses=losses, draws=draws))
    return 0


def _first_line(title: str, game: Game, value: int, is_position: bool) -> str:
    """Return the line that scripts rely on, the same in every language."""
    if not value:
        return f"{title}: draw"
    winner = game.side if value > 0 else 1 - game.side
    return f"{title}: {('first', 'second')[winner]} player wins"


def _as_data(
    game: Game,
    rules: RuleSet,
    table: lookup.EndgameTable,
    value: int,
    plies: int | None,
    turns: list[ProvenTurn],
) -> JsonObject:
    """Return the same as a JSON object; values are win, draw or loss for the side to move."""
    names = {1: "win", 0: "draw", -1: "loss"}
    return {
        "position": game.position_text(),
        "variant": rules.variant,
        "end": rules.end,
        "back": rules.takes,
        "value": names[value],
        "plies": plies,
        "over": game.outcome() is not None,
        "turns": [
            {"turn": turn_text(one.turn), "value": names[one.value], "plies": one.plies}
            for one in turns
        ],
        "counts": table.store.about["counts"],
    }


def _tell(texts: Texts) -> Callable[..., None]:
    """Return a function that says what happens, on the error stream."""

    def tell(key: str, **gaps: object) -> None:
        said = all_spoken(gaps, texts.language)
        clear = "\r\x1b[K" if sys.stderr.isatty() else ""
        print(clear + texts(f"pylos.solve.{key}", **said), file=sys.stderr)

    return tell


def _progress(texts: Texts) -> Callable[[Progress], None]:
    """Return a function that shows how far the build is: a bar on a terminal, else sweeps."""
    shown = [0.0, -1]
    bar = sys.stderr.isatty()

    def show(progress: Progress) -> None:
        now = time.monotonic()
        if bar and now - shown[0] > SHOW_EVERY_S or not bar and progress.ply != shown[1]:
            shown[:] = [now, progress.ply]
            width = 30
            filled = int(progress.share * width)
            line = texts(
                "pylos.solve.progress",
                bar="#" * filled + "-" * (width - filled),
                percent=f"{progress.share * 100:.1f}",
                ply=progress.ply,
                spent=_minutes(progress.seconds),
                left=_minutes(progress.left),
            )
            print(f"\r\x1b[K{line}" if bar else line, end="" if bar else "\n", file=sys.stderr)
            sys.stderr.flush()

    return show


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Have what ends a program write the checkpoint first, as Ctrl-C does."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [(one, signal.signal(one, stop)) for one in known]
    try:
        yield
    finally:
        for one, handler in before:
            signal.signal(one, handler)


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"

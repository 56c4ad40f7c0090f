"""Games of Galérapagos that are kept: the list, and the table of a tournament."""

import json
import sys
from pathlib import Path

from rich.console import Console

from underboard.galerapagos.records.folder import records
from underboard.galerapagos.records.record import Table, read_whole
from underboard.galerapagos.rules import tournament
from underboard.galerapagos.table import screen
from underboard.texts import Texts
from underboard.texts.said import spoken
from underboard.trouble import Trouble


def text_of(path: Path) -> str:
    """Return the whole lines of a record."""
    return read_whole(path)[0]


def list_games(folder: Path, texts: Texts) -> int:
    """Print one line per game, the newest first."""
    for path in records(folder):
        try:
            game = Table.replay(text_of(path), path).game
        except (ValueError, Trouble) as error:
            print(f"{path}  {spoken(error, texts.language)}")
            continue
        reason = game.camp.reason
        state = (
            texts(f"galerapagos.how.{reason}")
            if reason
            else texts("galerapagos.start.day", day=game.camp.turn)
        )
        print(f"{path}  {state}  {', '.join(game.setup.names)}")
    return 0


def results_of(folder: Path, name: str, texts: Texts) -> tuple[list[tournament.Result], dict]:
    """Return the finished games of a tournament and its settings, the newest deciding.

    Raises Trouble if there is no game of that name.
    """
    results = []
    settings: dict = {}
    for path in records(folder):
        try:
            table = Table.replay(text_of(path), path)
        except (ValueError, Trouble) as error:
            print(f"underboard: {spoken(error, texts.language)}", file=sys.stderr)
            continue
        if not table.tournament or table.tournament.get("name") != name:
            continue
        settings = settings or table.tournament
        camp = table.game.camp
        if table.game.over and camp.reason != "broken-off":
            embarked = tuple(camp.people[seat].name for seat in camp.embarked)
            results.append(tournament.Result(table.game.setup.names, embarked))
    if not settings:
        raise Trouble("no game of a tournament %r in %s", name, folder)
    return results, settings


def print_table(folder: Path, name: str, texts: Texts, as_json: bool) -> int:
    """Print the table of a tournament."""
    results, settings = results_of(folder, name, texts)
    mode, games = settings.get("score", "solidarity"), settings.get("games", len(results))
    if as_json:
        rows = tournament.table(results, mode)
        keys = ("rank", "name", "points", "saved")
        print(json.dumps([dict(zip(keys, row)) for row in rows], ensure_ascii=False))
    else:
        Console(markup=False, emoji=False).print(screen.standings(texts, results, mode, games))
    return 0

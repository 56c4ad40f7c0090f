"""Saved games of Galérapagos as a list, and the table of a tournament."""

import json
import sys
from pathlib import Path

from rich.console import Console

from underboard.errors import UnderboardError
from underboard.galerapagos.records.library import records
from underboard.galerapagos.records.record import RecordedGame, read_whole
from underboard.galerapagos.rules import tournament
from underboard.galerapagos.table import screen
from underboard.galerapagos.table.messages import in_a_row
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.texts.escape import shown
from underboard.texts.lazy import spoken

GAMES = 5
"""Number of games of a tournament; chosen."""


def text_of(path: Path) -> str:
    """Return the whole lines of a record."""
    return read_whole(path)[0]


def list_games(folder: Path, texts: Texts) -> int:
    """Print one line per game, the newest first."""
    for path in records(folder):
        try:
            game = RecordedGame.replay(text_of(path), path).game
        except (ValueError, UnderboardError) as error:
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


Results = tuple[list[tournament.TournamentResult], JsonObject]


def find_tournament(folder: Path, name: str, texts: Texts) -> Results:
    """Return the finished games of a tournament, the oldest first, and its terms.

    The first game has fixed the terms; they are empty if there is no game of that name.
    """
    results = []
    settings: JsonObject = {}
    for path in records(folder):
        try:
            table = RecordedGame.replay(text_of(path), path)
        except (ValueError, UnderboardError) as error:
            print(f"underboard: {spoken(error, texts.language)}", file=sys.stderr)
            continue
        if not table.tournament or not is_same(table.tournament.get("name"), name):
            continue
        settings = table.tournament  # the oldest comes last
        camp = table.game.camp
        if table.game.over and camp.reason != "broken-off":
            embarked = tuple(camp.people[seat].name for seat in camp.embarked)
            results.append(tournament.TournamentResult(table.game.setup.names, embarked))
    return results[::-1], settings


def is_same(one: object, other: str) -> bool:
    """Return True if two names differ at most in their case."""
    return isinstance(one, str) and one.casefold() == other.casefold()


def settle_tournament(
    folder: Path, name: str, games: int | None, score: str | None, texts: Texts
) -> JsonObject:
    """Return the terms of the tournament that a new game counts for.

    The first game fixes them. Raises UnderboardError for other terms, and once all games are
    played.
    """
    results, settled = find_tournament(folder, name, texts)
    if not settled:
        return {"name": name, "games": games or GAMES, "score": score or tournament.MODES[0]}
    terms = terms_of(settled)
    if (games or terms[0], score or terms[1]) != terms:
        raise UnderboardError(
            "the tournament %r has %s games scored %s, as its first game has it: leave --games "
            "and --score out, or begin another one with another name",
            settled["name"],
            *terms,
        )
    if len(results) >= terms[0]:
        raise UnderboardError(
            "the tournament %r is over, all of its %s games are played: see --table, or begin "
            "another one with another name",
            settled["name"],
            terms[0],
        )
    return {"name": settled["name"], "games": terms[0], "score": terms[1]}


def terms_of(settings: JsonObject) -> tuple[int, str]:
    """Return number of games and score of a tournament; a record may say anything."""
    games, score = settings.get("games"), settings.get("score")
    return (
        games if type(games) is int and games > 0 else GAMES,
        score if score in tournament.MODES else tournament.MODES[0],
    )


def print_table(folder: Path, name: str, texts: Texts, as_json: bool) -> int:
    """Print the table of a tournament, and who wins it once all games are played."""
    results, settings = find_tournament(folder, name, texts)
    if not settings:
        raise UnderboardError("no game of a tournament %r in %s", name, folder)
    mode, games = settings.get("score", "solidarity"), settings.get("games", len(results))
    last = len(results) >= terms_of(settings)[0]
    if as_json:
        rows = tournament.table(results, mode)
        keys = ("rank", "name", "points", "saved")
        print(json.dumps([dict(zip(keys, row)) for row in rows], ensure_ascii=False))
    else:
        Console(markup=False, emoji=False).print(screen.standings(texts, results, mode, games))
        if last:
            names = in_a_row(tournament.winners(results, mode), texts)
            print(texts("galerapagos.screen.winner", names=shown(names)))
    return 0

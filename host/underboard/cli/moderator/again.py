"""Offer of the next game at the same table, and the standings of a tournament."""

import shutil
from dataclasses import replace
from pathlib import Path

from underboard.cli.moderator.saved_games import find_tournament, terms_of
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules import tournament
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.rules.tournament import TournamentResult
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.table.moderator import AFTER
from underboard.jsontype import JsonObject
from underboard.texts import Texts


def next_setup(setup: Setup, seed: int) -> Setup:
    """Return the next game of a table: the first player moves on by one seat."""
    first = Game(setup).camp.first
    return replace(setup, seed=seed, first=(first + 1) % len(setup.names))


def take_along(suffix: str, before: Path, after: Path) -> None:
    """Let the file beside one record stand beside the next one, too: phones keep their seats."""
    if before.with_suffix(suffix).exists():
        shutil.copy(before.with_suffix(suffix), after.with_suffix(suffix))


class After:
    """Choices at the end of a game, read from the records when it comes."""

    def __init__(self, table: RecordedGame, folder: Path, texts: Texts, with_pages: bool) -> None:
        self._table = table
        self._folder = folder
        self._texts = texts
        self._with_pages = with_pages
        self._at = -1
        self._told: JsonObject = {}

    def offers(self) -> list[str]:
        """Return how it can go on; another game only while the tournament lasts."""
        if not self._table.game.over:
            return []
        same = self.told()["same"]
        open_to = {"again": not same["ended"], "change": self._with_pages, "enough": True}
        return [name for name in AFTER if open_to[name]]

    def told(self) -> JsonObject:
        """Return what the television shows: who begins next, and the tournament's table."""
        if not self._table.game.over:
            return {}
        if self._at != self._table.lines:
            self._at = self._table.lines
            self._told = self._read()
        return self._told

    def _read(self) -> JsonObject:
        setup = self._table.game.setup
        same = {"first": next_setup(setup, 0).first, "ended": False, "winners": []}
        if not self._table.tournament:
            return {"same": same, "standings": None}
        name = self._table.tournament["name"]
        results, settings = find_tournament(self._folder, name, self._texts)
        games, score = terms_of(settings)
        if len(results) >= games:
            same |= {"ended": True, "winners": tournament.winners(results, score)}
        rows = _rows(results, score, setup)
        standings = {"name": name, "games": games, "played": len(results), "rows": rows}
        return {"same": same, "standings": standings}


def _rows(results: list[TournamentResult], score: str, setup: Setup) -> list[JsonObject]:
    """Return a row per player: rank, name, seat at this table, points of each game."""
    seats = {name.casefold(): seat for seat, name in enumerate(setup.names)}
    games = [
        {name.casefold(): gain for name, gain in tournament.gains(result, score).items()}
        for result in results
    ]
    return [
        {
            "rank": rank,
            "name": name,
            "seat": seats.get(name.casefold(), -1),
            "points": points,
            "games": [game.get(name.casefold(), 0) for game in games],
        }
        for rank, name, points, _ in tournament.table(results, score)
    ]

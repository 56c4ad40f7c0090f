"""Players of the two sides (people by name or an engine's level)."""

import logging
from collections.abc import Callable

from boardcore.errors import ParseError
from underboard.engine.player import Player, levels_of, player_of
from underboard.game_state import GameState
from underboard.jsontype import JsonObject
from underboard.records.seats import HUMAN as HUMAN
from underboard.records.seats import REMOTE
from underboard.referee.remote_player import RemotePlayer
from underboard.texts import level_named
from underboard.texts.lazy import PlayerChoices
from underboard.web.http.sessions import clean_name

log = logging.getLogger(__name__)


class NotifyingPlayer:
    """A player that says when it thinks."""

    def __init__(self, player: Player, told: Callable[[str], None]) -> None:
        self._player = player
        self._told = told
        self.name = player.name

    def choose(self, game: GameState, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn to play, as ``underboard.engine.player.Player``."""
        self._told(self.name)
        try:
            return self._player.choose(game, pause)
        finally:
            self._told("")


class Seats:
    """Two seats of a game."""

    def __init__(self, game: str, seed: int | None = None) -> None:
        self.game = game
        self.who = [HUMAN, HUMAN]
        self.names = ["", ""]
        self.thinking = ""
        self.remotes: list[RemotePlayer | None] = [None, None]
        """Seats that another page or another Underboard has taken."""
        self.swapped = False
        """Whether the first seat plays the second side."""
        self._seed = seed

    def play(self, game: str) -> None:
        """Sit down for another game: an engine keeps its rank among the levels."""
        levels, others = levels_of(self.game), levels_of(game)
        for side, who in enumerate(self.who):
            if who != HUMAN:
                rank = levels.index(who) * (len(others) - 1) / max(len(levels) - 1, 1)
                self.who[side] = others[round(rank)]
        self.game = game

    def sit(self, side: int, who: str, name: str = "") -> None:
        """Give a seat to people or to a level; raises ParseError for an unknown one."""
        who = level_named(who)
        if who != HUMAN and who not in levels_of(self.game):
            known = PlayerChoices(" or ", (HUMAN, *levels_of(self.game)))
            raise ParseError("%r is not a player: expected %s", who, known)
        self.who[side] = who
        self.call(side, name)

    def call(self, side: int, name: str) -> None:
        """Name the person on a seat."""
        self.names[side] = clean_name(name)

    def swap(self) -> None:
        """Have both change sides."""
        self.swapped = not self.swapped
        for pair in (self.who, self.names, self.remotes):
            pair.reverse()

    def reserved_names(self) -> tuple[str, ...]:
        """Return names that records have for other players than people."""
        return (HUMAN, REMOTE, *levels_of(self.game))

    def names_for_records(self) -> list[str]:
        """Return what the records call the people of both sides."""
        return [name or HUMAN for name in self.names]

    def players(self, told: Callable[[str], None]) -> tuple[Player | None, Player | None]:
        """Return what a session wants: a player for each engine's seat, None for people."""
        for remote, name in zip(self.remotes, self.names):
            if remote:
                remote.name = name or REMOTE
        first, second = (
            remote
            if who == HUMAN
            else NotifyingPlayer(player_of(self.game, who, self._seed, log.info), told)
            for who, remote in zip(self.who, self.remotes)
        )
        return first, second

    def as_data(self) -> JsonObject:
        """Return the seats as JSON."""
        return {
            "who": list(self.who),
            "names": list(self.names),
            "levels": list(levels_of(self.game)),
            "thinking": self.thinking,
            "taken": [bool(remote) for remote in self.remotes],
        }

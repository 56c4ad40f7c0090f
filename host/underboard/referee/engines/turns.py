"""Turns of the engines at a table, made by simulated hands or by people."""

from typing import TYPE_CHECKING

from boardcore.link.wire import pack
from underboard.engine.player import Player
from underboard.referee.assist.hints import HINT_S
from underboard.referee.engines.time_budget import choose
from underboard.referee.remote_player import RemotePlayer
from underboard.texts import player_name

if TYPE_CHECKING:
    from underboard.referee.session import Session

NONE = -1
"""Instead of a turn: none is chosen."""


class EngineTurns:
    """Chooses for the engines of one session.

    ``wanted``: the turn that was chosen and is not made yet, NONE if there is none.
    """

    def __init__(self, session: "Session") -> None:
        self._session = session
        self.wanted = NONE
        self._shown_s = 0.0

    def forget(self) -> int:
        """Forget what was chosen, and return it."""
        wanted, self.wanted = self.wanted, NONE
        return wanted

    @property
    def is_next(self) -> bool:
        """Return True if an engine here is to move, and waits for nobody."""
        session = self._session
        player = session.seats[session.mirror.game.side]
        waits = not session.simulated or session.training.offered >= 0
        return not (player is None or isinstance(player, RemotePlayer) or waits)

    def play(self) -> None:
        """Choose, if an engine is to move, and have the turn made or its lights kept alive."""
        session = self._session
        player = session.seats[session.mirror.game.side]
        if player is None:
            return
        now = session.seconds()
        if self.wanted == NONE:
            max_s = session.clocking.thinking_s()
            with session.computing.begun() as game:
                self.wanted = choose(player, game, session.keep_alive, max_s, session.seconds)
            if self.wanted == NONE:
                return  # a player elsewhere has not chosen yet, or the game has changed
            self._tell(player)
        elif now - self._shown_s < HINT_S / 2:
            return
        self._shown_s = now
        text = session.rules.turn_text(self.wanted)
        if session.hands:
            session.hands.make([text])
        else:
            session.command("hint", HINT_S, pack(text))

    def _tell(self, player: Player) -> None:
        session = self._session
        if session.hands:
            return  # the turn itself will tell
        table, texts = session.table, session.texts
        words = table.turn_words(session.mirror.game, self.wanted, texts)
        text = session.rules.turn_text(self.wanted)
        key = "engine" if table.can_light(self.wanted) else "engine-unlit"
        who = player_name(texts.language, player.name)
        session.notify(key, side=session.side_name(), player=who, turn=text, words=words)

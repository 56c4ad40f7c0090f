"""Hints for the side to move, in two stages, as far as the table wants them."""

from collections.abc import Callable

from boardcore.errors import ParseError
from underboard.engine.player import HintSource
from underboard.game_state import GameState
from underboard.referee.game_ui import GameUi
from underboard.texts import Texts

OFF, LEGAL, BEST = "off", "legal", "best"
MODES = (OFF, LEGAL, BEST)
"""No hints; what the rules allow; what the game's best player would do."""
HINT_S = 120
"""How long the lights show an engine's turn, in s; repeated after half of it; chosen."""
NOTHING = -1
"""Instead of a turn that the lights should show."""


class HintGiver:
    """Gives hints at one table.  Asked twice about one position it tells more."""

    def __init__(self, mode: str, table: GameUi, texts: Texts) -> None:
        if mode not in MODES:
            raise ParseError("hints %r: expected %s", mode, ", ".join(MODES))
        self._mode = mode
        self._table = table
        self._texts = texts
        self._player = HintSource(table.name, seed=1, notice=lambda said: None)
        self._known: tuple[object, int] = (None, NOTHING)

    def forget(self) -> None:
        """Begin again with the first stage."""
        self._known = (None, NOTHING)

    def ask(self, game: GameState, moment: object, pause: Callable[[], None]) -> tuple[str, int]:
        """Return a hint, and the turn for the lights or NOTHING.

        ``moment`` is the same as long as the position is; ``pause`` is called while an
        engine thinks.
        """
        if self._mode == OFF:
            return self._texts("cli.play.no-hints"), NOTHING
        if self._table.ending(game, self._texts):
            return self._table.ending(game, self._texts), NOTHING
        at, turn = self._known
        stage = int(at == moment)
        if self._mode == LEGAL:
            self._known = (moment, NOTHING)
            return self._table.legal(game, self._texts)[stage], NOTHING
        if not stage:
            turn = self._player.choose(game, pause)
            self._known = (moment, turn)
        return self._table.hint(game, turn, self._texts)[stage], turn if stage else NOTHING

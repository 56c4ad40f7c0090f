"""Simulated hands that make the typed turns."""

import time
from collections.abc import Callable

from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.records.mirror import Mirror
from underboard.referee.game_ui import tabletop_of
from underboard.sim.hands.client import HandsClient

HEARD_S = 10.0
"""Timeout for the board to recognize one simulated move, s; chosen; six times as long for the
first of several."""


class HandsDriver:
    """Makes typed turns on a simulated board."""

    def __init__(
        self, board: Board, hands: HandsClient, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._board = board
        self._hands = hands
        self._clock = clock
        self._until_s = 0.0
        self._entries = 0
        self._last: Mirror | None = None

    @property
    def busy(self) -> bool:
        """Return True if hands are at work, or the board has not yet told what it saw."""
        return self._hands.busy or bool(self._until_s)

    @property
    def counts(self) -> dict[str, int]:
        """Number of turns asked about so far, and misread."""
        return {"asked": self._hands.asked, "misread": self._hands.misread}

    def make(self, turns: list[str]) -> None:
        """Have turns made, one after the other."""
        mirror = self._mirror
        self._hands.ask(
            "play_game",
            name=mirror.name,
            variant=mirror.variant,
            options=mirror.options,
            start=mirror.start,
            played=mirror.turns,
            turns=turns,
            careful=True,
        )
        self._until_s = self._clock() + HEARD_S * (5 + len(turns))
        self._entries = len(mirror.entries) + len(turns)

    def arrange(self) -> None:
        """Have the pieces laid as they stand in the game."""
        assert self._board.hello
        layout = layout_of(self._board.hello.layout)
        mirror = self._mirror
        table, game = tabletop_of(mirror.name), mirror.game
        if layout.scale and table.lays_out:
            # Squares weigh, too: hands lay them out anew if they do not lie as in the game.
            self._hands.ask(
                "play_game",
                name=mirror.name,
                variant=mirror.variant,
                options=mirror.options,
                start=mirror.start,
                played=mirror.turns,
                turns=[],
                careful=True,
            )
            return
        cells, kinds = table.cells(game, layout), table.kinds(game, layout)
        self._hands.ask("arrange", cells=cells, kinds=kinds)

    def clear(self) -> None:
        """Have all pieces taken off."""
        self._hands.ask("arrange", cells=[])

    def poll(self) -> bool:
        """Receive events of the hands; return True if the awaited one has come, or never will."""
        self._hands.poll()
        if not self._until_s:
            return False
        if len(self._mirror.entries) < self._entries and self._clock() <= self._until_s:
            return False
        self.forget()
        return True

    def forget(self) -> None:
        """Wait no longer for what was asked: another game has begun."""
        self._until_s = 0.0

    @property
    def _mirror(self) -> Mirror:
        self._last = self._board.mirror or self._last
        assert self._last
        return self._last

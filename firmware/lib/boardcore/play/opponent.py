"""Hints and an opponent on a board without a computer.

A long press of **yes** asks for a hint; held for three seconds in all, it makes the board play the
side that is not to move, or stop playing it.  Its turn is lit like a hint, and the players carry
it out.  It computes while the board is at rest, one step at a time, and is loaded when first used.
"""

from boardcore.games import ENGINE, module_of
from boardcore.lights import scene
from boardcore.play.commands import NO_HINT
from boardcore.sensing.explain.stepper import Stepper
from boardcore.ticks import recent, ticks_diff
from boardcore.verdicts import AT_REST, YES

JOIN_MS = 1800
"""Time, ms, beyond that for a hint, for which **yes** is held for a opponent; chosen."""
HINT_S = 8
TURN_S = 600
"""Time, s, for which the opponent's turn is lit; it is lit again until it was made; chosen."""
SHOWN_S = 2
"""Time for which lights show that the opponent has joined or left, s; chosen."""
NOBODY = -1
"""Code of no side, where the opponent does not play; chosen."""
NOT_DOWN = -1
"""Code of a button that is up, instead of a time; chosen."""
NO_TURN = -1


class Opponent:
    """Searches turns at one table.  ``side``: the one it plays, NOBODY for none."""

    def __init__(self, table, engine) -> None:
        self._table = table
        self._engine = engine
        self.side = NOBODY
        self._held_ms = NOT_DOWN
        self._asked = False
        self._moment: tuple = ()  # the position that is searched
        self._search_steps: Stepper | None = None
        self._found = [NO_TURN]
        self._rests = False

    def on_held(self, now_ms: int) -> None:
        """Record that **yes** is held: players want a hint, or a opponent if they hold it on."""
        self._held_ms = now_ms
        self._asked = True

    def step(self, now_ms: int, left: int) -> bool:
        """Do what is due; return True if that was a long computation.

        ``left``: time available, in empty loop iterations.
        """
        table = self._table
        if self._held_ms != NOT_DOWN:
            self._follow_button(now_ms)
        if table.outcome is not None or table.tracker.verdict != AT_REST or table.hint != NO_HINT:
            return False
        if not self._asked and table.game.side != self.side:
            return False
        # Lights and messages take turns in between.
        self._rests = not self._rests
        if self._rests:
            return False
        return self._search(now_ms, left)

    def bring_along(self, now_ms: int) -> None:
        """Keep the stored time within a day."""
        self._held_ms = recent(self._held_ms, now_ms)

    def _follow_button(self, now_ms: int) -> None:
        if not self._table.pressed >> YES & 1:
            self._held_ms = NOT_DOWN
        elif ticks_diff(now_ms, self._held_ms) >= JOIN_MS:
            self._held_ms = NOT_DOWN
            self._asked = False
            if self.side == NOBODY:
                self.side = 1 - self._table.game.side
                self._table.light_hint(scene.OPPONENT_JOINED - self.side, SHOWN_S)
            else:
                self.side = NOBODY
                self._table.light_hint(scene.OPPONENT_LEFT, SHOWN_S)

    def _search(self, now_ms: int, left: int) -> bool:
        table = self._table
        moment = (table.journal.game[0], table.journal.entries)
        if moment != self._moment:
            self._moment = moment
            self._found[0] = NO_TURN
            self._search_steps = Stepper(self._engine.search_steps(table.game, now_ms, self._found))
        steps = self._search_steps
        if steps is not None:
            if steps.run(left):
                self._search_steps = None
            return True
        mine = table.game.side == self.side
        if self._found[0] != NO_TURN:
            table.light_hint(self._found[0], TURN_S if mine else HINT_S)
        self._asked = False
        return True


def ask(table, now_ms: int) -> None:
    """Create the table's opponent if needed; tell it that **yes** is held.  Raises MemoryError."""
    if table.opponent is None:
        engine = module_of(table.rules.NAME, ENGINE)
        if engine is None:
            return
        table.opponent = Opponent(table, engine)
    # When pressed, the button first meant "I have moved".
    table.tracker.cancel_reply()
    table.opponent.on_held(now_ms)

"""Button handling of a table for short and long presses, both at once and early presses.

Apart from the table, as its lights are: a board that compiles one large module has less room.
"""

from boardcore.lights import scene
from boardcore.play.tables.lights import TableLights
from boardcore.sensing.debounce import Debouncer
from boardcore.ticks import ticks_diff
from boardcore.verdicts import AT_REST, NEXT, YES

LONG_PRESS_MS = 1200  # chosen
BOTH = 1 << YES | 1 << NEXT
EARLY_MS = 300
"""Longest time, ms, for which a press waits for debounced sensors; chosen."""
LONG = 2  # added to the number of a button: a long press
OWN_HINT_S = 8
"""Time for which a hint of the board is shown, s; chosen."""


class TableButtons(TableLights):
    """Buttons of a ``Table``."""

    def __init__(self, layout, now_ms: int, brightness: int) -> None:
        TableLights.__init__(self, layout, now_ms, brightness)
        self._debouncer = Debouncer(layout.sensors)
        self._pressed_ms = [-1] * len(layout.buttons)
        self.pressed = 0
        """Mask of the pressed buttons; also read by the opponent."""
        self._early = -1  # a press that came before the sensors were debounced
        self._early_ms = now_ms
        self.had_input = False
        """Whether a button was pressed, or a turn played or taken back, since the last step."""

    def button(self, number: int, down: bool, now_ms: int) -> None:
        """Record that a button was pressed or released."""
        self._now_ms = now_ms
        if number > NEXT:
            return
        before = self.pressed
        self.pressed = before | 1 << number if down else before & ~(1 << number)
        if BOTH in (before, self.pressed):
            # Two at once have a meaning of their own.
            self._release_buttons()
            if down:
                self.press_both()
            return
        pressed = down
        if number == NEXT:
            # Short or long is known at the release, or after LONG_PRESS_MS.
            pressed = not down and self._pressed_ms[NEXT] >= 0
        if pressed:
            self.press(number, False)
        self._pressed_ms[number] = now_ms if down else -1

    def _due_press(self) -> int:
        """Return the button whose press is due, plus LONG for a long press; -1: none."""
        for button in range(len(self._pressed_ms)):
            since_ms = self._pressed_ms[button]
            if since_ms >= 0 and ticks_diff(self._now_ms, since_ms) >= LONG_PRESS_MS:
                self._pressed_ms[button] = -1
                return button | LONG
        if self._debouncer.waiting and ticks_diff(self._now_ms, self._early_ms) < EARLY_MS:
            return -1
        return self._early

    def press_both(self) -> None:
        """Act on a press of both buttons: offer to end the game."""
        self._early = -1
        self.had_input = True
        self._content_key = -1
        self.tracker.cancel_reply()
        if self.outcome is None and self.game.ply:
            from boardcore.play import endings  # not at the top: see there

            endings.ask(self.tracker)

    def _release_buttons(self) -> None:
        self._pressed_ms = [-1] * len(self._pressed_ms)

    def press(self, button: int, long: bool) -> None:
        """Act on a short or long press of a button."""
        if long and button == YES:
            self._light_own_hint()
            return
        if self._early < 0:
            self._early_ms = self._now_ms
        self._early = -1
        if self._debouncer.waiting and ticks_diff(self._now_ms, self._early_ms) < EARLY_MS:
            # About the latest change, whose readings are not debounced yet.
            self._early = button | (LONG if long else 0)
            return
        self.had_input = True
        self._unseen = None
        self._content_key = -1
        event = self.tracker.press(button, long, self.outcome is not None)
        if event:
            self._act(event)
            if long:
                self.guide_to_position()

    def _light_own_hint(self) -> None:
        """Light a hint of the board: "yes" was held."""
        if self.hints is None:
            try:
                from boardcore.play import opponent  # loaded when first used

                opponent.ask(self, self._now_ms)
            except MemoryError:
                self.light_hint(scene.OUT_OF_MEMORY, OWN_HINT_S)
            return
        rests = self.outcome is None and self.tracker.verdict == AT_REST
        turns = self.hints.winning_turns(self.game) if rests else None
        if turns is not None:
            self.light_hint(turns[0] if turns else scene.NO_WIN, OWN_HINT_S)

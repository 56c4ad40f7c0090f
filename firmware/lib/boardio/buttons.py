"""The events of a ``keypad.Keys`` handed to the table, whose ``buttons.py`` knows long presses."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import Buttons as Keys
    from boardio.modules import Event


class Buttons:
    """Tells a table which of ``count`` buttons go down and up.

    ``event``: a ``keypad.Event`` to be filled again and again; ``down``: one byte a button.
    """

    def __init__(self, keys: "Keys", count: int, event: "Event") -> None:
        self._keys = keys
        self._events = keys.events
        self._event = event
        self.down = bytearray(count)
        self._unknown = True

    def drain(self, table, now_ms: int) -> None:
        """Call ``table.button(number, down, now_ms)`` for every change.

        A button held at power-on counts as pressed.  Allocates nothing.
        """
        events, event = self._events, self._event
        down = self.down
        if self._unknown or events.overflowed:
            self._unknown = False
            events.clear()
            # What went up meanwhile is never told.
            for number in range(len(down)):
                if down[number]:
                    down[number] = 0
                    table.button(number, False, now_ms)
            self._keys.reset()
        while events.get_into(event):
            number, pressed = event.key_number, event.pressed
            if number < len(down) and down[number] != pressed:
                down[number] = pressed
                table.button(number, pressed, now_ms)

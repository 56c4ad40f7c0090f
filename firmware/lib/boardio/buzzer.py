"""Buzzer: a piezo disc on one pin, driven by pulses; a note lasts as many turns of the loop."""

from boardcore.lights.sounds import Sounds

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.buttons import Buttons
    from boardio.modules import PWMOut

KEY_HZ = 1568
"""Heard while a button is down and the parts are looked at; chosen."""
HALF = 1 << 15
"""High for half of each period is the loudest."""


class Buzzer:
    """Plays the sounds of one table.

    ``output``: a ``pwmio.PWMOut`` whose frequency may vary.
    """

    def __init__(self, output: "PWMOut", table, buttons: "Buttons | None") -> None:
        self._output = output
        self._table = table
        self._buttons = buttons
        self._sounds = Sounds(table)
        self._hz = 0

    def turn(self, now_ms: int) -> None:
        """Do one turn of the loop: never waits, and allocates nothing while the board rests."""
        talk = self._table.talk
        if talk.probe is None and talk.lesson is None:
            hz = self._sounds.step(now_ms)
        else:
            hz = 0
            if self._buttons is not None:
                for held in self._buttons.down:
                    if held:
                        hz = KEY_HZ
        if hz != self._hz:
            self._hz = hz
            if hz:
                self._output.frequency = hz
            self._output.duty_cycle = HALF if hz else 0

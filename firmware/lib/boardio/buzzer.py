"""A piezo disc on one pin, driven by pulses; a note lasts as many loop iterations."""

from boardcore.errors import ParseError
from boardcore.lights.sounds import Sounds
from boardio.pins import pin

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.buttons import Buttons
    from boardio.modules import Hardware, PWMOut

KEY_HZ = 1568
"""Frequency while a button is down in the test of parts, Hz; chosen."""
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

    def tick(self, now_ms: int) -> None:
        """Do one loop iteration: never waits, and allocates nothing while the board rests."""
        link = self._table.link
        if link.probe is None and link.calibrator is None:
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


def buzzer_at(hardware: "Hardware", layout, wanted: str, table, buttons) -> Buzzer:
    """Return the buzzer on the layout's pin, or on the ``wanted`` one unless that is "on".

    Raises ParseError for a pin that cannot do it.
    """
    name, key = layout.buzzer, "layout: buzzer"
    if wanted != "on":
        name, key = wanted, "settings.toml: UNDERBOARD_SOUND"
    if not hasattr(table, "tracker"):
        raise ParseError("%s is '%s', expected off: a board that votes has no sounds", key, name)
    at = pin(hardware.board, name, key)
    try:
        output = hardware.pwmio.PWMOut(at, duty_cycle=0, variable_frequency=True)
    except (ValueError, RuntimeError) as error:
        raise ParseError("%s is '%s', expected a pin that nothing else uses (%s)", key, name, error)
    return Buzzer(output, table, buttons)

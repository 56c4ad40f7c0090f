"""The signal at an ADC pin of the simulated board behind its multiplexers.

Reading takes time: each conversion and each wait is added to the microcontroller's account, by
which the world advances further at its next turn.
"""

from typing import TYPE_CHECKING, Any

from boardcore.layout.hall import INPUTS
from boardcore.layout.layout import Layout
from underboard.hardware.pico import READ_US
from underboard.sim.physics.parameters import CODES

if TYPE_CHECKING:
    from underboard.sim.physics.field import Magnets

HELD = 0.5
"""Share of the level before in the first conversion after a change of the input; chosen."""
FLOATING = CODES / 2
"""Reading of a pin that no multiplexer drives, 12-bit LSB; chosen."""


class Muxes:
    """The multiplexers of one layout between its Hall sensors and the ADC."""

    def __init__(self, layout: Layout, world: Any, pico: Any) -> None:
        spec = layout.scanner
        self._world = world
        self._pico = pico
        self._magnets: Magnets = world.magnets
        self._adcs = [int(name[2:]) for name in spec["adc"]]
        self._select = [int(name[2:]) for name in spec["select"]]
        self._sensor_of = {channel: at for at, channel in enumerate(layout.channels)}
        self._levels: list[float] = []
        self._levels_ms = -1.0
        self._pins_seen = -1
        self._level: dict[int, float] = {}
        self._held = FLOATING
        self._last: tuple[int, int] = (-1, -1)
        self._rest = 0.0
        self._pin = -1
        self._settled = 0.0

    def convert(self, pin: int) -> int:
        """Return one conversion at this ADC pin, in 16 bits."""
        pico = self._pico
        pico.spent_us += READ_US
        # Nearly always the same input again: a firmware takes many samples of each.
        if (
            pin != self._pin
            or pico.pin_changes != self._pins_seen
            or self._world.now_ms != self._levels_ms
        ):
            return self._convert_another(pin)
        return self._magnets.adc.convert(self._settled)

    def _convert_another(self, pin: int) -> int:
        """Convert after a change of the input or of the sensors' outputs."""
        pico, world = self._pico, self._world
        if world.now_ms != self._levels_ms:
            self._levels_ms = world.now_ms
            self._levels = world.hall_levels()
            self._pins_seen = -1
        if pico.pin_changes != self._pins_seen:
            self._pins_seen = pico.pin_changes
            self._level = {}
        level = self._level.get(pin)
        if level is None:
            level = self._level[pin] = self._at(pin)
        here = (pin, self._pins_seen)
        self._pin = pin
        if here != self._last:
            # One capacitor serves all inputs of the ADC, and the wire has a charge too.
            self._last = here
            before, self._held = self._held, level
            self._rest = self._magnets.parameters.crosstalk * (before - level)
            self._settled = level + self._rest
            return self._magnets.adc.convert(level + HELD * (before - level))
        self._settled = level + self._rest
        return self._magnets.adc.convert(self._settled)

    def _at(self, pin: int) -> float:
        high = self._pico.pin_levels
        address = sum(1 << bit for bit, line in enumerate(self._select) if high[line])
        sensor = self._sensor_of.get(self._adcs.index(pin) * INPUTS + address)
        return FLOATING if sensor is None else self._levels[sensor]

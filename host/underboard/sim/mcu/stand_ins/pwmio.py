"""Stand-in for CircuitPython's ``pwmio``: pulses on a pin, which a buzzer makes heard."""

from underboard.sim.mcu.pico import the_pico

CLOCK_HZ = 125_000_000
"""Clock of the timers, Hz; assumed, the 125 MHz at which firmware/docs/circuitpython.md counts."""
MAX_DUTY = 65535
"""Largest duty cycle, a number of 16 bits, as in CircuitPython's PWMOut.c."""


class PWMOut:
    """Pulses on one pin (firmware/docs/circuitpython.md, section 2)."""

    def __init__(
        self, pin, *, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False
    ) -> None:
        pico = the_pico()
        self._pin = pin.id
        self._may_vary = variable_frequency
        self._frequency = _checked(frequency)
        self._duty = duty_cycle
        pico.take_pulses(pin.id, variable_frequency)
        self._pico = pico
        self._pulse()

    @property
    def frequency(self) -> int:
        """Periods a second; a board rounds it to what its clock can be divided into."""
        return self._frequency

    @frequency.setter
    def frequency(self, hz: int) -> None:
        if not self._may_vary:
            raise AttributeError(
                "PWM frequency not writable when variable_frequency is False on construction."
            )
        self._frequency = _checked(hz)
        self._pulse()

    @property
    def duty_cycle(self) -> int:
        """High part of each period, of 65535."""
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty: int) -> None:
        if not 0 <= duty <= MAX_DUTY:
            raise ValueError("duty_cycle must be 0-65535")
        self._duty = duty
        self._pulse()

    def deinit(self) -> None:
        """Let the pin go."""
        self._pico.pulse(self._pin, 0)
        self._pico.free_pulses(self._pin)

    def _pulse(self) -> None:
        # Always low and always high are no tone.
        self._pico.pulse(self._pin, self._frequency if 0 < self._duty < MAX_DUTY else 0)


def _checked(hz: int) -> int:
    if not 0 < hz <= CLOCK_HZ // 2:
        raise ValueError("Invalid frequency")
    return hz

"""Stand-in for CircuitPython's ``analogio``: what the simulated board's ADC pins see."""

from underboard.sim.mcu.pico import the_pico

ADC_PINS = (26, 27, 28)
"""A Pico's channels on its header (firmware/docs/circuitpython.md, section 2)."""


class AnalogIn:
    """One ADC pin."""

    reference_voltage = 3.3

    def __init__(self, pin) -> None:
        if pin.id not in ADC_PINS:
            raise ValueError("Pin does not have ADC capabilities")
        self._pin = pin.id
        self._convert = the_pico().converter(pin.id)

    @property
    def value(self) -> int:
        """12 bits, stretched to 16."""
        return self._convert(self._pin)

    def deinit(self) -> None:
        """Let the pin go."""

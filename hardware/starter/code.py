"""Starter kit program (one sensor, one pixel and one button on a breadboard).

The pixel lights green while the sensor reads more than the threshold; the button sets the
zero.  The console prints the value five times a second, as ``(value,)`` for a plotter.
Everything that differs between the kits stands in ``kit.json`` beside this file.
"""

import json
import time

LIT, DARK, ZEROED = b"\x28\x00\x00", b"\x00\x00\x00", b"\x00\x00\x28"
"""Green, red and blue of the pixel, in the order that a WS2812B takes them."""
READS = 16
"""Readings that are averaged for one value of a Hall sensor."""


class Reed:
    """A reed switch to ground: 1 while it is closed, else 0."""

    def __init__(self, pin) -> None:
        self._pin = pin

    def value(self) -> float:
        """Return 1 while a magnet closes the switch."""
        return 0.0 if self._pin.value else 1.0


class Hall:
    """A linear Hall sensor: its field in mT; ``per_unit``: raw counts per mT."""

    def __init__(self, adc, per_unit: float) -> None:
        self._adc, self._per_unit = adc, per_unit

    def value(self) -> float:
        """Return the mean of some readings."""
        total = 0
        for _ in range(READS):
            total += self._adc.value
        return total / READS / self._per_unit


class Scale:
    """A load cell behind an HX711: its load in g; ``per_unit``: raw counts per g."""

    def __init__(self, clock, data, per_unit: float) -> None:
        self._clock, self._data, self._per_unit = clock, data, per_unit
        self._last = 0.0
        clock.value = False

    def value(self) -> float:
        """Return the newest reading; the one before while the chip still converts."""
        clock, data = self._clock, self._data
        if data.value:
            return self._last
        raw = 0
        for _ in range(24):
            clock.value = True
            clock.value = False
            # After the falling edge: high for more than 60 µs would switch the chip off.
            raw = raw << 1 | data.value
        clock.value = True
        clock.value = False
        if raw & 0x800000:
            raw -= 0x1000000
        self._last = raw / self._per_unit
        return self._last


class Kit:
    """Sensor, zero and threshold; ``show`` takes three bytes for the pixel."""

    def __init__(self, sensor, button, show, threshold: float) -> None:
        self._sensor, self._button, self._show = sensor, button, show
        self._threshold = threshold
        self._zero = sensor.value()
        self.value = 0.0

    def turn(self) -> None:
        """Read once and light the pixel."""
        now = self._sensor.value()
        if not self._button.value:
            self._zero = now
            self._show(ZEROED)
            self.value = 0.0
            return
        self.value = now - self._zero
        self._show(LIT if abs(self.value) > self._threshold else DARK)


def main() -> None:
    """Hand the kit its hardware and turn its loop."""
    import analogio
    import board
    import digitalio
    import neopixel_write

    with open("kit.json") as file:
        kit = json.load(file)

    def pin(name, out=False):
        made = digitalio.DigitalInOut(getattr(board, kit["pins"][name]))
        if out:
            made.switch_to_output()
        else:
            made.switch_to_input(pull=digitalio.Pull.UP)
        return made

    light = pin("pixel", out=True)
    if kit["sensor"] == "reed":
        sensor = Reed(pin("sensor"))
    elif kit["sensor"] == "linear-hall":
        sensor = Hall(analogio.AnalogIn(getattr(board, kit["pins"]["sensor"])), kit["per_unit"])
    else:
        sensor = Scale(pin("clock", out=True), pin("data"), kit["per_unit"])
        time.sleep(0.5)  # the first conversions settle
    loop = Kit(
        sensor,
        pin("button"),
        lambda colour: neopixel_write.neopixel_write(light, bytearray(colour)),
        kit["threshold"],
    )
    told = 0.0
    while True:
        loop.turn()
        if time.monotonic() - told > 0.2:
            told = time.monotonic()
            print((loop.value,))
        time.sleep(0.01)


if __name__ == "__main__":
    main()

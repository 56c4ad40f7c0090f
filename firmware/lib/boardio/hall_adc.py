"""Linear Hall sensors behind 74HC4067 multiplexers, one ADC count per sensor.

The counts are raw, 0 to 65535 over the reference voltage; what they mean is the
decoder's business.
"""

NO_SENSOR = 255
"""Index of no sensor; chosen."""
INPUTS = 16
"""Number of inputs of one multiplexer, by the datasheet of the 74HC4067."""


class HallArray:
    """Reads all sensors, one after the other.

    ``adcs``: with a ``value`` (0..65535) like ``analogio.AnalogIn``, one per group of
    multiplexers; ``lines``: ``select``, their common address lines, lowest bit first, ``enable``
    and ``power``, all with a ``value`` like ``digitalio.DigitalInOut``.  Multiplexer m
    hands its output to ``adcs[m % len(adcs)]`` while ``enable[m // len(adcs)]`` is low; no
    ``enable``: always.  ``power[m]`` low feeds the sensors of multiplexer m; no ``power``:
    they are always fed.  ``channels``: multiplexer * 16 + input of each sensor.
    ``delay_us``: ``microcontroller.delay_us``; ``spec``: the scanner of the layout.
    """

    def __init__(self, adcs, lines: dict, channels, delay_us, spec: dict) -> None:
        self._adcs = adcs
        self._select = lines["select"]
        self._enable = enable = lines["enable"]
        self._power = power = lines["power"]
        self._delay_us = delay_us
        self._samples = spec["samples"]
        self._settle_us = spec["settle_us"]
        self._power_us = spec.get("power_us", 0)
        rounds = max(1, len(enable))
        count = len(adcs) * rounds
        self._sensor_of = bytearray(bytes([NO_SENSOR]) * (INPUTS * count))
        for sensor in range(len(channels)):
            self._sensor_of[channels[sensor]] = sensor
        # Multiplexers that are read side by side: as many as ADC pins, but one at a time
        # where each has to be fed and let go again.
        together = 1 if power else len(adcs)
        self._groups = tuple(
            [tuple(range(first, first + together)) for first in range(0, count, together)]
        )
        for line in tuple(enable) + tuple(power):
            line.value = True

    def read_into(self, counts) -> None:
        """Fill ``counts`` (``array("H")``) with the mean of each sensor's samples, sensor 0 first.

        Allocates nothing.
        """
        enable, power = self._enable, self._power
        adcs = self._adcs
        for group in self._groups:
            first = group[0]
            if power:
                power[first].value = False
                self._delay_us(self._power_us)
            if enable:
                enable[first // len(adcs)].value = False
            self._read_group(group, counts)
            if enable:
                enable[first // len(adcs)].value = True
            if power:
                power[first].value = True

    def _read_group(self, group, counts) -> None:
        adcs, select = self._adcs, self._select
        sensor_of = self._sensor_of
        samples, settle_us = self._samples, self._settle_us
        delay_us = self._delay_us
        many = len(adcs)
        for address in range(INPUTS):
            wanted = False
            for multiplexer in group:
                if sensor_of[INPUTS * multiplexer + address] != NO_SENSOR:
                    wanted = True
            if not wanted:
                continue
            for bit in range(len(select)):
                select[bit].value = address >> bit & 1
            # The output needs a few microseconds to follow (firmware/docs/fields.md, section 3).
            delay_us(settle_us)
            for multiplexer in group:
                sensor = sensor_of[INPUTS * multiplexer + address]
                if sensor == NO_SENSOR:
                    continue
                adc = adcs[multiplexer % many]
                # The first conversion still holds charge of the channel before.
                adc.value  # noqa: B018
                total = 0
                for _ in range(samples):
                    total += adc.value
                counts[sensor] = total // samples

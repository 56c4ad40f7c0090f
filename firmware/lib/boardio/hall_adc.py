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

    ``adcs``: with a ``value`` (0..65535) like ``analogio.AnalogIn``, one per multiplexer;
    ``select``: their common address lines, lowest bit first, with a ``value`` like
    ``digitalio.DigitalInOut``.  ``channels``: multiplexer * 16 + input of each sensor.
    ``delay_us``: ``microcontroller.delay_us``; ``spec``: the scanner of the layout.
    """

    def __init__(self, adcs, select, channels, delay_us, spec: dict) -> None:
        self._adcs = adcs
        self._select = select
        self._delay_us = delay_us
        self._samples = spec["samples"]
        self._settle_us = spec["settle_us"]
        self._sensor_of = bytearray(bytes([NO_SENSOR]) * (INPUTS * len(adcs)))
        for sensor in range(len(channels)):
            self._sensor_of[channels[sensor]] = sensor

    def read_into(self, counts) -> None:
        """Fill ``counts`` (``array("H")``) with the mean of each sensor's samples, sensor 0 first.

        Multiplexers are read side by side.  Allocates nothing.
        """
        adcs, select = self._adcs, self._select
        sensor_of = self._sensor_of
        samples, settle_us = self._samples, self._settle_us
        delay_us = self._delay_us
        many = len(adcs)
        for address in range(INPUTS):
            wanted = False
            for multiplexer in range(many):
                if sensor_of[INPUTS * multiplexer + address] != NO_SENSOR:
                    wanted = True
            if not wanted:
                continue
            for bit in range(len(select)):
                select[bit].value = address >> bit & 1
            # The output needs a few microseconds to follow (firmware/docs/fields.md, section 3).
            delay_us(settle_us)
            for multiplexer in range(many):
                sensor = sensor_of[INPUTS * multiplexer + address]
                if sensor == NO_SENSOR:
                    continue
                adc = adcs[multiplexer]
                # The first conversion still holds charge of the channel before.
                adc.value  # noqa: B018
                total = 0
                for _ in range(samples):
                    total += adc.value
                counts[sensor] = total // samples

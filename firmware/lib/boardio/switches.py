"""The events of a keypad scanner as one byte per sensor.

Works with ``keypad.KeyMatrix``, ``keypad.ShiftRegisterKeys`` and anything that has
their ``events`` and ``reset``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import Event, Scanner

NO_SENSOR = 255


class Switches:
    """Keeps ``readings`` as the switches stand.

    ``channels``: the key number of each sensor, sensor 0 first; ``event``: a
    ``keypad.Event`` to be filled again and again.
    """

    def __init__(self, keys: "Scanner", channels, event: "Event") -> None:
        self._keys = keys
        self._events = keys.events
        self._event = event
        self._sensor_of_key = bytearray(bytes([NO_SENSOR]) * (max(channels) + 1))
        for sensor in range(len(channels)):
            self._sensor_of_key[channels[sensor]] = sensor
        self._unknown = True

    def read_into(self, readings, now_ms: int = 0) -> None:
        """Bring ``readings`` (a bytearray, 1 for closed, sensor 0 first) up to date.

        Allocates nothing.
        """
        events, event = self._events, self._event
        sensor_of_key = self._sensor_of_key
        # A full queue drops the newest event while the scanner goes on as if it had
        # told it: from then on only a fresh start makes the readings true again.
        # So it is at the beginning too: a key held at construction gives no event.
        if self._unknown or events.overflowed:
            self._unknown = False
            events.clear()
            # reset() tells presses only, so whatever opened meanwhile must be gone first.
            for sensor in range(len(readings)):
                readings[sensor] = 0
            self._keys.reset()
        while events.get_into(event):
            key = event.key_number
            if key < len(sensor_of_key) and sensor_of_key[key] != NO_SENSOR:
                readings[sensor_of_key[key]] = 1 if event.pressed else 0

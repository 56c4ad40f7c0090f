"""Calibration of the Hall sensors of one board.

Without one, the layout's figures are assumed: play never waits for a calibration.
"""

from array import array
from binascii import crc32
from struct import pack, unpack

from boardcore.store.blob import CHECK, HEAD_SIZE, MISMATCH, VALID, Calibration

MID_SCALE = 32768
"""Reading of a Hall sensor without a field, counts of the converter; assumed, half its scale."""
BODY = "<%dH%df"
"""Offsets of all sensors, then their noises."""
PER_SENSOR = 6
"""Length of one sensor's part of BODY, bytes."""


class HallCalibration(Calibration):
    """Offset and noise of each sensor.

    ``offsets``: raw counts without any piece; ``noises``: standard deviation of one scan, raw
    counts, 0: leave this sensor out; ``known``: whether it was measured; ``layout``: as from
    ``layout_crc``.
    """

    VERSION = 4

    def __init__(self, sensors: int, noise: float, layout: int = 0) -> None:
        """Assume what a layout says: ``noise`` in raw counts."""
        Calibration.__init__(self, layout)
        self.known = False
        self.offsets = array("H", [MID_SCALE] * sensors)
        self.noises = array("f", [noise] * sensors)

    def encode(self) -> bytes:
        """Return the calibration as bytes, to be stored."""
        sensors = len(self.offsets)
        figures = list(self.offsets) + list(self.noises)
        return self.packed(pack(BODY % (sensors, sensors), *figures))


def size_of(sensors: int) -> int:
    """Return how many bytes the calibration of ``sensors`` takes."""
    return HEAD_SIZE + PER_SENSOR * sensors + CHECK


def layout_crc(layout) -> int:
    """Return a number that tells one layout with Hall sensors from any other."""
    check = crc32(layout.name.encode())
    for channel, spot in zip(layout.channels, layout.field.sensor_mm):
        # In tenths of a millimetre, because no two Pythons print a float alike.
        places = [int(10 * value + 1000.5) for value in spot]
        text = "%d %d %d %d" % (channel, places[0], places[1], places[2])
        check = crc32(text.encode(), check)
    return check


def decode(stored, sensors: int, layout: int) -> tuple:
    """Return the calibration in bytes as of ``encode``, None if it does not fit, and its state.

    ``sensors``: how many this board has; ``layout``: as from ``layout_crc``.  Then, if it is a
    good one of another board, that board and this one, each as number of sensors and of layout.
    """
    found = HallCalibration(sensors, 0, layout)
    state, body = found.unpacked(stored)
    if state == VALID and len(body) == PER_SENSOR * sensors:
        figures = unpack(BODY % (sensors, sensors), body)
        found.known = True
        found.offsets = array("H", figures[:sensors])
        found.noises = array("f", figures[sensors:])
        return found, VALID, ()
    if not body:
        return None, state, ()
    other = "%dx%08x" % (len(body) // PER_SENSOR, found.layout)
    return None, MISMATCH, (other, "%dx%08x" % (sensors, layout))

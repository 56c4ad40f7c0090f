"""Calibration of the Hall sensors of one board.

Without one, the layout's figures are assumed: play never waits for a calibration.
"""

from array import array
from binascii import crc32
from struct import pack_into, unpack_from

from boardcore.store.blob import CHECK, MISMATCH, NO_DAY, VALID, check, with_crc

VERSION = 3
"""Version number of the format, chosen as it changes; 2: with gains."""
MID_SCALE = 32768
"""Reading of a Hall sensor without a field, counts of the converter; assumed, half its scale."""
HEAD = "<BBIIH"  # version, sensors, layout, boots, day
HEAD_SIZE = 12
"""Length of HEAD, bytes; from its letters."""
PER_SENSOR = 4
"""Length of one sensor's part, bytes; by ``encode``, two for its offset and two for its noise."""
NOISE_ONE = 4
"""Factor of a noise of one count; chosen: quarters are the smallest thing that an average can
tell."""
MAX_VALUE = 65535
"""Largest number that two bytes hold, counts; by ``encode``."""


class HallCalibration:
    """Offset and noise of each sensor.

    ``offsets``: raw counts without any piece; ``noises``: standard deviation of one scan, raw
    counts, 0: leave this sensor out; ``known``: whether it was measured; ``boots``: how often the
    board had been started by then; ``day``: which day that was, counted from 1 January 2000, NO_DAY
    if nobody knew; ``layout``: of which layout, as from ``layout_crc``.
    """

    def __init__(self, sensors: int, noise: float) -> None:
        """Assume what a layout says: ``noise`` in raw counts."""
        self.known = False
        self.boots = 0
        self.day = NO_DAY
        self.layout = 0
        self.offsets = array("H", [MID_SCALE] * sensors)
        self.noises = array("f", [noise] * sensors)

    def encode(self) -> bytes:
        """Return the calibration as bytes, to be stored: version, sensors, figures, check."""
        sensors = len(self.offsets)
        out = bytearray(HEAD_SIZE + PER_SENSOR * sensors)
        values = list(self.offsets)
        values += [min(MAX_VALUE, int(noise * NOISE_ONE + 0.5)) for noise in self.noises]
        head = (VERSION, sensors, self.layout, self.boots, self.day)
        pack_into(HEAD + "%dH" % len(values), out, 0, *(head + tuple(values)))
        return with_crc(out)


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


def boards_of(stored, sensors: int, layout: int) -> tuple:
    """Return the board of a calibration that is another's, and this one; else nothing.

    Each as its number of sensors and the number of its layout, as people compare them.
    """
    stored = bytes(stored)
    end = HEAD_SIZE + PER_SENSOR * stored[1] if len(stored) > 1 else 0
    if check(stored, VERSION, end) != VALID:
        return ()
    of = unpack_from(HEAD, stored, 0)[2]
    if (stored[1], of) == (sensors, layout):
        return ()
    return ("%dx%08x" % (stored[1], of), "%dx%08x" % (sensors, layout))


def decode(stored, sensors: int, layout: int):
    """Return the calibration in bytes as of ``encode``, and VALID; else None, and why not.

    ``sensors``: how many this board has; ``layout``: as from ``layout_crc``.
    """
    stored = bytes(stored)
    end = HEAD_SIZE + PER_SENSOR * stored[1] if len(stored) > 1 else 0
    state = check(stored, VERSION, end)
    if state == VALID and stored[1] != sensors:
        state = MISMATCH
    if state != VALID:
        return None, state
    found = HallCalibration(sensors, 0)
    found.known = True
    _, _, found.layout, found.boots, found.day = unpack_from(HEAD, stored, 0)
    if found.layout != layout:
        return None, MISMATCH
    values = unpack_from("<%dH" % (2 * sensors), stored, HEAD_SIZE)
    for i in range(sensors):
        found.offsets[i] = values[i]
        found.noises[i] = values[sensors + i] / NOISE_ONE
    return found, VALID

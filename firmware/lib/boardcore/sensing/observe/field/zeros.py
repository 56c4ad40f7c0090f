"""Zeros: the reading of each sensor without a piece, and how they become known.

A calibration measures them, else an empty board does.  A board that is switched on with pieces
on it, without a calibration, knows a zero only once the piece there is taken away: until then
changes alone are measured.
"""

from array import array

from boardcore.store.calibration import MID_SCALE

MIN_STRENGTH = 0.5
"""Least strength of a piece, relative to the weakest kind: halfway; spheres of Apagos read 0.78 to
1.36 (white) and at most 0.07 where there is none; free-magnets study, section 6."""
LOOSE = 0.2
"""Largest relative deviation of a piece's strength: gain, magnets and place."""
MAX_ZERO = 15000
"""Largest zero of a sensor, counts: 12 mT."""
TRIM_UT = 100.0
"""Largest correction of a zero, microteslas; a larger offset may be part of a piece."""


class Zeros:
    """The zeros of all sensors.

    ``counts``: by sensor; ``known``: whether they were measured; ``unsigned``: by place, kind of a
    piece that lay there before its zero was known; ``before``: its strength, once known.
    """

    def __init__(self, calibration, strengths, signed: bool) -> None:
        """``strengths``: of each kind; ``signed``: whether all magnets point up."""
        sensors = len(calibration.offsets)
        self.counts = array("i", calibration.offsets)
        self.known = calibration.known
        self.unsigned = bytearray(sensors)
        self.before = array("f", [0] * sensors)
        self._rough = bytearray(sensors)  # kinds of pieces whose strength is known only roughly
        self._strengths = strengths
        self._ways = (1.0,) if signed else (1.0, -1.0)

    def is_known(self, place: int) -> bool:
        """Return True if the zero of a place was measured without a piece."""
        return not (self.unsigned[place] or self.before[place])

    def is_rough(self, place: int) -> bool:
        """Return True if the strength on a place is known only roughly."""
        return self._rough[place] > 0

    def restore(self, sensor: int, count: int, known_counts: float) -> None:
        """Measure the zero of a sensor that works again, if it had failed before that."""
        if abs(self.counts[sensor] - MID_SCALE) > MAX_ZERO:
            self.counts[sensor] = count - int(known_counts)

    def trim(self, sensor: int, rest_ut: float, scale: float) -> None:
        """Follow a drift; ``rest_ut``: reading of an empty place, ``scale``: of one count."""
        if -TRIM_UT < rest_ut < TRIM_UT:
            self.counts[sensor] += int(rest_ut / scale)

    def is_cleared(self, place: int, strength: float, found: float) -> bool:
        """Return True if the piece on a place with a rough zero is gone: then it is known."""
        rough = self._rough[place]
        if not rough or strength >= MIN_STRENGTH + LOOSE * self._strengths[rough - 1]:
            return False
        self._rough[place] = 0
        self.before[place] = -found
        return True

    def kind_of_change(self, place: int, change: float) -> int:
        """Return the kind on a place from the change of its strength since power-on."""
        kind = self.unsigned[place]
        if abs(change) < MIN_STRENGTH:
            return kind
        old = self._strengths[kind - 1]
        best, least, way = 0, abs(abs(change) - old), 0.0
        # Usually the piece was only taken away.
        if least > LOOSE * old:
            for other in range(len(self._strengths)):
                for before in self._ways:
                    for after in self._ways:
                        off = abs(change - after * self._strengths[other] + before * old)
                        if off < least:
                            best, least, way = other + 1, off, before
        self.unsigned[place] = 0
        self.before[place] = way * old if best else -change
        self._rough[place] = kind if best else 0
        return best

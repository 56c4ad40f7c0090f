"""Magnets: the known moment and field of the magnet in each standing ball.

A ball that goes removes the same field that it brought, whatever its magnet's direction; so the
field of each ball is kept per sensor.
"""

from array import array

from boardcore.sensing.observe.field.chi2 import zeros
from boardcore.sensing.observe.field.dipole import responses

UNKNOWN = 0.58
"""Deviation of each component of a unit moment of unknown direction: 1 / sqrt(3)."""


TURN, PREPARE = 1600, 1400
"""Cost of steps, in empty turns of a loop; 95th percentile."""


class Magnets:
    """Per place: moment, its deviation, its field, and the variance of the field by a small turn.

    ``moments``: x, y, z per place, relative to ``moment`` (A m2); ``rows``: of
    ``dipole.responses``; ``deviations[place]``: of each component; ``fields[place]``: per sensor,
    microteslas; ``unrest[place]``: per sensor, squared microteslas per squared radian of turn.
    """

    def __init__(self, spots, places, moment: float) -> None:
        self.sensors = len(spots)
        self.places = len(places)
        self.rows = responses(spots, places, moment)
        self.moments = zeros(3 * self.places)
        self.deviations = array("f", [UNKNOWN] * self.places)
        self.fields = [zeros(self.sensors) for _ in range(self.places)]
        self.unrest = [zeros(self.sensors) for _ in range(self.places)]

    def forget(self, place: int) -> None:
        """Set the magnet at a place to unknown."""
        for axis in range(3):
            self.moments[3 * place + axis] = 0
        self.deviations[place] = UNKNOWN
        field, unrest = self.fields[place], self.unrest[place]
        for i in range(self.sensors):
            field[i] = unrest[i] = 0

    def size(self, place: int) -> float:
        """Return the strength of the magnet at a place, 0 if unknown."""
        x, y, z = self.moments[3 * place : 3 * place + 3]
        return (x * x + y * y + z * z) ** 0.5

    def turn(self, place: int, moment, deviation: float):
        """Add a moment (x, y, z) to the magnet at a place, step by step.

        ``deviation``: of each component then.  Yields the cost of each step, in empty turns.
        """
        yield TURN
        rows, moments = self.rows, self.moments
        field = self.fields[place]
        for axis in range(3):
            moments[3 * place + axis] += moment[axis]
            row, value = rows[3 * place + axis], moment[axis]
            for i in range(self.sensors):
                field[i] += row[i] * value
        self.deviations[place] = deviation
        yield PREPARE
        self._prepare(place)

    def _prepare(self, place: int) -> None:
        """Compute ``unrest``: a small turn w adds the moment w x m."""
        one, two, three = self.rows[3 * place : 3 * place + 3]
        mx, my, mz = self.moments[3 * place : 3 * place + 3]
        unrest = self.unrest[place]
        for i in range(self.sensors):
            x = my * three[i] - mz * two[i]
            y = mz * one[i] - mx * three[i]
            z = mx * two[i] - my * one[i]
            unrest[i] = x * x + y * y + z * z

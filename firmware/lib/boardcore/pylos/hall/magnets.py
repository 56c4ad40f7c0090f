"""Magnets: what is known of the magnet of every ball that stands, since it came.

A ball that goes takes away exactly the field that it brought, wherever its magnet points: so that
field, sensor by sensor, is kept.
"""

from array import array

from boardcore.sensing.hall.dipole import responses
from boardcore.sensing.hall.floats import zeros

UNKNOWN = 0.58
"""Deviation of each component of a moment of 1 that may point anywhere: 1 / sqrt(3)."""


TURN, PREPARE = 1600, 1400
"""Cost of the steps, in empty turns of a loop; 95th percentile."""


class Magnets:
    """Per place: moment, its deviation, the field it makes, and what a small turn does to it.

    ``rows``: as from ``dipole.responses``; ``deviations[place]``: of each component;
    ``fields[place]``, ``unrest[place]``: per sensor, microteslas, and their squares per
    square radian.
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
        """Know nothing of the magnet on a place."""
        for axis in range(3):
            self.moments[3 * place + axis] = 0
        self.deviations[place] = UNKNOWN
        field, unrest = self.fields[place], self.unrest[place]
        for i in range(self.sensors):
            field[i] = unrest[i] = 0

    def size(self, place: int) -> float:
        """Return the strength of the magnet on a place, 0 if it is not known."""
        x, y, z = self.moments[3 * place : 3 * place + 3]
        return (x * x + y * y + z * z) ** 0.5

    def turn(self, place: int, moment, deviation: float):
        """Add a moment (three numbers) to the magnet on a place, step by step.

        Yields before each step what that costs, in empty turns of a loop.
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
        """Work out what a small turn does: a turn w adds the moment w x m."""
        one, two, three = self.rows[3 * place : 3 * place + 3]
        mx, my, mz = self.moments[3 * place : 3 * place + 3]
        unrest = self.unrest[place]
        for i in range(self.sensors):
            x = my * three[i] - mz * two[i]
            y = mz * one[i] - mx * three[i]
            z = mx * two[i] - my * one[i]
            unrest[i] = x * x + y * y + z * z

"""Reed switches that the magnets on a board close.

Each reed has its own strength, opens later than it closes, and feels the neighbours' magnets; one
under free magnets is trimmed against the bias, not quite.  Its magnets point where the physics of
``field`` and ``spheres`` lets them: a board whose checks fail misses balls here, too.
"""

from random import Random

import numpy as np

from boardcore.layout.layout import Layout
from underboard.sim.physics.parameters import FieldParameters
from underboard.sim.physics.spheres import magnets_of

OPENS = 0.6
"""Ratio of the field at which a closed reed opens to that which closes it, where none is named;
assumed."""


class Reeds:
    """The reeds of one board.

    ``magnets``: those of the pieces; ``closed``: per sensor, whether the reed conducts.
    """

    def __init__(self, layout: Layout, parameters: FieldParameters, seed: float) -> None:
        random = Random(seed)
        self.magnets = magnets_of(layout, parameters, random)
        self._place_of = {cell: at for at, cell in enumerate(self.magnets.given.cells)}
        self._kinds = len(self.magnets.given.moments)
        sensor = layout.data["build"]["sensor"]
        count = self.magnets.sensors
        spread, trim = sensor.get("spread", 0.0), sensor.get("trim_mt", 0.0)
        strengths = np.array([1 + random.uniform(-spread, spread) for _ in range(count)])
        self._closes = sensor["closes_mt"] * strengths
        self._opens = self._closes * sensor.get("opens", OPENS)
        # The screw under each reed has taken off what it felt of the bias, nearly.
        self._trimmed = np.array([random.uniform(-trim, trim) for _ in range(count)])
        self._trimmed -= self.magnets.field_mt()
        self.closed = np.zeros(count, bool)

    def update(self, pieces: set[int], kinds: dict[int, int]) -> None:
        """Bring the magnets to where the pieces are, and the reeds to what they make."""
        magnets, place_of = self.magnets, self._place_of
        there = {place_of[cell] for cell in pieces if cell in place_of}
        for place in sorted(set(magnets.pieces) - there):
            magnets.lift(place)
        for place in sorted(there - set(magnets.pieces)):
            magnets.put(place, min(kinds.get(magnets.given.cells[place], 1), self._kinds))
        felt = np.abs(magnets.field_mt() + self._trimmed)
        self.closed = np.where(self.closed, felt > self._opens, felt > self._closes)

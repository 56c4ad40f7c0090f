"""Chance: everything a game draws, from one seed.

Only ``Random.random()`` is used: it is the one method that Python promises
never to change, and a record must replay under any later version.
"""

import random

from underboard.galerapagos.cards import BALLS, BOTTOM, HURRICANE, ORDINARY_WEATHER, all_cards


class Chance:
    """One stream of draws."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        """Return an int from 0 to ``limit`` - 1, each alike."""
        return int(self._random.random() * limit)

    def pick(self, things: list) -> list:
        """Return the things in a drawn order; the list itself stays as it is."""
        drawn = list(things)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn

    def weather(self, deck: str = "12") -> list:
        """Return a weather pile, top first: rain of each card, or HURRICANE.

        Rules page 2.3: five cards are shuffled together with the hurricane
        and go to the bottom.
        """
        ordinary = self.pick(list(ORDINARY_WEATHER[deck]))
        bottom = self.pick([*ordinary[:BOTTOM], HURRICANE])
        return ordinary[BOTTOM:] + bottom

    def wreck(self) -> list[str]:
        """Return the wreck pile of 54 cards, top first."""
        return self.pick(all_cards())

    def balls(self, count: int) -> list[tuple[str, int]]:
        """Draw balls together from the full bag: pairs (colour, fish).  They go back after."""
        return self.pick(list(BALLS))[:count]

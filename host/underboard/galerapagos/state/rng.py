"""Everything a game draws, from one seed.

The stream is HMAC-SHA-256 in counter mode: it is the same under any version of Python,
and draws that came to light say nothing about those to come.
"""

import hashlib
import hmac
from typing import Any

from underboard.galerapagos.state.cards import BALLS, BOTTOM, HURRICANE, ORDINARY_WEATHER, all_cards

WORD = 8
"""Bytes of each block that are used; chosen: a bias of 2**-60 for a limit of 12."""


class Chance:
    """One stream of draws; ``drawn``: how many there were."""

    def __init__(self, seed: int) -> None:
        self._key = hashlib.sha256(f"underboard galerapagos chance {seed}".encode()).digest()
        self.drawn = 0

    def below(self, limit: int) -> int:
        """Return an int from 0 to ``limit`` - 1, each alike."""
        block = hmac.digest(self._key, self.drawn.to_bytes(8, "big"), "sha256")
        self.drawn += 1
        return int.from_bytes(block[:WORD], "big") * limit >> 8 * WORD

    def pick(self, things: list[Any]) -> list[Any]:
        """Return the things in a drawn order; the list itself stays as it is."""
        drawn = list(things)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn

    def weather(self, deck: str = "12") -> list[Any]:
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

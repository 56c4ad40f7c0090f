"""One line of a parts list, with its price in whole packs and as used."""

from math import ceil
from typing import NamedTuple

from underboard.hardware.parts.prices import DATE, PRICES


class PartLine(NamedTuple):
    """One line of the list; prices for the whole line, in euro, and of when.

    ``quantity`` is bought, spares included; ``low`` and ``high`` are paid for it in whole packs,
    ``used_low`` and ``used_high`` are the share of what the board uses up, without spares.
    """

    part: str
    type: str
    quantity: int
    sold: str
    low: float
    high: float
    used_low: float
    used_high: float
    estimated: str
    bought_at: str
    purpose: str
    alternatives: str


class PartKind(NamedTuple):
    """A kind of part in a shop: type, price, use of a spare, alternatives."""

    type: str
    price: str
    spare: bool = False
    alternatives: str = ""


def line_of(
    part: str, kind: PartKind, count: int, purpose: str, uses: float | None = None
) -> PartLine:
    """Return the line of ``count`` parts of a kind, with spares and prices.

    ``uses`` is what they take of packs, in the unit of the price; unless given, ``count``.
    """
    wanted = count + (-(-count // 10) if kind.spare else 0)
    each = PRICES[kind.price]
    packs = ceil((wanted if uses is None else uses) / each.pack)
    share = (count if uses is None else uses) / each.pack
    return PartLine(
        part,
        kind.type,
        wanted,
        each.sold,
        round(packs * each.low, 2),
        round(packs * each.high, 2),
        round(share * each.low, 2),
        round(share * each.high, 2),
        DATE,
        each.shop,
        purpose,
        kind.alternatives,
    )

"""Prices, pack sizes and suppliers of parts.

Ranges in euro for one pack, tax included, as one estimates them without asking a shop: from
memory of distributors' and maker shops' lists.  No price and no size of a pack here is a
quotation.
"""

import json
from typing import NamedTuple

from underboard.hardware.tables import rows_of

DATE = "November 2026"
CURRENCY = "€"
SHOPS = {
    "distributor": "electronics distributor; online marketplace",
    "maker": "maker shop; online marketplace",
    "diy": "hardware store; online marketplace",
    "any": "electronics distributor; maker shop",
}
"""Two kinds of source each: the first is the likelier one."""


class Price(NamedTuple):
    """Least and highest price of one pack, kinds of shops that have it, and its contents."""

    low: float
    high: float
    shop: str
    pack: float = 1
    """Contents of a pack, in the unit in which a list of parts counts."""
    sold: str = "singly"


def _read(row: dict[str, str]) -> Price:
    low, high, pack = (json.loads(row[name]) for name in ("low", "high", "pack"))
    return Price(low, high, SHOPS[row["shop"]], pack, row["sold"])


PRICES = {row["price"]: _read(row) for row in rows_of("parts/prices.csv")}
"""By the kind that a circuit or a list of mechanical parts names.

An ``offcut`` is counted in cm², a ``strip of wood`` and ``tubes`` in m, ``putty`` in g, all else
in pieces.  Two offcuts and a strip together cost what was estimated for ply and frame (5 to 15),
a bar with a green module what was estimated for a kit of both (3 to 6).  Five filled boards of
a plate: 10 to 30 for the boards, of four layers; 30 to 60 for set-up, stencil and 75 joints each
by hand; 25 to 70 for their parts; 25 to 70 for post and tax.  Five bare carriers: 5 to 15 and 10
to 30.
"""

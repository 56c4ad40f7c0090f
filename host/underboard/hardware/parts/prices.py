"""Prices, pack sizes and suppliers of parts.

Ranges in euro for one pack, tax included, as one estimates them without asking a shop: from
memory of distributors' and maker shops' lists.  No price and no size of a pack here is a
quotation.
"""

from typing import NamedTuple

DATE = "November 2026"
CURRENCY = "€"
DISTRIBUTOR, MAKER, DIY, ANY = (
    "electronics distributor; online marketplace",
    "maker shop; online marketplace",
    "hardware store; online marketplace",
    "electronics distributor; maker shop",
)
"""Two kinds of source each: the first is the likelier one."""


class Price(NamedTuple):
    """Least and highest price of one pack, kinds of shops that have it, and its contents."""

    low: float
    high: float
    shop: str
    pack: float = 1
    """Contents of a pack, in the unit in which a list of parts counts."""
    sold: str = "singly"


PRICES = {
    "Pico": Price(5, 8, ANY),
    "Pico 2": Price(6, 10, ANY),
    "USB cable": Price(2, 6, ANY),
    "polyfuse 0.5 A": Price(0.2, 0.6, DISTRIBUTOR),
    "1000 µF": Price(0.2, 0.6, ANY),
    "470 µF": Price(0.15, 0.5, ANY),
    "22 µF": Price(0.1, 0.3, ANY),
    "10 µF": Price(0.1, 0.3, ANY),
    "100 nF": Price(0.03, 0.15, ANY),
    "10 nF": Price(0.03, 0.12, ANY),
    "resistor": Price(0.02, 0.1, ANY),
    "8 × 10 kΩ": Price(0.2, 0.5, DISTRIBUTOR),
    "WS2812B": Price(0.25, 0.8, MAKER),
    "pixel string": Price(1.5, 4, MAKER, 10, "in tens"),
    "74AHCT125": Price(0.4, 1, DISTRIBUTOR),
    "74HC165": Price(0.4, 0.9, DISTRIBUTOR),
    "74HC4067": Price(1, 4, MAKER),
    "LD1117V33": Price(0.5, 1.2, ANY),
    "P-channel MOSFET": Price(0.8, 2.5, DISTRIBUTOR),
    "1N4148": Price(0.02, 0.08, ANY),
    "reed": Price(0.4, 1.5, ANY),
    "hall-switch": Price(0.7, 1.5, DISTRIBUTOR),
    "linear-hall": Price(1, 2, DISTRIBUTOR),
    "push-button": Price(0.4, 1.5, ANY),
    "buzzer": Price(0.3, 1.5, ANY),
    "RJ45 socket": Price(0.8, 2.5, MAKER),
    "RJ45 plug": Price(0.2, 0.5, ANY),
    "patch cable": Price(1, 3, ANY),
    "load cell 1 kg": Price(3, 10, MAKER),
    "HX711 module": Price(1, 5, MAKER),
    "NAU7802 module": Price(5, 17, MAKER),
    "load cell and green HX711": Price(3, 6, MAKER),
    "magnet": Price(0.08, 0.4, MAKER),
    "bias disc": Price(0.3, 0.9, MAKER),
    "bias block": Price(2, 7, MAKER),
    "socket": Price(0.2, 0.5, ANY),
    "jumper wire": Price(2, 5, ANY, 40, "in packs of 40"),
    "stripboard": Price(2, 5, ANY),
    "wire set": Price(6, 12, ANY),
    "plywood": Price(4, 9, DIY),
    "frame": Price(4, 10, DIY),
    "offcut": Price(2, 5, DIY, 900, "in pieces of 900 cm²"),
    "strip of wood": Price(1, 5, DIY, 2, "in lengths of 2 m"),
    "screws": Price(3, 6, DIY),
    "screws M5": Price(3, 6, DIY, 10, "in packs of 10"),
    "set screws M4": Price(2, 5, DIY, 20, "in packs of 20"),
    "sunk screws M4": Price(1, 3, DIY, 10, "in packs of 10"),
    "washers M4": Price(0.5, 2, DIY, 20, "in packs of 20"),
    "dowel pins": Price(1, 3, DIY, 10, "in packs of 10"),
    "caps": Price(0.1, 0.5, DIY),
    "glue": Price(3, 6, DIY),
    "glue sticks": Price(3, 6, DIY, 12, "in packs of 12"),
    "tubes": Price(2, 5, DIY, 1, "in lengths of 1 m"),
    "card": Price(1, 3, DIY, 1, "in sheets"),
    "putty": Price(1, 3, DIY, 50, "in packs of 50 g"),
    "dome nuts": Price(1, 3, DIY, 10, "in packs of 10"),
    "case": Price(1, 3, MAKER),
    "bare boards": Price(15, 45, MAKER, 5, "in fives"),
    "filled boards": Price(90, 230, MAKER, 5, "in fives"),
    "screw-terminal board": Price(6, 14, MAKER),
    "Qwiic cable": Price(1.5, 3.5, MAKER),
    "lever connector": Price(0.4, 1, DIY),
}
"""By the kind that a circuit or a list of mechanical parts names.

An ``offcut`` is counted in cm², a ``strip of wood`` and ``tubes`` in m, ``putty`` in g, all else
in pieces.  Two offcuts and a strip together cost what was estimated for ply and frame (5 to 15),
a bar with a green module what was estimated for a kit of both (3 to 6).  Five filled boards of
a plate: 10 to 30 for the boards, of four layers; 30 to 60 for set-up, stencil and 75 joints each
by hand; 25 to 70 for their parts; 25 to 70 for post and tax.  Five bare carriers: 5 to 15 and 10
to 30.
"""

"""Prices: what parts cost, and where they are to be had.

Ranges in euro for one piece, tax included, as one estimates them without asking a shop: from
memory of distributors' and maker shops' lists.  No price here is a quotation.
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
    """What one piece costs at least and at most, and what kinds of shop have it."""

    low: float
    high: float
    shop: str


PRICES = {
    "Pico": Price(5, 8, ANY),
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
    "pixel string": Price(0.15, 0.4, MAKER),
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
    "magnet": Price(0.08, 0.4, MAKER),
    "socket": Price(0.2, 0.5, ANY),
    "pin header": Price(0.3, 1, ANY),
    "stripboard": Price(2, 5, ANY),
    "wire set": Price(6, 12, ANY),
    "plywood": Price(4, 9, DIY),
    "frame": Price(4, 10, DIY),
    "screws": Price(3, 6, DIY),
    "glue": Price(3, 6, DIY),
    "tubes": Price(2, 5, DIY),
    "card": Price(1, 3, DIY),
    "putty": Price(1, 3, DIY),
    "dome nuts": Price(1, 3, DIY),
    "case": Price(1, 3, MAKER),
}
"""By the kind that a circuit or a list of mechanical parts names."""

"""Memory that a layout needs, and that each kind of board leaves free."""

import json

from underboard.deploy.boards import known
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject

LEAVES = {"raspberry_pi_pico": 171_440, "raspberry_pi_pico_w": 126_112}
"""Bytes that CircuitPython leaves free on a board, by its id: 10.1.4 on a Pico and 9.0.0 on a
Pico W, as others have measured (firmware/docs/circuitpython.md, sections 2 and 3).  A Pico 2 has
twice the memory; nobody has measured what it leaves."""


def leaves(board: str) -> int:
    """Return the bytes that CircuitPython leaves on a board, 0 if nobody knows.

    Every RP2040 has a Pico's memory, so none leaves more; an RP2350 may have more beside it.
    """
    one = known().get(board)
    if board not in LEAVES and one and one.chip == "rp2040":
        return LEAVES["raspberry_pi_pico_w" if one.radio else "raspberry_pi_pico"]
    return LEAVES.get(board, 0)


def heap_needed(layout: bytes) -> int:
    """Return the bytes of heap that a layout says its board needs, 0 if it does not say."""
    try:
        return heap_of(json.loads(layout))
    except (ValueError, AttributeError):
        return 0


def heap_of(layout: JsonObject) -> int:
    """Return the same for a layout that was read."""
    needed = layout.get("heap_bytes", 0)
    return needed if type(needed) is int else 0


def check_memory(board: str, name: str, layout: bytes, measured: int = 0) -> None:
    """Raise UnderboardError if a board leaves less than a layout needs.

    What it leaves was ``measured`` on it, or is known by its id; else nothing is refused.
    """
    needed, there = heap_needed(layout), measured or leaves(board)
    if there and needed > there:
        raise UnderboardError(
            "layout '%s' needs %d kB of memory, CircuitPython leaves %d kB on this board (%s): "
            "take a Raspberry Pi Pico 2, choose another --layout, or say --force",
            name,
            -(-needed // 1000),
            there // 1000,
            board,
        )

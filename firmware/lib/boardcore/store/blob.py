"""Calibrations as bytes, with a head that names board and day, a body and a checksum."""

from binascii import crc32
from struct import pack, unpack_from

VALID, NONE, MISMATCH, DAMAGED = "valid", "none", "mismatch", "damaged"
"""States of a calibration: it is used; there is none; it is of another layout or another
version; it was damaged.  Without one that fits, the layout's figures hold."""
HEAD = "<BHIIH"
"""Version of the format, length of the body, layout, starts of the board, day."""
HEAD_SIZE = 13
"""Length of HEAD, bytes; from its letters."""
CHECK = 4
"""Length of the checksum, bytes: a CRC-32 as in zlib."""
NO_DAY = 0
"""Code of an unknown day; chosen."""


class Calibration:
    """Board and day of a calibration.

    ``layout``: number of its board; ``boots``: how often that had been started by then; ``day``:
    counted from 1 January 2000, NO_DAY if nobody knew.
    """

    VERSION = 0
    """Version number of the format of a subclass, unlike any other's."""

    def __init__(self, layout: int) -> None:
        self.layout = layout
        self.boots = 0
        self.day = NO_DAY

    def packed(self, body: bytes) -> bytes:
        """Return head, body and check, to be stored."""
        out = pack(HEAD, self.VERSION, len(body), self.layout, self.boots, self.day) + body
        return out + crc32(out).to_bytes(CHECK, "little")

    def unpacked(self, stored) -> tuple:
        """Take the head of what ``packed`` made; return its state, and its body if that is whole.

        MISMATCH if it is of another board than ``layout`` says so far.
        """
        stored = bytes(stored)
        if not stored or stored[0] == 0xFF:
            return NONE, b""
        if stored[0] != self.VERSION or len(stored) < HEAD_SIZE:
            return MISMATCH, b""
        _, length, layout, boots, day = unpack_from(HEAD, stored, 0)
        end = HEAD_SIZE + length
        if len(stored) < end + CHECK:
            return MISMATCH, b""
        if crc32(stored[:end]) != int.from_bytes(stored[end : end + CHECK], "little"):
            return DAMAGED, b""
        state = VALID if layout == self.layout else MISMATCH
        self.layout, self.boots, self.day = layout, boots, day
        return state, stored[HEAD_SIZE:end]

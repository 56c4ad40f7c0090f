"""Calibration data as bytes with a version and a checksum."""

from binascii import crc32

VALID, NONE, MISMATCH, DAMAGED = "valid", "none", "mismatch", "damaged"
"""What is known of a calibration: it is used; there is none; it is of another layout or another
version; it was damaged.  Without one that fits, the layout's figures hold."""
CHECK = 4
"""Length of the checksum, bytes: a CRC-32 as in zlib."""
NO_DAY = 0
"""Code of an unknown day; chosen."""


def with_crc(out) -> bytes:
    """Return the bytes with their check."""
    return bytes(out) + crc32(out).to_bytes(CHECK, "little")


def check(stored: bytes, version: int, end: int) -> str:
    """Return VALID if bytes of this version have a good check after ``end``; else why not."""
    if not stored or stored[0] == 0xFF:
        return NONE
    if stored[0] != version or len(stored) < end + CHECK:
        return MISMATCH
    good = crc32(stored[:end]) == int.from_bytes(stored[end : end + CHECK], "little")
    return VALID if good else DAMAGED

"""A row of records that only grows, kept through power cuts.

A record is as many whole 8-byte slots as it needs.  It is appended to erased space and
ends in a check of two bytes, which takes in the number of its first slot: an old record
in the wrong place is no record.  A torn record fails its check and is skipped, slot by
slot.  The owner of the records defines what their first bytes mean and how long they are.
"""

from binascii import crc32
from struct import pack_into, unpack_from

SLOT = 8
"""Length of a slot, bytes; chosen."""
CHECK = 2
"""Length of the checksum at the end of each record, bytes; chosen, ``Slots`` fills it in."""
ERASED = 0xFF
"""Value of an erased byte of flash (firmware/docs/circuitpython.md, 2)."""


class Slots:
    """The records in one store.

    ``store`` has ``size``, ``read(start, end)``, ``append(at, data)`` and ``rewrite(data)``.
    ``slots_of(first, second)`` returns the number of slots of a record from its first two
    bytes, 0 if it is none.
    """

    def __init__(self, store, slots_of) -> None:
        self.store = store
        self._slots_of = slots_of
        self.size = store.size // SLOT
        self.next = self._end()
        """Number of the first erased slot."""

    @property
    def free_slots(self) -> int:
        """Number of erased slots."""
        return self.size - self.next

    def records(self):
        """Yield every whole record, the oldest first."""
        slot = 0
        while slot < self.next:
            # One by one: a fragmented heap has no room for a copy of the whole store.
            first, second = self.store.read(slot * SLOT, slot * SLOT + 2)
            slots = self._slots_of(first, second)
            if 0 < slots <= self.next - slot:
                record = self.store.read(slot * SLOT, (slot + slots) * SLOT)
                if unpack_from("<H", record, len(record) - CHECK)[0] == _check(record, slot):
                    yield record
                    slot += slots
                    continue
            slot += 1

    def append(self, record: bytearray) -> None:
        """Write a record behind the last one; there must be room for it."""
        at = self.next
        # Counted first: after a power cut amid the write the slot is no longer erased.
        self.next += len(record) // SLOT
        _seal(record, at)
        self.store.append(at * SLOT, record)

    def rewrite(self, slots: int, records) -> None:
        """Erase the store and write these records; ``slots``: their length in all."""
        image = bytearray(slots * SLOT)
        at = 0
        for record in records:
            _seal(record, at)
            image[at * SLOT : at * SLOT + len(record)] = record
            at += len(record) // SLOT
        self.next = at
        self.store.rewrite(image)

    def _end(self) -> int:
        end = self.size
        erased = bytes([ERASED] * SLOT)
        while end and self.store.read((end - 1) * SLOT, end * SLOT) == erased:
            end -= 1
        return end


def _check(record, slot: int) -> int:
    return crc32(bytes(record[: len(record) - CHECK]), slot) & 0xFFFF


def _seal(record: bytearray, slot: int) -> None:
    pack_into("<H", record, len(record) - CHECK, _check(record, slot))

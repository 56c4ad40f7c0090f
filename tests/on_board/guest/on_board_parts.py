"""Parts of what runs under a microcontroller's Python: flash, a look at the heap.

No pytest here, nothing a board lacks, and few names: they take memory too.
"""

import gc

NVM_BYTES = 3840
FLASH = bytearray(4096)  # at once, and once: on a board it takes no room of the heap


class Store:
    """Flash in memory, erased."""

    size = NVM_BYTES

    def __init__(self):
        self._image = FLASH
        self._erase()

    def _erase(self):
        for i in range(NVM_BYTES):
            self._image[i] = 255

    def load_cal(self):
        return b""

    def read(self, start, end):
        return self._image[start:end]

    def append(self, at, data):
        self._image[at : at + len(data)] = data

    def rewrite(self, data):
        self._erase()
        self._image[: len(data)] = data


def left_by(turns, count):
    """Return the bytes that ``turns(count)`` leaves on the heap."""
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    turns(count)
    left = gc.mem_alloc() - before
    gc.enable()
    return left

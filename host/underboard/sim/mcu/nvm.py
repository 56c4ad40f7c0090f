"""The flash behind ``microcontroller.nvm``, with power that can fail in mid-write.

Source: firmware/docs/circuitpython.md, section 2 "Persistence": erased bytes are 0xFF; a write
into bytes
that are all 0xFF is programmed in place, any other write erases the whole sector and
programs it again, so that a power cut in between loses everything.
"""

import os
from pathlib import Path
from typing import Any

SIZE = 4096
"""Length of the memory, bytes (firmware/docs/circuitpython.md, 2)."""
ERASED = 0xFF
"""Value of an erased byte of flash (firmware/docs/circuitpython.md, 2)."""


class PowerCut(BaseException):
    """The power has failed: no firmware may catch this, as none could."""


class Nvm:
    """``size`` bytes of flash, in memory or kept in a file.

    ``cut_after``: how many more bytes may be programmed before the power fails, None
    never; the byte it fails on is left half programmed.  ``erases`` and ``writes`` count.
    """

    def __init__(self, path: Path | None = None, size: int = SIZE) -> None:
        self._path = path
        self._cells = bytearray([ERASED]) * size
        if path and path.exists():
            kept = path.read_bytes()[:size]
            self._cells[: len(kept)] = kept
        self.cut_after: int | None = None
        self.erases = 0
        self.writes = 0

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, key: Any) -> Any:
        return self._cells[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, slice):
            start, stop, step = key.indices(len(self._cells))
            if step != 1:
                raise NotImplementedError("only slices with step=1 (aka None) are supported")
            if len(value) != max(0, stop - start):
                raise ValueError("Slice and value different lengths.")
        else:
            start = key if key >= 0 else key + len(self._cells)
            if not 0 <= start < len(self._cells):
                raise IndexError("index out of range")
            value = bytes([value])
        self._write(start, bytes(value))

    def _write(self, start: int, data: bytes) -> None:
        self.writes += 1
        try:
            if all(old == ERASED for old in self._cells[start : start + len(data)]):
                self._program(start, data)
            else:
                sector = bytes(self._cells[:start]) + data + self._cells[start + len(data) :]
                self.erases += 1
                self._cells[:] = bytes([ERASED]) * len(self._cells)
                self._program(0, sector)
        finally:
            if self._path:
                self._save(self._path)

    def _save(self, path: Path) -> None:
        """Replace the file as a whole: a program that is killed leaves the old or the new one."""
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        draft.write_bytes(self._cells)
        os.replace(draft, path)

    def _program(self, start: int, data: bytes) -> None:
        if self.cut_after is None or self.cut_after >= len(data):
            self._cells[start : start + len(data)] = data
            if self.cut_after is not None:
                self.cut_after -= len(data)
            return
        whole = self.cut_after
        self._cells[start : start + whole] = data[:whole]
        # Programming only clears bits; this byte had time for half of them.
        self._cells[start + whole] = data[whole] | 0x0F
        self.cut_after = None
        raise PowerCut

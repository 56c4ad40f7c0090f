"""A few kilobytes that outlive a power cut, in the flash of ``microcontroller.nvm``.

Writing into erased bytes (0xFF) only programs them.  Any other write erases all of it
first, takes tens of milliseconds and loses everything if the power fails meanwhile
(firmware/docs/circuitpython.md, section 2), so records are appended and ``rewrite`` is rare.

The end of the flash counts how often the board was started; before it there may be room
for a calibration, which games never touch::

    [ journal: size bytes ][ calibration ][ base count, 4 bytes ][ one mark per start ]

A mark is 0 for a start, or what ``safemode.py`` wrote: the place of the reason in
SAFE_MODE, from 1, or what ``boardio.start.crash`` wrote: FAULT for an error of the firmware, and
FAULT_AGAIN for another one soon after the board was restarted for it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardio.modules import Flash

ERASED = 255
"""Value of an erased byte of flash (firmware/docs/circuitpython.md, 2)."""
BASE = 4
"""Length of the stored number of starts, bytes; chosen."""
MARKS = 252
"""Number of marks, one byte for each start after the stored number; chosen: with BASE 256
bytes."""
RAM_SIZE = 2048
"""Length of the store where there is no flash, bytes; chosen above what the journal keeps free."""
SAFE_MODE = (
    "brownout", "flash_write_fail", "gc_alloc_outside_vm", "hard_fault", "interrupt_error",
    "nlr_jump_fail", "no_circuitpy", "no_heap", "programmatic", "sdk_fatal_error",
    "stack_overflow", "usb_boot_device_not_interface_zero", "usb_too_many_endpoints",
    "usb_too_many_interface_names", "watchdog", "other",
)  # fmt: skip
FAULT, FAULT_AGAIN = 17, 18
NO_FLASH = "no flash for the game: it is lost when the power goes"


class FlashStore:
    """Bytes 0 to ``size``-1 of a flash.

    ``nvm``: ``microcontroller.nvm``, or None where there is none; then this says
    so once, by ``say(text)``, and keeps everything in memory.  ``kept``: how many bytes
    are set aside for ``keep``.
    """

    def __init__(self, nvm: "Flash | None", say=print, kept: int = 0) -> None:
        if nvm is None:
            say(NO_FLASH)
            nvm = bytearray(bytes([ERASED]) * RAM_SIZE)
        self._nvm = nvm
        self._counts = len(nvm) - BASE - MARKS
        self.size = self._counts - kept

    def read(self, start: int, end: int) -> "bytes | bytearray":
        """Return a copy of these bytes."""
        return self._nvm[start:end]

    def append(self, at: int, data) -> None:
        """Write ``data`` into erased bytes.

        Raises ValueError if they are not erased: the flash would erase all the rest.
        """
        if at + len(data) > self.size:
            raise ValueError("%d bytes at %d, the store ends at %d" % (len(data), at, self.size))
        for old in self._nvm[at : at + len(data)]:
            if old != ERASED:
                raise ValueError("%d bytes at %d are not erased" % (len(data), at))
        self._nvm[at : at + len(data)] = data

    def rewrite(self, data) -> None:
        """Erase everything and write ``data`` at the beginning; the starts stay counted."""
        if len(data) > self.size:
            raise ValueError("%d bytes, the store holds %d" % (len(data), self.size))
        whole = bytearray(bytes([ERASED]) * len(self._nvm))
        whole[0 : len(data)] = data
        whole[self.size : self._counts] = self.load_cal()
        whole[self._counts : self._counts + BASE] = self.boots().to_bytes(BASE, "big")
        # One assignment, so one erase.
        self._nvm[0 : len(whole)] = whole

    def load_cal(self) -> "bytes | bytearray":
        """Return what was kept, a copy: erased bytes if nothing was."""
        return self.read(self.size, self._counts)

    def save_cal(self, data) -> None:
        """Write what outlives all games; it must fill the room that was set aside.

        Over something else this erases all the rest for a moment: not while a game goes on.
        """
        if len(data) != self._counts - self.size:
            raise ValueError("%d bytes, %d are kept" % (len(data), self._counts - self.size))
        self._nvm[self.size : self._counts] = data

    def boots(self) -> int:
        """Return how often the board was started, as far as counted."""
        base = self.read(self._counts, self._counts + BASE)
        count = 0 if base == bytes([ERASED]) * BASE else int.from_bytes(base, "big")
        for mark in self.read(self._counts + BASE, self._counts + BASE + MARKS):
            if mark == 0:
                count += 1
        return count

    def stop_reason(self) -> str:
        """Return why the firmware was stopped just before this start, "" if it was not.

        ``safe_mode:`` and a reason if CircuitPython did it, ``fault`` after an error.
        """
        marks = self.read(self._counts + BASE, self._counts + BASE + MARKS)
        last = MARKS
        for at in range(MARKS):
            if marks[at] == ERASED:
                last = at
                break
        # The last mark is this start.
        reason = marks[last - 2] if last >= 2 else 0
        if reason in (FAULT, FAULT_AGAIN):
            return "fault"
        return "safe_mode:" + SAFE_MODE[reason - 1] if 0 < reason <= len(SAFE_MODE) else ""

    def count_boot(self) -> int:
        """Count one start and return the number of starts.

        Between two calls of ``rewrite`` there is room for 252; then the number stands
        still, because an erase only for it would put the game at risk.
        """
        first = self._counts + BASE
        for at in range(first, first + MARKS):
            if self._nvm[at] == ERASED:
                self._nvm[at] = 0
                break
        return self.boots()

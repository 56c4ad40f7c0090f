"""The data port to the computer; the board never waits for it."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardio.modules import Serial

NO_PORT = "no data port: copy boot.py to the board, then press reset; playing goes on without it"


class Port:
    """Bytes to and from it.

    ``serial``: ``usb_cdc.data``, or None if ``boot.py`` did not open it; then this says
    so once, by ``say(text)``, and acts as a port to which nobody ever listens.
    """

    def __init__(self, serial: "Serial | None", say=print) -> None:
        self._serial = serial
        if serial is None:
            say(NO_PORT)
        else:
            # Both are None at first, which means: wait for ever.
            serial.timeout = 0
            serial.write_timeout = 0

    def read_into(self, buffer) -> int:
        """Fill ``buffer`` with what has come; return how many bytes.  Allocates nothing."""
        serial = self._serial
        if serial is None or not serial.in_waiting:
            return 0
        return serial.readinto(buffer) or 0

    def write(self, buffer, start: int, end: int) -> int:
        """Send ``buffer[start:end]``; return how many bytes were taken.

        A computer that has the port open and does not read takes 320 bytes, then none
        (firmware/docs/circuitpython.md, section 2).  Without a port everything is taken and lost.
        """
        if self._serial is None:
            return end - start
        return self._serial.write(memoryview(buffer)[start:end]) or 0

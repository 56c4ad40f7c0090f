"""Stand-in for CircuitPython's ``microcontroller``: pins, reset reason, flash."""

from underboard.sim.mcu.pico import Restart, the_pico


class Pin:
    """A pin; ``id`` is its number."""

    def __init__(self, number: int) -> None:
        self.id = number

    def __repr__(self) -> str:
        return f"board.GP{self.id}"


class ResetReason:
    """Why the board has started."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"microcontroller.ResetReason.{self._name}"


for _name in ("POWER_ON", "SOFTWARE", "WATCHDOG", "UNKNOWN"):
    setattr(ResetReason, _name, ResetReason(_name))


class _Processor:
    frequency = 125_000_000
    temperature = 27.0

    @property
    def reset_reason(self) -> ResetReason:
        return getattr(ResetReason, the_pico().reset_reason)

    @property
    def uid(self) -> bytearray:
        # Simulated, and readable as such in a list of boards.
        return bytearray(b"SIM" + (the_pico().seed & 0xFFFFFFFFFF).to_bytes(5, "big"))


cpu = _Processor()


class _Flash:
    """The flash of the board that runs now; erasing takes its time."""

    def __len__(self) -> int:
        return len(the_pico().nvm)

    def __getitem__(self, key):
        return the_pico().nvm[key]

    def __setitem__(self, key, value) -> None:
        pico = the_pico()
        erases = pico.nvm.erases
        pico.nvm[key] = value
        if pico.nvm.erases > erases:
            pico.erased()


nvm = _Flash()


class _WatchDog:
    """Once in the mode RESET it can be fed, not stopped."""

    @property
    def timeout(self) -> float:
        return the_pico().watchdog_ms / 1000 or self._timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        if not 0 < seconds <= 8.388:
            raise ValueError("timeout duration exceeded the maximum supported value: 8.388")
        self._timeout = seconds
        if the_pico().watchdog_ms:
            the_pico().watchdog_ms = 1000 * seconds
        self.feed()

    @property
    def mode(self):
        return self._mode if the_pico().watchdog_ms else None

    @mode.setter
    def mode(self, mode) -> None:
        if "RESET" not in repr(mode):
            raise NotImplementedError("RAISE mode is not implemented")
        self._mode = mode
        the_pico().watchdog_ms = 1000 * self._timeout
        self.feed()

    _timeout = 5.0
    _mode = None

    def feed(self) -> None:
        the_pico().fed_ms = the_pico().world.now_ms


watchdog = _WatchDog()


def delay_us(delay: int) -> None:
    """Wait: the world goes on so much further at the next turn."""
    the_pico().spent_us += delay


def reset() -> None:
    """Restart the board."""
    raise Restart

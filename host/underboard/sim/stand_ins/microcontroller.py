"""Stand-in for CircuitPython's ``microcontroller``: pins, reset reason, flash."""

from underboard.sim.pico import Restart, the_pico


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


ResetReason.POWER_ON = ResetReason("POWER_ON")  # type: ignore[attr-defined]


class _Processor:
    frequency = 125_000_000
    temperature = 27.0
    reset_reason = ResetReason.POWER_ON  # type: ignore[attr-defined]

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


def delay_us(delay: int) -> None:
    """Wait; too short a time to matter here."""


def reset() -> None:
    """Restart the board."""
    raise Restart

"""Stand-in for CircuitPython's ``rp2pio``: state machines that read the simulated load cells.

The program itself is run pin by pin in a test; here the words come as
it would make them, because 1,200 cycles per sample take too long in whole games.
"""

from underboard.sim.mcu.hx711_fifo import Hx711Fifo
from underboard.sim.mcu.pico import the_pico


class StateMachine:
    """One state machine."""

    def __init__(
        self,
        program,
        frequency,
        *,
        first_in_pin=None,
        first_sideset_pin=None,
        in_shift_right=True,
        wrap_target=0,
        wrap=None,
    ) -> None:
        if in_shift_right or wrap_target or wrap != len(program) - 1:
            raise NotImplementedError("only programs that shift left and wrap as a whole")
        self._words = Hx711Fifo(the_pico(), program, first_sideset_pin.id, first_in_pin.id)

    @property
    def in_waiting(self) -> int:
        """Number of words in the FIFO."""
        return self._words.waiting()

    def readinto(self, buffer) -> None:
        """Fill a buffer with words; the caller checks that there are enough."""
        for at in range(len(buffer)):
            buffer[at] = self._words.next()

    def clear_rxfifo(self) -> None:
        """Forget the words that wait."""
        self._words.clear()

    def restart(self) -> None:
        """Begin the program anew."""

    def deinit(self) -> None:
        """Let the pins go."""

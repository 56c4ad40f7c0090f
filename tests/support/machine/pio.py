"""PIO (a state machine that runs a program of an RP2040's PIO, pin by pin).

As much of it as programs for an HX711 need (RP2040 data sheet, section 3.4): JMP, WAIT on a pin,
IN from pins, PUSH, MOV as NOP, SET of X, with side-set and delay.
"""

from collections.abc import Callable

from underboard.sim.mcu.hx711_fifo import FIFO

WORD = (1 << 32) - 1


class Pio:
    """One state machine with one side-set pin and one input pin, shifting left."""

    def __init__(self, program, read: Callable[[], int], write: Callable[[bool], None], wrap=None):
        self._program = list(program)
        self._read, self._write = read, write
        self._wrap = len(self._program) - 1 if wrap is None else wrap
        self.fifo: list[int] = []
        self._at = self._wait = 0
        self._x = self._in = 0

    def cycle(self) -> None:
        """Run for one cycle."""
        if self._wait:
            self._wait -= 1
            return
        word = self._program[self._at]
        kind, side, delay, low = word >> 13, word >> 12 & 1, word >> 8 & 15, word & 255
        self._write(bool(side))
        after = 0 if self._at == self._wrap else self._at + 1
        if kind == 0:
            jumps = low >> 5 == 0 or (low >> 5 == 2 and self._x != 0)
            if low >> 5 == 2:
                self._x = self._x - 1 & WORD
            after = low & 31 if jumps else after
        elif kind == 1:
            if self._read() != low >> 7:
                return
        elif kind == 2:
            self._in = (self._in << 1 | self._read()) & WORD
        elif kind == 4:
            if len(self.fifo) < FIFO:
                self.fifo.append(self._in)
            self._in = 0
        elif kind == 7 and low >> 5 == 1:
            self._x = low & 31
        elif kind != 5:
            raise NotImplementedError(f"PIO instruction {word:#06x}")
        self._at, self._wait = after, delay

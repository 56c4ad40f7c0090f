"""Bytecodes (what a call of the firmware costs, counted, however busy this machine is)."""

import sys
from pathlib import Path

import boardcore

LIBRARY = str(Path(boardcore.__file__).parent)
EMPTY_TURN = 3
"""Bytecodes of one turn of an empty loop, the unit of firmware/docs/memory.md."""


class Bytecodes:
    """Counts the bytecodes of the firmware that a call runs.

    Versions of Python differ in them by a tenth; lines differ in what they cost by much more.
    """

    def __init__(self):
        self.now = 0

    def __call__(self, frame, event, argument):
        if event == "call" and not frame.f_code.co_filename.startswith(LIBRARY):
            return None
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        elif event == "opcode":
            self.now += 1
        return self

    def counted(self, function):
        def call(*arguments):
            outer = sys.gettrace()
            sys.settrace(self)
            try:
                return function(*arguments)
            finally:
                sys.settrace(outer)

        return call

"""Watched (a whole game on a table, with its tape, how deep calls go, and which ints are large).

One simulated game serves several tests; ``alone.kept`` simulates it once for all workers.
"""

import sys
from itertools import count
from pathlib import Path

from support.campaign import campaign
from support.machine.micropython import LIBRARY
from support.tapes import tape_of

CALLS = ("step", "button", "receive", "execute")
"""All that a board calls of its table."""


class CallDepth:
    """Counts how deep calls inside firmware/lib go: a board's Python stack ends at about 20."""

    def __init__(self):
        self._inside = {}
        self.now = self.most = 0
        self.where = ""

    def __call__(self, frame, event, _):
        code = frame.f_code
        if code not in self._inside:
            self._inside[code] = code.co_filename.startswith(str(LIBRARY))
        if not self._inside[code]:
            return
        if event == "call":
            self.now += 1
            if self.now > self.most:
                self.most, self.where = self.now, f"{code.co_filename}:{code.co_name}"
        elif event == "return":
            self.now -= 1


class BigInts:
    """Looks for ints that a board cannot keep in a word: each of them takes heap there."""

    OWN = (
        "link/wire.py",
        "store/slots.py",
        "store/journal.py",
        "pods/ballot_box.py",
        "pods/fields.py",
    )
    """Checksums have 32 bits; they are made for a line or a record, never while a board rests."""

    def __init__(self):
        self._files = {}
        self.large = []
        self.looked = 0

    def file_of(self, code):
        """Return the name of the file if this code is one that is looked at, else nothing."""
        path = Path(code.co_filename)
        # A command of the computer brings what it brings.
        command = code.co_name.lstrip("_").startswith(("execute", "do_"))
        if LIBRARY not in path.parents or path.as_posix().endswith(self.OWN) or command:
            return ""
        return path.name

    def __call__(self, frame, event, result):
        if event != "return":
            return
        code = frame.f_code
        if code not in self._files:
            self._files[code] = self.file_of(code)
        file = self._files[code]
        if not file:
            return
        for name, value in [*frame.f_locals.items(), ("result", result)]:
            self.looked += 1
            if isinstance(value, int) and not -(1 << 30) <= value < 1 << 30:
                self.large.append((f"{file}: {code.co_name}: {name}", value))


def watched_game(name, variant, seed, trace=False):
    """Return the tape of a game, and what was seen while it was played.

    Ints are looked at in some calls only: there are very many, most of all with Hall sensors.
    """
    depth, sizes = CallDepth(), BigInts()
    every = campaign(20, 5) if "hall" in name else campaign(3, 1)

    def both(frame, event, result):
        depth(frame, event, result)
        sizes(frame, event, result)

    def watched(function):
        calls = count()

        def call(*arguments):
            outer = sys.getprofile()
            sys.setprofile(depth if next(calls) % every else both)
            try:
                return function(*arguments)
            finally:
                sys.setprofile(outer)

        return call

    def watch(table):
        for call in CALLS:
            setattr(table, call, watched(getattr(table, call)))

    tape = tape_of(name, variant, seed, trace, watch)
    return {
        "tape": tape,
        "open": depth.now,
        "deepest": depth.most,
        "where": depth.where,
        "looked": sizes.looked,
        "large": sizes.large,
    }

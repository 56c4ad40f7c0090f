"""Files on the drive that know which turns win, for games that are small enough.

The folder ``hints`` holds one file per starting layout; its name does not matter, its
head tells what it is for.  A missing or foreign file means no hints, a damaged one is
told once; the game goes on in any case.
"""

import os
from binascii import crc32

from boardcore.errors import ParseError
from boardcore.games import HINTS, module_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from typing import Any

FOLDER = "hints"
ENDING = ".bin"
BLOCK = 512
"""Length of one read from the file, bytes; chosen."""
NOTHING = -1
"""Code of ``read_byte`` behind the end of the file; chosen, no byte."""


class HintFile:
    """One file, read by offset a byte at a time; only this byte is kept in memory."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb")  # noqa: SIM115
        self._byte = bytearray(1)

    def read_byte(self, offset: int) -> int:
        """Return the byte there, NOTHING behind the end of the file."""
        self._file.seek(offset)
        return self._byte[0] if self._file.readinto(self._byte) else NOTHING

    def checksum(self, start: int) -> int:
        """Return crc32 of everything from ``start`` on; reads all of it, a block at a time."""
        block = bytearray(BLOCK)
        crc = 0
        self._file.seek(start)
        while True:
            count = self._file.readinto(block)
            if not count:
                return crc
            crc = crc32(block if count == BLOCK else block[:count], crc)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


class DriveHints:
    """Answers from whichever file of the folder serves the game on the table."""

    def __init__(self, reader, folder: str) -> None:
        """Check all files once.  ``trouble``: a sentence if one is damaged, empty if none is."""
        self._reader = reader
        self._paths: list[str] = []
        self._open: Any = None
        self._file: HintFile | None = None
        self.trouble = ""
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            names = []
        for name in names:
            if name.endswith(ENDING):
                self._check(folder + "/" + name)

    def _check(self, path: str) -> None:
        try:
            file = HintFile(path)
        except OSError as error:
            self.trouble = "%s cannot be read (%s): no hints from it" % (path, error)
            return
        try:
            magic = self._reader.MAGIC
            if bytes([max(file.read_byte(at), 0) for at in range(len(magic))]) != magic:
                return  # somebody else's file
            hints = self._reader.Hints(file)
            if file.checksum(self._reader.HEADER_BYTES) != hints.bits_crc:
                raise ParseError("its bits are damaged: install it again")
            self._paths.append(path)
        except ParseError as error:
            self.trouble = "%s: %s" % (path, error)
        finally:
            file.close()

    def winning_turns(self, game):
        """Return the turns that win against best play, None if no file knows this game.

        Allocates; asked for by a hand, not in the loop.
        """
        if self._open is None or not self._open.serves(game):
            self._find(game)
        if self._open is None:
            return None
        try:
            return self._open.winning_moves(game)
        except OSError:  # the drive was taken away or written to
            self._forget()
            return None

    def _find(self, game) -> None:
        self._forget()
        for path in self._paths:
            try:
                file = HintFile(path)
                hints = self._reader.Hints(file)
            except (OSError, ParseError):
                continue
            if hints.serves(game):
                self._open, self._file = hints, file
                return
            file.close()

    def _forget(self) -> None:
        if self._file is not None:
            self._file.close()
        self._open = self._file = None


def hints_of(name: str, folder: str = FOLDER):
    """Return the hints for a game, None if there are no hint files for such a game."""
    reader = module_of(name, HINTS)
    return DriveHints(reader, folder) if reader else None

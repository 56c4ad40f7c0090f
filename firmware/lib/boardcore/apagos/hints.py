"""Winning moves of Apagos without a laptop, read from one bit per position.

The four faces shown never change during a game, so one file of bits serves
one set of faces, in every order (68 kB for 1-3-5-7, at most 238 kB with the
standard squares).  The host solves the game and writes the file; the board reads
it by offset, one byte for each legal move, at most 14 for a hint.

The file, numbers little-endian::

    0   4 bytes  MAGIC
    4   u8       VERSION
    5   u8       balls of each colour
    6   4 u8     faces, smallest first
    10  u32      positions
    14  u32      crc32 of the bits
    18  u32      crc32 of bytes 0 to 17
    22  bits     position n: bit n & 7 of byte n >> 3; set where the side to move loses

Positions are numbered by the order of the squares, then by the contents of
each level from the lowest up; contents by own balls, then the other's.  "Own"
are the balls of the side to move, so the two colours share their numbers.
"""

import struct
from binascii import crc32

from boardcore.apagos.positions import BALLS, LEVELS
from boardcore.apagos.rules import Game
from boardcore.errors import ParseError

MAGIC = b"UBah"
VERSION = 1
"""Version number of the file's format, chosen as it changes."""
HEADER = "<4sBB4sII"
HEADER_BYTES = 22
"""Length of HEADER and its own crc32, bytes, by the format of the file."""
HOME_MADE = (("squares", "home-made"),)
"""Options with which a copy of a game may have any squares."""
NOTHING = -1
"""Code of ``read_byte`` behind the end of the file; chosen, no byte."""


def contents(holes: int) -> int:
    """Return in how many ways a square can hold balls of two colours."""
    return (holes + 1) * (holes + 2) // 2


def content(own: int, other: int, holes: int) -> int:
    """Return the number of one way, 0 for the empty square."""
    return own * (2 * holes + 3 - own) // 2 + other


def orders_of(faces) -> list[bytes]:
    """Return every different order of four faces from the lowest level up, sorted."""
    orders = []
    for code in range(LEVELS**LEVELS):
        picks = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3]
        if sorted(picks) == [0, 1, 2, 3]:
            order = bytes([faces[pick] for pick in picks])
            if order not in orders:
                orders.append(order)
    return sorted(orders)


class Numbering:
    """Numbers all positions of one set of faces, impossible ones among them."""

    def __init__(self, faces) -> None:
        self.faces = bytes(sorted(faces))
        self.orders = orders_of(self.faces)
        self.per_order = 1
        for holes in self.faces:
            self.per_order *= contents(holes)
        self.positions = len(self.orders) * self.per_order

    def number(self, game) -> int:
        """Return the number of the game's position.

        Raises ValueError for a game with other faces: ask ``serves`` before.
        """
        order = bytes(game.holes)
        if order not in self.orders:
            raise ValueError("the squares show %s, not %s" % (list(order), list(self.faces)))
        number = self.orders.index(order)
        own, other = game.balls(game.side), game.balls(1 - game.side)
        for level in range(LEVELS):
            holes = game.holes[level]
            number = number * contents(holes) + content(own[level], other[level], holes)
        return number


class Hints:
    """Answers from one hint file.

    ``file.read_byte(offset)`` is 0..255, or NOTHING behind the file's end.
    """

    def __init__(self, file) -> None:
        """Read the header, and the last byte to see that the file is whole.

        Raises ParseError for a file that is foreign, of another version,
        damaged at its head, or too short; ``bits_crc`` is that of its bits.
        """
        read = [file.read_byte(offset) for offset in range(HEADER_BYTES)]
        if NOTHING in read:
            raise ParseError("the hint file is too short: expected at least %d bytes", HEADER_BYTES)
        head = bytes(read)
        if head[:4] != MAGIC:
            raise ParseError("this is not a hint file of Apagos: it begins with %r", head[:4])
        if head[4] != VERSION:
            told = "the hint file has version %d, expected %d: install it again"
            raise ParseError(told, head[4], VERSION)
        _, _, balls, faces, positions, self.bits_crc = struct.unpack(HEADER, head[:18])
        if crc32(head[:18]) != struct.unpack("<I", head[18:])[0]:
            raise ParseError("the head of the hint file is damaged: install it again")
        self.numbering = Numbering(faces)
        if balls != BALLS or positions != self.numbering.positions:
            raise ParseError("the hint file is for other balls or squares: install it again")
        self._file = file
        self._end = HEADER_BYTES + (positions + 7 >> 3)
        if file.read_byte(self._end - 1) == NOTHING or file.read_byte(self._end) != NOTHING:
            told = "the hint file has not the length it should, %d bytes: install it again"
            raise ParseError(told, self._end)

    def serves(self, game) -> bool:
        """Whether the file knows this game: its squares are laid out and show these faces."""
        return bytes(sorted(game.holes)) == self.numbering.faces

    def loses(self, game) -> bool:
        """Return whether the side to move loses against best play.  One read."""
        number = self.numbering.number(game)
        return bool(self._file.read_byte(HEADER_BYTES + (number >> 3)) >> (number & 7) & 1)

    def winning_moves(self, game) -> list[int]:
        """Return the moves that keep or bring the win, in the order of ``legal_moves``.

        Empty in a lost, tied or finished game.  One read for each legal move;
        they are tried on a copy.  Raises ValueError for a game it does not serve.
        """
        winning = []
        trial = Game(game.variant, HOME_MADE, game.position_text())
        for move in game.legal_moves():
            trial.step(move)
            if self.loses(trial):
                winning.append(move)
            trial.undo()
        return winning

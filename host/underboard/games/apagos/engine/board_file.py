"""The hint file of Apagos that a board reads: win or loss of every position, one bit each.

Its format is described in ``boardcore.apagos.hints``, which reads it.
"""

import struct
from binascii import crc32

import numpy as np

from boardcore.apagos.hints import HEADER, MAGIC, VERSION
from boardcore.apagos.positions import BALLS
from underboard.games.apagos.engine.solution import Solution
from underboard.games.apagos.engine.values import IMPOSSIBLE


def hint_file(solution: Solution) -> bytes:
    """Return the whole file for one set of faces.

    A bit is set where the side to move loses: the move that leads there wins.
    Ties (home-made squares with even counts) look like wins of the side to
    move, so the board never takes one for a winning move.
    """
    table, numbering = np.asarray(solution.table), solution.numbering
    bits = np.packbits((table < 0) & (table != IMPOSSIBLE), bitorder="little").tobytes()
    head = struct.pack(
        HEADER, MAGIC, VERSION, BALLS, numbering.faces, numbering.positions, crc32(bits)
    )
    return head + struct.pack("<I", crc32(head)) + bits

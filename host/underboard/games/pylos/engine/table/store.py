"""The table as one compressed file, read block by block.

::

    8 bytes   magic and format version
    u32 u32   length and crc32 of what follows up to the blocks
    u32       length of the next part
    JSON      rule set, entries, counts per number of balls, value of the start, seconds
    u32       length of the next part
    u32 x 2B  per block its length and its crc32, all compressed by zlib
    blocks    zlib, or nothing for a block of zeros

A block holds BLOCK entries, one byte each: 0 the mover wins (or the entry has no meaning),
255 a draw, else the mover loses in 2 * (reserve + byte - 1) plies.  A loss takes at least two
plies for every ball of the mover's reserve, so the bytes are small and compress well.
A win's plies are one more than those of the quickest loss that a turn leads to.
"""

import json
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

import numpy as np

from underboard.games.pylos.engine.table.classes import classes_of, popcount
from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.games.pylos.engine.table.values import Unusable
from underboard.jsontype import JsonObject
from underboard.whole_file import replacing

MAGIC = b"UBpylos\x01"
HEAD = struct.Struct("<8sII")
BLOCK = 1 << 15
"""Entries of a block: what zlib can look back on; chosen for look-ups of about 0.1 ms."""
KEPT = 512
"""Unpacked blocks kept in memory: 16 MB."""
DRAW = 255
"""Code of a drawn position; chosen."""
WON, LOST, DRAWN, NO_MEANING = range(4)
PART = 1 << 20
"""Bytes that are read at once; chosen."""
_POPCOUNTS = popcount(np.arange(PART)).astype(np.uint8)


def write(
    path: Path,
    values: np.ndarray,
    rules: RuleSet,
    seconds: list[float],
    jobs: int = 1,
    progress: Callable[[float], None] = lambda _: None,
) -> JsonObject:
    """Write the table with the values of a finished build; return what its header says.

    ``jobs``: threads that compress; ``progress`` gets the share of the entries that are packed.
    """
    classes = classes_of(rules.base)
    counts = [[0, 0, 0] for _ in range(int(classes.balls[-1]) + 1)]
    blocks: list[bytes] = []
    waiting = bytearray()
    packed = 0
    with ThreadPoolExecutor(jobs) as pool:
        for number, balls in enumerate(classes.balls.tolist()):
            start, end = int(classes.starts[number]), int(classes.starts[number + 1])
            for kind, coded in _parts(values[start:end], balls, rules):
                for place, count in enumerate(np.bincount(kind, minlength=4)[:NO_MEANING]):
                    counts[balls][place] += int(count)
                waiting += coded.tobytes()
                whole = len(waiting) // BLOCK * BLOCK
                raw = [waiting[at : at + BLOCK] for at in range(0, whole, BLOCK)]
                blocks += pool.map(_packed, raw)
                del waiting[:whole]
                packed += len(coded)
                progress(packed / len(values))
    if waiting:
        blocks.append(_packed(waiting.ljust(BLOCK, b"\0")))
    about = {
        "rules": list(rules),
        "entries": int(classes.starts[-1]),
        "counts": counts,
        "start": int(values[classes.starts[0]]),
        "seconds": [round(second, 1) for second in seconds],
    }
    index = np.array([(len(block), zlib.crc32(block)) for block in blocks], dtype="<u4")
    sections = [json.dumps(about).encode(), zlib.compress(index.tobytes(), 9)]
    body = b"".join(struct.pack("<I", len(section)) + section for section in sections)
    with replacing(path) as file:
        file.write(HEAD.pack(MAGIC, len(body), zlib.crc32(body)) + body)
        for block in blocks:
            file.write(block)
    return about


def _packed(block: bytearray) -> bytes:
    return zlib.compress(block, 9) if any(block) else b""


def _parts(
    values: np.ndarray, balls: int, rules: RuleSet
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the entries of a class in parts: WON to NO_MEANING, and as the file has them."""
    allowed = rules.own_counts(balls)
    for at in range(0, len(values), PART):
        part = values[at : at + PART]
        own = _POPCOUNTS[: len(part)] + np.uint8(at.bit_count())
        kind = np.where(part == 0, np.uint8(DRAWN), part & 1)
        kind[(own < allowed.start) | (own >= allowed.stop)] = NO_MEANING
        # A class of fewer than 8 entries has room for 8.
        kind[1 << balls :] = NO_MEANING
        late = ((part.astype(np.int16) - 1) >> 1) - (rules.balls - own.astype(np.int16)) + 1
        lost = kind == LOST
        if not np.all((late[lost] > 0) & (late[lost] < DRAW)):
            raise ArithmeticError("the build found a loss sooner than the reserve allows")
        coded = np.where(lost, late, 0).astype(np.uint8)
        coded[kind == DRAWN] = DRAW
        yield kind, coded


class Store:
    """An open table file.  Reads a block when an entry of it is asked for."""

    def __init__(self, path: Path, rules: RuleSet) -> None:
        """Open a file.  Raises OSError, or Unusable unless it is a table of these rules."""
        self._file = path.open("rb")
        try:
            self._read_head(rules)
        except (ValueError, KeyError, TypeError, struct.error, zlib.error) as error:
            self._file.close()
            raise Unusable("%s is damaged, or a table of other rules", path) from error
        self._block = lru_cache(maxsize=KEPT)(self._unpacked)

    def _read_head(self, rules: RuleSet) -> None:
        magic, length, crc = HEAD.unpack(self._file.read(HEAD.size))
        if magic != MAGIC:
            raise ValueError(magic)
        body = self._file.read(length)
        if len(body) != length or zlib.crc32(body) != crc:
            raise ValueError(crc)
        sections = []
        while body:
            (size,) = struct.unpack_from("<I", body)
            sections.append(body[4 : 4 + size])
            body = body[4 + size :]
        self.about = json.loads(sections[0])
        if self.about["rules"] != list(rules):
            raise ValueError(self.about["rules"])
        index = np.frombuffer(zlib.decompress(sections[1]), dtype="<u4").reshape(-1, 2)
        self._lengths, self._crcs = index[:, 0], index[:, 1]
        ends = HEAD.size + length + np.cumsum(self._lengths, dtype=np.int64)
        self._starts = ends - self._lengths
        if self._file.seek(0, os.SEEK_END) != ends[-1]:
            raise ValueError(ends[-1])

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _unpacked(self, number: int) -> bytes:
        length = int(self._lengths[number])
        if not length:
            return b""
        self._file.seek(int(self._starts[number]))
        data = self._file.read(length)
        if zlib.crc32(data) != self._crcs[number]:
            raise Unusable("%s is damaged, or a table of other rules", self._file.name)
        return zlib.decompress(data)

    def byte(self, entry: int) -> int:
        """Return the byte of an entry.  Raises Unusable if its block is damaged."""
        block = self._block(entry // BLOCK)
        return block[entry % BLOCK] if block else 0

    def check(self) -> None:
        """Read every block.  Raises Unusable if one is damaged."""
        for number in range(len(self._lengths)):
            self._unpacked(number)

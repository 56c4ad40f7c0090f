"""Solved tables of Apagos on disk, solved again if damaged.

A file is the header and the table.  The header names format, balls and faces,
so a file of another version or set is never mistaken; its crc32 covers all the
rest.  A file is written beside its place and then moved there, so that nobody
ever reads half of one.
"""

import logging
import struct
from binascii import crc32
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from boardcore.apagos.hints import Numbering
from boardcore.apagos.positions import BALLS
from underboard.errors import UnderboardError
from underboard.whole_file import replacing

if TYPE_CHECKING:
    import numpy as np

MAGIC = b"UBat"
VERSION = 1
"""Version number, chosen anew with the format, the numbering or the meaning of an entry."""
HEADER = struct.Struct("<4sBB4sII")
"""Magic, version, balls, faces, positions, crc32 of the fields before it and the table."""

log = logging.getLogger(__name__)


def default_folder() -> Path:
    """Return where tables are kept for this user."""
    return Path(platformdirs.user_cache_dir("underboard")) / "apagos"


def path_of(faces: bytes, folder: Path | None = None) -> Path:
    """Return the file for a set of faces."""
    name = "-".join(map(str, sorted(faces)))
    return (folder or default_folder()) / f"{name}.table"


def encode(faces: bytes, table: "np.ndarray") -> bytes:
    """Return the file's bytes."""
    body = table.tobytes()
    fields = HEADER.pack(MAGIC, VERSION, BALLS, bytes(sorted(faces)), len(body), 0)[:-4]
    return fields + struct.pack("<I", crc32(body, crc32(fields))) + body


def decode(faces: bytes, data: bytes) -> Sequence[int] | None:
    """Return the table, or None unless these are the whole bytes of one for these faces."""
    wanted = (MAGIC, VERSION, BALLS, bytes(sorted(faces)), Numbering(faces).positions)
    if len(data) != HEADER.size + wanted[-1]:
        return None
    *fields, crc = HEADER.unpack_from(data)
    body = memoryview(data)[HEADER.size :]
    if tuple(fields) != wanted or crc32(body, crc32(data[: HEADER.size - 4])) != crc:
        return None
    return body.cast("b")


def table_of(
    faces: bytes, folder: Path | None = None, progress: Callable[[float], None] | None = None
) -> Sequence[int]:
    """Return the table for these faces, from disk if there is a good one.

    A cache that cannot be read or written costs time, never the answer.
    """
    path = path_of(faces, folder)
    try:
        known = decode(faces, path.read_bytes())
        if known is not None:
            return known
        log.warning("%s is damaged or foreign: solving again", path)
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("%s cannot be read: %s", path, error)
    table = _solved(faces, progress)
    data = encode(faces, table)
    try:
        _write(path, data)
    except OSError as error:
        log.warning("%s cannot be written: %s", path, error)
    return memoryview(data)[HEADER.size :].cast("b")


def _solved(faces: bytes, progress: Callable[[float], None] | None) -> "np.ndarray":
    try:
        # Not at the top: only solving needs NumPy, which a browser tab lacks.
        from underboard.games.apagos.engine.table import solve
    except ModuleNotFoundError as error:
        squares = "-".join(map(str, sorted(faces)))
        raise UnderboardError(
            "solving Apagos (%s) needs NumPy, which is not here", squares
        ) from error
    return solve(faces, progress=progress)


def _write(path: Path, data: bytes) -> None:
    with replacing(path) as file:
        file.write(data)

"""Files that are replaced as a whole.

A program that is killed, a power cut or a full disk leaves the old file or the new one, and
nobody ever reads half of one.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def private_open(path: str, flags: int) -> int:
    """Open a file that its owner alone may read; for ``open(…, opener=private_open)``."""
    return os.open(path, flags, 0o600)


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Yield a file that takes the place of ``path`` when the block ends without an error.

    ``private``: never readable for others, not even for a moment.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(draft, "wb", opener=private_open if private else None) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)

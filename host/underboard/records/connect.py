"""Opening the file of the records, and what its trouble is called."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from underboard.records.models import DamagedFile, RecordsError
from underboard.texts.lazy import reason_of

NO_SHARED_MAP = ("disk I/O error", "locking protocol", "unable to open database file")
"""Error of SQLite where programs cannot share memory, as on most network drives."""


def needs_shared_map(error: Exception) -> bool:
    """Return True if the drive gives programs no shared map, which write-ahead logging needs."""
    return isinstance(error, sqlite3.OperationalError) and any(
        text in str(error) for text in NO_SHARED_MAP
    )


def use_journal(base: sqlite3.Connection, alone: bool) -> None:
    """Use the best journal that works on this drive.

    Write-ahead logging lets others read while a game is written.  ``alone``: the drive has no
    shared map, so the file gets a rollback journal, as safe, one program at a time.
    Raises sqlite3.OperationalError if the drive turns out to have none (``needs_shared_map``).
    """
    base.execute("PRAGMA journal_mode = " + ("DELETE" if alone else "WAL"))
    base.execute("PRAGMA locking_mode = NORMAL")
    base.execute("SELECT count(*) FROM sqlite_master").fetchone()


def check_folder(folder: Path) -> None:
    """Raise RecordsError, with what to do, unless files can be written in a folder."""
    probe = folder / f".{os.getpid()}.new"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        with suppress(OSError):
            probe.unlink()
        raise RecordsError(
            "the data folder %s cannot be written: %s; name another one in UNDERBOARD_DATA, "
            "for example UNDERBOARD_DATA=~/games",
            folder,
            reason_of(error),
        ) from error


def for_all(path: Path, wait_s: float, alone: bool = False) -> sqlite3.Connection:
    """Open a file to read and to write, or make it; ``alone``: no other program at first."""
    base = sqlite3.connect(path, timeout=wait_s, isolation_level=None)
    if alone:
        # SQLite keeps the map in its own memory then, and can convert a file with a log.
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
    return base


def for_reading(path: Path, wait_s: float) -> sqlite3.Connection:
    """Open a file on a disk that may be read-only; a missing or empty one has no games."""
    if not path.exists() or not path.stat().st_size:
        return for_all(Path(":memory:"), wait_s)
    url = f"{path.absolute().as_uri()}?mode=ro"
    base = sqlite3.connect(url, timeout=wait_s, isolation_level=None, uri=True)
    try:
        base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        if not needs_shared_map(error) and "readonly" not in str(error):
            raise
        # Write-ahead logging needs a map of memory that is shared; here nobody can be writing.
        base.close()
        base = sqlite3.connect(f"{url}&immutable=1", isolation_level=None, uri=True)
    return base


def not_opened(path: Path, error: Exception) -> RecordsError:
    """Return why a file cannot be opened."""
    if isinstance(error, (OSError, sqlite3.OperationalError)):
        return RecordsError("the records %s cannot be opened: %s", path, reason_of(error))
    return trouble_of(path, error)


def trouble_of(path: Path, error: Exception) -> RecordsError:
    """Return what SQLite complains of: a file that cannot be used now, or a damaged one."""
    if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
        return RecordsError("the records %s cannot be used: %s", path, reason_of(error))
    return DamagedFile(
        "the records %s are damaged (%s) and were left as they are: move the file "
        "away to begin a new one",
        path,
        reason_of(error),
    )

"""Opening the file of the records, and what its trouble is called."""

import sqlite3
from pathlib import Path

from underboard.records.rows import DamagedFile, RecordsTrouble
from underboard.texts.said import reason_of


def for_all(path: Path, wait_s: float) -> sqlite3.Connection:
    """Open a file to read and to write, or make it."""
    return sqlite3.connect(path, timeout=wait_s, isolation_level=None)


def for_reading(path: Path, wait_s: float) -> sqlite3.Connection:
    """Open a file that may lie on a disk that nobody can write; none at all holds no games."""
    if not path.exists():
        return for_all(Path(":memory:"), wait_s)
    url = f"{path.absolute().as_uri()}?mode=ro"
    base = sqlite3.connect(url, timeout=wait_s, isolation_level=None, uri=True)
    try:
        base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        if "unable to open" not in str(error) and "readonly" not in str(error):
            raise
        # Write-ahead logging wants a file beside it; without one nothing can be in that log.
        base.close()
        base = sqlite3.connect(f"{url}&immutable=1", isolation_level=None, uri=True)
    return base


def not_opened(path: Path, error: Exception) -> RecordsTrouble:
    """Return why a file cannot be opened."""
    if isinstance(error, (OSError, sqlite3.OperationalError)):
        return RecordsTrouble("the records %s cannot be opened: %s", path, reason_of(error))
    return trouble_of(path, error)


def trouble_of(path: Path, error: Exception) -> RecordsTrouble:
    """Return what SQLite complains of: a file that cannot be used now, or a damaged one."""
    if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
        return RecordsTrouble("the records %s cannot be used: %s", path, reason_of(error))
    return DamagedFile(
        "the records %s are damaged (%s) and were left as they are: move the file "
        "away to begin a new one",
        path,
        reason_of(error),
    )

"""Tables of the records, and what is looked at before a file of them is used.

A small file is checked whole.  The time for that grows with the file, so of a large one only
what the next game needs is looked at: its length, the games that were played last, and a game
that is written and taken back again.  Whoever comes upon damage elsewhere leaves a mark beside
the file, and the next program checks all of it.
"""

import sqlite3
import uuid
from contextlib import suppress
from importlib import resources
from pathlib import Path

from underboard.records.connect import use_journal
from underboard.records.mirror import Entry
from underboard.records.models import RecordsError

VERSION = 3
"""Version of the tables; a file with a later one is left alone, an earlier one gets what it
lacks: 2 may hold clocks and ends by players, 3 habits of training."""
MAX_WHOLE = 2 << 20
"""Size of a file that is checked whole, in bytes: about 700 games and 10 ms; chosen,
tests/bench/records.py."""
LATEST = 25
"""Number of the latest games that are checked in a larger database; chosen."""
SUSPECT = "-suspect"
"""End of the name of the mark."""

TABLES = tuple(
    text[text.index("CREATE") :]
    for text in resources.files(__package__).joinpath("tables.sql").read_text("utf-8").split(";")
    if "CREATE" in text
)
LATER = TABLES[2:]
"""Tables that files of version 1 and 2 may lack: clocks, habits of training."""
INDEXES = (
    ("games_of_board", "games(board_id, game_id)"),
    ("games_touched", "games(touched)"),
    ("games_of_board_touched", "games(board_id, touched)"),
)
"""A file of an earlier release gets the ones that it lacks."""
COLUMNS = (
    "number, uuid, board_id, game_id, name, variant, options, start, origin, players, "
    "started, ended, outcome, note, turns"
)
TOUCH = "touched = (SELECT max(touched) + 1 FROM games)"
"""Order in which games were played: a counter, because clocks are set back."""
INSERT_GAME = (
    f"INSERT INTO games ({COLUMNS.removeprefix('number, ')}, touched) VALUES "
    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(touched), 0) + 1 FROM games))"
)
LAST_ENTRY = "SELECT number, chain FROM entries WHERE game = ? ORDER BY number DESC LIMIT 1"
SET_CLOCK = "INSERT OR REPLACE INTO clocks VALUES (?, ?)"
SET_TRAINING = "INSERT OR REPLACE INTO habits VALUES (?, ?)"
INSERT_ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
LAST_OF_BOARD = (
    "SELECT number, turns, outcome, (SELECT count(*) FROM entries WHERE game = games.number) "
    "FROM games WHERE board_id = ? ORDER BY touched DESC LIMIT 1"
)


def prepare(base: sqlite3.Connection, path: Path, reading: bool, alone: bool = False) -> None:
    """Make a file of records fit for use; ``reading``: nothing will be written.

    ``alone``: the drive allows only one program at a time.  Raises sqlite3.Error for a damaged
    file, RecordsError for one of another program.
    """
    # A text that is none is shown with signs for what cannot be read; its game is damaged.
    base.text_factory = lambda raw: raw.decode("utf-8", "replace")
    version = base.execute("PRAGMA user_version").fetchone()[0]
    tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if version > VERSION:
        raise RecordsError(
            "the records %s were written by a later version (tables %s, this one knows "
            "%s): update underboard",
            path,
            version,
            VERSION,
        )
    if version == 0 and tables:
        raise RecordsError(
            "%s is a database of another program: name another folder by UNDERBOARD_DATA", path
        )
    if tables:
        check(base, path, reading)
    if reading and tables:
        return
    use_journal(base, alone)
    # With FULL a committed turn outlives the computer's power cut, not only the program's end.
    base.execute("PRAGMA synchronous = FULL")
    base.execute("PRAGMA foreign_keys = ON")
    if tables:
        _upgrade(base, version)
        _index(base)
    else:
        _create(base)


def check(base: sqlite3.Connection, path: Path, reading: bool = False) -> None:
    """Raise sqlite3.DatabaseError for a file that is damaged, as far as may be seen in time."""
    pages = base.execute("PRAGMA page_count").fetchone()[0]
    size = pages * base.execute("PRAGMA page_size").fetchone()[0]
    mark = mark_of(path)
    if mark.exists():
        _whole(base, "integrity_check")
        with suppress(OSError):
            mark.unlink()
    elif size <= MAX_WHOLE:
        _whole(base, "quick_check")
    else:
        _length(path, size)
        _latest(base)
        if not reading:
            _write(base)


def mark_of(path: Path) -> Path:
    """Return the mark that says: check all of this file."""
    return path.with_name(path.name + SUSPECT)


def suspect(path: Path) -> None:
    """Have the next program check all of a file, if a mark can be written beside it."""
    with suppress(OSError):
        if path.exists():
            mark_of(path).touch()


def _whole(base: sqlite3.Connection, kind: str) -> None:
    found = base.execute(f"PRAGMA {kind}(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _length(path: Path, size: int) -> None:
    """Find a file that was cut off; what is in the log is not in the file yet."""
    with suppress(OSError):
        log = path.with_name(path.name + "-wal")
        if (not log.exists() or not log.stat().st_size) and path.stat().st_size < size:
            raise sqlite3.DatabaseError(f"it ends after {path.stat().st_size} of {size} bytes")


def _latest(base: sqlite3.Connection) -> None:
    """Read the last games, as lists and a board that comes back do."""
    latest = "SELECT * FROM games ORDER BY {} DESC LIMIT ?"
    for order in ("number", "touched"):
        for row in base.execute(latest.format(order), (LATEST,)).fetchall():
            base.execute("SELECT * FROM entries WHERE game = ?", (row[0],)).fetchall()


def _write(base: sqlite3.Connection) -> None:
    """Write a game as play will do, and take it back."""
    try:
        base.execute("BEGIN IMMEDIATE")
        values = (str(uuid.uuid4()), *[""] * 12, 0)
        row = base.execute(INSERT_GAME, values).lastrowid
        base.execute(INSERT_ENTRY, (row, 0, "", "", 0, "", "", ""))
    except sqlite3.OperationalError as error:
        # Locked, full or read-only is not damaged; whoever writes next will say so.
        if "malformed" in str(error):
            raise
    finally:
        if base.in_transaction:
            base.execute("ROLLBACK")


def _index(base: sqlite3.Connection) -> None:
    known = {row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    for name, columns in INDEXES:
        if name not in known:
            # Another program may have been faster, or writes now: then the next one does it.
            with suppress(sqlite3.OperationalError):
                base.execute(f"CREATE INDEX IF NOT EXISTS {name} ON {columns}")


def _upgrade(base: sqlite3.Connection, version: int) -> None:
    # Another program may write now: then the next one does it, and this one keeps no clocks.
    if version < VERSION:
        with suppress(sqlite3.OperationalError):
            base.execute("BEGIN IMMEDIATE")
            if base.execute("PRAGMA user_version").fetchone()[0] < VERSION:
                for table in LATER:
                    base.execute(table.replace("TABLE", "TABLE IF NOT EXISTS", 1))
                base.execute(f"PRAGMA user_version = {VERSION}")
        if base.in_transaction:
            base.execute("COMMIT")


def _create(base: sqlite3.Connection) -> None:
    base.execute("BEGIN IMMEDIATE")
    # Another program may have been faster.
    if not base.execute("PRAGMA user_version").fetchone()[0]:
        for table in TABLES:
            base.execute(table)
        for name, columns in INDEXES:
            base.execute(f"CREATE INDEX {name} ON {columns}")
        base.execute(f"PRAGMA user_version = {VERSION}")
    base.execute("COMMIT")


def marks(values: tuple[object, ...]) -> str:
    """Return a question mark for each value, for VALUES."""
    return f"({', '.join('?' * len(values))})"


def drop_untouched(base: sqlite3.Connection, board_id: str) -> None:
    """Delete the game before if nobody has played a turn of it: another one is begun instead."""
    last = base.execute(LAST_OF_BOARD, (board_id,)).fetchone()
    if last and last[1:] == (0, "", 1):
        base.execute("DELETE FROM entries WHERE game = ?", last[:1])
        base.execute("DELETE FROM games WHERE number = ?", last[:1])


def entry_values(entry: Entry) -> tuple[object, ...]:
    """Return the columns of an entry."""
    return (entry.index, entry.kind, entry.text, entry.ply, entry.side, entry.chain)

"""Records whose file is damaged never stand in the way of a new game.

The file is set aside under another name, nothing of it is deleted, and the games in it that
can still be read are copied into a new one.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from underboard.records.connect import check_folder
from underboard.records.database import BROKEN, HURRY_S, Records, default_path
from underboard.records.models import BrokenGame, DamagedFile, GameRow, RecordsError, entry_of_row
from underboard.records.schema import mark_of
from underboard.texts.lazy import LazyText, reason_of

Row = tuple[object, ...]
"""A row of a table."""

COMPANIONS = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database."""
MAX_SET_ASIDE = 1000
"""Number of names tried for a damaged file; chosen."""


def open_for_play(path: Path | None = None) -> tuple[Records, str]:
    """Open the records for a game; return them, and a sentence on what is unusual about them.

    Raises RecordsError for a file that is locked, read-only or of another program: none of
    these is damaged.
    """
    path = path or default_path()
    check_folder(path.parent)
    try:
        records = Records.open(path, wait_s=HURRY_S)
        return records, "" if records.is_shared else _why_alone(path)
    except DamagedFile:
        aside = set_aside(path)
    records = Records.open(path, wait_s=HURRY_S)
    saved = copy_readable(aside, records)
    return records, _why_set_aside(path, aside, saved)


def _why_set_aside(path: Path, aside: Path, saved: int) -> str:
    return LazyText(
        "the records %s are damaged: they are kept as %s, and %s games of them are in a new file",
        path,
        aside.name,
        saved,
    )


def _why_alone(path: Path) -> str:
    return LazyText(
        "the drive of %s does not let programs share a file: games are saved as safely, but "
        "another Underboard may have to wait",
        path,
    )


def set_aside(path: Path) -> Path:
    """Give a damaged file another name, with what belongs to it; return the name."""
    try:
        for number in range(1, MAX_SET_ASIDE):
            aside = path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")
            if not aside.exists():
                break
        path.rename(aside)
        for end in COMPANIONS:
            with suppress(FileNotFoundError):
                Path(f"{path}{end}").rename(f"{aside}{end}")
        mark_of(path).unlink(missing_ok=True)
    except OSError as error:
        raise RecordsError(
            "the records %s are damaged and cannot be set aside: %s", path, reason_of(error)
        ) from error
    return aside


def copy_readable(damaged: Path, records: Records) -> int:
    """Copy each game that is still whole; return how many there were.

    The turns are held against the rules when a game is opened: for a club's games all at once
    that would take longer than an evening.
    """
    return records.import_rows(readable(damaged))


def readable(path: Path) -> Iterator[tuple[Row, list[Row]]]:
    """Yield the row and the entries of each game that can be read of a damaged file."""
    with suppress(*BROKEN), closing(_connected(path)) as base:
        for number in _numbers(base):
            with suppress(*BROKEN, BrokenGame):
                yield _game(base, number)


def _connected(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    base.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return base


def _numbers(base: sqlite3.Connection) -> list[int]:
    """Return the numbers of the games, as far as they can be read from either end."""
    found: dict[int, None] = {}
    for order in ("ASC", "DESC"):
        with suppress(*BROKEN):
            # By the table itself: an index may be what is damaged.
            for row in base.execute(
                f"SELECT number FROM games NOT INDEXED ORDER BY number {order}"
            ):
                found[row[0]] = None
    return sorted(found)


def _game(base: sqlite3.Connection, number: int) -> tuple[Row, list[Row]]:
    """Return a game's row and entries; raises BrokenGame for values that are none of ours."""
    row = base.execute("SELECT * FROM games WHERE number = ?", (number,)).fetchone()
    entries = base.execute(
        "SELECT * FROM entries WHERE game = ? ORDER BY number", (number,)
    ).fetchall()
    if row is None or type(row[-1]) is not int or not GameRow.is_sound(row[:-1]):
        raise BrokenGame("its row is damaged")
    for at, entry in enumerate(entries):
        if entry_of_row(entry[1:7]).index != at or type(entry[7]) is not str:
            raise BrokenGame("entry %s is damaged", at)
    if not entries:
        raise BrokenGame("it has no entries")
    return row, entries

"""Every game of this computer, in one SQLite file, committed before it is shown.

One row per game and one per entry of its history.  Entries are only ever added, so what
was once written stays, whatever happens to board or program.
"""

import sqlite3
import uuid
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from underboard.data_folder import data_folder
from underboard.errors import UnderboardError
from underboard.records import text_format
from underboard.records.connect import (
    for_all,
    for_reading,
    needs_shared_map,
    not_opened,
    trouble_of,
)
from underboard.records.filters import ALL, GameFilter
from underboard.records.mirror import DivergedHistory, Entry, Mirror, MissingEntry
from underboard.records.models import (
    DAMAGED,
    FORKED,
    BrokenGame,
    DamagedFile,
    GameRow,
    RecordsError,
    entry_of_row,
)
from underboard.records.schema import (
    COLUMNS,
    INSERT_ENTRY,
    INSERT_GAME,
    LAST_ENTRY,
    SET_CLOCK,
    SET_TRAINING,
    TOUCH,
    drop_untouched,
    entry_values,
    marks,
    prepare,
    suspect,
)

WAIT_S = 10.0
"""Time that a command waits for another program that writes, s; chosen."""
HURRY_S = 0.5
"""SQLite lock timeout during a game, s; chosen; the caller retries."""
IMPORTED = "imported"
"""Board of games that came from a file."""
TOO_MANY = 1 << 63
"""The first number that SQLite cannot hold."""

BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""Errors that SQLite raises; the second if its message holds broken letters."""
Rows = list[tuple[Any, ...]]
Texts = list[str]
GameRows = list[GameRow]
Entries = list[Entry]


def utc_now() -> str:
    """Return this moment as the records write it."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def default_path() -> Path:
    """Return the user's own file; $UNDERBOARD_DATA names another folder."""
    return data_folder() / "games.sqlite3"


class Records:
    """The records.  Raises RecordsError, from any method, for a file that does not work.

    ``base``: the open database.  ``wait_s``: how long another program that writes is waited for.
    ``reading``: nothing will be written, so a folder will do in which nothing may be written.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], str] = utc_now,
        wait_s: float = WAIT_S,
        reading: bool = False,
    ) -> None:
        self.path = path
        self._now = now
        self.is_shared = True
        """Whether other programs can use the file while this one has it open."""
        try:
            if not reading:
                path.parent.mkdir(parents=True, exist_ok=True)
            self.base = for_reading(path, wait_s) if reading else for_all(path, wait_s)
        except (OSError, *BROKEN) as error:
            raise not_opened(path, error) from error
        try:
            self._prepare(wait_s, reading)
        except BROKEN as error:
            self.base.close()
            raise self._trouble(error) from error
        except UnderboardError:
            self.base.close()
            raise

    def _prepare(self, wait_s: float, reading: bool) -> None:
        try:
            prepare(self.base, self.path, reading)
        except sqlite3.OperationalError as error:
            if reading or not needs_shared_map(error):
                raise
            self.base.close()
            self.base = for_all(self.path, wait_s, alone=True)
            self.is_shared = False
            prepare(self.base, self.path, reading, alone=True)

    @classmethod
    def open(
        cls, path: Path | None = None, wait_s: float = WAIT_S, reading: bool = False
    ) -> "Records":
        """Open the file, or make it; None: the user's own."""
        return cls(path or default_path(), wait_s=wait_s, reading=reading)

    def __enter__(self) -> "Records":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.base.close()

    # Writing

    def insert(
        self,
        mirror: Mirror,
        board_id: str,
        players: str = "",
        also: "tuple[Entry, str] | None" = None,
    ) -> int:
        """Write a game with all its entries; return its number.

        ``also``: one entry more that is not in the mirror yet, with the outcome after it.
        """
        number = str(uuid.uuid4())
        return self._insert(mirror, board_id, players, number, self._now(), also=also)

    def append(self, number: int, entry: Entry, outcome: str = "") -> None:
        """Write one more entry; ``outcome``: of the game after it.

        The last entry may be written again: whoever was told that a write failed, although
        the disk had it, tries once more.  Raises BrokenGame where it would leave a hole.
        """
        now = self._now()

        def work(base: sqlite3.Connection) -> int:
            last = base.execute(LAST_ENTRY, (number,)).fetchone() or (-1, "")
            if last == (entry.index, entry.chain):
                return 0
            if last[0] != entry.index - 1:
                raise BrokenGame(
                    "game %s in %s ends with entry %s, entry %s does not follow",
                    number,
                    self.path,
                    last[0],
                    entry.index,
                )
            base.execute(INSERT_ENTRY, (number, *entry_values(entry), now))
            return base.execute(
                f"UPDATE games SET turns = ?, outcome = ?, ended = ?, {TOUCH} WHERE number = ?",
                (entry.ply, outcome, now if outcome else "", number),
            ).rowcount

        self._write(work)

    def fork(self, number: int, note: str) -> None:
        """Close our version of a game that the board went on with in another way."""
        change = "outcome = ?, ended = ?, note = ? WHERE number = ?"
        self._update(change, FORKED, self._now(), note, number)

    def set_aside(self, number: int, note: str) -> None:
        """Mark a game that cannot be read; it stays in the file and in nobody's way."""
        change = "outcome = ?, ended = ?, note = ? WHERE number = ?"
        self._update(change, DAMAGED, self._now(), note, number)

    def set_players(self, number: int, players: str) -> None:
        """Write who plays: one name per side, parted by ``|``."""
        self._update("players = ? WHERE number = ?", players, number)

    def set_clock(self, number: int, text: str) -> None:
        """Write how the clock of a game stands; see ``underboard.clocks.clock``."""
        if self._keeps("clocks"):
            self._write(lambda base: base.execute(SET_CLOCK, (number, text)).rowcount)

    def set_training(self, number: int, text: str) -> None:
        """Write how a game is trained; see ``underboard.referee.assist.training_options``."""
        if self._keeps("habits"):
            self._write(lambda base: base.execute(SET_TRAINING, (number, text)).rowcount)

    def touch(self, number: int) -> None:
        """Record that this is the game on its board now."""
        self._update(f"{TOUCH} WHERE number = ?", number)

    def delete(self, number: int) -> "tuple[tuple[Any, ...], Rows]":
        """Delete a game; return what ``import_rows`` takes to restore it.  Raises RecordsError."""
        self.get(number)
        game = self._read("SELECT * FROM games WHERE number = ?", (number,))[0]
        entries = self._read("SELECT * FROM entries WHERE game = ? ORDER BY number", (number,))

        def work(base: sqlite3.Connection) -> int:
            base.execute("DELETE FROM entries WHERE game = ?", (number,))
            return base.execute("DELETE FROM games WHERE number = ?", (number,)).rowcount

        self._write(work)
        return game, entries

    # Reading

    def find(self, board_id: str, game_id: str) -> GameRow | None:
        """Return the game that a board calls so, forked versions and damaged ones left out."""
        row = self._one(
            "WHERE board_id = ? AND game_id = ? AND outcome NOT IN (?, ?) "
            "ORDER BY number DESC LIMIT 1",
            (board_id, game_id, FORKED, DAMAGED),
        )
        return row if row and row.outcome != DAMAGED else None

    def last_unfinished(self, board_id: str) -> GameRow | None:
        """Return the game that was last on a board, if it goes on."""
        row = self._one(
            "WHERE board_id = ? AND outcome NOT IN (?, ?) ORDER BY touched DESC LIMIT 1",
            (board_id, FORKED, DAMAGED),
        )
        return row if row and not row.outcome else None

    def get(self, number: int) -> GameRow:
        """Return one game; raises UnderboardError if there is none with this number."""
        row = self._one("WHERE number = ?", (number,)) if 0 < number < TOO_MANY else None
        if row is None:
            raise UnderboardError(
                "no game %s among the records: see 'underboard games list'", number
            )
        return row

    def list(self, wanted: GameFilter = ALL, most: int = -1) -> GameRows:
        """Return the games that are wanted, the oldest first; ``most``: how many, the latest."""
        condition, values = wanted.condition()
        query = f"SELECT {COLUMNS} FROM games {condition} ORDER BY number DESC LIMIT ?"
        return [GameRow.of(row) for row in reversed(self._read(query, (*values, most)))]

    def count(self, wanted: GameFilter = ALL) -> int:
        """Return how many games are wanted."""
        condition, values = wanted.condition()
        return int(self._read(f"SELECT count(*) FROM games {condition}", values)[0][0])

    def load(self, number: int) -> Mirror:
        """Return a game with all its entries, replayed and checked.

        Raises BrokenGame for one that is no game any more.
        """
        self.get(number)
        try:
            mirror = Mirror.from_entries(self._entries(number))
            if mirror.last < 0:
                raise BrokenGame("it has no entries")
        except (MissingEntry, DivergedHistory, BrokenGame) as error:
            raise BrokenGame("game %s in %s is damaged: %s", number, self.path, error) from error
        return mirror

    def clock(self, number: int) -> str:
        """Return how the clock of a game stood last, empty if it has none."""
        return self._text_of("clocks", number)

    def training(self, number: int) -> str:
        """Return how a game is trained, empty if that was never kept."""
        return self._text_of("habits", number)

    def _text_of(self, table: str, number: int) -> str:
        if not self._keeps(table):
            return ""
        rows = self._read(f"SELECT text FROM {table} WHERE game = ?", (number,))
        return str(rows[0][0]) if rows else ""

    def _keeps(self, table: str) -> bool:
        return bool(self._read("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)))

    def times(self, number: int) -> Texts:
        """Return when each entry of a game was written."""
        query = "SELECT time FROM entries WHERE game = ? ORDER BY number"
        return [str(values[0]) for values in self._read(query, (number,))]

    # In and out

    def export(self, number: int, form: str) -> str:
        """Return a game as "json" (everything) or "text" (the turns that stand)."""
        row, mirror = self.get(number), self.load(number)
        head = text_format.Head(
            uuid=row.uuid,
            board=row.board_id,
            players=row.players,
            started=row.started,
            ended=row.ended,
            outcome=row.outcome,
            note=row.note,
            clock=self.clock(number),
        )
        if form == "json":
            return text_format.json_text(head, mirror, self.times(number))
        if form == "text":
            return text_format.plain_text(head, mirror)
        raise UnderboardError("'%s' is not a form of a record: expected json or text", form)

    def import_text(self, text: str) -> int:
        """Read what ``export`` made; return the game's number.  Raises UnderboardError."""
        head, mirror, times = text_format.parse(text)
        return self.restore(replace(head, board=f"{IMPORTED} {head.board}".strip()), mirror, times)

    def restore(self, head: text_format.Head, mirror: Mirror, times: Sequence[str] = ()) -> int:
        """Write a game that was in other records; raises UnderboardError if it is here already."""
        number = head.uuid or str(uuid.uuid4())
        there = self._one("WHERE uuid = ?", (number,))
        if there:
            raise UnderboardError("this game is among the records already: number %s", there.number)
        return self._insert(
            mirror, head.board, head.players, number, head.started or self._now(), times, head
        )

    def import_rows(self, games: Iterable[tuple[tuple[Any, ...], Rows]]) -> int:
        """Write rows of games, each with its entries, as they were; return how many there were.

        A game that is here already, or whose number is, is left out.
        """

        def work(base: sqlite3.Connection) -> int:
            taken = 0
            for row, entries in games:
                if base.execute(f"INSERT OR IGNORE INTO games VALUES {marks(row)}", row).rowcount:
                    for entry in entries:
                        base.execute(INSERT_ENTRY, entry)
                    taken += 1
            return taken

        return self._write(work)

    # Inside

    def _insert(
        self,
        mirror: Mirror,
        board_id: str,
        players: str,
        number: str,
        started: str,
        times: Sequence[str] = (),
        head: "text_format.Head | None" = None,
        also: "tuple[Entry, str] | None" = None,
    ) -> int:
        outcome = head.outcome if head else mirror.outcome
        entries = list(mirror.entries)
        if also:
            entries.append(also[0])
            outcome = also[1]
        ended = (head.ended if head else "") or (self._now() if outcome else "")
        values = (
            number, board_id, mirror.id, mirror.name, mirror.variant, mirror.options,
            mirror.start, mirror.origin, players, started, ended, outcome,
            head.note if head else "", entries[-1].ply,
        )  # fmt: skip
        now = self._now()

        def work(base: sqlite3.Connection) -> int:
            if not head:
                drop_untouched(base, board_id)
            row = base.execute(INSERT_GAME, values).lastrowid or 0
            for entry in entries:
                time = times[entry.index] if times else now
                base.execute(INSERT_ENTRY, (row, *entry_values(entry), time))
            if head and head.clock and self._keeps("clocks"):
                base.execute(SET_CLOCK, (row, head.clock))
            return row

        return self._write(work)

    def _update(self, change: str, *values: object) -> None:
        """Change one row of games; its number is the last value."""
        self._write(lambda base: base.execute(f"UPDATE games SET {change}", values).rowcount)

    def _write(self, work: Callable[[sqlite3.Connection], int]) -> int:
        """Commit everything that ``work`` does, or nothing; return what it returns."""
        base = self.base
        try:
            # A disk that was full may have refused to roll back, too.
            self._roll_back()
            base.execute("BEGIN IMMEDIATE")
            result = work(base)
            base.execute("COMMIT")
        except BROKEN as error:
            self._roll_back()
            raise self._trouble(error) from error
        except BaseException:
            self._roll_back()
            raise
        return result

    def _roll_back(self) -> None:
        if self.base.in_transaction:
            with suppress(sqlite3.Error):
                self.base.execute("ROLLBACK")

    def _read(self, query: str, values: tuple[object, ...] = ()) -> Rows:
        try:
            return self.base.execute(query, values).fetchall()
        except BROKEN as error:
            raise self._trouble(error) from error

    def _trouble(self, error: Exception) -> RecordsError:
        """Return what SQLite complains of; where the file is damaged, all of it is checked next."""
        trouble = trouble_of(self.path, error)
        if isinstance(trouble, DamagedFile):
            suspect(self.path)
        return trouble

    def _one(self, condition: str, values: tuple[object, ...]) -> GameRow | None:
        rows = self._read(f"SELECT {COLUMNS} FROM games {condition}", values)
        return GameRow.of(rows[0]) if rows else None

    def _entries(self, number: int) -> Entries:
        query = (
            "SELECT number, kind, text, ply, side, chain FROM entries WHERE game = ? "
            "ORDER BY number"
        )
        return [entry_of_row(values) for values in self._read(query, (number,))]

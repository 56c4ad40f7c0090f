"""Records: every game of this computer, in one SQLite file, committed before it is shown.

One row per game and one per entry of its history.  Entries are only ever added, so what
was once written stays, whatever happens to board or program.
"""

import os
import sqlite3
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir

from underboard import notation
from underboard.mirror import Entry, Forked, Gap, Mirror
from underboard.trouble import Trouble

VERSION = 1
"""Of the tables; a file with a later one is left alone."""
FORKED = "forked"
"""Outcome of our version of a game that the board went on with in another way."""
IMPORTED = "imported"
"""Board of games that came from a file."""

TABLES = (
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        board_id TEXT NOT NULL,
        game_id TEXT NOT NULL,
        name TEXT NOT NULL,
        variant TEXT NOT NULL,
        options TEXT NOT NULL,
        start TEXT NOT NULL,
        origin TEXT NOT NULL,
        players TEXT NOT NULL,
        started TEXT NOT NULL,
        ended TEXT NOT NULL,
        outcome TEXT NOT NULL,
        note TEXT NOT NULL,
        turns INTEGER NOT NULL,
        touched INTEGER NOT NULL
    )""",
    """CREATE TABLE entries (
        game INTEGER NOT NULL REFERENCES games(number),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        ply INTEGER NOT NULL,
        side TEXT NOT NULL,
        chain TEXT NOT NULL,
        time TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID""",
    "CREATE INDEX games_of_board ON games(board_id, game_id)",
)
COLUMNS = (
    "number, uuid, board_id, game_id, name, variant, options, start, origin, players, "
    "started, ended, outcome, note, turns"
)
Rows = list[tuple[Any, ...]]
Texts = list[str]
TOUCH = "touched = (SELECT max(touched) + 1 FROM games)"
"""Which game was played last: a counter, because clocks are set back."""


@dataclass(frozen=True)
class GameRow:
    """One game among the records.

    ``outcome``: like ``L:apex`` or ``forked``, empty while it goes on; ``turns``: how many
    stand; ``started`` and ``ended``: UTC, ISO 8601; ``players``: names, parted by ``|``.
    """

    number: int
    uuid: str
    board_id: str
    game_id: str
    name: str
    variant: str
    options: str
    start: str
    origin: str
    players: str
    started: str
    ended: str
    outcome: str
    note: str
    turns: int


GameRows = list[GameRow]
Entries = list[Entry]


def utc_now() -> str:
    """Return this moment as the records write it."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def default_path() -> Path:
    """Return the user's own file; $UNDERBOARD_DATA names another folder."""
    return Path(os.environ.get("UNDERBOARD_DATA") or user_data_dir("underboard")) / "games.sqlite3"


class Records:
    """The records.  Raises Trouble, from any method, for a file that does not work."""

    def __init__(self, path: Path, now: Callable[[], str] = utc_now) -> None:
        self.path = path
        self._now = now
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=10, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise Trouble(f"the records {path} cannot be opened: {_reason(error)}") from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._base.close()
            raise self._damaged(error) from error
        except Trouble:
            self._base.close()
            raise

    @classmethod
    def open(cls, path: Path | None = None) -> "Records":
        """Open the file, or make it; None: the user's own."""
        return cls(path or default_path())

    def __enter__(self) -> "Records":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # Writing

    def begin(self, mirror: Mirror, board_id: str, players: str = "") -> int:
        """Write a game with all its entries; return its number."""
        return self._insert(mirror, board_id, players, str(uuid.uuid4()), self._now())

    def append(self, number: int, entry: Entry, outcome: str = "") -> None:
        """Write one more entry; ``outcome``: of the game after it."""
        now = self._now()

        def work(base: sqlite3.Connection) -> int:
            base.execute(_INSERT_ENTRY, (number, *_entry_values(entry), now))
            return base.execute(
                f"UPDATE games SET turns = ?, outcome = ?, ended = ?, {TOUCH} WHERE number = ?",
                (entry.ply, outcome, now if outcome else "", number),
            ).rowcount

        self._write(work)

    def fork(self, number: int, note: str) -> None:
        """Close our version of a game that the board went on with in another way."""
        change = "outcome = ?, ended = ?, note = ? WHERE number = ?"
        self._update(change, FORKED, self._now(), note, number)

    def set_players(self, number: int, players: str) -> None:
        """Write who plays: one name per side, parted by ``|``."""
        self._update("players = ? WHERE number = ?", players, number)

    def touch(self, number: int) -> None:
        """Note that this is the game on its board now."""
        self._update(f"{TOUCH} WHERE number = ?", number)

    # Reading

    def find(self, board_id: str, game_id: str) -> GameRow | None:
        """Return the game that a board calls so, forked versions left out."""
        return self._one(
            "WHERE board_id = ? AND game_id = ? AND outcome != ? ORDER BY number DESC LIMIT 1",
            (board_id, game_id, FORKED),
        )

    def last_unfinished(self, board_id: str) -> GameRow | None:
        """Return the game that was last on a board, if it goes on."""
        row = self._one(
            "WHERE board_id = ? AND outcome != ? ORDER BY touched DESC LIMIT 1", (board_id, FORKED)
        )
        return row if row and not row.outcome else None

    def row(self, number: int) -> GameRow:
        """Return one game; raises Trouble if there is none with this number."""
        row = self._one("WHERE number = ?", (number,))
        if row is None:
            raise Trouble(f"no game {number} among the records: see 'underboard games list'")
        return row

    def list(self) -> GameRows:
        """Return all games, the oldest first."""
        return [
            GameRow(*values)
            for values in self._read(f"SELECT {COLUMNS} FROM games ORDER BY number")
        ]

    def load(self, number: int) -> Mirror:
        """Return a game with all its entries, replayed and checked."""
        self.row(number)
        try:
            return Mirror.from_entries(self._entries(number))
        except (Gap, Forked) as error:
            raise Trouble(f"game {number} in {self.path} is damaged: {error}") from error

    def times(self, number: int) -> Texts:
        """Return when each entry of a game was written."""
        query = "SELECT time FROM entries WHERE game = ? ORDER BY number"
        return [values[0] for values in self._read(query, (number,))]

    # In and out

    def export(self, number: int, form: str) -> str:
        """Return a game as "json" (everything) or "text" (the turns that stand)."""
        row, mirror = self.row(number), self.load(number)
        head = notation.Head(
            uuid=row.uuid,
            board=row.board_id,
            players=row.players,
            started=row.started,
            ended=row.ended,
            outcome=row.outcome,
            note=row.note,
        )
        if form == "json":
            return notation.json_text(head, mirror, self.times(number))
        if form == "text":
            return notation.plain_text(head, mirror)
        raise Trouble(f"'{form}' is no form of a record: expected json or text")

    def import_text(self, text: str) -> int:
        """Read what ``export`` made, either form; return the new game's number.

        Raises Trouble, naming the line, for a text that is damaged or follows other rules,
        and for a game that is here already.
        """
        head, mirror, times = notation.parse(text)
        number = head.uuid or str(uuid.uuid4())
        there = self._one("WHERE uuid = ?", (number,))
        if there:
            raise Trouble(f"this game is among the records already: number {there.number}")
        return self._insert(
            mirror,
            f"{IMPORTED} {head.board}".strip(),
            head.players,
            number,
            head.started or self._now(),
            times,
            head,
        )

    # Inside

    def _prepare(self) -> None:
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        tables = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version > VERSION:
            raise Trouble(
                f"the records {self.path} were written by a later version (tables {version}, "
                f"this one knows {VERSION}): update underboard"
            )
        if version == 0 and tables:
            raise Trouble(
                f"{self.path} is a database of another program: name another folder "
                f"by UNDERBOARD_DATA"
            )
        if tables:
            check = self._base.execute("PRAGMA quick_check(1)").fetchone()[0]
            if check != "ok":
                raise sqlite3.DatabaseError(check)
        self._base.execute("PRAGMA journal_mode = WAL")
        # With FULL a committed turn outlives the computer's power cut, not only the program's end.
        self._base.execute("PRAGMA synchronous = FULL")
        self._base.execute("PRAGMA foreign_keys = ON")
        if not tables:
            self._create()

    def _create(self) -> None:
        self._base.execute("BEGIN IMMEDIATE")
        # Another program may have been faster.
        if not self._base.execute("PRAGMA user_version").fetchone()[0]:
            for table in TABLES:
                self._base.execute(table)
            self._base.execute(f"PRAGMA user_version = {VERSION}")
        self._base.execute("COMMIT")

    def _insert(
        self,
        mirror: Mirror,
        board_id: str,
        players: str,
        number: str,
        started: str,
        times: Sequence[str] = (),
        head: "notation.Head | None" = None,
    ) -> int:
        outcome = head.outcome if head else mirror.outcome
        ended = (head.ended if head else "") or (self._now() if outcome else "")
        values = (
            number, board_id, mirror.id, mirror.name, mirror.variant, mirror.options,
            mirror.start, mirror.origin, players, started, ended, outcome,
            head.note if head else "", mirror.entries[-1].ply,
        )  # fmt: skip
        now = self._now()

        def work(base: sqlite3.Connection) -> int:
            row = base.execute(_INSERT_GAME, values).lastrowid or 0
            for entry in mirror.entries:
                time = times[entry.index] if times else now
                base.execute(_INSERT_ENTRY, (row, *_entry_values(entry), time))
            return row

        return self._write(work)

    def _update(self, change: str, *values: object) -> None:
        """Change one row of games; its number is the last value."""
        self._write(lambda base: base.execute(f"UPDATE games SET {change}", values).rowcount)

    def _write(self, work: Callable[[sqlite3.Connection], int]) -> int:
        """Commit everything that ``work`` does, or nothing; return what it returns."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                result = work(self._base)
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._damaged(error) from error
        return result

    def _read(self, query: str, values: tuple = ()) -> Rows:
        try:
            return self._base.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._damaged(error) from error

    def _one(self, condition: str, values: tuple) -> GameRow | None:
        rows = self._read(f"SELECT {COLUMNS} FROM games {condition}", values)
        return GameRow(*rows[0]) if rows else None

    def _entries(self, number: int) -> Entries:
        query = (
            "SELECT number, kind, text, ply, side, chain FROM entries WHERE game = ? "
            "ORDER BY number"
        )
        return [Entry(*values) for values in self._read(query, (number,))]

    def _damaged(self, error: sqlite3.Error) -> Trouble:
        if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
            return Trouble(f"the records {self.path} cannot be used: {_reason(error)}")
        return Trouble(
            f"the records {self.path} are damaged ({_reason(error)}) and were left as they are: "
            "move the file away to begin a new one"
        )


_INSERT_GAME = (
    f"INSERT INTO games ({COLUMNS.removeprefix('number, ')}, touched) VALUES "
    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(touched), 0) + 1 FROM games))"
)
_INSERT_ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def _entry_values(entry: Entry) -> tuple:
    return (entry.index, entry.kind, entry.text, entry.ply, entry.side, entry.chain)


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)

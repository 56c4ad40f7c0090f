"""Record: a game on disk, one line of JSON per entry, never rewritten.

The first line is the setup; each further line is an entry or an undo, with a
check of the position it leads to.  A line is on the disk before its effects
are shown.  ``n`` counts lines, so none can be lost or doubled unnoticed.

::

    {"galerapagos":1,"names":["Ada","Basil","Kim"],"seed":7,...}
    {"n":1,"do":{"do":"reveal"},"check":"5f3a91c2"}
    {"n":2,"undo":true,"check":"07c1d2e3"}
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardcore.errors import Unreadable
from underboard.galerapagos.game import Event, Game
from underboard.galerapagos.refusal import Refused
from underboard.galerapagos.switches import Setup
from underboard.trouble import Trouble

VERSION = 1
SUFFIX = ".jsonl"


def _line(parts: dict) -> str:
    # ASCII only: whatever a terminal hands us as a name or a reason can be written and split.
    return json.dumps(parts, separators=(",", ":")) + "\n"


def header(setup: Setup, tournament: dict | None = None) -> str:
    """Return the first line of a record."""
    parts: dict[str, Any] = {
        "galerapagos": VERSION,
        "names": list(setup.names),
        "seed": setup.seed,
        "cards": setup.cards,
        "first": setup.first,
        "switches": setup.switches,
    }
    if tournament:
        parts["tournament"] = tournament
    return _line(parts)


def parse_header(line: str) -> tuple[Setup, dict | None]:
    """Return setup and tournament of a first line.

    Raises Unreadable or Refused if there is no such game.
    """
    parts = _parse(line, 1)
    if parts.get("galerapagos") != VERSION:
        seen = parts.get("galerapagos")
        raise Unreadable(f"line 1: expected a record of version {VERSION}, seen {seen!r}")
    try:
        setup = Setup(
            tuple(str(name) for name in parts["names"]),
            int(parts["seed"]),
            parts["cards"],
            int(parts["first"]),
            dict(parts["switches"]),
        )
        tournament = parts.get("tournament")
        return setup, dict(tournament) if tournament else None
    except (KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"line 1: the setup is damaged ({error})")


def _parse(line: str, number: int) -> dict:
    try:
        parts = json.loads(line)
    except ValueError:
        parts = None
    if not isinstance(parts, dict):
        raise Unreadable(f"line {number}: expected a line of JSON, seen {line.strip()[:40]!r}")
    return parts


class Table:
    """A game and its record, kept together."""

    def __init__(self, game: Game, path: Path | None, tournament: dict | None = None) -> None:
        self.game = game
        self.path = path
        self.tournament = tournament
        self.lines = 0
        self.dropped = 0
        """Bytes of an unfinished last line that a power cut left behind."""
        self._size = 0  # of the file, as we left it

    @classmethod
    def create(cls, path: Path, setup: Setup, tournament: dict | None = None) -> "Table":
        """Begin a record.  Raises Trouble if the file exists or cannot be written."""
        table = cls(Game(setup), path, tournament)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                table._size = _keep(file, header(setup, tournament))
        except OSError as error:
            raise Trouble(f"cannot begin the record {path}: {_reason(error)}")
        return table

    @classmethod
    def resume(cls, path: Path) -> "Table":
        """Play a record again and go on with it; an unfinished last line is dropped.

        Raises Unreadable, and leaves the file as it is, if it is damaged elsewhere.
        """
        whole, torn = _read(path)
        table = cls.replay(whole, path)
        if torn:
            # That entry was never confirmed on the screen: it is entered again by hand.
            with open(path, "r+b") as file:
                file.truncate(len(whole.encode()))
            table.dropped = torn
        table._size = len(whole.encode())
        return table

    @classmethod
    def replay(cls, text: str, path: Path | None = None) -> "Table":
        """Return the game of a record's text.  Raises Unreadable if it cannot be played."""
        where = path or "the record"
        lines = text.split("\n")[:-1]
        if not lines:
            raise Unreadable(f"{where}, line 1: expected a record of Galérapagos, seen nothing")
        try:
            setup, tournament = parse_header(lines[0])
            table = cls(Game(setup), path, tournament)
            for number, line in enumerate(lines[1:], 1):
                table._again(_parse(line, number + 1), number)
        except Unreadable as error:
            raise Unreadable(f"{where}, {error}; the file is left as it is")
        except Refused as error:
            raise Unreadable(f"{where}, line 1: {error} The file is left as it is")
        return table

    def _again(self, parts: dict, number: int) -> None:
        if parts.get("n") != number:
            raise Unreadable(f"line {number + 1}: expected entry {number}, seen {parts.get('n')!r}")
        try:
            if parts.get("undo") is True:
                self.game.undo()
            else:
                self.game.enter(parts.get("do", {}))
        except Refused as error:
            raise Unreadable(f"line {number + 1}: {error}")
        except (TypeError, KeyError, AttributeError) as error:
            raise Unreadable(f"line {number + 1}: no entry of this game ({error})")
        if self.game.check() != parts.get("check"):
            raise Unreadable(
                f"line {number + 1}: expected check {self.game.check()}, "
                f"seen {parts.get('check')!r}"
            )
        self.lines = number

    def enter(self, event: Event) -> list[dict]:
        """Take one entry and keep it; return its effects only when it is on the disk."""
        effects = self.game.enter(event)
        self._append({"do": event})
        return effects

    def undo(self) -> Event:
        """Take the last entry back; the record keeps both."""
        event = self.game.undo()
        self._append({"undo": True})
        return event

    def redo(self) -> list[dict]:
        """Enter again what was taken back last."""
        event = self.game.redoable[-1] if self.game.redoable else {}
        effects = self.game.redo()
        self._append({"do": event})
        return effects

    def _append(self, parts: dict) -> None:
        self.lines += 1
        if self.path is None:
            return
        line = _line({"n": self.lines, **parts, "check": self.game.check()})
        try:
            with open(self.path, "a", encoding="utf-8", newline="\n") as file:
                if file.tell() != self._size:
                    raise Trouble(
                        f"another program has written to the record {self.path}: expected "
                        f"{self._size} bytes, seen {file.tell()}; close the other moderator and "
                        "resume, the last entry made here is not kept"
                    )
                self._size = _keep(file, line)
        except OSError as error:
            raise Trouble(f"cannot write to the record {self.path}: {_reason(error)}")


def _keep(file: Any, line: str) -> int:
    """Write a line through to the disk; return how long the file is now."""
    file.write(line)
    file.flush()
    os.fsync(file.fileno())
    return file.tell()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _read(path: Path) -> tuple[str, int]:
    """Return the whole lines of a file, and the length of an unfinished last one."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Trouble(f"cannot read the record {path}: {_reason(error)}")
    end = data.rfind(b"\n") + 1
    try:
        return data[:end].decode(), len(data) - end
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Unreadable(f"{path}, line {line}: not UTF-8 text; the file is left as it is")


def records(folder: Path) -> Iterator[Path]:
    """Return the records in a folder, the newest first."""
    return iter(sorted(folder.glob(f"*{SUFFIX}"), reverse=True))


def new_path(folder: Path, stamp: str) -> Path:
    """Return a free path for a game begun at ``stamp`` (like 20260301-201500)."""
    path = folder / f"{stamp}{SUFFIX}"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stamp}-{number}{SUFFIX}"
    return path


def unfinished(folder: Path) -> tuple[Table | None, list[str]]:
    """Resume the newest game that is not over; also return a sentence per damaged record."""
    damaged: list[str] = []
    for path in records(folder):
        try:
            whole, _ = _read(path)
            if not Table.replay(whole, path).game.over:
                return Table.resume(path), damaged
        except (Unreadable, Trouble) as error:
            damaged.append(str(error))
    return None, damaged

"""A game on disk, one line of JSON per entry, never rewritten.

The first line is the setup and a commitment to the game's secret; each further line is an
entry or an undo, with a check of the position it leads to.  A line is on the disk before
its effects are shown.  ``n`` counts lines, so none can be lost or doubled unnoticed.  Votes,
and cards that change hands unseen, are sealed (``sealing``); their keys and the secret lie
in the key file beside the record (``vault``).  Showing a ballot adds the keys of the votes
that counted, or their totals where votes stay secret.  The last line tells the secret::

    {"galerapagos":2,"names":["Ada","Basil","Kim"],"secret":"b5d0…",...}
    {"n":1,"do":{"do":"reveal"},"check":"5f3a91c2"}
    {"n":2,"undo":true,"check":"07c1d2e3"}
    {"n":9,"do":{"do":"cast","voter":2,"ballot":1},"sealed":"9ac0…","check":"47f10b6e"}
    {"n":12,"do":{"do":"show"},"open":{"9":"a2c4…",...},"check":"11d8e9aa"}
    {"n":80,"closed":"3e07…"}
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from boardcore.errors import ParseError
from underboard.errors import UnderboardError
from underboard.galerapagos.records.crypto import line_check, line_key, open_seal, seal, secret_of
from underboard.galerapagos.records.header import VERSION, header, line_of, parse_header
from underboard.galerapagos.records.key_file import SUFFIX as KEY_SUFFIX
from underboard.galerapagos.records.key_file import KeyFile, private_folder
from underboard.galerapagos.rules.game import Event, Game
from underboard.galerapagos.state.ballot import OPEN, SEALED, Ballot
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject
from underboard.texts.lazy import LazyText, reason_of
from underboard.whole_file import private_open

PAUSE_SUFFIX = ".paused"
"""A file of that name beside a record says that its table rests."""
HIDDEN = {"cast": "target", "give": "card", "pick": "card"}
"""Entries of which one field is sealed, and that field."""


def _parse(line: str, number: int) -> JsonObject:
    if not line.isascii():
        raise ParseError("line %s: expected ASCII text, seen other bytes", number)
    try:
        parts = json.loads(line)
    except ValueError:
        parts = None
    if not isinstance(parts, dict):
        raise ParseError("line %s: expected a line of JSON, seen %r", number, line.strip()[:40])
    return parts


class Damaged(ParseError):
    """A record that can be played up to a line; ``whole`` is the text before it."""

    def __init__(self, message: str, whole: str, entries: int) -> None:
        super().__init__(message)
        self.whole = whole
        self.entries = entries


class RecordedGame:
    """A game and its record, kept together."""

    def __init__(
        self,
        game: Game,
        path: Path | None,
        tournament: JsonObject | None = None,
        vault: KeyFile | None = None,
    ) -> None:
        self.game = game
        self.path = path
        self.tournament = tournament
        self.vault = vault or KeyFile(secret_of(game.setup.seed))
        self.lines = 0
        self.opened = 0
        """The line that opened the ballot of the moment, or its second part (crystal ball)."""
        self.closed = False
        """Whether the secret is in the record: nothing can be entered any more."""
        self.dropped = 0
        """Bytes of an unfinished last line that a power cut left behind."""
        self.reopened = False
        """Votes had to be taken back on resuming, because their keys are gone."""
        self.told: Callable[[list[JsonObject]], None] = lambda effects: None
        """Called with the effects of each entry as soon as it is on the disk."""
        self.admit: Callable[[str], None] = lambda name: None
        """Called with the name of each entry, "undo" and "redo"; raises Refused to prevent it."""
        self._paused = path is not None and path.with_suffix(PAUSE_SUFFIX).exists()
        self._size = 0  # of the file, as we left it
        self._told: list[tuple[int, int]] = []  # line and ballot of each entry of the game
        self._round: tuple[int, str] | None = None

    @classmethod
    def create(
        cls, path: Path, setup: Setup, tournament: JsonObject | None = None
    ) -> "RecordedGame":
        """Begin a record.  Raises UnderboardError if the file exists or cannot be written."""
        table = cls(Game(setup), path, tournament)
        try:
            private_folder(path.parent)
            with open(path, "x", encoding="utf-8", newline="\n", opener=private_open) as file:
                table.vault = KeyFile.create(path, setup.seed)
                table._size = _keep(file, header(setup, tournament))
        except OSError as error:
            raise UnderboardError("cannot begin the record %s: %s", path, reason_of(error))
        return table

    @classmethod
    def resume(cls, path: Path) -> "RecordedGame":
        """Play a record again and go on with it; an unfinished last line is dropped.

        Raises ParseError, and leaves the file as it is, if it is damaged elsewhere.
        """
        whole, torn = read_whole(path)
        table = cls.replay(whole, path)
        if torn:
            # That entry was never confirmed on the screen: it is entered again by hand.
            with open(path, "r+b") as file:
                file.truncate(len(whole))
            table.dropped = torn
        table._size = len(whole)
        if table.closed:
            table.vault.remove()
        else:
            table._tidy()
            table._withdraw_sealed()
        return table

    @classmethod
    def replay(
        cls, text: str, path: Path | None = None, vault: KeyFile | None = None
    ) -> "RecordedGame":
        """Return the game of a record's text; its keys lie beside ``path`` if not given.

        Raises ParseError if it cannot be played, Damaged if there is something before that.
        """
        where = path or "the record"
        lines = text.split("\n")[:-1]
        if not lines:
            raise ParseError("%s, line 1: expected a record of Galérapagos, seen nothing", where)
        done = 0
        try:
            first = _parse(lines[0], 1)
            if first.get("galerapagos") != VERSION:
                seen = first.get("galerapagos")
                raise ParseError("line 1: expected a record of version %s, seen %r", VERSION, seen)
            keys = _keys_in(lines)
            vault = _vault_of(lines, path, vault)
            setup, tournament = parse_header(first, vault.secret)
            table = cls(Game(setup), path, tournament, vault)
            for number, line in enumerate(lines[1:], 1):
                table._again(_parse(line, number + 1), number, keys)
                done = number
        except ParseError as error:
            text = LazyText("%s, %s; the file is left as it is", where, error)
            if done:
                raise Damaged(text, "\n".join(lines[: done + 1]) + "\n", done)
            raise ParseError(text)
        except Refused as error:
            raise ParseError("%s, line 1: %s The file is left as it is", where, error)
        return table

    def _again(self, parts: JsonObject, number: int, keys: dict[str, bytes]) -> None:
        if parts.get("n") != number:
            raise ParseError(
                "line %s: expected entry %s, seen %r", number + 1, number, parts.get("n")
            )
        if "closed" in parts:
            self.lines, self.closed = number, True
            return
        if self.closed:
            raise ParseError("line %s: the game was closed before", number + 1)
        ballot = self.game.camp.ballot
        try:
            if parts.get("undo") is True:
                last = self.game.last
                self.game.undo()
                self._told.pop(last)
            else:
                self.game.replay(self._opened_event(parts, number, keys))
                self._told.append((number, ballot.number if ballot else 0))
        except (Refused, ParseError) as error:
            raise ParseError("line %s: %s", number + 1, error)
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            raise ParseError("line %s: no entry of this game (%s)", number + 1, error)
        seen = parts.pop("check", None)
        check = self._check(parts)
        if check != seen:
            raise ParseError("line %s: expected check %s, seen %r", number + 1, check, seen)
        self.lines = number
        self._note_round()

    def _opened_event(self, parts: JsonObject, number: int, keys: dict[str, bytes]) -> Event:
        """Return the entry of a line with what is sealed in it."""
        event = dict(parts.get("do", {}))
        if "totals" in parts:
            event["totals"] = dict(parts["totals"])
        if "sealed" not in parts:
            return event
        field = HIDDEN[event["do"]]
        if field == "card":
            event[field] = open_seal(line_key(self.vault.secret, number), parts["sealed"])
            return event
        ballot = self.game.camp.ballot
        key = keys.get(str(number))
        if key is None and ballot and ballot.number in self.vault.votes:
            key = line_key(self.vault.votes[ballot.number], number)
        event[field] = int(open_seal(key, parts["sealed"])) if key else SEALED
        return event

    def enter(self, event: Event) -> list[JsonObject]:
        """Take one entry and keep it; return its effects only when it is on the disk."""
        self.admit(str(event.get("do")))
        ballot = self.game.camp.ballot
        effects = self.game.enter(event)
        self._keep_entry(event, ballot)
        self.told(effects)
        return effects

    def undo(self) -> Event:
        """Take the last entry back; the record keeps both."""
        self.admit("undo")
        last = self.game.last
        event = self.game.undo()
        self._told.pop(last)
        self._append({"undo": True})
        return event

    def redo(self) -> list[JsonObject]:
        """Enter again what was taken back last."""
        self.admit("redo")
        event = self.game.redoable[-1] if self.game.redoable else {}
        ballot = self.game.camp.ballot
        effects = self.game.redo()
        self._keep_entry(event, ballot)
        self.told(effects)
        return effects

    @property
    def paused(self) -> bool:
        """Whether the table rests; that outlives a restart, and is no step of the game."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._paused = paused
        if self.path:
            mark = self.path.with_suffix(PAUSE_SUFFIX)
            try:
                if paused:
                    mark.touch(0o600)
                else:
                    mark.unlink(missing_ok=True)
            except OSError as error:
                raise UnderboardError("cannot write %s: %s", mark, reason_of(error))

    def close(self) -> None:
        """Reveal the secret in the record: the evening is over, and the key file goes."""
        if self.closed:
            return
        self._write({"n": self.lines + 1, "closed": self.vault.secret.hex()})
        self.lines += 1
        self.closed = True
        self.vault.remove()

    def _keep_entry(self, event: Event, ballot: Ballot | None) -> None:
        """Write an entry; ``ballot`` is the one that was under way before it."""
        name, number = event["do"], self.lines + 1
        field = HIDDEN.get(name)
        parts: JsonObject = {"do": event}
        if field and field in event:
            parts["do"] = {key: value for key, value in event.items() if key != field}
            if self.path:
                try:
                    vote = ballot if name == "cast" else None
                    key = self.vault.vote_key(vote.number) if vote else self.vault.secret
                    parts["sealed"] = seal(line_key(key, number), str(event[field]))
                except OSError as error:
                    raise UnderboardError("cannot write the key file: %s", reason_of(error))
        self._told.append((number, ballot.number if ballot else 0))
        if name == "show" and ballot:
            parts |= self._shown(ballot)
        self._append(parts)
        self._tidy()

    def _shown(self, ballot: Ballot) -> JsonObject:
        """Return what showing a ballot adds: keys of its votes, or totals where they are secret."""
        if self.game.setup.on("votes") == "secret":
            return {"totals": {str(seat): n for seat, n in ballot.count(ballot.shown()).items()}}
        counted = {voter for voter, _ in ballot.shown()}
        lines: dict[int, int] = {}
        for event, (line, number) in zip(self.game.entries, self._told):
            if number == ballot.number and event["do"] == "cast":
                lines[event["voter"]] = line
            elif number == ballot.number and event["do"] == "withdraw":
                lines.pop(event["voter"], None)
        master = self.vault.votes.get(ballot.number)
        if not master:
            return {}
        votes = [line for voter, line in lines.items() if voter in counted]
        return {"open": {str(line): line_key(master, line).hex() for line in sorted(votes)}}

    def _tidy(self) -> None:
        """Destroy the keys of ballots that are over."""
        ballot = self.game.camp.ballot
        live = {ballot.number} if ballot else set()
        if not ballot and self.game.redoable:
            return
        for number in [n for n in self.vault.votes if n not in live]:
            self.vault.forget_votes(number)

    def _withdraw_sealed(self) -> None:
        """Take back votes of an open ballot that no key opens: the end of a record was cut off."""
        ballot = self.game.camp.ballot
        if ballot and ballot.state == OPEN:
            for voter in [v for v, target in ballot.votes.items() if target == SEALED]:
                self.enter({"do": "withdraw", "voter": int(voter)})
                self.reopened = True

    def _append(self, parts: JsonObject) -> None:
        parts = {"n": self.lines + 1, **parts}
        self._write({**parts, "check": self._check(parts)})
        self.lines += 1
        self._note_round()

    def _check(self, parts: JsonObject) -> str:
        """Return the check of a line that led to the position of now."""
        position = self.game.camp.text(votes=False)
        return line_check(self.vault.secret, json.dumps(parts, sort_keys=True) + position)

    def _note_round(self) -> None:
        ballot = self.game.camp.ballot
        now = (ballot.number, ballot.state) if ballot else None
        if now != self._round:
            self._round, self.opened = now, self.lines

    def _write(self, parts: JsonObject) -> None:
        if self.path is None:
            return
        try:
            with open(self.path, "a", encoding="utf-8", newline="\n", opener=private_open) as file:
                if file.tell() != self._size:
                    raise UnderboardError(
                        "another program has written to the record %s: expected %s bytes, "
                        "seen %s; close the other moderator and resume, the last entry made "
                        "here is not kept",
                        self.path,
                        self._size,
                        file.tell(),
                    )
                self._size = _keep(file, line_of(parts))
        except OSError as error:
            raise UnderboardError("cannot write to the record %s: %s", self.path, reason_of(error))


def _keys_in(lines: list[str]) -> dict[str, bytes]:
    """Return the keys of votes that were shown, by line number."""
    keys: dict[str, bytes] = {}
    for line in lines[1:]:
        if '"open":{' in line:
            try:
                keys |= {n: bytes.fromhex(key) for n, key in json.loads(line)["open"].items()}
            except (ValueError, KeyError, TypeError, AttributeError):
                continue  # this line is refused when it is played
    return keys


def _vault_of(lines: list[str], path: Path | None, vault: KeyFile | None) -> KeyFile:
    """Return the keys of a record: its own secret if it is closed, else those of its file."""
    if '"closed":' in lines[-1]:
        try:
            return KeyFile(
                bytes.fromhex(json.loads(lines[-1])["closed"]),
                path.with_suffix(KEY_SUFFIX) if path else None,
            )
        except (ValueError, KeyError, TypeError):
            pass
    vault = vault or (KeyFile.beside(path) if path else None)
    if vault is None:
        raise ParseError("line 1: this game is not closed yet, and the file with its keys is gone")
    return vault


def _keep(file: TextIO, line: str) -> int:
    """Write a line through to the disk; return how long the file is now."""
    file.write(line)
    file.flush()
    os.fsync(file.fileno())
    return file.tell()


def read_whole(path: Path) -> tuple[str, int]:
    """Return the whole lines of a file, and the length of an unfinished last one.

    A byte that is no ASCII is one character that no line may have.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnderboardError("cannot read the record %s: %s", path, reason_of(error))
    end = data.rfind(b"\n") + 1
    return data[:end].decode("latin-1"), len(data) - end

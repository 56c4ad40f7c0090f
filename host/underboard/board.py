"""Board: the board seen from the host: greet, mirror, record, command, come back.

The board owns the game.  What it tells is replayed in a mirror, committed to the records,
and only then told to whoever asked.  What a board has lost in a power cut is given back to
it.  Nothing here waits for a board that has gone: it is there again when it is.
"""

import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardcore import linkstate, wire
from boardcore.errors import IllegalMove, Unreadable
from boardcore.linkstate import GREETING, READY, REFUSED
from boardcore.wire import Message, pack, unpack
from underboard import __version__
from underboard.link import LinkClosed
from underboard.mirror import BLANK, Entry, Forked, Gap, Mirror, entry_of
from underboard.news import (
    Cues,
    CuesChanged,
    Down,
    EntryAdded,
    Event,
    GameChanged,
    Hello,
    Refused,
    State,
    StateChanged,
    Up,
)
from underboard.records import Records
from underboard.trouble import Trouble

__all__ = [
    "Board", "Cues", "CuesChanged", "Down", "EntryAdded", "Event", "GameChanged", "Hello",
    "Refused", "State", "StateChanged", "Up",
]  # fmt: skip

SOFTWARE = f"underboard-{__version__}"
HELLO_S = linkstate.HELLO_MS / 1000
SILENCE_S = linkstate.SILENCE_MS / 1000
HAVE_S = linkstate.BEAT_MS / 1000
"""How often the board is told what is here; it is our heartbeat, too."""
ASK_S = 0.25
"""After a gap: so long between two questions, because lines on their way may fill it."""
REOPEN_S = 0.25
"""How often a port that has gone is tried again."""
TURN_S = 0.1
"""The longest wait for lines; after it is looked at what is due."""
ANSWER_S = 1.0
TRIES = 3
NOT_THERE_S = 10.0
"""So long a command waits for a board that has gone."""
FORKS_MOST = 2
GIVES_MOST = 5
"""So often in a row the same game is given back."""


@dataclass
class _Order:
    """A command on its way to the board."""

    id: str
    kind: str
    fields: tuple[object, ...]
    tries: int = 0
    sent_s: float = 0.0
    done: bool = False
    trouble: Exception | None = None


class Board:
    """One board.

    ``open_link()`` returns a Link or raises LinkClosed.  ``clock`` and ``sleep`` are in
    seconds.  ``give_back``: whether a board that has lost its game gets it back; not for
    a board that is new each time, like a simulated one.
    """

    def __init__(
        self,
        open_link: Callable[[], Any],
        records: Records,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        *,
        give_back: bool = True,
        run_id: str = "",
    ) -> None:
        self.mirror: Mirror | None = None
        self.row = 0
        """Number of the mirror's game in the records, 0 if not written yet."""
        self.state: State | None = None
        self.cues: Cues | None = None
        self.hello: Hello | None = None
        self.linkstate = linkstate.DOWN
        self.in_step = False
        """The board has said that it stands where the mirror stands."""
        self.damaged_there = 0
        """How many lines of ours reached the board damaged."""
        self.free_bytes = 0
        self._open_link = open_link
        self._records = records
        self._clock = clock
        self._sleep = sleep
        self._give_back = give_back
        self._run_id = run_id or secrets.token_hex(3)
        self._commands = 0
        self._link: Any = None
        self._events: list[Event] = []
        self._orders: deque[_Order] = deque()
        self._blank: Mirror | None = None  # what a board has instead of the game it lost
        self._giving: list[Entry] = []
        self._gives = 0
        self._forks = 0
        self._suspect = False  # an entry did not fit; a beat will tell whether it is our game
        self._asking = False
        self._beaten = False  # each beat is answered at once: its clock may run faster than ours
        self._refusal = ""
        long_ago = clock() - 60
        self._heard_s = self._hello_s = self._have_s = self._reopen_s = long_ago
        self._progress_s = long_ago
        self._hear_kind: dict[str, Callable[[tuple[str, ...]], None]] = {
            "hello": self._hear_hello,
            "beat": self._hear_beat,
            "state": self._hear_state,
            "cues": self._hear_cues,
            "ok": self._hear_ok,
            "no": self._hear_no,
        }

    # For those who play

    def meet(self, timeout_s: float = 6.0) -> Hello:
        """Open the port and wait until board and mirror are in step.

        Raises LinkClosed for a port that cannot be opened, Trouble if no Underboard of
        our version answers in time.  Events of the meeting come with the next step.
        """
        if self._link is None:
            self._open()
        self._progress_s = start = self._clock()
        while not self.in_step:
            self._turn(TURN_S)
            if self._link is None and self._events:
                raise Trouble(next(e.reason for e in self._events if isinstance(e, Down)))
            if self.linkstate == REFUSED:
                raise Trouble(self._refusal)
            if self._clock() - self._progress_s > timeout_s:
                raise Trouble(self._why_not_met(self._heard_s >= start, timeout_s))
        assert self.hello
        return self.hello

    def step(self, timeout_s: float = 0.0) -> list[Event]:
        """Do what is due; wait at most so long for something to happen, and return it."""
        end = self._clock() + timeout_s
        while True:
            self._turn(min(max(end - self._clock(), 0.0), TURN_S))
            if self._events or self._clock() >= end:
                events, self._events = self._events, []
                return events

    def command(self, kind: str, *fields: object) -> None:
        """Send ``new``, ``back``, ``press`` or ``hint`` and wait until the board has done it.

        Raises IllegalMove or Unreadable if the board refuses, Trouble if it does not
        answer.  What happens meanwhile is returned by the next step.
        """
        order = self._order(kind, fields)
        end = self._clock() + NOT_THERE_S
        while not order.done:
            self._turn(TURN_S)
            if self.linkstate != READY and self._clock() >= end:
                order.done = True
                order.trouble = Trouble(f"the board is not there to take '{kind}': {self._where()}")
        if order in self._orders:
            self._orders.remove(order)
        if order.trouble:
            raise order.trouble

    def new_game(self, name: str, variant: str = "", options: str = "", start: str = "") -> Mirror:
        """Begin a game on the board and wait until it is mirrored; raises as ``command``."""
        before = self.mirror.id if self.mirror else ""
        self.command("new", name, pack(variant), pack(options), pack(start))
        self._wait_until(
            lambda: self.mirror is not None and self.mirror.id != before and self.in_step,
            "the new game",
        )
        assert self.mirror
        return self.mirror

    def take_back(self, ply: int) -> None:
        """Undo to this ply and wait until it is mirrored; raises as ``command``."""
        last = self.mirror.last if self.mirror else -1
        already = self.mirror is not None and self.mirror.game.ply == ply
        self.command("back", ply)
        self._wait_until(
            lambda: already or (self.mirror is not None and self.mirror.last > last),
            "the turn taken back",
        )

    def close(self) -> None:
        """Say goodbye and close the port."""
        if self._link is None:
            return
        try:
            if self.linkstate == READY:
                self._link.send("bye")
        except LinkClosed:
            pass
        self._link.close()
        self._link = None
        self.linkstate = linkstate.DOWN

    # One turn

    def _turn(self, timeout_s: float) -> None:
        if self._link is None and not self._reopen():
            if timeout_s > 0:
                self._sleep(min(timeout_s, REOPEN_S))
            return
        try:
            self._speak()
            for message in self._link.poll(timeout_s):
                if wire.is_known(message):
                    self._heard_s = self._clock()
                    self._hear(message)
            self._speak()
        except LinkClosed as error:
            self._down(str(error))

    def _open(self) -> None:
        self._link = self._open_link()
        self.linkstate = linkstate.advance(self.linkstate, linkstate.OPENED)
        self._hello_s = self._clock() - HELLO_S

    def _reopen(self) -> bool:
        now = self._clock()
        if now - self._reopen_s < REOPEN_S:
            return False
        self._reopen_s = now
        try:
            self._open()
        except LinkClosed:
            return False
        return True

    def _down(self, reason: str) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None
        self.linkstate = linkstate.advance(self.linkstate, linkstate.CLOSED)
        self._part(reason)

    def _part(self, reason: str) -> None:
        """Forget what holds only while the board is there."""
        self.in_step = self._suspect = False
        self._blank = None
        self._stop_giving()
        self._events.append(Down(reason))

    # Speaking

    def _speak(self) -> None:
        now = self._clock()
        if self.linkstate == READY and now - self._heard_s > SILENCE_S:
            self.linkstate = linkstate.advance(self.linkstate, linkstate.SILENCE)
            self._part(f"the board is silent: expected a line each second {self._where()}")
        if self.linkstate == GREETING and now - self._hello_s >= HELLO_S:
            self._say_hello()
        elif self.linkstate == READY:
            since = now - self._have_s
            if self._beaten or since >= HAVE_S or (self._asking and since >= ASK_S):
                self._say_have()
            self._say_order(now)

    def _say_hello(self) -> None:
        self._hello_s = self._clock()
        self._link.send("hello", wire.VERSION, SOFTWARE)

    def _say_have(self) -> None:
        self._asking = self._beaten = False
        self._have_s = self._clock()
        known = self._blank or self.mirror
        if known is None:
            self._link.send("have", "-", 0, "-")
        else:
            self._link.send("have", known.id, known.last, known.chain)

    def _say_order(self, now: float) -> None:
        if not self._orders:
            return
        order = self._orders[0]
        if order.tries and now - order.sent_s < ANSWER_S:
            return
        if order.tries == TRIES:
            self._finish(
                Trouble(
                    f"the board does not answer '{order.kind}': expected ok or no, "
                    f"tried {TRIES} times {self._where()}"
                )
            )
            return
        order.tries += 1
        order.sent_s = now
        self._link.send(order.kind, order.id, *order.fields)

    def _order(self, kind: str, fields: tuple[object, ...]) -> _Order:
        self._commands += 1
        order = _Order(f"{self._run_id}-{self._commands}", kind, fields)
        self._orders.append(order)
        return order

    def _finish(self, trouble: Exception | None) -> None:
        order = self._orders.popleft()
        order.done = True
        order.trouble = trouble
        if order.kind == "load":
            self._given(trouble)

    # Hearing

    def _hear(self, message: Message) -> None:
        if message.kind == "hello":
            self._hear_hello(tuple(message.fields))
        elif self.linkstate != READY:
            # Lines of before we met: the board does not know us yet, or we refuse it.
            return
        elif message.kind == "game":
            self._hear_game(entry_or_none(message))
        elif message.kind in ("turn", "undo"):
            self._hear_entry(entry_or_none(message))
        elif message.kind in self._hear_kind:
            self._hear_kind[message.kind](tuple(message.fields))

    def _hear_hello(self, fields: tuple[str, ...]) -> None:
        if len(fields) < 7:
            return  # another computer's, or an echo of ours
        hello = Hello(*fields[:7])
        if hello.version.split(".")[0] != str(wire.VERSION_MAJOR):
            self._refuse(hello)
            return
        before, self.hello = self.hello, hello
        was, self.linkstate = self.linkstate, linkstate.advance(self.linkstate, linkstate.HELLO)
        again = before is not None and before.boots != hello.boots
        if before is None or before.board_id != hello.board_id:
            self._resume(hello)
        if was != READY or again:
            self.in_step = self._suspect = False
            self._forks = 0
            self._blank = None
            self._stop_giving()
            self._events.append(Up(hello))
            if self.mirror:
                self._events.append(GameChanged(self.mirror))
        self._progress_s = self._clock()
        if self._clock() - self._hello_s >= HELLO_S:
            # It greets by itself, so it has not heard us (it was started just now).
            self._say_hello()
        self._say_have()

    def _refuse(self, hello: Hello) -> None:
        before, self.linkstate = (
            self.linkstate,
            linkstate.advance(self.linkstate, linkstate.OTHER_MAJOR),
        )
        self.hello = hello
        if before != REFUSED:
            self._refusal = (
                f"the board speaks version {hello.version} of the wire (firmware "
                f"{hello.software}), this program {wire.VERSION}: bring both to the same "
                "release, 'underboard board install' puts ours on the board"
            )
            if before != GREETING or self._clock() - self._hello_s >= HELLO_S:
                self._say_hello()
            self._part(self._refusal)
            self._events.append(Refused("version", self._refusal))

    def _resume(self, hello: Hello) -> None:
        """Take up the game that this board had when we last met."""
        self.mirror, self.row, self.state, self.cues = None, 0, None, None
        row = self._records.last_unfinished(hello.board_id)
        if row and row.name == hello.game:
            self.mirror, self.row = self._records.load(row.number), row.number

    def _hear_state(self, fields: tuple[str, ...]) -> None:
        verdict, side, ply, rule, cells, outcome = fields[:6]
        state = State(
            verdict,
            side,
            int(ply) if ply.isdigit() else 0,
            unpack(rule),
            tuple(cells.split(",")) if cells != "-" else (),
            unpack(outcome),
        )
        if state != self.state:
            self.state = state
            self._events.append(StateChanged(state))

    def _hear_cues(self, fields: tuple[str, ...]) -> None:
        cues = Cues(fields[0], fields[1])
        if cues != self.cues:
            self.cues = cues
            self._events.append(CuesChanged(cues))

    def _hear_ok(self, fields: tuple[str, ...]) -> None:
        if self._orders and self._orders[0].id == fields[0]:
            self._finish(None)

    def _hear_no(self, fields: tuple[str, ...]) -> None:
        if not self._orders or self._orders[0].id != fields[0]:
            return
        code, text = fields[1], unpack(fields[2])
        # Refused by notation or by rules: the same two errors as if the rules ran here.
        self._finish(Unreadable(text) if code == "unreadable" else IllegalMove(code, text))

    # The game

    def _hear_game(self, entry: Entry | None) -> None:
        if entry is None:
            return
        number = entry.text.split("|")[0]
        if self._blank is not None and number == self._blank.id:
            return
        if self.mirror is not None and number == self.mirror.id:
            self._blank = None
            if self.mirror.entries[0].chain != entry.chain:
                self._fork()
            return
        if self._giving or self._forks > FORKS_MOST:
            return
        self._blank = None
        try:
            mirror = Mirror.from_entries([entry])
        except (Gap, Forked) as error:
            self._mistrust(str(error))
            return
        assert self.hello
        row = self._records.find(self.hello.board_id, number)
        if row:
            known = self._records.load(row.number)
            if known.entries[0].chain == entry.chain:
                self._records.touch(row.number)
                self._adopt(known, row.number)
                return
            self._records.fork(row.number, "another game of this number came from the board")
        if mirror.origin == BLANK and self._worth_giving():
            # If the board has no turns either, it gets ours back; its beat will tell.
            self._blank = mirror
            return
        # A game that nobody has touched is not worth a record yet.
        number_in_records = 0
        if mirror.origin != BLANK:
            number_in_records = self._records.begin(mirror, self.hello.board_id)
        self._adopt(mirror, number_in_records)

    def _adopt(self, mirror: Mirror, row: int) -> None:
        self.mirror, self.row, self._blank = mirror, row, None
        self.in_step = self._suspect = False
        self._gives = 0
        self._progress_s = self._clock()
        self._events.append(GameChanged(mirror))

    def _hear_entry(self, entry: Entry | None) -> None:
        mirror = self._blank or self.mirror
        if entry is None or mirror is None:
            self._asking = True
            return
        try:
            added = mirror.take(entry)
        except Gap:
            self._asking = True
            return
        except Forked:
            # It may belong to another game whose first line was lost: a beat will tell.
            self._suspect = self._asking = True
            return
        if added is None:
            return
        assert self.hello
        if mirror is self._blank:
            self._adopt(mirror, 0)
        # First into the records, then to those who look.
        if self.row:
            self._records.append(self.row, added, mirror.outcome)
        else:
            self.row = self._records.begin(mirror, self.hello.board_id)
        self.in_step = False
        self._progress_s = self._clock()
        self._asking = True
        self._events.append(EntryAdded(added))

    def _hear_beat(self, fields: tuple[str, ...]) -> None:
        number, index, chain = fields[0], fields[1], fields[2]
        self.damaged_there = int(fields[3]) if fields[3].isdigit() else 0
        self.free_bytes = int(fields[4]) if fields[4].isdigit() else 0
        if self._giving or not index.isdigit():
            return
        last = int(index)
        mirror = self.mirror
        if self._blank is not None and number == self._blank.id:
            if last == 0:
                self._give(0)
            else:
                self._asking = True
        elif mirror is None or number != mirror.id or last > mirror.last:
            if mirror is not None and number == mirror.id and self._suspect:
                self._fork()
            self._asking = True
        elif mirror.entries[last].chain != chain:
            self._fork()
        elif last < mirror.last:
            self._give(last + 1)
        else:
            self.in_step = self._beaten = True
            self._suspect = False
            self._forks = self._gives = 0

    # When the two sides differ

    def _worth_giving(self) -> bool:
        mirror = self.mirror
        return (
            self._give_back
            and mirror is not None
            and self.hello is not None
            and mirror.name == self.hello.game
            and not mirror.outcome
            and (mirror.last > 0 or mirror.origin != BLANK)
            and self._gives < GIVES_MOST
        )

    def _give(self, index: int) -> None:
        """Give the board back what it has lost, from this entry on."""
        assert self.mirror
        if self._gives >= GIVES_MOST:
            return
        self._gives += 1
        self._blank = None
        self._giving = self.mirror.entries[index:]
        self._load_next()

    def _load_next(self) -> None:
        entry = self._giving[0]
        self._order("load", (entry.index, entry.kind, pack(entry.text), entry.chain))

    def _given(self, trouble: Exception | None) -> None:
        if not self._giving:
            return
        self._progress_s = self._clock()
        if trouble is not None:
            self._giving = []
            code = trouble.rule if isinstance(trouble, IllegalMove) else "load"
            self._events.append(Refused(code, str(trouble)))
        else:
            self._giving = self._giving[1:]
            if self._giving:
                self._load_next()
        self._asking = True

    def _stop_giving(self) -> None:
        self._giving = []
        self._orders = deque(order for order in self._orders if order.kind != "load")

    def _fork(self) -> None:
        """Close our version of the game, which the board went on with in another way."""
        self._forks += 1
        if self._forks > FORKS_MOST:
            self._mistrust("the board's entries lead elsewhere by the rules of this program")
            return
        if self.row:
            self._records.fork(self.row, "the board went on with this game in another way")
        self.mirror, self.row, self._blank = None, 0, None
        self.in_step = self._suspect = False
        self._say_have()

    def _mistrust(self, why: str) -> None:
        text = f"board and computer differ about the rules: {why}; bring both to the same release"
        if self._refusal != text:
            self._refusal = text
            self._events.append(Refused("chain", text))

    # Words

    def _wait_until(self, true: Callable[[], bool], what: str) -> None:
        end = self._clock() + NOT_THERE_S
        while not true():
            self._turn(TURN_S)
            if self._clock() >= end:
                raise Trouble(f"the board took the command but does not tell {what}")

    def _where(self) -> str:
        return f"(port {self._link.url})" if self._link is not None else "(no port)"

    def _why_not_met(self, heard: bool, timeout_s: float) -> str:
        if self.hello is not None and heard:
            return (
                f"the board {self.hello.board_id} said hello, but has not told its game within "
                f"{timeout_s:g} s {self._where()}"
            )
        damaged = getattr(self._link, "damaged", 0)
        seen = f"seen only {damaged} damaged lines" if damaged else "seen nothing"
        return (
            f"no Underboard answers: expected its hello within {timeout_s:g} s, {seen} "
            f"{self._where()}; is it the board's second port, and is the firmware on it?"
        )


def entry_or_none(message: Message) -> Entry | None:
    """Return the entry of a line, None for nonsense that somebody gave a right checksum."""
    try:
        return entry_of(message)
    except Forked:
        return None

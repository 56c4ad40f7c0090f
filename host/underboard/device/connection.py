"""A board seen from the host, whatever it is for: greet, command, come back.

Nothing here waits for a board that has gone: it is there again when it is.  What a board
tells beside greeting and answers is for those who build on this: a game, or a ballot.
"""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from boardcore.link import linkstate, wire
from boardcore.link.linkstate import GREETING, READY, REFUSED
from boardcore.link.wire import Message, unpack
from underboard.deploy.versions import our_version
from underboard.device.command_queue import CommandQueue, PendingCommand
from underboard.device.events import CommandRefused, Event, Hello, LinkDown, LinkUp
from underboard.device.port import SerialLink
from underboard.device.reconnect import Opener, another_board
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.texts.lazy import LazyText, lazy_text

HELLO_S = linkstate.HELLO_MS / 1000
"""Time between two greetings, s; by ``linkstate``."""
SILENCE_S = linkstate.SILENCE_MS / 1000
"""Time without a line after which a board is lost, s; by ``linkstate``."""
DEAF_S = 1.0
"""A pause between two turns of ours in which a board may have been heard by nobody; chosen."""
HAVE_S = linkstate.BEAT_MS / 1000
"""How often the board is told what is here; it is our heartbeat, too."""
ASK_S = 0.25
"""Time between two questions after a gap, because lines on their way may fill it."""
REOPEN_S = 0.25
"""Time between two tries to open a port that has gone."""
GREETING_S = 3.0
"""Time for a port to say hello before the next one is tried; a board that starts needs 1 to 2 s;
chosen."""
TURN_S = 0.1
"""Longest wait for lines before timers are looked at, s; chosen."""
MAX_MEETING = 10
"""Longest meeting, in timeouts, while the board still says something new; chosen."""
NOT_THERE_S = 10.0
"""Time for which a command waits for a board that has gone, s; chosen."""


class BoardConnection:
    """One board on a port.

    ``open_link()`` returns a Link or raises LinkClosed; a ``BoardPort`` finds the board again on
    another port.  Once met, no other board is talked to.  ``clock`` and ``sleep`` are in seconds.
    Subclasses add kinds of lines to ``_hear_kind``, set ``synced`` when the board has said
    what it is for, and override ``_prepare`` and the five methods from ``_known`` on.
    """

    def __init__(
        self,
        open_link: Callable[[], SerialLink],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        run_id: str = "",
    ) -> None:
        self.hello: Hello | None = None
        self.linkstate = linkstate.DOWN
        self.synced = False
        """The board has told all that it is for, and it is known here."""
        self.damaged_there = 0
        """Number of our lines that reached the board damaged."""
        self.free_bytes = 0
        self._open_link = open_link if isinstance(open_link, Opener) else Opener(open_link)
        self._clock = clock
        self._sleep = sleep
        self.commands = CommandQueue(run_id or secrets.token_hex(3), self._done)
        self._link: SerialLink | None = None
        self._events: list[Event] = []
        self._asking = False
        self._beaten = False  # each beat is answered at once: its clock may run faster than ours
        self._refusal = ""
        self.stopped = ""
        """Why the board cannot play, as it has told; empty while it can."""
        self._starts_again = False
        long_ago = clock() - 60
        self._heard_s = self._hello_s = self._have_s = self._reopen_s = self._opened_s = long_ago
        self._board_id = ""  # of the board that was met; no other one is talked to
        self._stranger = ""  # the board that was found on our board's port last
        self._turned_s = clock()
        self._progress_s = long_ago
        self._hear_kind: dict[str, Callable[[Message], None]] = {
            "beat": self._hear_beat,
            "ok": self.commands.receive_ok,
            "error": self.commands.receive_no,
        }
        self._prepare()

    def _prepare(self) -> None:
        """Set up what a subclass keeps besides, and the kinds of lines that it hears."""

    # For those who play

    def connect(self, timeout_s: float = 6.0) -> Hello:
        """Open the port and wait until board and mirror are in step.

        Raises LinkClosed for a port that cannot be opened, UnderboardError if no Underboard of
        our version answers in time.  Events of the meeting come with the next step.
        """
        if self._link is None:
            self._open()
        self._progress_s = start = self._clock()
        max_s = MAX_MEETING * timeout_s
        while not self.synced:
            self._turn(TURN_S)
            if self.linkstate == REFUSED:
                raise UnderboardError(self._refusal)
            if self.stopped and not self._starts_again:
                raise UnderboardError(self.stopped)
            if self._clock() - start > max_s:
                # One game after the other, one hello after the other: it is none of ours.
                raise UnderboardError(
                    "the board %s tells something else each time for %g s %s: it is left",
                    self.hello.board_id if self.hello else "?",
                    max_s,
                    self._where(),
                )
            if self._clock() - self._progress_s > timeout_s:
                if self._link is None:
                    # It has gone in the middle of the meeting, and has not come back.
                    raise UnderboardError(
                        [e.reason for e in self._events if isinstance(e, LinkDown)][-1]
                    )
                raise UnderboardError(self._why_not_met(self._heard_s >= start, timeout_s))
        assert self.hello
        return self.hello

    def step(self, timeout_s: float = 0.0) -> list[Event]:
        """Do what is due; wait at most ``timeout_s`` for events, and return them."""
        end = self._clock() + timeout_s
        while True:
            self._turn(min(max(end - self._clock(), 0.0), TURN_S))
            if self._events or self._clock() >= end:
                events, self._events = self._events, []
                return events

    def command(self, kind: str, *fields: object) -> None:
        """Send ``new``, ``back``, ``press`` or ``hint`` and wait until the board has done it.

        Raises IllegalMove or ParseError if the board refuses, UnderboardError if it does not
        answer.  What happens meanwhile is returned by the next step.
        """
        order = self.commands.add(kind, fields)
        end = self._clock() + NOT_THERE_S
        while not order.done:
            self._turn(TURN_S)
            if self.linkstate != READY and self._clock() >= end:
                order.done = True
                order.trouble = UnderboardError(
                    "the board is not there to take '%s': %s", kind, self._where()
                )
        self.commands.remove(order)
        if order.trouble:
            raise order.trouble

    def close(self) -> None:
        """Say goodbye and close the port."""
        if self._link is None:
            return
        with suppress(LinkClosed):
            if self.linkstate == READY:
                self._link.send("bye")
        self._link.close()
        self._link = None
        self.linkstate = linkstate.DOWN

    # What this board is for

    def _known(self) -> tuple[object, object, object]:
        """Return the fields of ``have``: which game is known here, and how far."""
        return ("-", 0, "-")

    def _take_up(self, hello: Hello) -> None:
        """Take up what is known of a board that says hello for the first time."""

    def _on_connect(self) -> None:
        """Record that the board came, or came again."""

    def _on_disconnect(self) -> None:
        """Forget what holds only while the board is there."""

    def _done(self, order: PendingCommand) -> None:
        """Record that a command was answered or given up."""

    # One turn

    def _turn(self, timeout_s: float) -> None:
        if self._link is None and not self._reopen():
            if timeout_s > 0:
                self._sleep(min(timeout_s, REOPEN_S))
            return
        now = self._clock()
        if now - self._turned_s > DEAF_S:
            # It was not silent: nobody has listened, as while an engine is loaded.
            self._heard_s += now - self._turned_s
        self._turned_s = now
        try:
            self._speak()
            for message in self._link.poll(timeout_s) if self._link else ():
                if self._link is not None and wire.is_known(message):
                    self._heard_s = self._clock()
                    self._hear(message)
            if self._link is not None:
                self._speak()
        except LinkClosed as error:
            self._down(lazy_text(error))

    def _open(self) -> None:
        self._link = self._open_link()
        self.linkstate = linkstate.NEXT[self.linkstate][linkstate.OPENED]
        self._opened_s = self._clock()
        self._hello_s = self._opened_s - HELLO_S

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
        self._leave_port()
        if not self.stopped:  # else it was told why, and the port goes while it restarts
            self._part(reason)

    def _is_wrong_port(self, now: float) -> bool:
        """Return True if our board may be on another port than the one that stays silent."""
        silent = now - max(self._opened_s, self._heard_s) > GREETING_S
        return bool(self._board_id) and silent and self._open_link.has_others

    def _leave_port(self) -> None:
        """Close the port, if one is open; the next one is opened at the next try."""
        if self._link is not None:
            self._link.close()
            self._link = None
        self.linkstate = linkstate.NEXT[self.linkstate][linkstate.CLOSED]

    def _part(self, reason: str) -> None:
        self.synced = False
        self._on_disconnect()
        self._events.append(LinkDown(reason))

    # Speaking

    def _speak(self) -> None:
        now = self._clock()
        assert self._link
        if self.linkstate == READY and now - self._heard_s > SILENCE_S:
            self.linkstate = linkstate.NEXT[self.linkstate][linkstate.SILENCE]
            self._part(
                LazyText("the board is silent: expected a line each second %s", self._where())
            )
        if self.linkstate == GREETING and self._is_wrong_port(now):
            self._leave_port()
        elif self.linkstate == GREETING and now - self._hello_s >= HELLO_S:
            self._say_hello()
        elif self.linkstate == READY:
            since = now - self._have_s
            if self._beaten or since >= HAVE_S or (self._asking and since >= ASK_S):
                self._say_have()
            self.commands.send_next(self._link, now, self._where())

    def _say_hello(self) -> None:
        self._hello_s = self._clock()
        assert self._link
        self._link.send("hello", wire.VERSION, f"underboard-{our_version()}")

    def _say_have(self) -> None:
        self._asking = self._beaten = False
        self._have_s = self._clock()
        assert self._link
        self._link.send("have", *self._known())

    # Hearing

    def _hear(self, message: Message) -> None:
        if message.kind == "hello":
            self.stopped = ""
            self._hear_hello(tuple(message.fields))
        elif message.kind == "trouble" and self.linkstate != REFUSED:
            self._hear_trouble(message)
        elif self.linkstate == READY and message.kind in self._hear_kind:
            # Before we met, the board's lines belong to another meeting, or we refuse it.
            self._hear_kind[message.kind](message)

    def _hear_hello(self, fields: tuple[str, ...]) -> None:
        if len(fields) < 7:
            return  # another computer's, or an echo of ours
        hello = Hello(*fields[:9])
        if hello.version.split(".")[0] != str(wire.VERSION_MAJOR):
            self._refuse(hello)
            return
        if self._board_id not in ("", hello.board_id):
            self._leave_stranger(hello)
            return
        before, self.hello = self.hello, hello
        was, self.linkstate = self.linkstate, linkstate.NEXT[self.linkstate][linkstate.HELLO]
        again = before is not None and before.boots != hello.boots
        if not self._board_id:
            self._board_id = hello.board_id
            self._take_up(hello)
        if was != READY or again:
            self.synced = False
            self._stranger = ""
            self._open_link.met(hello.board_id)
            self._events.append(LinkUp(hello))
            self._on_connect()
        self._progress_s = self._clock()
        if self._clock() - self._hello_s >= HELLO_S:
            # It greets by itself, so it has not heard us (it was started just now).
            self._say_hello()
        self._say_have()

    def _leave_stranger(self, hello: Hello) -> None:
        """Leave a board alone that is where ours was; nothing on it is ours."""
        was_here, url = self.synced, self._link.url if self._link else ""
        self._open_link.refuse()
        self._leave_port()
        if was_here or self._stranger != hello.board_id:
            self._stranger = hello.board_id
            self._part(another_board(hello.board_id, self._board_id, url))

    def _refuse(self, hello: Hello) -> None:
        before = self.linkstate
        self.linkstate = linkstate.NEXT[before][linkstate.OTHER_MAJOR]
        self.hello = hello
        if before != REFUSED:
            self._refusal = LazyText(
                "the board speaks version %s of the wire (firmware %s), this program %s: bring "
                "both to the same release, 'underboard board install' puts ours on the board",
                hello.version,
                hello.software,
                wire.VERSION,
            )
            if before != GREETING or self._clock() - self._hello_s >= HELLO_S:
                self._say_hello()
            self._part(self._refusal)
            self._events.append(CommandRefused("version", self._refusal))

    def _hear_trouble(self, message: Message) -> None:
        """Record that the board cannot play; it says so again and again, and hears nothing."""
        code, restarts, text = message.fields[:3]
        why = why_stopped(code, restarts, unpack(text))
        if why == self.stopped:
            return
        self.stopped, self._starts_again = why, restarts != "0"
        self._progress_s = self._clock()
        self.linkstate = linkstate.NEXT[self.linkstate][linkstate.SILENCE]
        self._part(why)

    def _hear_beat(self, message: Message) -> None:
        fields = message.fields
        self.damaged_there = int(fields[3]) if fields[3].isdecimal() else 0
        self.free_bytes = int(fields[4]) if fields[4].isdecimal() else 0

    # Words

    def _wait_until(self, true: Callable[[], bool], what: str) -> None:
        end = self._clock() + NOT_THERE_S
        while not true():
            self._turn(TURN_S)
            if self._clock() >= end:
                raise UnderboardError("the board took the command but does not tell %s", what)

    def _where(self) -> str:
        return (
            LazyText("(port %s)", self._link.url)
            if self._link is not None
            else LazyText("(no port)")
        )

    def _why_not_met(self, heard: bool, timeout_s: float) -> str:
        if self.hello is not None and heard:
            return LazyText(
                "the board %s said hello, but has not told its game within %g s %s",
                self.hello.board_id,
                timeout_s,
                self._where(),
            )
        damaged = getattr(self._link, "damaged", 0)
        seen = LazyText("seen only %d damaged lines", damaged) if damaged else "seen nothing"
        return LazyText(
            "no Underboard answers: expected its hello within %g s, %s %s; is it the "
            "board's second port, and is the firmware on it?",
            timeout_s,
            seen,
            self._where(),
        )


def why_stopped(code: str, restarts: str, text: str) -> LazyText:
    """Return a sentence about a board that cannot play; fields as in PROTOCOL.md."""
    if code == "drive":
        return LazyText("the board cannot play: %s", text)
    if code == "rescue":
        return LazyText("the board does not play: %s", LazyText(text))
    if restarts != "0":
        return LazyText("the board has stopped by an error: %s; it starts again by itself", text)
    return LazyText(
        "the board has stopped by an error, again and again: %s; press its reset button, "
        "and attach what its console says to an issue",
        text,
    )

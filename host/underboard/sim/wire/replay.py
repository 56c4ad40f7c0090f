"""A transcript as a board (a port that says what a user's board has said).

``underboard board monitor --transcript FILE`` and ``underboard play --transcript FILE``
write down time, direction and bytes of everything on the wire.  Here the board's half is
said again, byte for byte and at the same moments, to whatever program opens the port: so
a bug that a user has seen is a file.

Only the answers to commands are changed: their ids are new in every run, so an answer
waits for the command that it answers, and gets that one's id.
"""

import ast
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from boardcore.errors import ParseError
from boardcore.link.wire import LineReader, decode, encode, fields_of

BOARD, COMPUTER = "<", ">"
ANSWERS = ("ok", "error")
PATIENCE_S = 5.0
"""Time for which an answer waits for its command, s; chosen."""
FAST_S = 0.02
"""Longest pause without pace, s; chosen."""
LAST_S = 1.0
"""Time after the last line, s; chosen."""
LONGEST_S = 1e6
"""Longest time in a transcript, s; chosen, eleven days."""
SLICE_S = 0.005
"""Time between two looks at the port, s; chosen."""


@dataclass(frozen=True)
class ReplayChunk:
    """Bytes of one side, and when they went over the wire."""

    seconds: float
    direction: str
    data: bytes


def read_transcript(text: str) -> list[ReplayChunk]:
    """Return the pieces of a transcript; raises ParseError, naming the line."""
    pieces = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        words = line.split(" ", 2)
        try:
            seconds, direction, data = float(words[0]), words[1], ast.literal_eval(words[2])
            if direction not in (BOARD, COMPUTER) or not isinstance(data, bytes):
                raise ValueError
            if not 0 <= seconds <= LONGEST_S:  # nor "nan"
                raise ValueError
        except (ValueError, IndexError, SyntaxError, RecursionError, MemoryError, TypeError):
            raise ParseError(
                "line %s of the transcript is %r: expected a time, < or >, and bytes as b'...'",
                number,
                line[:40],
            ) from None
        pieces.append(ReplayChunk(seconds, direction, data))
    if not any(piece.direction == BOARD for piece in pieces):
        raise ParseError("the transcript holds nothing that a board has said")
    return pieces


def lines_of(pieces: list[ReplayChunk]) -> Iterator[tuple[float, bytes]]:
    """Yield what the board said, line by line, each when its last byte came."""
    rest, seconds = b"", 0.0
    for piece in pieces:
        if piece.direction != BOARD:
            continue
        seconds = piece.seconds
        *whole, rest = (rest + piece.data).split(b"\n")
        for line in whole:
            yield seconds, line + b"\n"
    if rest:
        yield seconds, rest


def commands_of(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield kind and id of each command in what a computer said, repetitions left out."""
    seen = set()
    for message in LineReader().feed(data, len(data)):
        if (fields_of(message.kind) or ("",))[0] == "id" and message.fields:
            if message.fields[0] not in seen:
                seen.add(message.fields[0])
                yield message.kind, message.fields[0]


class Replay:
    """One transcript on one cable (``PtyTransport`` or one like it).

    ``clock`` and ``sleep`` are in seconds; ``pace``: as in life, else without pauses.
    """

    def __init__(
        self,
        cable: Any,
        pieces: list[ReplayChunk],
        *,
        pace: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._cable = cable
        self._lines = list(lines_of(pieces))
        said = b"".join(piece.data for piece in pieces if piece.direction == COMPUTER)
        self._asked = list(commands_of(said))
        self._pace = pace
        self._clock = clock
        self._sleep = sleep
        self.heard = bytearray()
        """Bytes that the program has sent."""
        self.sent = 0
        self.unanswerable = 0
        """Answers whose command the program has not given this time."""

    def run(self) -> bool:
        """Wait for a program, then say everything; return whether it stayed to the end."""
        while not self._listen():
            self._sleep(SLICE_S)
        began, before = self._clock(), 0.0
        for seconds, line in self._lines:
            if self._pace:
                until = began + seconds
            else:
                until = self._clock() + min(max(seconds - before, 0.0), FAST_S)
            before = seconds
            if not self._wait_until(until):
                return False
            line = self._answer(line)
            if line and not self._say(line):
                return False
        return True

    def linger(self) -> None:
        """Keep the port open while the program says its last words."""
        self._wait_until(self._clock() + LAST_S)

    def _listen(self) -> bool:
        """Take what the program says; return whether it has the port open."""
        self.heard += self._cable.read(4096)
        return bool(self._cable.connected)

    def _wait_until(self, moment: float) -> bool:
        return self._wait(lambda: self._clock() >= moment)

    def _wait(self, done: Callable[[], bool]) -> bool:
        while not done():
            if not self._listen():
                return False
            self._sleep(SLICE_S)
        return self._listen()

    def _say(self, data: bytes) -> bool:
        while data:
            count = self._cable.write(data)
            self.sent += count
            data = data[count:]
            if data and not self._listen():
                return False
            if not count:
                self._sleep(SLICE_S)
        return True

    def _answer(self, line: bytes) -> bytes:
        """Return the line with the id of this run, if it answers a command."""
        message = decode(line.rstrip(b"\n"))
        if message is None or message.kind not in ANSWERS or not message.fields:
            return line
        place = self._place(message.fields[0])
        if place is None:
            return line
        end = self._clock() + PATIENCE_S
        self._wait(lambda: self._id_now(*place) is not None or self._clock() >= end)
        number = self._id_now(*place)
        if number is None:
            self.unanswerable += 1
            return b""
        return encode(message.kind, message.seq, [number, *message.fields[1:]])

    def _place(self, number: str) -> tuple[str, int] | None:
        """Return kind and how many of that kind came before, of a command of that time."""
        counts: dict[str, int] = {}
        for kind, other in self._asked:
            if other == number:
                return kind, counts.get(kind, 0)
            counts[kind] = counts.get(kind, 0) + 1
        return None

    def _id_now(self, kind: str, place: int) -> str | None:
        """Return the id of this program's command in the same place."""
        same = [number for other, number in commands_of(bytes(self.heard)) if other == kind]
        return same[place] if place < len(same) else None

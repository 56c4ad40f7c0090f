"""A board on the wire that lets its game rest and tells what its parts do."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from boardcore.link import wire
from boardcore.link.wire import Message
from underboard import __version__
from underboard.device.connection import why_stopped
from underboard.device.events import Health
from underboard.device.port import SerialLink
from underboard.errors import UnderboardError

HELLO_S = 3.0
"""Time for the board's first greeting, s; chosen."""
ANSWER_S = 0.2
"""Time for an answer, s; chosen below a board's silence where its clock runs fast, in the
simulator."""
GREETED_S = 0.1
"""All that was said before a greeting has come in by then."""
TRIES = 12
GREET_AFTER = 3
"""Number of tries after which the board is greeted again; chosen: a bad cable loses many lines."""
SETTLED = 3
"""Equal answers in a row after which readings have settled; chosen."""
MAX_REPLIES = 40
"""Answers to wait for, at most, until a piece that was put is seen."""
LISTEN_S = 10.0
"""Time to wait for a block of scans, s; chosen: one takes a second."""
UNDER_WAY = 2
"""Blocks that have begun but not been told at any time: one is measured, one waits for the wire."""
Block = tuple[list[int], list[float]]
"""Mean of each Hall sensor, and the noise of one scan, both in counts."""


@dataclass
class SampleRun:
    """Raw samples of one load cell, the time they took, and the number of lost ones.

    ``at``: the number of each sample, those counted that were lost between; ``cut``: the board had
    ended the probe and began anew, and only what came after that is here.
    """

    samples: list[int]
    ms: float = 0.0
    lost: int = 0
    lost_before: int = -1
    at: list[int] = field(default_factory=list)
    cut: bool = False

    @property
    def whole(self) -> bool:
        """Whether nothing is missing."""
        return not self.lost and not self.cut


WEIGH_S = 10.0
"""Time until lines of samples begin to come, s; chosen above any board's."""


@dataclass(frozen=True)
class ProbeReply:
    """One answer to a probe."""

    closed: frozenset[int]
    flips: tuple[int, ...]
    presses: tuple[int, ...]


def sense_of(fields: list[str]) -> ProbeReply:
    """Read the fields of a ``sense``; raises ValueError for nonsense."""
    flips, presses = bytes.fromhex(fields[1]), bytes.fromhex(fields[2])
    closed = [
        sensor for sensor in range(len(flips)) if int(fields[0][sensor // 4], 16) >> sensor % 4 & 1
    ]
    return ProbeReply(frozenset(closed), tuple(flips), tuple(presses))


class DiagnosticLink:
    """One board, greeted and probed.  Raises UnderboardError if it does not answer."""

    def __init__(self, link: SerialLink, clock: Callable[[], float] = time.monotonic) -> None:
        self._link = link
        self._clock = clock
        self._run = secrets.token_hex(3)
        self._commands = 0
        self.hello: list[str] = []
        self.trips_s: list[float] = []
        self._unheard: set[str] = set()
        self.greeted = 0
        """Number of repeated greetings."""
        self.damaged_there = 0
        self.free_bytes = 0
        self.stopped = ""
        """Why it cannot play, if it says so instead of hello."""
        self.restarts = 0
        self.health: Health | None = None
        """The last ``health`` message of a board with Hall sensors or load cells."""
        self._felt: dict[int, dict[int, Block]] = {}
        self._streams: dict[int, SampleRun] = {}
        self._line = 0
        """Number of the latest line of samples."""
        self._greets = False
        self._greetings = 0
        """Number of greetings that the board has still to answer."""
        self._sense: ProbeReply | None = None
        self._asked = ""
        self._obeyed = False

    @property
    def damaged_here(self) -> int:
        """Number of damaged lines from the board."""
        found: int = self._link.damaged
        return found

    @property
    def repeated(self) -> int:
        """Number of commands repeated because a line was lost, not only late."""
        return len(self._unheard)

    def greet(self) -> list[str]:
        """Say hello; return the fields of the board's, empty if nothing says hello.

        ``stopped`` tells then whether it says why.
        """
        end = self._clock() + HELLO_S
        while not self.hello and self._clock() < end:
            self._say_hello()
            self._hear(0.5, lambda: bool(self.hello))
        return self.hello

    def probe(self, pixel: str = "-", counted: bool = True) -> ProbeReply:
        """Let the game rest, light a pixel, and return what the parts do.

        ``counted``: whether it tells of the wire when it has to be asked again.
        """
        self._commands += 1
        number = f"{self._run}-{self._commands}"
        self._sense = None
        self._asked = number
        self._obeyed = False
        for attempt in range(TRIES):
            began = self._clock()
            self._greets = False
            said = number if attempt == 0 else f"{number}.{attempt}"
            self._link.send("probe", said, pixel)
            self._hear(ANSWER_S, lambda: self._sense is not None or self._greets)
            if self._sense is not None:
                self.trips_s.append(self._clock() - began)
                return self._sense
            # If it greets, it has taken a silence of ours for our end: no line was lost.
            if counted and not self._greets:
                self._unheard.add(said)
            if self._greets or attempt + 1 >= GREET_AFTER:
                self.refresh()
        raise UnderboardError("the board does not answer: expected sense, tried %s times", TRIES)

    def refresh(self) -> None:
        """Greet anew after a silence that the board may have taken for our end.

        Its counts begin anew then.
        """
        self.greeted += 1
        self._say_hello()
        self._hear(GREETED_S, lambda: False)

    def _say_hello(self) -> None:
        self._greetings += 1
        self._link.send("hello", wire.VERSION, f"doctor-{__version__}")

    def _note_greeting(self) -> None:
        """Return True for an answer to our greeting, False for a greeting after our silence.

        After a silence the board has ignored what it was asked: on a busy computer that happens,
        and no line was lost.
        """
        if self._greetings:
            self._greetings -= 1
            return
        self._unheard -= {said for said in self._unheard if said.partition(".")[0] == self._asked}

    def light(self, pixel: str) -> None:
        """Light one pixel alone, or none for ``-``."""
        self.probe(pixel)

    def settled(self) -> ProbeReply:
        """Return what the board tells once it tells the same several times."""
        last, same = self.probe(), 1
        for _ in range(MAX_REPLIES):
            now = self.probe()
            same = same + 1 if now.closed == last.closed else 1
            last = now
            if same >= SETTLED:
                break
        return last

    def listen(self, sensors: int, count: int) -> "list[Block]":
        """Return ``count`` blocks of readings of the Hall sensors, all begun from now on.

        Raises UnderboardError if the board tells nothing.
        """
        self.probe(counted=False)
        # What was told before this answer is older than it.
        self._felt.clear()
        end = self._clock() + LISTEN_S * (count + UNDER_WAY)
        while self._clock() < end:
            self.probe(counted=False)
            self._hear(ANSWER_S, lambda: len(self._blocks(sensors)) >= count)
            blocks = self._blocks(sensors)
            if len(blocks) >= count:
                return blocks[:count]
        raise UnderboardError(
            "the board does not tell of its sensors: expected lines of the kind felt"
        )

    def _blocks(self, sensors: int) -> "list[Block]":
        """Return the whole blocks that have begun since it is listened."""
        blocks = []
        for number in sorted(self._felt):
            parts = [self._felt[number][first] for first in sorted(self._felt[number])]
            means = [mean for part in parts for mean in part[0]]
            if len(means) == sensors and number >= min(self._felt) + UNDER_WAY:
                blocks.append((means, [noise for part in parts for noise in part[1]]))
        return blocks

    def weigh(
        self,
        cells: int,
        seconds: float,
        begin: Callable[[], None] = lambda: None,
        progress: Callable[[float], None] = lambda _: None,
    ) -> "list[SampleRun]":
        """Return the readings of the load cells from now on; nothing of those that are silent.

        ``begin``: called when it is listened; ``progress``: with the seconds heard so far.  Raises
        UnderboardError if the board tells nothing of any.
        """
        self.probe(counted=False)
        # What was told before this answer is older than it.
        self._streams, self._line = {cell: SampleRun([]) for cell in range(cells)}, 0
        begin()
        end = self._clock() + WEIGH_S + seconds
        while self._clock() < end:
            self.probe(counted=False)
            self._hear(ANSWER_S, lambda: self._weighed_s() >= seconds)
            progress(self._weighed_s())
            if self._weighed_s() >= seconds:
                return [self._streams[cell] for cell in range(cells)]
        if any(stream.samples for stream in self._streams.values()):
            return [self._streams[cell] for cell in range(cells)]
        raise UnderboardError(
            "the board does not tell of its load cells: expected lines of samples"
        )

    def _weighed_s(self) -> float:
        return max((stream.ms for stream in self._streams.values()), default=0.0) / 1000

    def bye(self) -> None:
        """Let the game go on."""
        self._link.send("bye")

    def _hear(self, timeout_s: float, done: Callable[[], bool]) -> None:
        end = self._clock() + timeout_s
        while not done() and self._clock() < end:
            for message in self._link.poll(min(0.05, timeout_s)):
                if wire.is_known(message):
                    self._take(message)

    def _take(self, message: Message) -> None:
        if message.kind == "hello" and len(message.fields) >= 7:
            self._note_greeting()
            if self.hello and message.fields[5] != self.hello[5]:
                # It was started again meanwhile, so it must be greeted again.
                self.restarts += 1
                self._say_hello()
            self.hello = message.fields
            self._greets = True
        elif message.kind == "trouble":
            code, restarts, text = message.fields[:3]
            self.stopped = why_stopped(code, restarts, wire.unpack(text))
        elif message.kind == "ok":
            self._obeyed = self._obeyed or message.fields[0].partition(".")[0] == self._asked
            # On a busy computer a board answers late: then no line was lost.
            self._unheard.discard(message.fields[0])
        elif message.kind == "inputs" and self._obeyed:
            # Before that: a late answer to what was asked before, and asked again.
            try:
                self._sense = sense_of(message.fields)
            except (ValueError, IndexError):
                return
        elif message.kind == "halls":
            self._take_felt(message.fields)
        elif message.kind == "samples":
            self._take_weighed(message.fields)
        elif message.kind == "health":
            with suppress(ValueError):
                self.health = Health.of(message.fields)
        elif message.kind == "beat":
            numbers = message.fields[3:5]
            if all(number.isdigit() for number in numbers):
                self.damaged_there, self.free_bytes = map(int, numbers)

    def _take_weighed(self, fields: list[str]) -> None:
        try:
            digits = fields[4]
            words = [int(digits[at : at + 6], 16) for at in range(0, len(digits), 6)]
            line, cell, ms, lost = (int(text) for text in fields[:4])
        except (ValueError, IndexError):
            return
        if line <= self._line:
            # The board took a silence for our end: nobody knows how much time is missing.
            self._streams = {number: SampleRun([], cut=True) for number in self._streams}
        self._line = line
        if cell in self._streams:
            stream = self._streams[cell]
            stream.lost_before = lost if stream.lost_before < 0 else stream.lost_before
            stream.lost = lost - stream.lost_before
            first = len(stream.samples) + stream.lost
            stream.at += range(first, first + len(words))
            stream.samples += [word - (1 << 24) if word >> 23 else word for word in words]
            stream.ms += ms

    def _take_felt(self, fields: list[str]) -> None:
        try:
            means, noises = bytes.fromhex(fields[2]), fields[3]
            told = [int.from_bytes(means[at : at + 2], "big") for at in range(0, len(means), 2)]
            loud = [int(noises[at : at + 3], 16) / 4 for at in range(0, len(noises), 3)]
            block, first = int(fields[0]), int(fields[1])
        except (ValueError, IndexError):
            return
        if self._felt and block < max(self._felt):
            # It was greeted anew and counts from the beginning.
            self._felt.clear()
        self._felt.setdefault(block, {})[first] = (told, loud)

"""The board's half of the dialogue with the computer.

One line is composed at a time, and only when the one before has left, so a
computer that does not read costs nothing: answers wait in a short queue, the
journal waits in the journal, and what only matters now (state, lights) is
composed from what is true when its turn comes.
"""

from boardcore.errors import attempt
from boardcore.link import linkstate, wire
from boardcore.link.linkstate import BEAT_MS, GREETING, HELLO_MS, READY, REFUSED, SILENCE_MS
from boardcore.ticks import HOUR_MS, bring_along, ticks_diff

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardcore.link.probe import Probe
    from boardcore.sensing.observe.empty import Calibrator

MAX_ANSWERS = 8
"""Largest number of answers that wait or are remembered; chosen: one command is open at a time."""
MAX_ID = 24
"""Letters of a command's id; chosen so that an answer with its text fits into a line."""
MAX_TEXT = 120
"""Letters of an answer's text; chosen so that it fits into a line."""
NOTHING_ASKED = -1
"""Code of no open request; chosen."""


class LinkSession:
    """Bytes from the computer in, bytes for it out.

    ``table`` answers ``entry_fields(index)``, ``hello_fields()``, ``state_fields()``,
    ``cue_fields()``, ``beat_fields()``, ``execute(kind, fields)`` and, once an hour,
    ``bring_along(now_ms)`` for its stored times; ``STATE`` is the kind
    of line that its state goes into; ``bank`` is None, or has ``unsent`` and then
    ``health_fields()`` is asked.  The bytes to send are ``out[out_start:out_end]``; tell
    ``sent`` how many were taken.
    """

    def __init__(self, table, now_ms: int) -> None:
        self._table = table
        self.reader = wire.LineReader()
        self.state = GREETING
        self.out = bytearray(wire.MAX_LINE)
        self.out_start = 0
        self.out_end = 0
        self._seq = 0
        self._received_ms = now_ms
        self._beat_ms = now_ms - BEAT_MS
        self._hello_ms = now_ms - HELLO_MS
        self._hour_ms = now_ms
        self._greet = False
        self._cursor = NOTHING_ASKED  # the next journal entry to send
        self._answers: list = []  # (id, kind, fields) of the last commands, oldest first
        self._unsent: list = []
        self.state_changed = True
        self.cues_changed = True
        self.probe: Probe | None = None
        """The computer's questions about the board's parts; the game rests meanwhile."""
        self.calibrator: Calibrator | None = None
        """The calibration that is under way; the game rests meanwhile."""
        self._calibration_version = 0
        self.lost = False
        """The computer was there and fell silent."""

    def disconnect(self) -> None:
        """Let the game go on: the probe or the lesson is over."""
        if self.probe is not None:
            self.probe = None
        elif self.calibrator is not None:
            # Its room is needed: here nobody may ever have known it.
            self._table.finish_calibration(self._take_result())

    def _take_result(self) -> "bytes | None":
        """Return the result of the calibration, if any, and forget it."""
        calibrator, self.calibrator = self.calibrator, None
        assert calibrator is not None
        if self._calibration_version != calibrator.version:
            self._unsent.append(("", "calibration", self._table.calibration_fields(calibrator)))
        return calibrator.encoded()

    def rewind(self) -> None:
        """Send the journal from its beginning: another game is on the table."""
        if self._cursor != NOTHING_ASKED:
            self._cursor = 0

    def receive(self, buffer, count: int, now_ms: int) -> None:
        """Take bytes from the computer.  Allocates nothing while there are none."""
        if count:
            for message in self.reader.feed(buffer, count):
                if wire.is_known(message):
                    self._received_ms = now_ms
                    self._receive(message)

    def sent(self, count: int) -> None:
        """Record that ``count`` bytes were taken."""
        self.out_start += count

    def step(self, now_ms: int) -> bool:
        """Compose the next line, if the last one has left and there is something to say.

        Return whether there was.
        """
        if ticks_diff(now_ms, self._hour_ms) >= HOUR_MS:
            self._bring_along(now_ms)
        if ticks_diff(now_ms, self._received_ms) > SILENCE_MS and self.state == READY:
            self.state = linkstate.NEXT[self.state][linkstate.SILENCE]
            self._cursor = NOTHING_ASKED
            self.lost = True
        if self.out_start < self.out_end:
            return False
        greets = self.state == GREETING and ticks_diff(now_ms, self._hello_ms) >= HELLO_MS
        if greets or self._greet:
            self._greet = False
            self._hello_ms = now_ms
            self._send("hello", self._table.hello_fields())
        elif self.state == READY:
            self._send_next(now_ms)
        return self.out_start < self.out_end

    def _bring_along(self, now_ms: int) -> None:
        """Keep all stored times within a day: the clock wraps, so three days ago is ahead."""
        self._hour_ms = now_ms
        bring_along(self, ("_received_ms", "_beat_ms", "_hello_ms"), now_ms)
        self._table.bring_along(now_ms)

    def _send_next(self, now_ms: int) -> None:
        table = self._table
        if self._unsent:
            answer = self._unsent.pop(0)
            self._send(answer[1], answer[2])
        elif self.probe is not None and self.probe.asked:
            self._send("inputs", self.probe.fields())
        elif self.probe is not None and self.probe.more:
            self._send(self.probe.KIND, self.probe.hall_fields())
        elif self.calibrator is not None and self._calibration_version != self.calibrator.version:
            self._calibration_version = self.calibrator.version
            self._send("calibration", table.calibration_fields(self.calibrator))
        elif table.bank is not None and table.bank.unsent:
            self._send("health", table.health_fields())
        elif 0 <= self._cursor < table.entries:
            kind, fields = table.entry_fields(self._cursor)
            self._cursor += 1
            self._send(kind, fields)
        elif self.state_changed:
            self.state_changed = False
            self._send(table.STATE, table.state_fields())
        elif self.cues_changed:
            self.cues_changed = False
            self._send("cues", table.cue_fields())
        elif ticks_diff(now_ms, self._beat_ms) >= BEAT_MS:
            self._beat_ms = now_ms
            self._send("beat", table.beat_fields())

    def _send(self, kind: str, fields) -> None:
        line = wire.encode(kind, self._seq, fields)
        self._seq = (self._seq + 1) & 0xFFFF
        self.out[: len(line)] = line
        self.out_start, self.out_end = 0, len(line)

    # What the computer says

    def _receive(self, message) -> None:
        fields = message.fields
        if message.kind == "hello":
            self._receive_hello(fields[0])
        elif self.state != READY:
            # A host that sends no hello met this board before a restart.
            self._greet = self.state == GREETING
        elif message.kind == "have":
            self._cursor = self._table.entries_after(fields[0], fields[1], fields[2])
        elif message.kind == "bye":
            self.state = linkstate.NEXT[self.state][linkstate.SILENCE]
            self._cursor = NOTHING_ASKED
            self.probe = None
        else:
            self._command(message.kind, fields)

    def _receive_hello(self, version: str) -> None:
        major = version.split(".")[0]
        same = major == str(wire.VERSION_MAJOR)
        event = linkstate.HELLO if same else linkstate.OTHER_MAJOR
        self.state = linkstate.NEXT[self.state][event]
        self._greet = True
        self._cursor = NOTHING_ASKED
        self.probe = None
        self.lost = False
        if self._table.bank is not None:
            self._table.bank.unsent = True
        self._calibration_version = 0
        self.state_changed = self.cues_changed = True
        if self.state == REFUSED:
            self._unsent = []

    def _probe(self, pixel: str):
        """Let the game rest and have the parts looked at; return as ``execute`` does."""
        # Not at the top: a board that plays has no memory to spare for it.
        from boardcore.link.probe import Probe

        table = self._table
        if self.probe is None and table.bank is not None:
            self.probe = table.new_probe()
        elif self.probe is None:
            self.probe = Probe(table.readings, len(table.colours) // 3)
        return attempt(self.probe.request, pixel, self._received_ms)

    def _command(self, kind: str, fields) -> None:
        number = fields[0][:MAX_ID]
        for answer in self._answers:
            # The same command again: its answer was lost, the deed was done.
            if answer[0] == number:
                if answer not in self._unsent:
                    self._unsent.append(answer)
                return
        if number == fields[0]:
            if kind == "probe":
                trouble = self._probe(fields[1])
            else:
                trouble = self._table.execute(kind, fields[1:])
        else:
            trouble = ("unreadable", "the id is too long: expected at most %d letters" % MAX_ID)
        if trouble:
            text = wire.pack(trouble[1][:MAX_TEXT])
            answer = (number, "error", (number, trouble[0], text) + trouble[2:])
        else:
            answer = (number, "ok", (number,))
        self._answers.append(answer)
        self._unsent.append(answer)
        if len(self._answers) > MAX_ANSWERS:
            self._answers.pop(0)
        if len(self._unsent) > MAX_ANSWERS:
            self._unsent.pop(0)

"""Lines of text between board and computer, bytes in, messages out, and back.

One message is one line of at most 200 bytes that a person can read::

    <kind> <seq> <fields> *<crc32 of everything before the separator, 8 hex digits>

    turn 41 17 17 L b2-f1xa1,b2 9c04d1e2 *5f3a91c2

Nothing here knows a port or a clock.  ``PROTOCOL.md`` explains the dialogue;
its tables are held to this file by a test.
"""

from binascii import crc32

VERSION_MAJOR, VERSION_MINOR = 1, 1
VERSION = "%d.%d" % (VERSION_MAJOR, VERSION_MINOR)
"""Same major: the two sides talk.  Other major: both say so and refuse."""

MAX_LINE = 200
"""Bytes of a line with its newline; chosen, firmware/PROTOCOL.md."""
_CHECK = 11
"""Bytes of " *", 8 digits and the newline, as in firmware/PROTOCOL.md."""

MESSAGES = """
hello both version software board layout game boots reset calibration heap
game board index game name variant options origin start chain
turn board index ply side turn chain
undo board index ply chain
end board index ply ending chain
state board verdict side ply rule cells outcome
cues board letters tints
beat board game index chain damaged free ticks
box board round nonce state received expected votes
health board calibration starts day misfit failed plate
calibration board phase cell misplaced progress skipped left_out found
inputs board switches flips presses pixel
halls board block first means noises
samples board line cell ms lost samples
trouble board code restarts text
ok board id
error board id code text what
have host game index chain
new host id name variant options start
load host id index kind what chain
back host id ply
press host id button
hint host id seconds turn
path host id shown
finish host id ending
clock host id seconds
weather host id weather
seats host id pods
open host id round nonce voters targets
excuse host id round nonce pod how
close host id round nonce how
reveal host id round nonce pods
cancel host id round nonce
probe host id pixel
calibrate host id what day
bye host
"""
"""Kind, who sends it (board, host or both), and its fields; ``hello`` and ``error`` may leave off
trailing fields.  One text, because on a board tuples of words would take three times its room."""


def fields_of(kind: str):
    """Return the names of a kind's fields, None for a kind that this version does not know."""
    at = MESSAGES.find("\n" + kind + " ")
    if at < 0:
        return None
    return tuple(MESSAGES[at + 1 : MESSAGES.find("\n", at + 1)].split(" ")[2:])


def pack(text: str) -> str:
    """Return ``text`` as one field: blanks become underlines, nothing becomes ``-``.

    Whatever is no printable ASCII becomes ``?``.
    """
    letters = ["_" if c == " " else c if "!" <= c <= "~" else "?" for c in text]
    return "".join(letters) or "-"


def unpack(field: str) -> str:
    """Return the text of a field that ``pack`` made."""
    return "" if field == "-" else field.replace("_", " ")


def encode(kind: str, seq: int, fields) -> bytes:
    """Return the line of one message.

    ``fields``: texts without blanks, or whole numbers.  Raises ValueError if
    the line would not fit: our own bug, never the other side's.
    """
    body = " ".join([kind, str(seq)] + [str(value) for value in fields]).encode()
    if len(body) + _CHECK > MAX_LINE:
        raise ValueError("a line of kind %s would have %d bytes" % (kind, len(body) + _CHECK))
    return body + b" *%08x\n" % crc32(body)


class Message:
    """One line that arrived whole: its ``kind``, ``seq`` and ``fields`` (texts)."""

    def __init__(self, kind: str, seq: int, fields) -> None:
        self.kind = kind
        self.seq = seq
        self.fields = fields

    def __repr__(self) -> str:
        return "%s %d %s" % (self.kind, self.seq, " ".join(self.fields))


def decode(line: bytes):
    """Return the message of one line without its newline, or None if it is damaged.

    A line that is whole but of an unknown kind, or with too few fields, is a
    message too: the reader of messages ignores and counts it.
    """
    if len(line) > 0 and line[len(line) - 1] == 13:
        line = line[: len(line) - 1]
    cut = len(line) - 10
    if cut < 3 or line[cut : cut + 2] != b" *" or min(line) < 32 or max(line) > 126:
        return None
    try:
        # Compared as it is written: int() would also take "+", "0x" and "_".
        if line[cut + 2 :] != b"%08x" % crc32(line[:cut]):
            return None
        words = line[:cut].decode().split(" ")
        if not words[1].isdigit():
            return None
        return Message(words[0], int(words[1]), words[2:])
    except (ValueError, IndexError):  # UnicodeError is a ValueError
        return None


def is_known(message) -> bool:
    """Return True if this version knows the kind and the line has all its fields."""
    names = fields_of(message.kind)
    if names is None:
        return False
    # The host's hello is shorter than the board's, most refusals are told by code and text
    # alone; later minors may add fields at the end.
    least = 2 if message.kind == "hello" else 3 if message.kind == "error" else len(names)
    return len(message.fields) >= least


class LineReader:
    """Finds lines in a stream of bytes that comes in any pieces.

    ``damaged`` counts lines that were cut, changed or too long: noise is not
    a bug, so it never raises.
    """

    def __init__(self) -> None:
        self._line = bytearray(MAX_LINE)
        self._length = 0
        self._overlong = False
        self.damaged = 0

    def feed(self, buffer, count: int) -> list:
        """Take ``count`` bytes of ``buffer``; return the messages that became whole."""
        found: list = []
        for i in range(count):
            byte = buffer[i]
            if byte == 10:
                self._end_line(found)
            elif self._length < MAX_LINE - 1:
                self._line[self._length] = byte
                self._length += 1
            else:
                self._overlong = True
        return found

    def _end_line(self, found: list) -> None:
        length, overlong = self._length, self._overlong
        self._length, self._overlong = 0, False
        # An empty line is what a person's Enter key or our own resynchronising sends.
        if length == 0:
            return
        message = None if overlong else decode(bytes(self._line[:length]))
        if message is None:
            self.damaged += 1
        else:
            found.append(message)

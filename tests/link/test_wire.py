"""Wire (lines that a person can read, bytes in, messages out, and back)."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcore.link import wire
from boardcore.link.wire import MAX_LINE, LineReader, decode, encode, pack, unpack
from support.messages import messages
from support.rows import each_row, for_each

PINNED = [
    ("hello", 0, ("1.0", "0.1", "e66118", "pylos-reed16", "pylos", 3, "power-on", "-"),
     b"hello 0 1.0 0.1 e66118 pylos-reed16 pylos 3 power-on - *c4575da0\n"),
    ("game", 1, (0, "1a2b3c4d", "pylos", "standard", "-", "players", "-", "5f3a91c2"),
     b"game 1 0 1a2b3c4d pylos standard - players - 5f3a91c2 *424687b4\n"),
    ("turn", 41, (17, 17, "L", "b2-f1xf1,a1", "9c04d1e2"),
     b"turn 41 17 17 L b2-f1xf1,a1 9c04d1e2 *213684e5\n"),
    ("have", 65535, ("1a2b3c4d", 17, "9c04d1e2"), b"have 65535 1a2b3c4d 17 9c04d1e2 *043f649e\n"),
    ("bye", 7, (), b"bye 7 *50c2b440\n"),
]  # fmt: skip


@for_each(("kind", "seq", "fields", "line"), PINNED)
def test_the_bytes_of_a_line_are_pinned(kind, seq, fields, line):
    assert encode(kind, seq, fields) == line
    message = decode(line[:-1])
    assert (message.kind, message.seq) == (kind, seq)
    assert message.fields == [str(field) for field in fields]


# Text fields


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="_")))
def test_a_text_is_one_field_and_comes_back(text):
    packed = pack(text)
    assert " " not in packed
    assert packed
    assert unpack(packed) == text or text == "-"


@given(st.text())
def test_whatever_a_text_holds_its_field_is_plain_ascii(text):
    packed = pack(text)
    assert packed
    assert all(32 < ord(letter) < 127 for letter in packed)


# Lines


FIELDS = st.lists(st.text(alphabet="abc019-+,./=|_", min_size=1, max_size=12), max_size=8)


@given(st.sampled_from([row[0] for row in messages()]), st.integers(0, 65535), FIELDS)
def test_what_is_sent_is_what_arrives(kind, seq, fields):
    line = encode(kind, seq, fields)
    assert len(line) <= MAX_LINE
    [message] = LineReader().feed(line, len(line))
    assert (message.kind, message.seq, message.fields) == (kind, seq, fields)


@for_each("name", [row[0] for row in messages()])
def test_every_kind_is_known_with_all_its_fields_and_not_with_fewer(name):
    names = wire.fields_of(name)
    whole = decode(encode(name, 1, names)[:-1])
    assert wire.is_known(whole)
    more = decode(encode(name, 1, [*names, "later"])[:-1])
    assert wire.is_known(more), "a later minor version may add fields at the end"
    if name == "hello":
        # The host's is shorter, and a later version's may be anything after its number.
        assert wire.is_known(decode(encode(name, 1, names[:2])[:-1]))
        assert not wire.is_known(decode(encode(name, 1, names[:1])[:-1]))
    elif name == "error":
        # Boards tell what is missing only where something is, and older ones never do.
        assert wire.is_known(decode(encode(name, 1, names[:3])[:-1]))
        assert not wire.is_known(decode(encode(name, 1, names[:2])[:-1]))
    elif names:
        assert not wire.is_known(decode(encode(name, 1, names[:-1])[:-1]))


def test_an_unknown_kind_is_a_message_that_nobody_knows():
    message = decode(encode("weather", 1, ["storm"])[:-1])
    assert message.kind == "weather"
    assert not wire.is_known(message)


def test_the_longest_line_fits_and_one_more_byte_is_our_own_bug():
    room = MAX_LINE - len(encode("x", 1, [""]))
    assert len(encode("x", 1, ["a" * room])) == MAX_LINE
    with pytest.raises(ValueError, match="201 bytes"):
        encode("x", 1, ["a" * (room + 1)])


# The reader

LINES = b"".join([encode("turn", i, (i, i, "L", "b2", "%08x" % i)) for i in range(5)])


def kinds(messages):
    return [(message.kind, message.seq) for message in messages]


ALL = [("turn", i) for i in range(5)]


def test_the_reader_is_fed_everything_at_once():
    reader = LineReader()
    assert kinds(reader.feed(LINES, len(LINES))) == ALL
    assert reader.damaged == 0


@for_each("size", [1, 2, 3, 7, 64, 65, 200])
def test_the_reader_is_fed_in_pieces(size):
    reader = LineReader()
    found = []
    for at in range(0, len(LINES), size):
        piece = LINES[at : at + size]
        found += reader.feed(piece, len(piece))
    assert kinds(found) == ALL
    assert reader.damaged == 0


def test_only_the_bytes_that_count_are_read():
    reader = LineReader()
    assert reader.feed(LINES, len(LINES) // 2) + reader.feed(LINES[len(LINES) // 2 :], 0) != []
    assert len(reader.feed(bytearray(LINES), 0)) == 0


NOISE = [
    # name, noise before the lines, damaged lines
    ("half a line", LINES[5:20] + b"\n", 1),
    ("half a line that runs into the next", b"turn 9 9 9 L b2 ", 1),
    ("binary", bytes(range(128, 256)) + b"\n", 1),
    ("zeros", b"\x00" * 300 + b"\n", 1),
    ("a line of 199 letters", b"a" * 199 + b"\n", 1),
    ("a line of 200 letters", b"a" * 200 + b"\n", 1),
    ("a line of 1000 letters", b"a" * 1000 + b"\n", 1),
    ("empty lines", b"\n\n\n", 0),
    ("a person's Enter key", b"\r\n", 1),
    ("a short line", b"*\n", 1),
    ("a separator only", b" *00000000\n", 1),
    ("a check of letters that are no digits", b"bye 7 *zzzzzzzz\n", 1),
    ("what a person types", b"hello?\n", 1),
]


@each_row(NOISE, "noise", "damaged")
@for_each("bytewise", [False, True])
def test_noise_is_counted_and_the_lines_behind_it_arrive(noise, damaged, bytewise):
    reader = LineReader()
    stream = noise + LINES
    pieces = [stream[i : i + 1] for i in range(len(stream))] if bytewise else [stream]
    found = [message for piece in pieces for message in reader.feed(piece, len(piece))]
    joined = not noise.endswith(b"\n")
    assert kinds(found) == (ALL[1:] if joined else ALL)
    assert reader.damaged == damaged


def test_lines_may_end_as_terminals_end_them():
    reader = LineReader()
    stream = LINES.replace(b"\n", b"\r\n")
    assert kinds(reader.feed(stream, len(stream))) == ALL
    assert reader.damaged == 0


def test_one_byte_more_than_a_line_may_have_is_too_much():
    room = MAX_LINE - len(encode("error", 1, ["1", "busy", ""]))
    longest = encode("error", 1, ["1", "busy", "a" * room])
    reader = LineReader()
    assert [message.kind for message in reader.feed(longest, len(longest))] == ["error"]
    # As another program would make it: whole, but longer than a board has room for.
    body = longest.rsplit(b" *", 1)[0] + b"a"
    more = b"%s *%08x\n" % (body, binascii.crc32(body))
    assert len(more) == MAX_LINE + 1
    assert reader.feed(more, len(more)) == []
    assert reader.damaged == 1


def test_an_overlong_line_is_one_damaged_line_even_if_its_end_would_be_whole():
    reader = LineReader()
    stream = b"x" * 500 + LINES
    assert kinds(reader.feed(stream, len(stream))) == ALL[1:]
    assert reader.damaged == 1


LINE = encode("turn", 41, (17, 17, "L", "b2-f1xf1,a1", "9c04d1e2"))


def test_every_flipped_bit_is_noticed():
    for bit in range(8 * (len(LINE) - 1)):
        damaged = bytearray(LINE[:-1])
        damaged[bit // 8] ^= 1 << bit % 8
        assert decode(bytes(damaged)) is None or bytes(damaged).endswith(b"\r"), bit


def test_every_lost_or_doubled_byte_is_noticed():
    whole = LINE[:-1]
    for at in range(len(whole)):
        assert decode(whole[:at] + whole[at + 1 :]) is None
        doubled = whole[: at + 1] + whole[at:]
        assert decode(doubled) is None


def test_a_line_with_the_right_check_but_no_sense_is_damaged():
    for body in (b"", b"turn", b"turn x 1", b"turn 1.5 1", b"turn  1"):
        line = body + b" *%08x" % wire.crc32(body)
        assert decode(line) is None, body


def test_a_line_that_is_not_ascii_is_damaged_although_its_check_is_right():
    for body in ("new 1 a pylos standard - é", "new 1 a py\tlos", "have 1 ² ² ²"):
        raw = body.encode()
        assert decode(raw + b" *%08x" % wire.crc32(raw)) is None, body


def test_the_check_is_written_one_way_only():
    line = encode("turn", 3, ("a",))[:-1]
    assert decode(line) is not None
    upper = line[:-8] + line[-8:].upper()
    assert upper == line or decode(upper) is None


@given(st.lists(st.binary(max_size=80), max_size=10))
def test_noise_never_raises_and_a_line_after_it_arrives(pieces):
    reader = LineReader()
    for piece in pieces:
        for message in reader.feed(piece, len(piece)):
            wire.is_known(message)
    reader.feed(b"\n", 1)
    assert kinds(reader.feed(LINES, len(LINES))) == ALL

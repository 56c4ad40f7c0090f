"""A board whose lines have right checksums and any content gets one sentence and is left."""

import pytest

from boardcore.link.wire import Message, crc32, decode, encode
from support.boards.hostile import HostileBoard
from support.campaign import campaign
from support.machine.loop import IN_MEMORY
from support.rows import for_each
from underboard.device.board import Board
from underboard.device.connection import MAX_MEETING
from underboard.device.events import Hello
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.referee.screen import Screen
from underboard.referee.session import Session
from underboard.texts import Texts

BOARDS = [("pylos", "pylos-reed16"), ("apagos", "apagos-reed36"), ("gyges", "gyges-reed38")]


def evening(seed, game, layout, steps=40):
    """Play an evening at a hostile board; return the sentence with which it was left."""
    board = HostileBoard(seed, game, layout)
    said = []
    with Records(IN_MEMORY) as records:
        host = Board(board.open, records, board.clock, board.sleep, run_id="r")
        session = Session(
            host, (None, None), Texts("en"), said.append, clock=board.clock, name=game
        )
        try:
            session.begin()
            for _ in range(steps):
                session.step(0.1)
                Screen(Texts("en"), None).lines(session.view())
            session.handle("undo")
            session.handle("new")
        except UnderboardError as trouble:
            said.append(str(trouble))
        for row in records.list():
            records.load(row.number)
        assert board.now < 300, "a meeting must end"
    return said


@pytest.mark.parametrize(("game", "layout"), BOARDS)
def test_no_line_with_a_right_checksum_costs_more_than_a_sentence(game, layout):
    told = [evening(seed, game, layout) for seed in range(campaign(10, 60))]
    assert any("begins" in sentence for said in told for sentence in said), "some meetings succeed"


@for_each("fields", [
    [",,", "1", "1", "1.0", "-"],
    ["none", "1", "1", "1.0", "3:nonsense"],
    ["none", "1", "1", "1.0", "-1:dead"],
    ["valid", "1", "1", "inf", "-"],
    ["valid", "1", "1", "nan", "-"],
    ["calibration", "1", "1", "1e9", "-"],
    ["{0}", "x", "1", "1.0", ":"],
])  # fmt: skip
def test_a_health_of_any_words_is_told_or_dropped(fields):
    board = HostileBoard(1)
    with Records(IN_MEMORY) as records:
        host = Board(board.open, records, board.clock, board.sleep)
        session = Session(host, (None, None), Texts("en"), print, clock=board.clock)
        host.hello = Hello("1.0", "f", "b0", "pylos-hall25", "pylos", "1", "power-on")
        host._hear_health(Message("health", 0, fields))
        for event in host._events:
            session._hear(event)


class Restless(HostileBoard):
    """Tells another game each time, and a beat that never agrees."""

    def poll(self, timeout_s=0.0):
        self.now += max(timeout_s, 0.1)
        return [self.hello(), self.real_game(), Message("beat", 0, ["g", "9", "-", "0", "0"])]


def test_a_meeting_ends_with_a_board_that_never_comes_into_step():
    board = Restless(1)
    with Records(IN_MEMORY) as records:
        host = Board(board.open, records, board.clock, board.sleep)
        with pytest.raises(
            UnderboardError, match="the board b0 tells something else each time for 30 s"
        ):
            host.connect(3)
    assert board.now <= 3 * MAX_MEETING + 1


CHECKS = ["+{:07x}", "0x{:06x}", "{:08X}", " {:07x}", "{:07x} ", "{:07x}_"]


def test_a_checksum_is_eight_lower_case_digits_and_nothing_else():
    # A body whose checksum begins with a zero, so that each way of writing it has eight letters.
    body = next(
        text for text in (b"bye %d" % at for at in range(10**6)) if crc32(text) < 1 << 20
        and any(letter in "abcdef" for letter in f"{crc32(text):08x}")
    )  # fmt: skip
    number = crc32(body)
    assert decode(body + b" *%08x" % number) is not None
    for form in CHECKS:
        assert decode(body + b" *" + form.format(number).encode()) is None, form


@for_each("seq", ["+1", "-1", "1_0", "0x1", "x", ""])
def test_a_sequence_number_is_digits_and_nothing_else(seq):
    line = encode("bye", 1, ()).split(b" *")[0].replace(b" 1", b" " + seq.encode())
    assert decode(line + b" *%08x" % crc32(line)) is None

"""Port (what counts as damage on a line, and what is only the moment of opening)."""

import os

import pytest

from boardcore.link.wire import encode
from underboard.device.port import SerialLink
from underboard.sim.wire.transport import HAS_PTY

pytestmark = pytest.mark.skipif(not HAS_PTY, reason="this system has no pseudo-terminals")
WHOLE = encode("beat", 0, ())


@pytest.fixture
def cable():
    """A pseudo-terminal: the board's end, and an open link."""
    master, slave = os.openpty()
    link = SerialLink(os.ttyname(slave))
    yield master, link
    link.close()
    os.close(master)
    os.close(slave)


def heard(link, count):
    found = []
    while len(found) < count:
        found += link.poll(1)
    return link.damaged


def test_a_line_that_the_opening_has_cut_is_no_damage(cable):
    master, link = cable
    os.write(master, WHOLE[-6:] + WHOLE)
    assert heard(link, 1) == 0


def test_what_is_damaged_later_counts(cable):
    master, link = cable
    os.write(master, WHOLE + WHOLE[-6:] + WHOLE)
    assert heard(link, 2) == 1


def test_as_long_as_nothing_whole_comes_all_counts(cable):
    master, link = cable
    os.write(master, b"noise\n" * 3)
    while link.damaged < 3:
        assert link.poll(1) == []

"""Link state (a table with an answer to everything)."""

from boardcore.link import linkstate
from boardcore.link.linkstate import (
    CLOSED,
    DOWN,
    GREETING,
    HELLO,
    NEXT,
    OPENED,
    OTHER_MAJOR,
    READY,
    REFUSED,
    SILENCE,
    STATE_NAMES,
)
from support.rows import for_each

STATES = range(len(STATE_NAMES))


def test_every_state_answers_every_event():
    assert len(NEXT) == len(STATE_NAMES)
    assert {len(row) for row in NEXT} == {CLOSED + 1}
    assert {after for row in NEXT for after in row} == set(STATES)


@for_each("state", STATES)
def test_what_holds_in_every_state(state):
    assert NEXT[state][CLOSED] == DOWN
    assert NEXT[state][OPENED] == GREETING
    assert NEXT[state][HELLO] == READY
    assert NEXT[state][OTHER_MAJOR] == REFUSED


def test_silence_means_to_greet_again_but_not_whom_we_refused():
    assert [NEXT[state][SILENCE] for state in STATES] == [DOWN, GREETING, GREETING, REFUSED]


def test_silence_is_longer_than_some_lost_heartbeats():
    assert linkstate.SILENCE_MS >= 4 * linkstate.BEAT_MS
    assert linkstate.HELLO_MS <= 500, "two sides agree again within two seconds"

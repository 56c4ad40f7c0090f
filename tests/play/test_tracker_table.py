"""The tracker's tables (each state answers everything, and the page shows them as they are)."""

from pathlib import Path

from boardcore.play.states import (
    AT_POSITION,
    COLUMNS,
    GAME_ENDED,
    MATCHES,
    NEW,
    NEXT,
    NO_HYPOTHESIS,
    REEVALUATE,
    after,
)
from boardcore.play.tracker import ON_REPLY, ON_STABLE, ON_TIMEOUT, WAIT_MS, WIDTH, WORK
from support.rows import for_each
from support.texts import tracker_tables
from support.texts.tracker_tables import STATES

PAGE = Path(__file__).parents[2] / "firmware/docs/tracker.md"


def work(state: int) -> tuple:
    return WORK[WIDTH * state : WIDTH * (state + 1)]


def test_the_page_shows_the_tables_of_the_code():
    text = PAGE.read_text(encoding="utf-8")
    for table in tracker_tables.tables():
        assert table in text, "tests/support/texts/tracker_tables.py prints what belongs there"
    explained = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")]
    assert explained[2 : 2 + len(STATES)] == STATES


def test_every_state_answers_every_event():
    assert len(NEXT) == COLUMNS * len(STATES)
    assert set(NEXT) <= set(range(len(STATES)))
    assert len(WORK) == WIDTH * (NO_HYPOTHESIS + 1)


@for_each("state", range(len(STATES)))
def test_what_holds_in_every_state(state):
    assert after(state, MATCHES) == AT_POSITION, "hands that put all back are always understood"
    row = work(state)
    if row:
        assert bool(row[WAIT_MS]) == bool(row[ON_TIMEOUT]), "who waits does something then"
        assert state == NEW or row[ON_STABLE] or row[ON_TIMEOUT], "and nobody waits for ever"


def test_every_state_can_be_reached_and_left():
    leads = {
        state: {after(state, event) for event in range(GAME_ENDED + 1)} - {state}
        for state in range(len(STATES))
    }
    for state in leads:
        for function in work(state)[ON_REPLY:]:
            if function:
                names = tracker_tables.chosen_by(function)
                leads[state] |= {STATES.index(name) for name in names}
    assert all(leads.values())
    # Into these two the table leads the hands.
    reached = {STATES.index("GUIDED_STRICT"), STATES.index("GUIDED_SOFT")}.union(*leads.values())
    assert reached == set(leads)


def test_more_that_is_known_is_looked_at_anew():
    led = {STATES.index("GUIDED_STRICT"), STATES.index("GUIDED_SOFT")}
    for state in set(range(len(STATES))) - led:
        assert after(state, REEVALUATE) == NEW

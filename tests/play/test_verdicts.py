"""Verdicts (the tables of what follows a finding, and of what the buttons do)."""

from boardcore.play.dialogue import (
    BACK,
    BUTTONS,
    CLOSES,
    DOUBT,
    DUE,
    GUIDED,
    NAMING,
    NO_QUESTION,
    OFFER,
    OPEN_AFTER,
    QUESTION,
    RETURNS,
    TOUCHED,
    TOUCHES,
    Dialogue,
)
from boardcore.verdicts import (
    AMBIGUOUS,
    ASKED,
    AT_REST,
    CLOSED,
    EXPLAINED,
    FINDINGS,
    MATCHES,
    NEXT_VERDICT,
    SETTLING,
    UNEXPLAINED,
    UNFINISHED,
    VERDICT_NAMES,
    WRONG,
    YES,
)
from support.rows import for_each


def test_every_verdict_answers_every_finding():
    assert len(NEXT_VERDICT) == FINDINGS * len(VERDICT_NAMES)
    assert set(NEXT_VERDICT) == set(range(len(VERDICT_NAMES)))


@for_each(
    ("verdict", "findings", "after"),
    [
        (AT_REST, [UNEXPLAINED, UNEXPLAINED], SETTLING),
        (AT_REST, [EXPLAINED, MATCHES], AT_REST),
        (WRONG, [UNEXPLAINED], WRONG),
        (WRONG, [EXPLAINED], UNFINISHED),
        (UNFINISHED, [ASKED, MATCHES, UNEXPLAINED], AMBIGUOUS),
        (AMBIGUOUS, [CLOSED, MATCHES], AT_REST),
    ],
)
def test_what_follows(verdict, findings, after):
    for finding in findings:
        verdict = NEXT_VERDICT[FINDINGS * verdict + finding]
    assert VERDICT_NAMES[verdict] == VERDICT_NAMES[after]


def test_whatever_is_open_answers_all_that_happens():
    assert len(OPEN_AFTER) == 3 * (TOUCHED + 1)
    assert set(OPEN_AFTER) <= set(range(TOUCHED + 1))


@for_each(
    ("now", "happens", "after"),
    [
        (QUESTION, [TOUCHES, TOUCHES, RETURNS], QUESTION),
        (QUESTION, [TOUCHES, CLOSES, RETURNS], NO_QUESTION),
        (NAMING, [TOUCHES, TOUCHES], NAMING),
        (DOUBT, [TOUCHES], NO_QUESTION),
        (OFFER, [TOUCHES], NO_QUESTION),
        (DUE, [TOUCHES], NO_QUESTION),
    ],
)
def test_what_is_open_then(now, happens, after):
    for event in happens:
        now = OPEN_AFTER[3 * now + event]
    assert now == after


def test_every_button_does_what_the_dialogue_can_do():
    assert len(BUTTONS) == (BACK + 1) * (GUIDED + 1)
    for name in BUTTONS:
        assert name is None or callable(getattr(Dialogue, name))


def test_no_row_of_the_buttons_is_a_dead_end():
    for yes, back in zip(BUTTONS[YES::3], BUTTONS[BACK::3], strict=True):
        assert back in ("take_back", "close", "withdraw")
        assert yes or back == "take_back"

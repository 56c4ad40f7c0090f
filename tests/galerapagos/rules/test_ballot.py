"""Ballots by themselves (who may vote, what is told before the reveal, how votes are counted)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.rows import for_each
from underboard.galerapagos.state.ballot import ABSTAIN, CLOSED, LOCKED, OPEN, Ballot
from underboard.galerapagos.state.refusal import Refused


def four(**more):
    return Ballot(7, [0, 1, 2, 3], [0, 1, 2, 3], **more)


REFUSED = [
    ("foreign-vote", {"voter": 0, "target": 1, "number": 6}),
    ("no-voter", {"voter": 4, "target": 1}),
    ("no-voter", {"voter": -1, "target": 1}),
    ("self-vote", {"voter": 2, "target": 2}),
    ("no-target", {"voter": 2, "target": 9}),
]


@for_each(("rule", "vote"), REFUSED)
def test_a_vote_that_cannot_be_is_refused(rule, vote):
    ballot = four()
    with pytest.raises(Refused) as refusal:
        ballot.cast(**vote)
    assert refusal.value.rule == rule
    assert ballot.votes == {}


def test_the_same_vote_again_is_the_same_vote():
    ballot = four()
    assert ballot.cast(0, 1, 7)
    assert not ballot.cast(0, 1, 7)
    assert ballot.progress() == (1, 4)


def test_a_vote_may_be_changed_and_taken_back_until_it_is_shown():
    ballot = four()
    ballot.cast(0, 1)
    ballot.cast(0, 2)
    ballot.withdraw(0)
    with pytest.raises(Refused, match="no vote to take back"):
        ballot.withdraw(0)
    ballot.cast(0, 3)
    ballot.fix()
    for late in (lambda: ballot.cast(0, 1), lambda: ballot.withdraw(0)):
        with pytest.raises(Refused, match="too late"):
            late()
    assert ballot.tally() == {0: 0, 1: 0, 2: 0, 3: 1}


def test_nothing_is_shown_while_it_is_open():
    ballot = four()
    ballot.cast(0, 1)
    assert ballot.shown() == []
    with pytest.raises(ValueError, match="only a closed one"):
        ballot.tally()


def test_two_ballots_that_differ_in_votes_only_tell_the_same():
    one, other = four(), four()
    for voter, targets in enumerate([(1, 3), (0, 2), (3, 0), (2, 1)]):
        one.cast(voter, targets[0])
        other.cast(voter, targets[1])
        assert one.progress() == other.progress()
        assert one.missing() == other.missing()
        assert one.shown() == other.shown() == []


def test_the_states_with_and_without_a_crystal_ball():
    plain = four()
    assert plain.state == OPEN
    plain.fix()
    assert plain.state == CLOSED
    ball = four(last=[2])
    ball.cast(0, 1)
    assert ball.expected() == [0, 1, 3]
    assert ball.fix() == [1, 3]
    assert ball.state == LOCKED
    assert ball.shown() == [(0, 1), (1, ABSTAIN), (3, ABSTAIN)]
    ball.cast(2, 1)
    assert ball.fix() == []
    assert ball.state == CLOSED
    assert ball.leaders() == [1]


def test_an_abstention_counts_for_nobody():
    ballot = four()
    for voter in range(4):
        ballot.cast(voter, ABSTAIN)
    ballot.fix()
    assert ballot.leaders() == [0, 1, 2, 3]


def test_weights_count():
    ballot = four(weights=[1, 2, 1, 1])
    for voter, target in ((0, 3), (1, 0), (2, 3), (3, 1)):
        ballot.cast(voter, target)
    ballot.fix()
    assert ballot.tally() == {0: 2, 1: 1, 2: 0, 3: 2}
    assert ballot.leaders() == [0, 3]


@given(st.integers(3, 12), st.data())
def test_the_tally_is_what_slips_of_paper_give(players, data):
    club = data.draw(st.integers(0, players - 1))
    weights = [2 if seat == club else 1 for seat in range(players)]
    ballot = Ballot(1, list(range(players)), list(range(players)), weights)
    slips = []
    for voter in range(players):
        target = data.draw(st.sampled_from([ABSTAIN, *ballot.choices(voter)]))
        ballot.cast(voter, target)
        slips += [target] * weights[voter]
    ballot.fix()
    assert ballot.tally() == {seat: slips.count(seat) for seat in range(players)}

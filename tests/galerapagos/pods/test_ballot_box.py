"""Ballot box (one ballot on the board, and what a power cut may do to it).

Source of the rules: rules page 6.3; the box knows pods and no castaways.
"""

import contextlib
import random

import pytest

from boardcore.errors import IllegalMove, ParseError
from boardcore.pods.ballot_box import (
    ELSEWHERE,
    NOBODY,
    NONE,
    OPEN,
    ROOM_FOR_A_BALLOT,
    SHUT,
    SLOT,
    BallotBox,
)
from support.rows import each_row, for_each
from underboard.sim.harness import MemoryStore
from underboard.sim.mcu.nvm import PowerCut

NAME, NONCE = "a1b2c3.7a", 0x9C04D1E2


def opened(voters=0b1111, targets=0b1111, store=None):
    box = BallotBox(store or MemoryStore())
    box.open(NAME, NONCE, voters, targets)
    return box


def facts(box):
    return (box.state, box.round, box.nonce, box.voters, box.targets, bytes(box.votes))


# Voting


def test_a_pod_without_a_vote_below_one_with_a_vote_is_named_by_its_number():
    box = opened(voters=0b1000)
    with pytest.raises(IllegalMove, match="Pod 3 does not vote in this ballot") as caught:
        box.excuse(NAME, NONCE, 2, True)
    assert caught.value.rule == "no-voter"


def test_a_box_tells_how_many_votes_are_in_and_never_which_before_it_is_shut():
    box = opened()
    box.lock(0, 1)
    box.lock(2, 1)
    assert (box.received, box.expected, box.missing()) == (2, 4, [1, 3])
    assert box.votes_text() == "-"
    box.lock(1, 0)
    box.lock(3, 2)
    box.shut(NAME, NONCE, silent=False)
    assert box.votes_text() == "babc........"


def test_a_vote_may_be_taken_back_until_the_box_is_shut():
    box = opened()
    box.lock(0, 1)
    box.unlock(0)
    assert box.received == 0
    box.lock(0, 2)
    box.shut(NAME, NONCE, silent=True)
    assert box.votes_text() == "c---........"
    with pytest.raises(IllegalMove, match="no vote"):
        box.unlock(0)
    with pytest.raises(IllegalMove, match="no vote"):
        box.lock(1, 0)
    assert box.votes_text() == "c---........"


REFUSALS = [
    ("a pod without a vote", lambda box: box.lock(5, 1), "no-voter"),
    ("oneself", lambda box: box.lock(1, 1), "no-target"),
    ("one who cannot be named", lambda box: box.lock(1, 4), "no-target"),
    ("taking back nothing", lambda box: box.unlock(1), "no-vote"),
    ("another round", lambda box: box.shut("other.1a", NONCE, True), "foreign-vote"),
    ("another nonce", lambda box: box.shut(NAME, NONCE + 1, True), "foreign-vote"),
    ("a second ballot beside it", lambda box: box.open("x.1a", 1, 3, 3), "ballot-open"),
    ("the same ballot otherwise", lambda box: box.open(NAME, NONCE, 3, 3), "other-ballot"),
    ("showing before the end", lambda box: box.check_shut(NAME, NONCE), "ballot-open"),
    ("dropping another's", lambda box: box.drop("x.1a", NONCE), "foreign-vote"),
    ("excusing a stranger", lambda box: box.excuse(NAME, NONCE, 9, True), "no-voter"),
    ("excusing no pod", lambda box: box.excuse(NAME, NONCE, -1, True), "no-voter"),
    ("missing votes", lambda box: box.shut(NAME, NONCE, False), "votes-missing"),
]


@each_row(REFUSALS, "deed", "rule")
def test_what_cannot_be_done_is_refused_and_changes_nothing(deed, rule):
    box = opened()
    box.lock(0, 1)
    before = facts(box)
    with pytest.raises(IllegalMove) as refused:
        deed(box)
    assert refused.value.rule == rule
    assert facts(box) == before
    assert facts(BallotBox(box.slots.store)) == before


def test_late_commands_are_refused_once_the_box_is_shut():
    box = opened()
    box.shut(NAME, NONCE, silent=True)
    with pytest.raises(IllegalMove) as refused:
        box.excuse(NAME, NONCE, 0, True)
    assert refused.value.rule == "late-vote"


def test_the_same_command_again_changes_nothing():
    box = opened()
    box.lock(0, 1)
    box.open(NAME, NONCE, 0b1111, 0b1111)
    assert box.received == 1
    box.excuse(NAME, NONCE, 1, True)
    written = box.slots.store.written
    box.excuse(NAME, NONCE, 1, True)
    box.shut(NAME, NONCE, True)
    box.shut(NAME, NONCE, False)
    box.open(NAME, NONCE, 0b1111, 0b1111)
    assert box.votes_text() == "bx--........"
    assert box.slots.store.written == written + SLOT
    box.drop(NAME, NONCE)
    box.drop(NAME, NONCE)
    assert box.state == NONE


def test_an_excused_pod_has_no_vote_whatever_it_had_kept():
    box = opened()
    box.lock(0, 1)
    box.excuse(NAME, NONCE, 0, True)
    assert box.received == 1
    with pytest.raises(IllegalMove):
        box.lock(0, 2)
    box.excuse(NAME, NONCE, 0, False)
    assert box.received == 0
    box.excuse(NAME, NONCE, 1, True)
    box.shut(NAME, NONCE, True)
    assert box.votes_text() == "-x--........"


@for_each(
    ("name", "voters", "targets"),
    [("", 3, 3), ("-", 3, 3), ("x" * 29, 3, 3), ("é" * 15, 3, 3), ("a", 0, 3), ("a", 3, 0),
     ("a", 1 << 12, 3), ("a", 3, -1)],
)  # fmt: skip
def test_no_ballot_opens_on_nonsense(name, voters, targets):
    box = BallotBox(MemoryStore())
    with pytest.raises(ParseError):
        box.open(name, 1, voters, targets)
    assert box.state == NONE


def test_nobody_votes_who_can_name_only_themselves():
    box = BallotBox(MemoryStore())
    with pytest.raises(IllegalMove, match="Pod 2 has nobody"):
        box.open("a", 1, 0b11, 0b10)
    assert box.state == NONE


def test_a_new_round_takes_the_place_of_a_shut_one():
    box = opened()
    box.lock(0, 1)
    box.shut(NAME, NONCE, True)
    for name, nonce in (("a1b2c3.7b", 5), ("a1b2c3.7b", 6)):
        box.open(name, nonce, 0b1000, 0b0111)
        assert (box.state, box.nonce, box.received, box.votes_text()) == (OPEN, nonce, 0, "-")
        box.shut(name, nonce, True)


# The store


def test_everything_is_there_again_after_the_power_comes_back():
    box = opened()
    box.lock(0, 1)
    box.lock(1, 3)
    box.unlock(1)
    box.excuse(NAME, NONCE, 2, True)
    again = BallotBox(box.slots.store)
    assert facts(again) == facts(box)
    assert list(again.votes[:4]) == [1, NOBODY, ELSEWHERE, NOBODY]
    box.shut(NAME, NONCE, True)
    assert BallotBox(box.slots.store).votes_text() == "b-x-........"
    box.drop(NAME, NONCE)
    assert BallotBox(box.slots.store).state == NONE


def deeds(chance):
    """Yield things to do, method and arguments, for as long as one likes."""
    number = 0
    while True:
        number += 1
        name = f"tag.{number}a"
        yield "open", name, number, chance.randrange(1, 1 << 12), 0xFFF
        for _ in range(chance.randrange(30)):
            pod, target = chance.randrange(12), chance.randrange(12)
            yield chance.choice(
                [
                    ("lock", pod, target),
                    ("lock", pod, target),
                    ("unlock", pod),
                    ("excuse", name, number, pod, pod % 2 == 0),
                ]
            )
        yield "shut", name, number, True
        if chance.random() < 0.5:
            yield "drop", name, number


def do(box, deed):
    with contextlib.suppress(IllegalMove):
        getattr(box, deed[0])(*deed[1:])


@pytest.mark.slow
def test_a_power_cut_at_any_byte_of_any_write_loses_nothing_that_was_kept():
    cuts = 0
    for seed in range(12):
        made = deeds(random.Random(seed))
        box = BallotBox(MemoryStore(size=ROOM_FOR_A_BALLOT * SLOT + 10 * SLOT))
        for _ in range(120):
            deed = next(made)
            store = box.slots.store
            image, before = bytes(store.image), facts(box)
            start, erases = store.written, store.erases
            do(box, deed)
            after = facts(box)
            if store.erases > erases:
                continue  # the one moment that a flash of one sector cannot survive
            for cut in range(store.written - start):
                torn = MemoryStore(image, store.size)
                again = BallotBox(torn)
                torn.cut_after = cut
                with pytest.raises(PowerCut):
                    do(again, deed)
                found = BallotBox(MemoryStore(bytes(torn.image), store.size))
                assert facts(found) in (before, after)
                cuts += 1
            assert facts(BallotBox(MemoryStore(bytes(store.image), store.size))) == after
    assert cuts > 4000


def test_the_store_is_erased_only_between_ballots_as_long_as_minds_change_seldom():
    box = BallotBox(MemoryStore(size=3840))
    for number in range(1, 60):
        before = box.slots.store.erases
        box.open(f"tag.{number}a", number, 0xFFF, 0xFFF)
        opened_with = box.slots.store.erases
        for pod in range(12):
            for target in (1, 2, 3, 4):
                if target != pod:
                    box.lock(pod, target)
                    box.unlock(pod)
            box.lock(pod, (pod + 1) % 12)
        box.shut(f"tag.{number}a", number, False)
        assert box.slots.store.erases == opened_with
        assert opened_with - before <= 1
        assert facts(BallotBox(box.slots.store)) == facts(box)
    assert box.slots.store.erases > 5


def test_even_a_thousand_changes_of_mind_fit():
    box = opened(store=MemoryStore(size=3840))
    for number in range(1000):
        box.lock(0, 1 + number % 3)
        box.unlock(0)
    box.lock(0, 2)
    assert facts(BallotBox(box.slots.store)) == facts(box)


@for_each("rubbish", [b"\x00", b"\xb0", b"\xb1\x00\x03", b"\xe0\x01\x02\x03"])
def test_a_store_full_of_anything_else_is_no_ballot(rubbish):
    store = MemoryStore((rubbish * 3840)[:3840])
    box = BallotBox(store)
    assert box.state == NONE
    box.open(NAME, NONCE, 3, 3)
    assert facts(BallotBox(store)) == facts(box)


def test_a_flipped_bit_in_the_store_is_noticed():
    box = opened()
    box.lock(0, 1)
    box.lock(1, 2)
    for at in range(7 * SLOT):
        for bit in range(8):
            image = bytearray(box.slots.store.image)
            image[at] ^= 1 << bit
            again = BallotBox(MemoryStore(bytes(image)))
            pairs = zip(again.votes, box.votes, strict=True)
            assert all(found in (was, NOBODY) for found, was in pairs)
            assert facts(again) != facts(box)
            assert again.votes[0] in (1, NOBODY)
            assert again.votes[1] in (2, NOBODY)


def test_what_is_written_for_a_vote_is_as_long_whatever_the_vote():
    lengths = set()
    for target in range(1, 12):
        box = opened(0xFFF, 0xFFF)
        before = box.slots.store.written
        box.lock(0, target)
        lengths.add(box.slots.store.written - before)
    assert lengths == {SLOT}


def test_a_shut_box_names_the_states():
    box = opened()
    assert box.state == OPEN
    box.shut(NAME, NONCE, True)
    assert box.state == SHUT

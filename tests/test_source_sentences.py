"""Sentences about trouble: each one that the source can say has its French."""

import pytest

from source_sentences import normal, sayings, says
from underboard.sim import faults
from underboard.texts import area, sentences

NAMES = {"CIRCUITPY", "Underboard record", "abcdefghi", "game", "guide", "human"}
NAMES |= {"circuitpy", "layouts/{}.json"}
"""What fills a gap and is the same in every language."""
FAULTS = {"a number, 0 or more", *[expected for _, expected in faults._READERS.values()]}
SAYINGS = sayings()
KNOWN = {normal(english) for english in sentences.templates("fr")}
WORDS = set(sentences.words("fr"))


def missing(texts):
    return [text for text in texts if says(text) and text not in KNOWN | WORDS | NAMES]


def test_every_sentence_of_the_source_can_be_said_in_french():
    unsaid = []
    for said in SAYINGS:
        # A choice within a sentence is known by its parts, or as several sentences.
        lacking = missing(said.spread) if missing(said.whole) else missing(said.parts)
        if lacking:
            unsaid.append((said.where, lacking))
    assert not unsaid
    assert not missing(FAULTS)


def test_no_french_sentence_is_of_yesterday():
    said = {text for one in SAYINGS for text in one.whole + one.spread + one.parts}
    assert not [one for one in area("fr", "troubles") if normal(one) not in said | FAULTS]


FOUND = [
    # how it is written in the source, the template
    ("f-string", "no game {} among the records: see 'underboard games list'"),
    ("per cent signs", "The ball on {} carries another ball."),
    ("a name for a constant", "A square was made: take back one or two balls."),
    ("a name within a function", "seen only {} damaged lines"),
    ("an attribute", "the board speaks version {} of the wire (firmware {}), this program {}: "
     "bring both to the same release, 'underboard board install' puts ours on the board"),
    ("a choice", "All twelve rings are set up: now they move."),
    ("a part handed on", "the name of a pin, like GP2"),
    ("what a function returns", "port {} cannot be opened: {}"),
]  # fmt: skip


@pytest.mark.parametrize(("way", "template"), FOUND)
def test_sentences_are_found_however_they_are_written(way, template):
    assert any(template in said.whole + said.parts for said in SAYINGS), way


def test_as_many_are_found_as_there_are():
    assert len({text for said in SAYINGS for text in said.whole + said.parts}) > 350

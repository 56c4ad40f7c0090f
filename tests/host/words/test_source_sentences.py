"""Sentences about trouble (each one that the source can say is a template that has its French)."""

import pytest

from support.rows import for_each
from support.texts.source_sentences import Module, gaps, sayings, sayings_of, says
from underboard.sim import faults
from underboard.texts import area
from underboard.texts.lazy import key_of, templates

NAMES = {"CIRCUITPY", "Underboard record", "abcdefghi", "circuitpy", "guide", "human"}
"""What fills a gap and is the same in every language."""
FAULTS = {"a number, 0 or more", *[expected for _, expected in faults._READERS.values()]}
KNOWN = set(templates("fr"))


@pytest.fixture(scope="module")
def said_there():
    """All that the source says."""
    return sayings()


def missing(texts):
    return {text for text in texts if says(text) and key_of(text) not in KNOWN} - NAMES


@pytest.mark.slow
def test_every_sentence_of_the_source_can_be_said_in_french(said_there):
    assert {(said.where, text) for said in said_there for text in missing(said.whole)} == set()
    assert not missing(FAULTS)


def test_no_sentence_is_put_together_before_it_is_said(said_there):
    # A sentence is looked up by its template: UnderboardError("no port %s", url), not
    # f"no port {url}"; a part of one that has gaps of its own is a LazyText (in the firmware
    # a Phrase), names with "or" between them are Choices(" or ", names).
    assert [said.where for said in said_there if said.composed] == []


def test_every_gap_has_its_field(said_there):
    wrong = [
        (said.where, text)
        for said in said_there
        for text in said.templates
        # One without fields is no template, but a sentence as it is: "100 % of it".
        if said.fields > 0 and gaps(text) != said.fields
    ]
    assert wrong == []


def test_no_french_sentence_is_of_yesterday(said_there):
    said = {key_of(text) for one in said_there for text in one.whole} | FAULTS
    assert [one for one in area("fr", "errors") if key_of(one) not in said] == []


FOUND = [
    # how it is written in the source, the template
    ("an argument", "no game %s among the records: see 'underboard games list'"),
    ("after the rule", "The ball on %s carries another ball."),
    ("a name for a constant", "A square was made: take back one or two balls."),
    ("a part", "seen only %d damaged lines"),
    ("one of two", "%s: kind '%s', expected game"),
    ("a choice", "seen nothing"),
    ("a part handed on", "the name of a pin, like GP2"),
    ("what a function returns", "port %s cannot be opened: %s"),
]  # fmt: skip


@for_each(("way", "template"), FOUND)
def test_sentences_are_found_however_they_are_written(said_there, way, template):
    assert any(template in said.whole for said in said_there), way


COMPOSED = [
    'f"no port {url}: plug it in"',
    '"no port %s: plug it in" % url',
    '"no port " + url',
    '"closed" if shut else f"no port {url}"',
]


@pytest.mark.parametrize("expression", COMPOSED)
def test_a_sentence_that_is_put_together_is_noticed(expression, tmp_path):
    path = tmp_path / "one.py"
    path.write_text(f"raise UnderboardError({expression})\n")
    assert [said.composed for said in sayings_of(Module(path))] == [True]


def test_as_many_are_found_as_there_are(said_there):
    assert len({text for said in said_there for text in said.whole}) > 350

"""Apagos codes: which square lies in a slot, whichever face is up and however it is turned."""

import copy

import pytest

from boardcore.apagos.hall.codes import (
    NO_FACE,
    UNSURE,
    Codes,
    other_face,
    square_of,
    turned,
    turned_over,
    turns_to,
)
from boardcore.apagos.hall.contents import turned_hole
from boardcore.errors import Unreadable
from boardcore.layout.layout import Layout
from support.boards.shipped import data_of

DATA = data_of("apagos-hall64")
CODES = Codes(DATA["codes"])
SIGNS = {"+": 1.0, "0": 0.0, "-": -1.0}
ALL = [True] * 4


def shares(word, strength=1.0):
    return [SIGNS[letter] * strength for letter in word]


@pytest.mark.parametrize("strength", [0.6, 1.0, 1.3])
@pytest.mark.parametrize("face", range(1, 9))
def test_every_face_is_known_in_four_rotations(face, strength):
    for turns in range(4):
        word = CODES.word(face, turns)
        assert CODES.read(shares(word, strength), ALL, 0, 0.5) == face
        assert CODES.turns == turns


def test_an_empty_slot_is_told_from_a_square_whatever_offsets_sensors_have():
    for off in (0.0, 0.15, -0.15):
        assert CODES.read([off, -off, off, 0.0], ALL, 0, 0.5) == NO_FACE


def test_a_square_that_is_half_up_is_none_yet():
    assert CODES.read([0.3, 0.3, 0.0, -0.3], ALL, 0, 0.1) == UNSURE


def test_with_a_dead_corner_squares_that_lie_elsewhere_are_none():
    """0+++ and 0++- cannot be told apart without the last corner."""
    seen, usable = shares("0++0"), [True, True, True, False]
    assert CODES.read(seen, usable, 0, 0.5) == UNSURE
    others = 3 << 3 | 3 << 5 | 3 << 7
    assert CODES.read(seen, usable, others, 0.5) == 1


def test_faces_belong_to_squares():
    assert [square_of(face) for face in range(1, 9)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [other_face(face) for face in (1, 2, 7, 8)] == [2, 1, 8, 7]
    assert CODES.holes[1:] == [1, 3, 3, 5, 3, 5, 5, 7]


def test_turning_over_mirrors_and_swaps_north_and_south():
    assert turned_over("0++-") == "+--0"
    assert turned_over(turned_over("0-+-")) == "0-+-"


def test_turning_a_word_four_times_gives_it_back():
    assert turned("+++-", 1) == "-+++"
    assert [turns_to("+++-", turned("+++-", turns)) for turns in range(4)] == [0, 1, 2, 3]
    assert turns_to("+++-", "++--") == -1
    assert [turned_hole(0, turns) for turns in range(4)] == [0, 2, 8, 6]


def spoilt(**codes):
    data = copy.deepcopy(DATA)
    data["codes"].update(codes)
    return data


def word(square, text):
    data = copy.deepcopy(DATA)
    data["codes"]["squares"][square]["word"] = text
    return data


def moved(number, **place):
    data = copy.deepcopy(DATA)
    data["sensors"][number].update(place)
    return data


WRONG = [
    (word(1, "+0++"), "'\\+0\\+\\+' is '0\\+\\+\\+', turned"),
    (word(1, "+-+-"), "reads alike from two corners"),
    (word(1, "---0"), "turned"),
    (word(1, "++?-"), "squares\\[1\\].word is '\\+\\+\\?-'"),
    (spoilt(spots=[[0, 0, 5]]), "codes.spots is .*expected 4 corners"),
    (spoilt(squares=[]), "codes.squares is \\[\\], expected a list"),
    (spoilt(moment_am2=-1.0), "codes.moment_am2 is -1.0"),
    (spoilt(squares=[{"word": "0+++", "faces": [1, 9]}]), "faces is \\[1, 9\\]"),
    (moved(20, x=100), "slot 2 is not like the first"),
]


@pytest.mark.parametrize(("data", "told"), WRONG, ids=[row[1] for row in WRONG])
def test_a_wrong_layout_is_refused_with_the_reason(data, told):
    with pytest.raises(Unreadable, match=told):
        Layout(data)

"""One test for all rows of a table, as ``support.rows`` makes it."""

import inspect

import pytest

from support.rows import each_row, for_each


def test_all_rows_are_tried_and_each_that_fails_is_told():
    tried = []

    @for_each(("number", "what"), [(1, "a"), (2, "b"), (3, "c"), (4, "d")])
    def is_odd(number, what, fixture):
        tried.append(what + fixture)
        if number == 4:
            raise KeyError("four")
        assert number % 2, "even"

    @for_each("third", [3])
    @pytest.mark.slow
    @each_row([("named", 1), ("so", 2)], "first")
    def adds(first, third):
        tried.append(first + third)

    assert list(inspect.signature(is_odd).parameters) == ["fixture"]
    with pytest.raises(AssertionError, match=r"(?s)\(2, 'b'\).*even.*\(4, 'd'\).*four") as told:
        is_odd(fixture="!")
    assert "(1, 'a')" not in str(told.value)
    assert tried == ["a!", "b!", "c!", "d!"]
    adds()
    assert (tried[4:], [mark.name for mark in adds.pytestmark]) == ([4, 5], ["slow"])

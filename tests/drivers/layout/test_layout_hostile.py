"""A layout with any value anywhere is refused in one sentence, or is a board."""

import copy
import json
from contextlib import suppress

import pytest

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from support.boards.scripted import ROOT
from support.campaign import campaign
from support.rows import for_each

LAYOUTS = sorted(path.stem for path in (ROOT / "firmware/layouts").glob("*.json"))
NASTY = [7, -1, 0, 1e999, float("nan"), "x", "", None, [], {}, True, 2**70, "²", [1], {"a": 1}]
NASTY += ["\x1b[31m", [[]], ["a"] * 300]
ENDS = 2


def paths(data, path=()):
    """Every place of a file, of long lists only the first and the last ones."""
    yield path
    if isinstance(data, dict):
        for key in data:
            yield from paths(data[key], (*path, key))
    elif isinstance(data, list):
        for at in sorted({*range(len(data))[:ENDS], *range(len(data))[-1:]}):
            yield from paths(data[at], (*path, at))


def altered(data, path, value):
    if not path:
        return value
    changed = copy.deepcopy(data)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("name", campaign(["apagos-hall36", "gyges-scale4", "pods12"], LAYOUTS))
def test_any_value_anywhere_costs_at_most_a_sentence(name):
    data = json.loads((ROOT / f"firmware/layouts/{name}.json").read_text("utf-8"))
    for number, path in enumerate(paths(data)):
        # All values at each place are a campaign's; here each place gets three of them.
        for value in NASTY[number % 6 :: 6]:
            with suppress(ParseError):
                Layout(altered(data, path, value))


TOLD = [
    (("strip", "full_ma"), 1e999, "layout: strip.full_ma is inf, expected"),
    (("squares", "disc_mm", 3), 7, "layout: squares.disc_mm is 7, expected x, y and z in mm"),
    (("strip", "budget_ma"), float("nan"), "layout: strip.budget_ma is nan, expected"),
]


@for_each(("path", "value", "sentence"), TOLD)
def test_a_value_out_of_range_is_told_with_key_value_and_what_was_expected(path, value, sentence):
    data = json.loads((ROOT / "firmware/layouts/apagos-hall36.json").read_text("utf-8"))
    with pytest.raises(ParseError) as raised:
        Layout(altered(data, path, value))
    assert str(raised.value).startswith(sentence)

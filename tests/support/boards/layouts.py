"""Parts of tests of layouts (descriptions with one value changed, and what is said to them)."""

import copy

import pytest

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from support.machine.stand_ins import REED16


def changed(path, value, data=REED16):
    """Return a copy of a description in which the value at ``path`` is another, or gone (None)."""
    data = copy.deepcopy(data)
    at = data
    keys = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in keys[:-1]:
        at = at[key]
    if value is None:
        del at[keys[-1]]
    else:
        at[keys[-1]] = value
    return data


def told(data):
    with pytest.raises(ParseError) as caught:
        Layout(data)
    text = str(caught.value)
    assert text.startswith("layout: ")
    assert "\n" not in text
    return text

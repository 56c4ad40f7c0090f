"""What ``tests/bench/without.py`` leaves out of the Hall decoders is there, and is put back."""

import sys
from unittest.mock import patch

import pytest

from support.machine.micropython import ROOT

with patch.object(sys, "path", [*sys.path, str(ROOT / "tests/bench")]):
    from without import APAGOS, PYLOS

LEFT_OUT = [(name, *one) for known in (PYLOS, APAGOS) for name, all_ in known.items()
            for one in all_]  # fmt: skip


@pytest.mark.parametrize(
    ("owner", "attribute", "substitute"),
    [one[1:] for one in LEFT_OUT],
    ids=[f"{one[0]}-{one[2]}" for one in LEFT_OUT],
)
def test_what_is_left_out_is_part_of_a_decoder_and_comes_back(owner, attribute, substitute):
    before = getattr(owner, attribute)
    assert before is not substitute
    with patch.object(owner, attribute, substitute):
        assert callable(getattr(owner, attribute)) == callable(before)
    assert getattr(owner, attribute) is before

"""Evenings over pods, phones and the keyboard, and ballots that differ in votes only.

A short version of tests/campaigns/galerapagos_evenings.py.
"""

import logging
import os

import pytest

from support.campaign import campaign
from support.galerapagos.ballot_pairs import twins
from support.galerapagos.full_evening import Evening

SEEDS = campaign((41,), range(1, 101))
"""In this one the host is killed, cables come out, answers get lost and scenes are paused."""
FEW = campaign(5, 0)
"""Number of castaways; 0 lets the seed choose up to twelve."""


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    # Programs are killed here, not computers: what was written is there without waiting.
    monkeypatch.setattr(os, "fsync", lambda number: None)
    # A host that is killed leaves connections open, and its server says so.
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "disabled", True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_vote_of_a_mixed_evening_is_miscounted(seed, tmp_path):
    evening = Evening(tmp_path, seed, players=FEW).play()
    assert evening.miscounted == 0
    assert evening.host.spoils.reveals or campaign(False, True)
    assert evening.host.spoils.count == 0
    assert evening.host.table.game.over


@pytest.mark.slow
@pytest.mark.parametrize("seed", campaign((4,), range(1, 101)))
def test_two_mixed_ballots_that_differ_in_votes_only_are_alike_to_everybody(seed, tmp_path):
    leaked, differing = twins(tmp_path, seed) or (0, 0)
    assert leaked == 0
    assert differing or campaign(False, True)

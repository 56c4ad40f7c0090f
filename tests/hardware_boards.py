"""Boards for the tests of tables, drawings and checks: the shipped ones and others."""

import json
from pathlib import Path

from underboard.hardware.plan import plan_of

ROOT = Path(__file__).resolve().parents[1]
HARDWARE = ROOT / "hardware"
LAYOUTS = sorted((ROOT / "firmware/layouts").glob("*.json"))
MINI = ROOT / "tests/data/pylos-mini20.json"
"""A mini edition: balls of 20 mm, shift registers; nothing but a layout file."""


def data_of(name):
    """Return the data of a shipped layout, to be spoilt."""
    return json.loads((ROOT / f"firmware/layouts/{name}.json").read_text(encoding="utf-8"))


def plan_named(name):
    """Return the plan of a shipped layout."""
    return plan_of(data_of(name))


def hall25():
    """Return the board with linear Hall sensors: the baseline of the sensing page, section 8."""
    return data_of("pylos-hall25")

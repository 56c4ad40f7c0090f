"""Boards for the tests of tables, drawings and checks: the shipped ones and others."""

import copy
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
    """Return a board with linear Hall sensors: the baseline of the sensing page, section 8."""
    data = copy.deepcopy(data_of("pylos-reed16"))
    data["name"], data["sensing"] = "pylos-hall25", "field"
    data["scanner"] = {
        "kind": "mux",
        "select": ["GP2", "GP3", "GP4", "GP5"],
        "adc": ["GP26", "GP27"],
    }
    data["magnet"].update(diameter_mm=6, height_mm=3)
    data["build"] = {
        "piece": "ball",
        "pieces": 30,
        "sensor": {"part": "linear-hall", "axes": "z", "noise_ut": 10, "range_mt": 22},
        "accepted": {"signal above the noise": "level 3 is asked, not trusted"},
    }
    between = [p for p in data["pixels"] if p["cells"][0][0] in "efg"]
    for channel, pixel in enumerate(between, 16):
        spot = {"cell": pixel["cells"][0], "x": pixel["x"], "y": pixel["y"], "z": -5}
        data["sensors"].append(spot | {"channel": channel})
    return data

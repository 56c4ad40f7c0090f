"""Boards for the tests of tables, drawings and checks: the shipped ones and others."""

import functools
import json
from pathlib import Path

from underboard.hardware.build_plan import plan_in, plan_of
from underboard.hardware.generate import files

ROOT = Path(__file__).resolve().parents[3]
HARDWARE = ROOT / "hardware"
LAYOUTS = sorted((ROOT / "firmware/layouts").glob("*.json"))
MINI = ROOT / "tests/support/data/pylos-mini20.json"
"""A mini edition: balls of 20 mm, shift registers; nothing but a layout file."""


def data_of(name):
    """Return the data of a shipped layout, to be spoilt."""
    return json.loads((ROOT / f"firmware/layouts/{name}.json").read_text(encoding="utf-8"))


def plan_named(name):
    """Return the plan of a shipped layout."""
    return plan_of(data_of(name))


def glued16():
    """Return sixteen lying reeds under balls with glued discs: magnets that point anywhere."""
    data = data_of("pylos-reed16")
    del data["bias"]
    data["magnet"] = {"shape": "disc", "diameter_mm": 10, "height_mm": 5, "grade": "N42"}
    data["geometry"]["gap_mm"] = 5
    for sensor in data["sensors"]:
        sensor["z"] = -5
    data["build"]["sensor"] = {"part": "reed", "axes": "x", "blade_mm": 10, "closes_mt": 1.0}
    data["build"]["accepted"] = ["reeds under balls"]
    return data


def hall25():
    """Return the board with linear Hall sensors (firmware/docs/fields.md, section 4)."""
    return data_of("pylos-hall25")


def glued25():
    """Return Pylos over 25 Halls with glued discs, whose directions nobody knows."""
    data = hall25()
    del data["bias"], data["build"]["bias"]
    disc = {"shape": "disc", "diameter_mm": 6, "height_mm": 3, "grade": "N42"}
    data["magnet"] = disc | {"moments_am2": [0.088]}
    data["build"]["accepted"] = ["Halls below four levels"]
    return data


@functools.cache
def made_of(path):
    """Return every file that is made of a layout file; made once for all tests."""
    return files(plan_in(path))


def scale4():
    """Return a plate on four load cells under the board of sixteen reeds: a test's own layout."""
    data = data_of("pylos-reed16")
    low = {sensor["cell"]: (sensor["x"], sensor["y"]) for sensor in data.pop("sensors")}
    lit = {cell: (p["x"], p["y"]) for p in data["pixels"] for cell in p["cells"]}
    del data["magnet"]
    data.update(
        name="pylos-plate",
        sensing="weight",
        scanner={
            "kind": "hx711",
            "clock": ["GP2", "GP4", "GP6", "GP8"],
            "data": ["GP3", "GP5", "GP7", "GP9"],
            "rate_hz": 92,
        },
        plate={
            "width_mm": 250,
            "depth_mm": 250,
            "mass_g": 900,
            "load_cells": [
                {"x": x, "y": y, "capacity_g": 1000}
                for x, y in ((-35, -35), (125, -35), (125, 125), (-35, 125))
            ],
        },
        scale={
            "counts_per_g": 2147,
            "noise_g": 0.03,
            "rest_g": 0.02,
            "touch_g": 0.1,
            "touch_gmm": 10,
            "place_mm": 0.5,
        },
        pieces={"masses_g": [9.9], "spread": 0.06, "counts": [30]},
        build={
            "piece": "ball",
            "pieces": 30,
            "sensor": {"part": "load-cell", "mv_per_v": 1},
            "string": "WS2812B string, 5 V, ready-wired",
        },
        places=[{"cell": c, "x": x, "y": y} for c, (x, y) in {**low, **lit}.items()],
    )
    return data


def set_in(*keys, value):
    """Return a function that sets one value of a layout's data: ``spoil(data)``."""

    def spoil(data):
        inner = data
        for key in keys[:-1]:
            inner = inner[key]
        inner[keys[-1]] = value

    return spoil

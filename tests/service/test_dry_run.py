"""A builder's dry run (the plate's guide step by step, each with what goes wrong there).

What is run elsewhere is not run again: its row in the doctor's own test is looked up.
"""

import argparse
import ast
import re
from datetime import date
from pathlib import Path

import pytest

from boardcore.pylos.rules import parse_cell
from support.machine.stand_ins import ROOT
from support.sensing.plates import LAYOUT
from underboard.cli.boards.doctor import examine
from underboard.device.events import Health
from underboard.service import doctor, load_cell_checks, part_tests
from underboard.sim.faults import Faults
from underboard.sim.harness import Harness
from underboard.sim.world import World
from underboard.texts import Texts, area

EN = Texts("en")
STEPS = dict(re.findall(r"^## (\d)\. (.*)$", (ROOT / "hardware/plate.md").read_text("utf-8"), re.M))
ALL_DARK = "dark=" + ",".join(map(str, range(LAYOUT.pixels)))

RUN_HERE = [
    # board, steps and their faults, what the doctor tells of each; light and buttons are alike on
    # all boards, and reeds are examined in a third of the time
    (
        "sim:pylos-reed16",
        {"6": [ALL_DARK, "dead_buttons=yes"]},
        ["buttons.dead", "pixels.none"],
    ),
]
RUN_ELSEWHERE = [
    # step, fault, what the doctor tells
    ("2", "dead=2:0", "plate.silent"),
    ("2", "slow=1", "plate.slow"),
    ("2", "noisy=2:6", "plate.noisy"),
    ("2", "stuck_open=3", "plate.stuck"),
    ("3", "open_wire=0:0", "plate.end"),
    ("3", "swapped=1:2", "plate.swapped"),
    ("3", "reversed=3", "plate.reversed"),
    ("3", "gains=1:0.7", "plate.gain"),
    ("4", "touching=2:0.3", "plate.touches"),
    ("5", "touching=2:0.3", "plate.touches"),
    ("5", "loose=1:1.5", "plate.loose"),
    ("5", "rocking=12", "plate.rocks"),
    ("7", "stiff_cable=2.0", "plate.cable"),
    ("8", "drifted=0:10", "plate.drifts"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "steps", "keys"), RUN_HERE)
def test_the_doctor_names_what_went_wrong_at_a_step(board, steps, keys, monkeypatch):
    # Simulated hands look a hundred times at a light that is late; here none ever comes.
    monkeypatch.setattr(part_tests, "MAX_REPLIES", 5)
    faults = [fault for step in steps for fault in steps[step]]
    options = argparse.Namespace(board=board, fault=faults, parts=False, report=None)
    bad = [finding for finding in examine(options, EN) if finding.level == "bad"]
    assert sorted(finding.key for finding in bad) == keys
    for finding in bad:
        assert doctor.as_line(finding, EN) != doctor.as_line(finding, Texts("fr"))


def test_every_step_with_wires_or_weight_has_its_fault():
    tried = {step for _, steps, _ in RUN_HERE for step in steps} | {row[0] for row in RUN_ELSEWHERE}
    # Step 1 is wood; nothing is there to be examined.
    assert tried == set(STEPS) - {"1"}
    module = ast.parse(Path(__file__).with_name("test_doctor_plates.py").read_text("utf-8"))
    tables = [node for node in module.body if isinstance(node, ast.Assign)]
    (table,) = [one for one in tables if ast.unparse(one.targets[0]) == "FAULTS"]
    rows = ast.literal_eval(table.value)
    told = {(tuple(faults), tuple(keys)) for faults, keys, _ in rows}
    for step, fault, key in RUN_ELSEWHERE:
        assert ((fault,), (key,)) in told, STEPS[step]


IN_PLAY = {"plate.jumps"}
"""What only play shows: the test below."""
NOT_LOOKED_FOR = {"clock too slow or shared", "data wire or ground of that pixel"}
"""Causes that the doctor does not look for, as the guide says."""


def test_the_guides_table_says_what_the_doctor_says():
    guide = (ROOT / "hardware/plate.md").read_text("utf-8")
    table = guide.partition("| sight |")[2].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table if line]
    told = {key for *_, keys in RUN_HERE for key in keys} | {row[2] for row in RUN_ELSEWHERE}
    texts = {key: area("en", "doctor")[key] for key in told | IN_PLAY}
    said = set()
    for _, cause, words, _ in rows:
        keys = [key for key, text in texts.items() if words and words.strip('"') in text]
        assert len(keys) == (cause not in NOT_LOOKED_FOR), (cause, keys)
        said.update(keys)
    assert said == set(texts)


def test_a_plate_that_rocks_in_play_is_named_afterwards():
    world = World(LAYOUT, 1, Faults(rocking=12))
    harness = Harness(LAYOUT, world)
    for name in ("", "a1", "d1", "a4", "b2"):
        if name:
            world.put(parse_cell(name))
        end_ms = world.now_ms + 2500
        while world.now_ms < end_ms:
            harness.step()
    assert harness.table.game.ply == 4
    health = Health.of(harness.table.health_fields())
    found = {f.key for f in load_cell_checks.check_calibration(health, date(2026, 11, 25), LAYOUT)}
    assert "plate.jumps" in found

"""A plate whose load cells have NAU7802 (the unmodified firmware, games and doctor)."""

import json
import shutil

import pytest

from boardcore.layout.layout import Layout
from support.campaign import campaign, one_in
from support.sensing.plates import NAU7802
from underboard.deploy.firmware_files import drive_path
from underboard.device.board import Board
from underboard.device.port import SerialLink
from underboard.records.database import Records
from underboard.referee.demo import Demo, DemoPlan
from underboard.service import doctor, examination, load_cell_checks
from underboard.service.part_tests import SimPerson
from underboard.sim.board import SimBoard
from underboard.texts import Texts

pytestmark = pytest.mark.slow
NAME = "pylos-scale4"
EN, FR = Texts("en"), Texts("fr")
TURNS = campaign(("b2", "c3", "b3", "c2", "a2", "d4", "a3xa3", "d1"), None)
"""Whole games are played on the same plate in test_scale_games.py; here the driver is another."""


@pytest.fixture
def drive(tmp_path):
    """A drive whose plate has other converters."""
    with drive_path() as files:
        shutil.copytree(files, tmp_path / "drive")
    path = tmp_path / "drive/layouts" / f"{NAME}.json"
    path.write_text(json.dumps(NAU7802), encoding="utf-8")
    return tmp_path / "drive"


@pytest.mark.parametrize("faults", one_in(2, [["leans=1.0", "bumps=4.0"], []]), ids=" ".join)
def test_a_game_of_pylos_is_followed(drive, tmp_path, faults):
    with (
        SimBoard(NAME, drive=drive, seed=1, faults=faults) as sim,
        Records.open(tmp_path / "games.sqlite3") as records,
    ):
        referee = Board(lambda: SerialLink(sim.url), records)
        try:
            [played] = Demo(sim, referee, records, DemoPlan("pylos", seed=1, turns=TURNS)).run()
        finally:
            referee.close()
    assert len(played.hands) >= 8
    assert (played.wrong, played.lost) == (0, 0)


FAULTS = [
    # faults, findings that must be repaired, words of the first one
    ([], [], ""),
    (["dead=2:0"], ["plate.silent"], "Load cell 2 near d4 gives no sample: look at its wires to"),
    (["open_wire=0:0"], ["plate.end"], "Load cell 0 near a1 is at an end of its scale"),
    (["stuck_open=3"], ["plate.stuck"], "Load cell 3 near d1 has read the same"),
    (["slow=1"], ["plate.slow-by-bus"], "expected about 80: look at the wires of its NAU7802 to"),
    (["swapped=0:2"], ["plate.swapped"], "Load cells 0 near a1 and 2 near d4 are exchanged"),
]


@pytest.mark.parametrize(("faults", "keys", "words"), campaign(FAULTS[4:5], FAULTS))
def test_the_doctor_names_each_fault_and_no_other(drive, monkeypatch, faults, keys, words):
    monkeypatch.setattr(examination, "layout_of", lambda name: Layout(NAU7802))
    with SimBoard(NAME, drive=drive, faults=faults) as sim:
        sim.wait_for_firmware()
        person = SimPerson(sim)
        findings = list(
            examination.examine_board(lambda: SerialLink(sim.url), sim.url, person, "on")
        )
    bad = [finding for finding in findings if finding.level == "bad"]
    assert [finding.key for finding in bad] == keys
    for finding in bad:
        assert words in doctor.as_line(finding, EN)
        assert doctor.as_line(finding, FR) != doctor.as_line(finding, EN)
    for finding in findings:
        if finding.key == "plate.still":
            assert 72 < finding.names["rate"] < 88
    three = [finding for finding in findings if finding.key == "plate.three"]
    assert len(three) == (keys[:1] != [] and keys[0] in load_cell_checks.DUMB)

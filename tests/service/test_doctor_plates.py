"""The doctor on a plate on load cells (each fault is named, and no other)."""

import argparse
import datetime

import numpy as np
import pytest

from boardcore.link.wire import Message
from support.campaign import campaign
from support.rows import for_each
from support.sensing.plates import LAYOUT
from underboard.cli.boards.doctor import examine
from underboard.device.events import Health
from underboard.service import doctor, load_cell_checks
from underboard.service.diagnostic_link import DiagnosticLink, SampleRun
from underboard.texts import Texts

EN, FR = Texts("en"), Texts("fr")
BOARD = "sim:pylos-scale4"


def examined(*faults, board=BOARD):
    options = argparse.Namespace(board=board, fault=list(faults), parts=False, report=None)
    return list(examine(options, EN))


FAULTS = [
    # faults, findings that must be repaired, words of the first one
    (
        ["dead=2:0"],
        ["plate.silent"],
        "Load cell 2 near d4 gives no sample: look at its wires to GP6",
    ),
    (["open_wire=0:0"], ["plate.end"], "Load cell 0 near a1 is at an end of its scale"),
    (["stuck_open=3"], ["plate.stuck"], "Load cell 3 near d1 has read the same"),
    (["slow=1"], ["plate.slow"], "Load cell 1 near a4 gives 1"),
    (["noisy=2:6"], ["plate.noisy"], "Load cell 2 near d4 has a noise of 0.1"),
    (["drifted=0:10"], ["plate.drifts"], "Load cell 0 near a1 has drifted by 1.3"),
    (["swapped=0:2"], ["plate.swapped"], "Load cells 0 near a1 and 2 near d4 are exchanged"),
    (["swapped=1:2"], ["plate.swapped"], "Load cells 1 near a4 and 2 near d4 are exchanged"),
    (["reversed=3"], ["plate.reversed"], "Load cell 3 near d1 falls when it is pressed"),
    (["touching=2:0.3"], ["plate.touches"], "After a press beside load cell 2 near d4"),
    (["loose=1:1.5"], ["plate.loose"], "Load cell 1 near a4 jumps by up to"),
    (["stiff_cable=2.0"], ["plate.cable"], "a stiff cable holds the plate"),
    (["rocking=12"], ["plate.rocks"], "in all load cells, up and down in turn"),
    (["gains=1:0.7"], ["plate.gain"], "Load cell 1 near a4 reads 7"),
    (["gains=2:1.3"], ["plate.gain"], "Load cell 2 near d4 reads 1"),
    (["dead=1:0", "swapped=2:3"], ["plate.silent", "plate.swapped"], "Load cell 1 near a4"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("faults", "keys", "words"), campaign(FAULTS[-1:], FAULTS), ids=str)
def test_each_fault_is_named_and_no_other(faults, keys, words):
    findings = examined(*faults)
    bad = [finding for finding in findings if finding.level == "bad"]
    assert sorted(finding.key for finding in bad) == sorted(keys)
    assert words in doctor.as_line(bad[0], EN)
    assert doctor.as_line(bad[0], FR) != doctor.as_line(bad[0], EN)
    # Three that still work are said plainly.
    three = [finding for finding in findings if finding.key == "plate.three"]
    assert len(three) == (keys[0] in load_cell_checks.DUMB)


@pytest.mark.slow
def test_a_good_plate_has_nothing_to_repair_and_its_figures_are_told():
    findings = examined()
    assert [finding for finding in findings if finding.level == "bad"] == []
    told = [finding for finding in findings if finding.key == "plate.still"]
    assert len(told) == 4
    for finding in told:
        assert 85 < finding.names["rate"] < 100
        assert 0.02 < finding.names["noise"] < 0.04
        assert abs(finding.names["drift"]) < 0.1
        assert finding.names["values"] > 100
    keys = {finding.key for finding in findings}
    assert {"plate.tapped", "plate.placed", "calibration.none-scale", "pixels.all"} <= keys
    assert "calibration.none" not in keys


# Without a board between: presses on good plates


def taps(**changed):
    answers = np.full((4, 4), 15.0) + np.eye(4) * 250
    residues = np.full((4, 4), 0.05)
    for (row, column), grams in changed.get("answers", {}).items():
        answers[row, column] = grams
    for (row, column), grams in changed.get("residues", {}).items():
        residues[row, column] = grams
    return list(zip(answers, residues))


TAPS = [
    # what is odd, cells known to fail, key
    ({}, set(), ["plate.tapped"]),
    ({"answers": {(2, 2): 20.0, (2, 1): 12.0}}, set(), ["plate.not-pressed"]),
    ({"answers": {(0, 0): 30.0, (0, 1): 260.0}}, set(), ["plate.elsewhere"]),
    ({"residues": {(1, 1): -1.2, (2, 1): 1.2}}, set(), ["plate.touches"]),
    ({"residues": {(1, 1): 1.2}}, set(), ["plate.loose"]),
    ({"residues": {(0, 1): 0.9, (2, 1): -0.8}}, set(), ["plate.loose"]),
    ({"residues": {(0, 1): 1.0, (0, 2): 1.0, (1, 1): -1.0, (1, 2): -1.0}}, set(), ["plate.cable"]),
    ({"residues": {(0, 0): 0.8, (0, 1): -0.8, (0, 2): 0.8, (0, 3): -0.8}}, set(), ["plate.rocks"]),
    ({"answers": {(1, 1): 0.0}}, {1}, []),
]


@for_each(("changed", "failing", "keys"), TAPS)
def test_what_presses_tell(changed, failing, keys):
    found = load_cell_checks.check_taps(LAYOUT, taps(**changed), failing)
    assert [finding.key for finding in found] == keys


def test_presses_that_were_repeated_tell_what_stayed():
    """What four presses seem to have left is forgotten if eight more leave nothing."""
    slow_hand = taps(residues={(1, 1): 1.2})
    assert [one.key for one in load_cell_checks.check_taps(LAYOUT, slow_hand, set())] == [
        "plate.loose"
    ]
    found = load_cell_checks.check_taps(LAYOUT, slow_hand, set(), [*taps(), *taps()])
    assert [one.key for one in found] == ["plate.tapped"]


@for_each("seed", range(20))
def test_four_presses_may_look_held_down_by_chance_eight_do_not(seed):
    random = np.random.default_rng(seed)
    jumps = [(answer, random.normal(0, 1.5, 4) * (np.arange(4) == 1)) for answer, _ in taps() * 2]
    found = load_cell_checks.check_taps(LAYOUT, taps(), set(), jumps)
    assert [one.key for one in found] == ["plate.loose"]


# What one load cell has told


def stream_of(grams, lost=()):
    """Return the samples of these weights; lines of 20 samples with these numbers were lost."""
    at = [number for number in range(len(grams)) if number // 20 not in lost]
    counts = np.round(np.array(grams)[at] * 2147).astype(int).tolist()
    return SampleRun(counts, ms=len(at) * 10.9, lost=20 * len(lost), at=at)


@for_each("lost", [(), (3, 4, 5), range(1, 36, 2)])
def test_the_pace_of_a_drift_does_not_depend_on_lines_that_were_lost(lost):
    random = np.random.default_rng(1)
    grams = np.arange(740) * 0.0109 * 10 / 60 + random.normal(0, 0.03, 740)
    cell = load_cell_checks.measured(stream_of(grams, lost), LAYOUT)
    assert abs(cell.drift_g - 8 * 10 / 60) < 0.04
    assert abs(cell.noise_g - 0.03) < 0.004


@for_each("seed", range(5))
def test_wrong_bits_are_no_noise(seed):
    random = np.random.default_rng(seed)
    good = stream_of(100 + random.normal(0, 0.18, 740))
    wrong = SampleRun([*good.samples], ms=good.ms, at=good.at)
    for at in random.integers(0, 740, 5):
        wrong.samples[at] ^= 1 << int(random.integers(8, 22))
    seen = [load_cell_checks.measured(stream, LAYOUT) for stream in (good, wrong)]
    # A wrong bit of little weight is not told from noise.
    assert abs(seen[0].noise_g - seen[1].noise_g) < 0.01
    assert all(0.165 < cell.noise_g < 0.195 for cell in seen)


class Link:
    """A board that tells these lines of samples, and answers each probe."""

    damaged = 0

    def __init__(self, lines):
        self.lines, self.said = list(lines), []

    def send(self, kind, *fields):
        if kind == "probe":
            self.said += [
                Message("ok", 0, [fields[0]]),
                Message("inputs", 0, ["0", "00", "0000", "-"]),
            ]

    def poll(self, timeout_s):
        said, self.said = self.said or [self.lines.pop(0)], []
        return said


def line(number, cell=0, first=0, lost=0):
    samples = "".join(f"{first + at:06x}" for at in range(20))
    return Message("samples", 0, [str(number), str(cell), "220", str(lost), samples])


def test_samples_that_were_lost_are_counted_as_time():
    lines = [line(3, 0, 60, 40), line(4, 0, 80, 40), line(5, 0, 140, 80)]
    (stream, _) = DiagnosticLink(Link(lines)).weigh(2, 0.6)
    assert stream.lost == 40
    assert stream.at == [*range(40), *range(80, 100)]
    assert not stream.whole


def test_what_a_probe_told_that_ended_by_itself_is_thrown_away():
    lines = [line(1, 0, 0), line(2, 0, 20), line(1, 0, 500), line(2, 0, 520), line(3, 0, 540)]
    (stream,) = DiagnosticLink(Link(lines)).weigh(1, 0.6)
    assert stream.samples == list(range(500, 560))
    assert stream.at == list(range(60))
    assert not stream.whole


@for_each("seed", range(20))
def test_gains_within_a_tenth_are_left_to_the_calibration(seed):
    random = np.random.default_rng(seed)
    gains = 1 + random.uniform(-0.05, 0.05, 4)
    spots = np.array(LAYOUT.scale.sensor_mm)
    rows = []
    for place in LAYOUT.scale.calibration_cells:
        x, y = LAYOUT.scale.places[place]
        load = 10.4 * (1 + spots[:, 0] * x / 6400) * (1 + spots[:, 1] * y / 6400) / 4
        rows.append(gains * load + random.normal(0, 0.07, 4))
    found = list(load_cell_checks.check_placings(LAYOUT, np.array(rows)))
    assert [finding.key for finding in found] == ["plate.placed"]


CALIBRATIONS = [
    # fields of the board's health, key of what is told
    (["none", "0", "0", "-", "-", "-"], "calibration.none-scale"),
    (["valid", "3", "9800", "0.90", "-", "-"], "calibration.plate-dated"),
    (["valid", "3", "0", "0.90", "-", "-"], "calibration.plate-undated"),
    (["mismatch", "0", "0", "-", "-", "-"], "calibration.mismatch-scale"),
    (["mismatch", "0", "0", "-", "-", "plate:160x160x2147,plate:240x160x2147"],
     "calibration.mismatch-plate"),
    (["valid", "3", "0", "0.90", "-", "jumps:4"], "plate.jumps"),
    (["valid", "3", "0", "0.90", "-", "loose:9.0"], "plate.moves"),
    (["valid", "3", "0", "0.90", "-", "cell:1,gain:-9.3"], "plate.gain-in-play"),
    (["valid", "3", "0", "0.90", "-", "cell:1,stored:-9.3"], "plate.gain-stored"),
]  # fmt: skip


@for_each(("fields", "key"), CALIBRATIONS)
def test_the_calibration_and_what_play_has_shown_are_told(fields, key):
    found = load_cell_checks.check_calibration(
        Health.of(fields), datetime.date(2026, 11, 23), LAYOUT
    )
    told = {finding.key: finding for finding in found}
    assert key in told
    assert doctor.as_line(told[key], FR) != doctor.as_line(told[key], EN)

"""The doctor on boards with Hall sensors (each fault is named, and a good board has none)."""

import argparse
import datetime
from random import Random

import numpy as np
import pytest

from support.campaign import campaign, one_in
from support.rows import each_row, for_each
from support.sensing.hall_faults import BOARDS
from support.sensing.halls import hall_layout
from underboard.cli.boards.doctor import examine
from underboard.device.events import Health
from underboard.hardware.pico import scan_us
from underboard.service import doctor, hall_checks
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import parameters_of
from underboard.texts import Texts

EN = Texts("en")
LAYOUTS = {name: hall_layout(name) for name in ("pylos-hall25", "gyges-hall38")}
SCANS = 32


def bads(findings):
    return [doctor.as_line(finding, EN) for finding in findings if finding.level == "bad"]


def examined(board, faults=(), parts=False):
    options = argparse.Namespace(board=board, fault=list(faults), parts=parts, report=None)
    return list(examine(options, EN))


@pytest.mark.slow
@pytest.mark.parametrize("name", campaign(["pylos-hall25"], list(LAYOUTS)))
@pytest.mark.parametrize(
    ("faults", "expected"),
    campaign(BOARDS[:1], BOARDS),
    ids=str,
)
def test_each_fault_is_found_and_named_and_no_other(name, faults, expected):
    findings = examined(f"sim:{name}", faults)
    bad = sorted(finding.key for finding in findings if finding.level == "bad")
    assert bad == sorted(key for key, _ in expected if key)
    if name == "pylos-hall25":
        told = "\n".join(doctor.as_line(finding, EN) for finding in findings)
        assert [line for _, line in expected if line not in told] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", campaign(["gyges-hall38"], list(LAYOUTS)))
def test_a_good_board_has_nothing_to_repair(name):
    findings = examined(f"sim:{name}")
    assert bads(findings) == []
    told = {finding.key: finding for finding in findings}
    keys = {"scan.fits", "halls.still", "halls.felt", "calibration.none-hall", "pixels.all"}
    assert keys <= set(told)
    layout = LAYOUTS[name]
    assert told["scan.fits"].names["scan"] == round(scan_us(layout) / 1000, 1)
    sensors = told["halls.still"].names["sensors"]
    assert [entry["sensor"] for entry in sensors] == list(range(len(layout.field.sensor_mm)))
    assert all(entry["noise_ut"] > 0 for entry in sensors)
    assert doctor.as_data(findings, EN)["good"]


THRESHOLD = [
    # faults, what has to be repaired
    (("stuck_open=9", "swapped=3:4"), ["halls.dead", "halls.elsewhere", "halls.elsewhere"]),
    (("stuck_open=5",), ["halls.dead"]),
    ((), []),
]


@pytest.mark.slow
@pytest.mark.parametrize(("faults", "keys"), one_in(3, THRESHOLD))
def test_a_board_with_thresholds_is_compared_with_them(faults, keys):
    findings = examined("sim:pylos-hall16", faults)
    assert sorted(finding.key for finding in findings if finding.level == "bad") == keys
    assert ("halls.full" in {finding.key for finding in findings}) == (len(keys) < 2)
    assert "halls.magnet" not in {finding.key for finding in findings}, "its bias is not a fault"


def test_a_bias_that_is_too_weak_is_told_with_its_figures():
    layout = hall_layout("pylos-hall16")
    felt = np.diag([-1.5] * 15 + [-0.4])
    (finding,) = hall_checks.check_full(layout, felt, set())
    assert doctor.as_line(finding, EN).endswith(
        "Sensor 15 at d4 senses 0.4 mT of the ball on it, but 0.6 mT are needed: the bias field or "
        "the ball's magnet is too weak, or the sensor lies too deep."
    )


def test_where_the_converter_has_a_wide_code_no_sensor_is_called_stuck():
    layout = hall_layout("pylos-hall16")
    means, noises = np.full(16, 43000.0), np.full(16, 12.0)
    means[6], noises[6] = 40960.0, 0.5
    assert bads(hall_checks.check_still(layout, means, noises)) == []
    means[6] = 41500.0
    assert len(bads(hall_checks.check_still(layout, means, noises))) == 1


# Without a board between: many boards, all within what the simulator holds for usual


def measured(layout, seed, **truth):
    """What a good board tells of an empty board, its noise, and of a piece on each place."""
    magnets = Magnets(layout, parameters_of(layout, **truth), Random(seed))

    def scans(count=SCANS):
        return np.array([magnets.counts(60 * at) for at in range(count)], float)

    empty = scans(12 * 16)
    noises = np.sqrt((np.diff(empty, axis=0) ** 2).mean(axis=0) / 2)
    felt = []
    for at in hall_checks.lowest(layout):
        magnets.put(at, 1)
        felt.append(scans().mean(axis=0) - empty.mean(axis=0))
        magnets.lift(at)
    return empty.mean(axis=0), noises, np.array(felt) * layout.field.mt_per_count


LYING = (set(), {7, 12}, {16})
"""Sensors that are known to lie: the others know less without them."""
UNUSUAL = ({"crosstalk": 0.02}, {"gap_mm": 1.0}, {"gain_spread": 0.1}, {"noise_ut": 30.0})
"""What no sensor is to be blamed for."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("seed", range(campaign(1, 8)))
def test_a_good_board_is_never_blamed(name, seed):
    layout = LAYOUTS[name]
    means, noises, felt = measured(layout, seed, moment_share=0.8)
    assert bads(hall_checks.check_still(layout, means, noises)) == []
    for lying in LYING:
        assert bads(hall_checks.check_felt(layout, felt, lying)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("truth", UNUSUAL, ids=str)
@pytest.mark.parametrize("seed", range(60, campaign(61, 64)))
def test_sensors_are_not_blamed_for_a_board_that_is_unusual(name, truth, seed):
    _, _, felt = measured(LAYOUTS[name], seed, **truth)
    for lying in LYING:
        found = list(hall_checks.check_felt(LAYOUTS[name], felt, lying))
        assert {finding.key for finding in found if finding.level == "bad"} <= {"halls.crosstalk"}


CERTAIN = [
    # board, what is felt as a share of what should be, key
    ("pylos-hall25", -1, "halls.odd"),
    ("gyges-hall38", 0, "halls.deaf"),
]
"""What is found whatever sensor it is, and however the magnets lie."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "share", "key"), CERTAIN)
@pytest.mark.parametrize("seed", range(70, campaign(71, 74)))
def test_any_sensor_that_feels_nothing_or_the_contrary_is_named_and_no_other(
    name, share, key, seed
):
    layout = LAYOUTS[name]
    _, _, felt = measured(layout, seed)
    for sensor in range(seed % 4, len(layout.field.sensor_mm), 4):
        found = list(hall_checks.check_felt(layout, times(sensor, share)(felt), set()))
        told = [(finding.key, finding.names["sensor"]) for finding in found]
        assert told == [(key, sensor)]


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("seed", range(campaign(1, 4)))
def test_any_two_sensors_that_are_swapped_are_named_and_no_other(name, seed):
    layout = LAYOUTS[name]
    _, _, felt = measured(layout, 50 + seed, moment_share=0.8)
    random = Random(seed)
    for _ in range(3):
        pair = sorted(random.sample(range(len(layout.field.sensor_mm)), 2))
        found = list(hall_checks.check_felt(layout, hall_checks.exchanged(felt, *pair), set()))
        assert [finding.key for finding in found if finding.level == "bad"] == ["halls.swapped"]
        assert [found[0].names["sensor"], found[0].names["other"]] == pair


def good(layout, seed=1):
    """Fields as they should be, without noise: each place in turn."""
    rows = hall_checks.shapes(layout)
    random = np.random.RandomState(seed)
    ways = random.standard_normal((len(rows), rows.shape[2]))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    return np.einsum("psk,pk->ps", rows, ways) * layout.field.moments[-1]


def times(sensor, factor):
    return lambda felt: np.where(np.arange(felt.shape[1]) == sensor, factor * felt, felt)


def staying(felt, share=0.02):
    """Let this share of what is read before stay in each reading."""
    order = hall_checks.reading_order(LAYOUTS["pylos-hall25"])
    before = [order[order.index(sensor) - 1] for sensor in range(len(order))]
    return felt + share * (felt[:, before] - felt)


def instead(sensor, other):
    return lambda felt: np.c_[felt[:, :sensor], felt[:, other], felt[:, sensor + 1 :]]


WRONG = [
    # what was done to the fields, keys
    ("nothing", times(0, 1), []),
    ("a sensor that feels nothing", times(5, 0), ["halls.deaf"]),
    ("one that lies upside down", times(5, -1), ["halls.odd"]),
    ("two whose wires are exchanged", lambda felt: hall_checks.exchanged(felt, 5, 10),
     ["halls.swapped"]),
    ("two pairs of them",
     lambda felt: hall_checks.exchanged(hall_checks.exchanged(felt, 5, 10), 6, 18),
     ["halls.swapped", "halls.swapped"]),
    ("one that is wired to the place of another", instead(5, 10), ["halls.elsewhere"]),
    ("a multiplexer that settles slowly", staying, ["halls.crosstalk"]),
]  # fmt: skip


@each_row(WRONG, "wrong", "keys")
def test_what_is_wrong_with_the_fields_is_named(wrong, keys):
    layout = LAYOUTS["pylos-hall25"]
    found = list(hall_checks.check_felt(layout, wrong(good(layout)), set()))
    assert [finding.key for finding in found if finding.level == "bad"] == keys


def test_sensors_are_known_in_the_order_in_which_they_are_read():
    # Two multiplexers of the same address lines: 16 sensors on the first, 9 on the second.
    assert hall_checks.reading_order(LAYOUTS["pylos-hall25"])[:4] == [0, 16, 1, 17]


def test_a_scan_that_takes_longer_than_its_interval_is_named():
    layout = hall_layout("pylos-hall25", interval_ms=20)
    [finding] = hall_checks.check_scan(layout)
    assert (finding.level, finding.key) == ("bad", "scan.long")


TODAY = datetime.date(2026, 11, 21)
DAY = (TODAY - datetime.date(2000, 1, 1)).days
AGES = [
    # what the board tells, key, what the line says
    (Health("none", 0, 0, 1.0, {}), "calibration.none-hall", "are not calibrated"),
    (
        Health("mismatch", 0, 0, 1.0, {}),
        "calibration.mismatch-hall",
        "another layout or version",
    ),
    (Health("damaged", 0, 0, 1.0, {}), "calibration.damaged-hall", "is damaged"),
    (Health("valid", 3, DAY - 40, 0.9, {}), "calibration.dated", "40 days and 3 starts ago"),
    (Health("valid", 1, DAY - 1, 0.9, {}), "calibration.dated", "1 day and 1 start ago"),
    (Health("valid", 3, 0, 0.9, {}), "calibration.undated", "Calibrated 3 starts ago"),
    (Health("valid", 90, DAY - 400, 0.9, {}), "calibration.old", "calibrate again now and then"),
]


@for_each(("health", "key", "line"), AGES)
def test_the_age_of_the_calibration_is_told(health, key, line):
    [finding] = hall_checks.check_calibration(health, TODAY)
    assert finding.key == key
    assert finding.level != "bad"
    assert line in doctor.as_line(finding, EN)


def test_a_calibration_of_another_board_is_told_with_both():
    told = Health.of(["mismatch", "0", "0", "-", "-", "halls:25x1a2b3c4d,halls:25x99999999"])
    [finding] = hall_checks.check_calibration(told, TODAY)
    assert finding.level == "bad"
    for texts in (EN, Texts("fr")):
        line = doctor.as_line(finding, texts)
        assert "1a2b3c4d" in line
        assert "99999999" in line


def test_a_sensor_that_the_calibration_left_out_is_told():
    health = Health("valid", 3, DAY, 0.9, {5: "left"})
    assert [f.key for f in hall_checks.check_calibration(health, TODAY)][-1] == "calibration.left"

"""A calibration of a plate comes back as it was stored, or is refused with its figures."""

import copy

import pytest

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.weight.bank import Bank
from boardcore.store.blob import MISMATCH, VALID
from boardcore.store.scale_cal import SIZE, ScaleCalibration, decode
from support.sensing.plates import PYLOS

LAYOUT = Layout(PYLOS)


def wider():
    data = copy.deepcopy(PYLOS)
    for spot in data["plate"]["load_cells"]:
        spot["x"] *= 1.5
    return Layout(data)


def measured():
    found = ScaleCalibration(LAYOUT)
    found.boots, found.day, found.noise, found.grams = 7, 9800, 71.25, 9.91
    found.misfit_g, found.misfit_mm = 0.08, 1.17
    for cell in range(4):
        found.tare[cell] = 500_000 - 300_000 * cell
    for at in range(12):
        found.matrix[at] = (at - 6) / 2147
    return found


def test_what_was_stored_comes_back():
    before = measured()
    stored = before.encode()
    assert len(stored) == SIZE
    after, state = decode(stored + b"\xff" * 9, LAYOUT)
    assert state == VALID
    assert (after.boots, after.day, after.noise) == (7, 9800, 71.25)
    figures = (after.grams, after.misfit_g, after.misfit_mm)
    assert figures == pytest.approx((9.91, 0.08, 1.17))
    assert after.tare == before.tare
    assert after.matrix == before.matrix


STORED = measured().encode()


def test_one_of_hall_sensors_is_of_no_use():
    """What else is refused: test_calibration.py, of the same record."""
    assert decode(bytes([1]) + STORED[1:], LAYOUT) == (None, MISMATCH)


def test_any_game_on_the_same_plate_uses_it():
    data = copy.deepcopy(PYLOS)
    data["name"] = "another"
    assert decode(STORED, Layout(data))[1] == VALID


def test_a_calibration_of_another_plate_is_told_with_its_figures():
    fields = Bank(wider(), STORED).fields(9)
    assert fields[0] == MISMATCH
    assert "plate:160x160x2147,plate:240x160x2147" in fields[5]
    assert Bank(LAYOUT, STORED).fields(9)[:4] == (VALID, 2, 9800, "1.17")


def test_gains_of_play_are_stored_with_how_far_they_are_from_the_calibration():
    before = measured()
    after, state = decode(before.corrected([0.0, -0.09, 0.03, 0.06], [1, 2, 3, 4]), LAYOUT)
    assert state == VALID
    assert (after.correction_count, list(after.tare), after.day) == (1, [1, 2, 3, 4], before.day)
    assert [round(share, 3) for share in after.gain_errors] == [0.0, -0.09, 0.03, 0.06]
    assert after.matrix[1] == pytest.approx(before.matrix[1] / 0.91)
    assert after.matrix[4] == before.matrix[4]
    # What was encoded is as it was; the next time counts on.
    assert before.encode() == STORED
    again, _ = decode(after.corrected([0.0, -0.01, 0.01, 0.0], after.tare), LAYOUT)
    assert again.correction_count == 2
    assert again.gain_errors[1] == pytest.approx(-0.1, abs=0.001)

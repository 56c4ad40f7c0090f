"""``board calibrate`` on a plate on load cells, through the whole chain."""

import json

import pytest

from boardcore.layout.layout import Layout
from boardcore.store.scale_cal import ScaleCalibration
from support.rows import for_each
from support.sensing.plates import PYLOS
from underboard.cli import main
from underboard.device import health_text
from underboard.device.events import Health, HealthChanged
from underboard.service.calibrate import CalibrationStatus, sentence
from underboard.texts import Texts

EN, FR = Texts("en"), Texts("fr")
BOARD = "sim:pylos-scale4"


def lesson(*fields):
    return CalibrationStatus.of(list(fields))


SENTENCES = [
    # what the board tells, how its sentence begins
    (("empty", "-", "-", "10", "0", "-", "-"), "Clear the board, and keep hands and"),
    (("paper", "a1", "-", "0", "0", "-", "-"), "Slip a sheet of paper under the foot of the plate"),
    (("plain", "a1", "-", "0", "0", "-", "-"), "Pull the paper out again."),
    (("piece", "a4", "-", "10", "0", "-", "-"), "2 of 10: put the piece on a4"),
    (("piece", "a4", "-", "10", "0", "-", "180.2,9.9"), "180.2 g lie on the plate"),
    (("lift", "a4", "-", "10", "0", "-", "-"), "Take the piece off a4."),
    (("clear", "-", "-", "100", "0", "-", "-"), "Take the piece off."),
]


@for_each(("fields", "begins"), SENTENCES)
def test_each_step_has_its_sentence(fields, begins):
    now = lesson(*fields)
    assert sentence(now, 10, EN, True).startswith(begins)
    assert sentence(now, 10, FR, True) != sentence(now, 10, EN, True)


@pytest.mark.slow
@pytest.mark.parametrize("board", [BOARD, "sim:pylos-scale4-rim"])
def test_a_whole_calibration_is_said_step_by_step(board, capsys):
    assert main(["board", "calibrate", "--board", board, "--lang", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Videz le plateau, sans mains")
    assert lines[1].startswith("Glissez une feuille de papier")
    asked = [line.split(" ")[0] for line in lines if "posez la pièce" in line]
    assert list(dict.fromkeys(asked)) == [str(number) for number in range(1, 11)]
    assert lines[-1].startswith("Le plateau est étalonné : les pièces posées s'accordent à 0")


@pytest.mark.slow
def test_a_wrong_gain_is_learnt_and_told_to_programs(capsys):
    asked = ["board", "calibrate", "--board", BOARD, "--json", "--fault", "gains=1:1.1"]
    assert main(asked) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert steps[-1]["phase"] == "done"
    grams, mm, max_grams, max_mm = steps[-1]["figures"]
    assert grams < max_grams
    assert mm < max_mm


REFUSED = [
    # what is typed, words of the sentence
    (["--board", BOARD, "--fault", "loose=0:0.3,1:0.3,2:0.3,3:0.3"],
     ["placings disagree by", "at most"]),
    (["--board", BOARD, "--grams", "0.5"], ["--grams is 0.5, expected 1 to 500 g"]),
    (["--board", "sim:pylos-hall25", "--grams", "20"], ["no load cells: leave off --grams"]),
    (["--board", BOARD, "--fault", "slow=4"], ["fault slow: no load cell 4, expected 0 to 3"]),
    (["--board", "sim:pylos-reed16", "--fault", "slow=0"],
     ["fault slow: this board has no load cells"]),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "words"), REFUSED)
def test_what_cannot_be_is_refused_in_one_sentence(capsys, typed, words):
    assert main(["board", "calibrate", *typed, "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    for word in words:
        assert word in err


def test_a_calibration_of_another_plate_is_told_with_both_figures():
    told = Health.of(
        ["mismatch", "0", "0", "-", "-", "twist:0.0,plate:160x160x2147,plate:240x160x1000"]
    )
    change = HealthChanged(told, None)
    for texts in (EN, FR):
        text = health_text.on_calibration(change, texts)
        assert "160 x 160 mm, 2147/g" in text
        assert "240 x 160 mm, 1000/g" in text


TOLD = [
    # the plate before, and now; words
    ("-", "on:182", ["(182 g)", "Remove it"]),
    ("on:182", "-", ["free again"]),
    ("-", "off:9.8", ["10 g more than the pieces weigh"]),
    ("jumps:1", "twist:12.5,jumps:3", ["rocked 3 times", "+12.5 g"]),
    ("twist:0.1", "cell:1,gain:-9.3", ["Load cell 1 near a4 reads 91 %", "board calibrate"]),
    ("cell:1,stored:-9.3", "cell:2,gain:4.1", ["Load cell 2 near d4 reads 104 %"]),
]


@for_each(("before", "now", "words"), TOLD)
def test_what_is_new_about_a_plate_is_told_once(before, now, words):
    seen = [Health.of(["valid", "0", "0", "1.00", "-", plate]) for plate in (before, now)]
    told = health_text.sentences(HealthChanged(seen[1], seen[0]), "pylos-scale4", EN, True)
    assert len(told) == 1
    assert all(word in told[0] for word in words)
    assert health_text.sentences(HealthChanged(seen[1], seen[1]), "pylos-scale4", EN, True) == []


def test_a_load_cell_that_fails_is_told_with_what_to_do():
    good = Health.of(["valid", "0", "0", "1.00", "-", "-"])
    bad = Health.of(["valid", "0", "0", "1.00", "2:dead", "-"])
    told = health_text.told(HealthChanged(bad, good), "pylos-scale4", EN)
    assert "Load cell 2 near d4 has failed: no sample comes from it." in told[0]
    assert "name each move with the buttons" in told[0]


def test_a_plate_is_as_its_layout_says_until_it_is_calibrated():
    fresh = ScaleCalibration(Layout(PYLOS))
    assert (fresh.span_mm, fresh.counts_per_g) == ((160.0, 160.0), 2147)

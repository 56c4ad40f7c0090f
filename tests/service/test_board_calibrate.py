"""``board calibrate``: what a computer says while the lights lead through a calibration."""

import datetime
import json
import signal
import subprocess
import sys

import pytest

from boardcore.errors import IllegalMove
from support.rows import for_each
from support.sensing.halls import hall_layout
from underboard.cli import main
from underboard.cli.boards.calibrate import typed
from underboard.device.port import SerialLink
from underboard.errors import UnderboardError
from underboard.service import calibrate
from underboard.service.calibrate import (
    DONE,
    LEFT,
    CalibrationClient,
    CalibrationStatus,
    cells_of,
    outcome,
    sentence,
)
from underboard.sim.board import SimBoard
from underboard.texts import Texts

EN, FR = Texts("en"), Texts("fr")
TODAY = datetime.date(2026, 11, 21)
PYLOS = hall_layout("pylos-hall25")


def lesson(phase="piece", cell="", misplaced="", share=0, **more):
    known = {"skipped": 0, "left_out": ()} | more
    return CalibrationStatus(phase, cell, misplaced, share, **known)


def test_the_fields_of_the_wire_are_read():
    assert CalibrationStatus.of(["piece", "b2", "-", "18", "1", "-", "-"]) == lesson(
        cell="b2", share=18, skipped=1
    )
    assert CalibrationStatus.of(["done", "-", "-", "0", "0", "5,17,+3", "0.912,0.006"]) == lesson(
        "done", left_out=(5, 17), figures=(0.912, 0.006)
    )


SENTENCES = [
    # lesson, how its sentence begins
    (lesson("empty"), "Clear the board"),
    (lesson(cell="a1", share=0), "1 of 32: put the piece on a1"),
    (lesson(cell="b1", share=int(100 * 4 / 32)), "5 of 32: put the piece on b1"),
    (lesson(cell="d4", share=int(100 * 31 / 32)), "32 of 32: put the piece on d4"),
    (lesson(cell="b2", misplaced="c3"), "The piece is on c3. Put it on b2."),
    (lesson("left"), "Stopped."),
]


@for_each(("now", "begins"), SENTENCES)
def test_each_step_has_its_sentence(now, begins):
    assert sentence(now, 32, EN).startswith(begins)
    assert sentence(now, 32, FR) != sentence(now, 32, EN)


@pytest.mark.parametrize("now", [lesson("done"), lesson("refused")])
def test_the_end_says_nothing(now):
    assert sentence(now, 32, EN) == sentence(now, 32, EN, plate=True) == ""


OUTCOMES = [
    # what was found, sentences beside the first one
    ({}, []),
    ({"left_out": (7,)}, ["Sensor 7 at b4 is left out"]),
]


@pytest.mark.parametrize(("found", "others"), OUTCOMES)
def test_what_was_found_is_told(found, others):
    told = outcome(lesson("done", **found), PYLOS, EN)
    assert told[0].startswith("The board is calibrated: ")
    assert len(told) == 1 + len(others)
    assert all(text.startswith(begin) for text, begin in zip(told[1:], others, strict=True))


class Lines:
    def __init__(self, *lines):
        self._lines = list(lines)

    def line(self):
        return self._lines.pop(0) if self._lines else None


@for_each(
    ("line", "texts", "wish"),
    [
        ("s", EN, "skip"), ("Skip", EN, "skip"), ("enough", EN, "enough"), ("q", EN, "leave"),
        ("passer", FR, "skip"), ("a", FR, "enough"), ("quitter", FR, "leave"), ("skip", FR, "skip"),
        ("", EN, ""), ("what?", EN, ""),
    ],
)  # fmt: skip
def test_what_is_typed_is_understood(line, texts, wish):
    assert typed(Lines(line), texts) == wish


# With a simulated board


@pytest.mark.slow
def test_a_whole_calibration_is_said_step_by_step(capsys):
    assert main(["board", "calibrate", "--board", "sim:gyges-hall38", "--lang", "fr"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("Videz le plateau, et éloignez mains et aimants")
    assert "Le plateau est étalonné : 38 capteurs, d'après les mesures à vide" in said


@pytest.mark.slow
def test_a_sensor_that_is_dead_is_named_as_lines_for_programs_too(capsys):
    asked = [
        "board",
        "calibrate",
        "--board",
        "sim:pylos-hall25",
        "--json",
        "--fault",
        "open_wire=7:0",
    ]
    assert main(asked) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert steps[-1]["phase"] == "done"
    assert steps[-1]["left_out"] == [7]


REFUSED = [
    # board, the sentence
    ("sim:pylos-reed16", "has switches: there is nothing to calibrate"),
    ("sim:pods12", "has switches: there is nothing to calibrate"),
    ("sim:chess64", "no layout 'chess64'"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "sentence"), REFUSED)
def test_a_board_without_hall_sensors_is_refused_in_one_sentence(capsys, board, sentence):
    assert main(["board", "calibrate", "--board", board, "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert len(err.splitlines()) == 1


@pytest.fixture
def sim():
    with SimBoard("pylos-hall25") as board:
        yield board


def teacher_of(sim):
    return CalibrationClient(lambda: SerialLink(sim.url))


@pytest.mark.slow
def test_a_game_on_the_board_is_not_disturbed(sim):
    heard = bytearray()
    teacher = CalibrationClient(lambda: SerialLink(sim.url, lambda _, data: heard.extend(data)))
    teacher.connect()
    # It must have seen an empty board first: it rests from the second beat on.
    while heard.count(b"beat ") < 3:
        teacher.step(0.05)
    sim.put(5)
    while b"turn " not in heard:
        assert sim.command("state")["now_ms"] < 120_000
        teacher.step(0.05)
    with pytest.raises(IllegalMove, match="There is a game on this board: clear it first"):
        teacher.begin(TODAY)
    teacher.close()


@pytest.mark.slow
def test_who_leaves_off_changes_nothing(sim, monkeypatch):
    # Twenty seconds of the board's.
    monkeypatch.setattr(calibrate, "STORED_S", 1.0)
    teacher = teacher_of(sim)
    teacher.begin(TODAY)
    steps = list(teacher.follow(lambda: "leave" if teacher.lesson else ""))
    assert steps[-1].phase == LEFT
    with pytest.raises(UnderboardError, match="try again"):
        teacher.wait_stored()
    teacher.close()


@pytest.mark.slow
def test_a_lost_last_line_is_made_up_for(sim):
    teacher = teacher_of(sim)
    teacher.begin(TODAY)
    hear = teacher._hear_kind["calibration"]
    teacher._hear_kind["calibration"] = lambda m: None if m.fields[0] == DONE else hear(m)
    steps = list(teacher.follow())
    assert steps[-1].phase == DONE
    assert teacher.wait_stored().day == (TODAY - datetime.date(2000, 1, 1)).days
    teacher.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_ctrl_c_leaves_the_old_calibration():
    command = [sys.executable, "-m", "underboard", "board", "calibrate", "--board",
               "sim:pylos-scale4", "--lang", "en"]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("Clear the board")
        assert process.stdout.readline().startswith("Slip a sheet of paper")
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    # Simulated hands may be quicker than the signal.
    done = "Take the piece off b3." in rest
    complete = "Stopped. The calibration is complete, and the board stores it by itself."
    earlier = "Stopped. The earlier calibration is still in use."
    assert rest.splitlines()[-1] in ([complete, earlier] if done else [earlier])
    assert process.returncode == 130


def test_hall_sensors_need_no_piece():
    assert cells_of(PYLOS) == 0


@pytest.mark.slow
def test_a_board_with_thresholds_tells_which_sensors_it_leaves_out(capsys):
    fault = ["--fault", "stuck_open=5"]
    assert main(["board", "calibrate", "--board", "sim:pylos-hall16", *fault]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "15 sensors, from readings of the empty board" in said
    assert "Sensor 5 at b2 is left out" in said

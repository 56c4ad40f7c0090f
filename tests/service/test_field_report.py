"""The field report (what the wire tells, and a form for the rest)."""

import csv
import io
import json
from types import SimpleNamespace

import numpy as np
import pytest

from boardcore.layout.layout import Layout
from support.boards.shipped import data_of
from support.rows import for_each
from underboard import cli
from underboard.cli.boards import doctor as board_doctor
from underboard.service import field_report
from underboard.service.diagnostic_link import ProbeReply
from underboard.service.field_report import Readings
from underboard.service.findings import ok
from underboard.sim.physics.scale import ScaleParameters
from underboard.texts import Texts


class Bench:
    """A board whose third switch flickers, and whose Hall sensors drift."""

    def __init__(self):
        self.turns = 0

    def probe(self, counted=True):
        self.turns += 1
        closed = frozenset({2} if self.turns % 2 else ())
        return ProbeReply(closed, (0, 0, self.turns, *[0] * 13), ())

    def listen(self, sensors, count):
        self.turns += 1
        return [([32768 + 10 * self.turns] * sensors, [4.0] * sensors)]


def clock_of(step):
    """Return a clock that goes on by ``step`` seconds whenever it is read."""
    now = [0.0]

    def clock():
        now[0] += step
        return now[0]

    return clock


def test_a_minute_of_switches_shows_which_one_flickers():
    layout = Layout(data_of("pylos-reed16"))
    found = field_report.listen(Bench(), layout, 60, clock_of(1.0))
    assert 20 <= len(found.rows) <= 60
    flickers = [row for row in found.summary if row[2]]
    assert [row[0] for row in flickers] == ["2 (a3)"]
    rows = list(csv.reader(io.StringIO(field_report.raw(found))))
    assert rows[0][:3] == ["s", "0", "1"]
    assert len(rows) == len(found.rows) + 1


def test_a_minute_of_halls_shows_mean_noise_and_range_in_units():
    layout = Layout(data_of("pylos-hall25"))
    found = field_report.listen(Bench(), layout, 10, clock_of(1.0))
    sensor, mean, noise, span = found.summary[24]
    scale = layout.field.mt_per_count
    assert sensor == 24
    count = len(found.rows)
    assert float(mean) == pytest.approx(10 * (count + 1) / 2 * scale, abs=1e-3)
    assert float(noise) == pytest.approx(4000 * scale, abs=0.1)
    assert float(span) == pytest.approx(10_000 * (count - 1) * scale, abs=0.2)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_has_doctor_readings_and_form(language):
    layout = Layout(data_of("pylos-reed16"))
    readings = field_report.listen(Bench(), layout, 3, clock_of(1.0))
    finding = ok("python", "python.good", version="3.11 ```")
    page = field_report.page([finding], layout, readings, "raw.csv", Texts(language), "2026-11-23")
    assert page.count("```") == 2
    assert "raw.csv" in page
    assert "pylos-reed16" in page
    assert page.count("| | |") == len(field_report.rows_for("closed")) > 8
    assert "hardware/measure.md" in page


@for_each(
    ("unit", "asked", "spared"),
    [
        ("closed", {"gap", "reed"}, {"turn", "module", "slide"}),
        ("mT", {"gap", "turn"}, {"reed", "module", "slide"}),
        ("g", {"module", "slide"}, {"gap", "reed", "turn"}),
        ("", {"gap", "reed", "turn", "module", "slide"}, set()),
    ],
)
def test_a_form_asks_only_what_its_board_can_tell(unit, asked, spared):
    rows = set(field_report.rows_for(unit))
    assert asked | {"mass", "price", "hours"} <= rows
    assert not spared & rows


def test_a_board_whose_readings_the_wire_does_not_carry_says_so():
    page = field_report.page([], None, Readings(), "raw.csv", Texts("en"), "2026-11-23")
    assert "does not carry raw readings" in page


def spread_g(grams):
    """Return the noise of samples, another way than the program: drift and wrong bits fall out."""
    steps = np.abs(np.diff(grams))
    return 1.4826 * np.median(steps) / np.sqrt(2)


@pytest.mark.slow
def test_a_plates_readings_have_the_noise_that_the_simulator_was_given(tmp_path, capsys):
    out = tmp_path / "plate.md"
    arguments = ["board", "report", "--board", "sim:pylos-scale4", "--seconds", "6", "--json"]
    arguments += ["--fault", "noisy=2:6", "--out", str(out), "--lang", "en"]
    assert cli.main(arguments) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert "Listening to the sensors for 6 s" in said.err
    assert told["unit"] == "g"
    assert [finding["key"] for finding in told["doctor"]["findings"]].count("plate.noisy") == 1
    with open(told["raw"], encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == told["readings"]
    given = ScaleParameters().noise_g
    for cell, sensor in enumerate(told["sensors"]):
        grams = [float(row["g"]) for row in rows if row["cell"] == str(cell)]
        truth = given * (6 if cell == 2 else 1)
        assert len(grams) > 6 * 80
        assert spread_g(grams) == pytest.approx(truth, rel=0.15)
        assert float(sensor["noise_g"]) == pytest.approx(truth, rel=0.15)
        seconds = [float(row["s"]) for row in rows if row["cell"] == str(cell)]
        assert 5 < seconds[-1] - seconds[0] < 8
    assert out.read_text().count("| 0.1") >= 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plate.csv", "plate.md"]


def test_progress_is_said_each_ten_seconds_and_not_on_stdout(capsys):
    progress = board_doctor.ProgressView(Texts("en"), 60)
    for tenth in range(0, 620, 5):
        progress(tenth / 10)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [f"{done} of 60 s" for done in (10, 20, 30, 40, 50)]


class Stopped(Bench):
    """A board whose user types Ctrl-C while it is listened to."""

    said_bye = False

    def __init__(self, link):
        super().__init__()

    def greet(self):
        return ["1", "x", "y", "pylos-reed16"]

    def probe(self, counted=True):
        raise KeyboardInterrupt

    def bye(self):
        Stopped.said_bye = True


def test_ctrl_c_writes_nothing_and_lets_the_game_go_on(tmp_path, monkeypatch):
    out = tmp_path / "field.md"
    out.write_text("the report of yesterday")
    choice = SimpleNamespace(simulated=False, url="", layout="")
    monkeypatch.setattr(board_doctor, "examine", lambda options, texts: [])
    monkeypatch.setattr(board_doctor, "find", lambda board: choice)
    monkeypatch.setattr(board_doctor, "SerialLink", lambda url: SimpleNamespace(close=lambda: None))
    monkeypatch.setattr(board_doctor, "DiagnosticLink", Stopped)
    assert cli.main(["board", "report", "--out", str(out), "--lang", "en"]) == 130
    assert Stopped.said_bye
    assert [path.name for path in tmp_path.iterdir()] == ["field.md"]
    assert out.read_text() == "the report of yesterday"


@pytest.mark.slow
def test_the_command_writes_page_and_readings_and_says_that_they_are_simulated(tmp_path, capsys):
    out = tmp_path / "mine.md"
    arguments = ["board", "report", "--board", "sim:pylos-reed16", "--seconds", "0.2"]
    assert cli.main([*arguments, "--out", str(out), "--lang", "en"]) == 0
    assert "Do not send it in" in out.read_text()
    assert (tmp_path / "mine.csv").read_text().startswith("s,0,1")
    assert f"Written: {out}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "words"),
    [(["--seconds", "-1"], "--seconds is -1"), (["--board", "sim:nowhere"], "nowhere")],
)
def test_bad_input_is_one_sentence(tmp_path, capsys, more, words):
    out = tmp_path / "mine.md"
    assert cli.main(["board", "report", "--out", str(out), "--lang", "en", *more]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_french_and_english_have_the_same_keys():
    from underboard.texts import area

    assert set(area("en", "report")) == set(area("fr", "report"))
    assert json.dumps(area("fr", "report"))

"""Tests of the result files, the page made of them, and the quotes in other pages."""

import datetime
import importlib.util
import json
import re
import sys
from pathlib import Path

import pytest

from support.rows import for_each

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "tests/bench"
FILES = sorted((BENCH / "results").glob("*.json"))


@pytest.fixture(scope="module")
def figures():
    spec = importlib.util.spec_from_file_location("bench_figures", BENCH / "figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def elsewhere(figures, tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "RESULTS", tmp_path)
    return tmp_path


def test_the_page_is_generated(figures):
    assert figures.PAGE.read_text(encoding="utf-8") == figures.page(), (
        "run: python tests/bench/figures.py"
    )


def test_every_quote_is_the_measured_value(figures):
    quotes = 0
    for path in figures.pages():
        text = path.read_text(encoding="utf-8")
        quotes += len(figures.QUOTE.findall(text))
        assert text == figures.with_quotes(text), f"run: python tests/bench/figures.py ({path})"
    assert quotes >= 10


@for_each("path", FILES)
def test_a_result_file_says_when_and_how_each_row_was_measured(figures, path):
    told = json.loads(path.read_text(encoding="utf-8"))
    assert {"bench", "title", "command", "rows"} <= told.keys()
    keys = [row.get("key", str(row)) for row in told["rows"]]
    assert len(set(keys)) == len(keys)
    assert set(told.get("headline", [])) <= set(keys)
    for row in told["rows"]:
        datetime.date.fromisoformat(row.get("date", told.get("date")))
        assert re.fullmatch(r"[0-9a-f]{7,12}", row.get("commit", told.get("commit")))
        command = figures.command_of(told, row)
        for name in re.findall(r"\btests/[\w/]+(?:\.py)?", command):
            assert (ROOT / name).exists(), command


def test_notes_have_at_most_three_hundred_words():
    for path in (BENCH / "notes").glob("*.md"):
        assert len(path.read_text(encoding="utf-8").split()) <= 300, path.name


def test_a_figure_is_measured_by_its_command_and_kept(figures, elsewhere):
    says = [sys.executable, "-c", "print('so far 1'); print('games 3 asked 1,204 share 0.5')"]
    row = figures.measure("new", "first", says)
    assert (row["games"], row["asked"], row["share"]) == (3, 1204, 0.5)
    again = figures.measure("new", "first", [])
    assert again == row == figures.load("new")["rows"][0]


def test_a_command_without_figures_changes_nothing(figures, elsewhere):
    with pytest.raises(SystemExit, match="no numbers"):
        figures.measure("new", "first", [sys.executable, "-c", "print('nothing')"])
    assert not list(elsewhere.iterdir())


def test_a_quote_takes_a_value_or_a_ratio(figures, elsewhere):
    row = {"key": "a", "asked": 1300, "games": 8}
    figures.save("b", {"title": "t", "command": "c", "rows": [row]})
    text = "x <!-- figure b/a/asked -->?<!-- end --> y <!-- figure b/a/asked:games -->?<!-- end -->"
    assert re.sub("<!--.*?-->", "", figures.with_quotes(text)) == "x 1,300 y 160"

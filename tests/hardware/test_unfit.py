"""Which layouts say that they do not pass their own checks, and that what is shown first does."""

import copy
import json

import pytest

from boardcore.layout.layout import Layout
from support.machine.stand_ins import ROOT
from underboard.cli import main
from underboard.cli.unfit import unfit
from underboard.games import games
from underboard.hardware.checks.table import failing
from underboard.texts import Texts


def layout(name):
    return json.loads((ROOT / f"firmware/layouts/{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("game", sorted(games()))
def test_what_is_shown_first_passes_its_checks(game):
    assert failing(layout(games()[game].layout)) == []


def test_a_layout_with_one_wrong_figure_names_the_check():
    wrong = copy.deepcopy(layout("pylos-scale4"))
    wrong["scale"]["counts_per_g"] *= 2
    assert failing(wrong) == ["counts per gram"]


@pytest.mark.parametrize("key", ["build", "pins"])
def test_of_a_layout_that_cannot_be_drawn_nothing_is_said(key):
    home_made = copy.deepcopy(layout("pylos-scale4"))
    if key == "build":
        del home_made["build"]
    else:
        home_made["strip"]["pin"] = home_made["scanner"]["clock"][0]
    assert unfit(home_made, Texts("en")) == []


def test_a_demo_of_a_board_that_cannot_work_says_so(capsys, monkeypatch, tmp_path):
    game = tmp_path / "game.txt"
    game.write_text("Underboard record 1\nGame: pylos\nVariant: standard\n\n1. b2\n")
    wrong = copy.deepcopy(layout("pylos-scale4"))
    wrong["scale"]["counts_per_g"] *= 2
    monkeypatch.setattr("underboard.cli.demo.layout_of", lambda *asked: Layout(wrong))
    main(["demo", "pylos", "--record", str(game), "--no-pace", "--quiet", "--lang", "en"])
    said = capsys.readouterr()
    assert said.err.count("pylos-scale4 does not pass all of its checks (counts per gram)") == 1
    assert said.out.startswith("games 1 "), "what programs read stays as it is"

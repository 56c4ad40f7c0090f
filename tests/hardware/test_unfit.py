"""Which layouts say that they do not pass their own checks, and that what is shown first does."""

import copy
import json

import pytest

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from support.machine.stand_ins import ROOT
from underboard.cli import main
from underboard.cli.layout_warning import unfit
from underboard.games import games
from underboard.hardware.checks.verdict import failing
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


def scaled(by):
    """Return what changes the moment of every bias magnet of a layout."""

    def change(data):
        data["bias"] = [[*magnet[:3], by * magnet[3]] for magnet in data["bias"]]

    return change


def alike(data):
    """Let the light and the heavy ball hold spheres of one size."""
    data["magnet"]["diameters_mm"] = [3, 3]


UNFIT = [
    # layout, what is wrong with it, the check that names it
    ("pylos-hall16", scaled(0.5), "a lone piece closes its switch"),
    ("pylos-hall16", scaled(5), "field inside the sensor's range"),
    ("apagos-hall36", alike, "magnets as the decoder takes them"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "change", "says"), UNFIT, ids=[row[2] for row in UNFIT])
def test_a_board_of_free_magnets_that_cannot_work_is_named_by_its_check(name, change, says):
    wrong = layout(name)
    assert says not in failing(wrong)
    change(wrong)
    sentences = unfit(wrong, Texts("en"))
    assert len(sentences) == 1
    assert says in sentences[0]


def test_spheres_that_cannot_be_told_apart_are_refused_with_their_moments():
    wrong = layout("apagos-hall36")
    wrong["magnet"]["moments_am2"] = [0.0146, 0.0146]
    with pytest.raises(ParseError, match=r"is \[0\.0146, 0\.0146\], expected .* not 1\.00"):
        Layout(wrong)


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

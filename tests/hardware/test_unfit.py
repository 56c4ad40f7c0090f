"""Layouts that fail their own checks (refused, or played with a warning, each with figures)."""

import copy
import json

import pytest

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from support.campaign import campaign, one_in
from support.machine.stand_ins import ROOT
from support.rows import for_each
from underboard.cli import main
from underboard.cli.layout_warning import unfit
from underboard.errors import UnderboardError
from underboard.hardware.checks.verdict import failing
from underboard.registry import games
from underboard.texts import Texts
from underboard.texts.lazy import is_known, spoken


def layout(name):
    return json.loads((ROOT / f"firmware/layouts/{name}.json").read_text("utf-8"))


@for_each("game", sorted(games()))
def test_what_is_shown_first_passes_its_checks(game):
    assert failed(layout(games()[game].layout)) == []


@pytest.mark.parametrize("name", ["pylos-reed16", "apagos-reed36"])
def test_boards_for_learning_can_be_played(name):
    unfit(layout(name), Texts("en"))


def test_a_layout_with_one_wrong_figure_names_the_check():
    wrong = copy.deepcopy(layout("pylos-scale4"))
    wrong["scale"]["counts_per_g"] *= 2
    assert failed(wrong) == ["counts per gram"]
    (sentence,) = unfit(wrong, Texts("en"))
    assert "counts per gram: 100 %, at most 20 %" in sentence
    (french,) = unfit(wrong, Texts("fr"))
    assert "mesures par gramme : 100 %, au plus 20 %" in french


def failed(data):
    return [row.name for row in failing(data)]


def scaled(by):
    """Return what changes the moment of every bias magnet of a layout."""

    def change(data):
        data["bias"] = [[*magnet[:3], by * magnet[3]] for magnet in data["bias"]]

    return change


def alike(data):
    """Let the light and the heavy ball hold spheres of one size."""
    data["magnet"]["diameters_mm"] = [3, 3]


UNFIT = [
    # layout, what is wrong with it, the check and its figure, the same in French
    ("pylos-hall16", scaled(5), "field inside the sensor's range: 50.1 mT, expected: at most 22 mT",
     "champ dans la plage du capteur : 50.1 mT, il faut : au plus 22 mT"),
    ("pylos-hall16", scaled(0.65), "one way to lie for all spheres: ",
     "un second état, il faut : aucun"),
    ("pylos-reed16", scaled(0.5), "of 80 boards with a second state, expected: none",
     "une seule position pour chaque sphère"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "change", "says", "french"), campaign(UNFIT[1:2], UNFIT))
def test_a_board_on_which_nothing_can_be_seen_is_refused(name, change, says, french):
    wrong = layout(name)
    change(wrong)
    with pytest.raises(UnderboardError) as caught:
        unfit(wrong, Texts("en"))
    assert says in str(caught.value)
    assert french in spoken(caught.value, "fr")


@pytest.mark.slow
def test_a_limit_that_the_layout_states_itself_is_a_warning():
    known = layout("pylos-hall16")
    scaled(0.65)(known)
    known["build"]["accepted"] = {"one way to lie for all spheres": "only two balls at a time"}
    (sentence,) = unfit(known, Texts("en"))
    assert "of 80 boards with a second state, none" in sentence


REFUSED = [
    # layout, change, what the board says: bias or spheres that no board can be played with
    ("pylos-hall25", scaled(0.6), "bias is 0.81 mT at places[29], expected at least 0.87 mT"),
    ("pylos-hall25", scaled(0.2), "bias is 0.59 mT at places[1], expected at least 0.87 mT"),
    ("apagos-hall36", scaled(0.6), "else spheres have two states"),
    ("apagos-hall36", scaled(10), "in a field of 22.0 mT, expected at most 20.0 mT"),
    ("apagos-hall36", alike, "is [3.0, 3.0], expected volumes that differ as moments_am2 do, 2.38"),
]


@for_each(("name", "change", "says"), REFUSED)
def test_the_board_itself_refuses_what_it_cannot_see(name, change, says):
    wrong = layout(name)
    change(wrong)
    with pytest.raises(ParseError) as caught:
        Layout(wrong)
    assert says in str(caught.value)
    assert is_known(caught.value, "fr")


@for_each("by", [0.9, 1.0, 1.5])
@for_each("name", ["pylos-hall25", "apagos-hall36"])
def test_a_bias_near_that_of_the_layout_is_taken(name, by):
    near = layout(name)
    scaled(by)(near)
    Layout(near)


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
    assert said.err.count("pylos-scale4 does not pass all of its checks (counts per gram: ") == 1
    assert said.out.startswith("games 1 "), "what programs read stays as it is"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "change", "says"),
    one_in(
        2, [("apagos-hall36", alike, "diameters_mm"), ("pylos-hall16", scaled(0.5), "second state")]
    ),
)
def test_such_a_layout_of_ones_own_is_not_installed(capsys, tmp_path, name, change, says):
    mine = layout(name) | {"name": "mine"}
    change(mine)
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "mine.json").write_text(json.dumps(mine))
    (tmp_path / "boot_out.txt").write_text(
        "Adafruit CircuitPython 9.2.1 on 2025-01-01; Raspberry Pi Pico 2 with rp2350a\n"
        "Board ID:raspberry_pi_pico2\n"
    )
    words = ["--drive", str(tmp_path), "--layout", "mine", "--yes", "--lang", "en"]
    assert main(["board", "install", *words]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert says in err
    assert not (tmp_path / "code.py").exists()

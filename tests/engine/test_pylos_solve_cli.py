"""``underboard solve pylos``: what it prints, and what it refuses.

The table is a stand-in: the real one takes half an hour to build.
"""

import json
import os
import signal

import pytest

from boardcore.pylos.rules import Game
from underboard.cli import main
from underboard.games.pylos import solve as solve_pylos
from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.games.pylos.engine.table.values import DRAW, WIN


class StandIn:
    """Each side loses in two plies for every ball beside the board, unless it has fewer there.

    Balls in the corner b2 make a draw.
    """

    class store:  # noqa: N801
        about = {"counts": [[1, 2, 3], [1000, 2000, 3000]]}  # noqa: RUF012

    def __init__(self, rules=None):
        self.rules = rules or RuleSet()

    def lost_in(self, mine, theirs):
        if (mine | theirs) >> 5 & 1:
            return DRAW
        return WIN if mine.bit_count() < theirs.bit_count() else 2 * (15 - mine.bit_count())


@pytest.fixture
def asked(monkeypatch):
    """Have the command take the stand-in; return what it asked for."""
    seen = []

    def make(rules, folder, jobs, progress, tell):
        seen.append((rules, folder, jobs))
        return StandIn(rules)

    monkeypatch.setattr(solve_pylos, "make", make)
    return seen


def test_the_first_line_says_who_wins_and_every_first_turn_follows(asked, capsys):
    assert main(["solve", "pylos", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "standard: second player wins"
    assert lines[1] == "b2            draws"
    assert len(lines) == 1 + 16 + 2
    assert lines[-2] == "Light loses in 30 plies with best play."
    assert lines[-1] == (
        "In the table: 1,001 wins, 2,002 losses and 3,003 draws for the side to move."
    )
    assert asked == [(RuleSet(), None, 0)]


def test_the_first_line_is_the_same_in_french(asked, capsys):
    assert main(["solve", "pylos", "--variant", "expert", "--end", "bga", "--lang", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "expert: second player wins"
    assert lines[1].startswith("b2            fait nulle")
    assert asked == [(RuleSet("expert", "bga"), None, 0)]


def test_a_position_is_judged_for_its_side(asked, capsys):
    position = "LD../..../..../.... .../.../... ../.. . L"
    assert main(["solve", "pylos", "--position", position, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["position"] == Game(position=position).position_text()
    assert (data["value"], data["plies"]) == ("loss", 28)
    assert {turn["value"] for turn in data["turns"]} == {"loss", "draw"}


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_what_ends_a_program_stops_the_build_like_ctrl_c(name, monkeypatch):
    number = getattr(signal, name, None)
    if number is None:
        pytest.skip(f"this system has no {name}")
    stopped = []

    def make(*asked):
        try:
            os.kill(os.getpid(), number)
            signal.pause()
        except KeyboardInterrupt:
            stopped.append(name)
            raise

    before = signal.getsignal(number)
    monkeypatch.setattr(solve_pylos, "make", make)
    assert main(["solve", "pylos"]) == 130
    assert stopped == [name]
    assert signal.getsignal(number) == before


REFUSED = [
    (["7531"], "layouts, --all and --home-made belong to Apagos: leave them out"),
    (
        ["--variant", "blitz"],
        "'blitz' is not a variant: expected standard, children or expert",
    ),
    (["--jobs", "-1"], "-1 is not a number of threads: expected 1 or more"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_what_does_not_belong_is_refused(words, sentence, asked, capsys):
    assert main(["solve", "pylos", *words, "--lang", "en"]) == 2
    assert sentence in capsys.readouterr().err


def test_what_belongs_to_pylos_is_refused_for_apagos(capsys):
    assert main(["solve", "apagos", "7531", "--end", "bga", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "--variant, --end, --back, --folder, --from and --jobs belong to Pylos" in said

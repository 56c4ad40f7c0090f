"""Python interface of other programs (host/docs/api.md)."""

import doctest
import random
import subprocess
import sys
from pathlib import Path

import pytest

import underboard
from boardcore.games import NAMES, rules_of
from support.rows import each_row
from underboard.device.transport import LinkClosed

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=NAMES)
def game(request):
    return getattr(underboard, request.param)


def walked(position, turns, seed=1):
    """Play random turns, until the game is over at most."""
    chance = random.Random(seed)
    while turns and not position.outcome:
        position.play(chance.choice(position.legal_turns()))
        turns -= 1
    return position


def test_legal_turns_are_those_of_the_rules_and_all_can_be_played(game):
    position = walked(game.Position(), 14)
    core = rules_of(game.name).Game()
    for turn in position.turns:
        core.play_turn(rules_of(game.name).parse_turn(turn))
    assert position.text == core.position_text()
    legal = position.legal_turns()
    assert len(legal) == len(set(legal)) == len(core.legal_turns()) > 1
    before = position.text
    for turn in legal[:60]:
        assert position.is_legal(turn)
        position.play(turn)
        assert position.undo() == turn
        assert position.text == before


def test_undo_leads_back_to_the_start(game):
    start = game.Position()
    position = walked(game.Position(), 20)
    assert position != start
    turns = position.turns
    assert [position.undo() for _ in turns] == turns[::-1]
    assert position == start
    with pytest.raises(IndexError, match="no turn to take back"):
        position.undo()


def test_a_copy_goes_its_own_way(game):
    position = walked(game.Position(), 9)
    other = position.copy()
    assert other == position
    assert other.turns == position.turns
    other.play(other.legal_turns()[0])
    assert other.ply == position.ply + 1 == 10
    assert other != position


def test_a_text_gives_the_position_again(game):
    position = walked(game.Position(), 10)
    again = game.Position(position.text)
    assert (again.text, again.side) == (position.text, position.side)
    assert sorted(again.legal_turns()) == sorted(position.legal_turns())
    assert repr(again) == f"<{game.name} {position.text!r}>"


def test_positions_of_two_games_are_never_equal():
    assert underboard.pylos.Position() != underboard.gyges.Position()
    assert underboard.pylos.Position(variant="expert") != underboard.pylos.Position()
    assert underboard.pylos.Position(end="bga") != underboard.pylos.Position()


REFUSED = [
    # name, what is done, error, sentence
    ("an illegal turn", lambda: underboard.pylos.Position().play("a1", "a1"),
     underboard.IllegalMove, "There is already a ball on a1."),
    ("no turn", lambda: underboard.pylos.Position().play("zz9"), underboard.ParseError, "zz9"),
    ("no position", lambda: underboard.gyges.Position("abc"), underboard.ParseError, "abc"),
    ("no variant", lambda: underboard.pylos.Position(variant="giant"),
     underboard.ParseError, "giant"),
    ("no option", lambda: underboard.pylos.Position(end="never"), underboard.ParseError, "never"),
    ("no level", lambda: underboard.pylos.engine("god"), underboard.ParseError, "god"),
    ("no layout", lambda: underboard.SimulatedBoard("chess64"),
     underboard.UnderboardError, "chess64"),
    ("no port", lambda: underboard.connect("/dev/there-is-none"), LinkClosed, "there-is-none"),
    ("no record", lambda: underboard.read_record("hello"), underboard.UnderboardError, "hello"),
    ("no game", lambda: underboard.chess, AttributeError, "chess"),
]  # fmt: skip


@each_row(REFUSED, "deed", "error", "sentence")
def test_what_is_wrong_is_one_error_with_one_sentence(deed, error, sentence):
    with pytest.raises(error, match=sentence):
        deed()


def test_a_finished_game_has_an_outcome_and_no_turns():
    position = walked(underboard.pylos.Position(), 500)
    assert position.outcome.winner in ("L", "D", None)
    assert position.outcome.reason
    assert position.legal_turns() == []
    assert not position.is_legal("a1")


def test_the_same_seed_plays_the_same_turns(game):
    def play(seed):
        position = game.Position()
        engine = game.engine("easy", seed=seed)
        for _ in range(6):
            position.play(engine.choose(position))
        return position.turns

    assert play(1) == play(1)


def test_a_record_is_read_back_in_both_forms(game):
    position = walked(game.Position(), 12)
    record = underboard.Record.of(position, players=("Ada", "Bo"))
    for text in (record.text(), record.json()):
        again = underboard.read_record(text)
        assert (again.game, again.turns, again.players) == (
            game.name,
            position.turns,
            ("Ada", "Bo"),
        )
        positions = list(again.positions())
        assert len(positions) == position.ply + 1
        assert positions[-1] == position
        assert positions[0] == game.Position()


def test_a_record_keeps_variant_options_start_and_end():
    start = "LDLD/DLDL/LDLD/DLDL LDL/DLD/LDL LD/DD . L"
    position = underboard.pylos.Position(start, variant="children", end="bga")
    position.play("j1")
    record = underboard.read_record(underboard.Record.of(position).text())
    assert record.outcome == "L:apex"
    assert record.players == ()
    first, last = record.positions()
    assert first.text == start
    assert last == position


@pytest.mark.slow
def test_a_board_is_followed_and_turns_can_be_taken_back():
    with underboard.connect("sim:apagos-reed36") as board:
        assert (board.game, board.position.ply) == ("apagos", 0)
        assert board.simulated.play("W3") == ["W3"]
        assert board.wait_for_turn() == "W3"
        assert board.wait_for_turn(0.0) is None
        board.take_back(0)
        assert board.position.ply == 0
        board.simulated.lift("3a")
        board.new_game("set-up")
        assert board.position.variant == "set-up"


def loaded(line):
    script = f"import sys; before = set(sys.modules); {line}; print(*set(sys.modules) - before)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_importing_it_loads_nothing_of_it():
    found = loaded("import underboard")
    assert {name for name in found if name.startswith(("underboard", "board"))} == {"underboard"}


def test_a_position_loads_no_simulator_and_no_solver():
    found = loaded("import underboard; underboard.pylos.Position()")
    assert not found & {"numpy", "numba", "serial", "sqlite3", "underboard.sim", "argparse"}


def test_everything_that_is_shown_is_there_and_documented():
    page = (ROOT / "host/docs/api.md").read_text(encoding="utf-8")
    assert {*underboard.__all__, *NAMES} <= set(dir(underboard))
    for name in underboard.__all__:
        assert getattr(underboard, name).__doc__, name
        assert name in page, name


@pytest.mark.slow
def test_the_examples_of_the_page_run():
    page = str(ROOT / "host/docs/api.md")
    flags = doctest.ELLIPSIS
    failed, tried = doctest.testfile(
        page, module_relative=False, optionflags=flags, encoding="utf-8"
    )
    assert (failed, tried > 15) == (0, True)

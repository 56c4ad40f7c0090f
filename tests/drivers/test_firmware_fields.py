"""The firmware on boards with Hall sensors (from pins and magnets to a turn in the journal)."""

import types
from itertools import count

import pytest

from boardcore.errors import ParseError
from boardcore.games import rules_of
from boardcore.link.wire import encode
from boardio.start import runner
from boardio.start.config import check_modules
from boardio.start.fault import MAX_TEXT
from support.sensing.hall_board import Board
from support.sensing.halls import hall_layout

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("name", "cell", "kind", "turn"),
    [("pylos-hall25", "b2", 1, "b2"), ("gyges-hall38", "c1", 2, "2c1")],
)
def test_a_piece_that_is_put_down_is_a_turn(tmp_path, monkeypatch, name, cell, kind, turn):
    board = Board(tmp_path, monkeypatch, name)
    assert board.firmware.trouble == ""
    board.run(2000)
    rules = rules_of(board.world.layout.game)
    board.world.put(rules.parse_cell(cell), kind)
    board.run(3000)
    game = board.firmware.table.game
    assert [rules.turn_text(done) for done in game.turns] == [turn]


def test_the_loop_turns_between_two_scans(tmp_path, monkeypatch):
    """A scan of 25 sensors takes 31 ms, every 60 ms: buttons and lights are served meanwhile."""
    board = Board(tmp_path, monkeypatch, "pylos-hall25")
    board.run(1000)
    assert board.run(6000) / 100 >= 4


def marks_of_turns(board, calls):
    """Return what each loop iteration did that may fill it; before every 40 comes a call."""
    table, marks, found = board.table, set(), []

    def marking(mark, function):
        def call(*arguments):
            function(*arguments)
            marks.add("had_input" if table.had_input else mark)

        return call

    table.button, table.receive = marking("", table.button), marking("heard", table.receive)
    table.bank.scan = marking("scanned", table.bank.scan)
    for call in calls:
        call()
        for _ in range(40):
            marks.clear()
            board.firmware.tick(board.supervisor.ticks_ms())
            found.append(marks - {""})
    return found


def test_what_fills_a_turn_of_the_loop_has_it_alone(tmp_path, monkeypatch):
    """A button may play a turn, and so may the computer: no scan is taken in besides."""
    board = Board(tmp_path, monkeypatch, "apagos-hall36")
    world, cable, number = board.world, board.pico.cable, count()
    cable.connected = True
    cable.typed += encode("hello", 1, ("1.0", "test"))
    board.run(1000)

    def type_and_press():
        cable.typed += encode("press", 1, (f"p{next(number)}", "next"))
        world.press("yes")

    found = marks_of_turns(board, [type_and_press, lambda: world.release("yes")] * 20)
    assert {"had_input"} in found
    assert {"scanned"} in found
    assert [marks for marks in found if len(marks) > 1 and "had_input" in marks] == []


def test_a_calibration_that_begins_as_a_button_is_heard_takes_scans(tmp_path, monkeypatch):
    board = Board(tmp_path, monkeypatch, "pylos-hall25")
    board.pico.cable.connected = True
    board.run(1000)
    board.pico.cable.typed += encode("hello", 1, ("1.0", "test"))
    board.run(100)
    typed = encode("press", 2, ("p", "yes")) + encode("calibrate", 3, ("t", "begin", "0"))
    board.pico.cable.typed += typed
    board.run(100)
    scans = []
    monkeypatch.setattr(board.table.sample_sink, "scan", lambda: scans.append(1))
    board.run(1000)
    assert board.table.link.calibrator is not None
    assert scans


def test_a_layout_whose_sensors_hang_on_no_adc_is_told(tmp_path, monkeypatch, capsys):
    board = Board(tmp_path, monkeypatch, "pylos-hall25", adc=["GP26", "GP22"])
    assert "scanner.adc is 'GP22'" in board.firmware.trouble
    board.run(100)
    assert "GP22" in capsys.readouterr().out


def test_a_layout_that_needs_a_module_is_refused_where_circuitpython_lacks_it():
    layout = hall_layout("pylos-hall25")
    with pytest.raises(ParseError) as raised:
        check_modules("circuitpython", layout)
    told = str(raised.value)
    assert told.startswith("layouts/pylos-hall25.json needs ulab, which this CircuitPython lacks")
    assert len(told) <= MAX_TEXT, "a computer hears it whole"
    check_modules("cpython", layout)
    layout.data["needs"] = ["math"]
    check_modules("circuitpython", layout)


def test_a_board_whose_circuitpython_lacks_a_module_is_red_and_says_so(
    tmp_path, monkeypatch, capsys
):
    python = types.SimpleNamespace(name="circuitpython", version=(10, 3, 0))
    monkeypatch.setattr("boardio.firmware.sys", types.SimpleNamespace(implementation=python))
    board = Board(tmp_path, monkeypatch, "pylos-hall25")
    assert board.lit[:4] == [runner.RED, 0, runner.RED, 0]
    told = capsys.readouterr().out
    assert told.startswith("Underboard: layouts/pylos-hall25.json needs ulab")
    board.run(100)
    assert board.firmware.table is None

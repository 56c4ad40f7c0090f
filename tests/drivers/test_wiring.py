"""Wiring (from a layout's pins to scanners and strip)."""

import pytest

from boardcore.errors import ParseError
from boardio import wiring
from support.machine.stand_ins import hardware, matrix_layout, pico_of, shift_layout


class Recorder:
    """A keypad module that keeps with which arguments a scanner was asked for."""

    def __getattr__(self, kind):
        return lambda *args, **options: (kind, args, options)


def test_a_matrix_is_built_as_the_layout_says():
    modules = hardware(keypad=Recorder())
    board = modules.board
    kind, _, options = wiring.scanner(matrix_layout(), modules)
    assert kind == "KeyMatrix"
    assert options == {
        "row_pins": (board.GP2, board.GP3, board.GP4, board.GP5),
        "column_pins": (board.GP6, board.GP7, board.GP8, board.GP9),
        "columns_to_anodes": True,
        "interval": 0.005,
        "debounce_threshold": 3,
        "max_events": 128,
    }


def test_a_chain_of_shift_registers_is_built_as_the_layout_says():
    modules = hardware(keypad=Recorder())
    board = modules.board
    kind, _, options = wiring.scanner(shift_layout(), modules)
    assert kind == "ShiftRegisterKeys"
    assert options == {
        "clock": board.GP2,
        "data": board.GP3,
        "latch": board.GP4,
        "value_to_latch": True,
        "value_when_pressed": False,
        "key_count": 16,
        "interval": 0.005,
        "debounce_threshold": 3,
        "max_events": 128,
    }


def test_buttons_pull_their_pins_up():
    modules = hardware(keypad=Recorder())
    board = modules.board
    kind, args, options = wiring.buttons(matrix_layout(), modules)
    assert kind == "Keys"
    assert args == ((board.GP14, board.GP15),)
    assert options["pull"] is True
    assert options["value_when_pressed"] is False


MISSING = [
    # scanner or other part of the layout, the pin that is not there, what is said
    ("rows", "scanner.rows is 'GP77'"),
    ("columns", "scanner.columns is 'GP77'"),
]


@pytest.mark.parametrize(("key", "says"), MISSING)
def test_a_pin_that_the_board_lacks_is_named_with_its_key(key, says):
    layout = matrix_layout()
    pico_of(layout)
    layout.scanner[key][1] = "GP77"
    with pytest.raises(ParseError, match=f"{says}, expected a pin of this board like GP2"):
        wiring.scanner(layout, hardware(keypad=Recorder()))

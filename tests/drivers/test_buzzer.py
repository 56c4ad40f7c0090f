"""Buzzer (which sound follows what, and pulses as CircuitPython makes them).

Contract of ``pwmio``: firmware/docs/circuitpython.md, section 2.
"""

import json
from types import SimpleNamespace

import pytest

from boardcore.layout.layout import Layout
from boardcore.lights.sounds import SOUND_NAMES, SOUNDS, Sounds
from boardcore.lights.sounds import WIN as WON
from support.boards.drawings import pyramid
from support.boards.pylos import Board as Scripted
from support.boards.scripted import layout_data
from support.machine.stand_ins import REED16, Wired, matrix_layout, pico_of, stand_in
from support.rows import each_row, for_each
from underboard.hardware.build_plan import plan_of
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.parts.bom import bom
from underboard.sim.faults import Faults
from underboard.sim.mcu.nvm import Nvm

PIN = "GP22"


# The stand-in


def pulses(pin, **given):
    return stand_in("pwmio").PWMOut(getattr(stand_in("board"), pin), **given)


@pytest.fixture
def pico():
    return pico_of(matrix_layout(), Faults(), Nvm())


def test_a_fixed_frequency_stays(pico):
    output = pulses(PIN, frequency=440)
    with pytest.raises(AttributeError, match="variable_frequency"):
        output.frequency = 880


@pytest.mark.parametrize("hz", [0, -1, 70_000_000])
def test_a_frequency_that_the_clock_cannot_give_is_refused(pico, hz):
    with pytest.raises(ValueError, match="frequency"):
        pulses(PIN, frequency=hz)


def test_a_pin_is_given_out_once_and_two_of_one_counter_share_their_frequency(pico):
    output = pulses("GP20", variable_frequency=True)
    with pytest.raises(ValueError, match="in use"):
        pulses("GP20")
    with pytest.raises(ValueError, match="timers"):
        pulses("GP21")
    output.deinit()
    pulses("GP21")


def test_only_changing_pulses_are_heard(pico):
    output = pulses(PIN, variable_frequency=True)
    output.frequency = 2000
    output.duty_cycle = 1 << 15
    output.duty_cycle = 65535
    output.duty_cycle = 1 << 14
    output.duty_cycle = 0
    assert [hz for _, hz in pico.world.tones] == [2000, 0, 2000, 0]


# Which sound follows what

SQUARE = pyramid("""
    D . . .
    . D . .   . . .
    L L . D   . . .   . .
    . L . .   . . .   . .   .
""")
LAST = pyramid("""
    L D L D
    D L D L   L L L
    L D L D   D L D   L D
    D L D .   L D .   L .   .
""")
HEARD = [
    # name, start, script, sounds
    ("a board at rest is silent", "", "3000", ""),
    ("a turn", "", "+b2 600", "legal"),
    ("two turns", "", "+b2 600 +c3 600", "legal, legal"),
    ("a turn is taken back by the button", "", "+b2 600 back 600", "legal, taken back"),
    ("nobody is scolded before a while", "", "+b2 +c3 +d4 +a1 1000", ""),
    ("what no turn explains", "", "+b2 +c3 +d4 +a1 4000", "illegal"),
    ("a turn that may be several", SQUARE, "+a1 400 -b2 4400 -b1 1300", "legal, question"),
    ("the last ball", LAST, "+a4 600", "win"),
]  # fmt: skip


def playing(notes):
    """Return the sound that is played, and which of its notes."""
    return notes._notes, notes._at


@each_row(HEARD, "start", "script", "sounds")
def test_which_sound_follows_what(start, script, sounds):
    options = (("repetition", "off"),) if start is LAST else ()
    board = Scripted(start, options=options)
    board.do("400")
    heard, notes = [], Sounds(board.table)
    step = board.step

    def heard_step(ms):
        step(ms)
        before = playing(notes)
        hz = notes.step(board.now_ms)
        sound, at = playing(notes)
        if hz and (sound, at) != before and at == 0:
            heard.append(SOUND_NAMES[SOUNDS.index(sound)])

    board.step = heard_step
    board.do(script)
    assert ", ".join(heard) == sounds


def test_notes_follow_each_other_and_end_in_silence():
    board = Scripted()
    notes = Sounds(board.table)
    board.table.outcome = (0, "reserve")
    played = [notes.step(now_ms) for now_ms in range(0, 1000, 5)]
    hz = list(dict.fromkeys(played))
    assert hz == [*SOUNDS[WON][::2], 0]
    assert 5 * sum(map(bool, played)) == pytest.approx(sum(SOUNDS[WON][1::2]), abs=10)


@for_each(("winner", "sound"), [(0, "win"), (1, "win"), (None, "end")])
def test_a_game_that_nobody_has_won_ends_otherwise(winner, sound):
    board = Scripted()
    notes = Sounds(board.table)
    board.table.outcome = (winner, "agreed")
    notes.step(0)
    assert SOUND_NAMES[SOUNDS.index(playing(notes)[0])] == sound


def test_no_two_sounds_are_alike_without_pitch():
    shapes = {
        tuple((ms, (hz > sound[0]) - (hz < sound[0])) for hz, ms in zip(sound[::2], sound[1::2]))
        for sound in SOUNDS
    }
    assert len(shapes) == len(SOUNDS) == len(SOUND_NAMES)


# The whole firmware


class Board(Wired):
    def __init__(self, settings, layout=REED16):
        super().__init__(pico_of(Layout(layout), Faults(bounce_ms=2), Nvm()))
        stand_in("usb_cdc").enable(console=True, data=True)
        settings = {"UNDERBOARD_LAYOUT": "pylos-reed16", **settings}
        self.start(settings, "pwmio")


@pytest.fixture
def drive(tmp_path, monkeypatch):
    def make(settings=(), **more):
        (tmp_path / "layouts").mkdir(exist_ok=True)
        layout = {**REED16, **more}
        (tmp_path / "layouts/pylos-reed16.json").write_text(json.dumps(layout))
        monkeypatch.chdir(tmp_path)
        return Board(dict(settings), layout)

    return make


@pytest.mark.parametrize(
    ("settings", "more", "heard"),
    [
        ({}, {}, False),
        ({}, {"buzzer": PIN}, True),
        ({"UNDERBOARD_SOUND": "off"}, {"buzzer": PIN}, False),
        ({"UNDERBOARD_SOUND": PIN}, {}, True),
    ],
)
def test_a_turn_is_heard_where_there_is_a_buzzer_that_is_not_muted(drive, settings, more, heard):
    board = drive(settings, **more)
    board.run(1000)
    assert not board.world.tones, "nothing has happened yet"
    board.world.put(5)
    board.run(2500)
    assert board.table.game.ply == 1
    assert [hz for _, hz in board.world.tones] == ([2093, 0] if heard else [])


def test_while_the_parts_are_looked_at_a_button_sounds_for_as_long_as_it_is_down(drive):
    board = drive(buzzer=PIN)
    board.run(500)
    board.table.link.probe = SimpleNamespace(
        step=lambda now_ms: None, button=lambda *event: None, is_over=lambda now_ms: False,
        colours=board.table.colours,
    )  # fmt: skip
    board.world.press("yes")
    board.run(400)
    board.world.release("yes")
    board.run(400)
    assert [hz for _, hz in board.world.tones] == [1568, 0]


@pytest.mark.parametrize("pin", ["GP16", "GP99", "loud"])
def test_a_pin_that_cannot_sound_is_told(drive, pin):
    board = drive({"UNDERBOARD_SOUND": pin})
    assert "UNDERBOARD_SOUND" in board.firmware.trouble
    assert pin in board.firmware.trouble


def test_the_shipped_boards_have_no_buzzer_of_their_own():
    assert Layout(layout_data("pylos-reed16")).buzzer is None


def test_a_buzzer_of_the_layout_is_wired_and_bought():
    plan = plan_of({**REED16, "buzzer": PIN})
    circuit = circuit_of(plan)
    ends = {(wire.start_pin, wire.end.split()[0]) for wire in circuit.wires()}
    assert (f"{PIN} (pin 29)", "R-buzzer") in ends
    assert any("piezo" in part.part + part.type for part in bom(plan))

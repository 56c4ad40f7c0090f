"""Starter kits (the program on the drive lights up, and its diagram equals its table)."""

import importlib.util
import json

import pytest

from support.boards.nets import of_diagram, of_table, pins_of
from support.boards.shipped import HARDWARE
from support.rows import for_each
from underboard.errors import UnderboardError
from underboard.hardware import starter
from underboard.hardware.drawings import overlap_check

KITS = sorted((HARDWARE / "starter").glob("*/kit.json"))
each_kit = pytest.mark.parametrize("path", KITS, ids=lambda path: path.parent.name)


@pytest.fixture(scope="module")
def program():
    """The program of the kits, under a name that hides no module of Python."""
    spec = importlib.util.spec_from_file_location("starter_kit", HARDWARE / "starter/code.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Pin:
    def __init__(self, value=True):
        self.value = value


class Hx711:
    """A converter: data falls when a reading is there; each rising clock shifts one bit out."""

    def __init__(self):
        self.load, self.bits, self.clocks = 0, None, 0
        self.clock, self.data = HxClock(self), HxData(self)

    def rising(self):
        if self.bits is None:
            self.bits = [self.load >> bit & 1 for bit in range(23, -1, -1)]
        self.clocks += 1
        if self.clocks == 25:
            self.bits, self.clocks = None, 0

    def shown(self):
        # Low: a reading waits.
        return 0 if self.bits is None else self.bits[self.clocks - 1]


class HxClock:
    def __init__(self, chip):
        self._chip, self._high = chip, False

    @property
    def value(self):
        return self._high

    @value.setter
    def value(self, high):
        if high and not self._high:
            self._chip.rising()
        self._high = high


class HxData:
    def __init__(self, chip):
        self._chip = chip

    @property
    def value(self):
        return self._chip.shown()


def kit_of(program, sensor, threshold):
    shown, button = [], Pin()
    return program.Kit(sensor, button, shown.append, threshold), shown, button


def test_a_ball_on_the_load_cell_lights_the_pixel(program):
    chip = Hx711()
    chip.load = 1_000_000
    scale = program.Scale(chip.clock, chip.data, 2147)
    kit, shown, button = kit_of(program, scale, 3)
    kit.turn()
    assert shown == [program.DARK]
    chip.load += int(9.9 * 2147)
    kit.turn()
    assert shown[-1] == program.LIT
    assert kit.value == pytest.approx(9.9, abs=0.01)
    button.value = False
    kit.turn()
    button.value = True
    kit.turn()
    assert shown[-2:] == [program.ZEROED, program.DARK]


@for_each("raw", [0, 1, -1, 0x7FFFFF, -0x800000, -12345])
def test_a_reading_of_the_converter_keeps_its_sign(program, raw):
    chip = Hx711()
    chip.load = raw & 0xFFFFFF
    assert program.Scale(chip.clock, chip.data, 1).value() == raw


def test_a_magnet_over_the_hall_sensor_lights_the_pixel_whatever_its_pole(program):
    adc = Pin(32768)
    kit, shown, _ = kit_of(program, program.Hall(adc, 1191), 0.2)
    for counts, colour in ((32768, program.DARK), (33200, program.LIT), (32300, program.LIT)):
        adc.value = counts
        kit.turn()
        assert shown[-1] == colour


def test_a_closed_reed_lights_the_pixel(program):
    pin = Pin()
    kit, shown, _ = kit_of(program, program.Reed(pin), 0.5)
    pin.value = False
    kit.turn()
    assert shown == [program.LIT]


@each_kit
def test_a_kit_names_what_its_program_reads(path, program):
    data = starter.kit_in(path)
    assert data["name"] == path.parent.name
    assert data["sensor"] == "reed" or data["per_unit"] > 0
    assert data["threshold"] > 0


@each_kit
def test_every_pin_of_a_kit_is_in_its_diagram(path):
    kit = starter.kit_in(path)
    circuit = starter.circuit_of(kit)
    draw = starter.wiring(kit)
    assert overlap_check.troubles(draw) == []
    assert overlap_check.capital_mm(draw, False) >= overlap_check.DIAGRAM_MM
    drawn = {pin for shape in draw.shapes for pin in getattr(shape, "pins", ())}
    assert drawn == {pin for pins in circuit.nets.values() for pin in pins}
    made = starter.files(kit)
    assert pins_of(of_diagram(made)) == pins_of(of_table(made))


@each_kit
def test_no_file_of_a_kit_is_stale(path):
    for name, content in starter.files(starter.kit_in(path)).items():
        assert (path.parent / name).read_bytes() == content, "run python -m underboard.hardware"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda kit: kit.update(sensor="nose"), "sensor is 'nose', expected one of reed"),
        (lambda kit: kit["pins"].pop("pixel"), "lacks 'pixel'"),
        (lambda kit: kit.pop("pins"), "lacks 'pins'"),
    ],
)
def test_a_spoilt_kit_is_one_sentence(tmp_path, spoil, words):
    kit = json.loads(KITS[0].read_text())
    spoil(kit)
    (tmp_path / "kit.json").write_text(json.dumps(kit))
    with pytest.raises(UnderboardError, match=words):
        starter.kit_in(tmp_path / "kit.json")

"""Other boards (what one lacks is said before anything is written, whatever is answered)."""

import contextlib
import gc
import io
import json
import re
import types

import pytest

from support.boards.shipped import LAYOUTS, ROOT
from support.campaign import one_in
from support.rows import for_each
from underboard.cli import main
from underboard.deploy import boards, measure
from underboard.deploy.boards import missing
from underboard.deploy.memory import LEAVES
from underboard.errors import UnderboardError

INSTALL = "underboard.cli.boards.install."
BOOT = "Adafruit CircuitPython {} on 2026-06-20; {} with {}\nBoard ID:{}\nUID:E66164084319A12F\n"


@pytest.fixture
def drive(tmp_path):
    path = tmp_path / "CIRCUITPY"
    path.mkdir()
    return path


def install(drive, board, chip, layout="pylos-scale4", version="10.3.0", *more):
    (drive / "boot_out.txt").write_text(BOOT.format(version, "A board", chip, board))
    return main(["board", "install", "--drive", str(drive), "--layout", layout, "--yes",
                 "--lang", "en", *more])  # fmt: skip


LACKING = [
    (
        "adafruit_feather_rp2040",
        "rp2040",
        r"does not bring out: GP4, GP5, GP14, GP15, GP16; it has",
    ),
    ("adafruit_feather_rp2350", "rp2350a", r"does not bring out: GP8, GP14, GP15, GP16; it has"),
    ("seeeduino_xiao_rp2040", "rp2040", r"does not bring out: GP5, GP8, GP9, GP14, GP15, GP16"),
    ("adafruit_feather_esp32s3_4mbflash_2mbpsram", "ESP32S3", r"has a ESP32S3: the firmware needs"),
    ("home_made", "nRF52840", r"has a nRF52840: the firmware needs an RP2040 or RP2350"),
]


@pytest.mark.parametrize(("board", "chip", "words"), LACKING, ids=[row[0] for row in LACKING])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_board_without_the_pins_or_the_chip_is_refused_by_what_it_lacks(
    drive, capsys, board, chip, words, force
):
    assert install(drive, board, chip, "pylos-scale4", "10.3.0", *force) == 2
    told = capsys.readouterr().err
    assert re.search(words, told), told
    assert told.count("\n") == 1
    assert [path.name for path in drive.iterdir()] == ["boot_out.txt"]


@for_each("path", LAYOUTS)
@for_each("board", ["raspberry_pi_pico", "raspberry_pi_pico2",
                                   "raspberry_pi_pico_w", "pimoroni_pico_plus2"])  # fmt: skip
def test_every_shipped_layout_finds_its_pins_on_a_pico(path, board):
    layout = json.loads(path.read_text(encoding="utf-8"))
    # A Pico Plus 2 has its converters on other pins than a Pico.
    wanted = list(layout["scanner"].get("adc", ())) if board == "pimoroni_pico_plus2" else []
    assert missing(board, layout) == wanted


def test_a_layout_in_a_boards_own_names_goes_onto_it(drive):
    layout = json.loads((ROOT / "firmware/layouts/gyges-reed38.json").read_text(encoding="utf-8"))
    layout["name"] = "feather-reed38"
    text = json.dumps(layout)
    for old, new in (("GP2", "D5"), ("GP3", "D6"), ("GP4", "D9"), ("GP14", "D10"),
                     ("GP15", "D11"), ("GP16", "A0")):  # fmt: skip
        text = text.replace(f'"{old}"', f'"{new}"')
    (drive / "layouts").mkdir()
    (drive / "layouts/feather-reed38.json").write_text(text)
    assert install(drive, "adafruit_feather_rp2350", "rp2350a", "feather-reed38") == 0
    assert install(drive, "seeeduino_xiao_rp2040", "rp2040", "feather-reed38") == 2


FEATHERS = {"adafruit_feather_rp2040": "rp2040", "adafruit_feather_rp2350": "rp2350"}


@pytest.mark.parametrize(
    ("path", "board"),
    one_in(6, [(path, board) for board in FEATHERS for path in LAYOUTS]),
    ids=lambda one: getattr(one, "stem", one),
)
def test_a_layout_moved_onto_a_feathers_free_pins_goes_onto_it(path, board, drive, capsys):
    """Every second board of ours fits: a Feather has 21 and 20 pins, four of them measure."""
    layout, pins = json.loads(path.read_text("utf-8")), boards.known()[board].pins
    by_number = {number: name for name, number in sorted(pins.items())}
    measuring = [name for name in pins if re.fullmatch(r"A\d", name)]
    free = [name for name in by_number.values() if name not in measuring] + measuring[::-1]
    wanted = list(boards.pins_of(layout))
    moved = {name: measuring[i] for i, name in enumerate(layout["scanner"].get("adc", ()))}
    for _, name in wanted:
        if name not in moved:
            moved[name] = next(one for one in free if one not in moved.values())
    text = path.read_text("utf-8")
    for old, new in moved.items():
        text = text.replace(f'"{old}"', f'"@{new}"')
    text = text.replace('"@', '"').replace(f'"name": "{path.stem}"', '"name": "moved"')
    assert missing(board, json.loads(text)) == []
    (drive / "layouts").mkdir()
    (drive / "layouts/moved.json").write_text(text)
    small = board.endswith("2040") and layout["heap_bytes"] > LEAVES["raspberry_pi_pico"]
    assert install(drive, board, FEATHERS[board], "moved") == (2 if small else 0)
    assert ("leaves" in capsys.readouterr().err) == small


def test_known_boards_are_circuitpythons_and_their_chips_have_names():
    known = boards.known()
    assert len(known) > 150
    assert {one.chip for one in known.values()} == set(boards.MACHINES)
    assert {len(set(known[name].pins.values())) for name in FEATHERS} == {20, 21}
    # What a Feather RP2350 prints beside its holes: D12 is the chip's 4, D13 its 7.
    pins = known["adafruit_feather_rp2350"].pins
    assert (pins["D5"], pins["D12"], pins["D13"], pins["A0"]) == (5, 4, 7, 26)
    assert "GP23" not in known["raspberry_pi_pico2"].pins


@for_each("path", LAYOUTS)
def test_every_chip_has_state_machines_for_every_layout(path):
    wanted = boards.machines(json.loads(path.read_text("utf-8")))
    assert 1 <= wanted <= min(one.machines for one in boards.known().values()) == 7


def test_more_load_cells_than_state_machines_are_refused():
    clocks, data = [f"GP{n}" for n in range(8)], [f"GP{n}" for n in range(8, 16)]
    layout = {"scanner": {"kind": "hx711", "clock": clocks, "data": data}}
    content = json.dumps(layout | {"strip": {"pin": "GP16"}}).encode()
    boards.check_board("raspberry_pi_pico2_w", "rp2350a", "eight", content)
    with pytest.raises(UnderboardError, match=r"9 state machines of the PIO, .*pico\) has 8"):
        boards.check_board("raspberry_pi_pico", "rp2040", "eight", content)


PAIRS = {"console": 2, "data": 2, "drive": 1, "keys": 1, "midi": 1, "control": 1}
"""Pairs of USB endpoints: each serial port takes two; drive, keyboard and MIDI are on unless
``boot.py`` switches them off; the first pair is USB's own (CircuitPython, ``usb_cdc``)."""


def test_two_serial_ports_find_their_pairs_of_usb_endpoints():
    data = json.loads((ROOT / "host/underboard/deploy/boards.json").read_text("utf-8"))
    boot = (ROOT / "firmware/boot.py").read_text("utf-8")
    assert re.findall(r"usb_\w+\.\w+\(.*\)", boot) == ["usb_cdc.enable(console=True, data=True)"]
    assert sum(PAIRS.values()) <= data["usb_pairs"]


def test_a_voltage_is_measured_on_pins_that_can(drive):
    layout = {"scanner": {"kind": "mux", "adc": ["D5", "A0"]}, "strip": {"pin": "D6"}}
    assert missing("adafruit_feather_rp2040", layout) == ["D5"]


@pytest.mark.parametrize(("version", "told"), [("10.3.0", False), ("11.0.1", True)])
def test_a_circuitpython_newer_than_tried_is_one_sentence(drive, capsys, version, told):
    assert install(drive, "raspberry_pi_pico2", "rp2350a", "pylos-scale4", version) == 0
    words = "is newer than 10.3, the newest one the firmware was tried with"
    assert (words in capsys.readouterr().out) == told


class Board:
    """A board's console: its raw mode runs what it is given, with this much memory free."""

    def __init__(self, free, deaf=False):
        self.free, self.deaf = free, deaf
        self.out, self.raw, self.after = b"", b"", b""

    def write(self, data):
        if self.deaf:
            return
        for byte in data:
            one = bytes([byte])
            if one == measure.RAW:
                self.out += b"\r\nraw REPL; CTRL-B to exit\r\n>"
            elif one == measure.END and self.raw:
                told = io.StringIO()
                memory = types.SimpleNamespace(collect=gc.collect, mem_free=lambda: self.free)
                with contextlib.redirect_stdout(told):
                    program = self.raw.decode().replace("import gc", "")
                    exec(program, {"gc": memory})
                self.out += b"OK" + told.getvalue().encode() + b"\x04\x04>"
                self.raw = b""
            elif one in (measure.INTERRUPT, measure.END, b"\x02"):
                self.after += one
            else:
                self.raw += one

    def read_until(self, expected):
        end = self.out.find(expected)
        end = len(self.out) if end < 0 else end + len(expected)
        found, self.out = self.out[:end], self.out[end:]
        return found


def test_memory_is_asked_of_the_board_and_it_goes_on_afterwards():
    board = Board(403_216)
    assert measure.ask_console(board) == (403_216, ())
    assert board.after.endswith(measure.SOFT_RESET)
    assert measure.ask_console(Board(1, deaf=True)) == (0, ())


def test_a_board_that_tells_too_little_memory_is_refused_with_the_figure(
    drive, capsys, monkeypatch
):
    monkeypatch.setattr(INSTALL + "ask_board", lambda drive, modules: measure.Answer(90_000))
    assert install(drive, "home_made", "rp2040", "pylos-scale4") == 2
    assert "leaves 90 kB on this board (home_made)" in capsys.readouterr().err


@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", r"'pylos-hall25' needs ulab, which this board's CircuitPython lacks: install one"),
        ("fr", r"« pylos-hall25 » a besoin de ulab, qui manque au CircuitPython de cette carte"),
    ],
)
def test_a_circuitpython_without_a_module_is_refused(
    drive, capsys, monkeypatch, language, words, force
):
    """A board's console is asked, which this computer's Python answers: it has no ``ulab``."""
    monkeypatch.setattr(
        INSTALL + "ask_board", lambda drive, modules: measure.ask_console(Board(403_216), modules)
    )
    more = ("--lang", language, *force)
    assert install(drive, "raspberry_pi_pico2", "rp2350a", "pylos-hall25", "10.3.0", *more) == 2
    told = capsys.readouterr().err
    assert re.search(words, told), told
    assert told.count("\n") == 1
    assert "--layout" in told
    assert [path.name for path in drive.iterdir()] == ["boot_out.txt"]
    assert install(drive, "raspberry_pi_pico2", "rp2350a", "pylos-scale4", "10.3.0", *more) == 0


def test_a_console_tells_which_modules_it_lacks():
    assert measure.ask_console(Board(9), ["math", "ulab"]) == (9, ("ulab",))


@for_each("needs", ["ulab", ["os; quit"], 5, [["ulab"]]])
def test_a_layout_whose_needs_are_no_modules_is_told(needs):
    with pytest.raises(
        UnderboardError, match=r"layout 'mine': needs is .*, expected names of modules"
    ):
        boards.needs_of("mine", json.dumps({"needs": needs}).encode())


def test_the_table_names_no_pin_twice_with_two_numbers():
    for board, pins in ((name, one.pins) for name, one in boards.known().items()):
        assert pins, board
        assert all(0 <= number < 48 for number in pins.values())

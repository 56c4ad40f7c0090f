"""Other boards (what one lacks is said before anything is written, whatever is answered)."""

import contextlib
import gc
import io
import json
import re
import types

import pytest

from support.boards.shipped import LAYOUTS, ROOT
from underboard.cli import main
from underboard.deploy import boards, measure
from underboard.deploy.boards import missing

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


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("board", ["raspberry_pi_pico", "raspberry_pi_pico2",
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
    assert measure.free_bytes(board) == 403_216
    assert board.after.endswith(measure.SOFT_RESET)
    assert measure.free_bytes(Board(1, deaf=True)) == 0


def test_a_board_that_tells_too_little_memory_is_refused_with_the_figure(
    drive, capsys, monkeypatch
):
    monkeypatch.setattr("underboard.cli.boards.install.measure", lambda drive: 90_000)
    assert install(drive, "home_made", "rp2040", "pylos-scale4") == 2
    assert "leaves 90 kB on this board (home_made)" in capsys.readouterr().err


def test_the_table_names_no_pin_twice_with_two_numbers():
    for board, pins in boards.known().items():
        assert len(pins) > 10, board
        assert all(0 <= number < 48 for number in pins.values())

"""Firmware (all drivers and the real table together, over the stand-ins)."""

import ast
import json
import re
import runpy
import sys
from pathlib import Path

import pytest

import underboard
from boardcore.layout.layout import Layout
from boardcore.link.wire import decode, encode
from boardcore.pylos import rules as pylos
from boardio import firmware, flash
from boardio.start import config, runner
from support.machine.micropython import STRAY, STRAYS, heap_of, run_on_board
from support.machine.stand_ins import (
    REED16,
    ROOT,
    SHIFT,
    Wired,
    limit_events,
    matrix_layout,
    pico_of,
    shift_layout,
    stand_in,
)
from support.rows import for_each, rows
from underboard.deploy.settings import read_settings
from underboard.deploy.versions import our_version
from underboard.sim.faults import Faults
from underboard.sim.mcu.nvm import Nvm
from underboard.sim.mcu.pico import TICKS_PERIOD, Restart

REED38 = json.loads((ROOT / "firmware/layouts/gyges-reed38.json").read_text("utf-8"))
LAYOUTS = sorted((ROOT / "firmware/layouts").glob("*.json"))


class Board(Wired):
    """A firmware on a simulated microcontroller, in a drive folder of its own."""

    def __init__(
        self, tmp_path, monkeypatch, settings=(), layout=REED16, boot=True, nvm=None, pieces=(),
        held=(), watched=False,
    ):  # fmt: skip
        (tmp_path / "layouts").mkdir(exist_ok=True)
        text = layout if isinstance(layout, str) else json.dumps(layout)
        (tmp_path / "layouts/pylos-reed16.json").write_text(text)
        monkeypatch.chdir(tmp_path)
        world_layout = matrix_layout()
        if isinstance(layout, dict) and layout["scanner"]["kind"] == "shift":
            world_layout = shift_layout()
        if layout is REED38:
            world_layout = Layout(REED38)
        self.nvm = nvm or Nvm()
        super().__init__(pico_of(world_layout, Faults(bounce_ms=2), self.nvm))
        for cell in pieces:
            self.world.put(cell)
        for name in held:
            self.world.press(name)
        self.world.advance(10)
        if boot:
            stand_in("usb_cdc").enable(console=True, data=True)
        settings = {"UNDERBOARD_LAYOUT": "pylos-reed16", **dict(settings)}
        self.start(settings, *(["watchdog"] if watched else []))

    def lines(self):
        """Return the messages that the computer has got."""
        return [decode(line) for line in bytes(self.pico.cable.sent).split(b"\n") if line]


@pytest.fixture
def make(tmp_path, monkeypatch):
    return lambda **options: Board(tmp_path, monkeypatch, **options)


def place(board, name):
    board.world.put(pylos.parse_cell(name))
    board.run(2500)


@pytest.mark.parametrize("layout", [REED16, SHIFT], ids=["matrix", "shift"])
def test_a_ball_on_the_board_becomes_a_turn_of_the_game(make, layout):
    board = make(layout=layout)
    board.run(1000)
    assert any(board.lit)
    place(board, "a1")
    place(board, "b2")
    assert board.table.game.ply == 2
    assert [pylos.turn_text(turn) for turn in board.table.game.turns] == ["a1", "b2"]


def test_balls_that_stand_there_at_power_on_are_seen_and_the_game_goes_on(make):
    first = make()
    place(first, "a1")
    place(first, "c3")
    second = make(nvm=first.nvm, pieces=[pylos.parse_cell(name) for name in ("a1", "c3")])
    second.run(2000)
    assert second.table.game.ply == 2
    assert second.table.identity.boots == 2
    place(second, "d4")
    assert second.table.game.ply == 3


def test_play_goes_on_across_the_wrap_of_the_clock(make):
    board = make()
    board.run(64_000)
    board.world.put(pylos.parse_cell("a1"))
    times = board.run(4000)
    assert max(times) > TICKS_PERIOD - 2000
    assert min(times) < 2000
    assert board.table.game.ply == 1
    place(board, "a2")
    assert board.table.game.ply == 2


def test_free_memory_is_counted_now_and_then_across_the_wrap_too(make, monkeypatch):
    counts = []
    monkeypatch.setattr(firmware, "free_bytes", lambda: counts.append(1) or 99)
    board = make()
    board.run(100_000)
    assert 9 <= len(counts) <= 11
    assert board.table.free_bytes == 99


@pytest.mark.slow
def test_the_whole_firmware_under_a_boards_python():
    script, name = ROOT / "tests/on_board/guest/on_board_firmware.py", "pylos-reed16"
    used = []
    # A sweep may keep some kilobytes by mistake; with other arguments it keeps others.
    for stray in STRAYS:
        report = run_on_board(script, name, stray, heap=heap_of(name, STRAY)).splitlines()
        ply, left, kept = map(int, report[-1].split())
        used.append(kept)
        assert ply == 1
        assert left == 0, "a loop turn at rest leaves garbage"
    assert min(used) < 201_000, "64-bit; four fifths on a board"


def test_an_overflow_of_switch_events_ends_in_the_true_picture(make):
    board = make()
    board.run(500)
    events = board.firmware._sensors._events
    limit_events(events, 2)
    for name in ("a1", "a2", "a3", "a4"):
        board.world.put(pylos.parse_cell(name))
    board.pico.run_to(board.world.now_ms + 100)
    assert events.overflowed
    limit_events(events, 128)
    for name in ("a2", "a3", "a4"):
        board.world.lift(pylos.parse_cell(name))
    board.run(3000)
    assert bytes(board.table.readings) == b"\x01" + bytes(15)
    assert board.table.game.ply == 1


def test_a_computer_that_stops_reading_for_a_minute_stops_nothing(make):
    board = make()
    board.pico.cable.connected = True
    board.pico.cable.typed += encode("hello", 1, ("1.0", "test"))
    board.run(2000)
    assert [message.kind for message in board.lines()].count("beat") >= 1
    board.pico.cable.reads = 0
    shows = board.strip.shows
    for number, name in enumerate(("a1", "a2", "b1", "c4")):
        place(board, name)
        assert board.table.game.ply == number + 1
    times = board.run(50_000)
    assert len(times) == 10_000, "a loop turn took longer"
    assert board.strip.shows > shows
    before = len(board.pico.cable.sent)
    board.pico.cable.reads = None
    board.pico.cable.typed += encode("hello", 2, ("1.0", "test"))
    board.pico.cable.typed += encode("have", 3, ("-", "-", "-"))
    board.run(3000)
    rest = bytes(board.pico.cable.sent[before:]).split(b"\n")
    turns = [
        message.fields[3] for line in rest if (message := decode(line)) and message.kind == "turn"
    ]
    assert turns[-4:] == ["a1", "a2", "b1", "c4"]


def test_without_boot_py_play_goes_on_and_the_console_says_why_once(make, capsys):
    board = make(boot=False)
    place(board, "a1")
    assert board.table.game.ply == 1
    assert capsys.readouterr().out.count("no data port: copy boot.py to the board") == 1


def test_writing_to_the_drive_does_not_restart_the_game(make):
    board = make()
    assert board.supervisor.runtime.autoreload is False


def test_the_variant_and_the_brightness_come_from_the_settings(make):
    dim = make(settings={"UNDERBOARD_VARIANT": "expert", "UNDERBOARD_BRIGHTNESS": "10"})
    dim.run(500)
    assert dim.table.game.variant == "expert"
    bright = make()
    bright.run(500)
    assert sum(dim.table.colours) < sum(bright.table.colours)


def test_the_switches_of_the_rules_come_from_the_settings(make):
    board = make(settings={"UNDERBOARD_OPTIONS": "end=bga"})
    assert (board.table.game.end, board.table.defaults[1]) == ("bga", "end=bga")


PATHS = [
    # the game on the board, the setting, ways are lit, what the console says
    ("gyges", "", False, ""),
    ("gyges", "off", False, ""),
    ("gyges", "on", True, ""),
    ("gyges", "yes", False,
     "Underboard: settings.toml: UNDERBOARD_SHOW_PATH: path 'yes': expected on or off\n"),
    ("pylos", "on", False,
     "Underboard: settings.toml: UNDERBOARD_SHOW_PATH: moves of pylos have no paths to light\n"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "setting", "lit", "says"), PATHS)
def test_whether_ways_are_lit_comes_from_the_settings(make, capsys, game, setting, lit, says):
    layout = REED16 if game == "pylos" else REED38
    board = make(settings={"UNDERBOARD_SHOW_PATH": setting} if setting else {}, layout=layout)
    assert board.table.trace is lit
    assert capsys.readouterr().out == says
    board.run(1000)
    red = board.lit[:4] == [runner.RED, 0, runner.RED, 0]
    assert red is bool(says), "red tells for three seconds, then play goes on as without"
    board.run(firmware.ALARM_MS)
    assert runner.RED not in board.lit


def test_who_the_board_is_stands_in_its_hello(make):
    board = make()
    board.pico.cable.connected = True
    board.run(1500)
    hello = next(message for message in board.lines() if message.kind == "hello")
    assert firmware.VERSION in hello.fields
    assert b"SIM".hex() == hello.fields[2][:6]
    assert "power_on" in hello.fields


def test_a_board_that_counts_its_starts_from_1_again_begins_other_games(make):
    """A finished game would be taken for the new one, and told to have gone on otherwise."""
    numbers = set()
    for _ in range(2):
        board = make()
        assert board.table.hello_fields()[5] == 1
        numbers.add(board.table.journal.game[0])
    assert len(numbers) == 2


TROUBLES = [
    # what is wrong, settings, text or data of the layout file, what is said
    ("no such layout", {"UNDERBOARD_LAYOUT": "pilos"}, REED16,
     r"no file layouts/pilos\.json .*UNDERBOARD_LAYOUT"),
    ("no JSON", {}, "{'a': 1}", r"layouts/pylos-reed16\.json is not JSON"),
    ("half a file", {}, json.dumps(REED16)[:900], r"is not JSON"),
    ("no layout at all", {}, "[]", r"layouts/pylos-reed16\.json holds no layout"),
    ("an empty layout", {}, "{}", r"layouts/pylos-reed16\.json: layout: format is missing"),
    ("a wrong value", {}, {**REED16, "pixels": []}, r"pixels is 0 entries, expected 1 to"),
    ("a pin that is not there", {}, {**REED16, "strip": {**REED16["strip"], "pin": "GP77"}},
     r"strip\.pin is 'GP77', expected a pin of this board"),
    ("an unknown variant", {"UNDERBOARD_VARIANT": "hard"}, REED16,
     r"settings\.toml: 'hard' is not a variant"),
    ("an unknown end", {"UNDERBOARD_OPTIONS": "end=soon"}, REED16,
     r"settings\.toml: 'soon' is not a value of end"),
    ("an option without a value", {"UNDERBOARD_OPTIONS": "bga"}, REED16,
     r"settings\.toml: option 'bga': expected NAME=VALUE"),
    ("an option of another game", {"UNDERBOARD_OPTIONS": "null=off"}, REED16,
     r"settings\.toml: 'null' is not an option: expected end"),
    ("a strip on no pin", {}, {**REED16, "strip": {**REED16["strip"], "pin": "GP77"}},
     r"strip\.pin is 'GP77', expected a pin of this board"),
    ("too bright", {"UNDERBOARD_BRIGHTNESS": "900"}, REED16,
     r"BRIGHTNESS is '900', expected a whole number 1 to 100"),
]  # fmt: skip


@rows(TROUBLES, "settings", "layout", "says")
def test_a_damaged_drive_is_told_in_red_and_on_the_console(make, capsys, settings, layout, says):
    board = make(settings=settings, layout=layout)
    assert board.table is None
    assert board.world.colours[:12] == bytes.fromhex("300000000000300000000000")
    board.run(700)
    assert not any(board.world.colours)
    board.run(5000)
    said = capsys.readouterr().out
    assert re.search(says, said), said
    assert said.count("Underboard: ") == 2, "said at once, and again after five seconds"


@pytest.mark.parametrize("name", [path.stem for path in LAYOUTS])
def test_a_board_keeps_nothing_of_a_layout_that_it_has_read_already(monkeypatch, name):
    monkeypatch.chdir(ROOT / "firmware")
    read, whole = (
        config.read_layout(name),
        Layout(json.loads(Path(f"layouts/{name}.json").read_text())),
    )
    assert not {"build", "sensors", "pixels"} & set(read.data)
    assert read.cell_of_sensor == whole.cell_of_sensor
    assert not read.pins
    assert whole.pins
    kept = ("pixel_of_cell", "channels", "scanner", "button_pins", "strip")
    assert all(getattr(read, key) == getattr(whole, key) for key in kept)


def test_a_damaged_settings_file_is_told_too():
    def getenv(name):
        raise ValueError("Invalid format")

    with pytest.raises(ValueError, match=r"settings\.toml: UNDERBOARD_LAYOUT cannot be read"):
        config.read_settings(getenv)


OLD = [
    ("circuitpython", (9, 0, 5), True),
    ("circuitpython", (9, 2, 0), True),
    ("circuitpython", (9, 2, 1), False),
    ("circuitpython", (10, 0, 0), False),
    ("cpython", (3, 10, 0), False),
]


@for_each(("name", "version", "refused"), OLD)
def test_a_circuitpython_whose_reset_tells_releases_is_refused(name, version, refused):
    if refused:
        with pytest.raises(ValueError, match=r"expected 9\.2\.1 or newer"):
            config.check_version(name, version)
    else:
        config.check_version(name, version)


def test_the_firmware_has_the_version_of_the_package():
    assert underboard.__version__ == firmware.VERSION == our_version()


def test_every_setting_is_in_settings_toml_with_a_comment_and_its_default():
    text = (ROOT / "firmware/settings.toml").read_text()
    assert {key: str(value) for key, value in read_settings(text).items()} == dict(config.SETTINGS)
    before = ""
    for line in text.splitlines():
        if "=" in line:
            assert before.startswith("#"), line
        before = line


def test_code_py_fits_on_one_screen_and_decides_nothing():
    text = (Path(ROOT) / "firmware/code.py").read_text()
    assert len(text.splitlines()) <= 36
    assert " if " not in text


# A way back in


@pytest.mark.parametrize("button", ["yes", "next"])
def test_a_button_held_at_power_on_leaves_drive_and_console_to_people(make, capsys, button):
    board = make(held=[button], watched=True)
    board.run(1000)
    assert board.table is None
    assert board.supervisor.runtime.autoreload is True, "a repaired file starts at once"
    assert board.pico.watchdog_ms == 0, "a watchdog would restart the board under their hands"
    said = capsys.readouterr().out
    assert "a button was held at power-on" in said
    assert "press reset to play" in said
    strip = board.strip
    board.run(4300)
    assert set(strip.lit) <= {0, 0x000030}


def test_a_button_pressed_later_is_a_button_of_the_game(make):
    board = make(watched=True)
    board.run(200)
    board.world.press("yes")
    board.run(200)
    board.world.release("yes")
    board.run(1000)
    assert board.table is not None
    place(board, "a1")
    assert board.table.game.ply == 1


def test_nothing_hides_drive_or_console_whatever_button_is_held():
    text = (ROOT / "firmware/boot.py").read_text()
    assert "disable_usb_drive" not in text
    assert "remount" not in text
    assert "console=True" in text


def forget_to_work(board, ms):
    """Turn a loop that only asks for the time."""
    end = board.world.now_ms + ms
    while board.world.now_ms < end:
        board.supervisor.ticks_ms()


def test_the_watchdog_restarts_a_board_whose_loop_hangs(make):
    board = make(watched=True)
    board.run(20_000)
    assert board.pico.watchdog_ms == 8000
    with pytest.raises(Restart) as restart:
        forget_to_work(board, 9000)
    assert restart.value.reason == "WATCHDOG"


def test_a_damaged_drive_is_not_watched_and_starts_anew_when_repaired(make):
    board = make(layout="[]", watched=True)
    board.run(1000)
    assert board.pico.watchdog_ms == 0
    assert board.supervisor.runtime.autoreload is True


def stop_with(monkeypatch, board, reason):
    """Let CircuitPython stop the firmware: run safemode.py; return whether it restarts."""
    supervisor, microcontroller = stand_in("supervisor"), stand_in("microcontroller")
    supervisor.runtime.safe_mode_reason = f"supervisor.SafeModeReason.{reason}"
    monkeypatch.setitem(sys.modules, "supervisor", supervisor)
    monkeypatch.setitem(sys.modules, "microcontroller", microcontroller)
    try:
        runpy.run_path(str(ROOT / "firmware/safemode.py"))
    except Restart:
        return True
    finally:
        monkeypatch.undo()
    return False


def told_reset(board):
    return board.table.hello_fields()[6]


def test_why_circuitpython_stopped_the_firmware_is_told_after_the_restart(make, monkeypatch):
    board = make()
    assert told_reset(board) == "power_on"
    assert stop_with(monkeypatch, board, "HARD_FAULT")
    board = make(nvm=board.nvm)
    assert told_reset(board) == "safe_mode:hard_fault"
    assert board.table.hello_fields()[5] == 2, "a stop is not a start"
    board = make(nvm=board.nvm)
    assert told_reset(board) == "power_on"
    assert board.nvm.erases == 0


def test_after_three_stops_in_a_row_the_board_stays_in_safe_mode(make, monkeypatch):
    board = make()
    for restarts in (True, True, False):
        assert stop_with(monkeypatch, board, "NO_HEAP") is restarts
        board = make(nvm=board.nvm)
    board = make(nvm=board.nvm)
    assert stop_with(monkeypatch, board, "NO_HEAP"), "a good start between them counts"


def test_a_reason_that_nobody_knows_yet_is_other(make, monkeypatch):
    board = make()
    assert stop_with(monkeypatch, board, "SUNSPOTS")
    assert told_reset(make(nvm=board.nvm)) == "safe_mode:other"


def test_safemode_py_and_the_store_agree(make):
    tree = ast.parse((ROOT / "firmware/safemode.py").read_text())
    values = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
    }
    assert values["REASONS"] == flash.SAFE_MODE
    assert (values["MARKS"], values["ERASED"]) == (flash.MARKS, flash.ERASED)


def test_the_launcher_fits_on_a_page_and_needs_no_hardware():
    text = (ROOT / "firmware/launch.py").read_text()
    assert len(text.splitlines()) <= 45
    assert {
        node.names[0].name for node in ast.parse(text).body if isinstance(node, ast.Import)
    } == {
        "os",
        "sys",
    }


# A computer looks at the parts


def senses(board):
    return [message.fields for message in board.lines() if message and message.kind == "inputs"]


def probed(board, number, pixel="-", ms=100):
    """Ask the board about its parts; return its answer."""
    board.pico.cable.typed += encode("probe", 1, (f"p{number}", pixel))
    board.run(ms)
    return senses(board)[-1]


@pytest.fixture
def greeted(make):
    board = make()
    board.pico.cable.connected = True
    board.pico.cable.typed += encode("hello", 1, ("1.0", "test"))
    board.run(500)
    return board


def test_a_probed_board_tells_its_switches_and_plays_no_turn(greeted):
    assert probed(greeted, 1) == ["0000", "00" * 16, "00" * 8, "-"]
    greeted.world.put(pylos.parse_cell("b1"))
    greeted.run(3000)
    switches, flips, _, _ = probed(greeted, 2)
    assert switches == "0100"
    assert flips == "00" * 4 + "01" + "00" * 11
    assert greeted.table.game.ply == 0, "a ball put there for a test is not a turn"


def test_a_probed_board_counts_buttons_and_the_game_hears_none(greeted):
    probed(greeted, 1)
    for _ in range(2):
        greeted.world.press("next")
        greeted.run(60)
        greeted.world.release("next")
        greeted.run(60)
    assert probed(greeted, 2)[2] == "0002" + "00" * 6


def test_a_probed_board_lights_one_pixel_alone(greeted):
    assert probed(greeted, 1, "3")[3] == "3"
    assert [at for at, colour in enumerate(greeted.lit) if colour] == [3]
    probed(greeted, 2, "-")
    assert not any(greeted.lit)


@pytest.mark.parametrize("pixel", ["99", "x", ""])
def test_a_pixel_that_there_is_not_is_refused(greeted, pixel):
    greeted.pico.cable.typed += encode("probe", 1, ("p1", pixel or "_"))
    greeted.run(100)
    [no] = [message for message in greeted.lines() if message and message.kind == "error"]
    assert no.fields[1] == "unreadable"


@pytest.mark.parametrize("how", ["silence", "bye"])
def test_after_a_probe_the_game_goes_on(greeted, how):
    probed(greeted, 1, "3")
    if how == "bye":
        greeted.pico.cable.typed += encode("bye", 2, ())
        greeted.run(100)
    else:
        greeted.run(10_500)
    assert greeted.table.link.probe is None
    place(greeted, "a1")
    assert greeted.table.game.ply == 1
    assert sum(1 for colour in greeted.lit if colour) > 1

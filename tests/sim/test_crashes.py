"""A board that starts slowly, or whose firmware or drive is broken, never goes dark."""

import itertools
import shutil

import pytest

from boardcore.pylos import rules as pylos
from support.machine.stand_ins import ROOT
from support.waiting import MAX_S, until
from underboard.device.board import Board, EntryAdded, LinkDown, LinkUp
from underboard.device.port import SerialLink
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.service.doctor import check_hello
from underboard.sim.board import SimBoard

PICO = "load_us=28"
"""As an emulated RP2040 loads: firmware/docs/circuitpython.md, section 3."""
RED = "300000000000300000000000"
BLUE = "000030000000000030000000"
WHITE = "080808"
DARK = "000000"


@pytest.fixture
def drive(tmp_path):
    folder = tmp_path / "drive"
    shutil.copytree(ROOT / "firmware", folder)
    return folder


def spoil(drive, module, old, new):
    """Put a bug into a module of a drive."""
    path = drive / "lib" / f"{module.replace('.', '/')}.py"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def lights_until(board, end_ms):
    """Return pairs (time, lights) until a time of the board's world."""
    found = []
    for event in board.events(MAX_S):
        if event["now_ms"] > end_ms:
            break
        if event["event"] == "lights":
            found.append((event["now_ms"], event["rgb"]))
    return found


# The first seconds


@pytest.mark.slow
@pytest.mark.parametrize(
    "layout", ["pylos-reed16", "apagos-reed36", "gyges-reed38", "pylos-scale4", "apagos-hall36"]
)
def test_a_light_within_a_second_and_more_while_the_firmware_loads(layout):
    with SimBoard(layout, faults=[PICO], tell=("lights",)) as board:
        shown = lights_until(board, 15_000)
    loading = [(at, rgb) for at, rgb in shown if rgb.strip("0") and rgb.startswith(WHITE)]
    assert loading[0][0] < 1000, "one pixel, before anything else is loaded"
    assert loading[0][1].count(WHITE) == 1
    counts = [rgb.count(WHITE) for _, rgb in loading]
    assert counts == sorted(counts)
    assert counts[-1] >= 15, "the last one is followed at once by the game's lights"
    assert max(b[0] - a[0] for a, b in itertools.pairwise(loading)) < 3000, "it goes on"
    assert loading[-1][0] > 4000, "so long it would have been dark"
    assert shown[-1][1] not in [rgb for _, rgb in loading], "the lights of the game"


@pytest.mark.slow
def test_a_button_held_at_power_on_is_read_in_the_first_second():
    with SimBoard(faults=[PICO], tell=("lights",)) as board:
        board.cut_power()
        off_ms = board.command("press", button="next")["now_ms"]
        board.restart()
        blue = next(at for at, rgb in lights_until(board, off_ms + 20_000) if rgb.startswith(BLUE))
        assert blue - off_ms < 1000
        assert "a button was held at power-on" in "\n".join(board.console)


@pytest.mark.slow
def test_a_button_pressed_while_the_firmware_loads_is_no_call_for_help():
    with SimBoard(faults=[PICO], tell=("lights",)) as board:
        lights_until(board, 2500)
        board.command("press", button="next")
        board.command("release", button="next")
        assert not [rgb for _, rgb in lights_until(board, 12_000) if rgb.startswith(BLUE)]


# Errors


def starts_and_lights(board, seconds):
    """Watch a board for so long of its own time; return its starts and all lights."""
    starts, lights, now = 0, [], 0
    for event in board.events(MAX_S):
        starts += event["event"] == "started"
        lights += [event["rgb"]] if event["event"] == "lights" else []
        now = now or event["now_ms"]
        if event["now_ms"] > now + 1000 * seconds:
            break
    return starts, lights


@pytest.mark.slow
def test_no_memory_while_the_firmware_loads_is_red_and_restarts_three_times(drive, tmp_path):
    spoil(
        drive, "boardcore.play.tracker", '"""', 'raise MemoryError("memory allocation failed")\n"""'
    )
    with (
        SimBoard(drive=drive, tell=("lights",), nvm=tmp_path / "flash") as board,
        Records.open(tmp_path / "games.sqlite3") as records,
    ):
        host = Board(lambda: SerialLink(board.url), records)
        with pytest.raises(
            UnderboardError,
            match=r"stopped by an error, again and again: MemoryError: "
            r"memory allocation failed in boardcore/play/tracker.py line 1; press",
        ):
            host.connect(MAX_S)
        host.close()
        starts, lights = starts_and_lights(board, 60)
        said = "\n".join(board.console)
    assert starts == 4, "the first one and three restarts, then no more"
    assert sum(rgb.startswith(RED) for rgb in lights) > 40
    assert lights[-1][:24].strip("0") in ("", RED.strip("0"))
    assert said.count("MemoryError: memory allocation failed in boardcore/play/tracker.py") > 5
    with SimBoard(nvm=tmp_path / "flash") as board, Records.open(tmp_path / "g.sqlite3") as records:
        host = Board(lambda: SerialLink(board.url), records)
        hello = host.connect(MAX_S)
        host.close()
    assert hello.reset == "fault"
    fields = [*hello.__dict__.values()]
    assert [f.key for f in check_hello(fields, "p") if f.check == "reset"] == ["reset.fault"]


@pytest.mark.slow
def test_an_error_in_the_turn_of_a_game_is_told_and_the_game_goes_on_after_a_restart(
    drive, tmp_path
):
    spoil(
        drive, "boardcore.pylos.rules", "    def step(self, turn",
        "    def step(self, turn, *more):\n"
        "        import os\n"
        "        if 'broken' in os.listdir('.'):\n"
        "            os.remove('broken')\n"
        "            return 1 // 0\n"
        "        return self.play_it(turn, *more)\n\n"
        "    def play_it(self, turn",
    )  # fmt: skip
    with (
        SimBoard(drive=drive, tell=("lights",)) as board,
        Records.open(tmp_path / "games.sqlite3") as records,
    ):
        host = Board(lambda: SerialLink(board.url), records)
        host.connect(MAX_S)
        board.put(pylos.parse_cell("a1"))
        heard = listened(host, lambda: host.mirror.last == 1)
        (drive / "broken").touch()
        board.put(pylos.parse_cell("b2"))
        heard = listened(host, lambda: host.mirror.last == 2)
        turns, starts = host.mirror.turns, board.command("state")["boots"]
        host.close()
        _, lights = starts_and_lights(board, 8)
    told = [event.reason for event in heard if isinstance(event, LinkDown)]
    assert len(told) == 1
    assert told[0].startswith("the board has stopped by an error: ZeroDivisionError: ")
    assert told[0].endswith("; it starts again by itself")
    assert "in boardcore/pylos/rules.py line " in told[0]
    assert [event.hello.reset for event in heard if isinstance(event, LinkUp)] == ["fault"]
    assert [event.entry.text for event in heard if isinstance(event, EntryAdded)] == ["b2"]
    assert (turns, starts) == (["a1", "b2"], 2)
    assert any(rgb.startswith(RED) for rgb in lights)


def listened(host, true):
    """Listen to a board until something is true; return what it has told."""
    events = []
    until(lambda: events.extend(host.step(0.05)) or true(), events, pause_s=0)
    return events


@pytest.mark.slow
def test_a_damaged_layout_is_told_to_the_computer(drive, tmp_path):
    path = drive / "layouts/pylos-reed16.json"
    path.write_text(path.read_text("utf-8").replace('"format": 1', '"format": 7'), "utf-8")
    with (
        SimBoard(drive=drive, tell=("lights",)) as board,
        Records.open(tmp_path / "games.sqlite3") as records,
    ):
        host = Board(lambda: SerialLink(board.url), records)
        with pytest.raises(
            UnderboardError, match=r"cannot play: layouts/pylos-reed16\.json: layout: format"
        ):
            host.connect(MAX_S)
        host.close()
        starts, lights = starts_and_lights(board, 20)
    assert starts == 1, "a damaged drive is not restarted: it would be as damaged"
    assert any(rgb.startswith(RED) for rgb in lights)

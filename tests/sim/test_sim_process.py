"""The simulated board as a whole (the unmodified firmware behind a port of this computer)."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys

import pytest
import serial

from boardcore.link.wire import decode, encode
from boardcore.pylos import rules as pylos
from support.machine.stand_ins import ROOT, matrix_layout, pico_of, stand_in
from support.rows import for_each
from support.waiting import MAX_S, until
from underboard.cli import main
from underboard.deploy.settings import read_settings
from underboard.device.serial_port import SerialPort
from underboard.errors import UnderboardError
from underboard.sim.board import SimBoard
from underboard.sim.faults import Faults
from underboard.sim.wire.transport import HAS_PTY, Noise, PtyTransport, SocketTransport

needs_pty = pytest.mark.skipif(not HAS_PTY, reason="this system has no pseudo-terminals")


def lines_of(port, kind, count=1):
    """Read lines until there are ``count`` messages of a kind."""
    found = []

    def enough():
        message = decode(port.readline().rstrip(b"\n"))
        if message and message.kind == kind:
            found.append(message)
        return len(found) >= count

    until(enough, f"no {kind}", pause_s=0)
    return found


def greet(port):
    """Say hello, and that nothing is known of any game."""
    port.write(encode("hello", 1, ("1.0", "test")))
    port.write(encode("have", 2, ("-", "0", "-")))


def read_to_the_end(port):
    """Read until the port has vanished."""
    for _ in range(100):
        port.read(1000)


def lights(board):
    return board.command("state")["rgb"]


@pytest.fixture(scope="module")
def board():
    with SimBoard(seed=5) as running:
        yield running


def open_port(url):
    return serial.serial_for_url(url, timeout=0.5)


# The real firmware in its process


@pytest.mark.slow
def test_the_firmware_greets_on_the_port(board):
    with open_port(board.url) as port:
        hello = lines_of(port, "hello")[0]
    assert "pylos-reed16" in hello.fields


@pytest.mark.slow
def test_a_ball_becomes_a_turn_on_the_wire():
    with SimBoard(seed=6) as board, open_port(board.url) as port:
        lines_of(port, "hello")
        greet(port)
        lines_of(port, "game")
        board.put(pylos.parse_cell("b2"))
        assert lines_of(port, "turn")[0].fields[:4] == ["1", "1", "L", "b2"]
        assert bytes.fromhex(board.command("state")["rgb"]).strip(b"\0"), "no light is on"


@pytest.mark.slow
@needs_pty
def test_a_pulled_cable_ends_the_port_and_comes_back_under_the_same_name(board):
    url = board.url
    with open_port(url) as port:
        lines_of(port, "hello")
        board.pull_cable()
        with pytest.raises((serial.SerialException, OSError)):
            read_to_the_end(port)
    assert not os.path.exists(url)
    board.plug_cable()
    assert board.url == url
    with open_port(board.url) as port:
        lines_of(port, "hello")


@pytest.mark.slow
def test_pieces_and_flash_survive_a_power_cut():
    with SimBoard(seed=6) as board:
        with open_port(board.url) as port:
            greet(port)
            board.put(pylos.parse_cell("a1"))
            lines_of(port, "turn")
        board.cut_power()
        assert board.command("state")["pieces"] == [0]
        board.restart()
        with open_port(board.url) as port:
            hello = lines_of(port, "hello")[0]
            assert hello.fields[5] == "2", "the second start of this board"
            greet(port)
            assert lines_of(port, "turn")[0].fields[3] == "a1"


@pytest.mark.slow
def test_the_power_can_fail_in_the_middle_of_a_write():
    with SimBoard(seed=6, faults=["cut_after=30", "cut_ms=-1"]) as board:
        assert board.wait_for("power")["on"] is False
        board.put(pylos.parse_cell("a1"))
        board.restart()
        with open_port(board.url) as port:
            lines_of(port, "hello")
            greet(port)
            assert lines_of(port, "turn")[0].fields[3] == "a1"


@pytest.mark.slow
def test_hands_act_inside_the_process_and_tell_what_they_did(tmp_path, monkeypatch):
    (tmp_path / "some_hand.py").write_text(
        "def tap(world, cell):\n"
        "    world.put(cell)\n"
        "    yield 3000\n"
        "    world.tell({'event': 'tapped', 'cell': cell})\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with SimBoard(seed=6) as board:
        board.act("some_hand:tap", cell=3)
        event = board.wait_for("tapped")
        assert event["cell"] == 3
        state = board.command("state")
        assert (state["pieces"], state["actors"]) == ([3], 0)


@pytest.mark.slow
def test_the_flash_can_be_a_file_that_outlives_the_process(tmp_path):
    for starts in ("1", "2"):
        with SimBoard(nvm=tmp_path / "flash") as board, open_port(board.url) as port:
            assert lines_of(port, "hello")[0].fields[5] == starts


@pytest.mark.slow
def test_a_fault_can_begin_in_mid_game(board):
    board.command("fault", name="stuck_closed", value="3")
    assert board.command("state")["shown"][3] == 1
    board.command("fault", name="stuck_closed", value="")
    assert board.command("state")["shown"][3] == 0
    with pytest.raises(UnderboardError, match="no fault is called 'gravity'"):
        board.command("fault", name="gravity", value="1")


@pytest.mark.slow
def test_buttons_are_pressed_and_nonsense_is_refused(board):
    board.command("press", button="next")
    assert board.command("state")["buttons"] == ["next"]
    board.command("release", button="next")
    with pytest.raises(UnderboardError, match="no button 'no'"):
        board.command("press", button="no")
    with pytest.raises(UnderboardError, match="refuses 'dance'"):
        board.command("dance")


@pytest.mark.slow
def test_lights_are_told_to_who_asks():
    with SimBoard(tell=("lights",)) as board:
        event = board.wait_for("lights")
        assert len(bytes.fromhex(event["rgb"])) == 75


@pytest.mark.slow
def test_the_console_says_what_the_board_prints(tmp_path):
    drive = tmp_path / "drive"
    shutil.copytree(ROOT / "firmware", drive, ignore=shutil.ignore_patterns("__pycache__"))
    (drive / "layouts/pylos-reed16.json").write_text("{")
    with SimBoard(drive=drive) as board:
        board.wait_for("started")
        until(lambda: board.console, "nothing printed")
        assert "layouts/pylos-reed16.json is not JSON" in board.console[0]
        rgb = bytes.fromhex(until(lambda: lights(board), "no state"))
        assert set(rgb[1::3]) == {0}, "only red"


@pytest.mark.slow
def test_a_firmware_that_starts_late_is_waited_for(tmp_path):
    drive = tmp_path / "drive"
    shutil.copytree(ROOT / "firmware", drive, ignore=shutil.ignore_patterns("__pycache__"))
    code, late = drive / "code.py", tmp_path / "late"
    before = f"import time\ntime.sleep(0.3)\nopen({str(late)!r}, 'w').close()\n"
    code.write_text(before + code.read_text())
    with SimBoard(drive=drive) as board:
        board.wait_for_firmware()
        assert late.exists()


@pytest.mark.slow
def test_another_drive_brings_its_own_firmware(tmp_path):
    drive = tmp_path / "drive"
    shutil.copytree(ROOT / "firmware", drive, ignore=shutil.ignore_patterns("__pycache__"))
    version = drive / "lib/boardio/firmware.py"
    version.write_text(version.read_text().replace('VERSION = "', 'VERSION = "other-'))
    with SimBoard(drive=drive) as board, open_port(board.url) as port:
        assert lines_of(port, "hello")[0].fields[1].startswith("other-")


@pytest.mark.slow
def test_a_firmware_that_fails_is_told_with_its_last_word(tmp_path):
    drive = tmp_path / "drive"
    shutil.copytree(ROOT / "firmware", drive, ignore=shutil.ignore_patterns("__pycache__"))
    (drive / "code.py").write_text("raise RuntimeError('out of solder')")
    says = "has stopped: RuntimeError: out of solder"
    with SimBoard(drive=drive) as board, pytest.raises(UnderboardError, match=says):
        board.wait_for("never")


@pytest.mark.slow
@needs_pty
def test_no_orphan_stays_when_the_parent_is_killed():
    script = (
        "import sys\n"
        "from underboard.sim.board import SimBoard\n"
        "print(SimBoard().url, flush=True)\n"
        "sys.stdin.read()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with parent, open_port(parent.stdout.readline().strip()) as port:
        lines_of(port, "hello")
        parent.kill()
        # Only a process that has ended lets go of the other end.
        with pytest.raises((serial.SerialException, OSError)):
            read_to_the_end(port)


def test_an_unknown_layout_is_one_sentence():
    with pytest.raises(UnderboardError, match=r"no layout 'pilos': expected one of .*pylos-reed16"):
        SimBoard("pilos")


# The command


@pytest.mark.slow
@needs_pty
def test_underboard_sim_prints_its_port_and_ends_with_ctrl_c(tmp_path):
    link = tmp_path / "port"
    command = [sys.executable, "-m", "underboard", "sim", "--json", "--link", str(link)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = json.loads(process.stdout.readline())
    assert told == {"url": str(link), "layout": "pylos-scale4", "seed": 0}
    with open_port(told["url"]) as port:
        lines_of(port, "hello")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=MAX_S)
    assert (process.returncode, out, err) == (130, "", "")
    assert not link.is_symlink()


WRONG = [
    (["--layout", "pilos"], "no layout 'pilos'"),
    (["--fault", "gravity=1"], "no fault is called 'gravity'"),
    (["--drive", "/nowhere"], "no layout 'pylos-scale4'"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=lambda value: str(value))
def test_wrong_arguments_are_one_sentence_and_exit_status_2(arguments, says, capsys):
    assert main(["sim", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith("underboard: ")
    assert says in err
    assert err.count("\n") == 1


# The cables


@needs_pty
def test_the_board_knows_whether_a_program_has_the_port_open(tmp_path):
    cable = PtyTransport(tmp_path / "port")
    cable.read(100)
    assert not cable.connected
    assert cable.write(b"lost") == 0
    for _ in range(2):
        with open_port(cable.url) as port:
            cable.read(100)
            assert cable.connected
            assert cable.write(b"hello\n") == 6
            assert port.readline() == b"hello\n"
            port.write(b"\x03\x00\r\n\xff")
            assert until(lambda: cable.read(100), "nothing came") == b"\x03\x00\r\n\xff"
            assert cable.read(100) == b"", "something came back as an echo"
        cable.read(100)
        assert not cable.connected
    cable.close()
    assert not (tmp_path / "port").is_symlink()


@needs_pty
def test_an_old_link_is_replaced_but_never_a_file(tmp_path):
    (tmp_path / "old").symlink_to("/nowhere")
    PtyTransport(tmp_path / "old").close()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UnderboardError, match="is there already and no link"):
        PtyTransport(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"
    with pytest.raises(UnderboardError, match=r"cannot write to .*nowhere: no such file"):
        PtyTransport(tmp_path / "nowhere/port")


def test_without_pseudo_terminals_a_socket_does():
    cable = SocketTransport()
    url = cable.url
    for _ in range(2):
        with open_port(url) as port:
            until(lambda: cable.read(100) or cable.connected, "nobody there")
            assert cable.write(b"hello\n") == 6
            assert port.readline() == b"hello\n"
            port.write(b"hi")
            assert until(lambda: cable.read(100), "nothing came") == b"hi"
            cable.unplug()
            with pytest.raises((serial.SerialException, OSError)):
                read_to_the_end(port)
        with contextlib.closing(socket.socket()) as probe:
            host = url.removeprefix("socket://").split(":")
            assert probe.connect_ex((host[0], int(host[1])))
        cable.plug()
        assert cable.url == url
    with contextlib.closing(SerialPort(url)) as port:
        until(lambda: cable.read(100) or cable.connected, "nobody there")
        assert cable.write(b"line\n" * 200) == 1000
        until(lambda: port.in_waiting, "nothing came")
        assert len(port.read(port.in_waiting)) > 1, "a doctor's samples come faster than bytes"
    cable.close()


NOISES = [
    # faults, what arrives of 2000 bytes
    (Faults(), lambda came: came == bytes(2000)),
    (Faults(lost=0.1), lambda came: 1700 < len(came) < 1900),
    (Faults(doubled=0.1), lambda came: 2100 < len(came) < 2300),
    (Faults(flipped=0.1), lambda came: len(came) == 2000 and 1700 < came.count(0) < 1900),
]


@for_each(("faults", "fits"), NOISES)
def test_noise_is_as_often_as_the_faults_say(faults, fits):
    assert fits(Noise(faults, 1)(bytes(2000)))


def test_the_cable_can_come_out_at_any_byte():
    for after in range(0, 130, 13):
        pico = pico_of(matrix_layout(), Faults(pull_after=after, pulled_ms=500))
        usb_cdc = stand_in("usb_cdc")
        usb_cdc.enable(data=True)
        pico.cable.connected = True
        usb_cdc.data.write_timeout = 0
        usb_cdc.data.write(bytes(range(130)))
        usb_cdc.data.pump()
        assert bytes(pico.cable.sent) == bytes(range(after))
        assert not pico.cable.plugged
        pico.run_to(499)
        assert not pico.cable.plugged
        pico.run_to(501)
        assert pico.cable.plugged


def test_a_stalled_computer_takes_320_bytes_through_a_real_port_too():
    pico = pico_of(matrix_layout(), Faults(stalled=True))
    usb_cdc = stand_in("usb_cdc")
    usb_cdc.enable(data=True)
    pico.cable.connected = True
    usb_cdc.data.write_timeout = 0
    assert usb_cdc.data.write(bytes(1000)) == 320
    pico.world.faults.stalled = False
    usb_cdc.data.pump()
    assert len(pico.cable.sent) == 320


# settings.toml, as a board reads it


def test_settings_are_texts_whatever_they_are():
    text = '# first\nA = "x # y"  # comment\n\nB=5 # five\nC = 0x10\n'
    assert read_settings(text) == {"A": "x # y", "B": "5", "C": "0x10"}


@for_each("line", ["A", "A = x", 'A = "x', 'A = "x" y', "= 5", "A.b = 1"])
def test_a_damaged_settings_file_is_refused(line):
    with pytest.raises(ValueError, match=r".+"):
        read_settings(f'B = "good"\n{line}\n')

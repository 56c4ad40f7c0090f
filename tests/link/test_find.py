"""Finding the board (what is named, what the system reports; nothing is sent to a port)."""

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from underboard.device.discovery import Choice, KnownBoards, candidates, find
from underboard.errors import UnderboardError


def port(device, vid=None, product=None, interface=None, number=None, location=None):
    info = ListPortInfo(device)
    info.vid, info.pid, info.product, info.interface = vid, 1, product, interface
    info.serial_number, info.location = number, location
    info.description = product or "n/a"
    return info


CONSOLE = port("/dev/ttyACM0", 0x239A, "Underboard", "CircuitPython CDC data")
OURS = port("/dev/ttyACM1", 0x239A, "Underboard", "CircuitPython CDC2 data")
SECOND = port("/dev/ttyACM3", 0x2E8A, "Underboard", "CircuitPython CDC2 data")
SILENT_NAMES = port("COM7", 0x239A, None, None)
PRINTER = port("/dev/ttyUSB0", 0x1A86, "USB Serial", None)
OLD = port("/dev/ttyS0")


@pytest.fixture(autouse=True)
def no_port_is_opened(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("a port was opened to find a board")

    monkeypatch.setattr(serial, "serial_for_url", refuse)


@pytest.fixture
def known(tmp_path):
    return KnownBoards(tmp_path / "boards.json")


def find_among(known, *ports, value=None, environ=None):
    return find(value, environ or {}, lambda: ports, known)


NAMED = [
    ("sim", Choice(simulated=True)),
    ("sim:pylos-reed16", Choice(simulated=True, layout="pylos-reed16")),
    ("/dev/ttyACM9", Choice(url="/dev/ttyACM9")),
    ("socket://127.0.0.1:5000", Choice(url="socket://127.0.0.1:5000")),
    ("COM3", Choice(url="COM3")),
]


@pytest.mark.parametrize(("value", "choice"), NAMED)
def test_what_is_named_is_taken(known, value, choice):
    assert find_among(known, OURS, value=value) == choice
    assert find_among(known, OURS, environ={"UNDERBOARD_BOARD": value}) == choice


def test_the_option_goes_before_the_environment(known):
    assert find_among(known, value="COM3", environ={"UNDERBOARD_BOARD": "sim"}).url == "COM3"


def test_the_second_port_of_an_underboard_is_ours(known):
    assert find_among(known, OLD, CONSOLE, OURS, PRINTER).url == "/dev/ttyACM1"


# Names as systems report them: Linux takes the control interface's, macOS the product's only.
LINUX = [
    port("/dev/ttyACM0", 0x239A, "Underboard", "CircuitPython CDC control", "E661"),
    port("/dev/ttyACM1", 0x239A, "Underboard", "CircuitPython CDC2 control", "E661"),
]
MACOS = [
    port("/dev/cu.usbmodem1401", 0x239A, "Underboard", None, "E661"),
    port("/dev/cu.usbmodem1403", 0x239A, "Underboard", None, "E661"),
]
WINDOWS = [
    port("COM9", 0x239A, None, None, "E661", "1-2:x.0"),
    port("COM10", 0x239A, None, None, "E661", "1-2:x.2"),
]
WINDOWS_SWAPPED = [
    port("COM4", 0x239A, None, None, "E661", "1-2:x.2"),
    port("COM5", 0x239A, None, None, "E661", "1-2:x.0"),
]


@pytest.mark.parametrize(("ports", "url"), [
    (LINUX, "/dev/ttyACM1"),
    (MACOS, "/dev/cu.usbmodem1403"),
])  # fmt: skip
def test_the_port_for_the_game_is_told_from_the_console(known, ports, url):
    assert find_among(known, *reversed(ports)).url == url


@pytest.mark.parametrize(("ports", "url"), [(WINDOWS, "COM10"), (WINDOWS_SWAPPED, "COM4")])
def test_where_the_system_reports_no_names_a_board_is_named_once(known, ports, url):
    with pytest.raises(UnderboardError, match="no Underboard found"):
        find_among(known, *ports)
    reasons = {each.url: each.reason for each in candidates(lambda: ports, known)}
    assert reasons[url] == f"may be one: name it once with --board {url}, and it is remembered"
    known.add("E661", "b0")
    assert find_among(known, *ports).url == url


# Devices of the same vendors that are something else: none of them gets a byte.
OTHERS = [
    port("/dev/ttyACM0", 0x2E8A, "Debug Probe (CMSIS-DAP)", "CDC-ACM UART Interface", "E6"),
    port("/dev/ttyACM1", 0x2E8A, "Board in FS mode", None, "E7"),
    port("/dev/ttyACM2", 0x2E8A, "PicoArduino", None, "E8"),
    port("/dev/ttyACM3", 0x239A, "Pico 2", "CircuitPython CDC2 control", "E9"),
    port("COM3", 0x2E8A, None, None, "EA"),
]


def test_other_devices_of_the_same_vendors_are_left_alone(known):
    with pytest.raises(UnderboardError, match="no Underboard found"):
        find_among(known, *OTHERS)
    listed = candidates(lambda: OTHERS, known)
    assert listed[0].reason == "another USB device: Debug Probe (CMSIS-DAP)"
    assert not any(each.taken for each in listed)


def test_no_board_is_said_with_what_to_do(known):
    with pytest.raises(UnderboardError, match=r"no Underboard found: .* --board sim"):
        find_among(known, OLD, CONSOLE, PRINTER, SILENT_NAMES)


def test_two_boards_are_said_by_name(known):
    with pytest.raises(UnderboardError, match="choose one by --board: /dev/ttyACM1, /dev/ttyACM3"):
        find_among(known, OURS, SECOND)


def test_every_port_is_listed_with_a_reason(known):
    listed = candidates(lambda: [SILENT_NAMES, OLD, PRINTER, OURS, CONSOLE], known)
    assert [(each.url, each.taken, each.reason) for each in listed] == [
        ("/dev/ttyACM0", False, "the console of a board, for people"),
        ("/dev/ttyACM1", True, "an Underboard's port for the game"),
        ("/dev/ttyS0", False, "no USB device"),
        ("/dev/ttyUSB0", False, "another USB device: USB Serial"),
        ("COM7", False, "may be one: name it once with --board COM7, and it is remembered"),
    ]


def test_a_damaged_list_of_known_boards_is_an_empty_one(tmp_path):
    path = tmp_path / "boards.json"
    path.write_text("[1")
    known = KnownBoards(path)
    assert "E661" not in known
    known.add("E661", "b0")
    assert "E661" in KnownBoards(path)
    assert list(tmp_path.iterdir()) == [path]

"""Finding the board: what is named, what the system tells, and at last a hello."""

import pytest
from serial.tools.list_ports_common import ListPortInfo

from support.machine.loop import BareBoard
from underboard.device.find import Choice, candidates, find, hello_from
from underboard.device.port import LinkClosed
from underboard.sim.wire.loop import Loop
from underboard.trouble import Trouble


def port(device, vid=None, product=None, interface=None, serial=None):
    info = ListPortInfo(device)
    info.vid, info.pid, info.product, info.interface = vid, 1, product, interface
    info.serial_number = serial
    info.description = product or "n/a"
    return info


CONSOLE = port("/dev/ttyACM0", 0x239A, "Underboard", "CircuitPython CDC data")
OURS = port("/dev/ttyACM1", 0x239A, "Underboard", "CircuitPython CDC2 data")
SECOND = port("/dev/ttyACM3", 0x2E8A, "Underboard", "CircuitPython CDC2 data")
SILENT_NAMES = port("COM7", 0x239A, None, None)
PRINTER = port("/dev/ttyUSB0", 0x1A86, "USB Serial", None)
OLD = port("/dev/ttyS0")


def find_among(*ports, probe=lambda _: "no hello from it", value=None, environ=None):
    return find(value, environ or {}, lambda: ports, probe)


NAMED = [
    ("sim", Choice(simulated=True)),
    ("sim:pylos-reed16", Choice(simulated=True, layout="pylos-reed16")),
    ("/dev/ttyACM9", Choice(url="/dev/ttyACM9")),
    ("socket://127.0.0.1:5000", Choice(url="socket://127.0.0.1:5000")),
    ("COM3", Choice(url="COM3")),
]


@pytest.mark.parametrize(("value", "choice"), NAMED)
def test_what_is_named_is_taken(value, choice):
    assert find_among(OURS, value=value) == choice
    assert find_among(OURS, environ={"UNDERBOARD_BOARD": value}) == choice


def test_the_option_goes_before_the_environment():
    assert find_among(value="COM3", environ={"UNDERBOARD_BOARD": "sim"}).url == "COM3"


def test_the_second_port_of_an_underboard_is_ours():
    assert find_among(OLD, CONSOLE, OURS, PRINTER).url == "/dev/ttyACM1"


def test_ports_without_names_are_asked():
    asked = []

    def probe(url):
        asked.append(url)
        return "e661" if url == "COM7" else "no hello from it"

    assert find_among(OLD, PRINTER, SILENT_NAMES, probe=probe).url == "COM7"
    assert asked == ["COM7"], "a printer is not spoken to"


# Names as systems report them: Linux takes the control interface's, others tell none.
LINUX = [
    port("/dev/ttyACM0", 0x239A, "Underboard", "CircuitPython CDC control", "E661"),
    port("/dev/ttyACM1", 0x239A, "Underboard", "CircuitPython CDC2 control", "E661"),
]
MACOS = [
    port("/dev/cu.usbmodem1401", 0x239A, "Underboard", None, "E661"),
    port("/dev/cu.usbmodem1403", 0x239A, "Underboard", None, "E661"),
]
WINDOWS = [port("COM9", 0x239A, None, None, "E661"), port("COM10", 0x239A, None, None, "E661")]
SYSTEMS = [
    (LINUX, "/dev/ttyACM1", []),
    (MACOS, "/dev/cu.usbmodem1403", ["/dev/cu.usbmodem1403"]),
    (WINDOWS, "COM10", ["COM10"]),
]


@pytest.mark.parametrize(("ports", "url", "asked"), SYSTEMS)
def test_no_hello_is_typed_into_a_console(ports, url, asked):
    spoken_to = []

    def probe(name):
        spoken_to.append(name)
        return "e661"

    assert find_among(*reversed(ports), probe=probe).url == url
    assert spoken_to == asked


def test_the_console_of_a_silent_board_is_left_alone():
    spoken_to = []

    def probe(name):
        spoken_to.append(name)
        return "no hello from it"

    with pytest.raises(Trouble, match="no Underboard found"):
        find_among(*MACOS, probe=probe)
    assert spoken_to == ["/dev/cu.usbmodem1403"]


def test_no_board_is_said_with_what_to_do():
    with pytest.raises(Trouble, match=r"no Underboard found: .* --board sim"):
        find_among(OLD, CONSOLE, PRINTER, SILENT_NAMES)


def test_two_boards_are_said_by_name():
    with pytest.raises(Trouble, match="choose one by --board: /dev/ttyACM1, /dev/ttyACM3"):
        find_among(OURS, SECOND)


def test_every_port_is_listed_with_a_reason():
    listed = candidates(lambda: [SILENT_NAMES, OLD, PRINTER, OURS, CONSOLE])
    assert [(each.url, each.taken, each.reason) for each in listed] == [
        ("/dev/ttyACM0", False, "the console of a board, for people"),
        ("/dev/ttyACM1", True, "an Underboard's port for the game"),
        ("/dev/ttyS0", False, "no USB device"),
        ("/dev/ttyUSB0", False, "USB vendor 1a86 makes none of our microcontrollers"),
        ("COM7", False, "may be one: not asked"),
    ]


def test_a_board_answers_with_its_id():
    loop = Loop(BareBoard(board_id="e661"))
    assert hello_from("loop", lambda _: loop.open(), loop.clock) == "e661"
    assert loop.link is None, "the port is free again"


def test_a_port_that_says_nothing_is_no_board():
    class Dumb(BareBoard):
        def step(self, ms):
            pass

    loop = Loop(Dumb())
    assert hello_from("loop", lambda _: loop.open(), loop.clock) == "no hello from it"


def test_a_port_that_cannot_be_opened_is_no_board():
    def busy(_):
        raise LinkClosed("port COM7 is busy")

    assert hello_from("COM7", busy) == "no answer: port COM7 is busy"

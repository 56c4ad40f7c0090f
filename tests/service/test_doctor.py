"""Doctor (every fault is found and called by its name, and a good board has none)."""

import argparse
import errno
import io
import itertools
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from boardcore.layout.layout import Layout
from boardcore.link.wire import Message, decode, encode, pack
from support.campaign import campaign
from support.machine.stand_ins import REED16, ROOT
from support.rows import for_each
from support.sensing.hall_faults import BOARDS as HALL_BOARDS
from underboard.cli import main
from underboard.cli.boards.doctor import ask_at_keyboard, examine
from underboard.deploy.install import install, plan
from underboard.deploy.layouts import layout_of
from underboard.deploy.versions import NEWER, OLDER
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.service import doctor, examination
from underboard.service.diagnostic_link import DiagnosticLink, sense_of
from underboard.service.examination import AskedPerson
from underboard.service.part_tests import (
    SimPerson,
    check_buttons,
    check_noise,
    check_switches,
    is_ghost,
)
from underboard.sim.board import SimBoard
from underboard.sim.wire.transport import HAS_PTY
from underboard.texts import Texts

EN = Texts("en")


def bads(findings):
    return [doctor.as_line(finding, EN) for finding in findings if finding.level == "bad"]


def examined(board="sim:pylos-reed16", faults=()):
    options = argparse.Namespace(board=board, fault=list(faults), parts=False, report=None)
    return list(examine(options, EN))


# The simulated board, one fault at a time

FAULTS = [
    # what is injected into one board, key and line of each finding
    ("stuck_open=3 stuck_closed=5 chatter=6:60 dark=3",
     {"switches.open": "Switch 3 under a4 stays open under a piece",
      "switches.closed": "Switch 5 under b2 is closed though nothing stands",
      "noise.flickers": "Switch 6 under b3 changed", "pixels.dark": "Light 3 stays dark"}),
    ("dead=2:0 swapped=3:7 dead_buttons=next",
     {"switches.open": "Switch 2 under a3 stays open",
      "switches.swapped": "Switches 3 under a4 and 7 under b4 are swapped",
      "buttons.dead": "Button next gives no signal: check its wires to GP15"}),
    ("no_diodes=yes", {"switches.ghost": "as in a matrix without diodes: b2, b3, b4"}),
    ("flipped=0.0005", {"wire.damaged": "Lines were damaged or lost"}),
    ("stalled=yes", {"board.silent": "No Underboard answers"}),
    ("lost=0.0005", {"wire.damaged": "Lines were damaged or lost"}),
    ("doubled=0.0005", {"wire.damaged": "Lines were damaged or lost"}),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("faults", "lines"), campaign(FAULTS[:-2], FAULTS))
def test_each_fault_is_found_and_named_and_no_other(faults, lines):
    findings = examined(faults=faults.split())
    found = [finding for finding in findings if finding.level == "bad"]
    assert {finding.key for finding in found} == set(lines), bads(findings)
    assert [line for line in lines.values() if line not in "\n".join(bads(findings))] == []


@pytest.mark.slow
def test_every_fault_of_the_simulator_has_its_row():
    from underboard.sim.faults import NAMES

    about_hands_or_time = {
        "bounce_ms", "bumps", "leans", "pulled_ms", "cut_after", "cut_ms", "pull_after", "loop_ms",
        "load_us", "shifted",  # a calibration takes it in
        "hand_n", "hand_ms", "lifted", "odd_pieces",
        "sticks",  # test_doctor_spheres.py
        # Disturbances of samples, which plates follow (tests/sensing/scale, tests/sim).
        "hum_g", "mains_hz", "pink_g", "warm_up", "repeat_g", "wrong_samples",
    }  # fmt: skip
    of_hall_sensors = {fault.partition("=")[0] for row in HALL_BOARDS for fault in row[0]}
    plates = Path(__file__).with_name("test_doctor_plates.py").read_text(encoding="utf-8")
    of_plates = set(re.findall(r'"([a-z_]+)=', plates))
    of_switches = {one.partition("=")[0] for row in FAULTS for one in row[0].split()}
    assert set(NAMES) - about_hands_or_time <= of_hall_sensors | of_plates | of_switches
    assert of_hall_sensors | of_plates | of_switches <= set(NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["pylos-reed16", "pods12"])
def test_a_good_board_has_nothing_to_repair(layout):
    findings = examined(f"sim:{layout}")
    assert bads(findings) == []
    keys = {finding.key for finding in findings}
    assert {"switches.all", "pixels.all", "wire.clean", "reset.normal", "power.fits"} <= keys


@pytest.mark.slow
@pytest.mark.skipif(not HAS_PTY, reason="this system has no pseudo-terminals")
def test_a_cable_that_comes_out_is_a_finding_not_a_crash():
    findings = examined(faults=["pull_after=4000", "pulled_ms=-1"])
    assert [finding.key for finding in findings if finding.level == "bad"] == ["port.gone"]


@pytest.mark.slow
def test_a_switch_that_dies_closed_stays_closed():
    with SimBoard() as sim:
        bench = DiagnosticLink(open_link(sim))
        bench.greet()
        person = SimPerson(sim)

        class Dies(SimPerson):
            def lift(self, cell, name):
                if name == "a1":
                    sim.command("fault", name="dead", value="4:0")
                super().lift(cell, name)

        person = Dies(sim)
        found = list(check_switches(bench, layout_of("pylos-reed16"), person))
    assert "Switch 4 under b1 stays closed" in "\n".join(bads(found))


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "most"), [("gyges-reed38", 12), ("pods12", 1)])
def test_nobody_is_asked_for_more_pieces_or_hands_than_there_are(layout, most):
    class Counts(SimPerson):
        standing = highest = 0

        def put(self, cell, name):
            self.standing += 1
            self.highest = max(self.highest, self.standing)
            super().put(cell, name)

        def lift(self, cell, name):
            self.standing -= 1
            super().lift(cell, name)

        hold, let_go = put, lift

    with SimBoard(layout=layout) as sim:
        bench = DiagnosticLink(open_link(sim))
        bench.greet()
        person = Counts(sim)
        found = list(check_switches(bench, layout_of(layout), person))
    assert bads(found) == []
    assert found[0].key == "switches.all"
    assert (person.highest, person.standing) == (most, 0)


@pytest.mark.slow
def test_a_board_that_starts_again_meanwhile_is_told():
    with SimBoard() as sim:
        bench = DiagnosticLink(open_link(sim))
        bench.greet()
        bench.probe()
        bench._take(SimpleNamespace(kind="hello", fields=[*bench.hello[:5], "2", "power_on"]))
        assert bench.restarts == 1
        found = list(doctor.check_hello(bench.hello, sim.url))
    assert not bads(found)


def open_link(sim):
    from underboard.device.port import SerialLink

    return SerialLink(sim.url)


@pytest.mark.slow
def test_without_boot_py_nothing_says_hello(tmp_path):
    install(plan(tmp_path, "pylos-reed16"))
    (tmp_path / "boot.py").write_text("# nothing\n")
    with SimBoard(drive=tmp_path) as sim:
        bench = DiagnosticLink(open_link(sim))
        assert [finding.key for finding in doctor.check_hello(bench.greet(), sim.url)] == [
            "board.silent"
        ]


# What the board says of itself

HELLO = ["1.0", "0.1.0", "e661", "pylos-reed16", "pylos", "3", "power_on"]


def hello(**changed):
    names = ("version", "software", "board", "layout", "game", "boots", "reset")
    return [changed.get(name, value) for name, value in zip(names, HELLO, strict=True)]


SAID = [
    ({}, set()),
    ({"version": "2.0"}, {"firmware.protocol"}),
    ({"software": "0.0.9"}, {"firmware.board-older"}),
    ({"software": "0.10.0"}, {"firmware.board-newer"}),
    ({"software": "mine"}, {"firmware.board-older"}),
    ({"reset": "watchdog"}, {"reset.watchdog"}),
    ({"reset": "safe_mode:brownout"}, {"reset.brownout"}),
    ({"reset": "safe_mode:hard_fault"}, {"reset.safe-mode"}),
]


@for_each(("changed", "keys"), SAID)
def test_what_a_board_says_of_itself(changed, keys):
    found = list(doctor.check_hello(hello(**changed), "COM7", "0.1.0"))
    assert {finding.key for finding in found if finding.level == "bad"} == keys


MEMORY = [
    # what the board has and what is free of it (0: a computer's Python), levels and keys
    (168_000, 30_000, ["ok memory.fits", "ok memory.free"]),
    (126_000, 30_000, ["bad memory.small", "ok memory.free"]),
    (0, 9_000, ["note memory.free"]),
    (0, 0, []),
]


@for_each(("heap", "free", "keys"), MEMORY)
def test_the_memory_of_the_board_and_what_a_whole_game_needs(heap, free, keys):
    layout = Layout({**REED16, "heap_bytes": 158_000})
    found = list(doctor.check_memory(free, heap, layout))
    assert [f"{finding.level} {finding.key}" for finding in found] == keys
    assert all("126" in line and "158" in line for line in bads(found)), "both figures"


STOPPED = [
    # what the board says instead of hello: code, restarts left, text; key, part of the line
    (("drive", 0, "settings.toml: no layout"), "board.trouble", "cannot play: settings.toml: no"),
    (("fault", 2, "MemoryError: allocating 512 bytes"), "board.memory", "take a Raspberry Pi"),
    (("fault", 0, "KeyError: 3"), "board.trouble", "again and again: KeyError: 3"),
]


@for_each(("fields", "key", "line"), STOPPED)
def test_a_board_that_says_why_it_cannot_play_is_not_called_silent(fields, key, line):
    code, restarts, text = fields
    lines = [decode(encode("trouble", 0, (code, restarts, pack(text))).rstrip(b"\n"))]
    link = SimpleNamespace(send=lambda *words: None, poll=lambda wait: lines)
    clock = itertools.count(0, 0.1)
    bench = DiagnosticLink(link, lambda: next(clock))
    found = list(doctor.check_hello(bench.greet(), "COM7", stopped=bench.stopped))
    assert [finding.key for finding in found] == [key]
    assert line in bads(found)[0]


def test_a_layout_that_a_usb_port_cannot_feed():
    data = {**REED16, "strip": {**REED16["strip"], "budget_ma": 480}}
    assert [f.key for f in doctor.check_layout(Layout(data)) if f.level == "bad"] == [
        "power.budget"
    ]
    assert not bads(doctor.check_layout(Layout(REED16)))


# The computer


def test_an_old_python_and_a_missing_package(monkeypatch):
    assert [f.key for f in doctor.check_python((3, 9, 18)) if f.level == "bad"] == ["python.old"]
    monkeypatch.setattr(doctor, "PACKAGES", ("no-such-package",))
    assert "no-such-package is missing" in bads(doctor.check_python())[0]


def port(**values):
    usual = {"device": "/dev/ttyACM0", "product": "Underboard", "interface": "", "vid": 0x239A}
    return SimpleNamespace(**{**usual, **values})


PORTS = [
    ([port(interface="CircuitPython CDC data"), port(interface="CircuitPython CDC2 data")],
     "port.both"),
    ([port(interface="CircuitPython CDC data")], "port.console-only"),
    ([port(product="Pico", interface="CircuitPython CDC data")], "port.no-boot"),
]  # fmt: skip


@for_each(("ports", "key"), PORTS)
def test_the_ports_tell_whether_boot_py_was_run(ports, key):
    assert [finding.key for finding in doctor.check_ports(lambda: ports)] == [key]


def test_a_busy_port_names_who_has_it(tmp_path):
    device = tmp_path / "ttyACM1"
    device.touch()
    process = tmp_path / "proc/4711"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("screen\n")
    (process / "fd/3").symlink_to(device)
    finding = doctor.port_trouble(
        str(device), LinkClosed(f"port {device} is busy: ..."), tmp_path / "proc"
    )
    assert "in use by screen (4711)" in bads([finding])[0]


def test_a_forbidden_port_prints_the_rule(monkeypatch):
    text = bads([doctor.port_trouble("/dev/ttyACM1", _closed(errno.EACCES))])[0]
    assert 'TAG+="uaccess"' in text
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in text
    assert "/etc/udev/rules.d/70-underboard.rules" in text


def _closed(number):
    from underboard.device.serial_port import why_closed

    return LinkClosed(why_closed("/dev/ttyACM1", OSError(number, "no")))


def test_a_port_that_is_not_there():
    assert doctor.port_trouble("COM9", _closed(errno.ENOENT)).key == "port.closed"


MODEM = [
    (set(), "", []),
    ({"ModemManager"}, "", ["port.modem-manager"]),
    ({"ModemManager"}, doctor.UDEV, ["port.modem-manager-kept-off"]),
]


@pytest.mark.parametrize(("running", "rule", "keys"), MODEM)
def test_modem_manager_is_recognised_and_kept_off_by_the_rule(tmp_path, running, rule, keys):
    (tmp_path / "70-underboard.rules").write_text(rule)
    found = doctor.check_modem_manager(lambda: running, [str(tmp_path)])
    assert [finding.key for finding in found] == keys


# The drive


@pytest.fixture
def drive(tmp_path):
    path = tmp_path / "CIRCUITPY"
    path.mkdir()
    (path / "boot_out.txt").write_text(
        "Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico 2 with rp2350a\n"
        "Board ID:raspberry_pi_pico2\n"
    )
    return path


def drive_keys(*places):
    return [finding.key for finding in doctor.check_drive(places)]


@pytest.mark.slow
def test_a_drive_with_our_firmware_is_good(drive):
    install(plan(drive))
    found = list(doctor.check_drive([drive]))
    assert not bads(found)
    assert re.search(r"takes \d+ kB; of a 1 MB drive \d+ kB are left", doctor.report(found, EN))


PRINTED = [
    # what install was told, the layout, key and level of what the doctor tells
    ("UB-3 revision 2", "pylos-hall25", ("circuit.printed", "ok")),
    ("UB-1 revision 2", "gyges-scale4", ("circuit.printed", "ok")),
    ("UB-3 revision 1", "pylos-hall25", ("circuit.revision", "note")),
    ("UB-3 revision 2", "pylos-reed16", ("circuit.other", "bad")),
]


@pytest.mark.parametrize(("printed", "layout", "told"), PRINTED)
def test_what_is_printed_on_the_circuit_is_kept_on_the_drive_and_told(
    tmp_path, printed, layout, told
):
    drive = tmp_path / "CIRCUITPY"
    drive.mkdir()
    install(plan(drive, layout, circuit=printed))
    # A later installation keeps it without being told again.
    settings = plan(drive).top.get("settings.toml") or (drive / "settings.toml").read_bytes()
    (found,) = doctor.check_circuit(settings)
    assert (found.key, found.level) == told
    assert printed in doctor.as_line(found, EN)
    assert doctor.as_line(found, Texts("fr")) != doctor.as_line(found, EN)
    assert found in list(doctor.check_drive([drive]))


def test_a_board_wired_by_hand_has_no_circuit_to_tell_of():
    assert list(doctor.check_circuit((ROOT / "firmware/settings.toml").read_bytes())) == []


def test_a_circuit_that_nobody_has_drawn_is_refused_and_named(tmp_path):
    with pytest.raises(
        UnderboardError, match="'UB-9' is printed on no circuit: expected one like UB-1 "
    ):
        plan(tmp_path, circuit="UB-9")
    (found,) = doctor.check_circuit(b'UNDERBOARD_CIRCUIT = "UB 3"\n')
    assert (found.key, found.level) == ("circuit.unknown", "bad")


def test_no_drive_is_worth_a_note():
    assert drive_keys() == ["drive.none"]


def test_an_empty_drive_and_one_without_boot_py(drive):
    assert "drive.empty" in drive_keys(drive)
    install(plan(drive))
    (drive / "boot.py").unlink()
    assert "drive.boot" in drive_keys(drive)


def test_an_older_firmware_on_the_drive(drive):
    install(plan(drive))
    path = drive / "releases/1/lib/boardio/firmware.py"
    path.write_text(path.read_text().replace('\nVERSION = "', '\nVERSION = "0.0.'))
    assert "firmware.drive-older" in drive_keys(drive)


def test_an_old_circuitpython(drive):
    (drive / "boot_out.txt").write_text("Adafruit CircuitPython 8.2.0 on 2023-07-05; x\n")
    assert "expected 9.2.1 or newer" in bads(doctor.check_drive([drive]))[0]


# The parts, without a port


def test_an_answer_of_a_probe_is_read():
    sense = sense_of(["0180", "00" * 4 + "02" + "00" * 11, "0001" + "00" * 6, "-"])
    assert sense.closed == {4, 11}
    assert sense.flips[4] == 2
    assert sense.presses[1] == 1


def test_three_corners_of_a_rectangle_make_a_ghost():
    layout = layout_of("pylos-reed16")
    corner = {channel: layout.channels.index(channel) for channel in (0, 1, 4, 5, 6)}
    three = frozenset(corner[channel] for channel in (0, 1, 4))
    assert is_ghost(layout, three | {corner[5]}, corner[5])
    assert not is_ghost(layout, three | {corner[6]}, corner[6])


class LateBoard:
    """A board that obeys at once, but whose lines take a while to come."""

    LATE_S = 0.3
    damaged = 0

    def __init__(self):
        self.now_s = 0.0
        self.closed = 0
        self.asked = 0
        self._coming = []

    def clock(self):
        return self.now_s

    def send(self, kind, *fields):
        if kind == "probe":
            self.asked += 1
            sense = [f"{self.closed:04x}", "00" * 16, "00" * 8, "-"]
            for message in (Message("ok", 0, [fields[0]]), Message("inputs", 0, sense)):
                self._coming.append((self.now_s + self.LATE_S, message))

    def poll(self, timeout_s):
        self.now_s += timeout_s
        come = [message for due_s, message in self._coming if due_s <= self.now_s]
        self._coming = [entry for entry in self._coming if entry[0] > self.now_s]
        return come


def test_a_late_answer_is_not_taken_for_that_to_the_next_question():
    board = LateBoard()
    bench = DiagnosticLink(board, board.clock)
    assert bench.probe().closed == frozenset()
    assert board.asked == 2, "asked again before the answer came, so there are two of them"
    assert bench.repeated == 0, "it was late, and nothing was lost"
    for closed in (1, 0, 1):
        board.closed = closed << 12
        assert bench.probe().closed == ({0} if closed else frozenset())


class DeafBoard(LateBoard):
    """A board that hears every other question only."""

    LATE_S = 0.0

    def send(self, kind, *fields):
        super().send(kind, *fields)
        if self.asked % 2:
            self._coming.clear()


def test_a_question_that_is_never_answered_was_lost():
    board = DeafBoard()
    bench = DiagnosticLink(board, board.clock)
    for lost in (1, 2, 3):
        bench.probe()
        assert (board.asked, bench.repeated) == (2 * lost, lost)


class SilentBoard(DeafBoard):
    """A board that greets, and answers nothing afterwards."""

    def send(self, kind, *fields):
        if kind == "hello":
            self._coming.append((self.now_s, Message("hello", 0, HELLO)))

    def close(self):
        self.closed = 1


def test_a_board_that_falls_silent_needs_repair(monkeypatch):
    board = SilentBoard()
    monkeypatch.setattr(
        examination, "DiagnosticLink", lambda link: DiagnosticLink(link, link.clock)
    )
    *_, last = examination.examine_board(lambda: board, "a port", None, "")
    assert (last.key, last.level, board.closed) == ("board.stops", "bad", 1)


class PartedBoard(LateBoard):
    """A board that takes the first silence for our end: it hears nothing but a greeting then.

    ``greets_s``: when it greets of its own accord, in answer to the first question or the second.
    """

    LATE_S = 0.0

    def __init__(self, greets_s):
        super().__init__()
        self.parted = True
        self._coming.append((greets_s, Message("hello", 0, HELLO)))

    def send(self, kind, *fields):
        if kind == "hello":
            self.parted = False
            self._coming.append((self.now_s, Message("hello", 0, HELLO)))
        elif not self.parted:
            super().send(kind, *fields)


@pytest.mark.parametrize("greets_s", [0.1, 0.3])
def test_what_a_board_ignored_after_a_silence_was_not_lost(greets_s):
    board = PartedBoard(greets_s)
    bench = DiagnosticLink(board, board.clock)
    bench.probe()
    assert bench.greeted == 1
    assert bench.repeated == 0


class Told:
    """A bench whose answers are written down."""

    greeted = 0

    def __init__(self, presses):
        self.answers = list(presses)

    def probe(self, pixel="-"):
        presses = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return sense_of(["0000", "00" * 16, "%02x%02x" % presses + "00" * 6, "-"])


def test_exchanged_buttons_are_told():
    class Nobody:
        def press(self, button):
            """The answers tell what the board heard."""

    bench = Told([(0, 0), (0, 0), (0, 1), (0, 1), (0, 1), (1, 1)])
    found = list(check_buttons(bench, layout_of("pylos-reed16"), Nobody()))
    assert [(f.key, f.names["button"], f.names["other"]) for f in found] == [
        ("buttons.other", "yes", "next"),
        ("buttons.other", "next", "yes"),
    ]


def test_counts_that_began_anew_are_no_noise():
    class Restarted:
        def __init__(self):
            self.flips = ["05", "00"]

        def settled(self):
            return self.probe()

        def probe(self):
            flips = self.flips.pop(0) if len(self.flips) > 1 else self.flips[0]
            return sense_of(["0", flips, "00" * 8, "-"])

    assert [finding.key for finding in check_noise(Restarted(), str)] == ["noise.quiet"]


def test_a_person_is_asked_in_their_language_for_dark_lights():
    lit, asked = [], []
    answers = iter(["", "3, 7 99"])

    def ask(text):
        asked.append(text)
        return next(answers)

    person = AskedPerson(Texts("fr"), ask, lambda seconds: None)
    assert person.dark(9, lit.append) == [3, 7]
    assert lit == [*map(str, range(9)), "-"]
    assert "restées éteintes" in asked[-1]


def test_nobody_at_the_keyboard_is_told(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(UnderboardError, match="leave off --parts"):
        AskedPerson(EN, ask_at_keyboard, lambda seconds: None).put(0, "a1")


# The command


@pytest.mark.slow
def test_json_and_report_and_exit_status(tmp_path, capsys):
    path = tmp_path / "report.txt"
    arguments = ["board", "doctor", "--board", "sim:pylos-reed16", "--fault", "dark=3", "--json"]
    assert main([*arguments, "--report", str(path), "--lang", "en"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["good"] is False
    [wrong] = [finding for finding in data["findings"] if finding["level"] == "bad"]
    assert (wrong["check"], wrong["names"]["pixel"]) == ("pixels", 3)
    text = path.read_text(encoding="utf-8")
    assert "REPAIR  Light 3 stays dark" in text
    assert '"system"' in text


def test_a_port_that_is_not_there_ends_with_1(capsys):
    assert main(["board", "doctor", "--board", "/dev/no-such-port", "--lang", "en"]) == 1
    assert "no port /dev/no-such-port" in capsys.readouterr().out


def test_every_finding_has_its_sentence():
    said = set(json.loads((ROOT / "host/underboard/texts/en/doctor.json").read_text()))
    source = "".join(
        Path(ROOT / "host/underboard" / name).read_text()
        for name in (
            "service/doctor.py",
            "service/examination.py",
            "service/hall_checks.py",
            "service/load_cell_checks.py",
            "service/part_tests.py",
            "service/rest_share.py",
            "service/sphere_checks.py",
            "service/buzzer_check.py",
            "cli/boards/doctor.py",
        )
    )
    used = set(re.findall(r'"([a-z]+\.[a-z-]+)"', source)) & {key for key in said}
    assert 'f"calibration.{health.calibration}-hall"' in source
    assert 'f"calibration.{health.calibration}-scale"' in source
    states, senses = ("none", "mismatch", "damaged"), ("hall", "scale")
    used |= {f"calibration.{state}-{sense}" for state in states for sense in senses}
    assert 'f"firmware.{place}-{word}"' in source
    used |= {f"firmware.{place}-{age}" for place in ("drive", "board") for age in (OLDER, NEWER)}
    spoken = re.findall(r'(?:ok|bad|note|tell)\(\s*"[a-z]+",\s*"([a-z.-]+)"', source)
    assert set(spoken) <= said
    assert {key for key in said if key.partition(".")[0] not in ("level", "ask")} - used <= {
        "good", "repair",
    }  # fmt: skip

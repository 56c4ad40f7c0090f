"""``underboard board doctor`` and ``report``: what is wrong, and what a real board measures."""

import argparse
import datetime
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from boardcore.layout.layout import Layout
from underboard.cli.arguments import Commands, add_board, add_faults, add_language
from underboard.deploy.layouts import layout_of
from underboard.deploy.usb_drive import places_of
from underboard.device.discovery import Choice, find
from underboard.device.port import SerialLink
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.registry import DEFAULT, game_of
from underboard.service import doctor, field_report
from underboard.service.buzzer_check import sound_of
from underboard.service.diagnostic_link import DiagnosticLink
from underboard.service.examination import AskedPerson, examine_board
from underboard.service.field_report import Readings
from underboard.service.findings import Finding, bad
from underboard.service.part_tests import Operator, SimPerson
from underboard.sim.board import SimBoard
from underboard.texts import Texts
from underboard.texts.lazy import reason_of

SIM_LAYOUT = game_of(DEFAULT).layout
SHOWN_S = 0.4
"""Time between two changes of the progress line, s; chosen."""
SECONDS = 60.0
"""Time for which raw readings are recorded, s; chosen: a minute shows drift as well as noise."""
PROGRESS_S = 10.0
"""Time between two reports of progress, s; chosen."""


def add(commands: Commands) -> None:
    """Add the command to those of ``board``."""
    parser = commands.add_parser("doctor", help="what is wrong with computer, cable and board")
    add_board(parser)
    parser.add_argument("--parts", action="store_true",
                        help="also try switches, lights and buttons, with your help")  # fmt: skip
    add_faults(parser, "of a simulated board, to see what is found")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a report to attach")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check everything; the exit status is 1 if something must be repaired."""
    texts = Texts(options.lang)
    findings = []
    for finding in examine(options, texts):
        findings.append(finding)
        if not options.json:
            print(doctor.as_line(finding, texts), flush=True)
    if options.json:
        print(json.dumps(doctor.as_data(findings, texts), indent=1, ensure_ascii=False))
    else:
        print(texts("doctor.good" if doctor.is_good(findings) else "doctor.repair"))
    if options.report:
        try:
            options.report.write_text(doctor.report(findings, texts), encoding="utf-8")
        except OSError as error:
            raise UnderboardError("cannot write %s: %s", options.report, reason_of(error)) from None
    return 0 if doctor.is_good(findings) else 1


def examine(options: argparse.Namespace, texts: Texts) -> Iterator[Finding]:
    """Yield every finding: the computer, the drive, the port, the board, its parts."""
    yield from doctor.check_python()
    choice = None
    trouble = ""
    try:
        choice = find(options.board)
    except UnderboardError as error:
        trouble = str(error)
    if choice is None or not choice.simulated:
        yield from doctor.check_modem_manager()
        yield from doctor.check_drive(places_of())
        yield from doctor.check_ports()
    if choice is None:
        yield bad("port", "port.none", reason=trouble)
        return
    with ExitStack() as stack:
        url = choice.url
        person: Operator | None = None
        if choice.simulated:
            sim = stack.enter_context(
                SimBoard(choice.layout or SIM_LAYOUT, faults=list(options.fault))
            )
            sim.wait_for_firmware()
            url, person = sim.url, SimPerson(sim)
        elif options.parts:
            person = AskedPerson(texts, ask_at_keyboard, time.sleep)
        sound = "on" if choice.simulated else sound_of(places_of())
        yield from examine_board(lambda: SerialLink(url), url, person, sound)


def add_report(commands: Commands) -> None:
    """Add the command to those of ``board``."""
    parser = commands.add_parser("report", help="write a field report of your board, to send in")
    add_board(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("field-report.md"),
        metavar="FILE",
        help="the page to write; raw readings go beside it",
    )
    words = "of raw readings, with nobody at the board"
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=words)
    add_language(parser)
    add_faults(parser, "of a simulated board, to see what is found")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run_report, parts=False)


def run_report(options: argparse.Namespace) -> int:
    """Write the report; the exit status is 0 whatever the doctor says."""
    texts = Texts(options.lang)
    if options.seconds < 0:
        raise UnderboardError("--seconds is %g, expected 0 or more", options.seconds)
    choice = find(options.board)
    if choice.simulated:
        layout_of(choice.layout or SIM_LAYOUT)
    told = ProgressView(texts, options.seconds)
    told.say(texts("report.doctor-looks"))
    findings = list(examine(options, texts))
    told.say(texts("report.listens", seconds=f"{options.seconds:g}"))
    layout, readings = _measure(choice, options.seconds, options.fault, told)
    beside = options.out.with_suffix(".csv")
    today = datetime.date.today().isoformat()
    text = field_report.page(
        findings, layout, readings, beside.name, texts, today, choice.simulated
    )
    try:
        if readings.rows:
            _write_whole(beside, field_report.raw(readings))
        _write_whole(options.out, text)
    except OSError as error:
        raise UnderboardError("cannot write %s: %s", options.out, reason_of(error)) from None
    if options.json:
        files = (str(options.out), str(beside))
        data = field_report.as_data(findings, layout, readings, files, texts, choice.simulated)
        print(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        print(texts("report.written", file=options.out))
    return 0


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that a stopped program leaves the old one or the new one."""
    draft = path.with_name(path.name + ".new")
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


class ProgressView:
    """Says on stderr how far a measurement is, every ten seconds: stdout may be a program's."""

    def __init__(self, texts: Texts, seconds: float) -> None:
        self._texts = texts
        self._seconds = seconds
        self._next_s = PROGRESS_S

    def say(self, sentence: str) -> None:
        """Say one sentence."""
        print(sentence, file=sys.stderr, flush=True)

    def __call__(self, heard_s: float) -> None:
        """Take the seconds that were heard so far."""
        if self._next_s <= heard_s < self._seconds:
            done, whole = f"{heard_s:.0f}", f"{self._seconds:g}"
            self.say(self._texts("report.progress", done=done, seconds=whole))
            self._next_s = (heard_s // PROGRESS_S + 1) * PROGRESS_S


def _measure(
    choice: Choice, seconds: float, faults: list[str], progress: ProgressView
) -> tuple[Layout | None, Readings]:
    """Return the board's layout and its sensors' readings for a time."""
    with ExitStack() as stack:
        url = choice.url
        if choice.simulated:
            sim = stack.enter_context(SimBoard(choice.layout or SIM_LAYOUT, faults=list(faults)))
            sim.wait_for_firmware()
            url = sim.url
        link = SerialLink(url)
        stack.callback(link.close)
        bench = DiagnosticLink(link)
        hello = bench.greet()
        if not hello:
            raise UnderboardError("nothing says hello on this port: run underboard board doctor")
        layout = layout_of(hello[3])
        try:
            readings = field_report.listen(bench, layout, seconds, time.monotonic, progress)
        finally:
            # Ctrl-C, too, lets the game on the board go on at once.
            with suppress(LinkClosed):
                bench.bye()
    return layout, readings


def ask_at_keyboard(text: str) -> str:
    """Show a sentence and return the line that is typed."""
    try:
        print(text, end=" ", file=sys.stderr, flush=True)
        return input("")
    except EOFError:
        raise UnderboardError("nobody is here to help: leave off --parts") from None

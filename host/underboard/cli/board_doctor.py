"""``underboard board doctor``: what is wrong, and what to do about it."""

import argparse
import datetime
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from underboard import doctor, halls, trials
from underboard.find import Choice, find
from underboard.findings import Finding, bad, note
from underboard.layouts import layout_of
from underboard.link import Link, LinkClosed
from underboard.mounted import places_of
from underboard.sim.board import SimBoard
from underboard.texts import LANGUAGES, Texts
from underboard.trials import Person, SimPerson
from underboard.trouble import Trouble
from underboard.workbench import Workbench

SIM_LAYOUT = "pylos-reed16"
SHOWN_S = 0.4


def add(commands: Any) -> None:
    """Add the command to those of ``board``."""
    parser = commands.add_parser("doctor", help="what is wrong with computer, cable and board")
    parser.add_argument("--board", metavar="PORT", help="a port, sim or sim:LAYOUT")
    parser.add_argument("--parts", action="store_true",
                        help="also try switches, lights and buttons, with your help")  # fmt: skip
    parser.add_argument("--fault", action="append", default=[], metavar="NAME=VALUE",
                        help="of a simulated board, to see what is found")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a report to attach")
    parser.add_argument("--lang", choices=LANGUAGES, default="", help="language of the texts")
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
            raise Trouble(f"cannot write {options.report}: {error.strerror}") from None
    return 0 if doctor.is_good(findings) else 1


def examine(options: argparse.Namespace, texts: Texts) -> Iterator[Finding]:
    """Yield every finding: the computer, the drive, the port, the board, its parts."""
    yield from doctor.check_python()
    choice = None
    trouble = ""
    try:
        choice = find(options.board)
    except Trouble as error:
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
        person: Person | None = None
        if choice.simulated:
            sim = stack.enter_context(
                SimBoard(choice.layout or SIM_LAYOUT, faults=list(options.fault))
            )
            sim.wait_for_firmware()
            url, person = sim.url, SimPerson(sim)
        elif options.parts:
            person = ConsolePerson(texts)
        yield from at_the_board(url, choice, person)


def at_the_board(url: str, choice: Choice, person: Person | None) -> Iterator[Finding]:
    """Yield what is found over the cable; a cable that comes out is a finding, too."""
    try:
        link = Link(url)
    except LinkClosed as error:
        yield doctor.port_trouble(url, error)
        return
    try:
        bench = Workbench(link)
        hello = bench.greet()
        yield from doctor.check_hello(hello, url)
        if not hello:
            return
        yield from trials.check_wire(bench)
        try:
            layout = layout_of(hello[3])
        except Trouble:
            yield note("layout", "layout.unknown", layout=hello[3])
            layout = None
        if layout is not None:
            yield from doctor.check_layout(layout)
            if layout.field is not None:
                yield from halls.check_halls(bench, layout, person)
                yield from halls.check_calibration(bench.health, datetime.date.today())
            elif person is not None:
                yield from trials.check_switches(bench, layout, person)
            if person is not None:
                yield from trials.check_pixels(bench, layout, person)
                yield from trials.check_buttons(bench, layout, person)
            else:
                yield note("parts", "parts.untried")
        yield from doctor.check_memory(bench.free_bytes)
        yield from trials.check_damage(bench)
        bench.bye()
    except LinkClosed as error:
        yield bad("port", "port.gone", reason=str(error))
    except Trouble as error:
        yield bad("board", "board.stops", reason=str(error))
    finally:
        link.close()


class ConsolePerson:
    """The person at the keyboard, asked for one thing after the other."""

    def __init__(self, texts: Texts, ask: Callable[[str], str] = input, sleep=time.sleep) -> None:
        self._texts = texts
        self._ask = ask
        self._sleep = sleep

    def clear(self) -> None:
        """Take everything off the board."""
        self._say("doctor.ask.clear")

    def put(self, cell: int, name: str) -> None:
        """Put a piece on a cell."""
        self._say("doctor.ask.put", cell=name)

    def lift(self, cell: int, name: str) -> None:
        """Take the piece off a cell."""
        self._say("doctor.ask.lift", cell=name)

    def dark(self, pixels: int, light: Callable[[str], None]) -> list[int]:
        """Have each pixel lit in turn, and ask for those that stayed dark."""
        self._say("doctor.ask.sweep", pixels=pixels)
        for pixel in range(pixels):
            light(str(pixel))
            self._sleep(SHOWN_S)
        light("-")
        answer = self._say("doctor.ask.dark", last=pixels - 1)
        numbers = [int(word) for word in answer.replace(",", " ").split() if word.isdigit()]
        return [pixel for pixel in numbers if pixel < pixels]

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        self._say("doctor.ask.press", button=button)

    def _say(self, key: str, **names: object) -> str:
        try:
            print(self._texts(key, **names), end=" ", file=sys.stderr, flush=True)
            return self._ask("")
        except EOFError:
            raise Trouble("nobody is here to help: leave off --parts") from None

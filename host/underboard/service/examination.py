"""Examination of a board over its cable, part by part."""

import datetime
from collections.abc import Callable, Iterator

from boardcore.layout.layout import Layout
from underboard.deploy.layouts import layout_of
from underboard.device.port import SerialLink
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.service import doctor, part_tests
from underboard.service.buzzer_check import check_buzzer
from underboard.service.diagnostic_link import DiagnosticLink
from underboard.service.findings import Finding, bad, note
from underboard.service.part_tests import Operator
from underboard.texts import Texts

SHOWN_S = 0.4
"""Time that each pixel is lit while a person looks, s; chosen."""
YES = ("y", "yes", "o", "oui")


class AskedPerson:
    """A person who is asked for one thing after the other.

    ``ask`` shows a sentence and returns what is answered, as text; ``sleep`` waits, s.
    """

    def __init__(
        self, texts: Texts, ask: Callable[[str], str], sleep: Callable[[float], None]
    ) -> None:
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

    def hold(self, cell: int, name: str) -> None:
        """Hold the button of a pod down."""
        self._say("doctor.ask.hold", button=name)

    def let_go(self, cell: int, name: str) -> None:
        """Let the button of a pod go."""
        self._say("doctor.ask.let-go", button=name)

    def tap(self, number: int, name: str) -> None:
        """Press on the plate beside a load cell, and release it."""
        self._say("doctor.ask.tap", cell=name)

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

    def hears(self, button: str, ready: Callable[[], object]) -> bool:
        """Have a button held down, and ask whether the board sounds."""
        self._say("doctor.ask.listen", button=button)
        ready()
        return self._say("doctor.ask.heard", button=button).strip().lower() in YES

    def _say(self, key: str, **names: object) -> str:
        return self._ask(self._texts(key, **names))


def examine_board(
    open_link: Callable[[], SerialLink], url: str, person: Operator | None, sound: str
) -> Iterator[Finding]:
    """Yield what is found over the cable; a cable that comes out is a finding, too.

    ``person`` helps to try the parts out; ``sound``: whether the board has a buzzer, as the
    settings say.
    """
    try:
        link = open_link()
    except LinkClosed as error:
        yield doctor.port_trouble(url, error)
        return
    try:
        bench = DiagnosticLink(link)
        hello = bench.greet()
        yield from doctor.check_hello(hello, url, stopped=bench.stopped)
        if not hello:
            return
        yield from part_tests.check_wire(bench)
        try:
            layout = layout_of(hello[3])
        except UnderboardError:
            yield note("layout", "layout.unknown", layout=hello[3])
            layout = None
        if layout is not None:
            yield from doctor.check_layout(layout)
            if person is not None:
                # First, as a builder wires them first.
                yield from part_tests.check_pixels(bench, layout, person)
                yield from part_tests.check_buttons(bench, layout, person)
            yield from _sensors(bench, layout, person)
            if person is not None:
                yield from check_buzzer(bench, layout, person.hears, sound)
            else:
                yield note("parts", "parts.untried")
        heap = int(hello[8]) if len(hello) > 8 and hello[8].isdecimal() else 0
        yield from doctor.check_memory(bench.free_bytes, heap, layout)
        yield from part_tests.check_damage(bench)
        bench.bye()
    except LinkClosed as error:
        yield bad("port", "port.gone", reason=str(error))
    except UnderboardError as error:
        yield bad("board", "board.stops", reason=str(error))
    finally:
        link.close()


def _sensors(bench: DiagnosticLink, layout: Layout, person: Operator | None) -> Iterator[Finding]:
    today = datetime.date.today()
    try:
        if layout.field is not None:
            from underboard.service import hall_checks

            yield from hall_checks.check_halls(bench, layout, person)
            yield from hall_checks.check_calibration(bench.health, today)
        elif layout.scale is not None:
            from underboard.service import load_cell_checks

            yield from load_cell_checks.check_plate(bench, layout, person)
            yield from load_cell_checks.check_calibration(bench.health, today, layout)
        elif person is not None:
            yield from part_tests.check_switches(bench, layout, person)
    except ModuleNotFoundError:
        # NumPy judges samples; a browser tab lacks it.
        yield note("parts", "parts.unmeasured")

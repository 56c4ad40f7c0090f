"""The parts of a board on the workbench, tried out one by one.

The person at the board puts pieces, looks and presses; for a simulated board the
simulator does.  What the board tells is compared with what was done, and each part that
does not do its work is named.
"""

import statistics
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from boardcore.layout.layout import Layout
from underboard.game_state import cells_of
from underboard.service.diagnostic_link import MAX_REPLIES, DiagnosticLink
from underboard.service.findings import Finding, bad, note, ok

if TYPE_CHECKING:
    from underboard.sim.board import SimBoard

PINGS = 20
"""Number of round trips that are timed; chosen."""
SLOW_S = 0.1
"""Time of a round trip above which it is reported, s; chosen: a board answers within one loop
iteration."""
NOISE_ANSWERS = 60
"""Number of answers over which noise is measured; chosen."""


class Operator(Protocol):
    """The person at the board."""

    def clear(self) -> None:
        """Take everything off the board."""

    def put(self, cell: int, name: str) -> None:
        """Put a piece on a cell."""

    def lift(self, cell: int, name: str) -> None:
        """Take the piece off a cell."""

    def hold(self, cell: int, name: str) -> None:
        """Hold the button of a pod down."""

    def let_go(self, cell: int, name: str) -> None:
        """Let the button of a pod go."""

    def tap(self, number: int, name: str) -> None:
        """Press on the plate beside a load cell, and release it."""

    def dark(self, pixels: int, light: Callable[[str], None]) -> list[int]:
        """Have each pixel lit in turn; return those that stayed dark."""

    def press(self, button: str) -> None:
        """Press a button and let it go."""

    def hears(self, button: str, ready: Callable[[], object]) -> bool:
        """Hold a button for a moment once ``ready`` was called; tell whether the board sounds."""


def check_wire(bench: DiagnosticLink) -> Iterator[Finding]:
    """Try the dialogue itself: how fast, how sure."""
    # Whatever a board is at work on it ends first, so its first answer may come late.
    bench.probe(counted=False)
    bench.trips_s.clear()
    for _ in range(PINGS):
        bench.probe()
    median = statistics.median(bench.trips_s)
    worst = max(bench.trips_s)
    tell = note if median > SLOW_S else ok
    yield tell("wire", "wire.trip", median=round(1000 * median, 1), worst=round(1000 * worst, 1))


def check_damage(bench: DiagnosticLink) -> Iterator[Finding]:
    """Count what was lost on the wire; at the end, when much was said."""
    lost = bench.damaged_here + bench.damaged_there + bench.repeated
    if lost:
        yield bad(
            "wire", "wire.damaged", here=bench.damaged_here, there=bench.damaged_there,
            repeated=bench.repeated,
        )  # fmt: skip
    else:
        yield ok("wire", "wire.clean", lines=len(bench.trips_s))
    if bench.restarts:
        yield bad("power", "power.restarted", times=bench.restarts)


def check_switches(bench: DiagnosticLink, layout: Layout, person: Operator) -> Iterator[Finding]:
    """Put a piece on each cell and take it off again; name every switch that does not follow."""
    trial = SwitchTrial(bench, layout, person)
    trial.fill()
    trial.judge()
    if not trial.by_hand:
        trial.found += check_noise(bench, trial.text)
    trial.empty()
    if not any(finding.level == "bad" for finding in trial.found):
        trial.found.insert(0, ok("switches", "switches.all", count=layout.sensors))
    yield from trial.found


class SwitchTrial:
    """Pieces put on each cell and taken off again; ``found``: what was noticed.

    No more pieces stand at a time than the game has, and one button of a pod is held at a time.
    """

    def __init__(self, bench: DiagnosticLink, layout: Layout, person: Operator) -> None:
        self.found: list[Finding] = []
        self._bench = bench
        self._layout = layout
        self._person = person
        self._cell_text = cells_of(layout.game).cell_text
        self._sensors: dict[int, set[int]] = {}  # of each cell
        for sensor, cell in enumerate(layout.cell_of_sensor):
            self._sensors.setdefault(cell, set()).add(sensor)
        build = layout.data.get("build", {})
        self.by_hand = build.get("piece") == "button"
        self._most = 1 if self.by_hand else build.get("pieces", layout.sensors)
        self._standing: list[int] = []  # cells, the longest first
        self._stuck: frozenset[int] = frozenset()  # closed on the empty board
        self._missing: dict[int, frozenset[int]] = {}  # did not close; which others did instead
        self._silent: set[int] = set()  # closed when it was not their turn
        self._ghosts: list[str] = []

    def text(self, sensor: int) -> str:
        """Return the name of the cell over a sensor."""
        return self._cell_text(self._layout.cell_of_sensor[sensor])

    def _tell(self, key: str, sensor: int, **names: object) -> None:
        self.found.append(bad("switches", key, sensor=sensor, cell=self.text(sensor), **names))

    def fill(self) -> None:
        """Clear the board, then have a piece put on each cell."""
        self._person.clear()
        before = self._stuck = self._bench.settled().closed
        for sensor in sorted(self._stuck):
            self._tell("switches.closed", sensor)
        for cell, sensors in self._sensors.items():
            if len(self._standing) == self._most:
                before = self._take_off(self._standing[0], before)
            self._standing.append(cell)
            put = self._person.hold if self.by_hand else self._person.put
            put(cell, self._cell_text(cell))
            now = self._bench.settled().closed
            self._compare(cell, sensors - self._stuck, now - before, now)
            before = now
        if self._ghosts:
            cells = ", ".join(self._ghosts)
            self.found.append(bad("switches", "switches.ghost", cells=cells))

    def _compare(
        self, cell: int, expected: set[int], came: frozenset[int], closed: frozenset[int]
    ) -> None:
        """Hold the switches that a piece has closed against those that it should have."""
        for sensor in sorted(expected - came - self._silent):
            self._missing[sensor] = came - expected
        for sensor in sorted(came - expected):
            if not any(sensor in others for others in self._missing.values()):
                if is_ghost(self._layout, closed, sensor):
                    self._ghosts.append(self.text(sensor))
                else:
                    self._tell("switches.neighbour", sensor, put=self._cell_text(cell))
                self._silent.add(sensor)

    def judge(self) -> None:
        """Yield for each switch that did not close whether it is open, swapped or elsewhere."""
        told: set[int] = set()
        for sensor, others in self._missing.items():
            if sensor in told:
                continue
            other = min(others, default=None)
            if other is None:
                self._tell("switches.open", sensor)
            elif sensor in self._missing.get(other, frozenset()):
                self._tell("switches.swapped", sensor, other=other, place=self.text(other))
                told.add(other)
            else:
                self._tell("switches.elsewhere", sensor, other=other, place=self.text(other))

    def empty(self) -> None:
        """Have all pieces taken off; tell which switches stay closed."""
        before = self._bench.settled().closed
        for cell in list(self._standing):
            before = self._take_off(cell, before)

    def _take_off(self, cell: int, before: frozenset[int]) -> frozenset[int]:
        """Have one piece taken off; tell which of its switches stay closed."""
        self._standing.remove(cell)
        lift = self._person.let_go if self.by_hand else self._person.lift
        lift(cell, self._cell_text(cell))
        now = self._bench.settled().closed
        if not self._ghosts:
            known = self._stuck | self._missing.keys() | self._silent
            for sensor in sorted((self._sensors[cell] & before & now) - known):
                self._tell("switches.stays", sensor)
        return now


def is_ghost(layout: Layout, closed: frozenset[int], sensor: int) -> bool:
    """Return True if three closed switches on a rectangle of the matrix explain a fourth one."""
    scanner = layout.scanner
    if scanner["kind"] != "matrix":
        return False
    width = len(scanner["columns"])
    at = {layout.channels[other] for other in closed}
    row, column = divmod(layout.channels[sensor], width)
    return any(
        {row * width + far, line * width + column, line * width + far} <= at
        for line in range(len(scanner["rows"]))
        for far in range(width)
        if line != row and far != column
    )


def check_noise(bench: DiagnosticLink, text: Callable[[int], str]) -> list[Finding]:
    """Watch the full board for a while: nothing may change."""
    first = bench.settled().flips
    for _ in range(NOISE_ANSWERS):
        last = bench.probe().flips
    flips = {at: max(after - before, 0) for at, (before, after) in enumerate(zip(first, last))}
    return [
        bad("noise", "noise.flickers", sensor=sensor, cell=text(sensor), times=times)
        for sensor, times in flips.items()
        if times
    ] or [ok("noise", "noise.quiet", answers=NOISE_ANSWERS)]


def check_pixels(bench: DiagnosticLink, layout: Layout, person: Operator) -> Iterator[Finding]:
    """Light one pixel after the other."""
    dark = person.dark(layout.pixels, bench.light)
    bench.probe()
    if len(dark) == layout.pixels > 1:
        # One cause, not as many as there are pixels.
        pin = layout.strip["pin"]
        yield bad("pixels", "pixels.none", count=layout.pixels, pin=pin)
        return
    for pixel in dark:
        yield bad("pixels", "pixels.dark", pixel=pixel, before=max(pixel - 1, 0))
    if not dark:
        yield ok("pixels", "pixels.all", count=layout.pixels)


def check_buttons(bench: DiagnosticLink, layout: Layout, person: Operator) -> Iterator[Finding]:
    """Press one button after the other."""
    good = 0
    for number, name in enumerate(layout.buttons):
        if number >= len(bench.probe().presses):
            break
        for _ in range(3):
            before, greeted = bench.probe().presses, bench.greeted
            person.press(name)
            for _ in range(MAX_REPLIES):
                after = bench.probe().presses
                if after != before:
                    break
            if bench.greeted == greeted:
                break
            # The board has begun to count anew, perhaps after the press: once more.
        wrong = [other for other, count in enumerate(after) if count > before[other]]
        if number in wrong:
            good += 1
        elif wrong:
            yield bad("buttons", "buttons.other", button=name, other=layout.buttons[wrong[0]])
        else:
            yield bad("buttons", "buttons.dead", button=name, pin=layout.button_pins[number])
    if good == len(layout.buttons) > 0:
        yield ok("buttons", "buttons.all", count=good)


class SimPerson:
    """The person at a simulated board."""

    def __init__(self, sim: "SimBoard") -> None:
        self._sim = sim

    def clear(self) -> None:
        """Take everything off the board."""
        self._sim.lift(*self._sim.command("state")["pieces"])

    def put(self, cell: int, name: str) -> None:
        """Put a piece on a cell."""
        self._sim.put(cell)

    def lift(self, cell: int, name: str) -> None:
        """Take the piece off a cell."""
        self._sim.lift(cell)

    hold, let_go = put, lift

    def tap(self, number: int, name: str) -> None:
        """Press on the plate beside a load cell, and release it."""
        self._sim.act("underboard.sim.hands.plate_actions:tap", cell=number)

    def dark(self, pixels: int, light: Callable[[str], None]) -> list[int]:
        """Look at the strip while each pixel is lit."""
        dark = []
        for pixel in range(pixels):
            for _ in range(MAX_REPLIES):
                light(str(pixel))
                rgb = bytes.fromhex(self._sim.command("state")["rgb"])
                lit = [at for at in range(pixels) if any(rgb[3 * at : 3 * at + 3])]
                if lit == [pixel]:
                    break
            else:
                dark.append(pixel)
        return dark

    def press(self, button: str) -> None:
        """Press a button for as long as a person does."""
        self._sim.command("press", button=button)
        began = self._sim.command("state")["now_ms"]
        while self._sim.command("state")["now_ms"] < began + 100:
            pass
        self._sim.command("release", button=button)

    def hears(self, button: str, ready: Callable[[], object]) -> bool:
        """Press a button and listen to the buzzer."""
        ready()
        before = self._sim.command("state")["tones"]
        self.press(button)
        return any(hz for _, hz in self._sim.command("state")["tones"][len(before) :])

"""Workbench: a board on the wire, whose parts are tried out one by one.

The person at the board puts pieces, looks and presses; for a simulated board the
simulator does.  What the board tells is compared with what was done, and each part that
does not do its work is named.
"""

import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from boardcore import wire
from boardcore.games import places_of
from boardcore.layout import Layout
from boardcore.wire import Message
from underboard import __version__
from underboard.news import Health
from underboard.sim.board import SimBoard
from underboard.trouble import Trouble

HELLO_S = 3.0
ANSWER_S = 0.2
"""Less than a board's silence takes where its clock runs fast, in the simulator."""
GREETED_S = 0.1
"""All that was said before a greeting has come in by then."""
TRIES = 12
GREET_AFTER = 3
"""A board answers within a turn of its loop; over a bad cable a line may be lost often."""
STEADY = 3
"""So many equal answers in a row, and hands have come to rest."""
PATIENCE = 40
"""Answers to wait for, at most, until a piece that was put is seen."""
PINGS = 20
SLOW_S = 0.1
"""A round trip that takes longer is told; a board answers within a turn of its loop."""
NOISE_ANSWERS = 60
LISTEN_S = 10.0
"""A block of scans takes a second."""
UNDER_WAY = 2
"""Blocks that have begun but not been told at any time: one is measured, one waits for the wire."""
Block = tuple[list[int], list[float]]
"""What each Hall sensor told on average, and the noise of one scan, both in counts."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: ``level`` is ok, note (worth knowing) or bad."""

    check: str
    level: str
    key: str
    names: dict[str, Any] = field(default_factory=dict)


def ok(check: str, key: str, **names: Any) -> Finding:
    """Return a finding that is as it should be."""
    return Finding(check, "ok", key, names)


def note(check: str, key: str, **names: Any) -> Finding:
    """Return a finding that is worth knowing."""
    return Finding(check, "note", key, names)


def bad(check: str, key: str, **names: Any) -> Finding:
    """Return a finding that must be repaired."""
    return Finding(check, "bad", key, names)


class Person(Protocol):
    """Whoever sits at the board."""

    def clear(self) -> None:
        """Take everything off the board."""

    def put(self, cell: int, name: str) -> None:
        """Put a piece on a cell."""

    def lift(self, cell: int, name: str) -> None:
        """Take the piece off a cell."""

    def dark(self, pixels: int, light: Callable[[str], None]) -> list[int]:
        """Have each pixel lit in turn; return those that stayed dark."""

    def press(self, button: str) -> None:
        """Press a button and let it go."""


@dataclass(frozen=True)
class Sense:
    """One answer to a probe."""

    closed: frozenset[int]
    flips: tuple[int, ...]
    presses: tuple[int, ...]


def sense_of(fields: list[str]) -> Sense:
    """Read the fields of a ``sense``; raises ValueError for nonsense."""
    flips, presses = bytes.fromhex(fields[1]), bytes.fromhex(fields[2])
    closed = [
        sensor for sensor in range(len(flips)) if int(fields[0][sensor // 4], 16) >> sensor % 4 & 1
    ]
    return Sense(frozenset(closed), tuple(flips), tuple(presses))


class Workbench:
    """One board, greeted and probed.  Raises Trouble if it does not answer."""

    def __init__(self, link: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self._link = link
        self._clock = clock
        self._run = secrets.token_hex(3)
        self._commands = 0
        self.hello: list[str] = []
        self.trips_s: list[float] = []
        self.repeated = 0
        """Commands that had to be said again, because a line was lost."""
        self.greeted = 0
        """How often it had to be greeted again."""
        self.damaged_there = 0
        self.free_bytes = 0
        self.restarts = 0
        self.health: Health | None = None
        """Of a board with linear Hall sensors."""
        self._felt: dict[int, dict[int, Block]] = {}
        self._greets = False
        self._sense: Sense | None = None
        self._asked = ""
        self._obeyed = False

    @property
    def damaged_here(self) -> int:
        """How many lines of the board came in damaged."""
        return self._link.damaged

    def greet(self) -> list[str]:
        """Say hello; return the fields of the board's, empty if nothing says hello."""
        end = self._clock() + HELLO_S
        while not self.hello and self._clock() < end:
            self._link.send("hello", wire.VERSION, f"doctor-{__version__}")
            self._hear(0.5, lambda: bool(self.hello))
        return self.hello

    def probe(self, pixel: str = "-", counted: bool = True) -> Sense:
        """Let the game rest, light a pixel, and return what the parts do.

        ``counted``: whether it tells of the wire when it has to be asked again.
        """
        self._commands += 1
        number = f"{self._run}-{self._commands}"
        self._sense = None
        self._asked = number
        self._obeyed = False
        for attempt in range(TRIES):
            began = self._clock()
            self._greets = False
            self._link.send("probe", number if attempt == 0 else f"{number}.{attempt}", pixel)
            self._hear(ANSWER_S, lambda: self._sense is not None or self._greets)
            if self._sense is not None:
                self.trips_s.append(self._clock() - began)
                return self._sense
            # If it greets, it has taken a silence of ours for our end: no line was lost.
            self.repeated += counted and not self._greets
            if self._greets or attempt + 1 >= GREET_AFTER:
                self.refresh()
        raise Trouble(f"the board does not answer: expected sense, tried {TRIES} times")

    def refresh(self) -> None:
        """Greet anew after a silence that the board may have taken for our end.

        Its counts begin anew then.
        """
        self.greeted += 1
        self._link.send("hello", wire.VERSION, f"doctor-{__version__}")
        self._hear(GREETED_S, lambda: False)

    def light(self, pixel: str) -> None:
        """Light one pixel alone, or none for ``-``."""
        self.probe(pixel)

    def settled(self) -> Sense:
        """Return what the board tells once it tells the same several times."""
        last, same = self.probe(), 1
        for _ in range(PATIENCE):
            now = self.probe()
            same = same + 1 if now.closed == last.closed else 1
            last = now
            if same >= STEADY:
                break
        return last

    def listen(self, sensors: int, count: int) -> "list[Block]":
        """Return so many blocks of what Hall sensors tell, all begun from now on.

        Raises Trouble if the board tells nothing.
        """
        self.probe(counted=False)
        # What was told before this answer is older than it.
        self._felt.clear()
        end = self._clock() + LISTEN_S * (count + UNDER_WAY)
        while self._clock() < end:
            self.probe(counted=False)
            self._hear(ANSWER_S, lambda: len(self._blocks(sensors)) >= count)
            blocks = self._blocks(sensors)
            if len(blocks) >= count:
                return blocks[:count]
        raise Trouble("the board does not tell of its sensors: expected lines of the kind felt")

    def _blocks(self, sensors: int) -> "list[Block]":
        """Return the whole blocks that have begun since it is listened."""
        blocks = []
        for number in sorted(self._felt):
            parts = [self._felt[number][first] for first in sorted(self._felt[number])]
            means = [mean for part in parts for mean in part[0]]
            if len(means) == sensors and number >= min(self._felt) + UNDER_WAY:
                blocks.append((means, [noise for part in parts for noise in part[1]]))
        return blocks

    def bye(self) -> None:
        """Let the game go on."""
        self._link.send("bye")

    def _hear(self, timeout_s: float, done: Callable[[], bool]) -> None:
        end = self._clock() + timeout_s
        while not done() and self._clock() < end:
            for message in self._link.poll(min(0.05, timeout_s)):
                if wire.is_known(message):
                    self._take(message)

    def _take(self, message: Message) -> None:
        if message.kind == "hello" and len(message.fields) >= 7:
            if self.hello and message.fields[5] != self.hello[5]:
                # It was started again meanwhile, so it must be greeted again.
                self.restarts += 1
                self._link.send("hello", wire.VERSION, f"doctor-{__version__}")
            self.hello = message.fields
            self._greets = True
        elif message.kind == "ok":
            self._obeyed = self._obeyed or message.fields[0].partition(".")[0] == self._asked
        elif message.kind == "sense" and self._obeyed:
            # Before that: a late answer to what was asked before, and asked again.
            try:
                self._sense = sense_of(message.fields)
            except (ValueError, IndexError):
                return
        elif message.kind == "felt":
            self._take_felt(message.fields)
        elif message.kind == "health":
            with suppress(ValueError):
                self.health = Health.of(message.fields)
        elif message.kind == "beat":
            numbers = message.fields[3:5]
            if all(number.isdigit() for number in numbers):
                self.damaged_there, self.free_bytes = map(int, numbers)

    def _take_felt(self, fields: list[str]) -> None:
        try:
            means, noises = bytes.fromhex(fields[2]), fields[3]
            told = [int.from_bytes(means[at : at + 2], "big") for at in range(0, len(means), 2)]
            loud = [int(noises[at : at + 3], 16) / 4 for at in range(0, len(noises), 3)]
            block, first = int(fields[0]), int(fields[1])
        except (ValueError, IndexError):
            return
        if self._felt and block < max(self._felt):
            # It was greeted anew and counts from the beginning.
            self._felt.clear()
        self._felt.setdefault(block, {})[first] = (told, loud)


# What is tried


def check_wire(bench: Workbench) -> Iterator[Finding]:
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


def check_damage(bench: Workbench) -> Iterator[Finding]:
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


def check_switches(bench: Workbench, layout: Layout, person: Person) -> Iterator[Finding]:
    """Put a piece on each cell and take it off again; name every switch that does not follow."""
    name = places_of(layout.game).cell_text
    cells = list(dict.fromkeys(layout.cell_of_sensor))
    sensors = {
        cell: {at for at, other in enumerate(layout.cell_of_sensor) if other == cell}
        for cell in cells
    }
    found: list[Finding] = []

    def text(sensor: int) -> str:
        return name(layout.cell_of_sensor[sensor])

    def tell(key: str, sensor: int, **names: Any) -> None:
        found.append(bad("switches", key, sensor=sensor, cell=text(sensor), **names))

    person.clear()
    before = bench.settled().closed
    stuck = set(before)
    for sensor in sorted(stuck):
        tell("switches.closed", sensor)
    missing: dict[int, frozenset[int]] = {}
    silent: set[int] = set()
    ghosts: list[str] = []
    for cell in cells:
        expected = sensors[cell] - stuck
        person.put(cell, name(cell))
        now = bench.settled().closed
        came = now - before
        for sensor in sorted(expected - came - silent):
            missing[sensor] = came - expected
        for sensor in sorted(came - expected):
            if not any(sensor in others for others in missing.values()):
                if is_ghost(layout, now, sensor):
                    ghosts.append(text(sensor))
                else:
                    tell("switches.neighbour", sensor, put=name(cell))
                silent.add(sensor)
        before = now
    if ghosts:
        found.append(bad("switches", "switches.ghost", cells=", ".join(ghosts)))
    told: set[int] = set()
    for sensor, others in missing.items():
        if sensor in told:
            continue
        other = next(iter(sorted(others)), None)
        if other is None:
            tell("switches.open", sensor)
        elif sensor in missing.get(other, frozenset()):
            tell("switches.swapped", sensor, other=other, place=text(other))
            told.add(other)
        else:
            tell("switches.elsewhere", sensor, other=other, place=text(other))
    found += check_noise(bench, text)
    before = bench.settled().closed
    for cell in cells:
        person.lift(cell, name(cell))
        now = bench.settled().closed
        if ghosts:
            continue
        for sensor in sorted((sensors[cell] & before & now) - stuck - set(missing) - silent):
            tell("switches.stays", sensor)
        before = now
    if not any(finding.level == "bad" for finding in found):
        found.insert(0, ok("switches", "switches.all", count=layout.sensors))
    yield from found


def is_ghost(layout: Layout, closed: frozenset[int], sensor: int) -> bool:
    """Tell whether three closed switches on a rectangle of the matrix explain a fourth one."""
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


def check_noise(bench: Workbench, text: Callable[[int], str]) -> list[Finding]:
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


def check_pixels(bench: Workbench, layout: Layout, person: Person) -> Iterator[Finding]:
    """Light one pixel after the other."""
    dark = person.dark(layout.pixels, bench.light)
    bench.probe()
    for pixel in dark:
        yield bad("pixels", "pixels.dark", pixel=pixel, before=max(pixel - 1, 0))
    if not dark:
        yield ok("pixels", "pixels.all", count=layout.pixels)


def check_buttons(bench: Workbench, layout: Layout, person: Person) -> Iterator[Finding]:
    """Press one button after the other."""
    good = 0
    for number, name in enumerate(layout.buttons):
        if number >= len(bench.probe().presses):
            break
        for _ in range(3):
            before, greeted = bench.probe().presses, bench.greeted
            person.press(name)
            for _ in range(PATIENCE):
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
    if good == len(layout.buttons):
        yield ok("buttons", "buttons.all", count=good)


class SimPerson:
    """The person at a simulated board."""

    def __init__(self, sim: SimBoard) -> None:
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

    def dark(self, pixels: int, light: Callable[[str], None]) -> list[int]:
        """Look at the strip while each pixel is lit."""
        dark = []
        for pixel in range(pixels):
            for _ in range(PATIENCE):
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

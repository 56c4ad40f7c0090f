"""Faults of a simulated board, as named values that can be repeated.

Every fault has a name and a value, so ``underboard sim --fault stuck_open=3`` and a
test say the same thing.  Rates are per byte or per minute of simulated time.
"""

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout


@dataclass
class Faults:
    """The faults of one board.  The default is a good board with bouncing switches.

    Sensors are numbers as in the layout's list; on a plate they are its load cells, 0 to 3.
    Numbers without a source are *chosen*.
    """

    bounce_ms: float = 2.0
    """Bounce time of a contact after each change, ms.  Reed data sheets give 0.3 to 1 ms."""
    stuck_open: set[int] = field(default_factory=set)
    """Sensors that never close; load cells that always give the same sample."""
    stuck_closed: set[int] = field(default_factory=set)
    """Sensors that never open."""
    dead: dict[int, int] = field(default_factory=dict)
    """Sensor, and the time, ms, at which its output freezes."""
    swapped: dict[int, int] = field(default_factory=dict)
    """Pairs of sensors whose wires were mixed up."""
    open_wire: dict[int, int] = field(default_factory=dict)
    """Hall sensor or load cell, and the time, ms, at which its wire comes off: then a Hall sensor
    reads zero, a load cell an end of its scale."""
    drifted: dict[int, float] = field(default_factory=dict)
    """Hall sensor, and the offset of its output, mT (it saturates as usual).  Load cell, and the
    drift of its zero, g per minute."""
    gains: dict[int, float] = field(default_factory=dict)
    """Load cell, and its gain relative to a good one: glued or screwed badly."""
    shifted: dict[int, float] = field(default_factory=dict)
    """Load cell, and its displacement to the right, mm."""
    reversed: set[int] = field(default_factory=set)
    """Load cells with swapped signal wires: readings fall when pressed."""
    slow: set[int] = field(default_factory=set)
    """Load cells whose RATE pin is low: 10 samples/s."""
    noisy: dict[int, float] = field(default_factory=dict)
    """Load cell, and its noise relative to the usual: a bad supply of the module."""
    loose: dict[int, float] = field(default_factory=dict)
    """Load cell, and the jump of its zero at each touch, g, 1 sigma: a loose screw or foot."""
    touching: dict[int, float] = field(default_factory=dict)
    """Load cell, and the share of its load that the frame takes where the plate touches it."""
    stiff_cable: float = 0.0
    """Force of a stiff cable at the right edge, g; its sign depends on the side touched last."""
    rocking: float = 0.0
    """Change of T = F1 - F2 + F3 - F4 when a press is on the other diagonal, g: the table or the
    plate rocks."""
    hum_g: float = 0.0
    """Amplitude of mains hum in the samples of load cells, g; each catches half to all of it.
    Public reports: up to 0.3."""
    mains_hz: float = 50.0
    """Frequency of the mains, Hz."""
    pink_g: float = 0.0
    """1/f noise of each load cell, g, 1 sigma per decade from a tenth of a second to minutes."""
    warm_up: float = 0.0
    """Drift of load cells at power-on, g per minute; it is over after half an hour."""
    repeat_g: float = 0.0
    """Repeatability of load cells: the error of each after a touch, g, 1 sigma; 1 on a twisted
    mount."""
    wrong_samples: float = 0.0
    """Probability that a sample of a load cell is wrong by 4 to 9 g; bad modules: 0.01 to 0.05."""
    hand_n: tuple[float, float] | None = None
    """Least and largest force of a hand on the piece that it puts or lifts, N."""
    hand_ms: tuple[float, float] | None = None
    """Shortest and longest time of such a touch, ms."""
    lifted: float = 0.0
    """Rate per minute at which the plate is lifted with all that stands on it, and set down;
    before a turn, not in it."""
    odd_pieces: float = 0.0
    """Probability that a piece weighs one and a half times as much as its kind."""
    sticks: float = 0.0
    """Probability that the free magnet of a ball does not turn: a rough or glued hole."""
    crosstalk: float = 0.0
    """Share of the sensor read before in the reading of a Hall sensor."""
    chatter: dict[int, float] = field(default_factory=dict)
    """Sensor, and the rate per minute at which its closed switch opens briefly: a weak magnet."""
    bumps: float = 0.0
    """Rate per minute at which a hand pushes a piece aside so that its switch opens for a while; on
    load cells: at which somebody knocks at the table."""
    leans: float = 0.0
    """Rate per minute at which a hand or elbow leans on a plate on load cells, for 1 to 30 s."""
    lost: float = 0.0
    """Probability that a byte on the cable is lost, either direction."""
    doubled: float = 0.0
    """Probability that a byte on the cable comes twice."""
    flipped: float = 0.0
    """Probability that one bit of a byte on the cable is wrong."""
    stalled: bool = False
    """Whether the computer has the port open but reads nothing."""
    pull_after: int = -1
    """Bytes to the computer after which the cable comes out; -1: never."""
    pulled_ms: int = 1000
    """Time for which it stays out, ms of simulated time; -1: for ever."""
    cut_after: int = -1
    """Bytes written to the flash after which the power fails; -1: never."""
    cut_ms: int = 1000
    """Time for which the power is off, ms, while the world stands still; -1: until a restart."""
    dark: set[int] = field(default_factory=set)
    """Pixels that stay dark, whatever they are sent."""
    dead_buttons: set[str] = field(default_factory=set)
    """Buttons that never close, by name."""
    loop_ms: float = 0.0
    """Shortest loop iteration of the board, ms; on an RP2040 a computation may take 40 ms."""
    load_us: float = 0.0
    """Time to load the modules, microseconds per byte; 28 on a Pico."""
    no_diodes: bool = False
    """Whether a switch matrix lacks diodes: pieces at three corners show a fourth."""


def _numbers(text: str) -> set[int]:
    return {int(word) for word in text.split(",") if word}


def _names(text: str) -> set[str]:
    return {word for word in text.split(",") if word}


def _pairs(text: str) -> dict[int, int]:
    return {int(a): int(b) for a, _, b in (pair.partition(":") for pair in text.split(","))}


def _rates(text: str) -> dict[int, float]:
    return {int(a): _finite(b) for a, _, b in (pair.partition(":") for pair in text.split(","))}


def _range(text: str) -> tuple[float, float]:
    least, most = (_amount(word) for word in text.split(":"))
    if not least <= most:
        raise ValueError
    return least, most


def _switch(text: str) -> bool:
    return {"yes": True, "no": False, "1": True, "0": False}[text]


def _amount(text: str, most: float = math.inf) -> float:
    value = _finite(text)
    if not 0 <= value <= most:
        raise ValueError
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError
    return value


def _probability(text: str) -> float:
    return _amount(text, 1)


def _share(text: str) -> float:
    return _amount(text, 1)


_READERS: dict[str, tuple[Callable[..., Any], str]] = {
    "stuck_open": (_numbers, "sensors like 3,7"),
    "stuck_closed": (_numbers, "sensors like 3,7"),
    "dead": (_pairs, "sensor:millisecond like 3:60000"),
    "open_wire": (_pairs, "sensor:millisecond like 3:60000"),
    "drifted": (_rates, "sensor:millitesla like 3:25, or load cell:g in a minute"),
    "gains": (_rates, "load cell:share like 1:0.7"),
    "shifted": (_rates, "load cell:mm like 1:2"),
    "reversed": (_numbers, "load cells like 0,2"),
    "slow": (_numbers, "load cells like 0,2"),
    "noisy": (_rates, "load cell:times like 1:5"),
    "loose": (_rates, "load cell:g like 1:1"),
    "touching": (_rates, "load cell:share like 1:0.3"),
    "wrong_samples": (_probability, "a probability, 0 to 1"),
    "odd_pieces": (_probability, "a probability, 0 to 1"),
    "sticks": (_probability, "a probability, 0 to 1"),
    "hand_n": (_range, "least:most in newtons like 0:0.6"),
    "hand_ms": (_range, "least:most in milliseconds like 100:4000"),
    "crosstalk": (_share, "a share, 0 to 1"),
    "swapped": (_pairs, "sensor:sensor like 3:4"),
    "dark": (_numbers, "pixels like 3,7"),
    "dead_buttons": (_names, "buttons like yes,next"),
    "chatter": (_rates, "sensor:times a minute like 3:20"),
    "lost": (_probability, "a probability, 0 to 1"),
    "doubled": (_probability, "a probability, 0 to 1"),
    "flipped": (_probability, "a probability, 0 to 1"),
    "stalled": (_switch, "yes or no"),
    "no_diodes": (_switch, "yes or no"),
    "pull_after": (int, "a whole number"),
    "pulled_ms": (int, "a whole number"),
    "cut_after": (int, "a whole number"),
    "cut_ms": (int, "a whole number"),
}
NAMES = tuple(item.name for item in dataclasses.fields(Faults))
SENSORS = ("stuck_open", "stuck_closed", "dead", "open_wire", "drifted", "swapped", "chatter")
LOAD_CELLS = ("gains", "shifted", "reversed", "slow", "noisy", "loose", "touching")
"""Faults of load cells alone."""


def set_fault(faults: Faults, name: str, value: str) -> None:
    """Change one fault by its name and the text of its value.

    Raises ParseError for an unknown name or a value that is none.
    """
    if name not in NAMES:
        raise ParseError("no fault is called '%s', expected one of %s", name, ", ".join(NAMES))
    reader, expected = _READERS.get(name, (_amount, "a number, 0 or more"))
    try:
        seen = reader(value)
    except (ValueError, KeyError):
        raise ParseError("fault %s is '%s', expected %s", name, value, expected) from None
    setattr(faults, name, seen)


def parse_faults(texts: list[str]) -> Faults:
    """Return the faults of texts like ``bounce_ms=5``; raises ParseError."""
    faults = Faults()
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ParseError("'%s' is not a fault, expected NAME=VALUE like bounce_ms=5", text)
        set_fault(faults, name, value)
    return faults


def check_faults(faults: Faults, layout: Layout) -> None:
    """Raise ParseError if a fault names a sensor, pixel or button that the board lacks."""
    given = layout.field or layout.scale
    sensors = len(given.sensor_mm) if given else layout.sensors
    cells = len(layout.scale.sensor_mm) if layout.scale else 0
    for name, most, what in [
        *((name, sensors, "sensor") for name in SENSORS),
        *((name, cells, "load cell") for name in LOAD_CELLS),
        ("dark", layout.pixels, "pixel"),
    ]:
        named = getattr(faults, name)
        numbers = {*named, *named.values()} if name == "swapped" else set(named)
        for number in sorted(numbers):
            if not 0 <= number < most:
                if not most:
                    raise ParseError("fault %s: this board has no load cells", name)
                raise ParseError(
                    "fault %s: no %s %s, expected 0 to %s", name, what, number, most - 1
                )
    for button in sorted(faults.dead_buttons):
        if button not in layout.buttons:
            known = ", ".join(layout.buttons)
            raise ParseError("fault dead_buttons: no button '%s', expected %s", button, known)


def fault_texts(faults: Faults) -> list[str]:
    """Return the faults that differ from a good board, as ``parse_faults`` reads them."""
    good = Faults()
    texts = []
    for name in NAMES:
        value = getattr(faults, name)
        if value == getattr(good, name):
            continue
        if isinstance(value, dict):
            text = ",".join(f"{a}:{b}" for a, b in value.items())
        elif isinstance(value, tuple):
            text = ":".join(map(str, value))
        elif isinstance(value, set):
            text = ",".join(str(number) for number in sorted(value))
        elif isinstance(value, bool):
            text = "yes" if value else "no"
        else:
            text = str(value)
        texts.append(f"{name}={text}")
    return texts

"""Pixels of a board with voting pods, and their meaning.

A pod is one seat: a light, a button that steps through the candidates, and a button
that locks.  Places are cells, as on any board::

    p1 .. p12    the pods' lights          s1 .. s12    their step buttons
    w1 .. w8     the weather, in a row     l1 .. l12    their lock buttons

No sign depends on colour: candidates that share a rhythm differ in brightness.
"""

from boardcore.errors import ParseError, Phrase
from boardcore.layout.schema import check
from boardcore.lights import rhythms

MAX_PODS, WEATHERS = 12, 8
POD, WEATHER, STEP, LOCK = 0, MAX_PODS, MAX_PODS + WEATHERS, 2 * MAX_PODS + WEATHERS
"""The first cell of each kind."""
CELLS = 3 * MAX_PODS + WEATHERS
"""Number of lights, three a pod and one for each kind of weather, after MAX_PODS."""
KINDS = (("p", POD, MAX_PODS), ("w", WEATHER, WEATHERS), ("s", STEP, MAX_PODS),
         ("l", LOCK, MAX_PODS))  # fmt: skip

LIT = tuple(range(WEATHER, WEATHER + WEATHERS))
"""Cells that every such board must light; pods may be fewer than twelve."""
BUTTONS = ()
"""No buttons but those of the pods are needed."""
MIN_PODS = 3
"""Number of players of the smallest game (host/docs/rules/galerapagos.md, section 1)."""

RHYTHMS = (
    ("one", rhythms.LONG),
    ("two", rhythms.DOUBLE),
    ("three", rhythms.TRIPLE),
    ("four", rhythms.FAST),
    ("wink", rhythms.GAP),
    ("long-short", rhythms.LONG_SHORT),
)
"""Rhythms of a candidate's light."""

_WHITE, _AMBER, _RED, _BLUE = (255, 255, 255), (255, 130, 0), (255, 20, 0), (60, 110, 255)
FIXED = (
    # name, letter on the wire, rhythm, brightness of 255, colour, meaning
    ("DARK", ".", 0, 0, _WHITE, "nothing to say"),
    ("ASKED", "b", rhythms.SLOW, 26, _WHITE, "you may vote"),
    ("LOCKED", "b", rhythms.STEADY, 12, _WHITE, "your vote is kept"),
    ("OUT", "b", rhythms.BLIPS, 30, _AMBER, "your vote is taken elsewhere"),
    ("RAIN", "r", rhythms.SLOW, 60, _BLUE, "a drop: two lights side by side"),
    ("SUN", "s", rhythms.STEADY, 40, _AMBER, "no rain: all eight, steady"),
    ("STORM", "h", rhythms.FAST, 90, _RED, "hurricane: every other light"),
    ("STORM_TOO", "h", rhythms.FAST_COUNTER, 90, _WHITE, "hurricane: the lights between"),
    ("LOST", "l", rhythms.DOUBLE, 60, _RED, "the computer has gone"),
)
"""Signs that are the same on every board; those of the candidates follow them."""
(DARK, ASKED, LOCKED, OUT, RAIN, SUN, STORM, STORM_TOO, LOST) = range(len(FIXED))
CANDIDATE = len(FIXED)
CANDIDATE_LETTER = "v"

WEATHER_NAMES = ("-", "0", "1", "2", "3", "hurricane")
SKIES = (
    (DARK,) * 8,
    (SUN,) * 8,
    (RAIN, RAIN, DARK, DARK, DARK, DARK, DARK, DARK),
    (RAIN, RAIN, DARK, RAIN, RAIN, DARK, DARK, DARK),
    (RAIN, RAIN, DARK, RAIN, RAIN, DARK, RAIN, RAIN),
    (STORM, STORM_TOO) * 4,
)
"""The eight weather lights for each of WEATHER_NAMES."""

CONTRAST = 3
"""Ratio of brightness between candidates that share a rhythm; chosen."""
MIN_BRIGHTNESS = 30
"""Percent; below it the dim signs would be too coarse to tell apart."""


def cell_text(cell: int) -> str:
    """Return the name of a cell: ``p1``."""
    for letter, first, count in KINDS:
        if first <= cell < first + count:
            return "%s%d" % (letter, cell - first + 1)
    raise ValueError("no cell %r" % cell)


def parse_cell(text: str) -> int:
    """Return the cell of a name.  Raises ParseError."""
    for cell in range(CELLS):
        if cell_text(cell) == text:
            return cell
    raise ParseError("%r is not a place: expected p1 to p12, w1 to w8, s1 to s12, l1 to l12", text)


def pods_of(layout) -> tuple:
    """Return the numbers of the pods that a layout has, from 0."""
    return tuple([pod for pod in range(MAX_PODS) if layout.pixel_of_cell[POD + pod] >= 0])


def signs_of(layout, brightness: int) -> list:
    """Return ``(rhythm, red, green, blue)`` of each sign: FIXED, then one per pod.

    Raises ParseError for colours that are missing or cannot be told apart.
    """
    percent = max(brightness, MIN_BRIGHTNESS)
    signs = [_sign(row[2], row[4], row[3], percent) for row in FIXED]
    colours = layout.data.get("colours")
    good = isinstance(colours, list) and len(colours) == MAX_PODS
    check(good, "colours", colours, "a list of 12: what stands for each castaway")
    named = [_read_colour(colours[i], "colours[%d]" % i, percent) for i in range(MAX_PODS)]
    return signs + named


def _sign(rhythm: int, rgb, level: int, percent: int) -> tuple:
    red, green, blue = [(part * level // 255) * percent // 100 for part in rgb]
    return (rhythm, red, green, blue)


def _read_colour(entry, where: str, percent: int) -> tuple:
    check(isinstance(entry, dict), where, entry, "name, rgb, level and rhythm")
    rhythms = [mask for name, mask in RHYTHMS if name == entry.get("rhythm")]
    names = Phrase("one of %s", ", ".join([name for name, _ in RHYTHMS]))
    check(rhythms, where + ".rhythm", entry.get("rhythm"), names)
    rgb, level, name = entry.get("rgb"), entry.get("level"), entry.get("name")
    check(isinstance(name, str), where + ".name", name, "the name of a colour")
    good = isinstance(rgb, list) and len(rgb) == 3 and all([_is_byte(part) for part in rgb])
    check(good, where + ".rgb", rgb, "red, green and blue, 0 to 255")
    check(_is_byte(level) and level, where + ".level", level, "a brightness, 1 to 255")
    return _sign(rhythms[0], rgb, level, percent)


def _is_byte(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 255


def luminance(sign) -> int:
    """Return how bright a sign looks to most people (weights of ITU-R BT.709, in 1/255)."""
    return 54 * sign[1] + 183 * sign[2] + 18 * sign[3]


def check_layout(layout) -> None:
    """Raise ParseError unless this is a board to vote on."""
    pods = pods_of(layout)
    few = Phrase("%d pods", len(pods))
    check(len(pods) >= MIN_PODS, "pixels", few, Phrase("at least %d", MIN_PODS))
    for pod in range(MAX_PODS):
        for first in (STEP, LOCK):
            count = list(layout.cell_of_sensor).count(first + pod)
            seen = Phrase("%d times %s", count, cell_text(first + pod))
            both = "both buttons of each pod that has a light, once"
            check(count == (pod in pods), "sensors", seen, both)
    seen = Phrase("%d entries", layout.sensors)
    check(layout.sensors == 2 * len(pods), "sensors", seen, "the pods' buttons only")
    signs = signs_of(layout, 100)
    _check_contrast(layout, signs)
    _check_budget(layout, signs, len(pods))


def _check_contrast(layout, signs) -> None:
    for i in range(MAX_PODS):
        for j in range(i):
            one, other = signs[CANDIDATE + i], signs[CANDIDATE + j]
            dim, bright = sorted((luminance(one), luminance(other)))
            words = "another rhythm than colours[%d], or %d times its brightness"
            name = layout.data["colours"][i]["name"]
            good = one[0] != other[0] or bright >= CONTRAST * dim
            check(good, "colours[%d]" % i, name, Phrase(words, j, CONTRAST))


def _check_budget(layout, signs, pods: int) -> None:
    """A strip that had to be dimmed as a whole would tell a vote by the other lights."""
    strip = layout.strip
    candidates = max([sum(sign[1:]) for sign in signs[ASKED:RAIN] + signs[CANDIDATE:]])
    weather = max([sum(sign[1:]) for sign in signs[RAIN:CANDIDATE]])
    most = pods * candidates + WEATHERS * weather
    need = strip["dark_ma"] * layout.pixels + most * strip["full_ma"] / 765
    words = "at least %d for these colours: dimming would tell the votes"
    budget = strip["budget_ma"]
    check(need <= budget, "strip.budget_ma", budget, Phrase(words, int(need) + 1))

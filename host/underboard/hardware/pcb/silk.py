"""Silkscreen of a circuit (outlines, names of parts and pins, polarity).

Words find their own place: beside their part, clear of pads, holes, other words and the edge.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from underboard.errors import UnderboardError
from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.footprints import Footprint, Pad

SIZES = (1.0, 0.8)
"""Heights of letters, mm; makers print lines of 0.12 mm and letters of 0.8 mm and more."""
STROKE = 0.15
"""Width of a line of a letter, ratio to its height; chosen."""
WIDTH = 0.95
"""Width of a letter, ratio to its height; chosen a little above the widest of KiCad's, without its
gap."""
LINE = 0.12
"""Least width of a line, mm; chosen, what makers print (see SIZES)."""
GAP = 0.2
"""Distance between two words, and between a word and a pad, mm; chosen."""
EDGE = 0.5
"""Distance between a word and the board's edge, mm; chosen."""
FAR = 14
"""How many steps of half a millimetre a part's name may lie away from it."""

Box = tuple[float, float, float, float]


class Word(NamedTuple):
    """Some letters: the middle, the height, and whether they run upwards."""

    text: str
    x: float
    y: float
    size: float
    upright: bool = False

    @property
    def box(self) -> Box:
        """Return left, top, right, bottom."""
        long, tall = len(self.text) * self.size * WIDTH / 2, self.size * 0.6
        wide, high = (tall, long) if self.upright else (long, tall)
        return self.x - wide, self.y - high, self.x + wide, self.y + high


@dataclass
class Silk:
    """All that is printed: names of parts, other words, lines, and dots beside first pins."""

    names: dict[str, Word] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    lines: list[tuple[tuple[float, float], tuple[float, float]]] = field(default_factory=list)
    dots: list[tuple[float, float]] = field(default_factory=list)


DOT = 0.3
"""Half the width of a dot, mm; chosen."""


def silk(board: Pcb) -> Silk:
    """Return what is printed on a board.  Raises UnderboardError if a word has no room."""
    made, free = Silk(), FreeArea(board)
    for part in board.parts:
        _outline(board, part, made, free)
    for part in board.parts:
        _pins(board, part, made, free)
        _polarity(part, made, free)
    for x, y, text in _titles(board):
        _put(made, free, _around((x, y, x, y), text, centred=True), text, (x, y))
    for part in board.parts:
        _put(made, free, _around(_box(part), part.ref), part.ref, part.middle)
        made.names[part.ref] = made.words.pop()
    for part in board.parts:
        told = part.value.split()[0] not in ("Hall", "Pico")
        if told and part.package.startswith(("PinSocket", "Screw", "Latch")):
            _put(made, free, _around(_box(part), part.value), part.value, part.middle)
    return made


class FreeArea:
    """Occupied areas, by squares of a few millimetres."""

    STEP = 5.0
    """Width of a square of the index of occupied places, mm; chosen."""

    def __init__(self, board: Pcb) -> None:
        self.board = board
        self.taken: dict[tuple[int, int], list[Box]] = {}
        for part in board.parts:
            for pad in part.pads:
                (x, y), (wide, high) = part.spot(pad), pad.half
                self.take((x - wide, y - high, x + wide, y + high))
            for dx, dy, hole in part.pegs:
                self._hole(part.x + dx, part.y + dy, hole / 2)
        for x, y in board.screws:
            self._hole(x, y, 3.2)

    def _hole(self, x: float, y: float, radius: float) -> None:
        self.take((x - radius, y - radius, x + radius, y + radius))

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(value // self.STEP) for value in box)
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                yield column, row

    def take(self, box: Box) -> None:
        """Let nothing else lie here."""
        for square in self._squares(box):
            self.taken.setdefault(square, []).append(box)

    def has(self, box: Box) -> bool:
        """Return whether nothing lies here, and the board does."""
        left, top, right, bottom = box
        if left < EDGE or top < EDGE:
            return False
        if right > self.board.wide - EDGE or bottom > self.board.high - EDGE:
            return False
        left, top, right, bottom = left - GAP, top - GAP, right + GAP, bottom + GAP
        return not any(
            left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
            for square in self._squares((left, top, right, bottom))
            for other in self.taken.get(square, ())
        )


def _box(part: Footprint) -> Box:
    """Return the outline of a part on the board: round its pads, too."""
    left, top, right, bottom = part.box
    for pad in part.pads:
        wide, high = (half + 0.3 for half in pad.half)
        left, right = min(left, pad.x - wide), max(right, pad.x + wide)
        top, bottom = min(top, pad.y - high), max(bottom, pad.y + high)
    return part.x + left, part.y + top, part.x + right, part.y + bottom


def _outline(board: Pcb, part: Footprint, made: Silk, free: FreeArea) -> None:
    left, top, right, bottom = _box(part)
    far_x, far_y = board.wide - EDGE, board.high - EDGE
    inner = max(left, EDGE), max(top, EDGE), min(right, far_x), min(bottom, far_y)
    sides = (
        ((inner[0], top), (inner[2], top)),
        ((inner[0], bottom), (inner[2], bottom)),
        ((left, inner[1]), (left, inner[3])),
        ((right, inner[1]), (right, inner[3])),
    )
    for a, b in sides:
        # What sticks out over the edge has no line there.
        if EDGE <= a[0] <= far_x and EDGE <= a[1] <= far_y:
            made.lines.append((a, b))
            free.take((a[0], a[1], b[0], b[1]))


def pole(board: Pcb, pad: Pad) -> str:
    """Return the name of a pin as it is printed, empty for one without."""
    if not pad.pin:
        return ""
    ref, name = pad.pin.split(":", 1)
    if ref == "Pico":
        return name.split(" (")[0]
    if name.isdigit() or name.endswith("(common)"):
        net = board.nets[pad.pin]
        if net in ("GND", "AGND", "3.3 V", "5 V"):
            return net.replace(" ", "")
        return ref.removeprefix("B-") if ref.startswith("B-") else ""
    return name


def _pins(board: Pcb, part: Footprint, made: Silk, free: FreeArea) -> None:
    """Print the names of a connector's pins, all on one side of it."""
    if part.package.startswith("RJ45"):
        for pad in (part.pads[0], part.pads[-1]):
            _put(made, free, _around(_pad_box(part, pad), pad.name), pad.name, part.spot(pad))
        return
    if not part.package.startswith(("PinSocket", "TO", "Screw", "Latch")):
        return
    # Buttons and the like: a header whose pins have no name says what it is for.
    named = [(pad, pole(board, pad) or (part.value if pad.pin else "")) for pad in part.pads]
    along_y = len({pad.x for pad in part.pads}) == 1
    left, top, right, bottom = _box(part)
    best: list[Word] = []
    # Names of the Pico's pins stand outside, where it does not hide them.
    way = -1 if part.ref == ("U0A" if along_y else "U0B") else 1
    for side in (way, -way):
        for size in SIZES:
            words = []
            for pad, name in named:
                if not name:
                    continue
                x, y = part.spot(pad)
                long = len(name) * size * WIDTH / 2 + GAP + 0.1
                if along_y:
                    words.append(Word(name, right + long if side > 0 else left - long, y, size))
                else:
                    y = bottom + long if side > 0 else top - long
                    words.append(Word(name, x, y, size, True))
            fit = [word for word in words if free.has(word.box)]
            if len(fit) == len(words):
                for word in words:
                    _print(made, free, word)
                return
            best = max(best, fit, key=len)
    for word in best:
        _print(made, free, word)
    done = {(word.text, round(word.x if not along_y else word.y, 3)) for word in best}
    for pad, name in named:
        x, y = part.spot(pad)
        if name and (name, round(x if not along_y else y, 3)) not in done:
            _put(made, free, _around(_pad_box(part, pad, 0.6), name), name, (x, y))


def _polarity(part: Footprint, made: Silk, free: FreeArea) -> None:
    """Print which way round a part goes: plus, ring or first pin."""
    first = part.pads[0]
    spot, box = part.spot(first), _pad_box(part, first, 0.4)
    for pad in part.pads:
        name = pad.pin.split(":", 1)[-1]
        if len(part.pads) == 2 and name in ("+", "-"):
            at = _pad_box(part, pad, 0.4)
            _put(made, free, _around(at, name), name, part.spot(pad))
        if "the ring" in name:
            _, top, _, bottom = _box(part)
            x = spot[0] + first.half[0] + 0.6
            made.lines += [((x + d, top), (x + d, bottom)) for d in (0.0, 0.2, 0.4)]
            free.take((x, top, x + 0.4, bottom))
            _put(made, free, _around(box, "K"), "K", spot)
    if len(part.pads) > 2:
        for word in _around(box, "."):
            dot = word.x - DOT, word.y - DOT, word.x + DOT, word.y + DOT
            if free.has(dot):
                made.dots.append((round(word.x, 3), round(word.y, 3)))
                free.take(dot)
                return
        raise UnderboardError("no room for a dot at the first pin of %s", part.ref)


def _titles(board: Pcb) -> Iterator[tuple[float, float, str]]:
    x, y = board.warning
    yield x, y - 0.9, f"{board.title}, {board.name}"
    yield x, y + 0.9, "not tried on real hardware"
    rows = [part for part in board.parts if part.ref in ("U0A", "U0B")]
    if rows:
        (ax, ay), (bx, by) = (part.spot(part.pads[end]) for part, end in zip(rows, (0, 0)))
        along_x = ax == bx
        yield (ax + 4.0, (ay + by) / 2, "USB here") if along_x else ((ax + bx) / 2, ay, "USB here")


def _pad_box(part: Footprint, pad: Pad, more: float = 0.0) -> Box:
    (x, y), (wide, high) = part.spot(pad), pad.half
    return x - wide - more, y - high - more, x + wide + more, y + high + more


def _around(box: Box, text: str, centred: bool = False) -> Iterable[Word]:
    """Yield places for a word around a box, the nearest and largest first."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    for far in range(FAR * (2 if centred else 1)):
        for size in SIZES:
            for upright in (False, True):
                long, tall = len(text) * size * WIDTH / 2, size * 0.6
                wide, high = (tall, long) if upright else (long, tall)
                if centred and not upright:
                    yield Word(text, x, y + far * 0.5, size)
                    yield Word(text, x, y - far * 0.5, size)
                if centred:
                    continue
                away = GAP + 0.1 + 0.5 * (far // 2)
                steps = (sign * 0.6 * n for n in range(1, far + 1) for sign in (1, -1))
                for aside in (0.0, *steps):
                    yield Word(text, x + aside, top - away - high, size, upright)
                    yield Word(text, x + aside, bottom + away + high, size, upright)
                    yield Word(text, right + away + wide, y + aside, size, upright)
                    yield Word(text, left - away - wide, y + aside, size, upright)


def _put(
    made: Silk, free: FreeArea, places: Iterable[Word], text: str, at: tuple[float, float]
) -> None:
    """Print a word at the first place that is free.  Raises UnderboardError if none is."""
    for word in places:
        if free.has(word.box):
            _print(made, free, word)
            return
    raise UnderboardError("no room to print '%s' beside %g, %g mm", text, *at)


def _print(made: Silk, free: FreeArea, word: Word) -> None:
    made.words.append(word._replace(x=round(word.x, 3), y=round(word.y, 3)))
    free.take(word.box)

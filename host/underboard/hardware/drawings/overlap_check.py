"""Search for text that overlaps, leaves the page or is too small on paper.

Widths are those of a substitute for Helvetica, which sets wider: what fits here fits everywhere.
"""

from math import cos, radians, sin
from typing import NamedTuple

from underboard.hardware.drawings.drawing import (
    Box,
    Circle,
    Path,
    Shape,
    TextLabel,
    VectorDrawing,
    width_of,
)
from underboard.hardware.drawings.pdf import MARGIN, PAGE, sheets

WIDER = 1.22
"""How much wider DejaVu Sans sets a text than Helvetica, at most; measured."""
UP, DOWN = 0.74, 0.2
"""Reach of letters above and below their baseline, in sizes."""
CAPITAL = 0.716
"""Height of a capital letter of Helvetica, ratio to its size; chosen."""
LEGIBLE_MM = 1.2
"""Least height of a capital letter on paper; chosen."""
DIAGRAM_MM = 1.8
"""Least height of capitals of a wiring diagram, which lies beside the iron; chosen."""
TOUCH = 0.15
"""Overlap that nobody sees, mm."""


class Area(NamedTuple):
    """A rectangle on the page, mm."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Area", slack: float = TOUCH) -> bool:
        """Return True if two areas overlap by more than ``slack``."""
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.top < other.bottom - slack
            and other.top < self.bottom - slack
        )

    def grown(self, by: float) -> "Area":
        """Return the area with a margin, mm."""
        return Area(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def lies_in(self, page: "Area") -> bool:
        """Return True if all of it lies on a page."""
        return (
            page.left <= self.left
            and self.right <= page.right
            and page.top <= self.top
            and self.bottom <= page.bottom
        )


def area_of(words: TextLabel) -> Area:
    """Return the area that a line of text covers at most."""
    wide = width_of(words.text, words.size, words.bold) * WIDER
    back = {"start": 0.0, "middle": wide / 2, "end": wide}[words.anchor]
    c, s = cos(radians(words.turn)), sin(radians(words.turn))
    spots = [
        (words.x + (x - back) * c - y * s, words.y + (x - back) * s + y * c)
        for x in (0.0, wide)
        for y in (-UP * words.size, DOWN * words.size)
    ]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return Area(min(xs), min(ys), max(xs), max(ys))


def extent(shape: Shape) -> Area:
    """Return the area of any shape."""
    if isinstance(shape, TextLabel):
        return area_of(shape)
    if isinstance(shape, Circle):
        x, y, r = shape.x, shape.y, shape.radius
        return Area(x - r, y - r, x + r, y + r)
    if isinstance(shape, Box):
        return Area(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
    assert isinstance(shape, Path)
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return Area(min(xs), min(ys), max(xs), max(ys))


def troubles(draw: VectorDrawing) -> list[str]:
    """Return one sentence for each thing off the page, and for each text that is covered."""
    found = []
    for shape in draw.shapes:
        area = extent(shape)
        if area.left < 0 or area.top < 0 or area.right > draw.width or area.bottom > draw.height:
            name = repr(shape.text) if isinstance(shape, TextLabel) else type(shape).__name__
            found.append(f"{name} at {area.left:.0f}, {area.top:.0f} leaves the page")
    found += _torn(draw) + _on_chain(draw)
    words = [shape for shape in draw.shapes if isinstance(shape, TextLabel)]
    areas = [area_of(word) for word in words]
    for i, area in enumerate(areas):
        for j in range(i):
            if area.meets(areas[j]):
                found.append(f"{words[i].text!r} lies on {words[j].text!r}")
    # What a reader must see whole carries a tag: pixels, sensors, holes.
    for shape in draw.shapes:
        tag = getattr(shape, "tag", "")
        if isinstance(shape, TextLabel) or not tag or tag.split()[0] not in SOLID:
            continue
        for word, area in zip(words, areas, strict=True):
            inside = (
                word.anchor == "middle"
                and abs(word.x - (extent(shape).left + extent(shape).right) / 2) < 0.01
                and "pixel" in tag
            )
            if area.meets(extent(shape)) and not inside:
                found.append(f"{word.text!r} lies on {tag}")
    return found


def crosses(area: Area, a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Return True if a wire from a to b runs through an area, by clipping it at each edge."""
    first, last = 0.0, 1.0
    for start, way, low, high in (
        (a[0], b[0] - a[0], area.left, area.right),
        (a[1], b[1] - a[1], area.top, area.bottom),
    ):
        if not way:
            if not low < start < high:
                return False
            continue
        ends = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, ends[0]), min(last, ends[1])
    return first < last


def _on_chain(draw: VectorDrawing) -> list[str]:
    """Return which texts the wire from pixel to pixel runs through, but pixels' own numbers."""
    wires = [
        wire
        for shape in draw.shapes
        if isinstance(shape, Path) and shape.tag == CHAIN
        for wire in zip(shape.points, shape.points[1:], strict=False)
    ]
    tags = [(extent(shape), getattr(shape, "tag", "")) for shape in draw.shapes]
    pixels = [area for area, tag in tags if tag.startswith("pixel")]
    found = []
    for words in (shape for shape in draw.shapes if isinstance(shape, TextLabel)):
        area = area_of(words)
        if any(crosses(area, *wire) for wire in wires):
            if not any(area.meets(pixel) for pixel in pixels):
                found.append(f"{words.text!r} lies on the chain")
    return found


def _torn(draw: VectorDrawing) -> list[str]:
    """Return what a sheet of paper would show in part; frames may go on on the next one."""
    if not draw.cuts:
        return []
    pages = [Area(s.x, s.y, s.x + s.width, s.y + s.height) for s in sheets(draw)[1]]
    found = []
    for shape in draw.shapes:
        area = extent(shape)
        if getattr(shape, "tag", "") == FRAME or any(area.lies_in(page) for page in pages):
            continue
        name = repr(shape.text) if isinstance(shape, TextLabel) else type(shape).__name__
        found.append(f"{name} at {area.left:.0f}, {area.top:.0f} is on no sheet as a whole")
    return found


def capital_mm(draw: VectorDrawing, true_size: bool) -> float:
    """Return how high the smallest capital letter is on A4; ``true_size``: it is tiled, not fitted.

    What is fitted lies upright or across, whichever is larger.
    """
    inner = [side - 2 * MARGIN for side in PAGE]
    fitted = max(min(a / draw.width, b / draw.height) for a, b in (inner, inner[::-1]))
    least = min(shape.size for shape in draw.shapes if isinstance(shape, TextLabel))
    return CAPITAL * least * (1 if true_size else min(1, fitted))


CHAIN = "chain"
"""Tag of the wire from pixel to pixel."""
FRAME = "frame"
"""Tag of a frame round a block, which may be longer than a sheet."""
SOLID = ("pixel", "sensor", "part")
"""Tags of marks that no text may lie on, but a pixel's own number."""

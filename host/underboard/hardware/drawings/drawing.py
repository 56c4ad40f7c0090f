"""Lines, circles and words in millimetres, written as SVG or PDF.

Only what both formats have is here, so that the template on paper is the picture on the
screen.  x runs to the right and y down, as on a page.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from typing_extensions import Unpack

FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
INK = "#2b2320"
BOLD = ' font-weight="bold"'
WIDTHS = (
    "278278355556556889667191333333389584278333278278556556556556556556556556556556278278584584584556"
    "1015667667722722667611778722278500667556833722778667778722667611722667944667667611278278278469"
    "556333556556500556556278556556222222500222833556556556556333500278556500722500500500334260334584"
)
"""Widths of Helvetica's characters from the space on, in thousandths of the size."""


def _widths() -> list[int]:
    widths, at = [], 0
    while at < len(WIDTHS):
        # Only @ is wider than 999 thousandths.
        step = 4 if WIDTHS[at : at + 4] == "1015" else 3
        widths.append(int(WIDTHS[at : at + step]))
        at += step
    return widths


_WIDTH = _widths()


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return how wide Helvetica sets this text, about as wide if it is bold."""
    known = [_WIDTH[ord(c) - 32] if 32 <= ord(c) < 127 else 556 for c in text]
    return sum(known) * size / 1000 * (1.06 if bold else 1)


def num(value: float) -> str:
    """Return a number with at most two decimals, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@dataclass(frozen=True)
class Style:
    """How a shape looks.  ``fill`` and ``stroke``: ``#rrggbb`` or none; ``pen``, ``dash``: mm."""

    fill: str = ""
    stroke: str = ""
    pen: float = 0.25
    dash: float = 0
    opacity: float = 1


class Material(TypedDict, total=False):
    """Colours of a style."""

    fill: str
    stroke: str


class Look(Material, total=False):
    """A style, as what draws it is given."""

    pen: float
    dash: float
    opacity: float


class TextLook(TypedDict, total=False):
    """How text looks."""

    colour: str
    anchor: str
    bold: bool
    turn: float
    net: str
    pins: tuple[str, ...]


@dataclass(frozen=True)
class Path:
    """Straight lines through points, closed or open."""

    points: tuple[tuple[float, float], ...]
    style: Style
    closed: bool = False
    tag: str = ""
    net: str = ""
    pins: tuple[str, ...] = ()


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners of this radius."""

    x: float
    y: float
    width: float
    height: float
    style: Style
    radius: float = 0
    tag: str = ""
    about: str = ""
    """Tooltip of a browser."""


@dataclass(frozen=True)
class Circle:
    """A circle."""

    x: float
    y: float
    radius: float
    style: Style
    tag: str = ""
    about: str = ""


@dataclass(frozen=True)
class TextLabel:
    """One line of text; ``anchor`` start, middle or end; ``turn``: degrees clockwise."""

    x: float
    y: float
    text: str
    size: float = 3
    colour: str = INK
    anchor: str = "start"
    bold: bool = False
    turn: float = 0
    net: str = ""
    pins: tuple[str, ...] = ()


Shape = Path | Box | Circle | TextLabel


@dataclass
class VectorDrawing:
    """Shapes on a page of this size in millimetres, drawn in the order they were added."""

    width: float
    height: float
    title: str
    about: str = ""
    shapes: list[Shape] = field(default_factory=list)
    paper: str = "#ffffff"
    cuts: list[float] = field(default_factory=list)
    """Heights at which sheets of paper may be joined, y in mm; none: anywhere, with an overlap."""

    def line(
        self,
        *points: tuple[float, float],
        tag: str = "",
        net: str = "",
        pins: tuple[str, ...] = (),
        **style: "Unpack[Look]",
    ) -> None:
        """Draw straight lines through points; in a diagram: which pins they join."""
        style.setdefault("stroke", INK)
        self.shapes.append(Path(points, Style(**style), tag=tag, net=net, pins=pins))

    def shape(self, *points: tuple[float, float], **style: "Unpack[Look]") -> None:
        """Draw a closed shape."""
        self.shapes.append(Path(points, Style(**style), closed=True))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float = 0,
        tag: str = "",
        about: str = "",
        **style: "Unpack[Look]",
    ) -> None:
        """Draw a rectangle."""
        self.shapes.append(Box(x, y, width, height, Style(**style), radius, tag, about))

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        tag: str = "",
        about: str = "",
        **style: "Unpack[Look]",
    ) -> None:
        """Draw a circle."""
        self.shapes.append(Circle(x, y, radius, Style(**style), tag, about))

    def words(
        self, x: float, y: float, text: str, size: float = 3, **how: "Unpack[TextLook]"
    ) -> None:
        """Write one line; y is its baseline."""
        if text:
            self.shapes.append(TextLabel(x, y, text, size, **how))

    def cross(self, x: float, y: float, arm: float, tag: str = "", **style: "Unpack[Look]") -> None:
        """Draw a cross for an awl or a drill."""
        self.line((x - arm, y), (x + arm, y), tag=tag, **style)
        self.line((x, y - arm), (x, y + arm), tag=tag, **style)

    def svg(self) -> str:
        """Return the drawing as SVG, in its true size."""
        size = f'width="{num(self.width)}mm" height="{num(self.height)}mm"'
        view = f'viewBox="0 0 {num(self.width)} {num(self.height)}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} font-family="{FONT}" '
            'stroke-linejoin="round" stroke-linecap="round">',
            f"<title>{escape(self.title)}</title>",
        ]
        if self.about:
            lines.append(f"<desc>{escape(self.about)}</desc>")
        if self.paper:
            lines.append(f'<rect width="100%" height="100%" fill="{self.paper}"/>')
        lines += [_svg(shape) for shape in self.shapes]
        return "\n".join([*lines, "</svg>", ""])


def _joined(shape: Path | TextLabel) -> str:
    """Return which net a flag or line of a diagram belongs to, for programs that read it."""
    net = f' data-net="{escape(shape.net)}"' if shape.net else ""
    return net + (f' data-pins="{escape(";".join(shape.pins))}"' if shape.pins else "")


def _look(style: Style) -> str:
    parts = [f'fill="{style.fill or "none"}"']
    if style.stroke:
        parts.append(f'stroke="{style.stroke}" stroke-width="{num(style.pen)}"')
    if style.dash:
        parts.append(f'stroke-dasharray="{num(style.dash)}"')
    if style.opacity != 1:
        parts.append(f'opacity="{num(style.opacity)}"')
    return " ".join(parts)


def _end(name: str, about: str) -> str:
    """Return the end of an element: with what it is about, or at once."""
    return f"><title>{escape(about)}</title></{name}>" if about else "/>"


def _svg(shape: Shape) -> str:
    if isinstance(shape, TextLabel):
        turn = f' transform="rotate({num(shape.turn)} {num(shape.x)} {num(shape.y)})"'
        return (
            f'<text x="{num(shape.x)}" y="{num(shape.y)}" font-size="{num(shape.size)}" '
            f'fill="{shape.colour}" text-anchor="{shape.anchor}"'
            f"{BOLD if shape.bold else ''}{turn if shape.turn else ''}{_joined(shape)}>"
            f"{escape(shape.text)}</text>"
        )
    tag = f' class="{shape.tag}"' if shape.tag else ""
    if isinstance(shape, Path):
        tag += _joined(shape)
    look = _look(shape.style) + tag
    if isinstance(shape, Circle):
        circle = f'<circle cx="{num(shape.x)}" cy="{num(shape.y)}" r="{num(shape.radius)}" {look}'
        return circle + _end("circle", shape.about)
    if isinstance(shape, Box):
        corner = f' rx="{num(shape.radius)}"' if shape.radius else ""
        return (
            f'<rect x="{num(shape.x)}" y="{num(shape.y)}" width="{num(shape.width)}" '
            f'height="{num(shape.height)}"{corner} {look}{_end("rect", shape.about)}'
        )
    points = " ".join(f"{num(x)},{num(y)}" for x, y in shape.points)
    return f'<{"polygon" if shape.closed else "polyline"} points="{points}" {look}/>'

"""Drawings on sheets of paper in true size, cut into tiles or sheets where they are larger.

Written by hand, uncompressed and with the fonts that every reader has: a drawing needs
twenty operators, and the same bytes must come out on every machine.
"""

from math import ceil, cos, radians, sin
from typing import NamedTuple

from underboard.hardware.drawings.drawing import (
    Box,
    Circle,
    Drawing,
    Path,
    Shape,
    Style,
    Words,
    num,
)

PAGE = (210.0, 297.0)
"""A4, the paper that most printers hold, in mm."""
MARGIN = 10.0
"""Margin that a printer may leave white at each edge, in mm."""
OVERLAP = 10.0
"""How much of a neighbouring tile each tile repeats, in mm, for gluing."""
POINT = 72 / 25.4
ROUND = 0.5523
"""Control points of the four curves that make a circle, in radii."""
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


class Sheet(NamedTuple):
    """Part of the drawing on one page: its upper left corner and its size, mm."""

    x: float
    y: float
    width: float
    height: float


def sheets(drawing: Drawing) -> tuple[tuple[float, float], list[Sheet]]:
    """Return the page's size and what each page shows.

    Raises ValueError where the places to cut are too far apart for a page.
    """
    if drawing.cuts:
        page = PAGE[::-1]
        return page, _between_cuts(drawing, page[0] - 2 * MARGIN, page[1] - 2 * MARGIN)
    wide, high, corners = tiles(drawing.width, drawing.height)
    inner = wide - 2 * MARGIN, high - 2 * MARGIN
    return (wide, high), [Sheet(x, y, *inner) for x, y in corners]


def _between_cuts(drawing: Drawing, width: float, height: float) -> list[Sheet]:
    found = []
    top, bottom = 0.0, 0.0
    for cut in [*drawing.cuts, drawing.height]:
        if cut - top > height and bottom > top:
            found.append((top, bottom))
            top = bottom
        if cut - top > height:
            raise ValueError(f"{drawing.title}: {cut - top:.0f} mm without a cut from {top:.0f} on")
        bottom = cut
    found.append((top, bottom))
    # The drawing's white border falls on the paper's own.
    x = (drawing.width - width) / 2
    return [Sheet(x, top, width, bottom - top) for top, bottom in found]


def tiles(width: float, height: float) -> tuple[float, float, list[tuple[float, float]]]:
    """Return the page's size and the upper left corner of what each page shows.

    One sheet, upright or across, if the drawing fits on it; else upright sheets.
    """
    for page in (PAGE, PAGE[::-1]):
        if width <= page[0] - 2 * MARGIN and height <= page[1] - 2 * MARGIN:
            return page[0], page[1], [(0.0, 0.0)]
    step = [side - 2 * MARGIN - OVERLAP for side in PAGE]
    across = ceil((width - OVERLAP) / step[0])
    down = ceil((height - OVERLAP) / step[1])
    corners = [(i * step[0], j * step[1]) for j in range(down) for i in range(across)]
    return PAGE[0], PAGE[1], corners


def pdf(drawing: Drawing) -> bytes:
    """Return the drawing as a PDF whose millimetres are millimetres on paper."""
    (width, height), shown = sheets(drawing)
    form = "\n".join(_shape(shape) for shape in drawing.shapes)
    first_page = 7
    kids = " ".join(f"{first_page + 2 * i} 0 R" for i in range(len(shown)))
    fonts = "/Font << /F0 3 0 R /F1 4 0 R /F2 6 0 R >>"
    # The drawing's y runs down and a page's up: one flip here serves every shape.
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(shown)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        _stream(
            form,
            f"/Type /XObject /Subtype /Form /BBox [0 0 {num(drawing.width)} "
            f"{num(drawing.height)}] /Resources << {fonts} >>",
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
    ]
    for number, sheet in enumerate(shown):
        page = _page(drawing, number, len(shown), sheet, height)
        bodies.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {num(width * POINT)} "
            f"{num(height * POINT)}] /Contents {len(bodies) + 2} 0 R /Resources "
            f"<< {fonts} /XObject << /D 5 0 R >> >> >>"
        )
        bodies.append(_stream(page))
    return _file(bodies, drawing.title)


def _page(drawing: Drawing, number: int, pages: int, sheet: Sheet, height: float) -> str:
    lines = [
        f"q {POINT:.6f} 0 0 {-POINT:.6f} 0 {num(height * POINT)} cm",
        f"q {num(MARGIN)} {num(MARGIN)} {num(sheet.width)} {num(sheet.height)} re W n",
        f"1 0 0 1 {num(MARGIN - sheet.x)} {num(MARGIN - sheet.y)} cm /D Do Q",
    ]
    if pages > 1:
        text = f"{drawing.title}: sheet {number + 1} of {pages}."
        if not drawing.cuts:
            frame = Style(stroke="#999999", pen=0.1, dash=1)
            lines.append(_shape(Box(MARGIN, MARGIN, sheet.width, sheet.height, frame)))
            text += (
                f" Neighbouring sheets repeat {num(OVERLAP)} mm: lay one over the other until "
                "the lines meet."
            )
        lines.append(_shape(Words(MARGIN, height - 5, text, 2.8)))
    return "\n".join([*lines, "Q"])


def _stream(content: str, more: str = "") -> str:
    # Characters outside Latin-1 would need a font of their own.
    length = len(content.encode("cp1252", "replace"))
    return f"<< {more} /Length {length} >>\nstream\n{content}\nendstream"


def _file(bodies: list[str], title: str) -> bytes:
    bodies = [*bodies, f"<< /Title ({_text(title)}) >>"]
    out = bytearray(b"%PDF-1.4\n")
    starts = []
    for number, body in enumerate(bodies, 1):
        starts.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252", "replace")
    table = len(out)
    out += f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n".encode()
    for start in starts:
        out += f"{start:010d} 00000 n \n".encode()
    out += (
        f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R /Info {len(bodies)} 0 R >>\n"
        f"startxref\n{table}\n%%EOF\n"
    ).encode()
    return bytes(out)


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _rgb(colour: str) -> str:
    return " ".join(num(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))


def _shape(shape: Shape) -> str:
    if isinstance(shape, Words):
        return _words(shape)
    style = shape.style
    lines = ["q"]
    if style.fill:
        lines.append(f"{_rgb(style.fill)} rg")
    if style.stroke:
        lines.append(f"{_rgb(style.stroke)} RG {num(style.pen)} w 1 j 1 J")
    if style.dash:
        lines.append(f"[{num(style.dash)}] 0 d")
    lines.append(_outline(shape))
    lines.append({(0, 0): "n", (1, 0): "f", (0, 1): "S", (1, 1): "B"}[_paints(style)])
    return " ".join([*lines, "Q"])


def _paints(style: Style) -> tuple[int, int]:
    return int(bool(style.fill)), int(bool(style.stroke))


def _outline(shape: Path | Box | Circle) -> str:
    if isinstance(shape, Box):
        return f"{num(shape.x)} {num(shape.y)} {num(shape.width)} {num(shape.height)} re"
    if isinstance(shape, Path):
        moves = [f"{num(x)} {num(y)} {'l' if i else 'm'}" for i, (x, y) in enumerate(shape.points)]
        return " ".join(moves + (["h"] if shape.closed else []))
    x, y, r = shape.x, shape.y, shape.radius
    k = ROUND * r
    curves = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    return " ".join(
        [f"{num(x + r)} {num(y)} m"]
        + [" ".join(num(value) for value in curve) + " c" for curve in curves]
    )


def _words(words: Words) -> str:
    wide = width_of(words.text, words.size, words.bold)
    back = {"start": 0.0, "middle": wide / 2, "end": wide}[words.anchor]
    c, s = cos(radians(words.turn)), sin(radians(words.turn))
    # The last flip turns the letters upright again on a page whose y runs down.
    place = f"{c:.4f} {s:.4f} {s:.4f} {-c:.4f} {num(words.x - back * c)} {num(words.y - back * s)}"
    size = num(words.size)
    # Helvetica has no sign for ohms; the font of symbols has it in the place of a W.
    runs = f" /F2 {size} Tf (W) Tj /F{int(words.bold)} {size} Tf ".join(
        f"({_text(run)}) Tj" for run in words.text.split("Ω")
    )
    return f"BT {_rgb(words.colour)} rg /F{int(words.bold)} {size} Tf {place} Tm {runs} ET"

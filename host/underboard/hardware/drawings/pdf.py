"""Drawings on sheets of paper in true size, cut into tiles or sheets where they are larger."""

from io import BytesIO
from math import ceil
from typing import Any, NamedTuple

from underboard.errors import UnderboardError
from underboard.hardware.drawings.drawing import (
    Box,
    Circle,
    Shape,
    Style,
    TextLabel,
    VectorDrawing,
    num,
)

PAGE = (210.0, 297.0)
"""A4, the paper that most printers hold, in mm."""
MARGIN = 10.0
"""Margin that a printer may leave white at each edge, mm; assumed."""
OVERLAP = 10.0
"""Strip of a neighbouring tile that each tile repeats for gluing, mm; chosen."""
POINT = 72 / 25.4
"""Number of points in a mm, by definition."""


class PdfSheet(NamedTuple):
    """Part of the drawing on one page: its upper left corner and its size, mm."""

    x: float
    y: float
    width: float
    height: float


def sheets(drawing: VectorDrawing) -> tuple[tuple[float, float], list[PdfSheet]]:
    """Return the page's size and what each page shows.

    Raises ValueError where the places to cut are too far apart for a page.
    """
    if drawing.cuts:
        page = PAGE[::-1]
        return page, _between_cuts(drawing, page[0] - 2 * MARGIN, page[1] - 2 * MARGIN)
    wide, high, corners = tiles(drawing.width, drawing.height)
    inner = wide - 2 * MARGIN, high - 2 * MARGIN
    return (wide, high), [PdfSheet(x, y, *inner) for x, y in corners]


def _between_cuts(drawing: VectorDrawing, width: float, height: float) -> list[PdfSheet]:
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
    return [PdfSheet(x, top, width, bottom - top) for top, bottom in found]


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


def pdf(drawing: VectorDrawing) -> bytes:
    """Return the drawing as a PDF whose millimetres are millimetres on paper.

    Raises UnderboardError if reportlab is not installed.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise UnderboardError(
            'reportlab is not installed, which makes PDFs: pip install "underboard[hardware]"'
        ) from None
    (width, height), shown = sheets(drawing)
    out = BytesIO()
    # Invariant: no time and no number of chance in it, the same bytes each time.
    canvas = Canvas(out, (width * POINT, height * POINT), invariant=1)
    canvas.setTitle(drawing.title)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.beginForm("drawing", 0, 0, drawing.width, drawing.height)
    for shape in drawing.shapes:
        _draw(canvas, shape)
    canvas.endForm()
    for number, sheet in enumerate(shown, 1):
        # The drawing's y runs down and a page's up: one flip here serves every shape.
        canvas.transform(POINT, 0, 0, -POINT, 0, height * POINT)
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(MARGIN, MARGIN, sheet.width, sheet.height)
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.translate(MARGIN - sheet.x, MARGIN - sheet.y)
        canvas.doForm("drawing")
        canvas.restoreState()
        if len(shown) > 1:
            text = f"{drawing.title}: sheet {number} of {len(shown)}."
            if not drawing.cuts:
                frame = Style(stroke="#999999", pen=0.1, dash=1)
                _draw(canvas, Box(MARGIN, MARGIN, sheet.width, sheet.height, frame))
                text += (
                    f" Neighbouring sheets repeat {num(OVERLAP)} mm: lay one over the other until "
                    "the lines meet."
                )
            _draw(canvas, TextLabel(MARGIN, height - 5, text, 2.8))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Any, shape: Shape) -> None:
    canvas.saveState()
    if isinstance(shape, TextLabel):
        canvas.translate(shape.x, shape.y)
        # A second flip turns the letters upright again.
        canvas.scale(1, -1)
        canvas.rotate(-shape.turn)
        canvas.setFillColor(shape.colour)
        canvas.setFont("Helvetica-Bold" if shape.bold else "Helvetica", shape.size)
        write = {"start": "drawString", "middle": "drawCentredString", "end": "drawRightString"}
        getattr(canvas, write[shape.anchor])(0, 0, shape.text)
    else:
        style = shape.style
        canvas.setLineWidth(style.pen)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        if style.fill:
            canvas.setFillColor(style.fill)
        if style.stroke:
            canvas.setStrokeColor(style.stroke)
        if style.dash:
            canvas.setDash([style.dash])
        path = canvas.beginPath()
        if isinstance(shape, Box):
            path.rect(shape.x, shape.y, shape.width, shape.height)
        elif isinstance(shape, Circle):
            path.circle(shape.x, shape.y, shape.radius)
        else:
            path.moveTo(*shape.points[0])
            for point in shape.points[1:]:
                path.lineTo(*point)
            if shape.closed:
                path.close()
        canvas.drawPath(path, stroke=bool(style.stroke), fill=bool(style.fill))
    canvas.restoreState()

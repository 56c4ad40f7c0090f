"""Drawing of one voting pod, its plug and the wires of its cable."""

from underboard.hardware import pod_figures
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.drawings.drawing import INK, VectorDrawing
from underboard.hardware.drawings.style import (
    CHAIN,
    FADED,
    FINGER,
    LAMP_EDGE,
    LEAD,
    LIT,
    NOT_TRIED,
    PAPER,
    WOOD,
    WOOD_EDGE,
)


def pod(plan: BuildPlan) -> VectorDrawing:
    """Return one pod from above, with its plug and what its cable carries."""
    draw = VectorDrawing(190, 120, f"{plan.name}: one pod", NOT_TRIED, paper=PAPER)
    draw.words(12, 13, f"{plan.name}: one pod", 6, bold=True)
    x, y, k = 12.0, 26.0, 1.15
    size = pod_figures.case()
    draw.box(x, y, size.wide * k, size.deep * k, 5, fill=WOOD, stroke=WOOD_EDGE, pen=0.8)

    def at(spot: tuple[float, float]) -> tuple[float, float]:
        return x + spot[0] * k, y + (size.deep - spot[1]) * k

    light = at(pod_figures.in_case(pod_figures.LIGHT))
    draw.circle(*light, pod_figures.TUBE[0] / 2 * k, fill="#fff1b8", stroke=LAMP_EDGE, pen=0.3)
    draw.circle(*light, 2.5, **LIT)
    for (name, spot), colour in zip(pod_figures.buttons().items(), (LEAD, FINGER), strict=True):
        draw.circle(*at(spot), pod_figures.BUTTON.deep / 2 * k, fill=colour, stroke=INK, pen=0.4)
        draw.circle(*at(spot), 4.5 * k, stroke="#ffffff", pen=0.25)
        draw.words(at(spot)[0], at(spot)[1] - 11, name, 3.2, anchor="middle")
    middle = light[0]
    low = y + size.deep * k
    draw.box(middle - 8, low - 1, 16, 7, 1, fill="#d5d8dc", stroke=INK, pen=0.3)
    draw.line((middle, low + 6), (middle, low + 14), stroke=INK, pen=2)
    draw.words(middle + 11, low + 5, "RJ45", 3.2)
    rows = (
        ("1", "5 V, fused", "#b8322a"),
        ("2", "GND", "#333333"),
        ("3", "data in, from the pod before", CHAIN),
        ("4", "GND", "#333333"),
        ("5", "step button", "#5d7f88"),
        ("6", "GND, twisted with the data", "#333333"),
        ("7", "lock button", FINGER),
        ("8", "data out, back to the hub", CHAIN),
    )
    left = 108.0
    draw.words(left, 28, "what the eight wires carry", 3.6, bold=True)
    for number, (pin, text, colour) in enumerate(rows):
        line = 37 + 8 * number
        draw.line((left, line), (left + 12, line), stroke=colour, pen=1.4)
        draw.words(left + 15, line + 1.1, pin, 3.2, bold=True)
        draw.words(left + 20, line + 1.1, text, 3.2)
    draw.words(left, 106, "An empty socket needs a plug that joins 3 and 8.", 3)
    draw.words(12, 114, NOT_TRIED, 2.8, colour=FADED)
    return draw

"""View of a fabrication package as a factory sees it, read by gerbonara.

Nothing here knows the board that was meant: drills are held against copper, places of parts
against pads and paste, the parts list against the places.
"""

import csv
import io
import warnings
import zipfile
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from underboard.errors import UnderboardError
from underboard.hardware.pcb.footprints import FIRST_PAD

NEAR = 0.02
"""Distance below which two places are one, mm; chosen: files give a thousandth."""
RING = 0.13
"""Least copper round a plated hole that usual makers keep, mm; assumed."""
LAYERS = ("top copper", "bottom copper", "top mask", "bottom mask", "top silk",
          "mechanical outline")  # fmt: skip

Spot = tuple[float, float]


class ReadPad(NamedTuple):
    """A pad as copper shows it: whose, its name, the place, and the width of its narrower side."""

    ref: str
    name: str
    at: Spot
    width: float


def opened(package: Path) -> Any:
    """Return the layers of a package as gerbonara reads them.

    Raises UnderboardError without it.
    """
    try:
        from gerbonara import LayerStack
    except ImportError:
        raise UnderboardError(
            "gerbonara is not installed, which reads the files back: pip install gerbonara"
        ) from None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LayerStack.open_zip(package)


def faults(package: Path, stack: Any = None) -> list[str]:
    """Return what a factory would stumble over in a package; an empty list is what one wants.

    ``stack``: its layers, if they are read already.
    """
    stack = stack or opened(package)
    found = [f"{' '.join(key)} is missing" for key in (tuple(name.split()) for name in LAYERS)
             if key not in stack.graphic_layers]  # fmt: skip
    if found:
        return found
    with zipfile.ZipFile(package) as files:
        texts = {
            name: files.read(name).decode() for name in files.namelist() if name.endswith(".csv")
        }
    top = [pad for pad in _pads(stack, "top")]
    return [
        *_drills(stack, top),
        *_places(top, _flashes(stack, ("top", "paste")), _rows(texts, "placement.csv"),
                 _rows(texts, "bom.csv"), _plated(stack)),
    ]  # fmt: skip


def _rows(texts: dict[str, str], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(texts.get(name, ""))))


def _plated(stack: Any) -> list[Spot]:
    holes = stack.drill_pth.objects if stack.drill_pth else ()
    return [(float(hole.x), float(hole.y)) for hole in holes]


def _flashes(stack: Any, key: tuple[str, str]) -> list[tuple[Spot, Any]]:
    if key not in stack.graphic_layers:
        return []
    layer = stack.graphic_layers[key]
    return [
        ((float(one.x), float(one.y)), one)
        for one in layer.objects
        if type(one).__name__ == "Flash" and one.polarity_dark
    ]


def _pads(stack: Any, side: str) -> Iterator[ReadPad]:
    for spot, flash in _flashes(stack, (side, "copper")):
        low, high = flash.aperture.bounding_box()
        part = flash.attrs.get(".P", ("", ""))
        yield ReadPad(part[0], part[1], spot, min(high[0] - low[0], high[1] - low[1]))


def _drills(stack: Any, top: list[ReadPad]) -> Iterator[str]:
    """Yield what is wrong with the holes: of another size, beside their pad, over the edge."""
    (left, low), (right, high) = stack.board_bounds()
    bottom = list(_pads(stack, "bottom"))
    both = [pad for pad in top if _nearest(pad.at, [other.at for other in bottom]) < NEAR]
    holes = [((float(hole.x), float(hole.y)), float(hole.aperture.diameter), plated)
             for plated, layer in ((True, stack.drill_pth), (False, stack.drill_npth)) if layer
             for hole in layer.objects]  # fmt: skip
    for (x, y), wide, plated in holes:
        where = f"the hole of {wide:g} mm at {x:g}, {y:g}"
        edge = min(x - left, right - x, y - low, high - y) - wide / 2
        if edge < 0.3:
            yield f"{where} is {edge:.2f} mm from the board's edge: at least 0.3 mm is wanted"
        on = [pad for pad in top if hypot(x - pad.at[0], y - pad.at[1]) < NEAR]
        if plated and not on:
            yield f"{where} is plated, but lies on no pad"
        elif plated and (ring := (on[0].width - wide) / 2) < RING:
            yield f"{where} leaves {ring:.2f} mm of copper round it: at least {RING} mm is wanted"
        elif not plated and on:
            yield f"{where} is not plated, but lies on a pad"
    drilled = [spot for spot, _, plated in holes if plated]
    for pad in both:
        if _nearest(pad.at, drilled) > NEAR:
            yield f"the pad at {pad.at[0]:g}, {pad.at[1]:g} is on both sides, but has no hole"
    if drilled and both:
        ends = [_ends(drilled), _ends([pad.at for pad in both])]
        if any(abs(a - b) > NEAR for a, b in zip(*ends, strict=True)):
            yield f"holes reach from {ends[0][:2]} to {ends[0][2:]}, their pads otherwise"


def _places(
    top: list[ReadPad],
    paste: list[tuple[Spot, Any]],
    rows: list[dict[str, str]],
    bill: list[dict[str, str]],
    drilled: list[Spot],
) -> Iterator[str]:
    """Yield what is wrong with the parts that a machine places."""
    listed = {ref: row for row in bill for ref in row["Designator"].split(",")}
    packages = {ref: row["Footprint"] for ref, row in listed.items()}
    for row in bill:
        if not (row["Manufacturer Part"] or row["LCSC Part #"]):
            yield f"the line of {row['Designator']} has no part number"
    places = {row["Designator"] for row in rows}
    for ref in sorted(places ^ set(listed)):
        yield f"{ref} stands in only one of placement.csv and bom.csv"
    left = [spot for spot, _ in paste]
    for row in rows:
        ref, middle = row["Designator"], (float(row["Mid X"]), float(row["Mid Y"]))
        pads = [pad for pad in top if pad.ref == ref]
        if not pads:
            yield f"{ref} has no pad in the copper"
            continue
        box = _ends([pad.at for pad in pads])
        mean = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        if hypot(mean[0] - middle[0], mean[1] - middle[1]) > NEAR:
            yield f"{ref} is placed at {middle}, but the middle of its pads is {mean}"
        for pad in pads:
            if _nearest(pad.at, drilled) < NEAR:
                continue  # a leg in its hole wants no paste
            if _nearest(pad.at, left) > NEAR:
                yield f"pad {pad.name} of {ref} has no paste"
            else:
                left.remove(min(left, key=lambda at: hypot(at[0] - pad.at[0], at[1] - pad.at[1])))
        first = next(pad for pad in pads if pad.name == "1")
        family = packages.get(ref, "").split("-")[0]
        if family in FIRST_PAD and not _points(first.at, mean, family, float(row["Rotation"])):
            yield f"{ref} is turned by {row['Rotation']}°, but its first pad lies elsewhere"
    for x, y in left:
        yield f"the paste at {x:g}, {y:g} belongs to no part that is placed"


def _points(first: Spot, middle: Spot, family: str, turned: float) -> bool:
    """Return whether a first pad lies where a package has it that is turned by an angle."""
    x, y = FIRST_PAD[family]
    for _ in range(round(turned / 90) % 4):
        x, y = -y, x
    away = first[0] - middle[0], first[1] - middle[1]
    return all(abs(d) < NEAR if want == 0 else d * want > 0 for d, want in zip(away, (x, y)))


def _nearest(spot: Spot, others: list[Spot]) -> float:
    return min((hypot(spot[0] - x, spot[1] - y) for x, y in others), default=float("inf"))


def _ends(spots: list[Spot]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return min(xs), min(ys), max(xs), max(ys)


def pictures(stack: Any) -> dict[str, str]:
    """Return what front and back of these layers look like, drawn by gerbonara, as SVG."""
    with warnings.catch_warnings():
        # A board without parts on its back has no paste and no silk there.
        warnings.simplefilter("ignore")
        return {
            name: str(stack.to_pretty_svg(side=side))
            for name, side in (("front.svg", "top"), ("back.svg", "bottom"))
        }

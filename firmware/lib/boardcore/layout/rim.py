"""Layout, lights round the board: pixels that show a cell by its column and its row.

Where the board is not drilled, no pixel lies under a cell.  Then ``lights`` is ``rim``, and a
pixel names all the cells of its column or of its row; a cell is told by all its pixels together.
Pixels with ``corner`` name the cells that stand straight above others, and carry the beats.
"""

from boardcore.errors import Phrase
from boardcore.layout.schema import check
from boardcore.layout.spec import RimSpec

SAME_MM = 1
"""Largest distance of a pixel beside a cell that lies in its column or row, mm; chosen."""


def read(data, cells: int, pixels_of_cell, cell_text) -> RimSpec:
    """Return the rim of a layout; ``pixels_of_cell``: lists of numbers.

    Raises ParseError where two cells would look the same.
    """
    pixels = data["pixels"]
    check("places" in data, "lights", data["lights"], "cells, or a list of places")
    corners = [i for i in range(len(pixels)) if pixels[i].get("corner")]
    check(corners, "pixels", Phrase("none with corner"), "some with corner, which beat")
    spots = {place["cell"]: (place["x"], place["y"]) for place in data["places"]}
    near = []
    beats = bytearray(cells)
    for cell in range(cells):
        name = cell_text(cell)
        without = Phrase("%s without a place", name)
        check(name in spots, "places", without, "a place for each cell")
        for other in range(cell):
            alike = Phrase("%s and %s with the same pixels", cell_text(other), name)
            apart = pixels_of_cell[cell] != pixels_of_cell[other]
            check(apart, "pixels", alike, "different ones for each cell")
        x, y = spots[name]
        near.append(_near(pixels, pixels_of_cell[cell], spots[name]))
        far = [abs(pixels[i]["x"] - x) + abs(pixels[i]["y"] - y) for i in corners]
        beats[cell] = corners[far.index(min(far))]
    return RimSpec(tuple([bytes(found) for found in pixels_of_cell]), tuple(near), bytes(beats))


def _near(pixels, of_cell, spot) -> bytes:
    """Return the pixels at the nearer ends of a cell's column and row, and its corners."""
    x, y = spot
    found = [i for i in of_cell if pixels[i].get("corner")]
    for axis, other, here, there in (("x", "y", x, y), ("y", "x", y, x)):
        line = [i for i in of_cell if i not in found and abs(pixels[i][axis] - here) < SAME_MM]
        far = [abs(pixels[i][other] - there) for i in line]
        found += [line[i] for i in range(len(line)) if far[i] < min(far) + SAME_MM]
    return bytes(found)

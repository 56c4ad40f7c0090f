"""Boards whose balls hold loose spheres (with a bias from left to right, or upright)."""

from support.boards.shipped import data_of

LYING = 6.0
"""Diameter of the spheres of a board with a bias from left to right, mm."""
UPRIGHT = 5.0
"""Layout of free magnets with an upright bias."""


def horseshoe(share=1.0):
    """Return ten blocks beside a board of Pylos, north up on the left, down on the right."""
    return [
        [45 + side * 90, 45 + y, -40, -side * share * moment]
        for side in (-1, 1)
        for y, moment in ((-60, 7.2), (-30, 1.8), (0, 1.8), (30, 1.8), (60, 7.2))
    ]


def discs(moment=0.52):
    """Return 36 discs under a board of Pylos, all north up."""
    line = range(-30, 121, 30)
    return [[x, y, -25, moment] for y in line for x in line]


def free(bias, diameter, moment, name="pylos-hall25"):
    """Return a layout with spheres of this diameter, mm, and moment, A m2, under a bias."""
    data = data_of(name)
    data["magnet"] = {
        "shape": "sphere",
        "grade": "N42",
        "diameters_mm": [diameter],
        "moments_am2": [moment],
    }
    return data | {"bias": bias}


def lying(share=1.0):
    """Return Pylos over 25 Halls with a bias from left to right, of this share of 8 b."""
    return free(horseshoe(share), LYING, 0.117)


def upright():
    """Return Pylos over 25 Halls with an upright bias."""
    return free(discs(), UPRIGHT, 0.0677)

"""Dipole: the field of a magnet in a place at each sensor, for any direction of the magnet.

A sensor measures the field along its axis, z.  The field of a small magnet is linear in
its moment, so three numbers per place and sensor describe it: the field of
a moment along x, along y and along z.  A point dipole is right within 3 to 8 % for a
disc of 6 x 3 mm at 20 mm (firmware/docs/fields.md, section 9).

Fields are in microteslas, moments in units of the moment that the layout names: all
numbers stay near one, so a board's short floats lose nothing.
"""

from array import array

UT_MM3_PER_AM2 = 1e8
"""mu0 / 4 pi, for millimetres and microteslas."""


def response(spot, place, moment: float):
    """Return the field at a sensor along z of ``moment`` A m2 along x, y and z.

    ``spot``, ``place``: x, y, z of sensor and magnet, mm.
    """
    x, y, z = spot[0] - place[0], spot[1] - place[1], spot[2] - place[2]
    square = x * x + y * y + z * z
    # One unit vector and one cube: squares of metres would leave a short float's range.
    distance = square**0.5
    scale = UT_MM3_PER_AM2 * moment / (square * distance)
    x, y, z = x / distance, y / distance, z / distance
    return (3 * x * z * scale, 3 * y * z * scale, (3 * z * z - 1) * scale)


def responses(spots, places, moment: float):
    """Return three rows per place, one value per sensor each: ``rows[3 * place + axis]``."""
    rows = []
    for place in places:
        row = [array("f", [0] * len(spots)) for _ in range(3)]
        for sensor in range(len(spots)):
            values = response(spots[sensor], place, moment)
            for axis in range(3):
                row[axis][sensor] = values[axis]
        rows += row
    return rows

"""Field of a magnet at one place, at each sensor.

A sensor measures the field along its axis, z.  The field of a small magnet is linear in its
moment, so three numbers per place and sensor describe it for any direction: the fields of a moment
along x, along y and along z.  For a disc of 6 x 3 mm at 20 mm a point dipole is wrong by 3 to 8 %
(firmware/docs/fields.md, section 4).

Fields are in microteslas, moments in units of the layout's ``moment`` (A m2): all numbers stay
near one, which suits the 22-bit mantissa of a board's floats.
"""

UT_MM3_PER_AM2 = 1e8
"""mu0 / 4 pi, for millimetres and microteslas."""


def response(spot, place, moment: float, axis: int = 2) -> tuple:
    """Return the field along an axis at a sensor, microteslas, of a moment along x, y and z.

    ``spot``, ``place``: x, y, z of sensor and magnet, mm; ``moment``: its size, A m2; ``axis``: z
    if nothing is said.
    """
    x, y, z = spot[0] - place[0], spot[1] - place[1], spot[2] - place[2]
    square = x * x + y * y + z * z
    # A unit vector and one cube, in mm: powers of metres would leave a short float's range.
    distance = square**0.5
    scale = UT_MM3_PER_AM2 * moment / (square * distance)
    way = (x / distance, y / distance, z / distance)
    along = 3 * scale * way[axis]
    # Written out, because a comprehension is one more nested call where the search is deepest.
    return (
        along * way[0] - scale * (axis == 0),
        along * way[1] - scale * (axis == 1),
        along * way[2] - scale * (axis == 2),
    )


def bias_at(place, bias) -> list:
    """Return the field of upright magnets in the board along x, y and z, microteslas.

    ``bias``: x, y, z and moment of each, mm and A m2.  What an upright sensor feels of each
    direction is what an upright magnet makes along it.
    """
    total = [0.0, 0.0, 0.0]
    for x, y, z, moment in bias:
        fields = response(place, (x, y, z), moment)
        for axis in range(3):
            total[axis] += fields[axis]
    return total

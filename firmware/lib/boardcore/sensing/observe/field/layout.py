"""Layout check of boards with a Hall sensor under every place: what ``columns`` relies on.

A layout that cannot work is refused with its figures before anybody plays on it.
"""

from boardcore.errors import ParseError, Phrase
from boardcore.layout.schema import bad_value
from boardcore.sensing.observe.field.dipole import bias_at, response

MIN_RATIO = 1.8
"""Least ratio of the moments of two kinds: five deviations of a strength; Columns.log_sigma."""
MIN_BIAS = 10.0
"""Least bias, in units of the field of a ball on the one beside it: with 8, a third of spheres lie
more than 27 degrees off and some have a second state; free-magnets study, section 6."""
MAX_MT = 20.0
"""Largest field at a sensor, mT; a DRV5055A1 saturates at 22."""
MAX_SHARE = 0.2
"""Largest field of a piece at another place's sensor, relative to its own; relaxation needs it."""
AXES = range(3)


def check_layout(layout) -> None:
    """Check kinds, sensors and bias.  Raises ParseError, with the figures."""
    field = layout.field
    moments, places, spots = field.moments, field.places, field.spots
    if len(spots) != len(places):
        raise ParseError(
            "layout: %d sensors and %d places: expected a sensor under every place",
            len(spots),
            len(places),
        )
    for kind in range(1, len(moments)):
        ratio = moments[kind] / moments[kind - 1]
        if ratio < MIN_RATIO:
            expected = Phrase(
                "each kind at least %.1f times the one before, not %.2f", MIN_RATIO, ratio
            )
            raise bad_value("magnet.moments_am2", list(moments), expected)
    for at in range(len(places)):
        if field.circle_mm:
            break  # a ring's own sensor is nearest by far
        own = abs(_upright(spots[at], places[at], moments[0]))
        for other in range(len(places)):
            if (
                other != at
                and abs(_upright(spots[other], places[at], moments[0])) > MAX_SHARE * own
            ):
                raise ParseError(
                    "layout: sensors[%d] is too near to the place of sensors[%d]", other, at
                )
    if field.free:
        _check_bias(field)


def _upright(spot, place, moment: float) -> float:
    return response(spot, place, moment)[2]


def _check_bias(field) -> None:
    strongest = field.moments[len(field.moments) - 1]
    pitch = min([_apart(field.places[0], place) for place in field.places[1:]])
    unit = 1e8 * strongest / (pitch * pitch * pitch)
    for at in range(len(field.places)):
        place, spot = field.places[at], field.spots[at]
        fields = bias_at(place, field.bias)
        size = sum([value * value for value in fields]) ** 0.5
        if size < MIN_BIAS * unit:
            raise ParseError(
                "layout: bias makes %.2f mT at places[%d], expected at least %.2f mT, else spheres "
                "have two states",
                size / 1000,
                at,
                MIN_BIAS * unit / 1000,
            )
        most = abs(bias_at(spot, field.bias)[2]) + abs(_upright(spot, place, strongest))
        if most > 1000 * MAX_MT:
            raise ParseError(
                "layout: sensors[%d] would measure %.1f mT, expected at most %.1f mT",
                at,
                most / 1000,
                MAX_MT,
            )


def _apart(one, other) -> float:
    return sum([(one[axis] - other[axis]) ** 2 for axis in AXES]) ** 0.5

"""Check of layouts with Hall sensors for what ``columns`` and ``spheres`` rely on.

A layout that cannot work is refused with its figures before anybody plays on it.
"""

from boardcore.errors import ParseError, Phrase
from boardcore.layout.schema import check
from boardcore.sensing.observe.bank import nearest
from boardcore.sensing.observe.field.dipole import bias_at, response

MIN_RATIO = 1.8
"""Least ratio of the moments of two kinds: five deviations of a strength; Columns.log_sigma."""
SAME_RATIO = 0.25
"""Largest relative difference of the ratios of volumes and of moments: N35 and N52 differ so."""
MIN_BIAS = 10.0
"""Least bias, in units of the field of a ball on the one beside it: with 8, a third of spheres lie
more than 27 degrees off and some have a second state; free-magnets study, section 6."""
MIN_BIAS_ALOFT = 2.0
"""Least bias where balls lie on others, in the same units: with 1.9, one of 80 random boards of
``pylos-hall25`` has spheres with a second state, with 1.2 a quarter (hardware/checks.md)."""
ALOFT_MM = 5.0
"""Height above the lowest places from which a ball lies on others."""
MAX_MT = 20.0
"""Largest field at a sensor, mT; a DRV5055A1 saturates at 22."""
MAX_SHARE = 0.2
"""Largest field of a piece at another place's sensor, relative to its own; relaxation needs it."""
AXES = range(3)


def check_layout(layout) -> None:
    """Check kinds, sensors and bias.  Raises ParseError, with the figures."""
    field = layout.field
    moments, places, sensor_mm = field.moments, field.places, field.sensor_mm
    heights = [place[2] for place in places]
    if max(heights) - min(heights) > ALOFT_MM:
        if field.free:  # a bias turns no glued magnet
            _check_bias(field, MIN_BIAS_ALOFT)
        return
    if len(sensor_mm) != len(places):
        told = "layout: %d sensors and %d places: expected a sensor under every place"
        raise ParseError(told, len(sensor_mm), len(places))
    for kind in range(1, len(moments)):
        ratio = moments[kind] / moments[kind - 1]
        words = "each kind at least %.1f times the one before, not %.2f"
        expected = Phrase(words, MIN_RATIO, ratio)
        check(ratio >= MIN_RATIO, "magnet.moments_am2", list(moments), expected)
    _check_diameters(field)
    for at in range(len(places)):
        if field.circle_mm:
            break  # a ring's own sensor is nearest by far
        own = abs(_upright(sensor_mm[at], places[at], moments[0]))
        for other in range(len(places)):
            felt = abs(_upright(sensor_mm[other], places[at], moments[0]))
            if other != at and felt > MAX_SHARE * own:
                told = "layout: sensors[%d] is too near to the place of sensors[%d]"
                raise ParseError(told, other, at)
    if field.free:
        _check_bias(field, MIN_BIAS)


def _upright(spot, place, moment: float) -> float:
    return response(spot, place, moment)[2]


def _check_diameters(field) -> None:
    """Check that spheres of these diameters have moments that differ as the layout says."""
    for kind in range(1, len(field.diameters)):
        wanted = field.moments[kind] / field.moments[kind - 1]
        ratio = (field.diameters[kind] / field.diameters[kind - 1]) ** 3
        good = 1 - SAME_RATIO < ratio / wanted < 1 + SAME_RATIO
        words = "volumes that differ as moments_am2 do, %.2f times, not %.2f"
        expected = Phrase(words, wanted, ratio)
        check(good, "magnet.diameters_mm", list(field.diameters), expected)


def _check_bias(field, min_bias: float) -> None:
    strongest = field.moments[len(field.moments) - 1]
    pitch = min([_apart(field.places[0], place) for place in field.places[1:]])
    least = min_bias * 1e8 * strongest / (pitch * pitch * pitch)
    for at in range(len(field.places)):
        size = _size(bias_at(field.places[at], field.bias))
        seen = Phrase("%.2f mT at places[%d]", size / 1000, at)
        expected = Phrase("at least %.2f mT, else spheres have two states", least / 1000)
        check(size >= least, "bias", seen, expected)
    for at in range(len(field.sensor_mm)):
        spot = field.sensor_mm[at]
        near = field.places[nearest(spot, field.places)]
        most = abs(bias_at(spot, field.bias)[2]) + _size(response(spot, near, strongest))
        seen = Phrase("in a field of %.1f mT", most / 1000)
        expected = Phrase("at most %.1f mT", MAX_MT)
        check(most <= 1000 * MAX_MT, "sensors[%d]" % at, seen, expected)


def _size(vector) -> float:
    return sum([value * value for value in vector]) ** 0.5


def _apart(one, other) -> float:
    return sum([(one[axis] - other[axis]) ** 2 for axis in AXES]) ** 0.5

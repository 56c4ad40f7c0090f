"""Start: whether what a plate weighs when it is switched on is what should stand on it.

Only then the zero of the load cells is needed, and only where a calibration knows it.
"""

from boardcore.sensing.scale.moments import W, X, Y

START_G, START_MM, START_EACH_G = 6.0, 25.0, 0.3
"""Tolerance of W at power-on, the arm at which the same weight gives the tolerance of the moments,
and what each piece adds to the tolerance: zeros drift by 1 g in 10 degrees; chosen."""


def expected(tare, places, masses, changes, now) -> "list | None":
    """Return W, Mx, My as they should be, None if ``now`` is about the same.

    ``tare``: of the empty board; ``changes``: the pieces that should stand there.
    """
    least_g = START_G
    here = list(tare)
    for sign, place, kind in changes:
        mass = masses.mean(sign, place, kind)
        x, y = places[place]
        here[W] += mass
        here[X] += mass * x
        here[Y] += mass * y
        least_g += START_EACH_G
    arm = least_g * START_MM
    fits = (
        abs(now[W] - here[W]) < least_g
        and abs(now[X] - here[X]) < arm
        and abs(now[Y] - here[Y]) < arm
    )
    return None if fits else here

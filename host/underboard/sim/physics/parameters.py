"""True figures of one board and its magnets, unknown to its decoder.

Units: mm, A m2, mT, or as the name ends.  Numbers are those of firmware/docs/fields.md, section 4,
where nothing else is said.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from boardcore.layout.layout import Layout
from underboard.registry import game_of

CODES = 4096
"""Number of codes of a 12-bit converter, by its datasheet."""


@dataclass(frozen=True)
class FieldParameters:
    """True figures of one board and its pieces, unknown to its decoder."""

    moment_share: float = 1.0
    """Mean strength of the magnets, relative to the layout's."""
    moment_spread: float = 0.05
    """Relative deviation from magnet to magnet, 1 sigma."""
    gap_mm: float = 0.0
    """Thickness of the wood beyond the layout's."""
    place_mm: float = 0.3
    """Distance of a piece's magnet from its place, 1 sigma per axis."""
    max_place_mm: float = inf
    """Largest such distance."""
    level: bool = False
    """Whether pieces lie flat and are misplaced sideways only."""
    gain_spread: float = 0.05
    """Relative deviation of gains, 1 sigma; 0.01 after a calibration."""
    offset_mt: float = 1.0
    """Fixed offset of each sensor, 1 sigma."""
    earth_ut: float = 50.0
    """Constant field common to all sensors."""
    drift_ut: float = 5.0
    """Field common to all sensors that changes at each touch, 1 sigma per axis."""
    walk_ut: float = 1.0
    """Random walk of each offset, per square root of a second."""
    hum_ut: float = 0.0
    """Common shift of all sensors (supply, reference), new in each scan, 1 sigma."""
    pink_ut: float = 0.0
    """1/f noise of each sensor, 1 sigma in each decade from a tenth of a second to minutes."""
    shift_ut: float = 0.0
    """Independent shift of each sensor, new after each touch, 1 sigma."""
    reserve: int = 0
    """Number of balls beside the board; each touch moves one of them."""
    reserve_mm: float = 60.0
    """Distance of these balls from the nearest sensors."""
    tails: float = 0.0
    """Degrees of freedom of the turn of touched pieces (Student's t; few: heavy tails);
    0: normal."""
    noise_ut: float = 10.0
    """Noise of one sensor in one scan, all samples averaged."""
    single_lsb: float = 2.8
    """Noise of one conversion, included in ``noise_ut``."""
    clip_mt: float = 22.0
    """Field at which a sensor saturates."""
    steps: bool = True
    """Whether the ADC has the RP2040's steps."""
    crosstalk: float = 0.0
    """Share of the sensor read before in a settled reading; up to 0.02 is a fault."""
    jiggle_deg: float = 1.0
    """Turn of the pieces below a touched one, 1 sigma per axis (test 0.5, 2, 5)."""
    others: float = 0.2
    """Turn of all other pieces, relative to ``jiggle_deg``."""
    bump: float = 0.03
    """Probability that a touch turns one other piece far."""
    bump_deg: tuple[float, float] = (15.0, 45.0)
    respin: float = 0.02
    """Probability that a hand lifts a free piece and puts it back turned."""
    arrive_ms: tuple[float, float] = (50.0, 150.0)
    """Range of the time in which a piece comes down or goes up: the end of a move of 0.3 to 2 s."""
    friction: float = 0.2
    """Coefficient of friction of a free magnet in its hole; 0.1 to 0.4, unmeasured."""
    friction_spread: float = 0.3
    """Largest relative deviation of friction from ball to ball."""
    stiction: float = 1.25
    """Friction of a magnet that stands, relative to one that turns."""
    stuck: float = 0.0
    """Probability that the magnet of a ball sticks in its hole."""
    bias_off: float = 0.02
    """Relative deviation of all bias magnets, 1 sigma."""
    bias_spread: float = 0.02
    """Relative deviation of each bias magnet, 1 sigma."""
    bias_mm: float = 0.5
    """Misplacement of each bias magnet, 1 sigma per axis."""
    shake_deg: float = 10.0
    """Turn of the balls of an Apagos square when it is lifted, 1 sigma per axis."""

    @property
    def disturbed(self) -> bool:
        """Whether a disturbance that no decoder assumes is on."""
        return bool(self.pink_ut or self.shift_ut or self.reserve or self.tails)


def _given(layout: Layout) -> FieldParameters:
    """Return what the game's pieces are like, and hands with them."""
    return getattr(game_of(layout.game).part("physics"), "FIELD", USUAL)


USUAL = FieldParameters()
"""Section 9, for games that say nothing else."""


RING_REED_MM = 3.0
"""Largest misplacement of a ring over a reed, mm; chosen, as far as its check goes."""


def reed_parameters_of(layout: Layout) -> FieldParameters:
    """Return the parameters of a layout of reeds."""
    given = _given(layout)
    return replace(given, max_place_mm=min(given.max_place_mm, RING_REED_MM), bump=0.0)


def parameters_of(layout: Layout, **changes: Any) -> FieldParameters:
    """Return the parameters of a layout's game, with some of them changed by name."""
    return replace(_given(layout), **changes)

"""Field parameters: what is true of one board and its magnets, and unknown to its decoder.

Units: mm, A m2, mT, and what a name ends with.  Numbers are firmware/docs/fields.md's section 9
where
nothing else is said.
"""

from dataclasses import dataclass, replace
from math import inf

CODES = 4096
"""What a converter of 12 bits can say."""


@dataclass(frozen=True)
class FieldParameters:
    """True figures of one board and its pieces, unknown to its decoder."""

    moment_share: float = 1.0
    """All magnets are so strong, as a share of what the layout says."""
    moment_spread: float = 0.05
    """Deviation from magnet to magnet, 1 sigma."""
    gap_mm: float = 0.0
    """Thickness of the wood beyond the layout's."""
    place_mm: float = 0.3
    """How far beside its place a piece's magnet is, 1 sigma per axis."""
    place_most_mm: float = inf
    """It is never farther than this."""
    level: bool = False
    """Pieces lie flat: they are misplaced sideways only."""
    gain_spread: float = 0.05
    """Deviation from sensor to sensor; 0.01 after a calibration."""
    offset_mt: float = 1.0
    """Fixed offset of each sensor, 1 sigma."""
    earth_ut: float = 50.0
    """A field that is everywhere the same and stays."""
    drift_ut: float = 5.0
    """Such a field, another one after each touch, 1 sigma per axis."""
    walk_ut: float = 1.0
    """Slow walk of the offset, per square root of a second."""
    hum_ut: float = 0.0
    """A shift of all sensors alike (supply, reference), another one in each scan, 1 sigma."""
    pink_ut: float = 0.0
    """1/f noise of each sensor, 1 sigma in each decade from a tenth of a second to minutes."""
    shift_ut: float = 0.0
    """A shift of each sensor by itself, another one after each touch, 1 sigma."""
    reserve: int = 0
    """Number of balls beside the board; each touch moves one of them."""
    reserve_mm: float = 60.0
    """So far from the nearest sensors."""
    tails: float = 0.0
    """Degrees of freedom of how far touched pieces turn (Student's t: few are heavy tails); 0:
    normal."""
    noise_ut: float = 10.0
    """Noise of one sensor in one scan, all samples averaged."""
    single_lsb: float = 2.8
    """Noise of one conversion, a part of that."""
    clip_mt: float = 22.0
    """Where a sensor ends."""
    steps: bool = True
    """Whether the ADC has the RP2040's steps."""
    crosstalk: float = 0.0
    """Share of the sensor read before that stays after settling; up to 0.02 is a fault."""
    jiggle_deg: float = 1.0
    """How far those turn that a touched piece rests on, 1 sigma per axis (test 0.5, 2, 5)."""
    others: float = 0.2
    """Share of that jiggle by which all others turn."""
    bump: float = 0.03
    """How often a touch turns one other piece far."""
    bump_deg: tuple[float, float] = (15.0, 45.0)
    respin: float = 0.02
    """How often a hand lifts a free piece and puts it back where it was, turned."""
    arrive_ms: tuple[float, float] = (50.0, 150.0)
    """How long a piece in a hand comes down, and goes up: the ends of a way of 0.3 to 2 s."""
    shake_deg: float = 10.0
    """How far the balls of an Apagos square turn when it is lifted, per axis."""

    @property
    def disturbed(self) -> bool:
        """Whether sensors feel what no decoder assumes."""
        return bool(self.pink_ut or self.shift_ut or self.reserve or self.tails)


PARAMETERS = {
    "pylos": FieldParameters(),
    "gyges": FieldParameters(
        moment_spread=0.04, place_mm=2.0, place_most_mm=5.0, level=True, noise_ut=20.0,
        jiggle_deg=0.0, others=0.0, bump=0.0, respin=0.0,
    ),
    "apagos": FieldParameters(jiggle_deg=2.0, others=0.0, respin=0.0),
}  # fmt: skip
"""Section 9 for each game; Apagos' jiggle is section 6's."""


def parameters_of(layout, **changes) -> FieldParameters:
    """Return the parameters of a layout's game, with some of them changed by name."""
    return replace(PARAMETERS[layout.game], **changes)

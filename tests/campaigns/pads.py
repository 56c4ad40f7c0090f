"""Pads of our printed circuits, compared with KiCad's own footprints where these are installed.

    apt install kicad-footprints
    python tests/campaigns/pads.py

Prints, for each of our footprints, the largest distance of a pad from KiCad's, both measured from
pad 1, and both holes.  The exit status is 1 if a pad is missing, lies more than 0.1 mm elsewhere,
or has a hole of another size by more than 0.15 mm.
"""

import argparse
import math
import re
import sys
from pathlib import Path

from underboard.hardware.pcb.footprints import (
    Footprint,
    chip,
    flat_chip,
    header,
    jack,
    pixel,
    small,
)

LIBRARY = Path("/usr/share/kicad/footprints")
PLACE_MM, HOLE_MM = 0.1, 0.15
"""Largest differences; chosen: a tenth of the smallest pad, and a leg that still goes in."""
EIGHT = tuple("12345678")
PAIRS: tuple[tuple[Footprint, str], ...] = (
    (header("J", "", 0, 0, EIGHT), "Connector_PinHeader_2.54mm/PinHeader_1x08_P2.54mm_Vertical"),
    (small("C", "", 0, 0, ("a", "b")), "Capacitor_SMD/C_0805_2012Metric"),
    (chip("U", "", 0, 0, ("",) * 14), "Package_DIP/DIP-14_W7.62mm"),
    (chip("U", "", 0, 0, ("",) * 16), "Package_DIP/DIP-16_W7.62mm"),
    (flat_chip("U", "", 0, 0, ("",) * 24), "Package_SO/SOIC-24W_7.5x15.4mm_P1.27mm"),
    (pixel("D", 0, 0, ("a", "b", "c", "d")), "LED_SMD/LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm"),
    (jack("J", 0, 0, EIGHT), "Connector_RJ/RJ45_Ninigi_GE"),
    (jack("J", 0, 0, EIGHT), "Connector_RJ/RJ45_Amphenol_54602-x08_Horizontal"),
)
PAD = re.compile(
    r'\(pad "?([^" ]*)"? \w+ \w+ \(at ([-\d.]+) ([-\d.]+)[^)]*\) '
    r"\(size [-\d.]+ [-\d.]+\)(?: \(drill ([\d.]+)\))?"
)

Spots = list[tuple[str, float, float, float]]
"""Name of each pad, its place from pad 1, and its hole, in mm; pegs have no name."""


def ours(footprint: Footprint) -> Spots:
    """Return the pads and pegs of one of our footprints."""
    first = footprint.pads[0]
    pads = [(pad.name, pad.x - first.x, pad.y - first.y, pad.drill) for pad in footprint.pads]
    return pads + [("", x - first.x, y - first.y, hole) for x, y, hole in footprint.pegs]


def theirs(text: str) -> Spots:
    """Return the pads and pegs of a footprint of KiCad."""
    pads = [(name, float(x), float(y), float(hole or 0)) for name, x, y, hole in PAD.findall(text)]
    _, left, top, _ = next(pad for pad in pads if pad[0] == "1")
    return [(name, x - left, y - top, hole) for name, x, y, hole in pads]


def compare(mine: Spots, known: Spots) -> tuple[float, float]:
    """Return the largest distance of a pad and the largest difference of a hole; inf if missing."""
    far, wide = 0.0, 0.0
    for name, x, y, hole in mine:
        same = [
            (math.dist((x, y), pad[1:3]), abs(hole - pad[3])) for pad in known if pad[0] == name
        ]
        distance, difference = min(same, default=(math.inf, math.inf))
        far, wide = max(far, distance), max(wide, difference)
    return far, wide


def main() -> int:
    """Compare all; return 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=LIBRARY)
    library = parser.parse_args().library
    if not library.is_dir():
        print(f"no footprints in {library}: apt install kicad-footprints", file=sys.stderr)
        return 2
    wrong = 0
    for footprint, name in PAIRS:
        folder, _, part = name.partition("/")
        text = (library / f"{folder}.pretty" / f"{part}.kicad_mod").read_text("utf-8")
        far, wide = compare(ours(footprint), theirs(text))
        is_same = far <= PLACE_MM and wide <= HOLE_MM
        wrong += not is_same
        print(f"{'same' if is_same else 'OTHER'}  {part}: places {far:.3f} mm, holes {wide:.2f} mm")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

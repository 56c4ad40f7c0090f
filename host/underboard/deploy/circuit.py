"""Identification of a printed circuit from the text on its copper."""

import re

from underboard.errors import UnderboardError

CIRCUITS = {
    "UB-1": (2, "-scale4"),
    "UB-2": (2, "gyges-hall38"),
    "UB-3": (2, "pylos-hall25"),
    "UB-4": (2, "pods12"),
    "UB-5": (2, "pods12"),
    "UB-6": (1, "-scale4"),
}
"""Newest revision by the number that is printed on the copper, and what is in the layout's name."""
CIRCUIT = "UNDERBOARD_CIRCUIT"
"""The setting that keeps it; the firmware does not need it."""
COMMENT = "# What is printed on the copper of this board's circuit."
PRINTED = re.compile(r"(UB-\d+) revision (\d+)")


def parse_circuit(text: str) -> tuple[str, int] | None:
    """Return number and revision of what is printed on the copper, None if it is not ours.

    >>> parse_circuit("UB-3 revision 1"), parse_circuit("UB-77 revision 1")
    (('UB-3', 1), None)
    """
    found = PRINTED.fullmatch(text.strip())
    if not found or found[1] not in CIRCUITS:
        return None
    return found[1], int(found[2])


def check_circuit(text: str) -> None:
    """Raise UnderboardError if this is printed on none of our circuits."""
    if parse_circuit(text) is None:
        known = ", ".join(f"{number} revision {newest}" for number, (newest, _) in CIRCUITS.items())
        raise UnderboardError("'%s' is printed on no circuit: expected one like %s", text, known)


def fits(number: str, layout: str) -> bool:
    """Return True if a printed circuit was made for a layout.

    >>> fits("UB-1", "gyges-scale4"), fits("UB-2", "pylos-hall25")
    (True, False)
    """
    return CIRCUITS[number][1] in layout

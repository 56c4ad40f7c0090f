"""Table of the printed circuits, by layout."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from underboard.deploy.strip import strip
from underboard.errors import UnderboardError
from underboard.hardware.build_plan import BUTTON, BuildPlan
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.pcb import carrier, hall_board, kicad, occupancy, ordering, pods, router
from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.scale_board import scale_board
from underboard.hardware.tables import table

FOLDER, MADE = "circuits", "made.csv"
"""Where printed circuits lie in hardware/, and the table of what each was made of."""


def boards(plan: BuildPlan) -> dict[str, Pcb]:
    """Return the boards of a layout by the names of their files, placed but not routed.

    Raises UnderboardError if none was drawn for it.
    """
    if plan.weighs:
        made = {"carrier": carrier.carrier(plan)}
        return made | ({"scale-board": scale_board(plan)} if plan.kind == "hx711" else {})
    if plan.name in hall_board.SITES:
        return {f"{plan.game}-floor": hall_board.floor(plan)}
    if plan.piece == BUTTON:
        return {"pods-hub": pods.hub(plan), "pods-pod": pods.pod(plan)}
    known = ", ".join(["layouts with load cells", *sorted(hall_board.SITES), "pods12"])
    raise UnderboardError("'%s' has no printed circuit: expected one of %s", plan.name, known)


def has_boards(plan: BuildPlan) -> bool:
    """Return True if there is a printed circuit for a layout."""
    return plan.weighs or plan.name in hall_board.SITES or plan.piece == BUTTON


def digest(board: Pcb) -> str:
    """Return what a board is made of as one word: its files without tracks, and the router."""
    bare = replace(board, tracks=[], vias=[])
    texts = (kicad.pcb(bare), *(make(bare) for make in ordering.LISTS.values()))
    # Words about the router change no track.
    sources = (strip(Path(module.__file__ or "").read_bytes()) for module in (occupancy, router))
    makers = [line for source in sources for line in source.splitlines() if line.strip()]
    data = [text.encode() for text in texts] + makers
    return hashlib.sha256(b"\0".join(data)).hexdigest()[:16]


def placed(plans: Iterable[BuildPlan]) -> dict[str, Pcb]:
    """Return every board of these layouts by name, not routed; of plates, the first one's."""
    found: dict[str, Pcb] = {}
    for plan in plans:
        if has_boards(plan):
            for name, board in boards(plan).items():
                found.setdefault(name, board)
    return found


def made_table(plans: Iterable[BuildPlan], kept: Mapping[str, Mapping[str, bytes]]) -> bytes:
    """Return the table that tells stale circuits without routing them: a row for each board."""
    rows = [
        (name, board.name, board.hand_joints(), digest(board), _sum(kept[name]))
        for name, board in placed(plans).items()
    ]
    return table(HEADS, rows).encode()


HEADS = ("circuit", "printed on it", "joints by hand", "made of", "files")


def stale(plans: Iterable[BuildPlan], folder: Path) -> list[str]:
    """Return the circuits whose files are not those that would be made now."""
    plans = list(plans)
    kept = {}
    for name in placed(plans):
        paths = [folder / name / file for file in names(name)]
        kept[name] = {path.name: path.read_bytes() for path in paths if path.is_file()}
    there = folder / MADE
    lines = there.read_bytes().splitlines() if there.is_file() else []
    fresh = made_table(plans, kept).splitlines()
    return [line.decode().split(",")[0] for line in fresh if line not in lines]


def names(name: str) -> list[str]:
    """Return the names of a circuit's files."""
    return [*ordering.LISTS, "nets.csv",
            *(f"{name}.{end}" for end in ("kicad_pcb", "kicad_pro", "svg"))]  # fmt: skip


def _sum(files: Mapping[str, bytes]) -> str:
    parts = [part for name in sorted(files) for part in (name.encode(), files[name])]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def wanted(plan: BuildPlan, board: Pcb) -> dict[str, set[str]]:
    """Return the nets that a board must have: those of the wiring table that reach it.

    A pin is on the board if its part is, or if a socket there stands for it.
    """
    pins = {pad.pin for part in board.parts for pad in part.pads}
    refs = {pin.split(":")[0] for pin in pins if pin}
    found = {
        net: {pin for pin in on if pin.split(":")[0] in refs and not _beyond(plan, pin)}
        for net, on in circuit_of(plan).nets.items()
    }
    for pin, net in board.extra.items():
        found.setdefault(net, set()).add(pin)
    return {net: on for net, on in found.items() if on}


def _beyond(plan: BuildPlan, pin: str) -> bool:
    """Return True if a pin lies on the far side of what is plugged in: a module, a string."""
    ref, pole = pin.split(":", 1)
    if plan.weighs and ref == "P0":
        return pole == "DOUT"
    return ref[0] == "M" and ref[1:].isdigit() and pole in ("E+", "E-", "A+", "A-", "RATE")

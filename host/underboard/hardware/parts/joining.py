"""Ways to join the electronics of a plate (solder joints, hours and price of each)."""

from collections.abc import Sequence

from underboard.hardware import light_paths
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.parts.bom import PartsCost, bom, price, used
from underboard.hardware.parts.bom_line import PartKind, PartLine, line_of
from underboard.hardware.parts.labour import MINUTES, work
from underboard.hardware.parts.prices import CURRENCY, DATE
from underboard.hardware.pcb.circuits import boards
from underboard.hardware.tables import markdown

PAGE = "no-solder.md"
MARK = ("<!-- ways: made by python -m underboard.hardware -->", "<!-- end of ways -->")
RAILS = {"stripboard", "jumpers"}
ON_BOARD = RAILS | {"M1 to M4", "C10 to C13", "F1", "C1", "R1", "D1"}
"""Lines of the list that a board filled by the factory makes needless."""
HEADS = ("way", "joined by hand", "solder joints", "hours",
         *(f"{name} {CURRENCY}" for name in ("from", "typically", "to")),
         f"typically, of five boards one {CURRENCY}")  # fmt: skip


def _row(
    way: str, hand: str, joints: int, plan: BuildPlan, parts: list[PartLine]
) -> Sequence[object]:
    saved = (work(plan).joints - joints) * MINUTES["joint"] / 60
    cost: PartsCost = price(parts)
    return (way, hand, joints, round(work(plan).hours - saved), *map(round, cost),
            round(used(parts).typical))  # fmt: skip


def rows(plan: BuildPlan) -> list[Sequence[object]]:
    """Return a row for each way to join a plate's electronics."""
    parts, made = bom(plan), boards(plan)
    nets = circuit_of(plan).nets.values()
    pins = sum(pin.split(":")[0] in ("M1", "M2", "M3", "M4") for net in nets for pin in net)
    bare = line_of("UB-1", PartKind("carrier", "bare boards"), 1, "")
    filled = line_of("UB-6", PartKind("board of a plate", "filled boards"), 1, "")
    kit = [
        line_of("modules", PartKind("Qwiic Scale", "NAU7802 module"), 4, ""),
        line_of("terminals", PartKind("for the Pico", "screw-terminal board"), 1, ""),
        line_of("cables", PartKind("Qwiic to open ends", "Qwiic cable"), 4, ""),
        line_of("levers", PartKind("Wago 221", "lever connector"), 8, ""),
    ]

    def without(gone: set[str], more: list[PartLine]) -> list[PartLine]:
        return [part for part in parts if part.part not in gone] + more

    return [
        _row(f"wires and stripboard ([wiring.csv]({plan.name}/wiring.csv))", "everything",
             work(plan).joints, plan, parts),
        _row("[carrier](circuits/README.md) UB-1 and bought modules",
             "sockets, fuse, diode, capacitors, the modules' pins and leads",
             made["carrier"].hand_joints() + pins, plan, without(RAILS, [bare])),
        _row("**board of a plate**, UB-6, filled by the factory", "nothing: screws and plugs",
             made["scale-board"].hand_joints(), plan, without(ON_BOARD, [filled])),
        _row("**kit of modules with plugs**", "nothing: screws, springs and plugs", 0, plan,
             without({"M1 to M4", "C10 to C13"} | RAILS, kit)),
    ]  # fmt: skip


def with_table(text: str, plans: list[BuildPlan]) -> str:
    """Return the page with its table of ways made anew, for the smallest drilled plate."""
    plan = min(
        (p for p in plans if p.weighs and light_paths.drilled(p)), key=lambda p: len(p.pixels)
    )
    before, _, rest = text.partition(MARK[0])
    _, _, after = rest.partition(MARK[1])
    note = f"Prices: whole packs for `{plan.name}`, estimated in {DATE} without asking a shop."
    return "\n".join([before + MARK[0], *markdown(HEADS, rows(plan)), "", note, MARK[1]]) + after

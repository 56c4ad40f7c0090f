"""The table of what is printed, with sizes, weights and hours, in hardware/printed.md."""

from collections.abc import Iterable

from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.shapes import scad
from underboard.hardware.shapes.parts import solids
from underboard.hardware.tables import markdown

PAGE = "printed.md"
HEADS = ("part", "for", "mm", "g", "hours")


def rows(plans: Iterable[BuildPlan]) -> list[tuple[str, ...]]:
    """Return a row for each part that is printed; boards that share one share its row."""
    found: dict[tuple[str, ...], list[str]] = {}
    for plan in plans:
        for solid in solids(plan):
            if not solid.flat:
                grams, hours = scad.weight(solid)
                size = " × ".join(f"{round(side, 1):g}" for side in solid.size)
                key = (f"`{solid.name}`", size, f"{grams:.1f}", f"{hours:.1f}")
                found.setdefault(key, []).append(plan.name)
    return [(key[0], ", ".join(names), *key[1:]) for key, names in found.items()]


def with_table(text: str, plans: Iterable[BuildPlan]) -> str:
    """Return the page with its table made anew.  Raises UnderboardError without manifold3d."""
    head, _, _ = text.partition(f"| {HEADS[0]} |")
    return head + "\n".join(markdown(HEADS, rows(plans))) + "\n"

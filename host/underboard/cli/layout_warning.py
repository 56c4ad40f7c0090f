"""Warnings about a layout that does not pass its own checks."""

from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.texts.lazy import LazyText, all_spoken


def unfit(data: JsonObject, texts: Texts) -> list[str]:
    """Return one sentence with the figures if a layout fails checks, else nothing.

    Raises UnderboardError where no move can be recognized; a limit that the layout itself states
    (``build.accepted``) is a warning.
    """
    # Imported here, because most boards have nothing to do with drawings, and it takes NumPy.
    from underboard.hardware.checks.registry import VITAL, WRONG
    from underboard.hardware.checks.verdict import failing

    rows = failing(data)
    for row in rows:
        if row.name in VITAL and row.verdict == WRONG:
            raise UnderboardError(
                "layout %s cannot be played: %s: %s, expected: %s; hardware/checks.md says why",
                data["name"],
                LazyText(row.name),
                row.value,
                row.limit,
            )
    if not rows:
        return []
    told = []
    for row in rows:
        names = {"name": LazyText(row.name), "value": row.value, "limit": row.limit}
        told.append(texts("cli.unfit.check", **all_spoken(names, texts.language)))
    return [texts("cli.unfit", layout=data["name"], checks="; ".join(told))]

"""Verdict whether a layout can be built (each check with number, limit and margin)."""

from underboard.errors import UnderboardError
from underboard.hardware.build_plan import BuildPlan, plan_of

# Each of these modules puts its checks into RULES, in this order.
from underboard.hardware.checks import currents, light, magnets, pins, scale  # noqa: F401
from underboard.hardware.checks.registry import EXPLAINED, GOOD, RULES, WRONG, Check
from underboard.jsontype import JsonObject


def check(plan: BuildPlan, only: str = "") -> list[Check]:
    """Return every check that this kind of board has, or ``only`` the one of this name."""
    rows = []
    for name, function in RULES:
        for found in function(plan) if only in ("", name) else ():
            verdict, why = GOOD, found.why
            if not found.good:
                verdict = EXPLAINED if name in plan.accepted else WRONG
                why = ": ".join(filter(None, (why, plan.accepted.get(name, ""))))
            rows.append(Check(name, found.value, found.limit, found.margin, verdict, why))
    known = {name for name, _ in RULES}
    for name in plan.accepted:
        if name not in known:
            why = "build.accepted explains a check that does not exist"
            rows.append(Check("explanations", name, "a check of this board", None, WRONG, why))
    return rows


def failing(data: JsonObject) -> list[Check]:
    """Return the checks that a layout does not pass, explained or not, each name once.

    Empty if it cannot be drawn: nothing is known of how it is made.
    """
    try:
        bad = [row for row in check(plan_of(data)) if row.verdict != GOOD]
    except (UnderboardError, ValueError):
        return []
    return list({row.name: row for row in reversed(bad)}.values())[::-1]

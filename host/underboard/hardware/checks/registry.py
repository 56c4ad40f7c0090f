"""Definition and registry of the hardware checks."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from underboard.hardware.build_plan import BuildPlan

GOOD, EXPLAINED, WRONG = "good", "explained", "wrong"


class Check(NamedTuple):
    """One line of the table.  ``margin``: percent of the limit that is left, None for yes or no."""

    name: str
    value: str
    limit: str
    margin: float | None
    verdict: str
    why: str


class CheckResult(NamedTuple):
    """Findings of a check, before the layout's own explanations are heard."""

    value: str
    limit: str
    good: bool
    margin: float | None = None
    why: str = ""


Rule = Callable[[BuildPlan], Iterator[CheckResult]]
RULES: list[tuple[str, Rule]] = []
"""Every check by name, in the order of the table."""


def rule(name: str) -> Callable[[Rule], Rule]:
    """Put a function into the table of checks."""

    def keep(function: Rule) -> Rule:
        RULES.append((name, function))
        return function

    return keep


def below(value: float, limit: float, unit: str, why: str = "") -> CheckResult:
    """Judge a value that must not exceed a limit."""
    return CheckResult(
        f"{value:.3g} {unit}",
        f"at most {limit:.3g} {unit}",
        value <= limit,
        100 * (limit - value) / limit,
        why,
    )


def above(value: float, limit: float, unit: str, why: str = "") -> CheckResult:
    """Judge a value that must reach a limit."""
    return CheckResult(
        f"{value:.3g} {unit}",
        f"at least {limit:.3g} {unit}",
        value >= limit,
        100 * (value - limit) / limit,
        why,
    )

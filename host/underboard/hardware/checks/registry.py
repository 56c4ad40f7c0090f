"""Definition and registry of the hardware checks."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from underboard.hardware.build_plan import BuildPlan
from underboard.texts.lazy import LazyText

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
VITAL: set[str] = set()
"""Checks without which no move is recognized: who fails one without saying why is not played."""


def rule(name: str, vital: bool = False) -> Callable[[Rule], Rule]:
    """Put a function into the table of checks."""

    def keep(function: Rule) -> Rule:
        RULES.append((name, function))
        VITAL.update([name] if vital else [])
        return function

    return keep


def figure(value: float, unit: str) -> LazyText:
    """Return a value as people read it."""
    return LazyText("%s %s", f"{value:.3g}", LazyText(unit))


def below(value: float, limit: float, unit: str, why: str = "") -> CheckResult:
    """Judge a value that must not exceed a limit."""
    return CheckResult(
        figure(value, unit),
        LazyText("at most %s", figure(limit, unit)),
        value <= limit,
        100 * (limit - value) / limit,
        why,
    )


def above(value: float, limit: float, unit: str, why: str = "") -> CheckResult:
    """Judge a value that must reach a limit."""
    return CheckResult(
        figure(value, unit),
        LazyText("at least %s", figure(limit, unit)),
        value >= limit,
        100 * (value - limit) / limit,
        why,
    )

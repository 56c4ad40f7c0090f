"""Findings of a diagnosis, each with the key of its sentence."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: ``level`` is ok, note (worth knowing) or bad."""

    check: str
    level: str
    key: str
    names: dict[str, Any] = field(default_factory=dict)


def ok(check: str, key: str, **names: object) -> Finding:
    """Return a finding that is as it should be."""
    return Finding(check, "ok", key, names)


def note(check: str, key: str, **names: object) -> Finding:
    """Return a finding that is worth knowing."""
    return Finding(check, "note", key, names)


def bad(check: str, key: str, **names: object) -> Finding:
    """Return a finding that must be repaired."""
    return Finding(check, "bad", key, names)

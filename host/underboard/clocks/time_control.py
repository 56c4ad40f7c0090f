"""Time controls (Fischer, Bronstein delay, sand-glass) and their typed form.

>>> read("10m+5s"), read("5m delay 3s"), read("glass 90s")
(TimeControl('10m+5s'), TimeControl('5m-delay-3s'), TimeControl('glass-1m30s'))
"""

import re
from dataclasses import dataclass

from boardcore.errors import ParseError

FISCHER, BRONSTEIN, GLASS = "fischer", "bronstein", "glass"
NONE = "none"
"""Words for a game without a clock."""
TIME = "(?:[0-9]{1,3}h)?(?:[0-9]{1,4}m)?(?:[0-9]{1,5}s)?"
FORMS = (
    (FISCHER, re.compile(rf"(?P<start>{TIME})(?:\+(?P<step>{TIME}))?")),
    (BRONSTEIN, re.compile(rf"(?P<start>{TIME})-delay-(?P<step>{TIME})")),
    (GLASS, re.compile(rf"glass-(?P<start>{TIME})")),
)
MIN_MS, MAX_MS = 5_000, 24 * 3_600_000
"""Initial time of a side: 5 s to 24 h; chosen."""
MAX_STEP_MS = 600_000


@dataclass(frozen=True)
class TimeControl:
    """How much time each side has at first, and what a turn gives, in ms.

    ``kind``: FISCHER adds ``step_ms`` after each turn; BRONSTEIN gives back what the turn took,
    at most ``step_ms``; GLASS gives the other side what one side takes.
    """

    kind: str
    start_ms: int
    step_ms: int = 0

    @property
    def text(self) -> str:
        """Typed form."""
        start, step = duration(self.start_ms), duration(self.step_ms)
        if self.kind == GLASS:
            return f"glass-{start}"
        if self.kind == BRONSTEIN:
            return f"{start}-delay-{step}"
        return f"{start}+{step}" if self.step_ms else start

    def __repr__(self) -> str:
        return f"TimeControl({self.text!r})"


def read(text: str) -> TimeControl:
    """Read a clock as people type it; raises ParseError with examples for anything else."""
    plain = "-".join(text.lower().split())
    for kind, form in FORMS:
        match = form.fullmatch(plain)
        if match:
            given = match.groupdict()
            start, step = _ms(given["start"]), _ms(given.get("step"))
            if MIN_MS <= start <= MAX_MS and 0 <= step <= MAX_STEP_MS:
                if step or given.get("step") is None:
                    return TimeControl(kind, start, step)
    raise ParseError(
        "'%s' is not a clock: expected 5s to 24h like 10m, 10m+5s, 5m-delay-3s or glass-3m, "
        "or none",
        text[:40],
    )


def duration(ms: int) -> str:
    """Return a time as people type it: ``1h30m``, ``90s`` is ``1m30s``."""
    seconds = ms // 1000
    parts = ((seconds // 3600, "h"), (seconds // 60 % 60, "m"), (seconds % 60, "s"))
    return "".join(f"{count}{unit}" for count, unit in parts if count) or "0s"


def _ms(text: str | None) -> int:
    units = {"h": 3600, "m": 60, "s": 1}
    found = re.findall(r"(\d+)([hms])", text or "")
    return sum(1000 * int(count) * units[unit] for count, unit in found)

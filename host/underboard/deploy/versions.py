"""Versions of the firmware in this program and on a drive, and their order.

Which CircuitPython they need stands in ``install.py``.
"""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

VERSION_FILE = "lib/boardio/firmware.py"
"""The one place of the version; the host package takes its own from there, too."""
VERSION_LINE = re.compile(r'^VERSION = "([^"]+)"', re.MULTILINE)


def version_in(folder: Path) -> str:
    """Return the version of the firmware in a folder or drive, empty if there is none."""
    try:
        return version_of((folder / VERSION_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""


def version_of(source: str) -> str:
    """Return the version in the source of the firmware, empty if there is none."""
    line = VERSION_LINE.search(source)
    return line[1] if line else ""


@cache
def our_version() -> str:
    """Return the version of the firmware that this program carries."""
    # Read, not imported: drivers are for boards.
    found = find_spec("boardio")
    assert found
    assert found.origin
    source = Path(found.origin).with_name("firmware.py")
    return version_of(source.read_text(encoding="utf-8"))


OLDER, SAME, NEWER, UNKNOWN = "older", "same", "newer", "unknown"


def age(there: str, here: str) -> str:
    """Return OLDER, SAME or NEWER for a version beside ours, UNKNOWN for what is no version.

    >>> age("0.9.2", "1.0.0"), age("1.0.0", "1.0.0"), age("1.0.10", "1.0.9"), age("x", "1.0.0")
    ('older', 'same', 'newer', 'unknown')
    """
    if there == here:
        return SAME
    one, other = _numbers(there), _numbers(here)
    if not one or not other:
        return UNKNOWN
    return OLDER if one < other else NEWER


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split("."))) if re.fullmatch(r"\d+(\.\d+)*", version) else ()

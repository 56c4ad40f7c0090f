"""A board's ``settings.toml``, read as a board does, and merged with a person's own."""

import re

from underboard.deploy.circuit import CIRCUIT, COMMENT
from underboard.errors import UnderboardError

LINE = re.compile(r"^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=")


def read_settings(text: str) -> dict[str, str]:
    """Return the settings of a ``settings.toml`` as a board reads them: all texts.

    Raises ValueError for a line that a board refuses.
    """
    settings = {}
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, equals, value = line.partition("=")
        value = value.strip()
        if not equals or not name.strip().replace("_", "").isalnum():
            raise ValueError("Invalid format")
        if value.startswith('"'):
            value, quote, rest = value[1:].partition('"')
            if not quote or (rest.strip() and not rest.strip().startswith("#")):
                raise ValueError("Invalid format")
        else:
            value = value.partition("#")[0].strip()
            int(value, 0)
        settings[name.strip()] = value
    return settings


def merge_settings(ours: str, present: bytes | None) -> str:
    """Return our settings with the values that a person has given, and all their other lines.

    Raises UnderboardError if the file on the drive is damaged.
    """
    if present is None:
        return ours
    try:
        theirs = present.decode("utf-8")
        read_settings(theirs)
    except ValueError as error:
        raise UnderboardError(
            "settings.toml on the drive cannot be read (%s): repair or remove it", error
        ) from None
    lines = {found.group(1): line for line in theirs.splitlines() if (found := LINE.match(line))}
    merged = []
    for line in ours.splitlines():
        found = LINE.match(line)
        merged.append(lines.pop(found.group(1), line) if found else line)
    if circuit := lines.pop(CIRCUIT, ""):
        merged += ["", COMMENT, circuit]
    if lines:
        merged += ["", "# Not Underboard's."] * (merged[-1:] != [""]) + list(lines.values())
    text = "\n".join(merged) + "\n"
    return theirs if _lines(text) == _lines(theirs) else text


def _lines(text: str) -> list[str]:
    """Return what a file says, whatever blanks and empty lines are around it."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def set_setting(text: str, name: str, value: str) -> str:
    """Return settings in which one text has this value; a missing one comes at the end."""
    lines = [
        f'{name} = "{value}"' if (found := LINE.match(line)) and found.group(1) == name else line
        for line in text.splitlines()
    ]
    if name not in read_settings(text):
        lines += ["", COMMENT, f'{name} = "{value}"']
    return "\n".join(lines) + "\n"

"""Text keys (each is asked for somewhere in the program)."""

import re
from pathlib import Path

import pytest

import underboard
from underboard import texts
from underboard.registry import games

HOST = Path(underboard.__file__).parent
SOURCES = [
    *(HOST.parents[1] / "firmware/lib").rglob("*.py"),
    *(path for end in ("*.py", "*.js", "*.html", "lessons.json") for path in HOST.rglob(end)),
]
AREAS = [*sorted(path.stem for path in (HOST / "texts/en").glob("*.json")), *games()]
STRING = re.compile(r"\"([^\"\\\n]*)\"|'([^'\\\n]*)'|`([^`\\]*)`")
FIELD = re.compile(r"\$?\{[^{}]*\}")
GAP = "\0"


def strings_in(text: str) -> set[str]:
    """Return the strings of a source, also those within strings; a field is one character."""
    found = set()
    for groups in STRING.findall(text):
        string = "".join(groups)
        found |= {FIELD.sub(GAP, string)} | strings_in(string)
    return found


@pytest.mark.slow
def test_every_key_is_asked_for():
    """A key is asked for by its name, or by a pattern whose gaps hold words of the sources."""
    strings = set().union(*(strings_in(path.read_text(encoding="utf-8")) for path in SOURCES))
    words = {word for text in strings for word in re.split(r"[^\w+-]+", text)}
    words |= {word.lower() for word in words}
    beginnings = [text + GAP for text in strings if text.endswith(".")]
    patterns = [
        re.compile("(.+)".join(map(re.escape, text.split(GAP))))
        for text in [*strings, *beginnings]
        if GAP in text and " " not in text and re.search(r"\w{2}[.-]", text)
    ]

    def asked(key: str) -> bool:
        if len(key) == 1 or key in strings or key in words:
            return True
        gaps = (found.groups() for pattern in patterns if (found := pattern.fullmatch(key)))
        return any(all(asked(word) for part in row for word in part.split(".")) for row in gaps)

    unused = [
        f"{area}.{key}"
        for area in AREAS
        for key in texts.written("en", area)
        if not asked(f"{area}.{key}") and not asked(key)
    ]
    assert unused == []

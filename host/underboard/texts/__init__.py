"""The words for people, English and French, looked up by key.

``texts/LANG/AREA.json`` holds flat pairs of key and sentence; a key is asked
for as ``area.key``.
"""

import json
import locale
import os
from functools import cache
from importlib import resources

from underboard.texts.grammar import Grammar

LANGUAGES = ("en", "fr")


def default_language() -> str:
    """Return ``fr`` where the locale is French, else ``en``."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        value = os.environ.get(name)
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "fr" if (locale.getlocale()[0] or "").lower().startswith("fr") else "en"


@cache
def area(language: str, name: str) -> dict[str, str]:
    """Return all sentences of one area."""
    path = resources.files(__name__) / language / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def rules_page(language: str, name: str) -> str:
    """Return the rules of a game as a page of at most 80 columns."""
    path = resources.files(__name__) / language / "rules" / f"{name}.txt"
    return path.read_text(encoding="utf-8").rstrip()


class Texts:
    """Speaks one language: ``texts("rules.not-free", cell="b2")``."""

    def __init__(self, language: str = "") -> None:
        self.language = language or default_language()

    def __call__(self, key: str, **values: object) -> str:
        """Return the sentence of ``area.key`` with its names filled in."""
        name, _, rest = key.partition(".")
        return Grammar(self.language).format(area(self.language, name)[rest], **values)

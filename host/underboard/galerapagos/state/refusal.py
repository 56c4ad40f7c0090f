"""A rule's short name, and its sentence in any language."""

from boardcore.errors import IllegalMove
from underboard.jsontype import JsonObject
from underboard.texts import Texts


def worded(texts: Texts, key: str, values: JsonObject) -> str:
    """Return the sentence of ``key``, with cards and other words in that language."""
    spoken = {
        name: texts(f"galerapagos.{WORDS[name]}.{value}") if name in WORDS and value else value
        for name, value in values.items()
    }
    return texts(f"galerapagos.{key}", **spoken)


WORDS = {
    "card": "card",
    "action": "action",
    "reason": "reason",
    "how": "how",
    "phase": "phase",
    "entry": "entry",
    "what": "what",
}
"""Values that are keys themselves, and the group of texts they belong to."""


class Refused(IllegalMove):
    """An event the rules forbid; the sentence is looked up by ``rule`` (``refusal.RULE``)."""

    def __init__(self, rule: str, **values: object) -> None:
        self.values = values
        super().__init__(rule, worded(Texts("en"), f"refusal.{rule}", values))

    def spoken(self, language: str) -> str:
        """Return the sentence in a language, as ``texts.lazy`` asks for it."""
        return self.sentence(Texts(language))

    def sentence(self, texts: Texts) -> str:
        """Return the sentence in the language of ``texts``."""
        return worded(texts, f"refusal.{self.rule}", self.values)

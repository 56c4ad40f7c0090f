"""Referee: the words for what is refused, and for how a game ended, whatever the game."""

import re
from functools import cache
from typing import Any

from boardcore.errors import IllegalMove
from underboard.tabletop import tabletop_of
from underboard.texts import Texts, area

GAP = re.compile(r"\\\{(\w+)\\\}")


def refusal(rule: str, texts: Texts, name: str = "") -> str:
    """Return why something was refused, the rule's own name if there are no words for it.

    ``name``: the game, which may have words of its own.
    """
    if name:
        own = area(texts.language, name).get(f"refused.{rule}")
        if own:
            return own
    return area(texts.language, "rules").get(rule, rule)


def refused(error: Exception, texts: Texts, name: str = "") -> str:
    """Return the sentence of a refused or unreadable turn, with the cells that it names."""
    if not isinstance(error, IllegalMove):
        return str(error)
    for key, pattern in _exact(name) if name else ():
        match = pattern.fullmatch(str(error))
        if match and key.split(".")[1] == error.rule:
            known = area(texts.language, name)
            values = {gap: _said(value, known) for gap, value in match.groupdict().items()}
            return texts(f"{name}.{key}", **values)
    return refusal(error.rule, texts, name)


def unreadable(error: Exception, line: str, texts: Texts, name: str) -> str:
    """Return why a typed line is no turn: the rules' own English, or what is expected."""
    if texts.language == "en":
        return str(error)
    return texts(f"{name}.unreadable", line=line)


def _said(value: str, known: dict[str, str]) -> str:
    """Return a name or number as this language says it: ``a4 or b3`` is ``a4 ou b3``."""
    whole = known.get(f"word.{value}")
    return whole or " ".join(known.get(f"word.{word}", word) for word in value.split(" "))


@cache
def _exact(name: str) -> list[tuple[str, re.Pattern]]:
    """Return the keys of a game's exact sentences, and what the rules say in their place.

    The rules speak English; the English texts are the same sentences with gaps, so that
    what fills them can be said in another language.
    """
    return [
        (key, re.compile(GAP.sub(r"(?P<\1>.+?)", re.escape(sentence))))
        for key, sentence in area("en", name).items()
        if key.startswith("exact.")
    ]


def sentence(text: str) -> str:
    """Return a reason as a sentence: a capital letter, and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + "."


def ending(game: Any, texts: Texts) -> str:
    """Return how the game ended, nothing while it goes on."""
    return tabletop_of(game.name).ending(game, texts)

"""The words for people in each language, looked up by key.

``texts/LANG/AREA.json`` holds flat pairs of key and sentence; a key is asked for as
``area.key``.  The area of a game lies in its package, ``texts/LANG.json``.  What a language
lacks is said in English.
"""

import json
import locale
import os
from functools import cache
from importlib import resources
from typing import Any

from boardcore.errors import ParseError
from underboard.registry import game_of, games
from underboard.texts.grammar import Grammar, plain

ENGLISH = "en"
FILES = resources.files(__name__)


def _found() -> tuple[str, ...]:
    folders = [path.name for path in FILES.iterdir() if len(path.name) == 2 and path.is_dir()]
    return (ENGLISH, *sorted(set(folders) - {ENGLISH}))


LANGUAGES = _found()
"""A language is a folder here of two letters; English, which the others are written after,
first."""


def language_names() -> dict[str, str]:
    """Return what each language calls itself; a code where its texts do not say."""
    return {lang: written(lang, "web").get("page.language", lang) for lang in LANGUAGES}


def missing(language: str) -> list[str]:
    """Return the keys that a language lacks; what they name is said in English there."""
    names = [path.name[:-5] for path in (FILES / ENGLISH).iterdir() if path.name[-5:] == ".json"]
    return [
        f"{name}.{key}"
        for name in [*sorted(names), *games()]
        for key in sorted(written(ENGLISH, name).keys() - written(language, name).keys())
    ]


def default_language() -> str:
    """Return the language of the locale if there are texts in it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        value = os.environ.get(name)
        if value:
            return _known(value)
    return _known(locale.getlocale()[0] or "")


def _known(language: str) -> str:
    short = language[:2].lower()
    return short if short in LANGUAGES else ENGLISH


def _pairs(files: Any, name: str) -> dict[str, str]:
    try:
        pairs: dict[str, str] = json.loads(files.joinpath(name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return pairs


def written(language: str, name: str) -> dict[str, str]:
    """Return the sentences of one area that are written in a language."""
    if name in games():
        return _pairs(resources.files(game_of(name).package), f"texts/{language}.json")
    return _pairs(FILES, f"{language}/{name}.json")


@cache
def area(language: str, name: str) -> dict[str, str]:
    """Return all sentences of one area, in English where the language lacks them."""
    own = written(language, name)
    return own if language == ENGLISH else {**written(ENGLISH, name), **own}


def player_name(language: str, name: str) -> str:
    """Return what a person or an engine's level is called on screens; other names stay."""
    known = area(language, "web").get(f"page.level.{name}", name)
    return area(language, "cli")["play.human"] if name == "human" else known


def level_named(word: str) -> str:
    """Return the name in code of a level, or of a person, typed in any language.

    >>> level_named("Débutant"), level_named("humain"), level_named("./my-engine")
    ('beginner', 'human', './my-engine')
    """
    return _level_words().get(plain(word), word)


@cache
def _level_words() -> dict[str, str]:
    """Return level names in code by what people type for them."""
    found: dict[str, str] = {}
    for language in reversed(LANGUAGES):
        words = area(language, "web").items()
        found |= {plain(word): key[11:] for key, word in words if key.startswith("page.level.")}
        found[plain(area(language, "cli")["play.human"])] = "human"
    return found


def rules_page(language: str, name: str) -> str:
    """Return the rules of a game as a page of at most 80 columns."""
    game = game_of(name)
    for known in (language, ENGLISH):
        page = game.text(f"texts/rules.{known}.txt")
        if page is not None:
            return page.rstrip()
    return game.title


class Texts:
    """Speaks one language: ``texts("rules.not-free", cell="b2")``."""

    def __init__(self, language: str = "") -> None:
        self.language = language or default_language()

    def __call__(self, key: str, **values: object) -> str:
        """Return the sentence of ``area.key`` with its names filled in.

        Raises ParseError if there is none, as in a game that is being written.
        """
        name, _, rest = key.partition(".")
        said = area(self.language, name).get(rest)
        if said is None:
            raise ParseError("texts/en.json of %s lacks %r: add it there", name, rest)
        return Grammar(self.language).format(said, **values)

"""Plural forms and French elision, filled in where a sentence is made.

A gap of a template may say more than its name::

    {number:seat|seats}          the form for a number, or for the length of a list of names
    {number:one seat|{number} seats}
    {name:de}  {name:que}        French: d'Inès, de Basil; qu'Inès, que Basil
    {number:word}  {number:Word}    five, Five; from thirteen on in figures

The pages do the same in ``api.js``.  Two languages need two rules; Babel would bring hundreds.
"""

import string
import unicodedata
from typing import Any

MUTE_H = (
    "helen", "henri", "hermine", "hippolyt", "honor", "horac", "horatio", "hortens", "hubert",
    "hugu", "huguett", "hyacinth",
)  # fmt: skip
"""Beginnings of first names whose h is mute in French; before any other h nothing is elided."""
ELIDED = {"de": ("de ", "d'"), "que": ("que ", "qu'")}
"""French words before a consonant and before a vowel."""

NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve"),
    "fr": ("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
           "onze", "douze"),
}  # fmt: skip
"""Numbers in words, from none to a whole table; a language without them has figures."""


class Names(str):
    """Names in a row; ``number`` chooses the form of the words round them."""

    number: int

    def __new__(cls, text: str, number: int) -> "Names":
        """Return ``text`` with the number of names in it."""
        names = super().__new__(cls, text)
        names.number = number
        return names


def is_one(language: str, number: float) -> bool:
    """Return True if the singular goes with ``number``.

    >>> [is_one("en", n) for n in (0, 1, 2)], [is_one("fr", n) for n in (0, 1, 1.5, 2)]
    ([False, True, False], [True, True, True, False])
    """
    return abs(number) < 2 if language == "fr" else number == 1


def plain(text: str) -> str:
    """Return a text in small letters without accents, as people may type it.

    >>> plain("GYGÈS"), plain("Débutant")
    ('gyges', 'debutant')
    """
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def elides(name: str) -> bool:
    """Return True if French elides before ``name``.

    >>> [elides(name) for name in ("Inès", "Élodie", "Yves", "Hélène", "Basil", "Yann", "Hugo")]
    [True, True, True, True, False, False, False]
    """
    letters = plain(name)
    first, second = letters[:1], letters[1:2]
    if first == "y":
        # A consonant follows: the y is a vowel (Yves), else it is none (Yann).
        return bool(second) and second.isalpha() and second not in "aeiouy"
    if first == "h":
        return letters.startswith(MUTE_H)
    return bool(first) and first in "aeiouœæ"


class Grammar(string.Formatter):
    """Fills gaps in the grammar of one language.

    >>> [Grammar(language).format("{n:word}", n=5) for language in ("en", "fr", "de")]
    ['five', 'cinq', '5']
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> Any:
        """Return one gap filled in."""
        if format_spec in ELIDED:
            return ELIDED[format_spec][elides(str(value))] + str(value)
        if format_spec in ("word", "Word"):
            words = NUMBERS.get(self.language, ())
            word = words[value] if 0 <= value < len(words) else str(value)
            return word.capitalize() if format_spec == "Word" else word
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            number = value.number if isinstance(value, Names) else value
            return one if is_one(self.language, number) else many
        return super().format_field(value, format_spec)

"""Sentences: what the program says in English about trouble, said in another language.

Whoever finds something wrong says so in one English sentence: the firmware must not know
languages, and a sentence may have travelled over the cable.  Here each English sentence is
known as a template, ``"no port {url}: ..."``, with the same in the other language; what
fills its gaps goes from one to the other.
"""

import re
from dataclasses import dataclass
from functools import cache

from underboard.texts import area

GAP = re.compile(r"\{(\w+)\}")
NAME = r"'[^']*'|\"[^\"]*\"|(?:(?!: ).)*?"
"""What a gap for a name takes: all between quotes, else nothing with a colon, as there would
be between two sentences."""
QUOTED = re.compile(r"'([^'\\]*)'|\"([^\"\\]*)\"")
WORD = re.compile(r"[^\W\d_]{2}")

SYSTEM = "system"
"""The area with what Python and the operating system say, in any case of letters."""
BY_SENTENCE = ("troubles", "help", SYSTEM)
"""Areas whose keys are the English sentences: our own, the help's, and the system's."""
EXACT = (("apagos", "exact.", ("word.",)), ("gyges", "exact.", ("word.",)))
"""Areas that have sentences of the rules in both languages: the area, what their keys begin
with, and what the keys of words begin with that may fill their gaps."""
REFUSALS = (
    "galerapagos",
    "refusal.",
    ("card.", "action.", "reason.", "how.", "phase.", "entry.", "what."),
)

LONGEST = 1000
"""Letters; a longer text is none of our sentences, and might be frame within frame for ever."""
PARTS = {"colour", "error", "expected", "known", "reason", "rows", "seen", "side", "size", "turn"}
PARTS |= {"what", "where", "why"}
"""Gaps of our sentences that hold a sentence or words of ours; the others hold names."""
JOINTS = {" or ": " ou ", " and ": " et "}
"""How lists of names are joined (in French, the one other language so far)."""


@dataclass(frozen=True)
class Rule:
    """One English sentence, and how it is said."""

    english: re.Pattern
    said: str
    words: dict[str, str]
    """What may fill the gaps, if the gaps hold known words only."""
    letters: int
    """So much of the sentence is the rule's own."""
    is_frame: bool
    """No word of its own: it is known only by the sentence within."""


def spoken(sentence: str, language: str) -> str:
    """Return a sentence in a language, as it is if that language has no words for it.

    >>> spoken("no port /dev/ttyX: plug the board in, then try 'underboard board list'", "fr")
    'pas de port /dev/ttyX : branchez le plateau, puis essayez « underboard board list »'
    """
    return sentence if language == "en" else translation(sentence, language) or sentence


def templates(language: str) -> dict[str, str]:
    """Return every English template that can be said in a language, and how."""
    found: dict[str, str] = {}
    for name, prefix, _ in (*EXACT, REFUSALS):
        found.update(_pairs(name, prefix, language))
    for name in BY_SENTENCE:
        found |= area(language, name)
    return found


def words(language: str) -> dict[str, str]:
    """Return the single words that may fill a gap."""
    found: dict[str, str] = {}
    for name, _, prefixes in EXACT:
        for prefix in prefixes:
            found.update(_pairs(name, prefix, language))
    return found


def _pairs(name: str, prefix: str, language: str) -> dict[str, str]:
    """Return the English sentences of an area, and how they are said."""

    def plain(sentence: str) -> str:
        # What fills a gap has its quotes already.
        return sentence.replace("!r}", "}")

    return {
        plain(english): plain(area(language, name)[key])
        for key, english in area("en", name).items()
        if key.startswith(prefix)
    }


@cache
def _rules(language: str) -> list[Rule]:
    """Return all rules, the one with the most words of its own first."""
    found: list[Rule] = []
    for name in BY_SENTENCE:
        flags = re.IGNORECASE if name == SYSTEM else re.RegexFlag(0)
        found += [_rule(*pair, {}, flags) for pair in area(language, name).items()]
    for name, prefix, prefixes in (*EXACT, REFUSALS):
        known: dict[str, str] = {}
        for group in prefixes:
            known |= _pairs(name, group, language)
        found += [_rule(*pair, known) for pair in _pairs(name, prefix, language).items()]
    return sorted(found, key=lambda rule: rule.letters, reverse=True)


def _rule(english: str, said: str, known: dict[str, str], flags: int = re.RegexFlag(0)) -> Rule:
    own = GAP.sub("", english)
    return Rule(pattern(english, flags), said, known, len(own), not WORD.search(own))


def pattern(english: str, flags: int = re.RegexFlag(0)) -> re.Pattern:
    """Return what a sentence of this template matches, a group for each gap."""
    pieces = GAP.split(english)
    pieces[::2] = [re.escape(piece) for piece in pieces[::2]]
    names = pieces[1::2]
    for at, name in enumerate(names):
        gap = f"(?P<{name}>{'.*?' if name in PARTS else NAME})"
        pieces[2 * at + 1] = f"(?P={name})" if name in names[:at] else gap
    return re.compile("".join(pieces), flags | re.DOTALL)


@cache
def translation(sentence: str, language: str) -> str:
    """Return an English sentence in another language, empty if there are no words for it."""
    for rule in _rules(language) if len(sentence) <= LONGEST else ():
        match = rule.english.fullmatch(sentence)
        if match:
            gaps = match.groupdict()
            within = [translation(text, language) for text in gaps.values() if rule.is_frame]
            if rule.is_frame and not any(within):
                continue
            pieces = GAP.split(rule.said)
            pieces[1::2] = [_filled(gap, gaps[gap], rule, language) for gap in pieces[1::2]]
            return "".join(pieces)
    return ""


def _filled(name: str, text: str, rule: Rule, language: str) -> str:
    """Return what fills a gap."""
    if rule.words:
        single = [rule.words.get(word, word) for word in text.split(" ")]
        text = rule.words.get(text) or " ".join(single)
    elif name in PARTS:
        told = words(language).get(text) or translation(text, language)
        if told:
            return told
    if name == "known":
        for joint, other in JOINTS.items():
            text = text.replace(joint, other)
    quoted = QUOTED.fullmatch(text)
    return " ".join(("«", *filter(None, quoted.groups()), "»")) if quoted else text

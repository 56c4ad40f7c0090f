"""Messages kept as template and fields until they are shown in a language.

``UnderboardError("no game %d among the records", 9)`` is an English template and what fills
its gaps; so are the errors of ``boardcore`` and what is raised, returned or noted elsewhere.
English is the template filled in. Another language has a template of its own under the same
key, in ``texts/LANG/errors.json``: gaps have names there, in the order of the English ones, so
that a sentence may name them in another order.
"""

import argparse
import errno
import json
import re
import socket
from dataclasses import dataclass
from functools import cache
from typing import Any

from boardcore.errors import Choices, IllegalMove, ParseError, Phrase
from underboard.texts import area, player_name

GAP = re.compile(r"%([-#0+]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa])")
"""A gap of an English template."""
NAMED = re.compile(r"\{(\w+)\}")
"""A gap of a template in a table."""
AREAS = ("errors", "words", "checks", "help", "system")
"""Tables whose keys are English templates: our own, words that fill their gaps, checks of layouts
with their units, the help's, and Python's."""
PARTS: tuple[str, ...] = ("colour", "error", "expected", "jumps", "known", "reason", "rows")
PARTS += ("same", "seen", "side", "size", "turn", "what", "where", "why")
"""Gaps that hold a word or a sentence of ours, to be looked up too; the others hold names."""
QUOTED = re.compile(r"'([^'\\]*)'|\"([^\"\\]*)\"")

NAMELESS = "EAI_NONAME"
"""The name of the one error that is no ``errno``: an address that nobody knows."""


class PlayerChoices(Choices):
    """Names of levels and "human" to choose from, each shown in the reader's language."""


class LazyText(str):
    """An English sentence that knows its template and its fields: ``LazyText("no %s", "port")``."""

    args: tuple[Any, ...]

    def __new__(cls, template: str, *fields: object) -> "LazyText":
        """Fill the gaps of a template."""
        said = super().__new__(cls, template % fields if fields else template)
        said.args = (template, *fields)
        return said

    def __str__(self) -> str:
        """Return the sentence; ``str()`` of what holds it loses no template."""
        return self


class LocalizedError(Exception):
    """An error that is one sentence for people: a template and its fields."""

    def __init__(self, template: str, *fields: object) -> None:
        super().__init__(template, *fields)

    def __str__(self) -> str:
        """Return the English sentence."""
        return LazyText(*_parts(self))


TEXTS = (LazyText, LocalizedError, Phrase, IllegalMove, ParseError, argparse.ArgumentTypeError)
"""Types that hold a template and its fields as ``args``."""


@dataclass(frozen=True)
class Template:
    """Translation of a sentence."""

    names: tuple[str, ...]
    """Names of the gaps, in the order of the English ones."""
    said: str


def key_of(template: str) -> str:
    """Return what a template is looked up by: its words, and ``{}`` for each gap.

    >>> key_of("no %r: 100 %% of %d"), key_of("no {name}: 100 % of {number}")
    ('no {}: 100 % of {}', 'no {}: 100 % of {}')
    """
    return GAP.sub("{}", NAMED.sub("{}", template)).replace("%%", "%")


@cache
def templates(language: str) -> dict[str, Template]:
    """Return all templates of a language by their keys."""
    return {
        key_of(english): Template(tuple(NAMED.findall(english)), said)
        for name in AREAS
        for english, said in area(language, name).items()
    }


def lazy_text(error: BaseException) -> LazyText:
    """Return what an error says, with its template if it has one."""
    return _worded(error if isinstance(error, LazyText) else str(error), _parts(error))


def _worded(english: str, args: tuple[Any, ...]) -> LazyText:
    """Return a sentence whose English is more than its template: the system's own."""
    said = str.__new__(LazyText, english)
    said.args = args
    return said


def reason_of(error: BaseException) -> LazyText:
    """Return why the system refuses something, in few words.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    if not isinstance(error, OSError) or not error.strerror:
        return LazyText(str(error))
    name = NAMELESS if isinstance(error, socket.gaierror) else errno.errorcode.get(error.errno or 0)
    english = error.strerror.lower()
    return _worded(english, (name or english,))


def is_known(what: object, language: str) -> bool:
    """Return True if a language has words for what is said; English has all."""
    return language == "en" or spoken(what, language) != str(what)


def spoken(what: object, language: str) -> str:
    """Return a sentence, an error or a part of a sentence in a language.

    English is what it is if that language has no words for it.

    >>> error = LazyText("no port %s: plug the board in, then try 'underboard board list'", "x")
    >>> spoken(error, "fr")
    'pas de port x : branchez le plateau, puis essayez « underboard board list »'
    """
    if language == "en":
        return str(what)
    if isinstance(what, Choices):
        joint = templates(language).get(what.joint)
        names = what.names
        if isinstance(what, PlayerChoices):
            names = [player_name(language, name) for name in names]
        return str(Choices(joint.said if joint else what.joint, names))
    speak = getattr(what, "spoken", None)
    if speak:
        sentence: str = speak(language)
        return sentence
    template, *fields = _parts(what)
    found = templates(language).get(key_of(template) if fields else template)
    # What has no fields, but looks as if it had gaps, came from elsewhere.
    if found is None or len(found.names) != len(fields):
        # What a board refuses has lost its fields on the way, and is known by its rule.
        rule = area(language, "rules").get(getattr(what, "rule", ""))
        return rule or str(what)
    gaps = zip(found.names, GAP.findall(template), fields)
    said = {name: _filling(name, gap, field, language) for name, gap, field in gaps}
    pieces = NAMED.split(found.said)
    pieces[1::2] = [said[name] for name in pieces[1::2]]
    return "".join(pieces)


def _parts(what: object) -> tuple[Any, ...]:
    """Return template and fields of what is said."""
    if isinstance(what, json.JSONDecodeError):
        template = "%s: line %d column %d (char %d)"
        return (template, LazyText(what.msg), what.lineno, what.colno, what.pos)
    if isinstance(what, OSError) and what.strerror:
        if what.filename is None:
            return reason_of(what).args
        return ("[Errno %d] %s: %r", what.errno, reason_of(what), what.filename)
    if not isinstance(what, TEXTS):
        return (str(what),)
    is_handed_on = len(what.args) == 1 and isinstance(what.args[0], LazyText)
    return what.args[0].args if is_handed_on else what.args


def _filling(name: str, gap: str, field: object, language: str) -> str:
    """Return what fills a gap."""
    if isinstance(field, (*TEXTS, Choices, BaseException)):
        return spoken(field, language)
    if name in PARTS and isinstance(field, str):
        found = templates(language).get(field)
        if found:
            return found.said
    text = f"%{gap}" % (field,)
    quoted = QUOTED.fullmatch(text)
    return " ".join(("«", *filter(None, quoted.groups()), "»")) if quoted else text


def all_spoken(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Return what fills the gaps of a keyed text, each text among it in that language."""
    return {
        name: spoken(value, language) if isinstance(value, (*TEXTS, BaseException)) else value
        for name, value in values.items()
    }


def packed(what: object) -> Any:
    """Return a text as JSON holds it, on its way from one of our processes to another."""
    if isinstance(what, Choices):
        return {"joint": what.joint, "names": list(what.names)}
    if isinstance(what, (*TEXTS, BaseException)):
        template, *fields = _parts(what)
        told = [packed(field) for field in fields]
        return {"english": str(what), "template": template, "fields": told}
    return what


def unpacked(told: Any) -> Any:
    """Return the text that was packed."""
    if not isinstance(told, dict):
        return told
    if "joint" in told:
        return Choices(told["joint"], told["names"])
    return _worded(told["english"], (told["template"], *map(unpacked, told["fields"])))

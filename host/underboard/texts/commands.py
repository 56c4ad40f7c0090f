"""Typed commands, one set of words per language."""

from underboard.texts import LANGUAGES, Texts, area

LEAVE = "quit"
PLAIN = str.maketrans("èéàùôî", "eeauoi")
"""Accents that people leave out."""


def command_of(word: str, texts: Texts) -> str:
    """Return the command that a word names, in whichever language, else ""."""
    word = word.lower().translate(PLAIN)
    for language in dict.fromkeys((texts.language, *LANGUAGES)):
        for command, name in area(language, "commands").items():
            if word == name.translate(PLAIN):
                return command
    return LEAVE if word in ("exit", "q") else ""

"""A game's rule switches by name."""

from boardcore.errors import Choices, ParseError


def read_options(known, given) -> list[str]:
    """Return a value per option of ``known``, in order.

    Raises ParseError for an unknown name or value, or a name twice.
    """
    values = [choices[0] for _, choices in known]
    names = [name for name, _ in known]
    chosen: list[str] = []
    for name, value in given:
        if name in chosen:
            raise ParseError("%s is given twice: expected each option once", name)
        chosen.append(name)
        if name not in names:
            raise ParseError("%r is not an option: expected %s", name, Choices(" or ", names))
        at = names.index(name)
        if value not in known[at][1]:
            told = "%r is not a value of %s: expected %s"
            raise ParseError(told, value, name, Choices(" or ", known[at][1]))
        values[at] = value
    return values


def options_text(options) -> str:
    """Return ``name=value,name=value``."""
    return ",".join(["%s=%s" % (name, value) for name, value in options])


def parse_options(text: str) -> list[tuple[str, str]]:
    """Read what ``options_text`` writes; the empty text has none.

    Raises ParseError without a ``=``.
    """
    pairs = []
    for part in text.split(",") if text else []:
        name, equals, value = part.partition("=")
        if not equals:
            raise ParseError("option %r: expected NAME=VALUE, like end=bga", part)
        pairs.append((name, value))
    return pairs

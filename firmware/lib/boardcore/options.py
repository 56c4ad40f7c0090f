"""A game's rule switches by name."""

from boardcore.errors import Listed, Unreadable


def read_options(known, given) -> list[str]:
    """Return a value per option of ``known``, in order.

    Raises Unreadable for an unknown name or value, or a name twice.
    """
    values = [choices[0] for _, choices in known]
    names = [name for name, _ in known]
    chosen: list[str] = []
    for name, value in given:
        if name in chosen:
            raise Unreadable("%s is given twice: expected each option once", name)
        chosen.append(name)
        if name not in names:
            raise Unreadable("%r is no option: expected %s", name, Listed(" or ", names))
        at = names.index(name)
        if value not in known[at][1]:
            raise Unreadable(
                "%r is no value of %s: expected %s", value, name, Listed(" or ", known[at][1])
            )
        values[at] = value
    return values


def options_text(options) -> str:
    """Return ``name=value,name=value``."""
    return ",".join(["%s=%s" % (name, value) for name, value in options])


def parse_options(text: str) -> list[tuple[str, str]]:
    """Read what ``options_text`` writes; the empty text has none.

    Raises Unreadable without a ``=``.
    """
    pairs = []
    for part in text.split(",") if text else []:
        name, equals, value = part.partition("=")
        if not equals:
            raise Unreadable("option %r: expected NAME=VALUE, like end=bga", part)
        pairs.append((name, value))
    return pairs

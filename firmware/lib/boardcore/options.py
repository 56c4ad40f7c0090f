"""Options: the switches of a game's rules, read from pairs of names and values."""

from boardcore.errors import Unreadable


def read_options(known, given) -> list[str]:
    """Return one value per option of ``known``, in its order.

    Raises Unreadable for a name or value that is not there.
    """
    values = [choices[0] for _, choices in known]
    names = [name for name, _ in known]
    for name, value in given:
        if name not in names:
            raise Unreadable("%r is no option: expected %s" % (name, " or ".join(names)))
        at = names.index(name)
        if value not in known[at][1]:
            raise Unreadable(
                "%r is no value of %s: expected %s" % (value, name, " or ".join(known[at][1]))
            )
        values[at] = value
    return values

"""Layout keys: a value, or what is wrong."""

from boardcore.errors import Unreadable

NUMBER = (int, float)


def wrong(key: str, seen, expected: str) -> Unreadable:
    """Return the error for a value that does not belong there."""
    return Unreadable("layout: %s is %r, expected %s" % (key, seen, expected))


def field(data, key: str, kind, expected: str, where: str = ""):
    """Return ``data[key]`` if it is of this kind, else raise Unreadable."""
    name = where + key
    if not isinstance(data, dict) or key not in data:
        raise Unreadable("layout: %s is missing, expected %s" % (name, expected))
    value = data[key]
    # bool is an int in Python, never in a layout.
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise wrong(name, value, expected)
    return value


def place(entry, where: str) -> tuple:
    """Return ``(x, y, z)``, in mm.  Raises Unreadable."""
    return tuple([float(field(entry, axis, NUMBER, "millimetres", where)) for axis in "xyz"])


def numbers(data, key: str, least: int, expected: str, where: str = "") -> tuple:
    """Return so many positive numbers or more.  Raises Unreadable."""
    values = field(data, key, list, expected, where)
    for value in values:
        if not isinstance(value, NUMBER) or isinstance(value, bool) or value <= 0:
            raise wrong(where + key, value, expected)
    if len(values) < least:
        raise wrong(where + key, values, expected)
    return tuple([float(value) for value in values])

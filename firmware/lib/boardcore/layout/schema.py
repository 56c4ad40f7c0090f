"""Typed access to the keys of a layout, with errors that name key and value."""

from boardcore.errors import ParseError, Phrase

NUMBER = (int, float)
MAX_NUMBER = 1000000
"""Bound of a number in a layout, chosen above any length, current or count; JSON has 1e999,
too."""
MAX_SEEN = 80
"""Letters of a wrong value that are quoted; chosen, a console has 80 in a line."""


def bad_value(key: str, seen, expected) -> ParseError:
    """Return the error for a value that does not belong there.

    ``seen``: the value, or a Text about it; ``expected``: a sentence or a Text.
    """
    told = seen
    if not isinstance(seen, Phrase):
        told = repr(seen)
        if len(told) > MAX_SEEN:
            told = told[:MAX_SEEN] + "..."
    return ParseError("layout: %s is %s, expected %s", key, told, expected)


def check(good, key: str, seen, expected) -> None:
    """Raise ParseError as of ``bad_value`` unless a value is good."""
    if not good:
        raise bad_value(key, seen, expected)


def field(data, key: str, kind, expected, where: str = ""):
    """Return ``data[key]`` if it is of this kind, else raise ParseError."""
    name = where + key
    if not isinstance(data, dict) or key not in data:
        raise ParseError("layout: %s is missing, expected %s", name, expected)
    value = data[key]
    # bool is an int in Python, never in a layout.
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise bad_value(name, value, expected)
    # A NaN is not between any two numbers.
    if isinstance(value, NUMBER) and not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise bad_value(name, value, expected)
    return value


def number(data, key: str, unit: str, where: str = "", zero: bool = False) -> float:
    """Return a number above 0; ``zero``: or 0.  Raises ParseError."""
    value = field(data, key, NUMBER, unit, where)
    expected = Phrase("0 or more %s" if zero else "more than 0 %s", unit)
    check(value > 0 or zero and not value, where + key, value, expected)
    return float(value)


def whole(data, key: str, least: int, where: str = "") -> int:
    """Return a whole number that is not less than ``least``.  Raises ParseError."""
    expected = Phrase("a whole number from %d", least)
    value = field(data, key, int, expected, where)
    check(value >= least, where + key, value, expected)
    return value


def place(entry, where: str, axes: str = "xyz") -> tuple:
    """Return the coordinates, in mm.  Raises ParseError."""
    return tuple([float(field(entry, axis, NUMBER, "millimetres", where)) for axis in axes])


def numbers(data, key: str, expected, where: str = "") -> tuple:
    """Return one or more positive numbers.  Raises ParseError."""
    values = field(data, key, list, expected, where)
    check(values, where + key, values, expected)
    for value in values:
        check(are_numbers([value], 1) and value > 0, where + key, value, expected)
    return tuple([float(value) for value in values])


def are_numbers(values, count: int) -> bool:
    """Return True if this is a list of a board's numbers of this length."""
    good = isinstance(values, list) and len(values) == count
    for value in values if good else ():
        good = good and isinstance(value, NUMBER) and not isinstance(value, bool)
        good = good and -MAX_NUMBER <= value <= MAX_NUMBER
    return good


def entries(data, key: str, expected):
    """Yield each entry of a list, and how errors name it.

    Raises ParseError where there is none.
    """
    found = field(data, key, list, expected)
    check(found, key, found, "at least one")
    for i in range(len(found)):
        yield found[i], "%s[%d]." % (key, i)


def read_places(data, key: str, cell_of, axes: str = "xyz") -> tuple:
    """Return the cell of each place of a list, by ``cell_of(entry, where)``, and where it is, mm.

    No cell comes twice.
    """
    cells: list[int] = []
    spots = []
    for entry, where in entries(data, key, "a list, one entry per place of a piece"):
        cell = cell_of(entry, where)
        check(cell not in cells, where + "cell", entry["cell"], "a cell that has no other place")
        cells.append(cell)
        spots.append(place(entry, where, axes))
    return bytes(cells), tuple(spots)


def read_sensors(data, count: int, meaning: str) -> tuple:
    """Return the channel of each sensor, below ``count``, and where it is, mm."""
    channels: list[int] = []
    sensor_mm = []
    for entry, where in entries(data, "sensors", "a list, one entry per sensor"):
        channel = field(entry, "channel", int, meaning, where)
        good = 0 <= channel < count and channel not in channels
        check(good, where + "channel", channel, Phrase("0 to %d, each once", count - 1))
        channels.append(channel)
        sensor_mm.append(place(entry, where))
    return bytes(channels), tuple(sensor_mm)

"""Decoder of posted orders, which checks types, lengths and languages.

An order is a JSON object.  Its *shape* maps each name to a field, a function that returns the
value or raises BadAction with what was expected; a name that is not in the shape is refused.
"""

import re
from collections.abc import Callable

from starlette.requests import Request

from boardcore.errors import Choices
from underboard.jsontype import JsonObject
from underboard.texts import LANGUAGES
from underboard.web.http.security import ActionRefused

ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
MAX_TEXT = 400
"""Letters of a text in an order at most; chosen."""
MAX_FIELDS = 20
"""Number of fields of an order at most; chosen."""
MAX_LIST = 40
"""Number of items of a list in an order at most; chosen."""
MAX_WHOLE = 1 << 53
"""The largest whole number that JavaScript tells from its neighbours."""

Field = Callable[[object], object]
Shape = dict[str, Field]


class BadAction(ActionRefused):
    """An order that is not one: what was expected."""

    def __init__(self, text: str) -> None:
        super().__init__("order", text, 400)


def text(most: int = MAX_TEXT) -> Field:
    """Return a field for a text of at most ``most`` characters."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise BadAction("a text")
        if len(value) > most:
            raise BadAction(f"at most {most} characters")
        # Half of a pair of code units (JSON allows it) could never be written anywhere.
        return value.encode("utf-8", "replace").decode()

    return read


def one_of(*values: object) -> Field:
    """Return a field for one of some values of the very same type: 1 is not 1.0, nor true."""

    def read(value: object) -> object:
        for known in values:
            if type(known) is type(value) and known == value:
                return known
        raise BadAction(str(Choices(" or ", [str(known) for known in values])))

    return read


def whole(most: int = MAX_WHOLE) -> Field:
    """Return a field for a whole number from 0 to ``most``."""

    def read(value: object) -> int:
        if type(value) is not int or not 0 <= value <= most:
            raise BadAction(f"a whole number from 0 to {most}")
        return value

    return read


def flag(value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise BadAction("true or false")
    return value


def pair(field: Field) -> Field:
    """Return a field for a list of two."""

    def read(value: object) -> list[object]:
        if not isinstance(value, list) or len(value) != 2:
            raise BadAction("a list of two")
        return [field(part) for part in value]

    return read


def plain(value: object) -> object:
    """Read a text, number, flag or null, or a list of them."""
    if isinstance(value, list):
        if len(value) > MAX_LIST or any(isinstance(part, (list, dict)) for part in value):
            raise BadAction(f"a list of at most {MAX_LIST} texts or numbers")
        return [plain(part) for part in value]
    if isinstance(value, str):
        return text()(value)
    if value is None or isinstance(value, bool):
        return value
    if type(value) is int and abs(value) <= MAX_WHOLE:
        return value
    raise BadAction("a text, a whole number, true, false, or a list of them")


SIDE = one_of(0, 1)
ALWAYS: Shape = {"id": text(64), "lang": one_of(*LANGUAGES)}
"""Fields that every order has, its name and the language of the answer."""


def decoded(order: object, shape: Shape | None = None) -> JsonObject:
    """Return the fields of an order; raises BadAction.

    ``shape`` None: any plain values, for whoever checks them elsewhere.
    """
    if not isinstance(order, dict) or len(order) > MAX_FIELDS:
        raise BadAction("expected a JSON object with a few fields")
    known = ALWAYS if shape is None else ALWAYS | shape
    found: JsonObject = {}
    for name, value in order.items():
        field = known.get(name, plain if shape is None else None)
        if field is None:
            raise BadAction(f"there is no field '{name[:40]}': expected {', '.join(known)}")
        try:
            found[name] = field(value)
        except BadAction as expected:
            raise BadAction(f"'{name[:40]}': expected {expected}") from None
    if not ID.fullmatch(found.get("id", "")):
        raise BadAction("'id' is missing: expected 8 to 64 letters, digits, - or _")
    return found


def asked(request: Request, name: str, most: int = MAX_TEXT) -> str:
    """Return a text out of the query of an address, empty without one; raises BadAction."""
    try:
        return str(text(most)(request.query_params.get(name, "")))
    except BadAction as expected:
        raise BadAction(f"'{name}': expected {expected}") from None

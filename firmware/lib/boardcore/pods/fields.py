"""Parser of the arguments of the computer's commands to the pods."""

from boardcore.errors import ParseError
from boardcore.pods.ballot_box import ALL_PODS, PODS


def _digits(field: str, digits: str, most: int, template: str) -> str:
    # Not isdigit(), which takes digits that int() does not; int() takes a sign and underlines.
    if not 1 <= len(field) <= most or [letter for letter in field if letter not in digits]:
        raise ParseError(template, field[:40])
    return field


def read_number(field: str) -> int:
    """Read the number of a pod."""
    return int(_digits(field, "0123456789", 4, "%r: expected the number of a pod"))


def read_hex(field: str) -> int:
    """Read up to eight small hexadecimal digits."""
    return int(_digits(field, "0123456789abcdef", 8, "%r: expected 1 to 8 hexadecimal digits"), 16)


def read_mask(field: str) -> int:
    """Read a mask of pods."""
    mask = read_hex(field)
    if mask > ALL_PODS:
        raise ParseError("%r: expected a mask of %d pods", field[:40], PODS)
    return mask


def read_choice(field: str, yes: str, no: str) -> bool:
    """Return whether a field says ``yes``; the only other thing it may say is ``no``."""
    if field not in (yes, no):
        raise ParseError("%r: expected %s or %s", field[:40], yes, no)
    return field == yes

"""Parser of the arguments of the computer's commands to the pods."""

from boardcore.errors import ParseError
from boardcore.pods.ballot_box import ALL_PODS, PODS


def read_number(field: str) -> int:
    """Read the number of a pod."""
    # isdigit() would also take digits that int() does not.
    for letter in field:
        if letter not in "0123456789":
            raise ParseError("%r: expected a whole number", field[:40])
    if not 1 <= len(field) <= 4:
        raise ParseError("%r: expected the number of a pod", field[:40])
    return int(field)


def read_hex(field: str) -> int:
    """Read up to eight small hexadecimal digits."""
    # int() would also take a sign, underlines and 0x.
    for letter in field:
        if letter not in "0123456789abcdef":
            raise ParseError("%r: expected small hexadecimal digits", field[:40])
    if not 1 <= len(field) <= 8:
        raise ParseError("%r: expected 1 to 8 hexadecimal digits", field[:40])
    return int(field, 16)


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

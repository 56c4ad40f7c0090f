"""Every layout that the standard squares can show."""

from itertools import permutations, product

from boardcore.apagos.positions import STANDARD_SQUARES


def every() -> list[str]:
    """Return the 118 different layouts, bottom to top, sorted.

    See host/docs/rules/apagos.md 1.2.
    """
    shown = {order for faces in product(*STANDARD_SQUARES) for order in permutations(faces)}
    return sorted("".join(map(str, order)) for order in shown)


def sets() -> list[bytes]:
    """Return the different sets of faces, smallest face first: 12 of them."""
    return sorted({bytes(sorted(faces)) for faces in product(*STANDARD_SQUARES)})

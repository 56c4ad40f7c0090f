"""The board's own, by the names that layouts and settings use."""

from boardcore.errors import ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import Board, Pin


def pin(board: "Board", name: str, key: str) -> "Pin":
    """Return the board's pin of this name; ``key`` is where the layout names it.

    GP5 is the chip's pin 5 also on a board that gives it another name.  Raises ParseError if
    there is none.
    """
    found = getattr(board, name, None)
    if found is None and name[:2] == "GP":
        import microcontroller

        chip = getattr(microcontroller, "pin", None)
        found = getattr(chip, "GPIO" + name[2:], None)
    if found is None:
        raise ParseError("%s is '%s', expected a pin of this board like GP2", key, name)
    return found

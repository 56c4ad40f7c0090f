"""Illegal moves of Pylos and their sentences.

Source of the rules: the Gigamic leaflet, "Déroulement".
"""

from boardcore.errors import IllegalMove
from boardcore.pylos.cells import CELL_NAMES, LEVEL, NONE, can_hold, is_free


def wrong_takes(takes) -> IllegalMove:
    """Return why balls may not be taken back, or why some must be where there are none."""
    if takes:
        told = "No square was made in this move, so no ball may be taken back."
        return IllegalMove("no-square", told)
    return IllegalMove("must-take-back", "A square was made: take back one or two balls.")


def check_own(occupied: int, own: int, cell: int) -> None:
    """Raise IllegalMove unless a ball of ``own``, the side to move, lies free on ``cell``."""
    if not occupied >> cell & 1:
        raise IllegalMove("no-ball", "There is no ball on %s.", CELL_NAMES[cell])
    if not own >> cell & 1:
        raise IllegalMove("not-yours", "The ball on %s is not yours.", CELL_NAMES[cell])
    if not is_free(occupied, cell):
        raise IllegalMove("not-free", "The ball on %s carries another ball.", CELL_NAMES[cell])


def check_first(game, move: int) -> None:
    """Raise IllegalMove unless a turn can begin with this place or raise."""
    if game.outcome():  # no function of its own: hands that play on are followed deep down
        raise IllegalMove("game-over", "The game is over.")
    goal, start = move & 31, move >> 5
    occupied = game.occupied
    if start == NONE:
        if not game.reserve(game.side):
            raise IllegalMove("empty-reserve", "There is no ball left in the reserve.")
    else:
        check_own(occupied, game.balls(game.side), start)
        occupied &= ~(1 << start)
        if goal == start or LEVEL[goal] <= LEVEL[start]:
            told = "A ball may only climb: %s is no higher than %s."
            raise IllegalMove("not-up", told, CELL_NAMES[goal], CELL_NAMES[start])
    if occupied >> goal & 1:
        raise IllegalMove("occupied", "There is already a ball on %s.", CELL_NAMES[goal])
    if not can_hold(occupied, goal):
        told = "Nothing carries %s: it needs four balls below."
        raise IllegalMove("no-support", told, CELL_NAMES[goal])

"""Illegal moves of Gygès and their sentences.

Source of the rules: the Cosmoludo leaflet of 2023; decisions on unclear points
are those of host/docs/rules/gyges.md, section 2.3.
"""

from boardcore.errors import IllegalMove
from boardcore.gyges.cells import CELLS, GOAL_N, JUMPS, SIZE_NAMES, can_move, cell_text
from boardcore.gyges.positions import NEAR_ROWS, SIDE_NAMES
from boardcore.gyges.reach import RING
from boardcore.gyges.turns import NONE

SENTENCES = {
    "far-row": "The cell %s is too far from %s: rings are set up on the %s.",
    "occupied": "There is already a ring on %s.",
    "two-of-each": "%s has set up two %ss already: each player has two of each size.",
    "no-ring": "There is no ring on %s.",
    "not-nearest": "%s plays a ring of row %d, the nearest where one can move: %s is not on it.",
    "blocked": "The %s on %s cannot move: other rings stand in the way of its %s.",
    "own-goal": "%s may not enter the goal %s, which %s defends.",
    "null-move": "The ring may not end on %s, where it started.",
    "nobody-boxed": "There is no ring on %s to box to %s.",
    "must-box": "A ring stands on %s: bounce on or box it; no ring stops there otherwise.",
    "boxed-onto": "A ring may only be boxed to a free cell: there is a ring on %s.",
    "boxed-goal": "A ring may not be boxed into a goal.",
    "boxed-too-far": "A ring may not be boxed beyond row %d, from which %s plays: %s is.",
    "game-over": "The game is over.",
    "no-set-up": "All twelve rings are set up: now they move.",
    "set-up": "The rings are still being set up: the next one is %s's.",
    "out-of-reach": "The %s on %s cannot get to %s: no jumps and bounces lead there.",
}
"""Sentences of the rules, for players who break them."""


def refused(rule: str, *fields) -> IllegalMove:
    """Return the error for a move against a rule."""
    return IllegalMove(rule, SENTENCES[rule], *fields)


def check_place(game, size: int, cell: int) -> None:
    """Raise IllegalMove unless the next ring to set up may be of this size, on this cell.

    Source: leaflet, "Préparatifs".
    """
    side = SIDE_NAMES[game.side]
    if cell not in game.setup_cells(game.side):
        raise refused("far-row", cell_text(cell), side, NEAR_ROWS[game.rows])
    if game.cells[cell]:
        raise refused("occupied", cell_text(cell))
    if not game.reserve(game.side)[size]:
        raise refused("two-of-each", side, SIZE_NAMES[size])


def check_origin(game, origin: int) -> None:
    """Raise IllegalMove unless the ring on ``origin`` may be played and can move.

    Source: leaflet, "Pièces nord et pièces sud".
    """
    name = cell_text(origin)
    if origin >= CELLS or not game.cells[origin]:
        raise refused("no-ring", name)
    row = game.playable_row(game.side)
    if origin // 6 != row and row < 6:
        raise refused("not-nearest", SIDE_NAMES[game.side], row + 1, name)
    if not can_move(game.cells, origin):
        size = game.cells[origin]
        raise refused("blocked", SIZE_NAMES[size], name, JUMPS[size])


def check_ends(game, origin: int, landing: int, drop: int) -> None:
    """Refuse what needs no search: goals, the null move, and the drop."""
    side, where = SIDE_NAMES[game.side], cell_text(landing)
    if landing == game.goal(1 - game.side):
        raise refused("own-goal", side, where, side)
    if landing == origin and drop == NONE and not game.null:
        raise refused("null-move", where)
    if landing >= CELLS or landing == origin or not game.cells[landing]:
        if drop != NONE:
            raise refused("nobody-boxed", where, cell_text(drop))
        return
    if drop == NONE:
        raise refused("must-box", where)
    if drop >= CELLS:
        raise refused("boxed-goal")
    if game.cells[drop] and drop != origin:
        raise IllegalMove("occupied", SENTENCES["boxed-onto"], cell_text(drop))
    if drop not in game.drops(origin):
        other = 1 - game.side
        row = game.playable_row(other) + 1
        raise refused("boxed-too-far", row, SIDE_NAMES[other], cell_text(drop))


def refusal_of(recognizer, gone, new) -> str:
    """Return the name of the rule that best explains why the players' moves make no turn.

    ``gone``: the cells whose ring has gone; ``new``: those where there was none and is one.
    """
    game = recognizer.game
    if game.setup:
        if gone or len(new) != 1:
            return "too-many" if new else "set-up"
        return "far-row"
    if not gone:
        return "no-ring"
    if len(gone) > 2 or len(new) > 1:
        return "too-many"
    if len(gone) == 2:
        return "out-of-reach"
    origin = gone[0]
    try:
        check_origin(game, origin)
    except IllegalMove as error:
        return error.rule
    if new and new[0] == GOAL_N + 1 - game.side:
        return "own-goal"
    marks = recognizer.marks_of(origin)
    if new and marks is not None and not recognizer.can_drop(new[0]):
        for landing in range(CELLS):
            if marks[landing] & RING and recognizer.touched >> landing & 1:
                return "boxed-goal" if new[0] >= CELLS else "boxed-too-far"
    return "out-of-reach"

"""Turns of Gygès with their bounces, which are found, read and checked jump by jump."""

from boardcore.errors import Choices, IllegalMove
from boardcore.gyges.cells import JUMPS, cell_text, series_from
from boardcore.gyges.reach import Reach
from boardcore.gyges.refusals import check_ends, check_origin
from boardcore.gyges.rules import Game
from boardcore.gyges.turns import PLACE, parse_path, parse_turn, path_text, turn_text


def bounces_of(game: Game, turn: int) -> list[int]:
    """Return origin, the cells bounced on, and landing, on a way with the fewest bounces.

    Raises IllegalMove if the turn cannot be played now.
    """
    return _reached(game, turn).bounces(turn >> 6 & 63)


def path_of(game: Game, turn: int) -> list[int]:
    """Return the same way cell by cell: each cell jumped to, origin first."""
    return _reached(game, turn).path(turn >> 6 & 63)


def _reached(game: Game, turn: int) -> Reach:
    game.check(turn)
    reach = Reach(game, turn & 63)
    reach.run()
    return reach


def whole_text(game: Game, turn: int) -> str:
    """Return the turn with its bounces, ``d1-b3-c4``; it must not have been played yet."""
    return turn_text(turn) if turn & PLACE else path_text(bounces_of(game, turn), turn >> 12)


def read_turn(game: Game, text: str) -> int:
    """Read a turn that can be played now; bounces named in it must be possible as named.

    A text that names none is accepted if any way leads there.  Raises ParseError, or IllegalMove
    saying which jump or interval is wrong.
    """
    turn = parse_turn(text)
    if not turn & PLACE and not game.setup and not game.outcome():
        points, drop = parse_path(text)
        check_origin(game, points[0])
        check_ends(game, points[0], points[-1], drop)
        if len(points) > 2:
            check_way(game.cells, points, game.goal(game.side))
    game.check(turn)
    return turn


def check_way(rings: bytearray, points: list[int], goal: int) -> None:
    """Raise IllegalMove unless the ring on the first point can come down on the others in order.

    The sentence says which jump lands elsewhere, or which interval would be crossed twice.
    """
    cells = bytearray(rings)
    here = points[0]
    size = cells[here]
    cells[here] = 0
    states = [(0, 0)]
    for there in points[1:]:
        if not size:
            raise IllegalMove(
                "no-bounce",
                "There is no ring on %s to bounce on: the move ends there.",
                cell_text(here),
            )
        series = series_from(cells, here, size, goal)
        leading = [i for i in range(0, len(series), 3) if series[i] == there]
        if not leading:
            ends = sorted(set([series[i] for i in range(0, len(series), 3)]))
            template = "From %s %s would have to land on %s, but every way is blocked."
            fields: list[object] = [cell_text(here), JUMPS[size], cell_text(there)]
            if ends:
                template = "From %s %s would have to land on %s, but can only land on %s."
                fields.append(Choices(" or ", [cell_text(end) for end in ends]))
            raise IllegalMove("wrong-jump", template, *fields)
        following: list[tuple[int, int]] = []
        for i in leading:
            for across, along in states:
                if not (series[i + 1] & across or series[i + 2] & along):
                    following.append((series[i + 1] | across, series[i + 2] | along))
        if not following:
            across, along = states[0]
            raise IllegalMove(
                "interval-twice",
                "From %s to %s the ring would cross the interval %s twice.",
                cell_text(here),
                cell_text(there),
                intervals_text(across & series[leading[0] + 1], along & series[leading[0] + 2]),
            )
        # Ways that have crossed the same count once: otherwise a long text takes for ever.
        states = list(set(following))
        here = there
        size = cells[here]


def intervals_text(across: int, along: int) -> str:
    """Return the names of a set of intervals, like ``a3/b3, a3/a4``."""
    names = []
    for bit in range(30):
        if across >> bit & 1:
            cell = bit // 5 * 6 + bit % 5
            names.append(cell_text(cell) + "/" + cell_text(cell + 1))
    for bit in range(30):
        if along >> bit & 1:
            names.append(cell_text(bit) + "/" + cell_text(bit + 6))
    return ", ".join(names)

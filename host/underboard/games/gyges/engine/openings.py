"""One-row set-ups of Gygès and what they are worth to South, who begins.

``tests/bench/engines/gyges_openings.py`` has searched them; tests/bench/notes/gyges-openings.md.
"""

from functools import cache

from boardcore.gyges.rules import CELLS, NORTH, SOUTH, Game
from underboard.games.gyges.engine.search import WIN
from underboard.registry import game_of

EVEN = 10
"""Hundredths of a log-odds: less than three games of 100; chosen."""


def replies(south: str) -> list[tuple[int, str]]:
    """Return North's set-ups against a row of South that were searched, North's best one first.

    Each with its value for South.
    """
    return sorted((value, north) for (row, north), value in values().items() if row == south)


def fitting(game: Game) -> list[str]:
    """Return the rows that North, who sets up, can still make, the best first; empty if unknown.

    Only where both sides set up in one row: in two there are far more ways, and none was searched.
    """
    rows = [game.cells[:6], game.cells[CELLS - 6 : CELLS]]
    if game.rows != 1 or game.side != NORTH or not all(rows[SOUTH]):
        return []
    south, begun = ("".join(str(size) for size in row) for row in rows)
    return [
        north
        for _, north in replies(south)
        if all(have in ("0", want) for have, want in zip(begun, north))
    ]


def balanced() -> list[str]:
    """Return the set-ups, South to move, of which the search puts neither side ahead."""
    return [
        f"{south}/000000/000000/000000/000000/{north} S"
        for (south, north), value in values().items()
        if abs(value) <= EVEN
    ]


@cache
def values() -> dict[tuple[str, str], int]:
    """Return the value of each pair of rows, mirror images included."""
    known = {}
    for line in (game_of("gyges").text("openings.txt") or "").splitlines():
        if line.startswith("#"):
            continue
        south, north, value = line.split()[:3]
        sign = {"won": 1, "lost": -1}.get(value.partition("-")[0])
        worth = sign * (WIN - int(value.partition("-")[2])) if sign else int(value)
        known[south, north] = known[south[::-1], north[::-1]] = worth
    return known

"""Pieces of a position as JSON for the page; one function per game."""

from typing import Any

from boardcore.games import rules_of

Pieces = dict[str, Any]

apagos = rules_of("apagos")


def pieces_of(game: Any) -> Pieces:
    """Return what stands where.

    Pylos: ``cells``, a letter or a dot for each of the 30 cells.  Gygès: ``cells``, a digit
    for each of the 36 cells and the goals N and S.  Apagos: ``squares``, per level its holes
    filled in order (``WB..``), empty without a square, and ``beside`` the ramp.
    ``reserves``: what each side has beside the board.
    """
    return PIECES[game.name](game)


def _pylos(game: Any) -> Pieces:
    cells = "".join(
        "L" if game.light >> cell & 1 else "D" if game.dark >> cell & 1 else "."
        for cell in range(rules_of(game.name).CELLS)
    )
    return {"cells": cells, "reserves": [game.reserve(0), game.reserve(1)]}


def _gyges(game: Any) -> Pieces:
    reserves: list[list[int]] = [[], []]
    if game.setup:
        reserves = [game.reserve(side)[1:] for side in (0, 1)]
    return {"cells": "".join(map(str, game.cells)), "reserves": reserves}


def _apagos(game: Any) -> Pieces:
    return {
        "squares": _filled(game),
        "beside": [f"{one}/{other}" for one, other in game.beside],
        "reserves": [game.reserve(apagos.WHITE), game.reserve(apagos.BLACK)],
    }


def _filled(game: Any) -> list[str]:
    """Return the holes of each square with the balls in the order in which they came.

    Which hole a ball lies in has no meaning; kept from turn to turn, it makes balls stay
    where they are.
    """
    copy = apagos.Game(game.variant, _options(game), game.start_text)
    squares = [_plain(copy, level) for level in range(apagos.LEVELS)]
    for turn in game.turns:
        _follow(squares, turn, "WB"[copy.side])
        copy.step(turn)
    for level, square in enumerate(squares):
        counts = (square.count("W"), square.count("B"), len(square))
        if counts != (game.white[level], game.black[level], game.holes[level]):
            return [_plain(game, level) for level in range(apagos.LEVELS)]
    return squares


def _plain(game: Any, level: int) -> str:
    return ("W" * game.white[level] + "B" * game.black[level]).ljust(game.holes[level], ".")


def _follow(squares: list[str], turn: int, mover: str) -> None:
    goal = apagos.goal_level(turn)
    if apagos.is_lay(turn):
        squares[goal] = "." * (turn >> 4 & 15)
        return
    if apagos.is_put(turn):
        colour = "WB"[apagos.put_colour(turn)]
    else:
        start, colour = apagos.start_level(turn), mover
        at = squares[start].rindex(colour)
        squares[start] = squares[start][:at] + "." + squares[start][at + 1 :]
    squares[goal] = squares[goal].replace(".", colour, 1)
    if apagos.is_put(turn) and apagos.climbs(turn):
        squares[goal], squares[goal + 1] = squares[goal + 1], squares[goal]


def _options(game: Any) -> list[tuple[str, str]]:
    return [("squares", "home-made")] if game.home_made else []


PIECES = {"pylos": _pylos, "apagos": _apagos, "gyges": _gyges}
"""By the name of the game."""


def cell_names(name: str) -> list[str]:
    """Return the names of all cells of a game in the order of ``cells``; Apagos has levels."""
    if name == "apagos":
        return ["1", "2", "3", "4"]
    cells = rules_of(name)
    return [
        cells.cell_text(cell) for cell in range(cells.PLACES if name == "gyges" else cells.CELLS)
    ]

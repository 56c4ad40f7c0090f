"""Perft: how many turns and how many positions follow, for checking the rules."""

from collections.abc import Iterator
from typing import Any


def perft(game: Any, depth: int) -> Iterator[tuple[int, int, int]]:
    """Yield ``(depth, turns, positions)`` for every depth from 1.

    ``turns`` counts sequences of exactly that many turns, ``positions`` the
    different positions after them.  Works layer by layer: a position reached
    in many ways is expanded once and carries its count.
    """
    layer: dict[Any, tuple[int, list[int]]] = {game.key(): (1, [])}
    for ply in range(1, depth + 1):
        following: dict[Any, tuple[int, list[int]]] = {}
        for ways, path in layer.values():
            for turn in path:
                game.step(turn)
            for turn in game.legal_turns():
                game.step(turn)
                key = game.key()
                game.undo()
                known = following.get(key)
                following[key] = (
                    (ways, [*path, turn]) if known is None else (known[0] + ways, known[1])
                )
            for _ in path:
                game.undo()
        layer = following
        yield ply, sum(ways for ways, _ in layer.values()), len(layer)

"""Tournament: points and tables over several games (rules page 6.12)."""

from collections.abc import Iterable
from dataclasses import dataclass

from underboard.galerapagos.state.refusal import Refused

MODES = ("solidarity", "lone")
"""Castaways in solidarity; lone castaway."""


def points(players: int, embarked: int, mode: str) -> int:
    """Return what each embarked player scores; the others score 0."""
    if not embarked:
        return 0
    return embarked if mode == "solidarity" else players - embarked + 1


@dataclass(frozen=True)
class Result:
    """One finished game: all names, and those who embarked."""

    names: tuple[str, ...]
    embarked: tuple[str, ...]


def table(results: Iterable[Result], mode: str) -> list[tuple[int, str, int, int]]:
    """Return rows (rank, name, points, times embarked), the best first; a tie shares the rank."""
    if mode not in MODES:
        raise Refused("tournament-mode", seen=mode, known=", ".join(MODES))
    score: dict[str, int] = {}
    saved: dict[str, int] = {}
    for result in results:
        gain = points(len(result.names), len(result.embarked), mode)
        for name in result.names:
            embarked = name in result.embarked
            score[name] = score.get(name, 0) + (gain if embarked else 0)
            saved[name] = saved.get(name, 0) + embarked
    names = sorted(score, key=lambda name: (-score[name], name.casefold()))
    return [
        (
            1 + sum(1 for other in names if score[other] > score[name]),
            name,
            score[name],
            saved[name],
        )
        for name in names
    ]

"""Points and tables over several games (rules page 6.12)."""

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
class TournamentResult:
    """One finished game: all names, and those who embarked."""

    names: tuple[str, ...]
    embarked: tuple[str, ...]


def table(results: Iterable[TournamentResult], mode: str) -> list[tuple[int, str, int, int]]:
    """Return rows (rank, name, points, times embarked), the best first; a tie shares the rank."""
    if mode not in MODES:
        raise Refused("tournament-mode", seen=mode, known=", ".join(MODES))
    score: dict[str, int] = {}
    saved: dict[str, int] = {}
    spelled: dict[str, str] = {}
    for result in results:
        for name, gain in gains(result, mode).items():
            # Who is written in another case is the same player; the first spelling stays.
            player = name.casefold()
            spelled.setdefault(player, name)
            score[player] = score.get(player, 0) + gain
            saved[player] = saved.get(player, 0) + (name in result.embarked)
    players = sorted(score, key=lambda player: (-score[player], player))
    return [
        (
            1 + sum(1 for other in players if score[other] > score[player]),
            spelled[player],
            score[player],
            saved[player],
        )
        for player in players
    ]


def gains(result: "TournamentResult", mode: str) -> dict[str, int]:
    """Return what each player scores in one game."""
    gain = points(len(result.names), len(result.embarked), mode)
    return {name: gain if name in result.embarked else 0 for name in result.names}


def winners(results: Iterable["TournamentResult"], mode: str) -> list[str]:
    """Return who leads; several share a first rank."""
    return [name for rank, name, _, _ in table(results, mode) if rank == 1]

"""Strength of each level of an engine against the one below it.

    python tests/bench/engines/levels.py GAME [--games N] [--seed S] [--only LEVEL ...]
    UNDERBOARD_NUMBA=off python tests/bench/engines/levels.py GAME --cost

Plays pairs of games from the starts of ``underboard match``, and writes a row for each pair of
levels into ``tests/bench/results/levels.json``, in place of the row that was there.  A run that
is stopped keeps the pairs it has finished.  ``--cost`` measures the CPU time of a turn of each
level in two games against itself, and writes it under ``plain_ms``: with numba switched off that
is what a computer without it takes.  ``host/docs/engines.md`` shows the file: type
``python .github/site/levels.py`` after a run.
"""

import argparse
import json
import platform
import subprocess
import time
from itertools import pairwise
from pathlib import Path

from underboard.engine import compiled
from underboard.engine.match import MatchScore, play
from underboard.engine.player import levels_of, player_of

FILE = Path(__file__).parents[1] / "results" / "levels.json"


class Timed:
    """A player and the CPU time that it has used."""

    def __init__(self, name: str, level: str) -> None:
        self.name = level
        self._game = name
        self._player = player_of(name, level, 0)
        self.seconds, self.turns = 0.0, 0

    def seeded(self, seed: int) -> "Timed":
        """Sit down for another game."""
        self._player = player_of(self._game, self.name, seed)
        return self

    def choose(self, game, pause=lambda: None) -> int:
        """Return the turn to play."""
        before = time.process_time()
        turn = self._player.choose(game, pause)
        self.seconds += time.process_time() - before
        self.turns += 1
        return turn


def measured(name: str, stronger: str, weaker: str, games: int, seed: int) -> dict:
    """Play a match; return its row."""
    players = Timed(name, stronger), Timed(name, weaker)
    score = MatchScore()
    for result in play(name, (players[0].seeded, players[1].seeded), games, seed):
        score.won[result.winner] += 1
    won, lost, drawn = score.won
    ms = [round(1000 * one.seconds / max(one.turns, 1), 1) for one in players]
    return {
        "game": name, "stronger": stronger, "weaker": weaker, "games": score.games,
        "won": won, "lost": lost, "drawn": drawn,
        "percent": round(100 * score.share, 1), "error": round(100 * score.error, 1),
        "cpu_ms": ms,
    }  # fmt: skip


def main() -> None:
    """Measure the levels of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--cost", action="store_true")
    options = parser.parse_args()
    if options.cost:
        weakest = levels_of(options.game)[0]
        measured(options.game, weakest, weakest, 2, options.seed)  # what the first game loads
        for level in options.only or levels_of(options.game):
            ms = measured(options.game, level, level, 2, options.seed)["cpu_ms"][0]
            print(level, ms, flush=True)
            keep_cost(options.game, level, ms)
        return
    for weaker, stronger in pairwise(levels_of(options.game)):
        if options.only and stronger not in options.only:
            continue
        row = measured(options.game, stronger, weaker, options.games, options.seed)
        print(json.dumps(row), flush=True)
        keep(row, options.seed)


def keep(row: dict, seed: int) -> None:
    """Write a row into the file, in place of an earlier one of the same pair."""
    told = json.loads(FILE.read_text()) if FILE.exists() else {"rows": []}
    pair = row["game"], row["stronger"]
    rows = [one for one in told["rows"] if (one["game"], one["stronger"]) != pair]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    about = {
        "bench": "levels",
        "title": "Engines: each level against the one below",
        "command": "python tests/bench/engines/levels.py GAME --games N",
        "commit": commit.stdout.strip(),
        "date": time.strftime("%Y-%m-%d"),
        "machine": f"{platform.machine()}, numba {'on' if compiled.FAST else 'off'}",
        "seed": seed,
        "unit": "games won; CPU in ms a turn of the stronger and the weaker level",
    }
    rows.append(row)
    rows.sort(key=lambda one: (one["game"], levels_of(one["game"]).index(one["stronger"])))
    write(told | about | {"rows": rows})


def keep_cost(game: str, level: str, ms: float) -> None:
    """Write what a turn of a level costs without numba."""
    told = json.loads(FILE.read_text())
    told.setdefault("plain_ms", {}).setdefault(game, {})[level] = ms
    write(told)


def write(told: dict) -> None:
    """Write the file, one line for each row."""
    rows = told.pop("rows")
    lines = ",\n  ".join(json.dumps(one) for one in rows)
    head = json.dumps(told, indent=1)[:-2]
    FILE.write_text(f'{head},\n "rows": [\n  {lines}\n ]\n}}\n')


if __name__ == "__main__":
    main()

r"""The engine of Gygès against another program, at equal CPU time a turn.

    python tests/bench/engines/gyges_rival.py COMMAND [--seconds S] [--games N] [--seed S]

COMMAND starts a program that speaks UGI or the dialect of ``gyges/dialect.py``.  An older engine
is run from a worktree:

    git worktree add /tmp/old 6f6887f
    python tests/bench/engines/gyges_rival.py "env PYTHONPATH=/tmp/old/host:/tmp/old/firmware/lib \
        python -m underboard engine gyges" --games 200 --seconds 0.05

Games come in pairs from the starts of ``underboard match``.  Each turn is asked for by nodes, as
many as the program has looked at in so much CPU time (that of its process) so far; a program that
takes no nodes (``--plies N``: one of the dialect) looks N turns ahead, and ours gets its time.
"""

import argparse
import os
import shlex
import sys
from pathlib import Path

from underboard.engine.match import MatchScore, play
from underboard.engine.ugi_player import UgiPlayer
from underboard.errors import UnderboardError

TICK_S = 1 / os.sysconf("SC_CLK_TCK")
OURS = f"{shlex.quote(sys.executable)} -m underboard engine gyges"
FIRST = 100_000
"""Nodes a second that a program is taken to look at before it has shown how many."""

FADES = 0.9
"""What a turn counts for the rate, by what the next one does."""


class Clocked(UgiPlayer):
    """A program whose CPU time is counted, and limited by nodes."""

    def __init__(self, command: str) -> None:
        super().__init__("gyges", command, 600.0)
        self.seconds, self.looked, self.turns = 0.0, 0, 0
        self.budget_s, self.silent = 0.0, 0
        self._rate, self._late = FIRST, [0.0, 0.0]

    def choose(self, game, pause=lambda: None) -> int:
        """Return its turn, for the nodes of ``budget_s``."""
        if self.budget_s:
            self._nodes = max(int(self._rate * self.budget_s), 1)
        before, self.nodes = self._used_s(), 0
        try:
            turn = super().choose(game, pause)
        except UnderboardError:
            # Some programs answer none where every turn loses: the first one stands for theirs.
            self.silent += 1
            turn = game.legal_turns()[0]
        used = self._used_s() - before
        self.seconds += used
        self.looked += self.nodes
        self.turns += 1
        # A first turn may have to compile: what was long ago counts less and less.
        self._late = [FADES * old + new for old, new in zip(self._late, (self.nodes, used))]
        if self._late[1] > 0.1:
            self._rate = self._late[0] / self._late[1]
        return turn

    def say(self, line: str) -> None:
        """Send a line, once."""
        self._say(line)

    def _used_s(self) -> float:
        """Return the CPU time of the process so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return TICK_S * (int(fields[11]) + int(fields[12]))


def main() -> None:
    """Play a match and print each game and the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=0)
    options = parser.parse_args()
    ours, other = Clocked(OURS), Clocked(options.command)
    ours.budget_s = options.seconds
    if options.plies:
        for name in ("maxPly", "maxply"):  # older versions write options so
            other.say(f"setoption {name} {options.plies}")
    else:
        other.budget_s = options.seconds
    score = MatchScore()
    for result in play(
        "gyges", (lambda seed: ours, lambda seed: other), options.games, options.seed
    ):
        score.won[result.winner] += 1
        print(
            result.number,
            result.reason,
            len(result.turns),
            score.won,
            spent(ours, other),
            flush=True,
        )
        if options.plies and other.turns:
            ours.budget_s = other.seconds / other.turns
    won, lost, drawn = score.won
    ms = [round(1000 * one.seconds / max(one.turns, 1)) for one in (ours, other)]
    nodes = [round(one.looked / max(one.seconds, 1e-9)) for one in (ours, other)]
    print(
        f"games {score.games} won {won} lost {lost} drawn {drawn} percent {100 * score.share:.1f} "
        f"error {100 * score.error:.1f} silent {other.silent} cpu_ms {ms[0]} old_cpu_ms {ms[1]} "
        f"nodes {nodes[0]} old_nodes {nodes[1]}"
    )


def spent(*players: Clocked) -> list[str]:
    """Return CPU seconds a turn and nodes a second of both."""
    return [
        f"{one.seconds / max(one.turns, 1):.3f} s {one.looked / max(one.seconds, 1e-9):,.0f}/s"
        for one in players
    ]


if __name__ == "__main__":
    main()

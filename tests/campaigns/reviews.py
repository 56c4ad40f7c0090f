"""Review games, and prove again what a review calls proven.

    python tests/campaigns/reviews.py [GAMES] [SEED]

The proofs are a search of all turns by the rules of the core alone, which shares nothing with
the engines that the review asks: no table, no pruning but by what is proven already.  Prints
one line for each game, with the seconds that its review took, and the sums of each game's kind.
A verdict whose proof takes more than NODES positions is counted as not tried.
"""

import random
import sys
import time
from collections import Counter
from functools import partial

from boardcore.games import NAMES, rules_of
from boardcore.options import parse_options
from underboard.engine.match import play
from underboard.engine.player import player_of
from underboard.study.review import review

NODES = 60_000
LEVELS = ("club", "casual")
OPTIONS = {"gyges": "repetition=draw"}


class Enough(Exception):
    """A proof takes too long."""


class Proof:
    """Who can force a win from a position within some turns of both sides, by the rules."""

    def __init__(self, game):
        self.game = game
        self.known = {}
        self.left = NODES

    def wins(self, plies):
        """Return True if the side to move can force a win within so many turns."""
        game = self.game
        outcome = game.outcome()
        if outcome:
            return outcome[0] == game.side
        if plies <= 0:
            return False
        known = self.known.get((game.key(), plies))
        if known is None:
            known = any(self.after(turn, plies, wins=True) for turn in self.ordered())
            self.known[game.key(), plies] = known
        return known

    def loses(self, plies):
        """Return True if the other side can force a win within so many turns."""
        game = self.game
        outcome = game.outcome()
        if outcome:
            return outcome[0] == 1 - game.side
        if plies <= 0:
            return False
        return all(self.after(turn, plies, wins=False) for turn in self.ordered())

    def after(self, turn, plies, wins):
        """Return True if a turn wins (or loses) for who plays it."""
        self.left -= 1
        if self.left < 0:
            raise Enough
        self.game.play_turn(turn)
        try:
            return self.loses(plies - 1) if wins else self.wins(plies - 1)
        finally:
            self.game.undo()

    def ordered(self):
        """Return the turns, those that end the game first."""
        turns = self.game.legal_turns()
        self.left -= len(turns)
        return sorted(turns, key=self.goes_on)

    def goes_on(self, turn):
        self.game.play_turn(turn)
        over = self.game.outcome()
        self.game.undo()
        return over is None


def check(game, turn, worth):
    """Return ``right``, ``wrong``, or ``long`` where the proof takes too long, or is a draw's."""
    if worth.score == 0.5:
        return "long"
    proof = Proof(game)
    try:
        good = proof.after(turn, worth.distance + 1, wins=worth.score == 1)
    except (Enough, RecursionError):
        return "long"
    return "right" if good else "wrong"


def main(games, seed):
    print("seed", seed)
    counts = {name: Counter() for name in NAMES}
    for number in range(games):
        name = NAMES[number % len(NAMES)]
        players = tuple(partial(player_of, name, level) for level in LEVELS)
        options = OPTIONS.get(name, "")
        result = next(play(name, players, 1, seed + number))
        begun = time.perf_counter()
        variant = rules_of(name).VARIANTS[0]
        reviewed = review(name, variant, options, result.start, result.turns)
        took = time.perf_counter() - begun
        game = rules_of(name).Game(variant, parse_options(options), result.start)
        here = Counter()
        for turn in reviewed.turns:
            if turn.worth.proven:
                here[check(game, turn.turn, turn.worth)] += 1
            if turn.best_worth.proven and turn.best != turn.turn:
                here[check(game, turn.best, turn.best_worth)] += 1
            game.play_turn(turn.turn)
        counts[name] += here
        counts[name]["games"] += 1
        print(
            "%-6s turns %d proven %d right %d wrong %d too long %d review %.1f s"
            % (name, len(reviewed.turns), reviewed.proven, here["right"], here["wrong"],
               here["long"], took), flush=True,
        )  # fmt: skip
    for name, sums in counts.items():
        print(name, *(f"{key} {sums[key]}" for key in ("games", "right", "wrong", "long")))
    return 1 if any(sums["wrong"] for sums in counts.values()) else 0


if __name__ == "__main__":
    words = sys.argv[1:] + ["20", str(random.randrange(1000))][len(sys.argv) - 1 :]
    sys.exit(main(int(words[0]), int(words[1])))

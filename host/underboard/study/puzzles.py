"""Positions that exactly one turn wins, and the proof that it is so.

Those of somebody's own games are found by ``mistakes``; the others lie in each game's
``puzzles.txt``, one line each: rating, variant and options, position, solution, with ``|`` between.
The rating is the number of turns of both sides until the win, which is how far a search must look.

What is proven: at Apagos, by the complete solution, that every other turn does not win.  At
Pylos, by search to the end of the game or by the table, the same.  At Gygès, which has no end to
search to, that no other turn wins within that many turns.
"""

import random
from dataclasses import dataclass
from typing import Any

from boardcore.errors import IllegalMove, ParseError
from boardcore.options import parse_options
from underboard.errors import UnderboardError
from underboard.game_state import rules_of
from underboard.registry import game_of
from underboard.study.prover import winning_turns


@dataclass(frozen=True)
class Puzzle:
    """A position and the one turn that wins it."""

    name: str
    variant: str
    options: str
    position: str
    solution: str
    rating: int

    def game(self) -> Any:
        """Return a game at the position."""
        return rules_of(self.name).Game(self.variant, parse_options(self.options), self.position)

    def line(self) -> str:
        """Return the puzzle as a line of its file."""
        rules = f"{self.variant} {self.options}".strip()
        return f"{self.rating:2}|{rules}|{self.position}|{self.solution}"

    def solved_by(self, turn: int) -> bool:
        """Return True if a turn, which can be played, leads where the solution leads."""
        game = self.game()
        rules = rules_of(self.name)
        game.play_turn(rules.parse_turn(self.solution))
        wanted = game.position_text()
        game.undo()
        game.play_turn(turn)
        found: bool = game.position_text() == wanted
        return found

    def is_proven(self) -> bool:
        """Prove again that the solution wins, in as many turns as rated, and nothing else."""
        found = winning_turns(self.game(), self.rating)
        if not found or len(found) != 1:
            return False
        turn, distance = found[0]
        more = getattr(game_of(self.name).part("judge"), "ONE_MORE", (0,))
        return distance - self.rating in more and self.solved_by(turn)


def puzzles_of(name: str) -> list[Puzzle]:
    """Return the puzzles of a game, the easiest first.

    Raises UnderboardError if there are none.
    """
    text = game_of(name).text("puzzles.txt")
    if text is None:
        raise UnderboardError("there are no puzzles of %s in this installation", name)
    lines = text.splitlines()
    return [parse(name, line) for line in lines if line and not line.startswith("#")]


def parse(name: str, line: str) -> Puzzle:
    """Read one line of a file.  Raises UnderboardError if it is no puzzle."""
    parts = line.split("|")
    try:
        rating, rules, position, solution = parts
        variant, _, options = rules.partition(" ")
        puzzle = Puzzle(name, variant, options, position, solution, int(rating))
        puzzle.game().check(rules_of(name).parse_turn(solution))
    except (ValueError, ParseError, IllegalMove) as error:
        raise UnderboardError("%r is not a puzzle of %s: %s", line, name, error) from error
    return puzzle


def chosen(puzzles: list[Puzzle], count: int, seed: int | None) -> list[Puzzle]:
    """Return some puzzles, the easiest first."""
    chance = random.Random(seed)
    picked = chance.sample(puzzles, min(count, len(puzzles)))
    return sorted(picked, key=lambda puzzle: puzzle.rating)

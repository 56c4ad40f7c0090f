"""Puzzles from one's own games, where exactly one turn won and another was played."""

from collections.abc import Callable, Iterator
from typing import Any

from boardcore.options import parse_options
from underboard.engine.match import is_setup
from underboard.game_state import GameState, rules_of
from underboard.records.database import Records
from underboard.records.seats import is_person
from underboard.registry import game_of
from underboard.study.prover import winning_turns
from underboard.study.puzzles import Puzzle

WITHIN = 3
"""Turns of both sides until a win of Gygès that counts as missed: threats that people can see."""
LONGEST = 15
"""The same for games that are proven to their end: nobody is blamed for missing more."""
GAMES = 50
"""Number of a player's latest games that are looked through; chosen."""


def own_puzzles(
    records: Records, name: str, progress: Callable[[int, int], None] = lambda done, all: None
) -> list[Puzzle]:
    """Return the puzzles that one's own latest games hold, the easiest first.

    ``progress`` is told the games that were looked through, and all of them.
    """
    rows = [row for row in records.list() if row.name == name and row.turns][-GAMES:]
    found: dict[str, Puzzle] = {}
    for number, row in enumerate(rows, 1):
        progress(number, len(rows))
        for puzzle in missed(records.load(row.number), row.players):
            found.setdefault(puzzle.position, puzzle)
    return sorted(found.values(), key=lambda puzzle: puzzle.rating)


def missed(mirror: Any, players: str) -> Iterator[Puzzle]:
    """Yield a puzzle for each position of a game whose only winning turn a person did not play.

    ``mirror`` is the game as it stands in the records; ``players`` who sat there, ``one|other``.
    """
    rules = rules_of(mirror.name)
    names = [*players.split("|"), "", ""]
    game = rules.Game(mirror.variant, parse_options(mirror.options), mirror.start)
    for text in mirror.turns:
        turn = rules.parse_turn(text)
        if is_person(names[game.side]) and _is_settled(game):
            puzzle = _puzzle_of(game, mirror.options, turn)
            if puzzle:
                yield puzzle
        game.play_turn(turn)


def _is_settled(game: GameState) -> bool:
    """Return True if it can be proven in a moment who wins."""
    if is_setup(game):
        return False
    judge = game_of(game.name).part("judge")
    return bool(judge.is_settled(game)) if hasattr(judge, "is_settled") else True


def _puzzle_of(game: GameState, options: str, played: int) -> Puzzle | None:
    rules = rules_of(game.name)
    # A position by itself: what was repeated before is no part of a puzzle.
    position = game.position_text()
    fresh = rules.Game(game.variant, parse_options(options), position)
    wins = winning_turns(fresh, WITHIN) if len(fresh.legal_turns()) > 1 else None
    if not wins or len(wins) > 1 or wins[0][1] > LONGEST:
        return None
    turn, rating = wins[0]
    puzzle = Puzzle(game.name, game.variant, options, position, rules.turn_text(turn), rating)
    return None if puzzle.solved_by(played) else puzzle

"""The turns that the complete table calls best.

Of winning turns the quickest; of losing ones the longest, and among those the one after
which the fewest turns of the other side still win; of drawing ones likewise.
"""

import random
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from boardcore.pylos.rules import APEX, Game
from underboard.engine.limits import Report, Tell, quiet
from underboard.errors import UnderboardError
from underboard.games.pylos.engine.boards import boards_after, reserve
from underboard.games.pylos.engine.table.rule_set import TAKES, RuleSet
from underboard.games.pylos.engine.table.values import DRAW, WIN, Unusable, path_of, place_of

if TYPE_CHECKING:
    from underboard.games.pylos.engine.table.lookup import EndgameTable

SHOWN = 8
"""Turns of the best line that are looked up for a report; chosen."""


class ProvenTurn(NamedTuple):
    """A turn and what it is worth to the side that plays it."""

    turn: int
    value: int
    """1 it wins, 0 nobody can force a win, -1 it loses."""
    plies: int | None
    """Plies to the end with best play, this turn counted; None for a draw."""

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts best first: wins (the quickest first), draws, losses (the longest first)."""
        return -self.value, self.value * (self.plies or 0)


def rules_of(game: Game) -> RuleSet:
    """Return the rule set that a game is played by."""
    return RuleSet(game.variant, game.end, TAKES[0])


@lru_cache(maxsize=4)
def _opened(rules: RuleSet, path: Path, changed: float) -> "EndgameTable":
    # Not at the top: a table needs NumPy, which a browser tab lacks.
    from underboard.games.pylos.engine.table.lookup import EndgameTable

    return EndgameTable(path, rules)


def table_of(rules: RuleSet) -> "EndgameTable | None":
    """Return the table of a rule set, None if it was not built.

    Raises UnderboardError if the file is there and cannot be used.
    """
    path = place_of(rules)
    try:
        return _opened(rules, path, path.stat().st_mtime)
    except FileNotFoundError:
        return None
    except (OSError, Unusable) as error:
        raise unusable(rules) from error


def unusable(rules: RuleSet) -> UnderboardError:
    """Return what to say about a file that is damaged or cannot be read."""
    return UnderboardError(
        "the table of Pylos %s cannot be used: type 'underboard solve pylos --variant %s --end %s'",
        place_of(rules),
        rules.variant,
        rules.end,
    )


def table_for(game: Game) -> "EndgameTable":
    """Return the table of a game's rules.  Raises UnderboardError if there is none."""
    rules = rules_of(game)
    table = table_of(rules)
    if table is None:
        raise UnderboardError(
            "there is no table of Pylos %s to play perfectly by: type 'underboard solve "
            "pylos --variant %s --end %s'",
            path_of(rules),
            rules.variant,
            rules.end,
        )
    return table


def judge(table: "EndgameTable", mine: int, theirs: int) -> tuple[int, int | None]:
    """Return the value of a position for the side to move, and the plies to the end.

    The plies are None for a draw.  A reserve that is empty ends the game one ply later, by the
    winner's next turn, unless the position itself is such an end: then there are none.
    """
    plies = table.lost_in(mine, theirs)
    if plies == DRAW:
        return 0, None
    if plies != WIN:
        return -1, plies
    variant, end, back, _ = table.rules
    if (mine | theirs) >> APEX & 1 or table.rules.is_strict and not reserve(theirs):
        return 1, 0
    after = boards_after(mine, theirs, variant, end, back)
    answers = [table.lost_in(theirs, board) for board in after]
    return 1, 1 + min((plies for plies in answers if plies >= 0), default=0)


def judged_turns(game: Game, table: "EndgameTable") -> list[ProvenTurn]:
    """Return one turn for every board that the side to move can make, best first.

    A turn that draws the game by repetition is worth 0, whatever the table says.
    """
    mine, theirs = game.balls(game.side), game.balls(1 - game.side)
    seen: Counter[tuple[int, int]] = Counter()
    if game.repetition:
        seen.update(board for ply, board in enumerate(game.boards) if (game.ply - ply) % 2)
    found = []
    variant, end, back, _ = table.rules
    for after, turn in boards_after(mine, theirs, variant, end, back).items():
        board = (theirs, after) if game.side else (after, theirs)
        if seen[board] >= 2:
            found.append(ProvenTurn(turn, 0, None))
            continue
        value, plies = judge(table, theirs, after)
        found.append(ProvenTurn(turn, -value, None if plies is None else plies + 1))
    return sorted(found, key=lambda judged: judged.rank)


def trickiest(game: Game, table: "EndgameTable", turns: list[int]) -> list[int]:
    """Return the turns after which the smallest share of the other side's boards is best."""
    shares = []
    variant, end, back, _ = table.rules
    for turn in turns:
        game.step(turn)
        mine, theirs = game.balls(game.side), game.balls(1 - game.side)
        answers = boards_after(mine, theirs, variant, end, back)
        values = [-table.value(theirs, after) for after in answers]
        shares.append(values.count(max(values)) / len(values) if values else 1.0)
        game.undo()
    least = min(shares)
    return [turn for turn, share in zip(turns, shares) if share == least]


def best_line(game: Game, table: "EndgameTable", most: int) -> list[int]:
    """Return the next best turns of both sides, ``most`` at most; the game is as before."""
    line: list[int] = []
    while len(line) < most and not game.outcome():
        line.append(judged_turns(game, table)[0].turn)
        game.play_turn(line[-1])
    for _ in line:
        game.undo()
    return line


class Perfect:
    """Chooses turns by the table."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def choose(self, game: Game, report: Tell = quiet) -> int:
        """Return a best turn.

        Raises UnderboardError if the table is not there or cannot be used.
        """
        table = table_for(game)
        try:
            judged = judged_turns(game, table)
            best = [one.turn for one in judged if one.rank == judged[0].rank]
            if judged[0].value < 1 and len(best) > 1:
                best = trickiest(game, table, best)
        except Unusable as error:
            raise unusable(table.rules) from error
        turn = self._chance.choice(sorted(best))
        if report is not quiet:
            game.step(turn)
            line = (turn, *best_line(game, table, SHOWN - 1))
            game.undo()
            value, plies = judged[0].value, judged[0].plies or 0
            report(Report(len(line), len(judged), 0, value * plies, line))
        return turn

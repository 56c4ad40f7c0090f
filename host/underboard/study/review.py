"""Every turn of a game judged, and the turns that decided it.

A turn is a *blunder* if it is proven that it changed who wins, or gave away a draw.  It is a
*mistake* if two searches, the second with more nodes, find it worth less than the best turn by
the judge's ``doubt`` or more, or if the judge proves that the better turn does what this one does
not: it holds out for longer, say.  A proven worth is never compared with an estimate, so nothing
is said of a turn in a position that may have been lost already.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boardcore.options import parse_options
from underboard.engine.compile_process import Notice
from underboard.engine.evaluation import (
    DRAWN,
    LOST,
    WON,
    Evaluation,
    Evaluator,
    Pause,
    ScoredTurn,
    judge_of,
    no_pause,
)
from underboard.engine.match import is_setup
from underboard.game_state import GameState, Rules, rules_of
from underboard.registry import game_of

DOUBT = 0.2
"""Expected score that a mistake gives away at least; chosen."""
GOOD, MISTAKE, BLUNDER = "good", "mistake", "blunder"


@dataclass(frozen=True)
class Reviewed:
    """One turn and what became of the game by it."""

    ply: int
    side: int
    turn: int
    text: str
    worth: Evaluation
    """Worth of the turn for the player who played it."""
    best: int
    best_text: str
    best_worth: Evaluation
    kind: str
    reply: str = ""
    """The other side's best answer, empty where none was looked for."""
    why: str = ""
    """A reason, as the texts of ``study`` call it, empty where none is seen."""

    @property
    def lost(self) -> float:
        """Return the expected score that the turn gave away."""
        return max(self.best_worth.score - self.worth.score, 0.0)

    @property
    def settled(self) -> bool:
        """Whether it is certain what the turn gave away, or that it gave away nothing."""
        if self.kind != GOOD or self.worth == self.worth._replace(score=1.0, proven=True):
            return True
        return self.worth.proven and self.best_worth.proven


@dataclass(frozen=True)
class Review:
    """A game judged."""

    name: str
    variant: str
    options: str
    start: str
    setup: int
    """Turns of the set-up, before the first that is judged."""
    turns: list[Reviewed]

    def of(self, kind: str) -> list[Reviewed]:
        """Return the turns of one kind."""
        return [turn for turn in self.turns if turn.kind == kind]

    @property
    def proven(self) -> int:
        """Return how many turns are judged for certain."""
        return sum(turn.worth.proven for turn in self.turns)

    @property
    def unsettled(self) -> list[int]:
        """Return the numbers of the turns of which it cannot be told what they gave away."""
        return [turn.ply for turn in self.turns if not turn.settled]

    def line(self) -> str:
        """Return the summary for scripts."""
        mistakes, blunders = len(self.of(MISTAKE)), len(self.of(BLUNDER))
        return (
            f"turns {len(self.turns)} mistakes {mistakes} blunders {blunders} proven {self.proven}"
        )

    def score(self, side: int) -> list[float]:
        """Return the expected score of a side after each turn."""
        return [t.worth.score if t.side == side else 1 - t.worth.score for t in self.turns]


def review(
    name: str,
    variant: str,
    options: str,
    start: str,
    turns: Sequence[str],
    progress: Callable[[int, int], None] = lambda done, all: None,
    pause: Pause = no_pause,
    judge: Evaluator | None = None,
    notice: Notice | None = None,
) -> Review:
    """Judge a game given by its start and the texts of its turns.

    ``progress`` is told the positions done and all of them; ``notice``: as for ``player_of``, for
    callers that cannot wait until numba has compiled.  Raises ParseError or IllegalMove
    for turns that cannot be read or played.
    """
    rules = rules_of(name)
    game = rules.Game(variant, parse_options(options), start)
    for text in turns:
        game.play_turn(rules.parse_turn(text))
    # From the end to the beginning: what a later position proves holds for the turn before it.
    played: list[Reviewed] = []
    after = _end(game, rules)
    judge = judge or judge_of(name, len(turns), notice=notice)
    judged = 0
    reply = -1
    count = len(turns)
    while game.turns:
        turn = game.undo()
        if is_setup(game):
            judged = game.ply + 1
            break
        worth, best, after = _judge(judge, game, turn, after, pause)
        kind, worth, best = _told(judge, game, ScoredTurn(turn, worth), best, pause)
        played.append(_reviewed(game, rules, turn, worth, best, reply, kind))
        reply = best.turn
        progress(count - game.ply, count)
    return Review(name, variant, options, start, judged, played[::-1])


def _end(game: GameState, rules: Rules) -> Evaluation | None:
    """Return what the last position is worth to the side to move, None where it goes on."""
    outcome = game.outcome()
    if not outcome:
        return None
    if outcome[0] == rules.DRAW:
        return DRAWN
    return WON if outcome[0] == game.side else LOST


def _judge(
    judge: Evaluator, game: GameState, turn: int, after: Evaluation | None, pause: Pause
) -> tuple[Evaluation, ScoredTurn, Evaluation]:
    """Return the worth of a turn, the best turn with its own, and that of the position."""
    best = judge.best(game, pause)
    over = after is not None and after in (WON, LOST, DRAWN)
    if after is not None and after.proven:
        worth = Evaluation(1 - after.score, True, 1 if over else after.before().distance)
    elif turn == best.turn:
        worth = best.worth
    else:
        worth = judge.turn(game, turn, pause)
    known = best.worth.proven
    if turn == best.turn or worth.rank >= best.worth.rank:
        best = ScoredTurn(turn, worth)
    # A proven draw says that the position is worth no less; it may be worth more.
    known = best.worth.proven and (known or best.worth.score == 1)
    return worth, best, best.worth if known else Evaluation(best.worth.score, False)


def _told(
    judge: Evaluator, game: GameState, played: ScoredTurn, best: ScoredTurn, pause: Pause
) -> tuple[str, Evaluation, ScoredTurn]:
    """Return the kind of a turn, its worth and the best turn, after a second search if need be."""
    gap = best.worth.score - played.worth.score
    if best.turn == played.turn or gap < DOUBT:
        return GOOD, played.worth, best
    accused = False
    if not (played.worth.proven or best.worth.proven):
        if gap >= judge.doubt:
            worths = [judge.again(game, one.turn, pause) for one in (played, best)]
            accused = worths[1].score - worths[0].score >= judge.doubt
            played, best = (
                ScoredTurn(old.turn, new) if new.proven else old
                for old, new in zip((played, best), worths)
            )
    elif not best.worth.proven:
        deeper = judge.deeper(game, pause)
        best = deeper if deeper.worth.proven else best
    elif not played.worth.proven:
        worth = judge.again(game, played.turn, pause)
        played = ScoredTurn(played.turn, worth if worth.proven else played.worth)
    if played.worth.proven and best.worth.proven:
        if best.worth.rank <= played.worth.rank:
            return GOOD, played.worth, played
        kind = BLUNDER if best.worth.score > played.worth.score else GOOD
        return kind, played.worth, best
    if played.worth.proven or best.worth.proven:
        accused = judge.tells_apart(game, played, best)
    return MISTAKE if accused else GOOD, played.worth, best


def _reviewed(
    game: GameState,
    rules: Rules,
    turn: int,
    worth: Evaluation,
    best: ScoredTurn,
    reply: int,
    kind: str,
) -> Reviewed:
    texts = text_of(game, rules, turn), text_of(game, rules, best.turn)
    answer = ""
    if reply >= 0:
        game.play_turn(turn)
        answer = text_of(game, rules, reply)
        game.undo()
    return Reviewed(
        game.ply + 1,
        game.side,
        turn,
        texts[0],
        worth,
        best.turn,
        texts[1],
        best.worth,
        kind,
        answer,
        reason_of(game.name, turn, best.turn, reply) if kind != GOOD else "",
    )


def reason_of(name: str, turn: int, best: int, reply: int) -> str:
    """Return why a turn was bad, as far as the turns show it."""
    judge = game_of(name).part("judge")
    return str(judge.reason_of(turn, best, reply)) if hasattr(judge, "reason_of") else ""


def text_of(game: GameState, rules: Rules, turn: int) -> str:
    """Return a turn that can be played now, in the game's fullest notation."""
    return getattr(game, "turn_text", rules.turn_text)(turn)

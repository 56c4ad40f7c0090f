"""One snapshot of the sensors, and how far the game explains it.

The states of the tracker are rows of two tables: NEXT gives the next state, WORK in
``boardcore.play.tracker`` the method called in a state.  Both are drawn in
firmware/docs/tracker.md.
"""

(
    NEW, AT_POSITION, GAME_OVER, GUIDED_STRICT, GUIDED_SOFT, TURN_FOUND, TURN_CHECKED, PARTIAL,
    PARTIAL_CHECKED, UNMATCHED, HISTORY_CHECKED, TURN_CONFIRMED, ROLLED_BACK, SHIFTED, IN_HAND,
    CLEARED, UNSURE, NO_HYPOTHESIS, PLAY_PENDING, UNDO_PENDING,
) = range(20)  # fmt: skip

CHANGED, REEVALUATE, REJECTION, FOUND, PARTIAL_FOUND, NOT_FOUND, MATCHES, GAME_ENDED = range(8)
"""Events.  CHANGED: another snapshot is shown; REEVALUATE: it has to be explained again; REJECTION:
the players have refused the answers.  Then the findings, one per loop iteration.  FOUND: turns
explain it; PARTIAL_FOUND: only parts of turns do, or turns that change no reading; NOT_FOUND:
nothing explains it; MATCHES: it is the snapshot of the position; GAME_ENDED: it is not, and the
game is decided."""
COLUMNS = 6
"""Number of columns of the table below, as in its heading."""

NEXT = bytes((
    # CHANGED      REEVALUATE     REJECTION        FOUND          PARTIAL_FOUND    NOT_FOUND
    # NEW: the snapshot is new
    NEW,           NEW,           NEW,             TURN_FOUND,    PARTIAL,         UNMATCHED,
    # AT_POSITION: it is the snapshot of the position
    NEW,           NEW,           AT_POSITION,     TURN_FOUND,    PARTIAL,         UNMATCHED,
    # GAME_OVER: the game is decided, and pieces are cleared away
    NEW,           NEW,           GAME_OVER,       TURN_FOUND,    PARTIAL,         UNMATCHED,
    # GUIDED_STRICT: lights lead to the position, before anything else is explained
    GUIDED_STRICT, GUIDED_STRICT, GUIDED_STRICT,   GUIDED_STRICT, GUIDED_STRICT,   GUIDED_STRICT,
    # GUIDED_SOFT: lights lead to the position, or to an explained snapshot
    GUIDED_SOFT,   GUIDED_SOFT,   GUIDED_SOFT,     TURN_FOUND,    PARTIAL,         GUIDED_SOFT,
    # TURN_FOUND: one or several turns explain it
    NEW,           NEW,           TURN_FOUND,      TURN_FOUND,    PARTIAL,         UNMATCHED,
    # TURN_CHECKED: and changes of the last turn are checked (``alternative``)
    NEW,           NEW,           TURN_CHECKED,    TURN_CHECKED,  PARTIAL,         UNMATCHED,
    # PARTIAL: a turn has started, or changes no reading
    NEW,           NEW,           PARTIAL,         TURN_FOUND,    PARTIAL,         UNMATCHED,
    # PARTIAL_CHECKED: and changes of the last turn are checked
    NEW,           NEW,           PARTIAL_CHECKED, TURN_FOUND,    PARTIAL_CHECKED, UNMATCHED,
    # UNMATCHED: no turn explains it
    NEW,           NEW,           UNMATCHED,       TURN_FOUND,    PARTIAL,         UNMATCHED,
    # HISTORY_CHECKED: and changes of earlier turns are checked
    NEW,           NEW,           HISTORY_CHECKED, TURN_FOUND,    PARTIAL,         HISTORY_CHECKED,
    # TURN_CONFIRMED: the next player has moved, so ``turn`` is complete
    PLAY_PENDING,  NEW,           TURN_CONFIRMED,  TURN_FOUND,    PARTIAL,         TURN_CONFIRMED,
    # ROLLED_BACK: players have taken back all turns after ``ply``
    NEW,           NEW,           ROLLED_BACK,     TURN_FOUND,    PARTIAL,         ROLLED_BACK,
    # SHIFTED: the last turn's ball was pushed on, or is gone
    NEW,           NEW,           SHIFTED,         TURN_FOUND,    PARTIAL,         SHIFTED,
    # IN_HAND: the same, or the ball is only in a hand
    NEW,           NEW,           IN_HAND,         TURN_FOUND,    PARTIAL,         IN_HAND,
    # CLEARED: the board was swept empty during a game
    NEW,           NEW,           NO_HYPOTHESIS,   TURN_FOUND,    PARTIAL,         CLEARED,
    # UNSURE: perhaps turns were taken back or changed (``ply``, ``alternative``)
    NEW,           NEW,           NO_HYPOTHESIS,   TURN_FOUND,    PARTIAL,         UNSURE,
    # NO_HYPOTHESIS: changes of earlier turns do not explain it either
    NEW,           NEW,           NO_HYPOTHESIS,   TURN_FOUND,    PARTIAL,         NO_HYPOTHESIS,
    # PLAY_PENDING: the table will play the evident turn
    NEW,           NEW,           NEW,             TURN_FOUND,    PARTIAL,         UNMATCHED,
    # UNDO_PENDING: the table will undo turns
    NEW,           NEW,           NEW,             TURN_FOUND,    PARTIAL,         UNMATCHED,
))  # fmt: skip
"""NEXT[COLUMNS * state + event]: the state after the events that each state answers in its way."""


def after(state: int, event: int) -> int:
    """Return the state after an event.  Allocates nothing."""
    if event == MATCHES:
        return AT_POSITION
    return GAME_OVER if event == GAME_ENDED else NEXT[COLUMNS * state + event]


NO_REPLY, TURN_DONE, REJECTED, ANY_TURN = range(4)
"""Replies of players about a snapshot: nothing; the turn is done; the answers offered are wrong, or
the board found no turn; there was a turn, whatever is seen."""

STALE, SPOILT, VALID = range(3)
"""Whether the recognizer's lists explain the snapshot: not yet, or not any more; they belong to
another position and must not be drawn; yes."""


class Snapshot:
    """One snapshot, and what players said about it: starts again with each snapshot.

    ``observed``: the snapshot; ``since_ms``: when it came, or was last explained again; -1: in the
    next loop iteration.
    """

    def __init__(self, observed: int, now_ms: int) -> None:
        self.begin(observed, now_ms)

    def begin(self, observed: int, now_ms: int) -> None:
        """Set another snapshot.  Allocates nothing."""
        self.observed = observed
        self.since_ms = now_ms
        self.recorded = False
        """Whether the recognizer got ``note`` for it."""
        self.forget()

    def forget(self) -> None:
        """Clear what players said and what was found, for another position."""
        self.reply = NO_REPLY
        self.validity = STALE

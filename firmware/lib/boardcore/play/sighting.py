"""One snapshot of the sensors, and how far the game explains it.

The states of the tracker are rows of two tables: NEXT gives the next state, WORK in
``boardcore.play.tracker`` the method called in a state.  Both are drawn in
firmware/docs/tracker.md.
"""

(
    UNSEEN,
    RESTS,
    ENDED,
    LED,
    ASTRAY,
    DONE,
    WEIGHED,
    BEGUN,
    RECONSIDERED,
    STRANGE,
    PONDERED,
    EVIDENT,
    EARLIER,
    SLID,
    LIFTED,
    SWEPT,
    DOUBTED,
    UNKNOWN,
    PASSED,
    RETRACTED,
) = range(20)

CHANGES, RENEWS, REFUSES, MATCHES, OVER, TURN, PART, NO_TURN = range(8)
"""Events.  CHANGES: another picture is shown; RENEWS: it has to be explained again; REFUSES: the
players have refused the answers.  Then the findings, one per turn of the loop.  MATCHES: it is the
picture of the position; OVER: it is not, and the game is decided; TURN: turns explain it; PART:
only parts of turns do, or turns that change no reading; NO_TURN: nothing explains it."""
EVENTS = 8

NEXT = bytes((
    # CHANGES RENEWS REFUSES MATCHES OVER TURN  PART   NO_TURN
    # UNSEEN: the picture is new
    UNSEEN, UNSEEN, UNSEEN, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # RESTS: it is the picture of the position
    UNSEEN, UNSEEN, RESTS, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # ENDED: the game is decided, and pieces are cleared away
    UNSEEN, UNSEEN, ENDED, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # LED: lights lead to the position, before anything else is explained
    LED, LED, LED, RESTS, ENDED, LED, LED, LED,
    # ASTRAY: lights lead to the position, or to an explained picture
    ASTRAY, ASTRAY, ASTRAY, RESTS, ENDED, DONE, BEGUN, ASTRAY,
    # DONE: one or several turns explain it
    UNSEEN, UNSEEN, DONE, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # WEIGHED: and changes of the last turn are checked (``rival``)
    UNSEEN, UNSEEN, WEIGHED, RESTS, ENDED, WEIGHED, BEGUN, STRANGE,
    # BEGUN: a turn has started, or changes no reading
    UNSEEN, UNSEEN, BEGUN, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # RECONSIDERED: and changes of the last turn are checked
    UNSEEN, UNSEEN, RECONSIDERED, RESTS, ENDED, DONE, RECONSIDERED, STRANGE,
    # STRANGE: no turn explains it
    UNSEEN, UNSEEN, STRANGE, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # PONDERED: and changes of earlier turns are checked
    UNSEEN, UNSEEN, PONDERED, RESTS, ENDED, DONE, BEGUN, PONDERED,
    # EVIDENT: the next player has moved, so ``turn`` is complete
    PASSED, UNSEEN, EVIDENT, RESTS, ENDED, DONE, BEGUN, EVIDENT,
    # EARLIER: players have taken back all turns after ``ply``
    UNSEEN, UNSEEN, EARLIER, RESTS, ENDED, DONE, BEGUN, EARLIER,
    # SLID: the last turn's ball was pushed on
    UNSEEN, UNSEEN, SLID, RESTS, ENDED, DONE, BEGUN, SLID,
    # LIFTED: the same, or the ball is only in a hand
    UNSEEN, UNSEEN, LIFTED, RESTS, ENDED, DONE, BEGUN, LIFTED,
    # SWEPT: the board was swept empty during a game
    UNSEEN, UNSEEN, UNKNOWN, RESTS, ENDED, DONE, BEGUN, SWEPT,
    # DOUBTED: perhaps turns were taken back or changed (``ply``, ``rival``)
    UNSEEN, UNSEEN, UNKNOWN, RESTS, ENDED, DONE, BEGUN, DOUBTED,
    # UNKNOWN: changes of earlier turns do not explain it either
    UNSEEN, UNSEEN, UNKNOWN, RESTS, ENDED, DONE, BEGUN, UNKNOWN,
    # PASSED: the table will play the evident turn
    UNSEEN, UNSEEN, UNSEEN, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # RETRACTED: the table will undo turns
    UNSEEN, UNSEEN, UNSEEN, RESTS, ENDED, DONE, BEGUN, STRANGE,
))  # fmt: skip
"""NEXT[EVENTS * state + event]: the state after the event."""

UNSAID, SAID, REFUSED, ANY = range(4)
"""What the players say about a picture: nothing; the turn is done; the answers offered are wrong,
or the board found no turn; there was a turn, whatever is seen."""

STALE, SPOILT, VALID = range(3)
"""Whether the recognizer's lists explain the picture: not yet, or not any more; they belong to
another position and must not be drawn; yes."""


class Sighting:
    """One picture, and what players said about it: starts again with each picture.

    ``shown``: the picture; ``since_ms``: when it came, or was last explained again; -1: in the
    next turn of the loop.
    """

    def __init__(self, shown: int, now_ms: int) -> None:
        self.begin(shown, now_ms)

    def begin(self, shown: int, now_ms: int) -> None:
        """Set another picture.  Allocates nothing."""
        self.shown = shown
        self.since_ms = now_ms
        self.noted = False
        """Whether the recognizer got ``note`` for it."""
        self.forget()

    def forget(self) -> None:
        """Clear what players said and what was found, for another position."""
        self.word = UNSAID
        self.lists = STALE

"""Sighting: one picture, and how far it is understood.

The states of the tracker are rows of two tables: NEXT gives the next state, WORK in
``boardcore.play.tracker`` the function that works in a state.  Both are drawn in
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
"""What leads to another state.  CHANGES: another picture is shown; RENEWS: more is known of it,
or it was given another meaning; REFUSES: the players have refused what they were asked.  Then the
findings, one in each turn of the loop.  MATCHES: it is the picture of the position; OVER: it is
not, and the game is decided; TURN: turns explain it; PART: only parts of turns, or turns that
leave no trace, do; NO_TURN: nothing does."""
EVENTS = 8

NEXT = bytes((
    # CHANGES RENEWS REFUSES MATCHES OVER TURN  PART   NO_TURN
    # UNSEEN: nobody has looked at this picture yet
    UNSEEN, UNSEEN, UNSEEN, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # RESTS: it is that of the position
    UNSEEN, UNSEEN, RESTS, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # ENDED: the game is decided, and pieces are cleared away
    UNSEEN, UNSEEN, ENDED, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # LED: the hands are led to the position, before anything else is understood
    LED, LED, LED, RESTS, ENDED, LED, LED, LED,
    # ASTRAY: the hands are led to the position, or to what a turn explains
    ASTRAY, ASTRAY, ASTRAY, RESTS, ENDED, DONE, BEGUN, ASTRAY,
    # DONE: a turn is there, or one of several
    UNSEEN, UNSEEN, DONE, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # WEIGHED: and it is known whether it may be a change of the last one (``rival``)
    UNSEEN, UNSEEN, WEIGHED, RESTS, ENDED, WEIGHED, BEGUN, STRANGE,
    # BEGUN: a turn may come of it, or has left no trace
    UNSEEN, UNSEEN, BEGUN, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # RECONSIDERED: and it is known whether it may be a change of the last one
    UNSEEN, UNSEEN, RECONSIDERED, RESTS, ENDED, DONE, RECONSIDERED, STRANGE,
    # STRANGE: no turn explains it
    UNSEEN, UNSEEN, STRANGE, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # PONDERED: what was before was looked at, and all explained from there
    UNSEEN, UNSEEN, PONDERED, RESTS, ENDED, DONE, BEGUN, PONDERED,
    # EVIDENT: the next player has moved, so that ``turn`` was over
    PASSED, UNSEEN, EVIDENT, RESTS, ENDED, DONE, BEGUN, EVIDENT,
    # EARLIER: hands have taken back all turns after ``ply``
    UNSEEN, UNSEEN, EARLIER, RESTS, ENDED, DONE, BEGUN, EARLIER,
    # SLID: the last turn's ball was pushed on
    UNSEEN, UNSEEN, SLID, RESTS, ENDED, DONE, BEGUN, SLID,
    # LIFTED: that, or the ball is only in a hand
    UNSEEN, UNSEEN, LIFTED, RESTS, ENDED, DONE, BEGUN, LIFTED,
    # SWEPT: the board was swept empty amid a game
    UNSEEN, UNSEEN, UNKNOWN, RESTS, ENDED, DONE, BEGUN, SWEPT,
    # DOUBTED: turns were taken back or changed, as ``ply`` and ``rival`` say, but not surely
    UNSEEN, UNSEEN, UNKNOWN, RESTS, ENDED, DONE, BEGUN, DOUBTED,
    # UNKNOWN: it means nothing that was before, either
    UNSEEN, UNSEEN, UNKNOWN, RESTS, ENDED, DONE, BEGUN, UNKNOWN,
    # PASSED: an evident turn is played as soon as the table does it
    UNSEEN, UNSEEN, UNSEEN, RESTS, ENDED, DONE, BEGUN, STRANGE,
    # RETRACTED: turns are undone as soon as the table does it
    UNSEEN, UNSEEN, UNSEEN, RESTS, ENDED, DONE, BEGUN, STRANGE,
))  # fmt: skip
"""NEXT[EVENTS * state + what happens]: the state after it."""

UNSAID, SAID, REFUSED, ANY = range(4)
"""What the players say of a picture: nothing; that the turn is done; that what they were asked is
not true, or they were told that there is no turn; that there was one, whatever is seen."""

STALE, SPOILT, VALID = range(3)
"""Whether the lists of the recognizer explain it: not any more, or not yet; no, but another
position, so nothing of them is to be drawn; yes."""


class Sighting:
    """One picture, and what was said of it: each picture begins a new one.

    ``shown``: the picture; ``since_ms``: when it came, or was given another meaning, -1 if that
    is with the next turn of the loop.
    """

    def __init__(self, shown: int, now_ms: int) -> None:
        self.begin(shown, now_ms)

    def begin(self, shown: int, now_ms: int) -> None:
        """Take another picture.  Allocates nothing."""
        self.shown = shown
        self.since_ms = now_ms
        self.noted = False
        """Whether the recognizer was told that it stood for a moment."""
        self.forget()

    def forget(self) -> None:
        """Forget what players said of it and what was found out: the position is another one."""
        self.word = UNSAID
        self.lists = STALE

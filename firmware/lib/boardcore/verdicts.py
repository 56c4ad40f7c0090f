"""Verdicts of the tracker, the order in which they follow, and their names."""

SETTLING, AT_REST, UNFINISHED, COMPLETE, TAKEN_BACK, AMBIGUOUS, WRONG = range(7)
VERDICT_NAMES = (
    "settling", "at-rest", "unfinished", "complete", "taken-back", "ambiguous", "wrong",
)  # fmt: skip

MATCHES, EXPLAINED, UNEXPLAINED, ASKED, CLOSED, REPAIRED, PLAYED, UNDONE = range(8)
FINDINGS = 8
"""Findings: the snapshot is that of the position; a turn explains it or may come of it; nothing
does; the players are asked; the question is closed; a repair is shown; a turn is played; turns
are undone."""

FINDING_OF = bytes((EXPLAINED, EXPLAINED, UNEXPLAINED, MATCHES, MATCHES))
"""Which of them each finding of ``boardcore.play.states`` is, FOUND to GAME_ENDED."""

NEXT_VERDICT = bytes((
    # MATCHES  EXPLAINED   UNEXPLAINED ASKED      CLOSED      REPAIRED   PLAYED    UNDONE
    AT_REST,   UNFINISHED, SETTLING,   AMBIGUOUS, SETTLING,   WRONG,     COMPLETE, TAKEN_BACK,
    # AT_REST: the position is shown
    AT_REST,   UNFINISHED, SETTLING,   AMBIGUOUS, AT_REST,    WRONG,     COMPLETE, TAKEN_BACK,
    # UNFINISHED: part of a turn, or a whole one that may still grow
    AT_REST,   UNFINISHED, SETTLING,   AMBIGUOUS, UNFINISHED, WRONG,     COMPLETE, TAKEN_BACK,
    # COMPLETE: for one loop iteration, until the table has played it
    AT_REST,   UNFINISHED, SETTLING,   AMBIGUOUS, COMPLETE,   WRONG,     COMPLETE, TAKEN_BACK,
    # TAKEN_BACK: for one loop iteration, until the table has undone them
    AT_REST,   UNFINISHED, SETTLING,   AMBIGUOUS, TAKEN_BACK, WRONG,     COMPLETE, TAKEN_BACK,
    # AMBIGUOUS: a question or offer is open, whatever is seen meanwhile
    AMBIGUOUS, AMBIGUOUS,  AMBIGUOUS,  AMBIGUOUS, SETTLING,   AMBIGUOUS, COMPLETE, TAKEN_BACK,
    # WRONG: the repair stays lit until a turn explains what stands
    AT_REST,   UNFINISHED, WRONG,      AMBIGUOUS, WRONG,      WRONG,     COMPLETE, TAKEN_BACK,
))  # fmt: skip
"""NEXT_VERDICT[FINDINGS * verdict + finding]: the verdict after it; the first row is SETTLING.
Bytes, because tuples of rows would take ten times the memory of a board."""

NOTHING, PLAY, UNDO, NEW_GAME, END = range(5)
"""Events for the table: nothing to do; play ``turn``; undo to ``ply``; begin a new game; END and
the three numbers after it: end this one by one of the first four of
``boardcore.play.endings.ENDINGS``."""

NO_OFFER, OFFER_NEW_GAME, OFFER_SLID, OFFER_LATE, OFFER_BACK, OFFER_TURN, OFFER_END = range(7)
"""Meanings of "yes" beside a question among turns: begin a new game; the ball of the last
turn was pushed to another cell; it took back one ball more or less; turns were undone; a
turn was played, though it looks like a change of the last one; OFFER_END and the three numbers
after it: the game ends by one of the first four of ``boardcore.play.endings.ENDINGS``."""

YES, NEXT = range(2)
"""Buttons."""

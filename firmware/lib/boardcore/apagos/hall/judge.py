"""Judge: decides what happened to the balls of a square while it was lifted.

Balls usually stay in their holes.  But by the rules a square that comes down one level higher
has received a ball, even if none was seen.
"""

from boardcore.apagos.hall.balls import (
    ADDED_DARK,
    ADDED_LIGHT,
    FINE,
    GONE_DARK,
    GONE_LIGHT,
    NEVER,
    SAME,
)

SURE = 3.5
"""Log-likelihood margin from which a change is accepted; below it more scans are taken."""
UNSEEN = 16.0
"""Chi-squared margin below which the colour of a ball put in unseen is in doubt."""
MOVED_BESIDES = 15.0
ADDED_BESIDES = 24.0
"""Chi-squared penalties of a moved and of an added ball that was not seen."""
MOVED_ROSE = 10.0
"""Chi-squared penalty of a moved ball if the square rose, since a new ball explains that."""
GOOD_MOVED = 40.0
"""Chi-squared up to which *moved* is accepted."""
GOOD_LAID = 50.0
"""Chi-squared above which nothing is concluded about a ball put in unseen."""
STAYED = -1
"""Verdict: the same balls, perhaps turned."""


def judge(balls, contents, rose: bool):
    """Return ``(meaning, doubt, new)`` for a square laid down, after ``Balls.think``.

    ``meaning``: the accepted one, or STAYED; ``doubt``: the ball that came may be of the other
    kind; ``new``: hole, kind and moment of a suspected ball, or None.  ``rose``: the square lies
    one level higher and no ball was seen to come.  Sets ``contents.suspects``.
    """
    found = []
    for one in (ADDED_LIGHT, ADDED_DARK):
        if balls.found[one] is not None and balls.best[one] < min(balls.plain, GOOD_LAID):
            found.append((balls.best[one], balls.found[one][:3]))
    found.sort(key=lambda pair: pair[0])
    if len(found) > 1 and found[1][0] - found[0][0] > 2 * SURE:
        found.pop()
    contents.suspects = [one[1] for one in found]
    moved = NEVER if balls.found[SAME] is None else balls.best[SAME]
    moved += MOVED_ROSE if rose else 0
    least = found[0][0] + (0 if rose else ADDED_BESIDES) if found else NEVER
    lost = GONE_LIGHT if balls.best[GONE_LIGHT] < balls.best[GONE_DARK] else GONE_DARK
    left = balls.best[lost]
    if contents.fresh and balls.found[lost] is not None:
        # The ball that came last is often taken back.
        left -= MOVED_BESIDES if balls.found[lost][0] == contents.newest else 0
    if left < FINE and left + MOVED_BESIDES + ADDED_BESIDES < min(balls.plain, least, moved):
        # If it is put in again, that may be unseen.
        contents.fresh &= balls.found[lost][0] != contents.newest
        contents.suspects = []
        return lost, False, None
    if moved < GOOD_MOVED and moved + MOVED_BESIDES < min(balls.plain, least):
        if rose:
            contents.suspects = []
        return SAME, False, None
    least += ADDED_BESIDES if rose else 0
    if found and (not rose or found[0][0] < FINE) and least < min(balls.plain, left, moved):
        # A ball was put in unseen.  If the square rose, only a good fit is accepted; else
        # players are asked about the ball.
        contents.suspects = []
        doubt = abs(balls.best[ADDED_LIGHT] - balls.best[ADDED_DARK]) < UNSEEN
        return ADDED_LIGHT - 1 + found[0][1][1], doubt, None
    return STAYED, False, found[0][1] if found and rose else None

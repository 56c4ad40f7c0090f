"""Judge: what happened to the balls of a square while it was lifted.

Balls usually stay in their holes.  But a square that comes down one level higher, and into which
no ball was seen to be put, has received one.
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
"""Log-evidence margin at which a verdict is given; below it more scans are taken."""
UNSEEN = 16.0
"""Chi-squared margin between the colours of a ball that was put in unseen."""
MOVED_BESIDES = 15.0
ADDED_BESIDES = 24.0
"""Chi-squared penalties of a moved and of an added ball, where it may have happened unseen."""
MOVED_ROSE = 10.0
"""Chi-squared penalty of a moved ball if the square rose, which a new ball explains."""
GOOD_MOVED = 40.0
"""Chi-squared up to which *moved* is believed."""
GOOD_LAID = 50.0
"""Chi-squared above which nothing is concluded about a ball put in unseen."""
STAYED = -1
"""Verdict: the same balls, perhaps turned."""


def judge(balls, contents, rose: bool):
    """Return ``(meaning, doubt, new)`` of what ``balls`` have thought about a square laid down.

    ``meaning``: what is to be noted, or STAYED; ``doubt``: whether the ball that came may be
    of the other kind; ``new``: hole, kind and moment of a ball that is suspected besides.
    ``rose``: it lies one level higher, and no ball was seen to come.  Leaves ``suspects``.
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
        # Who has put a ball by mistake takes it off again.
        left -= MOVED_BESIDES if balls.found[lost][0] == contents.newest else 0
    if left < FINE and left + MOVED_BESIDES + ADDED_BESIDES < min(balls.plain, least, moved):
        # Whoever puts it in again puts a ball before nobody's eyes.
        contents.fresh &= balls.found[lost][0] != contents.newest
        contents.suspects = []
        return lost, False, None
    if moved < GOOD_MOVED and moved + MOVED_BESIDES < min(balls.plain, least):
        if rose:
            contents.suspects = []
        return SAME, False, None
    least += ADDED_BESIDES if rose else 0
    if found and (not rose or found[0][0] < FINE) and least < min(balls.plain, left, moved):
        # Somebody has put a ball before anybody looked; where it rose, only what leaves
        # nothing to be explained is told: else the ball is asked for.
        contents.suspects = []
        doubt = abs(balls.best[ADDED_LIGHT] - balls.best[ADDED_DARK]) < UNSEEN
        return ADDED_LIGHT - 1 + found[0][1][1], doubt, None
    return STAYED, False, found[0][1] if found and rose else None

"""Scene: what all pixels together have to say, the most important first.

The order is the same in every game; how each part looks a game's cues tell.  Such a module has
``new_game``, ``repair``, ``end``, ``question``, ``unfinished`` and ``at_rest``, which mark the
cells of a frame, and ``TO_MOVE`` and ``LOST``, the cells whose lights beat.
"""

from boardcore.cues import BEAT_DARK, BEAT_LIGHT, BEAT_LOST
from boardcore.tracker import AMBIGUOUS, AT_REST, OFFER_NEW_GAME, UNFINISHED, WRONG

BEATS = (BEAT_LIGHT, BEAT_DARK)


def draw(cues, frame, tracker, outcome, age_ms: int) -> None:
    """Fill ``frame`` with what the board has to say.

    ``cues``: the game's; ``outcome`` as the game tells it; ``age_ms``: how long the picture
    and the position have been as they are.
    """
    sight, verdict = tracker.sight, tracker.verdict
    frame.clear()
    if tracker.offer == OFFER_NEW_GAME:
        cues.new_game(frame)
    elif verdict == WRONG:
        cues.repair(frame, tracker)
    elif outcome:
        cues.end(frame, outcome, age_ms)
    elif verdict == AMBIGUOUS:
        cues.question(frame, tracker)
    elif verdict == UNFINISHED:
        cues.unfinished(frame, tracker, age_ms)
    elif verdict == AT_REST:
        cues.at_rest(frame, sight, age_ms)
    # A question has to be read pixel by pixel; nothing beats meanwhile.  Nor while nobody knows
    # what was played: the board thinks.
    if not outcome and verdict != AMBIGUOUS and not tracker.thinking:
        side = sight.game.side
        for cell in cues.TO_MOVE[side]:
            frame.beat(cell, BEATS[side])


def lost(cues, frame) -> None:
    """Add that the computer has gone."""
    for cell in cues.LOST:
        frame.beat(cell, BEAT_LOST)

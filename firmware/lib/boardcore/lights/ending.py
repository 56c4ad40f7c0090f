"""Offer to end the game, as lights.  Loaded with the first one, to save memory during play."""

from boardcore.lights.cues import AMBER, ENDING, SIDE_TINTS

BOTH, ALL = 2, 3
"""Numbers of the endings that concern both sides, and no side."""


def draw(cues, frame, number: int) -> None:
    """Light the offer to end a game by the corners of one side or of both, or by all lights."""
    if number == ALL:
        frame.fill(ENDING, AMBER)
    for side in range(2):
        if number in (side, BOTH):
            frame.mark_all(cues.TO_MOVE[side], ENDING, SIDE_TINTS[side])

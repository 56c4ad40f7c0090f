"""Lights of noughts and crosses."""

from boardcore.lights import cues
from boardcore.lights.cues import AMBER, RED, SIDE_TINTS
from boardcore.verdicts import OFFER_SLID
from noughts_fw.recognizer import cells_of

TO_MOVE = ((0, 2), (6, 8))
"""Corners that beat for the side to move: crosses sit before row 1, noughts before row 3."""
HOME = ((0, 2, 4), (4, 6, 8))
"""Cells that show a side's win: its corners and the middle."""
LOST = (0, 6)
HAS_PATHS = False


def hint(frame, turn: int) -> None:
    """Show a turn that the computer advises or plays."""
    frame.mark(turn, cues.HINT, AMBER)


def guide(frame, unseen) -> None:
    """Show nothing more: every cell has a switch."""


def is_moving(tracker, outcome, age_ms: int) -> bool:
    """Return False: nothing here changes with time alone."""
    return False


def at_rest(frame, recognizer, age_ms: int) -> None:
    """Show the last turn and the free cells."""
    game = recognizer.game
    if game.turns:
        frame.mark(game.turns[-1], cues.LAST, SIDE_TINTS[1 - game.side])
    frame.mark_all(game.legal_turns(), cues.PLACE, SIDE_TINTS[game.side])


def unfinished(frame, tracker, age_ms: int) -> None:
    """Show the turn until it counts."""
    frame.mark_all(tracker.recognizer.visible_turns, cues.COUNTDOWN, AMBER)


def question(frame, tracker) -> None:
    """Light one answer, or what became of the last turn."""
    observed, expected = tracker.observed, tracker.recognizer.expected()
    asked = observed ^ expected
    if tracker.question is not None:
        asked = 1 << tracker.question.answer
    elif tracker.offer == OFFER_SLID:
        asked = observed & ~expected or asked
    frame.mark_all(cells_of(asked), cues.ASK, AMBER)


def repair(frame, tracker) -> None:
    """Show one repair: a piece off before a piece on."""
    surplus = cells_of(tracker.observed & ~tracker.target)
    missing = cells_of(tracker.target & ~tracker.observed)
    frame.mark_all(surplus[:1], cues.SURPLUS, RED)
    frame.mark_all([] if surplus else missing[:1], cues.MISSING, AMBER)


def end(frame, outcome, age_ms: int) -> None:
    """Show nothing more: the winner's cells are lit."""

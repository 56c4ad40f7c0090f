"""Cues of Pylos, from verdict and position.

The pixel straight under a cell stands for it; the tint gives the level.
"""

from boardcore.lights import cues
from boardcore.lights.cues import SIDE_TINTS
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import LEVEL, NONE
from boardcore.verdicts import OFFER_BACK, OFFER_SLID, OFFER_TURN

TO_MOVE = ((0, 3), (12, 15))
"""The corners on the light player's side, a1 and a4, and those on the dark player's."""
LOST = (0, 12)
"""The corners on the left."""
HOME = ((0, 1, 2, 3), (12, 13, 14, 15))
"""The rows of light and of dark."""
HAS_PATHS = False

STEP_MS = 350
"""Time per level while the pyramid lights up from the base to the apex."""
SQUARE_MS = 800
"""Time for which a new square is shown before the balls that may be taken back."""
WAVE_STEPS = 6
"""Number of steps of a wave: four levels, then two of rest; chosen."""


def hint(frame, turn: int) -> None:
    """Add a turn that the computer suggests or plays."""
    goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
    frame.mark(goal, cues.HINT, LEVEL[goal])
    if start != NONE:
        frame.mark(start, cues.HINT_FROM, cues.AMBER)
    for cell in pylos.turn_takes(turn):
        frame.mark(cell, cues.MUST_TAKE, LEVEL[cell])


def guide(frame, unseen) -> None:
    """Add what the players must do where no sensor sees it: cells to empty and to fill."""
    removed, added = unseen
    frame.mark_all(pylos.cells_of(added & ~removed), cues.MISSING, cues.AMBER)
    frame.mark_all(pylos.cells_of(removed), cues.SURPLUS, cues.RED)


def is_moving(tracker, outcome, age_ms: int) -> bool:
    """Return whether the frame changes by itself: the animation of the finished pyramid."""
    return outcome is not None and outcome[1] == "apex"


def at_rest(frame, recognizer, age_ms: int) -> None:
    """Show the last turn, where a ball may be placed, and which may be raised."""
    game = recognizer.game
    if game.turns:
        goal = pylos.turn_goal(game.turns[len(game.turns) - 1])
        frame.mark(goal, cues.LAST, SIDE_TINTS[1 - game.side])
    raisable = 0
    recognizer.prepare()
    for move in recognizer.moves:
        start = move >> 5
        if start == NONE:
            frame.mark(move & 31, cues.PLACE, LEVEL[move & 31])
        else:
            raisable |= 1 << start
    frame.mark_all(pylos.cells_of(raisable), cues.RAISE, cues.AMBER)


def unfinished(frame, tracker, age_ms: int) -> None:
    """Show how the turn can go on: goals of a lifted ball, balls that may be taken back."""
    recognizer = tracker.recognizer
    game = recognizer.game
    observed = tracker.observed
    expected = recognizer.expected()
    new, gone = observed & ~expected, expected & ~observed
    if new:
        _takes(frame, recognizer, new, gone, age_ms)
        return
    for start in pylos.cells_of(gone):
        for goal in pylos.cells_of(game.raise_goals(start)):
            frame.mark(goal, cues.GOAL, LEVEL[goal])


def _takes(frame, recognizer, new: int, gone: int, age_ms: int) -> None:
    game = recognizer.game
    cell = pylos.cells_of(new)[0]
    move = pylos.place(cell)
    if age_ms < SQUARE_MS and not gone:
        frame.mark_all(pylos.cells_of(game.shape_cells(move)), cues.SQUARE, SIDE_TINTS[game.side])
        return
    cue = cues.MAY_TAKE if gone else cues.MUST_TAKE
    for takes in game.take_sets(move):
        for taken in takes:
            if not gone >> taken & 1:
                frame.mark(taken, cue, SIDE_TINTS[game.side])


def question(frame, tracker) -> None:
    """Light one answer, in the tint of its level, and what is known already."""
    question = tracker.question
    if question is None:
        _offer(frame, tracker)
        return
    chosen = [cell for cell in question.chosen if cell != NONE]
    for cell in chosen:
        frame.mark(cell, cues.CHOSEN, LEVEL[cell])
    # What was taken back is asked for in its player's colour.
    side_tint = SIDE_TINTS[tracker.recognizer.game.side] if question.part > 1 else -1
    # Nothing more moved from elsewhere, or taken back: then what is known is all.
    cue, asked = (
        (cues.ASK, [question.answer]) if question.answer != NONE else (cues.ASK_DONE, chosen)
    )
    for cell in asked:
        frame.mark(cell, cue, LEVEL[cell] if side_tint < 0 else side_tint)


def _offer(frame, tracker) -> None:
    """Ask what became of the last turn: pushed to here, also taken back, or all undone.

    A ball where one was taken back is asked for in the colour that it would have.
    """
    expected, observed = tracker.recognizer.expected(), tracker.observed
    if tracker.offer == OFFER_BACK:
        frame.mark_all(pylos.cells_of(expected ^ observed), cues.ASK, cues.AMBER)
    elif tracker.offer == OFFER_SLID:
        # Where the ball stands now, or else where it stood.
        turns = tracker.recognizer.game.turns
        stood = pylos.turn_goal(turns[len(turns) - 1])
        for cell in pylos.cells_of(observed & ~expected) or [stood]:
            frame.mark(cell, cues.ASK, LEVEL[cell])
    else:
        side = tracker.recognizer.game.side
        tint = SIDE_TINTS[side if tracker.offer == OFFER_TURN else 1 - side]
        cells = tracker.recognizer.returned(observed)
        if tracker.turn >= 0:
            # The next player has moved already: that ball is theirs, whatever the offer.
            cells = cells & 1 << pylos.turn_goal(tracker.turn) or cells
        frame.mark_all(pylos.cells_of(cells or expected & ~observed), cues.ASK, tint)


def repair(frame, tracker) -> None:
    """Show one repair: a ball off before a ball on, because its place may be needed."""
    observed, target = tracker.observed, tracker.target
    surplus = pylos.cells_of(observed & ~target)
    missing = pylos.cells_of(target & ~observed)
    if surplus:
        frame.mark(surplus[0], cues.SURPLUS, cues.RED)
    elif missing:
        frame.mark(missing[0], cues.MISSING, cues.AMBER)


def end(frame, outcome, age_ms: int) -> None:
    """Light the levels of a finished pyramid one after the other, from the base to the apex."""
    winner, reason = outcome
    lit = age_ms // STEP_MS % WAVE_STEPS
    for cell in range(pylos.CELLS) if reason == "apex" else ():
        if LEVEL[cell] == lit:
            frame.mark(cell, cues.PYRAMID, SIDE_TINTS[winner])

"""Cues of Gygès, from verdict and position.

The tint of a ring, and of the cells where it may go, tells its size.
"""

from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import CELLS as RING_CELLS
from boardcore.gyges.cells import PLACES
from boardcore.gyges.reach import BOUNCE, LAND, RING
from boardcore.gyges.turns import asked_size, cells_of
from boardcore.lights import cues
from boardcore.lights.cues import SIDE_TINTS
from boardcore.verdicts import OFFER_BACK, OFFER_SLID, OFFER_TURN

TO_MOVE = ((0, 5), (30, 35))
"""The corners on South's side, a1 and f1, and those on North's."""
LOST = (0, 30)
"""The corners on the left."""
HOME = (range(6), range(30, 36))
"""The rows of South and of North."""
SIZE_TINTS = (cues.AMBER, 0, 1, 2)
"""Tints by size; the ring is in the player's hand, so colour is not the only carrier."""
PUT = (cues.MISSING, cues.PUT_SINGLE, cues.PUT_DOUBLE, cues.PUT_TRIPLE)

STEP_MS = 300
"""Time per jump while the way of the last turn is shown, ms; chosen."""
HOLD_STEPS = 4
"""Number of steps of rest before the way is shown again; chosen."""
HAS_PATHS = True
"""Whether the way of a turn can be lit after it was played."""
TRACE_MS = 12000
"""Time after a turn for which its way is shown, unless a ring is moved."""
TRACED_MS = 13000
"""Time after which the lights have been drawn without the way."""
LAID_MS = 5000
"""Time for a ring that was boxed first; then it is asked off."""


def hint(frame, turn: int) -> None:
    """Add a turn that the computer suggests or plays."""
    if turn & gyges.PLACE:
        frame.mark(gyges.turn_origin(turn), cues.HINT, SIZE_TINTS[turn >> 6 & 3])
        return
    frame.mark(gyges.turn_origin(turn), cues.HINT_FROM, cues.AMBER)
    frame.mark(gyges.turn_landing(turn), cues.HINT, cues.AMBER)
    if gyges.boxes(turn):
        frame.mark(gyges.turn_drop(turn), cues.BOX_TARGET, cues.AMBER)


def guide(frame, unseen) -> None:
    """Add nothing: every cell has a switch."""


def is_moving(tracker, outcome, age_ms: int) -> bool:
    """Return whether the frame changes by itself: the way of the last turn."""
    return outcome is None and 0 <= age_ms < TRACED_MS and bool(tracker.recognizer.way)


def at_rest(frame, recognizer, age_ms: int) -> None:
    """Show where rings are set up, or which may be played, and the last turn with its way."""
    game = recognizer.game
    if game.setup:
        size = asked_size(game)
        for cell in game.setup_cells(game.side):
            if not game.cells[cell]:
                frame.mark(cell, PUT[size], SIZE_TINTS[size])
        return
    for cell in recognizer.origins():
        frame.mark(cell, cues.MOVABLE, SIZE_TINTS[game.cells[cell]])
    if recognizer.repeated:
        # The game goes on, but both may agree on a draw (host/docs/rules/gyges.md, "repetition").
        frame.mark(gyges.GOAL_N, cues.DRAWN, SIDE_TINTS[0])
        frame.mark(gyges.GOAL_N + 1, cues.DRAWN, SIDE_TINTS[1])
    turns = game.turns
    if turns and not turns[len(turns) - 1] & gyges.PLACE:
        last = turns[len(turns) - 1]
        tint = SIDE_TINTS[1 - game.side]
        frame.mark(gyges.turn_landing(last), cues.LAST, tint)
        if gyges.boxes(last):
            frame.mark(gyges.turn_drop(last), cues.LAST, tint)
        if recognizer.way and 0 <= age_ms < TRACE_MS:
            trace(frame, recognizer, age_ms)


def trace(frame, recognizer, age_ms: int) -> None:
    """Light the way of the last turn jump by jump; where it came down stays lit."""
    way, bounces = recognizer.way, recognizer.bounces
    tint = SIDE_TINTS[1 - recognizer.game.side]
    step = age_ms // STEP_MS % (len(way) + HOLD_STEPS)
    at = 0  # bounces passed so far: a cell of the way may come twice, they come in order
    for i in range(min(step + 1, len(way))):
        if at < len(bounces) and way[i] == bounces[at]:
            frame.mark(way[i], cues.PATH, tint)
            at += 1
    if step < len(way):
        frame.mark(way[step], cues.LANDING, tint)
    else:
        last = recognizer.game.turns[len(recognizer.game.turns) - 1]
        if gyges.boxes(last):
            frame.mark(gyges.turn_drop(last), cues.BOX_TARGET, cues.AMBER)


def unfinished(frame, tracker, age_ms: int) -> None:
    """Show how the turn can go on: where a lifted ring may end, where a boxed one may go."""
    recognizer = tracker.recognizer
    game = recognizer.game
    gone, new = recognizer.changed(tracker.observed)
    if game.setup or not gone:
        return
    if len(gone) == 1 and not new and gone[0] in recognizer.origins():
        _reach(frame, recognizer, gone[0], tracker.touched)
        return
    if len(gone) == 1 and new and age_ms >= LAID_MS:
        frame.mark(new[0], cues.SURPLUS, cues.RED)
    boxed = False
    for origin in recognizer.origins():
        marks = recognizer.marks_of(origin)
        if marks is None:
            continue
        for landing in gone:
            if landing != origin and marks[landing] & RING:
                boxed = True
                if origin in gone:
                    frame.mark(landing, cues.LANDING, SIZE_TINTS[game.cells[origin]])
                else:
                    frame.mark(origin, cues.MOVABLE, SIZE_TINTS[game.cells[origin]])
    if boxed and not new:
        _drops(frame, recognizer, tracker.observed)


def _reach(frame, recognizer, origin: int, touched: int) -> None:
    cells = recognizer.game.cells
    tint = SIZE_TINTS[cells[origin]]
    marks = recognizer.marks_of(origin)
    if marks is None:
        # Nothing is known in this very moment: at least the ring itself answers.
        frame.mark(origin, cues.LAST, tint)
        return
    boxed = False
    for cell in range(PLACES):
        mark = marks[cell]
        if mark & RING:
            if touched > 0 and touched >> cell & 1:
                boxed = True
            frame.mark(cell, cues.BOUNCE if mark & BOUNCE else cues.BOX, SIZE_TINTS[cells[cell]])
        elif mark & LAND:
            frame.mark(cell, cues.LANDING if cell < gyges.GOAL_N else cues.IN_REACH, tint)
    if boxed:
        # Another ring was up too: perhaps it is the boxed one, still in a hand.  Where either
        # may go, the stronger light stays.
        for cell in range(RING_CELLS):
            free = not cells[cell] or cell == origin
            if free and not marks[cell] and recognizer.can_drop(cell):
                frame.mark(cell, cues.BOX_TARGET, cues.AMBER)


def _drops(frame, recognizer, observed: int) -> None:
    for cell in range(RING_CELLS):
        if recognizer.can_drop(cell) and not observed >> cell & 1:
            frame.mark(cell, cues.BOX_TARGET, cues.AMBER)


def question(frame, tracker) -> None:
    """Light one answer: here stands now the ring that was played, or: from here it came."""
    question = tracker.question
    if question is None:
        _offer(frame, tracker)
        return
    if question.answer > PLACES:
        # A ring that is set up: of which size?
        size = question.answer - PLACES
        frame.mark(question.chosen[0], PUT[size], SIZE_TINTS[size])
        return
    frame.mark_all(question.chosen, cues.CHOSEN, cues.AMBER)
    # A ring may have come from where it stands: that is another question about the same cell.
    cue = cues.ASK_DONE if question.answer in question.chosen else cues.ASK
    frame.mark(question.answer, cue, SIDE_TINTS[tracker.recognizer.game.side])


def _offer(frame, tracker) -> None:
    """Ask whether it was a turn, or the last one was pushed on or undone.

    A turn shows in the colour of the side to move, a change in that of the other.
    """
    side = tracker.recognizer.game.side
    gone, new = tracker.recognizer.changed(tracker.observed)
    if tracker.offer == OFFER_BACK:
        frame.mark_all(gone + new, cues.ASK, cues.AMBER)
        return
    if tracker.offer == OFFER_SLID:
        # It came from where its turn began, not from where it stood in between.
        turns = tracker.recognizer.game.turns
        frame.mark(gyges.turn_origin(turns[len(turns) - 1]), cues.CHOSEN, cues.AMBER)
    else:
        frame.mark_all(gone, cues.CHOSEN, cues.AMBER)
    tint = SIDE_TINTS[side if tracker.offer == OFFER_TURN else 1 - side]
    frame.mark_all(new or gone, cues.ASK, tint)


def repair(frame, tracker) -> None:
    """Show one repair: a ring off before a ring on, and which one."""
    surplus = cells_of(tracker.observed & ~tracker.target)
    missing = cells_of(tracker.target & ~tracker.observed)
    if surplus:
        frame.mark(surplus[0], cues.SURPLUS, cues.RED)
    elif missing:
        size = tracker.recognizer.game.cells[missing[0]]
        frame.mark(missing[0], PUT[size], SIZE_TINTS[size])


def end(frame, outcome, age_ms: int) -> None:
    """Show the goal of the winner, whose row is lit already."""
    if outcome[0] != gyges.DRAW:
        frame.mark(gyges.GOAL_N + outcome[0], cues.PYRAMID, SIDE_TINTS[outcome[0]])

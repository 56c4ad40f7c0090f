"""Cues of Apagos for the four lights at the rim of each slot.

``receive``: a ball may be put here; ``give``: a ball may go down from here; ``move``: this square
climbs or slides down, and on the top slot: who leads; ``ball``: the last ball, or the new one in
its colour.
"""

from boardcore.apagos import observed as answers
from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import BALL, GIVE, MARKS, MOVE, RECEIVE, mark, side_light
from boardcore.apagos.observed import count, swapped
from boardcore.apagos.positions import DRAW, LEVELS
from boardcore.lights import cues
from boardcore.lights.cues import SIDE_TINTS

TO_MOVE = HOME = ((side_light(0),), (side_light(1),))
LOST = (mark(0, MOVE), mark(apagos.TOP, MOVE))
HAS_PATHS = False
COUNTED = (GIVE, RECEIVE, MOVE, BALL)
"""Order in which a slot's lights go out while a turn waits to be counted."""
LONG_MS = 8000
"""Time after which a lifted square may have been forgotten."""


def hint(frame, turn: int) -> None:
    """Add a turn that the computer, or the board's own file, suggests."""
    if apagos.is_lay(turn):
        return
    goal = mark(apagos.goal_level(turn), RECEIVE)
    if apagos.is_put(turn):
        frame.mark(goal, cues.HINT, SIDE_TINTS[apagos.put_colour(turn)])
    else:
        frame.mark(goal, cues.HINT, cues.AMBER)
        frame.mark(mark(apagos.start_level(turn), GIVE), cues.HINT_FROM, cues.AMBER)


def hopeless(frame, side: int) -> None:
    """Add that no turn of ``side`` wins against best play: the hint is the other's light."""
    frame.mark(side_light(1 - side), cues.HINT, SIDE_TINTS[1 - side])


def guide(frame, unseen) -> None:
    """Add what the players must do where no sensor sees it: first, two squares change places."""
    for i in range(len(frame.cues)):
        if frame.cues[i] in (cues.SURPLUS, cues.MISSING):
            frame.cues[i] = cues.OFF
    _swap(frame, unseen)


def is_moving(tracker, outcome, age_ms: int) -> bool:
    """Return whether the frame changes by itself: never."""
    return False


def _mark_slot(frame, level: int, cue: int, tint: int, lights: int = len(MARKS)) -> None:
    for which in range(lights):
        frame.mark(mark(level, which), cue, tint)


def _swap(frame, level: int) -> None:
    frame.mark(mark(level, MOVE), cues.SWAP, cues.RED)
    frame.mark(mark(level + 1, MOVE), cues.SWAP, cues.RED)


def at_rest(frame, recognizer, age_ms: int) -> None:
    """Show what may be done, who leads on the top square, and the last turn."""
    game = recognizer.game
    if game.beside:
        return
    colour = recognizer.colour
    for move in game.legal_moves():
        if not apagos.is_put(move):
            start = apagos.start_level(move)
            frame.mark(mark(start, GIVE), cues.CAN_DESCEND, SIDE_TINTS[game.side])
        elif apagos.put_colour(move) == colour:
            frame.mark(mark(apagos.goal_level(move), RECEIVE), cues.PLACE, SIDE_TINTS[colour])
    white, black = game.white[apagos.TOP], game.black[apagos.TOP]
    if white != black:
        frame.mark(mark(apagos.TOP, MOVE), cues.MAJORITY, SIDE_TINTS[black > white])
    if game.ply:
        last = game.turns[game.ply - 1]
        if apagos.is_put(last):
            level = apagos.goal_level(last) + apagos.climbs(last)
            frame.mark(mark(level, BALL), cues.LAST, SIDE_TINTS[apagos.put_colour(last)])
        elif not apagos.is_lay(last):
            frame.mark(mark(apagos.goal_level(last), BALL), cues.LAST, SIDE_TINTS[1 - game.side])


def unfinished(frame, tracker, age_ms: int) -> None:
    """Show how the turn can go on: the climb, the countdown, where a ball in hand may go."""
    recognizer = tracker.recognizer
    game = recognizer.game
    tint = SIDE_TINTS[recognizer.colour]
    if recognizer.pending >= 0:
        level = recognizer.pending
        frame.mark(mark(level, BALL), cues.BALL, tint)
        if level != apagos.TOP:
            frame.mark(mark(level, MOVE), cues.CLIMB, tint)
            frame.mark(mark(level + 1, MOVE), cues.SLIDE, tint)
        if recognizer.hidden_turns:
            # Has it climbed already?  Then "yes".
            frame.mark(mark(level, RECEIVE), cues.ASK_DONE, tint)
    elif recognizer.new_ball >= 0:
        level = recognizer.new_ball
        if not apagos.is_put(recognizer.visible_turns[0]):
            tint = SIDE_TINTS[game.side]
        if recognizer.is_partial:
            left = lights_left(tracker.countdown_ms, recognizer.longer_ms)
            for which in COUNTED[len(MARKS) - left :]:
                frame.mark(mark(level, which), cues.COUNTDOWN, tint)
        frame.mark(mark(level, BALL), cues.BALL, tint)
    elif recognizer.in_hand >= 0:
        for goal in range(recognizer.in_hand):
            if game.free(goal):
                frame.mark(mark(goal, RECEIVE), cues.GOAL, SIDE_TINTS[game.side])
        frame.mark(mark(recognizer.in_hand, GIVE), cues.CAN_DESCEND, SIDE_TINTS[game.side])
    for level in range(LEVELS):
        if recognizer.is_up(tracker.observed, level) and level != recognizer.in_hand:
            cue = cues.MISSING if age_ms >= LONG_MS else cues.PUT_BACK
            frame.mark(mark(level, GIVE), cue, cues.AMBER)


def lights_left(countdown_ms: int, of_ms: int) -> int:
    """Return how many of a slot's four lights are lit while a turn waits to be counted."""
    if not countdown_ms:
        return len(MARKS)
    return min((countdown_ms * len(MARKS) + of_ms - 1) // of_ms, len(MARKS))


def question(frame, tracker) -> None:
    """Light one answer: a square's place, a ball's colour or start, or a face."""
    question = tracker.question
    if question is None:
        # Was the last turn taken back, or changed?
        for level in range(LEVELS):
            frame.mark(mark(level, BALL), cues.ASK, cues.AMBER)
        return
    recognizer = tracker.recognizer
    answer = question.answer
    if answer >= answers.START:
        frame.mark(mark(question.chosen[0], BALL), cues.CHOSEN, cues.AMBER)
        frame.mark(mark(answer - answers.START, GIVE), cues.ASK, SIDE_TINTS[recognizer.game.side])
    elif answer >= answers.COLOUR:
        frame.mark(mark(question.chosen[0], BALL), cues.ASK, SIDE_TINTS[answer - answers.COLOUR])
    elif answer >= answers.HIDDEN:
        lights = face_lights(answer - answers.HIDDEN)
        _mark_slot(frame, question.chosen[0], cues.ASK, cues.DARK_TINT, lights)
    elif answer >= answers.SHOWN:
        _laid(frame, recognizer.game)
        lights = face_lights(answer - answers.SHOWN)
        _mark_slot(frame, question.chosen[0], cues.ASK, cues.AMBER, lights)
    else:
        frame.mark(mark(answer, RECEIVE), cues.ASK, SIDE_TINTS[recognizer.colour])
        frame.mark(mark(answer, BALL), cues.ASK, SIDE_TINTS[recognizer.colour])


def face_lights(holes: int) -> int:
    """Return how many lights stand for a face: 1, 2, 3, 4 for 1, 3, 5, 7 holes."""
    return min((holes + 1) // 2, len(MARKS))


def _laid(frame, game) -> None:
    for level in range(LEVELS):
        if game.holes[level]:
            _mark_slot(frame, level, cues.CHOSEN, cues.AMBER, face_lights(game.holes[level]))


def repair(frame, tracker) -> None:
    """Show one repair: a square back, two squares swapped, a ball off, a ball on."""
    observed, target = tracker.observed, tracker.target
    for level in range(LEVELS):
        if count(target, level) > 1 and not count(observed, level):
            frame.mark(mark(level, GIVE), cues.MISSING, cues.AMBER)
            return
    level = _best_swap(tracker.recognizer, observed, target)
    if level >= 0:
        _swap(frame, level)
        return
    for level in range(LEVELS):
        if count(observed, level) > count(target, level):
            frame.mark(mark(level, BALL), cues.SURPLUS, cues.RED)
            return
    for level in range(LEVELS):
        if count(observed, level) < count(target, level):
            frame.mark(mark(level, BALL), cues.MISSING, cues.AMBER)
            return


def _best_swap(recognizer, observed: int, target: int) -> int:
    """Return the level whose square must change places with the one above, -1 if none must.

    Two balls carried by hand are as much trouble as two squares.
    """
    best, least = -1, recognizer.distance(observed, target) - 1
    for level in range(apagos.TOP):
        far = recognizer.distance(swapped(observed, level), target)
        if far < least:
            best, least = level, far
    return best


def end(frame, outcome, age_ms: int) -> None:
    """Show the square that has decided, in the winner's colour."""
    if outcome[0] != DRAW:
        _mark_slot(frame, apagos.TOP, cues.WON, SIDE_TINTS[outcome[0]])

"""Content of all pixels together, the most important cue first.

The order is the same in every game; how each part looks a game's cues tell.  Such a module has
``repair``, ``end``, ``question``, ``unfinished`` and ``at_rest``, which mark the cells of a frame,
``TO_MOVE`` and ``LOST``, the cells whose lights beat, and ``HOME``, the cells of each side.
For how long a hint of a computer is lit stands in ``play/commands.py``.
"""

from boardcore.lights import cues
from boardcore.lights.render import Lights
from boardcore.verdicts import AMBIGUOUS, AT_REST, OFFER_END, OFFER_NEW_GAME, UNFINISHED, WRONG

BEATS = (cues.BEAT_LIGHT, cues.BEAT_DARK)
BOTH, ALL = 2, 3
"""Numbers of the endings that concern both sides, and no side."""
DRAW = 2
"""Winner of a drawn game, in the outcomes of all games."""
NO_WIN = -2
"""Code of a scene instead of a turn to hint at: no turn wins; chosen."""
OUT_OF_MEMORY = -3
"""Code of a scene in which no memory is left for an opponent; chosen."""
OPPONENT_LEFT = -4
"""Code of a scene in which the built-in opponent has left the game; chosen."""
OPPONENT_JOINED = -5
"""Code of a scene, less the side that the opponent plays; chosen."""


def lights_of(layout, brightness: int = 100) -> Lights:
    """Return what renders the frames of a board with this layout."""
    if layout.rim is None:
        return Lights(layout.pixels, layout.strip, brightness)
    # Not at the top: other boards have no memory to spare for it.
    from boardcore.lights.rim import RimLights

    return RimLights(layout.rim, layout.pixels, layout.strip, brightness)


def content_key(tracker, lost: bool) -> int:
    """Return a number that changes whenever the scene or the state may.  Allocates nothing.

    A new snapshot or position is drawn anew in any case.
    """
    number = ((tracker.verdict * 3 + tracker.guiding) * 16 + tracker.offer) * 4096
    question = tracker.question
    if question is not None:
        number += 1 + question.part * 64 + question.at
    if tracker.rule:
        number += 512
    return number + 1024 if lost else number


def draw(game_cues, frame, tracker, outcome, age_ms: int, thinking: bool = False) -> None:
    """Fill ``frame`` with what the board has to say.

    ``game_cues``: the game's; ``outcome`` as the game tells it; ``age_ms``: how long the snapshot
    and the position have been as they are; ``thinking``: pieces were moved a while ago and nobody
    knows yet which.
    """
    recognizer, verdict = tracker.recognizer, tracker.verdict
    frame.clear()
    if tracker.offer == OFFER_NEW_GAME:
        frame.fill(cues.NEW_GAME, cues.AMBER)
    elif verdict == WRONG:
        game_cues.repair(frame, tracker)
    elif outcome:
        end(game_cues, frame, outcome, age_ms)
    elif tracker.offer >= OFFER_END:
        ending(game_cues, frame, tracker.offer - OFFER_END)
    elif verdict == AMBIGUOUS:
        game_cues.question(frame, tracker)
    elif verdict == UNFINISHED:
        game_cues.unfinished(frame, tracker, age_ms)
    elif verdict == AT_REST:
        game_cues.at_rest(frame, recognizer, age_ms)
    # A question has to be read pixel by pixel; nothing beats meanwhile.  Nor while nobody knows
    # what was played: the board thinks.
    if not outcome and verdict != AMBIGUOUS and not thinking:
        side = recognizer.game.side
        frame.beat(game_cues.TO_MOVE[side], BEATS[side])


def ending(game_cues, frame, number: int) -> None:
    """Light the offer to end a game by the corners of one side or of both, or by all lights."""
    if number == ALL:
        frame.fill(cues.ENDING, cues.AMBER)
    for side in (0, 1):
        if number in (side, BOTH):
            frame.mark_all(game_cues.TO_MOVE[side], cues.ENDING, cues.SIDE_TINTS[side])


def end(game_cues, frame, outcome, age_ms: int) -> None:
    """Show who has won, both sides for a draw, and what else the game shows."""
    for side in (0, 1):
        if outcome[0] in (side, DRAW):
            cue = cues.DRAWN if outcome[0] == DRAW else cues.WON
            frame.mark_all(game_cues.HOME[side], cue, cues.SIDE_TINTS[side])
    game_cues.end(frame, outcome, age_ms)


def hint(game_cues, frame, turn: int, side: int) -> None:
    """Add a turn to hint at, or that there is none."""
    if turn == NO_WIN:
        game_cues.hopeless(frame, side)
    elif turn >= 0:
        game_cues.hint(frame, turn)
    for number in (0, 1) if turn < NO_WIN else ():
        # Red whatever the tint that is asked for.
        cue = cues.SURPLUS if turn == OUT_OF_MEMORY else cues.HINT_FROM
        if turn == OPPONENT_JOINED - number:
            cue = cues.HINT
        if turn > OPPONENT_JOINED or cue == cues.HINT:
            frame.mark_all(game_cues.TO_MOVE[number], cue, cues.AMBER)

"""Redrawing of a table's lights when its cues change."""

from boardcore.games import CUES, module_of
from boardcore.lights import cues, scene
from boardcore.play.commands import NO_HINT
from boardcore.play.states import SPOILT
from boardcore.ticks import ticks_add, ticks_diff
from boardcore.verdicts import AMBIGUOUS, AT_REST, WRONG

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from typing import Any

    from boardcore.link.session import LinkSession
    from boardcore.play.tracker import Tracker

LOST_MS = 60000
"""Time for which the lights show a lost computer, ms; chosen."""


REDRAW_MS = 100
"""Time between two frames of pulsing lights, ms; nothing blinks faster; chosen."""


class TableLights:
    """Lights of a ``Table``, which adds the game, its tracker, the link and what its events do.

    ``colours``: R, G, B per pixel, already within the current budget.
    """

    game: "Any"
    outcome: "Any"
    tracker: "Tracker"
    link: "LinkSession"
    bank: "Any" = None  # of Hall sensors or load cells; switches have none
    sample_sink: "Any"
    decoder: "Any"
    hints: "Any" = None
    """Source of winning turns, given by the caller; None: none here."""
    opponent: "Any" = None  # gives hints and plays a side; created when first asked for
    _act: "Any"
    guide_to_position: "Any"
    thinking = False
    """Whether a change has waited for its explanation for a while."""

    def __init__(self, layout, now_ms: int, brightness: int) -> None:
        self._cues = module_of(layout.game, CUES)
        self.frame = cues.Frame(layout.pixel_of_cell, layout.lights)
        self._lights = scene.lights_of(layout, brightness)
        self.colours = self._lights.colours
        self.hint = NO_HINT
        """The turn that is lit."""
        self._unseen = None  # what players must do unseen, from ``unseen_since``
        self._hint_until_ms = 0
        self._clock_low_until_ms = now_ms  # the last minute of a clock
        self._clock_low = False
        self._now_ms = self._lost_ms = self._drawn_ms = now_ms
        self._since_ms = now_ms  # when snapshot or position last changed
        self._content_key = -1
        self._needs_redraw = False  # the frame is new, its colours are not computed yet

    def light_hint(self, turn: int, seconds: int) -> None:
        """Light a turn as a hint; NO_HINT clears it."""
        self.hint = turn
        self._hint_until_ms = ticks_add(self._now_ms, 1000 * seconds)
        self._content_key = -1

    def light_clock(self, seconds: int) -> None:
        """Show for a time that the side to move is in its last minute."""
        self._clock_low_until_ms = ticks_add(self._now_ms, 1000 * seconds)

    def _draw(self) -> bool:
        """Update the frame; return True if that took long."""
        if self.tracker.snapshot.validity == SPOILT:
            return False  # the lists belong to another position
        now_ms = self._now_ms
        if not self.link.lost:
            self._lost_ms = now_ms
        lost = self.link.lost and 0 <= ticks_diff(now_ms, self._lost_ms) < LOST_MS
        content_key = scene.content_key(self.tracker, lost)
        self._clock_low = self.outcome is None and ticks_diff(self._clock_low_until_ms, now_ms) > 0
        if self._clock_low:
            content_key += 2048
        age_ms = ticks_diff(now_ms, self._since_ms)
        moving = self.tracker.verdict != AT_REST or self.hint != NO_HINT
        moving = moving or self._cues.is_moving(self.tracker, self.outcome, age_ms)
        changed = content_key != self._content_key
        if changed or (moving and ticks_diff(now_ms, self._drawn_ms) >= REDRAW_MS):
            self._drawn_ms = now_ms
            self._fill_frame(now_ms, lost)
            if self.frame.has_changed():
                self.link.cues_changed = True
                self._needs_redraw = True
            if changed:
                self._content_key = content_key
                self.link.state_changed = True
                self._needs_redraw = True
            return True
        return False

    def _light(self) -> bool:
        """Update the colours; return True if that took long."""
        changed, self._needs_redraw = self._needs_redraw, False
        return self._lights.render(self.frame, self._now_ms, changed)

    def _fill_frame(self, now_ms: int, lost: bool) -> None:
        frame = self.frame
        age_ms = ticks_diff(now_ms, self._since_ms)
        scene.draw(self._cues, frame, self.tracker, self.outcome, age_ms, self.thinking)
        if self.hint != NO_HINT:
            if ticks_diff(now_ms, self._hint_until_ms) >= 0:
                self.hint = NO_HINT
                self._content_key = -1
            elif self.tracker.verdict != WRONG:
                scene.hint(self._cues, frame, self.hint, self.game.side)
        if self._unseen is not None:
            self._cues.guide(frame, self._unseen)
        # A question has to be read pixel by pixel.
        if lost and self.tracker.verdict != AMBIGUOUS:
            frame.beat(self._cues.LOST, cues.BEAT_LOST)
        if self._clock_low and self.tracker.verdict != AMBIGUOUS:
            frame.beat(self._cues.TO_MOVE[self.game.side], cues.BEAT_HURRY)

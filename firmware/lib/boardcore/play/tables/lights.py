"""Redrawing of a table's lights when its cues change."""

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.lights import scene
from boardcore.play.commands import NO_HINT
from boardcore.play.states import SPOILT
from boardcore.ticks import ticks_diff
from boardcore.verdicts import AMBIGUOUS, AT_REST, WRONG

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardcore.lights.cues import Frame
    from boardcore.link.session import LinkSession
    from boardcore.play.tracker import Tracker

LOST_MS = 60000
"""Time for which the lights show a lost computer, ms; chosen."""


REDRAW_MS = 100
"""Time between two frames of pulsing lights, ms; nothing blinks faster; chosen."""


class LightsMixin:
    """Part of a ``Table``, whose attributes it uses: its lights."""

    game: "Any"
    outcome: "Any"
    tracker: "Tracker"
    link: "LinkSession"
    thinking: bool
    hint: int
    _cues: "Any"
    frame: "Frame"
    _lights: "Any"
    _unseen: "Any"
    _now_ms: int
    _since_ms: int
    _drawn_ms: int
    _hint_until_ms: int
    _clock_low_until_ms: int
    _content_key: int

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
        moving = (
            self.tracker.verdict != AT_REST
            or self.hint != NO_HINT
            or self._cues.is_moving(self.tracker, self.outcome, ticks_diff(now_ms, self._since_ms))
        )
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
        fresh, self._needs_redraw = self._needs_redraw, False
        return self._lights.render(self.frame, self._now_ms, fresh)

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
            scene.host_lost(self._cues, frame)
        if self._clock_low and self.tracker.verdict != AMBIGUOUS:
            scene.clock_low(self._cues, frame, self.game.side)

"""The one timeline that television, voice, sounds, lights and phones follow.

Scenes wait in the order in which things happened; one is shown at a time.  Until the last one
is over nobody but the television (and the terminal beside it) learns what they tell, and the
table takes no order that would replace them.  Who is in a hurry shortens them; what was left
is then still shown, in the same order.  Reads no clock: ``now_ms`` comes from the caller.
"""

from dataclasses import replace

from underboard.galerapagos.show.scenes import Caption, Scene
from underboard.jsontype import JsonObject

PACES = {"calm": 100, "brisk": 60, "off": 0}
"""Length of scenes in per cent; chosen.  ``off``: for a table without a television."""
CROWD, CROWDED_MS = 3, 2000
"""More scenes than that waiting shorten to this many milliseconds (design, "Evening")."""
HURRIED_MS = 600
"""Length of a shortened scene, ms; chosen: time for one look."""
OPEN_TO_VOTES = ("three",)
"""Scenes during which votes are still taken."""


class Director:
    """The scenes of one table; ``percent`` scales their length, 0 shows nothing."""

    def __init__(self, percent: int = 100) -> None:
        self.percent = percent
        self._scenes: list[tuple[int, Scene]] = []
        self._next_id = 1
        self._since_ms = 0
        self._paused_ms: int | None = None
        self.ended: list[str] = []
        """Kinds of the scenes that have ended; the listener empties the list."""

    def take(self, scenes: list[Scene], now_ms: int) -> None:
        """Let scenes follow those that wait."""
        self.advance(now_ms)
        if not self.percent:
            self.ended += [scene.kind for scene in scenes]
            return
        if scenes and not self._scenes:
            self._since_ms = now_ms if self._paused_ms is None else self._paused_ms
        for scene in scenes:
            self._scenes.append((self._next_id, self._scaled(scene)))
            self._next_id += 1
        if len(self._scenes) > 1 + CROWD:
            self._scenes = [self._scenes[0]] + [
                (number, scene if scene.beats else _cut(scene, CROWDED_MS))
                for number, scene in self._scenes[1:]
            ]

    def _scaled(self, scene: Scene) -> Scene:
        beats = [replace(beat, at_ms=beat.at_ms * self.percent // 100) for beat in scene.beats]
        length = scene.length_ms * self.percent // 100
        return replace(scene, length_ms=length, beats=tuple(beats))

    def advance(self, now_ms: int) -> None:
        """Drop the scenes that are over."""
        if self._paused_ms is not None:
            now_ms = self._paused_ms
        while self._scenes and now_ms - self._since_ms >= self._scenes[0][1].length_ms:
            _, scene = self._scenes.pop(0)
            self._since_ms += scene.length_ms
            self.ended.append(scene.kind)

    def is_busy(self, now_ms: int) -> bool:
        """Return True while something is shown that nobody else may know yet."""
        self.advance(now_ms)
        return bool(self._scenes)

    def takes_votes(self, now_ms: int) -> bool:
        """Return True if a vote may be taken now."""
        self.advance(now_ms)
        return all(scene.kind in OPEN_TO_VOTES for _, scene in self._scenes)

    def pause(self, paused: bool, now_ms: int) -> None:
        """Stop the time of all scenes, or let it go on."""
        if paused and self._paused_ms is None:
            self.advance(now_ms)
            self._paused_ms = now_ms
        elif not paused and self._paused_ms is not None:
            self._since_ms += now_ms - self._paused_ms
            self._paused_ms = None

    def shown(self, now_ms: int) -> JsonObject | None:
        """Return what the television shows at this moment, None between scenes.

        ``beat`` counts the moments of the scene; ``facts`` and ``beats`` hold only what has
        been shown.
        """
        self.advance(now_ms)
        if not self._scenes:
            return None
        number, scene = self._scenes[0]
        passed = [beat for beat in scene.beats if beat.at_ms <= self._elapsed(now_ms)]
        said: Caption = passed[-1].caption if passed else scene.caption
        return {
            "id": number,
            "kind": scene.kind,
            "caption": said,
            "length": scene.length_ms,
            "beat": len(passed),
            "facts": scene.facts,
            "beats": [beat.facts for beat in passed],
            "of": len([beat for beat in scene.beats if "turning" not in beat.facts]),
            "waiting": len(self._scenes) - 1,
        }

    def _elapsed(self, now_ms: int) -> int:
        return (now_ms if self._paused_ms is None else self._paused_ms) - self._since_ms

    def hurry(self, now_ms: int, everything: bool = True) -> None:
        """Shorten what is shown: to the next envelope, or to its end with all that waits."""
        self.advance(now_ms)
        if not self._scenes or self._paused_ms is not None:
            return
        _, scene = self._scenes[0]
        coming = [
            beat.at_ms for beat in scene.beats
            if beat.at_ms > self._elapsed(now_ms) and "turning" not in beat.facts
        ]  # fmt: skip
        if coming and not everything:
            self._since_ms = now_ms - coming[0]
            return
        waiting = self._scenes if everything else self._scenes[:1]
        short = [(number, _cut(one, HURRIED_MS)) for number, one in waiting]
        self._scenes = short + self._scenes[len(waiting) :]
        self._since_ms = now_ms


def _cut(scene: Scene, length_ms: int) -> Scene:
    """Return a scene that shows all of itself at once, for a short while."""
    beats = [replace(beat, at_ms=0) for beat in scene.beats]
    return replace(scene, length_ms=min(scene.length_ms, length_ms), beats=tuple(beats))

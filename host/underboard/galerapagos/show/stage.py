"""Content of each screen of a table, paced by the director.

The director holds scenes back; until they are over everybody but the television sees the
table as it was before them.  ``state`` is that view, ``scene`` what the television shows.
"""

import time
from collections.abc import Callable, Sequence

from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.show.director import Director
from underboard.galerapagos.show.scenes import Caption, Event, scenes_of
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject

MAX_STEP_MS = 400
"""Longest step of the show's time between two looks, ms; shorter than any scene, so that none
passes unseen while the host waits for a board or a slow computer; chosen."""

VOTING = ("cast", "withdraw")
"""Entries that are taken during some scenes (``director.OPEN_TO_VOTES``)."""
SILENT = ("pods",)
"""Entries without a scene that are taken at any time: a host that comes back may make them."""


class Stage:
    """The show of one table.

    ``said(caption)`` is called when a sentence is spoken, ``shown(facts)`` when a vote is
    shown; both once, in order, by whoever calls ``step``.  ``step_ms``: see MAX_STEP_MS.
    """

    def __init__(
        self,
        table: RecordedGame,
        director: Director | None = None,
        clock: Callable[[], float] = time.monotonic,
        step_ms: int = MAX_STEP_MS,
    ) -> None:
        self.table = table
        self.director = director or Director(0)
        self.said: Callable[[Caption], None] = lambda said: None
        self.shown: Callable[[Event], None] = lambda facts: None
        self._clock = clock
        self._step_ms = step_ms
        self._looked_ms = int(clock() * 1000)
        self._now_ms = 0
        self._last: tuple[int, int] = (0, -1)
        self._after: list[tuple[str, Callable[[], object]]] = []
        table.told = self.take
        table.admit = self.admit
        self.director.pause(table.paused, self.now_ms())

    def now_ms(self) -> int:
        """Return the time of the show, ms; it passes in steps, see ``step``."""
        return self._now_ms

    def take(self, effects: Sequence[Event]) -> None:
        """Append the scenes of these events."""
        self.director.take(scenes_of(self.table.game.camp, effects), self.now_ms())

    def rehearse(self) -> Game | None:
        """Show the scenes of a record's last entry again; return the game before it, if any.

        The host may have been killed in the middle of them.  Scenes of earlier entries are over:
        ``admit`` takes nothing while one is shown, but for seats at pods, which have none.
        """
        entries = self.table.game.entries
        last = max((n for n, event in enumerate(entries) if event["do"] not in SILENT), default=-1)
        if last < 0 or not self.director.percent:
            return None
        before = Game(self.table.game.setup)
        for event in entries[:last]:
            before.replay(event)
        self.take([effect for _, effect in self.table.game.log[len(before.log) :]])
        return before

    def is_busy(self) -> bool:
        """Return True while the television shows what nobody else may know yet."""
        return self.director.is_busy(self.now_ms())

    def takes_votes(self) -> bool:
        """Return True if a vote may be taken now."""
        return self.director.takes_votes(self.now_ms())

    def admit(self, name: str = "") -> None:
        """Raise Refused if the table takes no entry of this name, or no order, now."""
        if name in SILENT:
            return
        if self.table.paused:
            raise Refused("paused")
        if self.is_busy() and not (name in VOTING and self.takes_votes()):
            raise Refused("showing")

    def pause(self, paused: bool) -> None:
        """Let the table rest, scenes and all, or go on."""
        self.table.paused = paused
        self.director.pause(paused, self.now_ms())

    def hurry(self, everything: bool = True) -> None:
        """Shorten what is shown."""
        self.director.hurry(self.now_ms(), everything)

    def then(self, kind: str, work: Callable[[], object]) -> None:
        """Do something when a scene of this kind has been shown."""
        self._after.append((kind, work))

    def step(self) -> JsonObject | None:
        """Follow the time; return what the television shows now.

        A table that was busy elsewhere misses nothing: the show waits for it.
        """
        looked = int(self._clock() * 1000)
        self._now_ms += min(looked - self._looked_ms, self._step_ms)
        self._looked_ms = looked
        self.director.advance(self.now_ms())
        ended, self.director.ended = self.director.ended, []
        for kind in ended:
            due = [work for after, work in self._after if after == kind]
            self._after = [(after, work) for after, work in self._after if after != kind]
            for work in due:
                work()
        # What followed a scene may have scenes of its own.
        scene = self.director.shown(self.now_ms())
        if scene:
            self._tell(scene)
        return scene

    def _tell(self, scene: JsonObject) -> None:
        number, beat = self._last
        if scene["id"] != number:
            number, beat = scene["id"], -1
        if scene["beat"] == beat:
            return
        for facts in scene["beats"][max(0, beat) : scene["beat"]]:
            self.shown(facts)
        self._last = (number, scene["beat"])
        self.said(scene["caption"])

"""State that many pages follow (complete at first, then the changes).

Each published state has a number.  A page that comes back names the last one that it has
(``Last-Event-ID``) and gets the difference, or the whole state if that one is too old or
was another run's.  A slow reader never makes a queue: it gets the newest state when it is
ready for it.
"""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable

from underboard.jsontype import JsonObject

State = JsonObject
View = Callable[[State], State]
"""Filter of a state: what one reader may see."""

KEPT = 64
"""Number of states that a returning page can be brought up to date from."""
BEAT_S = 5.0
"""Silence after which a beat tells that the line is alive, s; a page that misses two says so."""
RETRY_MS = 1000


def everything(state: State) -> State:
    """Return the state as it is: the view of a feed without secrets."""
    return state


def difference(before: State, after: State) -> State:
    """Return the entries that are new or other; one that has gone is None."""
    changes = {key: value for key, value in after.items() if before.get(key) != value}
    changes |= {key: None for key in before if key not in after}
    return changes


class Feed:
    """The newest state, those before it, and who waits for the next one.

    Lives on the event loop's thread.  ``run``: a name for this run; numbers of other runs
    mean nothing here.
    """

    def __init__(self, run: str = "") -> None:
        self.run = run or secrets.token_hex(4)
        self.number = 0
        self.readers = 0
        self.closed = False
        self._states: deque[tuple[int, State]] = deque(maxlen=KEPT)
        self._published = asyncio.Event()

    @property
    def state(self) -> State:
        """The newest state."""
        return self._states[-1][1] if self._states else {}

    @property
    def id(self) -> str:
        """Name of the newest state, as the id of its event."""
        return f"{self.run}-{self.number}"

    def publish(self, state: State) -> None:
        """Publish the state to all streams, unless nothing has changed."""
        if self._states and self._states[-1][1] == state:
            return
        self.number += 1
        self._states.append((self.number, state))
        self._wake()

    def close(self) -> None:
        """Let all readers go."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        published, self._published = self._published, asyncio.Event()
        published.set()

    async def events(
        self, last: str = "", view: View = everything, beat_s: float = BEAT_S
    ) -> AsyncIterator[str]:
        """Yield the lines of an event stream for one reader until the feed is closed.

        ``last``: the id of the last event that the reader has.
        """
        self.readers += 1
        try:
            yield f"retry: {RETRY_MS}\n\n"
            number, shown = self._known(last, view)
            while not self.closed:
                published = self._published
                if self.number > number:
                    now = view(self.state)
                    if shown is None:
                        yield self._event("state", now)
                    else:
                        yield self._event("change", difference(shown, now))
                    number, shown = self.number, now
                    continue
                try:
                    await asyncio.wait_for(published.wait(), beat_s)
                except asyncio.TimeoutError:
                    yield "event: beat\ndata: {}\n\n"
        finally:
            self.readers -= 1

    def _known(self, last: str, view: View) -> tuple[int, State | None]:
        run, _, number = last.rpartition("-")
        if run == self.run and number.isdecimal():
            for known, state in self._states:
                if known == int(number):
                    return known, view(state)
        return 0, None

    def _event(self, kind: str, data: State) -> str:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self.id}\nevent: {kind}\ndata: {text}\n\n"

"""Answers that the page needs before Python is there (words, lights, an empty board)."""

import asyncio
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boardcore.games import NAMES
from underboard.jsontype import JsonObject
from underboard.tab.session import Tab
from underboard.texts import LANGUAGES


class _NoPage:
    """A page that only keeps the answers that it gets."""

    def __init__(self) -> None:
        self.usb: Any = None
        self.bodies: dict[int, bytes] = {}
        self.ended: dict[int, asyncio.Event] = {}

    def post(self, number: int, kind: str, what: Any, more: Any) -> None:
        if kind == "body":
            self.bodies[number] = self.bodies.get(number, b"") + what
        elif kind in ("end", "failed"):
            self.ended[number].set()

    def save(self) -> None:
        pass

    def report(self, text: str) -> None:
        raise RuntimeError(text)

    def can_wait(self) -> bool:
        return False

    def wait(self, promise: Any) -> Any:
        raise RuntimeError("nothing waits at a simulated board")

    def compute(self, data: bytes) -> Any:
        raise RuntimeError("nothing is computed before a game")

    def tell(self, text: str) -> None:
        raise RuntimeError("no board is examined")

    ask = tell

    def wish(self) -> str:
        return ""


async def answers() -> JsonObject:
    """Return the answers by the name of their file."""
    with _own_folder():
        page = _NoPage()
        tab = Tab(page, {})
        leading = tab.begin()

        async def ask(method: str, path: str) -> Any:
            number = len(page.ended) + 1
            page.ended[number] = asyncio.Event()
            tab.requests.ask(number, method, path, {}, b"")
            await page.ended[number].wait()
            return json.loads(page.bodies[number])

        await ask("POST", "/api/me")
        state: JsonObject = {}
        while not state.get("lights"):
            await asyncio.sleep(0.02)
            state = await ask("GET", "/api/state")
        found = {f"words-{lang}": await ask("GET", f"/api/words/{lang}") for lang in LANGUAGES}
        found |= {f"cues-{name}": await ask("GET", f"/api/cues/{name}") for name in NAMES}
        leading.cancel()
        tab.room.end()
        tab.room.step(0.0)
    # Drawn at once, and played at only when the referee is there, whose first state is another.
    state["board"]["busy"], state["game"]["moment"] = True, "early"
    return found | {"state": state | {"choices": [], "id": "early-0"}}


@contextmanager
def _own_folder() -> Iterator[None]:
    before = os.environ.get("UNDERBOARD_DATA")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["UNDERBOARD_DATA"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["UNDERBOARD_DATA"]
            else:
                os.environ["UNDERBOARD_DATA"] = before

"""A second Underboard as the other seat of a game that is served elsewhere.

The host's table owns the game.  ``HostClient``, step by step, asks it for the game in short and
hands our turns over, each with an id of its own, so that a cut connection costs nothing.
``underboard.web.remote_game`` leads the session here after it.
"""

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from boardcore.play.endings import ENDINGS
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.texts.lazy import reason_of
from underboard.web.table.state import VERSION

ASK_S = 0.3
"""Seconds between two questions to the host; chosen."""
AGAIN_S = 0.5
"""Seconds after which a cut connection is tried again."""
ANSWER_S = 5.0
MEET_S = 20.0
"""Longest wait for the host when joining, s; chosen."""
MAX_ANSWER = 1_000_000
"""Length of an answer at most, bytes; chosen: a game in short is a few thousand."""


@dataclass(frozen=True)
class GameSnapshot:
    """The game at the host's table."""

    moment: str
    game: str
    variant: str
    options: str
    start: str
    side: int
    turns: tuple[str, ...]
    ended: tuple[int, str] | None = None
    """End by the players or their clock, as an outcome."""
    offer: int = -1
    """The side that offers a draw, -1 for none."""
    clock: "JsonObject | None" = None
    request: tuple[str, int, str] | None = None
    """Question of one side to the other: kind, the side that asks, and which turn it is about."""
    taken: str = ""
    """The id of our last order that the host had taken before it told this."""

    @classmethod
    def of(cls, data: JsonObject, taken: str = "") -> "GameSnapshot":
        """Read the answer of ``/api/turns``; raises UnderboardError for anything else."""
        try:
            if data["version"] != VERSION:
                raise UnderboardError(
                    "the host's page has version %s, this one %s: bring both to the same release",
                    data["version"],
                    VERSION,
                )
            return cls(
                moment=str(data["moment"]),
                game=str(data["game"]),
                variant=str(data["variant"]),
                options=str(data["options"]),
                start=str(data["start"]),
                side=int(data["side"]),
                turns=tuple(str(turn) for turn in data["turns"]),
                ended=_ended(data["outcome"]),
                offer=-1 if data["offer"] is None else int(data["offer"]),
                clock=data["clock"],
                request=_request(data["request"]),
                taken=taken,
            )
        except (KeyError, TypeError, ValueError):
            raise UnderboardError("the host answers something else than a game") from None

    @property
    def number(self) -> str:
        """Name of the game: another game, or the same one begun anew, has another."""
        return self.moment.rsplit("-", 2)[0]


def _request(data: JsonObject | None) -> tuple[str, int, str] | None:
    return (str(data["kind"]), int(data["side"]), str(data["turn"])) if data else None


def _ended(outcome: JsonObject | None) -> tuple[int, str] | None:
    ended = (int(outcome["winner"]), str(outcome["reason"])) if outcome else None
    return ended if ended in ENDINGS else None


class HostClient:
    """Talks to the host's page.

    The caller keeps calling ``step``, which may wait for the host; ``wake``: called when it
    should be called now.
    """

    def __init__(self, url: str, sleep: Callable[[float], None] = time.sleep) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname or not parts.path.startswith("/join/"):
            raise UnderboardError(
                "%r is not a link of a seat: expected one like http://HOST:PORT/join/TOKEN", url
            )
        self._host, self._port, self._path = parts.hostname, parts.port or 80, parts.path
        self._cookie = ""
        self._sleep = sleep
        self.wake: Callable[[], None] = lambda: None
        self._order: JsonObject | None = None
        self._path_of_order = ""
        self.told: GameSnapshot | None = None
        self.connected = False
        self.refused = ""
        """Why the host refused our last turn, empty if it did not."""
        self.side = 0
        self._taken = ""
        """Id of the last order that the host has taken."""

    def join(self) -> GameSnapshot:
        """Take the seat and learn the game; raises UnderboardError if that cannot be done."""
        end = time.monotonic() + MEET_S
        while True:
            try:
                # First known, then seated: a lost answer is asked for again with this cookie.
                if not self._cookie:
                    self._ask("POST", "/api/me", {})
                token = self._path.rpartition("/")[2]
                self._ask("POST", "/api/join", {"id": secrets.token_hex(12), "token": token})
                seats = self._ask("GET", "/api/me").get("seats", [])
                if not seats:
                    raise UnderboardError(
                        "this link was used already, or replaced: ask the host for a new one"
                    )
                self.side = int(seats[0])
                self.told = GameSnapshot.of(self._ask("GET", "/api/turns"))
                break
            except (OSError, HTTPException, ValueError) as error:
                if time.monotonic() >= end:
                    reason = reason_of(error) if isinstance(error, OSError) else error
                    raise UnderboardError(
                        "no Underboard answers at %s:%s: %s", self._host, self._port, reason
                    ) from None
                self._sleep(AGAIN_S)
        self.connected = True
        return self.told

    def play(self, told: GameSnapshot, text: str) -> str:
        """Hand our next turn over, return the order's id; the same one does nothing twice."""
        name = f"{told.moment} {text}".encode()
        order = {"id": hashlib.sha256(name).hexdigest()[:32], "turn": text, "moment": told.moment}
        if order != self._order:
            self.refused = ""
            self._path_of_order = "/api/turns"
            self._order = order
            self.wake()
        return order["id"]

    @property
    def busy(self) -> bool:
        """Return True if an order waits for the host."""
        return self._order is not None

    def say(self, told: GameSnapshot, what: str) -> str:
        """Say something about the end for our side (``/api/end``); return the order's id."""
        self.refused = ""
        self._path_of_order = "/api/end"
        name = secrets.token_hex(12)
        self._order = {"id": name, "what": what, "side": self.side, "moment": told.moment}
        self.wake()
        return name

    def answer(self, yes: bool) -> None:
        """Answer what the other side asks."""
        self.refused = ""
        self._path_of_order = "/api/answer"
        self._order = {"id": secrets.token_hex(12), "what": "allow" if yes else "refused"}
        self.wake()

    def step(self) -> float:
        """Hand over what is ordered and ask for the game; return the time until the next step, s.

        Without a connection the order stays.
        """
        try:
            order = self._order
            if order is not None:
                answer = self._ask("POST", self._path_of_order, order)
                if "error" not in answer:
                    self._taken = order["id"]
                elif answer["error"] != "late":
                    self.refused = str(answer.get("text", ""))[:300]
            self.told = GameSnapshot.of(self._ask("GET", "/api/turns"), self._taken)
            # Only now: what the host has made of it is known.
            if self._order is order:
                self._order = None
            self.connected = True
        except (OSError, HTTPException, ValueError, UnderboardError):
            self.connected = False
            return AGAIN_S
        return ASK_S

    def _ask(self, method: str, path: str, order: JsonObject | None = None) -> Any:
        line = HTTPConnection(self._host, self._port, timeout=ANSWER_S)
        try:
            headers = {"Connection": "close"}
            if self._cookie:
                headers["Cookie"] = self._cookie
            body = None
            if order is not None:
                headers["Content-Type"] = "application/json"
                body = json.dumps(order)
            line.request(method, path, body, headers)
            answer = line.getresponse()
            text = answer.read(MAX_ANSWER)
            cookie = answer.getheader("Set-Cookie")
            if cookie:
                self._cookie = cookie.partition(";")[0]
            if not path.startswith("/api/"):
                return {}
            data = json.loads(text)
            if answer.status >= 500 or not isinstance(data, dict):
                raise ValueError(f"status {answer.status}")
            return data
        finally:
            line.close()

"""Start page for a table that gathers in a browser before its first game.

People name themselves on their phones and choose an emblem; who has no phone is named by the
host, who also chooses the options.  A phone keeps its seat when the game begins: the cookies
go on as those of the game (``.phones``).  The host's page is any page on this computer.
"""

import contextlib
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from underboard.galerapagos.phones.common import WebSide, Work, is_here, place_of
from underboard.galerapagos.state.cards import START
from underboard.galerapagos.state.options import MAX_PLAYERS, Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject
from underboard.texts import LANGUAGES, Texts
from underboard.web.http.qr import qr_svg
from underboard.web.http.server import serving
from underboard.web.http.sessions import Visitor, WebSessions, known

CHOICES: dict[str, tuple[str, ...]] = {
    "cards": ("dealt", "physical"),
    "debate": ("0", "120", "180"),
    "voice": ("off", "on"),
    "votes": ("open", "secret"),
    "pace": ("calm", "brisk", "off"),
    "score": ("solidarity", "lone"),
}
"""Choices of the host; the first is the default.  Debates are in seconds."""
MAX_NAME = 40
"""Letters of a name that is posted; chosen."""


@dataclass
class Gathering:
    """Seats and options of a table.  ``first``: a seat, -1 by lot."""

    seats: list[JsonObject] = field(default_factory=list)
    """Clockwise: name, emblem, and whether a phone has the seat."""
    options: dict[str, str] = field(
        default_factory=lambda: {name: values[0] for name, values in CHOICES.items()}
    )
    first: int = -1
    tournament: str = ""
    games: int = 5
    language: str = "en"
    unfinished: str = ""
    """Sentence about a game that could be continued, empty for none."""

    def free_emblem(self, wanted: object) -> int:
        """Return the emblem that was asked for, or the first that is free.  Raises Refused."""
        used = [seat["emblem"] for seat in self.seats]
        if wanted is None:
            return next(n for n in range(MAX_PLAYERS) if n not in used)
        if type(wanted) is not int or not 0 <= wanted < MAX_PLAYERS:
            raise Refused("emblem", seen=wanted)
        if wanted in used:
            raise Refused("emblem-taken")
        return wanted

    def add(self, name: str, emblem: object, phone: bool) -> int:
        """Seat a person; return the seat.  Raises Refused."""
        name = " ".join(name.split())
        if len(self.seats) >= MAX_PLAYERS:
            raise Refused("players", seen=MAX_PLAYERS + 1)
        names = [seat["name"] for seat in self.seats]
        # The rules of names are those of a game; two more make it one.
        filler = ("\u00b7", "\u00b7\u00b7")[len(names) :]
        Setup((*names, name, *filler), 0)
        self.seats.append({"name": name, "emblem": self.free_emblem(emblem), "phone": phone})
        return len(self.seats) - 1

    def setup(self, seed: int) -> Setup:
        """Return the setup of the game that begins.  Raises Refused."""
        switches = {"voice": self.options["voice"], "votes": self.options["votes"]}
        names = tuple(seat["name"] for seat in self.seats)
        emblems = tuple(seat["emblem"] for seat in self.seats)
        first = self.first if self.first < len(names) else -1
        return Setup(names, seed, self.options["cards"], first, switches, {}, emblems)

    def public(self) -> JsonObject:
        """Return what every page may see."""
        food, water, _ = START.get(len(self.seats), (0, 0, 0))
        return {
            "seats": [dict(seat) for seat in self.seats],
            "options": dict(self.options),
            "choices": CHOICES,
            "first": self.first,
            "tournament": self.tournament,
            "games": self.games,
            "unfinished": self.unfinished,
            "water": water,
            "food": food,
            "most": MAX_PLAYERS,
        }


class StartPages(WebSide):
    """The pages of a table that gathers; lives on the event loop's thread.

    ``settle(gathering)`` checks what is chosen when the host starts; raises Refused or
    UnderboardError. ``result`` is "start" or "continue" once ``begun`` is called.
    """

    trouble_status = 409

    def __init__(
        self,
        gathering: Gathering,
        visitors: WebSessions,
        settle: Callable[[Gathering], None],
        address: str,
        port: int,
    ) -> None:
        super().__init__(visitors)
        self.gathering = gathering
        self.url = f"http://{address}:{port}/"
        self.begun: Callable[[], None] = lambda: None
        """Called, on the event loop's thread, when the host starts."""
        self.result = ""
        self._settle = settle
        works = {name: self._published(name) for name in ("enter", "leave", "arrange", "begin")}
        routes = self._routes("enter.html", "start.html", works)
        self.app = self._guarded(routes, address, port)

    def _published(self, name: str) -> Work:
        work = getattr(self, f"_{name}")

        async def done(request: Request, order: JsonObject, texts: Texts) -> JsonObject:
            work(request, order)
            self.publish()
            return {}

        return done

    def publish(self) -> None:
        """Publish the table's state to every page."""
        table = {"lobby": self.gathering.public(), "url": self.url}
        self.feed.publish({"table": table | {"version": f"start {self._files.version}"}})

    # Who asks

    def _seat_of(self, visitor: Visitor | None) -> int:
        places = self.visitors.places_of(visitor) if visitor else ()
        mine = [n for n in range(MAX_PLAYERS) if place_of(n) in places]
        return mine[0] if mine and mine[0] < len(self.gathering.seats) else -1

    def _check_host(self, request: Request) -> None:
        if not is_here(request):
            raise Refused("no-host")

    # Pages

    async def _qr(self, request: Request) -> Response:
        headers = {"cache-control": "no-cache"}
        return Response(qr_svg(self.url), media_type="image/svg+xml", headers=headers)

    async def _events(self, request: Request) -> Response:
        visitor = known(self.visitor(request))
        is_host = is_here(request)

        def view(state: JsonObject) -> JsonObject:
            return {**state, "me": {"seat": self._seat_of(visitor), "host": is_host}}

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        lines = self.feed.events(request.headers.get("last-event-id", "")[:80], view)
        return StreamingResponse(lines, media_type="text/event-stream", headers=headers)

    # Orders

    def _enter(self, request: Request, order: JsonObject) -> None:
        """Seat a phone under the name and emblem that its owner chose."""
        visitor = self.visitor(request)
        mine = self._seat_of(visitor)
        name, emblem = str(order.get("name", ""))[:MAX_NAME], order.get("emblem")
        if mine >= 0:
            kept = self.gathering.seats.pop(mine)
            try:
                self.gathering.add(name, emblem, phone=True)
            except Refused:
                self.gathering.seats.insert(mine, kept)
                raise
            self.gathering.seats.insert(mine, self.gathering.seats.pop())
            return
        seat = self.gathering.add(name, emblem, phone=True)
        assert visitor
        self.visitors.assign(place_of(seat), visitor.id)

    def _leave(self, request: Request, order: JsonObject) -> None:
        """Give a seat up: one's own, or any by the host."""
        seat = self._seat_of(self.visitor(request))
        if order.get("seat") is not None:
            self._check_host(request)
            seat = order["seat"]
        if type(seat) is not int or not 0 <= seat < len(self.gathering.seats):
            raise Refused("seat", seen=seat)
        self._drop(seat)

    def _drop(self, seat: int) -> None:
        """Move castaways behind a gap up by one, with their phones."""
        holders = [self.visitors.holder_of(place_of(n)) for n in range(MAX_PLAYERS)]
        self.gathering.seats.pop(seat)
        if self.gathering.first >= seat:
            self.gathering.first = -1
        self._seat_phones(holders[:seat] + holders[seat + 1 :])

    def _seat_phones(self, holders: list[str]) -> None:
        for n in range(MAX_PLAYERS):
            place = place_of(n)
            self.visitors.free(place)
            if n < len(holders) and holders[n]:
                self.visitors.assign(place, holders[n])

    def _arrange(self, request: Request, order: JsonObject) -> None:
        """Name who has no phone, choose an option, move a seat: the host's orders."""
        self._check_host(request)
        gathering = self.gathering
        name, value = order.get("what"), order.get("value")
        if name == "name":
            gathering.add(str(value)[:MAX_NAME], None, phone=False)
        elif name in CHOICES and value in CHOICES[name]:
            gathering.options[name] = value
        elif name == "first" and type(value) is int and -1 <= value < len(gathering.seats):
            gathering.first = value
        elif name == "tournament":
            gathering.tournament = " ".join(str(value).split())[:MAX_NAME]
        elif name == "games" and type(value) is int and 1 <= value <= 99:
            gathering.games = value
        elif name == "up" and type(value) is int and 0 < value < len(gathering.seats):
            holders = [self.visitors.holder_of(place_of(n)) for n in range(MAX_PLAYERS)]
            rows: list[list[Any]] = [gathering.seats, holders]
            for row in rows:
                row[value - 1], row[value] = row[value], row[value - 1]
            gathering.first = -1
            self._seat_phones(holders)
        elif name == "language" and value in LANGUAGES:
            gathering.language = value
        else:
            raise Refused("no-offer")

    def _begin(self, request: Request, order: JsonObject) -> None:
        """Start the game, or continue the one that is not over."""
        self._check_host(request)
        if order.get("what") == "continue" and self.gathering.unfinished:
            self.result = "continue"
        else:
            self._settle(self.gathering)
            self.result = "start"
        self.begun()


@contextlib.contextmanager
def gathered(pages: StartPages, one: socket.socket) -> Iterator[None]:
    """Serve the pages of a start on a listening socket until the block ends."""
    with serving(pages.app, one, (pages.feed,), pages.publish, "start"):
        yield

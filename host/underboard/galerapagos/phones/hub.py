"""Hub: between the table's thread and the web server's, with orders one way and states the other.

The table belongs to whoever leads it.  Orders of phones wait until that one listens
(``attend``), which is while people think; each becomes an entry of the seat that sent it,
or a refusal.  After everything that changed something a new state is published.
"""

import queue
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from underboard.galerapagos.phones.remote import Remote
from underboard.galerapagos.phones.view import offers, private, public
from underboard.galerapagos.pods.bridge import Pods
from underboard.galerapagos.records.record import Table
from underboard.galerapagos.rules.game import Event
from underboard.galerapagos.state.refusal import Refused
from underboard.texts import Texts
from underboard.trouble import Trouble

TURN_S = 0.05


class Gone(Trouble):
    """Nobody leads the table any more; whoever resumes it takes the same order again."""


def _gone() -> Gone:
    return Gone("the host has left the table: this page comes back by itself")


class Hub:
    """The phones of one table.

    ``enter(event)`` enters something for a phone; ``progress()`` counts votes where pods hold
    some; ``changed()`` is called, in the thread that attends, after a phone entered something.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.enter: Callable[[Event], object] = table.enter
        self.progress: Callable[[], tuple[int, int] | None] = lambda: None
        self.changed: Callable[[], None] = lambda: None
        self.publish: Callable[[dict[str, Any]], None] = lambda state: None
        self.taken: Callable[[int], bool] = lambda seat: False
        self.url = ""
        self._work: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = queue.SimpleQueue()
        self._told: tuple[object, ...] = ()
        self._closed = False
        self.remote = Remote(table, lambda event: self.enter(event))

    def beside(self, pods: Pods) -> None:
        """Vote together with pods: whose vote comes from a phone is excused there."""

        def enter(event: Event) -> object:
            if event["do"] == "cast" and pods.ballot:
                return pods.enter(event["voter"], event["target"])
            return self.table.enter(event)

        def collect(silent: bool) -> None:
            if pods.ballot and pods.ballot.missing():
                pods.collect(silent)

        self.enter = enter
        self.remote.collect = collect
        self.progress = lambda: pods.progress() if pods.ballot else None

    # From the server's threads

    def do(self, work: Callable[[], Any]) -> "Future[Any]":
        """Have something done at the table."""
        future: Future[Any] = Future()
        self._work.put((work, future))
        if self._closed:
            self.close()
        return future

    def close(self) -> None:
        """Answer whatever waits, and all that still comes, with a word: nobody attends any more."""
        self._closed = True
        while True:
            try:
                _, future = self._work.get_nowait()
            except queue.Empty:
                return
            future.set_exception(_gone())

    # In the thread that leads the table

    def attend(self, seconds: float) -> None:
        """Do what phones have asked for, for at most ``seconds``, and publish what is new."""
        self.tell()
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            try:
                work, future = self._work.get(timeout=max(0.0, min(left, TURN_S)))
            except queue.Empty:
                if left <= 0:
                    return
                continue
            before = self.table.lines
            result: Any = None
            trouble: Exception | None = None
            try:
                result = work()
            except Exception as error:
                trouble = error
            except BaseException:
                future.set_exception(_gone())
                raise
            # Told before it is answered: whoever hears the answer sees the new state.
            self.tell()
            if trouble:
                future.set_exception(trouble)
            else:
                future.set_result(result)
            if self.table.lines != before:
                self.changed()

    def tell(self) -> None:
        """Publish the state if it is another one."""
        game = self.table.game
        progress = self.progress()
        seats = range(len(game.setup.names))
        taken = tuple(self.taken(seat) for seat in seats)
        paused, left = self.remote.paused, self.remote.debate.left()
        now = (self.table.lines, id(game.camp), progress, taken, paused, left, self.table.closed)
        if now == self._told:
            return
        self._told = now
        state = public(game, self.table.opened, progress)
        for seat, person in enumerate(state["people"]):
            person["phone"] = taken[seat]
        self.publish(
            {
                "table": state | {"paused": paused, "url": self.url},
                "debate": {"left": left},
                "seats": {seat: private(game, seat) for seat in seats},
                "host": self.remote.offers(),
            }
        )

    # What phones may ask for

    def vote(self, seat: int, target: int, round_name: str) -> None:
        """Take a vote; ``round_name`` is the ballot that the phone shows.  Raises Refused."""
        camp = self.table.game.camp
        ballot = camp.ballot
        if not ballot or round_name != f"{ballot.number}.{self.table.opened}":
            raise Refused("old-page")
        self.enter({"do": "cast", "voter": seat, "target": target, "ballot": ballot.number})

    def order(self, seat: int, event: Event, sure: bool, texts: Texts) -> None:
        """Enter something for a seat, if it is among its offers.  Raises Refused or Sure."""
        camp = self.table.game.camp
        wanted = dict(event)
        for offer in offers(camp, seat):
            fields = {name: options for name, options in offer.items() if name != "do"}
            if offer["do"] == wanted.get("do") and all(
                self._fits(wanted.get(name), options) for name, options in fields.items()
            ):
                entry = {"do": offer["do"], **{name: wanted[name] for name in fields}}
                if offer["do"] in ("play", "give", "shoot", "ration"):
                    entry["player"] = seat
                self._enter(entry, sure, texts)
                return
        raise Refused("no-offer")

    def _fits(self, said: Any, options: list) -> bool:
        if isinstance(said, list):
            return bool(said) and all(type(one) is int and one in options for one in said)
        return type(said) in (int, str) and said in options

    def _enter(self, entry: Event, sure: bool, texts: Texts) -> None:
        self.remote.confirm(entry, sure, texts)
        self.enter(entry)

"""Between the table and the web server, with orders one way and states the other.

The table belongs to the caller of ``step``, which is called while people think.  Orders of phones
wait until then; each becomes an entry of the seat that sent it, or a refusal.  After everything
that changed something a new state is published.  While the television shows a scene, everybody
else has the state of before it.
"""

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future

from underboard.errors import UnderboardError
from underboard.galerapagos.phones.embarking import Embarking, leader_of, public_part, steps_of
from underboard.galerapagos.phones.ghosts import SUFFIX as GHOSTS
from underboard.galerapagos.phones.ghosts import Ghosts
from underboard.galerapagos.phones.remote import RemoteHost
from underboard.galerapagos.phones.view import offers, private, public
from underboard.galerapagos.pods.bridge import PodBridge
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Event, Game
from underboard.galerapagos.show.director import Director
from underboard.galerapagos.show.stage import MAX_STEP_MS, Stage
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.web.table.jobs import Result, Work

TURN_S = 0.05
"""Time between two steps, s, in which a scene may go on; chosen."""
LEAVING = {"leave": True, "remain": False}
"""Answers of survivors to the question whether they embark."""


class TableClosed(UnderboardError):
    """Signal that the table has closed; the same order is taken again once it is resumed."""


def _gone() -> TableClosed:
    return TableClosed("the host has left the table: this page comes back by itself")


class Hub:
    """The phones of one table.

    ``enter(event)`` enters something for a phone; ``progress()`` counts votes where pods hold
    some; ``changed()`` is called by ``step`` after a phone entered something and it has been
    shown; ``called()`` when an order waits for ``step``.
    """

    def __init__(
        self,
        table: RecordedGame,
        director: Director | None = None,
        clock: Callable[[], float] = time.monotonic,
        step_ms: int = MAX_STEP_MS,
    ) -> None:
        self.table = table
        self.stage = Stage(table, director, clock, step_ms)
        self.ghosts = Ghosts(table.path.with_suffix(GHOSTS) if table.path else None)
        self.embarking = Embarking()
        self.enter: Callable[[Event], object] = table.enter
        self.progress: Callable[[], tuple[int, int] | None] = lambda: None
        self.changed: Callable[[], None] = lambda: None
        self.called: Callable[[], None] = lambda: None
        self.publish: Callable[[JsonObject], None] = lambda state: None
        self.taken: Callable[[int], bool] = lambda seat: False
        self.url = ""
        self.version = ""
        """Name of the pages' files; a page of another version loads itself anew."""
        self.go_on: Callable[[str], None] = lambda choice: None
        """Called with how it goes on after the game."""
        self.may_go_on: Callable[[], list[str]] = list
        """Returns what ``go_on`` may be called with now."""
        self.extra: Callable[[], JsonObject] = dict
        """Returns what the television shows besides once the game is over."""
        self._work: Work[Hub] = Work()
        self._told: tuple[object, ...] = ()
        self._closed = False
        self._lines = table.lines
        self._frozen: JsonObject = {}
        self.remote = RemoteHost(table, self.stage, lambda event: self.enter(event))
        table.told = self._heard
        self._unseen: list[Event] = []
        before = self.stage.rehearse() or table.game
        if self.ghosts.seen < len(table.game.entries):
            self._unseen = [effect for _, effect in table.game.log[len(before.log) :]]
        # Before the first state, too: what is entered first may be seen on the television first.
        self._frozen = self._state(before)

    def attach_pods(self, pods: PodBridge) -> None:
        """Vote together with pods: whose vote comes from a phone is excused there."""

        def enter(event: Event) -> object:
            if event["do"] == "cast" and pods.ballot:
                return pods.enter(event["voter"], event["target"], event.get("ballot"))
            return self.table.enter(event)

        def collect(silent: bool) -> None:
            if pods.ballot and pods.ballot.missing():
                pods.collect(silent)

        self.enter = enter
        self.remote.collect = collect
        self.progress = self.remote.progress = lambda: pods.progress() if pods.ballot else None
        pods.waits = self.stage.is_busy
        self.stage.shown = lambda facts: pods.reveal_one(facts)

    def _heard(self, effects: list[Event]) -> None:
        self._unseen += effects
        if any(effect["effect"] == "ballot" for effect in effects):
            # However it was opened: the debate is over.
            self.remote.debate.stop()
        self.stage.take(effects)

    def _decide_guesses(self) -> None:
        """Decide the ghosts' guesses by what has been shown; not before that."""
        shown, self._unseen = self._unseen, []
        self.ghosts.watch(shown, len(self.table.game.entries))

    # From other threads

    def do(self, work: Callable[[], Result]) -> "Future[Result]":
        """Have something done at the table."""
        future = self._work.put(lambda hub: work())
        if self._closed:
            self.close()
        self.called()
        return future

    def close(self) -> None:
        """Answer whatever waits, and all that still comes, with a word: nobody leads any more."""
        self._closed = True
        self._work.refuse(_gone())

    # For the caller of step

    def step(self) -> float:
        """Do what phones have asked for and publish what is new; return the s until the next."""
        self.tell()
        with contextlib.ExitStack() as answers:
            if self._work.do(self, answers):
                # Told before it is answered: whoever hears the answer sees the new state.
                self.tell()
        return TURN_S

    def tell(self) -> None:
        """Publish the state if it is another one."""
        scene = self.stage.step()
        if scene is None:
            self._decide_guesses()
        if scene is None and self.table.lines != self._lines:
            self._lines = self.table.lines
            self.changed()
        game = self.table.game
        progress = self.progress()
        seats = range(len(game.setup.names))
        taken = tuple(self.taken(seat) for seat in seats)
        paused, left = self.table.paused, self.remote.debate.left()
        moment = (scene["id"], scene["beat"], scene["length"], scene["waiting"]) if scene else None
        now = (
            self.table.lines, id(game.camp), progress, taken, paused, left, self.table.closed,
            moment, tuple(self.embarking.answered()), repr(self.extra()),
            repr([self.ghosts.private(game.camp, seat) for seat in seats]),
        )  # fmt: skip
        if now == self._told:
            return
        self._told = now
        if scene is None or self.stage.takes_votes():
            self._frozen = self._state(game, progress)
        self.publish(self._dressed(scene, taken, paused, left))

    def _state(self, game: Game, progress: tuple[int, int] | None = None) -> JsonObject:
        """Return what is known once everything has been shown."""
        camp = game.camp
        seats = range(len(camp.people))
        table = public(game, self.table.opened, progress)
        table |= public_part(camp, self.embarking, self.has_phone)
        if game.over:
            table |= {"best_ghosts": self.ghosts.best()} | self.extra()
        return {"table": table, "seats": {seat: self._seat(game, seat) for seat in seats}}

    def _seat(self, game: Game, seat: int) -> JsonObject:
        camp = game.camp
        mine = private(game, seat)
        if seat in self.embarking.asked(camp, self.has_phone):
            mine["offers"] += [{"do": answer} for answer in LEAVING]
        leads = seat == leader_of(camp, self.has_phone) and not game.over
        mine["lead"] = self._lead_of(camp) if leads else None
        mine["ghost"] = self.ghosts.private(camp, seat)
        return mine

    def _lead_of(self, camp: CampState) -> JsonObject:
        return {
            "steps": steps_of(camp, self.has_phone),
            "debating": self.remote.debate.left() is not None,
            "missing": camp.ballot.missing() if camp.ballot else [],
        }

    def _dressed(
        self, scene: JsonObject | None, taken: tuple[bool, ...], paused: bool, left: int | None
    ) -> JsonObject:
        """Return the state as it is published: what was known before, and the scene besides."""
        people = [
            {**person, "phone": phone}
            for person, phone in zip(self._frozen["table"]["people"], taken)
        ]
        table = self._frozen["table"] | {
            "people": people, "paused": paused, "url": self.url, "version": self.version,
            "showing": scene is not None,
        }  # fmt: skip
        seats, host = self._frozen["seats"], self.remote.offers()
        if scene:
            shows_votes = self.stage.takes_votes()
            seats = {
                seat: mine | {"offers": [], "lead": mine["lead"] and mine["lead"] | {"steps": []}}
                for seat, mine in seats.items()
            }
            host = host | {"entries": [], "rights": [], "undo": False, "redo": False}
            table["showing"] = "votes" if shows_votes else True
        return {
            "table": table,
            "debate": {"left": left},
            "seats": seats,
            "host": host,
            "scene": scene,
        }

    def has_phone(self, seat: int) -> bool:
        """Return True if a person with a phone sits there."""
        return self.taken(seat) and seat not in self.table.game.setup.bots

    # What phones may ask for

    def vote(self, seat: int, target: int, round_name: str) -> None:
        """Take a vote; ``round_name`` is the ballot that the phone shows.  Raises Refused."""
        self.stage.admit("cast")
        camp = self.table.game.camp
        ballot = camp.ballot
        if not ballot or round_name != f"{ballot.number}.{self.table.opened}":
            raise Refused("old-page")
        self.enter({"do": "cast", "voter": seat, "target": target, "ballot": ballot.number})

    def order(self, seat: int, event: Event, sure: bool, texts: Texts) -> None:
        """Enter something for a seat, if it is among its offers.  Raises Refused or Sure."""
        self.stage.admit()
        camp = self.table.game.camp
        wanted = dict(event)
        name = str(wanted.get("do"))
        if name == "guess":
            self._decide_guesses()
            target, escape = wanted.get("target"), wanted.get("escape")
            self.ghosts.guess(camp, seat, target, escape, len(self.table.game.entries))
            return
        if name in LEAVING:
            self._embark(seat, LEAVING[name])
            return
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

    def _embark(self, seat: int, goes: bool) -> None:
        camp = self.table.game.camp
        if seat not in self.embarking.asked(camp, self.has_phone):
            raise Refused("no-offer")
        entry = self.embarking.answer(camp, self.has_phone, seat, goes)
        if entry:
            self.enter({"do": entry})

    def lead(
        self, order: JsonObject, sure: bool, texts: Texts, seat: int | None = None
    ) -> JsonObject:
        """Carry out an order of the host's remote, or of the phone that leads.

        Raises Refused or Sure; what was done may be said in the answer.
        """
        camp = self.table.game.camp
        entry = order.get("entry")
        if entry in ("hurry", "next"):
            if seat is not None and seat != leader_of(camp, self.has_phone):
                raise Refused("no-offer")
            self.stage.hurry(everything=entry == "hurry")
            return {}
        if entry != "pause":
            self.stage.admit()
        if seat is not None:
            leads = seat == leader_of(camp, self.has_phone)
            if not leads or entry not in steps_of(camp, self.has_phone):
                raise Refused("no-offer")
        if entry == "three":
            self._three(sure, texts)
            return {}
        return self.remote.lead(order, sure, texts)

    def after(self, choice: str) -> None:
        """Go on after the game: another one, another table, or the end.  Raises Refused."""
        if not self.table.game.over or self.stage.is_busy():
            raise Refused("not-over")
        if choice not in self.may_go_on():
            raise Refused("no-offer")
        self.go_on(choice)

    def _three(self, sure: bool, texts: Texts) -> None:
        """Count to three; then the votes are shown."""
        camp = self.table.game.camp
        if not camp.ballot:
            raise Refused("no-offer")
        self.remote.say_missing(sure, texts)

        def show() -> None:
            # Where the pods have gone meanwhile, the ballot stays open: count again.
            with contextlib.suppress(Refused, UnderboardError):
                self.remote.show(True, texts)

        self.stage.then("three", show)
        self.stage.take([{"effect": "three", "player": camp.decider()}])

    def _fits(self, said: object, options: list[object]) -> bool:
        if isinstance(said, list):
            return bool(said) and all(type(one) is int and one in options for one in said)
        return type(said) in (int, str) and said in options

    def _enter(self, entry: Event, sure: bool, texts: Texts) -> None:
        self.remote.confirm(entry, sure, texts)
        self.enter(entry)

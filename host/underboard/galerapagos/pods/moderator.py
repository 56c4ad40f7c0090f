"""Moderator of a table whose castaways vote on pods.

All but the votes is the moderator at the keyboard.  While it waits for somebody to type,
the board is looked after all the same: it would take a silent computer for a dead one.
"""

from typing import Any

from rich.console import Console

from underboard.errors import UnderboardError
from underboard.galerapagos.pods.bridge import PodBridge
from underboard.galerapagos.pods.simulate import Hands
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.table.input_loop import LISTEN_S
from underboard.galerapagos.table.moderator import Moderator
from underboard.galerapagos.table.questions import Cancelled
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.texts.lazy import all_spoken, spoken

LOOK_S = 1.0
"""Time between two looks at the count of votes, s; chosen."""
WAIT_S = 60.0
"""Time without a key after which the moderator asks how to go on."""


class PodModerator(Moderator):
    """One table with pods.  ``hands``: simulated ones, which vote what people type."""

    def __init__(
        self,
        table: RecordedGame,
        texts: Texts,
        console: Console,
        keyboard: Any,
        pods: PodBridge,
        hands: Hands | None = None,
        suspense_s: float = 0.0,
        debate_s: int = 0,
    ) -> None:
        super().__init__(table, texts, console, keyboard, suspense_s, debate_s)
        self.add_listener(self._step_pods)
        self.pods = pods
        self._hands = hands
        self._pressed: tuple[object, set[int]] = (None, set())
        self._revealed: list[int] = []

    def _step_pods(self) -> float:
        self.pods.step(LISTEN_S)
        return 0.0

    def step(self) -> None:
        """Draw, ask, do one thing; then bring the board in line."""
        self.pods.step()
        for key, values in self.pods.notices:
            self.notices.append(self.texts(key, **all_spoken(values, self.texts.language)))
        self.pods.notices.clear()
        if self.pods.board.foreign:
            self.notices.append(self.texts("pods.other", game=self.pods.board.foreign))
        elif self.pods.ballot and not self.pods.board.synced:
            self.notices.append(self.texts("pods.away"))
        super().step()
        self.pods.follow()

    def votes_in(self) -> tuple[int, int] | None:
        """Return how many votes are in, on the pods and typed."""
        return self.pods.progress() if self.pods.ballot else None

    def _open_menu(self) -> list[str]:
        """Return the menu, with the pods in it while no ballot is under way."""
        menu = super()._open_menu()
        return menu if self.pods.ballot else [*menu[:-1], "pods", menu[-1]]

    def _pods(self) -> None:
        """Ask who sits at which pod."""
        words = self.line(self.t("ask.places"), "places").split(",")
        if not all(word.strip().isdecimal() for word in words):
            raise Cancelled
        self.table.enter({"do": "pods", "places": [int(word) - 1 for word in words]})

    # Votes

    def _all_votes(self) -> None:
        """Wait for the pods; who has none, or a bad one, types."""
        if not self.pods.is_held():
            super()._all_votes()
            return
        if self._hands:
            self._typed_votes()
            return
        with self.keyboard.private():
            for seat in self.pods.without_pod():
                if not self.has_phone(seat):
                    self._one_vote(seat)
        if not self._wait_for_pods():
            self._one_typed_vote()

    def _wait_for_pods(self) -> bool:
        """Show how many votes are in until all are; return False to type instead."""
        shown: tuple[int, int] | None = None
        waited = 0.0
        self.say(self.texts("pods.vote"))
        while waited < WAIT_S:
            now = self.pods.progress()
            if now != shown and self.pods.board.synced:
                shown, waited = now, 0.0
                self.say(self.texts("pods.progress", received=now[0], expected=now[1]))
            if now[0] == now[1]:
                return True
            if not self.pods.board.synced and shown != (-1, -1):
                shown = (-1, -1)
                self.say(self.texts("pods.away"))
            if self.keyboard.wait(LOOK_S):
                return False
            # A keyboard that is a file does not wait.
            self.pods.step(LISTEN_S)
            waited += LOOK_S
        return False

    def _one_typed_vote(self) -> None:
        ballot = self.pods.ballot
        line = self.keyboard.ask(self.texts("pods.who") + " ")
        if not line or not ballot:
            return
        voter = self.find(line, self.labels("voter", ballot.expected(), {}))
        if voter is None:
            self.notices.append(self.t("ask.unclear", seen=line))
        else:
            self._one_vote(voter)

    def _typed_votes(self) -> None:
        """Nobody sits at simulated pods: everyone types, and hands press."""
        ballot = self.pods.ballot
        assert ballot
        if self._pressed[0] != self.pods.round:
            self._pressed = (self.pods.round, set())
        with self.keyboard.private():
            for voter in ballot.missing():
                if voter not in self._pressed[1]:
                    self._one_vote(voter)

    def _enter(self, event: JsonObject) -> None:
        if event["do"] != "cast":
            self._revealed = []
            super()._enter(event)
            if not self.show:
                self._reveal([])
        elif self.table.paused:
            raise Refused("paused")
        elif self._hands and event["target"] >= 0 and self._can_press(event["voter"]):
            self._press(event["voter"], event["target"])
        else:
            self.pods.enter(event["voter"], event["target"], event["ballot"])

    def _can_press(self, voter: int) -> bool:
        return self.pods.is_held() and self.pods.places[voter] >= 0

    def _press(self, voter: int, target: int) -> None:
        assert self._hands
        locked = self._hands({self.pods.places[voter]: [self.pods.marks[target]]})
        while locked() is None:
            self.pods.step(LISTEN_S)
        self._pressed[1].add(voter)

    def _show(self) -> None:
        ballot = self.pods.ballot
        if not ballot or not self.pods.is_held():
            if ballot and ballot.missing() and self.pods.is_for_pods():
                # Going on would count votes that lie safe on the board as abstentions.
                self.notices.append(self.texts("pods.away"))
                raise Cancelled
            super()._show()
            return
        try:
            silent = self._collect()
        except UnderboardError as trouble:
            self.notices.append(spoken(trouble, self.texts.language))
            raise Cancelled
        self._enter({"do": "show", "silent": True} if silent else {"do": "show"})

    def _collect(self) -> bool:
        """Collect the votes; return whether some are missing and people agree to go on."""
        try:
            self.pods.collect()
            return False
        except Refused as refused:
            if refused.rule != "votes-missing":
                raise
            missing = refused.values["names"]
        if not self.confirmed(self.t("vote.missing", names=missing)):
            raise Cancelled
        self.pods.collect(silent=True)
        return True

    def _tell_vote(self, effect: JsonObject) -> bool:
        """Show one vote, on the pod that cast it and on the screen."""
        if "player" in effect:
            self._reveal([effect["player"]])
        at_once = super()._tell_vote(effect)
        if at_once:
            told = [e["player"] for e in self.camp.effects if e["effect"] == "voted"]
            self._reveal([seat for seat in told if seat not in self._revealed])
        return at_once

    def _reveal(self, seats: list[int]) -> None:
        """Show more votes on the pods; none: all that were told at once."""
        if seats:
            self._revealed += seats
        elif not self.suspense_s:
            self._revealed = [
                effect["player"] for effect in self.camp.effects if effect["effect"] == "voted"
            ]
        if self._revealed:
            self.pods.reveal(self._revealed)

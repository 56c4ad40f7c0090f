"""Pod moderator: leads a table whose castaways vote on pods.

All but the votes is the moderator at the keyboard.  While it waits for somebody to type,
the board is looked after all the same: it would take a silent computer for a dead one.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console

from underboard.galerapagos.auto_pods import Hands
from underboard.galerapagos.keyboard import Keyboard
from underboard.galerapagos.moderator import Back, Moderator
from underboard.galerapagos.pods import Pods
from underboard.galerapagos.record import Table
from underboard.galerapagos.refusal import Refused
from underboard.texts import Texts
from underboard.texts.sentences import spoken
from underboard.trouble import Trouble

LISTEN_S = 0.1
LOOK_S = 1.0
"""How often the count of votes is looked at."""
WAIT_S = 60.0
"""After so long without a key the moderator asks how to go on."""


class Attention:
    """A keyboard beside which the board is looked after.

    The board's side runs in a thread only while this one waits for a key, so the two never
    touch anything at the same time.
    """

    def __init__(self, keyboard: Keyboard, listen: Callable[[float], None]) -> None:
        self._keyboard = keyboard
        self._listen = listen

    def ask(self, text: str) -> str:
        """Ask one line."""
        with self._attending():
            return self._keyboard.ask(text)

    def secret(self, text: str) -> str:
        """Ask one line without showing what is typed."""
        with self._attending():
            return self._keyboard.secret(text)

    def wait(self, seconds: float) -> bool:
        """Wait, at most until Enter is pressed; return True if it was."""
        with self._attending():
            return self._keyboard.wait(seconds)

    @contextmanager
    def _attending(self) -> Iterator[None]:
        over = threading.Event()
        trouble: list[Exception] = []

        def attend() -> None:
            try:
                while not over.is_set():
                    self._listen(LISTEN_S)
            except Exception as error:
                trouble.append(error)

        thread = threading.Thread(target=attend, name="attend", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
        if trouble:
            raise trouble[0]


class PodModerator(Moderator):
    """One table with pods.  ``hands``: simulated ones, which vote what people type."""

    def __init__(
        self,
        table: Table,
        texts: Texts,
        console: Console,
        keyboard: Any,
        pods: Pods,
        hands: Hands | None = None,
        suspense_s: float = 0.0,
        debate_s: int = 0,
    ) -> None:
        attentive: Any = Attention(keyboard, pods.step)
        super().__init__(table, texts, console, attentive, suspense_s, debate_s)
        self.pods = pods
        self._hands = hands
        self._pressed: tuple[object, set[int]] = (None, set())
        self._revealed: list[int] = []

    def step(self) -> None:
        """Draw, ask, do one thing; then bring the board in line."""
        self.pods.step()
        for key, values in self.pods.notices:
            said = {name: spoken(str(value), self.texts.language) for name, value in values.items()}
            self.notices.append(self.texts(key, **said))
        self.pods.notices.clear()
        if self.pods.ballot and not self.pods.board.in_step:
            self.notices.append(self.texts("pods.away"))
        super().step()
        self.pods.follow()

    # Votes

    def _all_votes(self) -> None:
        """Wait for the pods; who has none, or a bad one, types."""
        if not self.pods.is_held():
            super()._all_votes()
            return
        if self._hands:
            self._typed_votes()
            return
        for seat in self.pods.without_pod():
            self._one_vote(seat)
        if not self._wait_for_pods():
            self._one_typed_vote()

    def _wait_for_pods(self) -> bool:
        """Show how many votes are in until all are; return False if somebody wants to type."""
        shown: tuple[int, int] | None = None
        waited = 0.0
        self._print(self.texts("pods.vote"))
        while waited < WAIT_S:
            now = self.pods.progress()
            if now != shown:
                shown, waited = now, 0.0
                self._print(self.texts("pods.progress", received=now[0], expected=now[1]))
            if now[0] == now[1]:
                return True
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
        voter = self._find(line, self._labels("voter", ballot.expected(), {}))
        if voter is None:
            self.notices.append(self._t("ask.unclear", seen=line))
        else:
            self._one_vote(voter)

    def _typed_votes(self) -> None:
        """Nobody sits at simulated pods: everyone types, and hands press."""
        ballot = self.pods.ballot
        assert ballot
        if self._pressed[0] != self.pods.round:
            self._pressed = (self.pods.round, set())
        for voter in ballot.missing():
            if voter not in self._pressed[1]:
                self._one_vote(voter)

    def _enter(self, event: dict[str, Any]) -> None:
        if event["do"] != "cast":
            self._revealed = []
            super()._enter(event)
            self._reveal([])
        elif self._hands and event["target"] >= 0 and self.pods.is_held():
            self._press(event["voter"], event["target"])
        else:
            self.pods.enter(event["voter"], event["target"])

    def _press(self, voter: int, target: int) -> None:
        assert self._hands
        places = self.pods.places
        locked = self._hands({places[voter]: [places[target]]})
        while locked() is None:
            self.pods.step(LISTEN_S)
        self._pressed[1].add(voter)

    def _show(self) -> None:
        ballot = self.pods.ballot
        if not ballot or not self.pods.is_held():
            if ballot and ballot.missing() and self.pods.is_for_pods():
                # Going on would count votes that lie safe on the board as abstentions.
                self.notices.append(self.texts("pods.away"))
                raise Back
            super()._show()
            return
        try:
            silent = self._collect()
        except Trouble as trouble:
            self.notices.append(spoken(str(trouble), self.texts.language))
            raise Back
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
        answer = self.keyboard.ask(self._t("vote.missing", names=missing) + " ")
        if answer.casefold() != self._t("vote.yes"):
            raise Back
        self.pods.collect(silent=True)
        return True

    def _tell_vote(self, effect: dict[str, Any]) -> None:
        """Show one vote, on the pod that cast it and on the screen."""
        self._reveal([effect["player"]])
        super()._tell_vote(effect)

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

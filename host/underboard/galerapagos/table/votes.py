"""Secret ballots at one keyboard that is passed round, without echo."""

from collections.abc import Callable
from typing import Any

from underboard.galerapagos.rules.prompts import choices
from underboard.galerapagos.table.messages import names
from underboard.galerapagos.table.questions import Asking, Cancelled
from underboard.jsontype import JsonObject

LOOK_AGAIN_S = 0.5
"""Time between two looks at how many votes are in, s; chosen."""


class VoteAsking(Asking):
    """A table whose castaways vote at one keyboard, but for those with a phone."""

    has_phone: Callable[[int], bool]
    """Tells whether a seat votes and acts on a phone."""

    def _enter(self, event: JsonObject) -> None:
        raise NotImplementedError

    def _all_votes(self) -> None:
        """Pass the keyboard to everyone who has not voted; an empty line ends the round."""
        ballot = self.camp.ballot
        if not ballot:
            return
        missing = ballot.missing()
        voters = [voter for voter in missing if not self.has_phone(voter)]
        if missing and not voters and self.wait_for_votes():
            return
        voters = voters or [self.answer("cast", "voter", {})]
        # Nothing is echoed from the first voter to the next prompt of the table.
        with self.keyboard.private():
            for voter in voters:
                self._one_vote(voter)

    def wait_for_votes(self) -> bool:
        """Show how many votes of phones are in until all are; return False to type instead."""
        shown: tuple[int, int] | None = None
        while True:
            ballot = self.camp.ballot
            now = ballot.progress() if ballot else (0, 0)
            if now != shown:
                shown = now
                self.say(self.t("phones.wait", received=now[0], expected=now[1]))
            if now[0] == now[1]:
                return True
            if self.keyboard.wait(LOOK_AGAIN_S):
                return False

    def _one_vote(self, voter: int) -> None:
        """Let one castaway choose, see their choice, and change it until they are content."""
        ballot = self.camp.ballot
        if not ballot:
            return
        said = {"voter": voter}
        labels = self.labels("target", choices(self.camp, "cast", "target", said), said)
        with self.in_private("vote.pass", voter):
            self.show_choices(labels)
            target = self._private_choice(labels)
        self._enter({"do": "cast", "voter": voter, "target": target, "ballot": ballot.number})
        self.say(self.t("vote.kept"))

    def _private_choice(self, labels: list[Any]) -> int:
        chosen: int | None = None
        question = self.t("vote.choose")
        while True:
            line = self.line(question, "vote")
            if not line:
                if chosen is None:
                    raise Cancelled
                return chosen
            found = self.find(line, labels)
            if found is None:
                self.say(self.t("ask.unclear", seen="…"))
                continue
            chosen = found
            name = next(label for _, label, option in labels if option == found)
            question = self.t("vote.chosen", name=name)

    def _show(self) -> None:
        ballot = self.camp.ballot
        missing = ballot.missing() if ballot else []
        event: JsonObject = {"do": "show"}
        if missing:
            who = names(self.camp, missing, self.texts)
            if not self.confirmed(self.t("vote.missing", names=who)):
                raise Cancelled
            event["silent"] = True
        self._enter(event)

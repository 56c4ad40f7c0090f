"""Orders of the host's phone (continue, undo, correct, pause).

An entry with grave consequences, and votes shown before all are in, are said in words first
(``NeedsConfirmation``) and done when the same order comes again with ``sure``.
"""

from collections.abc import Callable

from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Event
from underboard.galerapagos.rules.overrides import OVERRIDES
from underboard.galerapagos.rules.preview import consequences
from underboard.galerapagos.rules.prompts import any_time_entries, choices, regular_entries
from underboard.galerapagos.show.stage import Stage
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.table.debate_clock import Debate
from underboard.galerapagos.table.messages import names, sentence, undone
from underboard.jsontype import JsonObject
from underboard.texts import Texts

SIMPLE = ("reveal", "count", "vote", "show", "close", "depart", "stay", "embark", "accept")
"""Entries that lead on: they say nothing more."""


class NeedsConfirmation(Exception):
    """An entry with grave consequences, which nobody has confirmed yet."""


class RemoteHost:
    """The host's remote of one table.

    ``enter(event)`` enters something; ``collect(silent)`` takes the votes that pods hold
    before votes are shown, raises Refused where some are missing.
    """

    def __init__(self, table: RecordedGame, stage: Stage, enter: Callable[[Event], object]) -> None:
        self.table = table
        self.stage = stage
        self.enter = enter
        self.progress: Callable[[], tuple[int, int] | None] = lambda: None
        """Counts votes received and expected where pods hold some."""
        self.collect: Callable[[bool], None] = lambda silent: None
        self.debate = Debate()

    def offers(self) -> JsonObject:
        """Return what the remote can do now."""
        game = self.table.game
        camp = game.camp
        rights = []
        if not game.over and "override" in any_time_entries(camp):
            for what in OVERRIDES:
                values = choices(camp, "override", "value", {"what": what})
                if values:
                    rights.append({"do": "override", "what": [what], "value": values})
        return {
            "entries": [entry for entry in regular_entries(camp) if entry in SIMPLE],
            "rights": rights,
            "undo": game.can_undo,
            "redo": bool(game.redoable),
            "debating": self.debate.left() is not None,
            "over": game.over,
        }

    def lead(self, order: JsonObject, sure: bool, texts: Texts) -> JsonObject:
        """Carry out one order; return what the answer says besides.  Raises Refused or Sure."""
        game = self.table.game
        entry = str(order.get("entry", ""))
        if entry == "undo":
            return {"said": undone(self.table.undo(), game.camp, texts)}
        elif entry == "redo":
            if game.redoable:
                self.confirm(game.redoable[-1], sure, texts)
            self.table.redo()
        elif entry == "pause":
            self.stage.pause(not self.table.paused)
        elif entry == "debate":
            if self.debate.left() is None:
                self.debate.begin()
                self.stage.take([{"effect": "debate", "player": game.camp.decider()}])
            else:
                self.debate.stop()
        elif entry == "override":
            event = {"do": entry, "what": order.get("what"), "value": order.get("value")}
            event["why"] = str(order.get("why", ""))
            self.confirm(event, sure, texts)
            self.enter(event)
        elif entry not in SIMPLE or entry not in regular_entries(game.camp):
            raise Refused("no-offer")
        elif entry == "show":
            self.show(sure, texts)
        else:
            self.confirm({"do": entry}, sure, texts)
            self.enter({"do": entry})
        if entry in SIMPLE:
            self.debate.stop()
        return {}

    def say_missing(self, sure: bool, texts: Texts) -> None:
        """Raise NeedsConfirmation if votes are missing, unless that is confirmed."""
        camp = self.table.game.camp
        missing = camp.ballot.missing() if camp.ballot else []
        on_pods = self.progress()
        if on_pods is None and missing and not sure:
            raise NeedsConfirmation(
                texts("phones.phone.missing", names=names(camp, missing, texts))
            )
        if on_pods is not None and on_pods[0] < on_pods[1] and not sure:
            number = on_pods[1] - on_pods[0]
            raise NeedsConfirmation(texts("phones.phone.missing-number", number=number))

    def show(self, sure: bool, texts: Texts) -> None:
        """Show the votes; whose vote is missing abstains, once the host has said so."""
        camp = self.table.game.camp
        try:
            self.collect(sure)
            missing = camp.ballot.missing() if camp.ballot else []
            who: str = names(camp, missing, texts)
        except Refused as refused:
            if refused.rule != "votes-missing":
                raise
            missing, who = [-1], str(refused.values["names"])
        if missing and not sure:
            raise NeedsConfirmation(texts("phones.phone.missing", names=who))
        self.enter({"do": "show", "silent": True} if missing else {"do": "show"})

    def confirm(self, event: Event, sure: bool, texts: Texts) -> None:
        """Raise NeedsConfirmation if a castaway would die or the game end, unconfirmed."""
        grave = consequences(self.table.game, event)
        if grave and not sure:
            camp = self.table.game.camp
            raise NeedsConfirmation(" ".join(sentence(texts, camp, effect) for effect in grave))

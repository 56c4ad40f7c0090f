"""Questions asked field by field until each answer is one of the choices.

Answers may be typed ahead on the line that names the entry (``p basil pendulum 3 wood``),
``?`` explains the question at any time, an empty line goes back.
"""

import re
from collections.abc import Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.text import Text

from underboard.drivers.keyboard import Keyboard
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.rules.prompts import choices, is_seat
from underboard.galerapagos.state.ballot import ABSTAIN
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.cards import KIND, KINDS
from underboard.galerapagos.table import screen
from underboard.galerapagos.table.input_loop import InputLoop
from underboard.jsontype import JsonObject
from underboard.texts import Texts

WORDS_OF = {"card": "card", "action": "action", "what": "what"}
HELP = "?"

Labels = list[tuple[int, str, Any]]
"""Choices as people see them: number, words, and what is meant."""


class Cancelled(Exception):
    """The person changed their mind."""


class Asking:
    """A table, a keyboard, and questions between them."""

    def __init__(
        self, table: RecordedGame, texts: Texts, console: Console, keyboard: Keyboard
    ) -> None:
        self.table = table
        self.texts = texts
        self.console = console
        self.keyboard: Keyboard | InputLoop = keyboard
        self.notices: list[str] = []
        self.ahead: list[str] = []
        """Words typed ahead on the line of the entry."""

    @property
    def game(self) -> Game:
        """The game of this table."""
        return self.table.game

    @property
    def camp(self) -> CampState:
        """The camp; another object after an undo."""
        return self.game.camp

    def line(self, text: str, about: str) -> str:
        """Ask one line; ``?`` is answered by the help text ``about`` and asked again."""
        while True:
            line = self.ahead.pop(0) if self.ahead else self.keyboard.ask(text + " ")
            if line != HELP:
                return line
            self.say(self.t(f"help.{about}"))

    def confirmed(self, text: str) -> bool:
        """Ask for a yes; anything else is no."""
        self.ahead = []
        return self.line(text, "confirm").casefold() in (
            self.t("vote.yes"),
            self.t("vote.yes-word"),
        )

    def answer(self, entry: str, field: str, said: JsonObject) -> Any:
        """Ask one field until the answer is one of the choices.  Raises Cancelled."""
        options = choices(self.camp, entry, field, said)
        if not options:
            self.notices.append(self.t("ask.none"))
            raise Cancelled
        obvious = entry == "ration" and field == "target" or said.get("what") in ("end", "skip")
        if obvious and len(options) == 1:
            return options[0]
        if field == "card":
            # The commonest first: they are played most.
            order = {kind.key: -kind.count for kind in KINDS}
            cards = sorted(map(str, options), key=order.__getitem__)
            options = cards
        labels = self.labels(field, options, said)
        if field == "card" and self.camp.dealt:
            seat = said.get("player", self.camp.looker)
            with self.in_private("vote.pass", seat):
                return self.pick(field, labels)
        return self.pick(field, labels)

    def pick(self, field: str, labels: Labels) -> Any:
        """Show choices that are more than numbers, and ask for one of them."""
        plain = all(str(number) == label for number, label, _ in labels)
        if not plain and not self.ahead:
            self.show_choices(labels)
        while True:
            line = self.line(self.t(f"ask.{field}"), "seat" if field in SEATS else field)
            if not line:
                raise Cancelled
            parts = line.split(",") if field == "targets" else [line]
            found = [self.find(part.strip(), labels) for part in parts]
            if None not in found:
                return found if field == "targets" else found[0]
            self.ahead = []
            self.say(self.t("ask.unclear", seen=line))

    def find(self, line: str, labels: Labels) -> Any:
        """Return the option meant by a number, a key, or the beginning of one label only.

        Where no label begins so, the beginning of a word within one label will do.
        """
        low = line.casefold()
        for number, label, option in labels:
            if low in (str(number), label.casefold()) or low == option:
                return option
        if not low:
            return None
        for words in (lambda label: [label], lambda label: re.split(r"[\s'’]+", label)):
            begins = [
                option
                for _, label, option in labels
                if any(word.startswith(low) for word in words(label.casefold()))
            ]
            if begins:
                return begins[0] if len(begins) == 1 else None
        return None

    def labels(self, field: str, options: Sequence[Any], said: JsonObject) -> Labels:
        """Return what stands in a list: castaways under their seats, the rest from 1 on."""
        labels = []
        for place, option in enumerate(options, 1):
            number = place
            if is_seat(field, said):
                number = option + 1  # 0 for an abstention
            elif isinstance(option, int):
                number = option
            labels.append((number, self._label(field, option, said), option))
        return labels

    def _label(self, field: str, option: Any, said: JsonObject) -> str:
        if field == "target" and option == ABSTAIN:
            return self.t("ask.abstain")
        if is_seat(field, said):
            return self.camp.people[int(option)].name
        if field in WORDS_OF:
            return self.t(f"{WORDS_OF[field]}.{option}")
        return str(option)

    def show_choices(self, labels: Labels) -> None:
        """Print choices, in columns where there are many."""
        texts = [f"{number:>2}  {label}" for number, label, _ in labels]
        few = len(texts) <= screen.ONE_COLUMN
        for text in texts if few else screen.columns(texts, self.console.width):
            self.say(text)

    # -- what is for one pair of eyes

    @contextmanager
    def in_private(self, key: str, seat: int, **values: object) -> Any:
        """Hand the keyboard to one castaway; nothing typed is seen, the screen leaves no trace."""
        self.ahead = []
        with self.keyboard.private():
            name = self.camp.people[seat].name
            self.keyboard.ask(self.t(key, name=name, **values) + " ")
            with self.console.screen(hide_cursor=False):
                yield

    # -- words

    def card_text(self, said: str) -> list[str]:
        """Return the text of a card, by the beginning of its name; else all that lies open."""
        low = said.casefold()
        keys = [
            key
            for key in KIND
            if low and self.t(f"card.{key}").casefold().startswith(low) or low == key
        ]
        if len(keys) == 1 or any(low == self.t(f"card.{key}").casefold() for key in keys):
            key = keys[0]
            name, number = self.t(f"card.{key}"), KIND[key].count
            return [f"{name} ({number}×). " + self.t(f"about.{key}")]
        if low:
            return [self.t("help.no-card", seen=said)]
        lines = [self.t("help.card")]
        for one in self.camp.people:
            if one.laid:
                laid = ", ".join(self.t(f"card.{card}") for card in one.laid)
                lines.append(f"{one.name}: {laid}")
        return lines

    def t(self, key: str, **values: object) -> str:
        """Return a sentence of this game."""
        return self.texts(f"galerapagos.{key}", **values)

    def say(self, line: str) -> None:
        """Print a line as it is."""
        self.console.print(Text(line), highlight=False)


SEATS = ("player", "target", "targets", "voter")

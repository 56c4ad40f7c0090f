"""Moderator: leads a table through the game at a keyboard.

It draws the table, asks what the phase waits for, and hides what is secret:
votes are typed unseen, private looks go to a screen of their own that hides
itself.  Every entry is on the disk before its effects are shown.
"""

from typing import Any

from rich.console import Console
from rich.markup import escape

from underboard.galerapagos import screen
from underboard.galerapagos.ballot import ABSTAIN
from underboard.galerapagos.camp import Camp
from underboard.galerapagos.game import Game
from underboard.galerapagos.keyboard import Keyboard, Left
from underboard.galerapagos.prompts import (
    any_time_entries,
    choices,
    fields_of,
    is_seat,
    regular_entries,
)
from underboard.galerapagos.record import Table
from underboard.galerapagos.refusal import Refused
from underboard.galerapagos.words import names, public_log, sentence
from underboard.texts import Texts

LOOK_S = 10  # a private look hides itself after this long; Enter hides it at once

KEYS = {
    "p": "play",
    "g": "give",
    "s": "shoot",
    "o": "override",
    "u": "undo",
    "r": "redo",
    "h": "hand",
    "l": "log",
    "t": "timer",
    "q": "quit",
}
"""Letters of the menu, the same in every language; numbers are what the phase waits for."""

WORDS_OF = {"card": "card", "action": "action", "what": "what"}


Labels = list[tuple[int, str, Any]]
"""Choices as people see them: number, words, and what is meant."""


class Back(Exception):
    """The person changed their mind."""


class Moderator:
    """One table, one keyboard.  ``suspense_s`` lies between two votes shown, ``debate_s`` is the
    length of a debate on the timer, 0 for none.
    """

    def __init__(
        self,
        table: Table,
        texts: Texts,
        console: Console,
        keyboard: Keyboard,
        suspense_s: float = 0.0,
        debate_s: int = 0,
    ) -> None:
        self.table = table
        self.texts = texts
        self.console = console
        self.keyboard = keyboard
        self.suspense_s = suspense_s
        self.debate_s = debate_s
        self.notices: list[str] = []

    @property
    def game(self) -> Game:
        """The game of this table."""
        return self.table.game

    @property
    def camp(self) -> Camp:
        """The camp; another object after an undo."""
        return self.game.camp

    def run(self) -> bool:
        """Lead the game; return True if it came to its end, False if people left."""
        try:
            while not self.game.over:
                self.step()
        except Left:
            return False
        screen.show(self.console, self.texts, self.game)
        self.console.print(screen.final(self.texts, self.game))
        return True

    def step(self) -> None:
        """Draw, ask, do one thing."""
        screen.show(self.console, self.texts, self.game)
        entries = regular_entries(self.camp)
        for number, entry in enumerate(entries, 1):
            self._print(f"  {number}  {self._t(f'entry.{entry}')}")
        self._print(self._menu())
        for notice in self.notices:
            self._print(f"! {notice}")
        self.notices = []
        line = self.keyboard.ask("> ")
        try:
            self._obey(line, entries)
        except Refused as refused:
            self.notices.append(refused.sentence(self.texts))
        except Back:
            pass

    def _obey(self, line: str, entries: list[str]) -> None:
        if line.isdecimal() and 1 <= int(line) <= len(entries):
            self.entry(entries[int(line) - 1])
        elif line.lower() in (*self._open_keys(), "u", "r"):
            # Undo and redo may be refused, and then the game says why.
            name = KEYS[line.lower()]
            extra = getattr(self, f"_{name}", None)
            if extra:
                extra()
            else:
                self.entry(name)
        elif line:
            self.notices.append(self._t("menu.unclear", seen=line))

    def _open_keys(self) -> list[str]:
        """Return the letters that mean something now."""
        open_now = any_time_entries(self.camp)
        closed = {name for name in ("play", "give", "shoot", "override") if name not in open_now}
        if not self.camp.dealt:
            closed.add("hand")
        if not self.debate_s:
            closed.add("timer")
        if self.game.kept == len(self.game.entries):
            closed.add("undo")
        if not self.game.redoable:
            closed.add("redo")
        return [key for key, name in KEYS.items() if name not in closed]

    def _menu(self) -> str:
        lines = [" "]
        for key in self._open_keys():
            word = f" {key} {self._t(f'menu.{KEYS[key]}')} "
            if len(lines[-1]) + len(word) > self.console.width:
                lines.append(" ")
            lines[-1] += word
        return "\n".join(line.rstrip() for line in lines)

    # -- entries

    def entry(self, entry: str) -> None:
        """Ask what ``entry`` has to say, enter it, tell what follows."""
        if entry == "cast":
            self._all_votes()
            return
        if entry == "show":
            self._show()
            return
        event: dict[str, Any] = {"do": entry}
        while True:
            missing = [field for field in fields_of(self.camp, entry, event) if field not in event]
            if not missing:
                break
            event[missing[0]] = self._answer(entry, missing[0], event)
        if entry == "override":
            event["why"] = self.keyboard.ask(self._t("ask.why") + " ")
        self._enter(event)

    def _enter(self, event: dict[str, Any]) -> None:
        effects = self.table.enter(event)
        for effect in effects:
            if effect["effect"] == "voted" and self.suspense_s:
                self._tell_vote(effect)
        looks = [effect for effect in effects if "private" in effect]
        for seat in sorted({effect["private"] for effect in looks}):
            lines = [sentence(self.texts, self.camp, e) for e in looks if e["private"] == seat]
            self._look(seat, lines)

    def _tell_vote(self, effect: dict[str, Any]) -> None:
        self._print(sentence(self.texts, self.camp, effect))
        self.keyboard.wait(self.suspense_s)

    def _answer(self, entry: str, field: str, said: dict[str, Any]) -> Any:
        """Ask one field until the answer is one of the choices; empty goes back."""
        options = choices(self.camp, entry, field, said)
        if not options:
            self.notices.append(self._t("ask.none"))
            raise Back
        obvious = entry == "ration" and field == "target" or said.get("what") in ("end", "skip")
        if obvious and len(options) == 1:
            return options[0]
        labels = self._labels(field, options, said)
        if field == "card" and self.camp.dealt:
            seat = said.get("player", self.camp.looker)
            return self._pick_in_private(seat, field, labels)
        return self._pick(field, labels)

    def _pick(self, field: str, labels: Labels) -> Any:
        if any(str(number) != label for number, label, _ in labels):
            self._list(labels)
        while True:
            line = self.keyboard.ask(self._t(f"ask.{field}") + " ")
            if not line:
                raise Back
            parts = line.split(",") if field == "targets" else [line]
            found = [self._find(part.strip(), labels) for part in parts]
            if None not in found:
                return found if field == "targets" else found[0]
            self._print(self._t("ask.unclear", seen=line))

    def _pick_in_private(self, seat: int, field: str, labels: Labels) -> Any:
        """Let one castaway choose among cards that nobody else may see."""
        self._pass_to("vote.pass", seat)
        with self.console.screen(hide_cursor=False):
            return self._pick(field, labels)

    def _find(self, line: str, labels: Labels) -> Any:
        """Return the option meant by a number, a key, or the beginning of one label only."""
        low = line.casefold()
        for number, label, option in labels:
            if low in (str(number), label.casefold()) or low == option:
                return option
        begins = [option for _, label, option in labels if label.casefold().startswith(low)]
        return begins[0] if line and len(begins) == 1 else None

    def _labels(self, field: str, options: list, said: dict[str, Any]) -> Labels:
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

    def _label(self, field: str, option: Any, said: dict[str, Any]) -> str:
        if field == "target" and option == ABSTAIN:
            return self._t("ask.abstain")
        if is_seat(field, said):
            return self.camp.people[option].name
        if field in WORDS_OF:
            return self._t(f"{WORDS_OF[field]}.{option}")
        return str(option)

    def _list(self, labels: Labels) -> None:
        for number, label, _ in labels:
            self._print(f"  {number:>2}  {label}")

    # -- votes

    def _all_votes(self) -> None:
        """Pass the keyboard to everyone who has not voted; an empty line ends the round."""
        ballot = self.camp.ballot
        if not ballot:
            return
        voters = ballot.missing() or [self._answer("cast", "voter", {})]
        for voter in voters:
            self._one_vote(voter)

    def _one_vote(self, voter: int) -> None:
        ballot = self.camp.ballot
        if not ballot:
            return
        self._pass_to("vote.pass", voter)
        said = {"voter": voter}
        labels = self._labels("target", choices(self.camp, "cast", "target", said), said)
        self._list(labels)
        while True:
            line = self.keyboard.secret(self._t("vote.choose") + " ")
            if not line:
                raise Back
            target = self._find(line, labels)
            if target is not None:
                break
            # What was typed is not repeated: it might be half a vote.
            self._print(self._t("ask.unclear", seen="…"))
        self._enter({"do": "cast", "voter": voter, "target": target, "ballot": ballot.number})
        self._print(self._t("vote.kept"))

    def _show(self) -> None:
        ballot = self.camp.ballot
        missing = ballot.missing() if ballot else []
        event: dict[str, Any] = {"do": "show"}
        if missing:
            who = names(self.camp, missing, self.texts)
            answer = self.keyboard.ask(self._t("vote.missing", names=who) + " ")
            if answer.casefold() != self._t("vote.yes"):
                raise Back
            event["silent"] = True
        self._enter(event)

    # -- what is for one pair of eyes

    def _pass_to(self, key: str, seat: int, **values: object) -> None:
        self.keyboard.ask(self._t(key, name=self.camp.people[seat].name, **values) + " ")

    def _look(self, seat: int, lines: list[str]) -> None:
        """Show something to one castaway for a while, on a screen that leaves no trace."""
        self._pass_to("look.pass", seat, seconds=LOOK_S)
        with self.console.screen():
            for line in lines:
                self._print(line)
            self.keyboard.wait(LOOK_S)

    # -- the rest of the menu

    def _hand(self) -> None:
        seat = self._answer("give", "player", {})
        hand = self.camp.people[seat].hand
        effect = {"effect": "hand", "target": seat, "cards": sorted(hand)}
        self._look(seat, [sentence(self.texts, self.camp, effect)])

    def _undo(self) -> None:
        event = self.table.undo()
        self.notices.append(self._t("menu.undone", entry=self._t(f"entry.{event['do']}")))

    def _redo(self) -> None:
        self.table.redo()

    def _log(self) -> None:
        for day, line in public_log(self.texts, self.game):
            self._print(f"{day:>2}  {line}")
        self.keyboard.ask("> ")

    def _timer(self) -> None:
        """Run the debate's clock; Enter ends it early."""
        for left in range(self.debate_s, 0, -1):
            if left % 10 == 0 or left <= 5:
                self._print(self._t("timer.left", seconds=left))
            if self.keyboard.wait(1):
                break
        self.notices.append(self._t("timer.over"))

    def _quit(self) -> None:
        raise Left

    def _t(self, key: str, **values: object) -> str:
        return self.texts(f"galerapagos.{key}", **values)

    def _print(self, line: str) -> None:
        self.console.print(escape(line), highlight=False)

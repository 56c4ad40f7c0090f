"""Moderator that leads a table through the game at a keyboard.

It draws the table, asks what the phase waits for, and hides what is secret.  Every entry is
on the disk before its effects are shown; what kills somebody or ends the game is said first
and confirmed.
"""

from collections.abc import Callable
from typing import Protocol

from rich.console import Console

from underboard.drivers.keyboard import InputClosed, Keyboard, Woken
from underboard.galerapagos.bots.seated_bots import SeatedBots
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.preview import consequences
from underboard.galerapagos.rules.prompts import (
    any_time_entries,
    asked,
    fields_of,
    may_shoot,
    regular_entries,
)
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.table import screen
from underboard.galerapagos.table.debate_clock import USUAL_S, Debate
from underboard.galerapagos.table.input_loop import InputLoop
from underboard.galerapagos.table.messages import public_log, sentence, undone
from underboard.galerapagos.table.questions import HELP, Cancelled
from underboard.galerapagos.table.votes import VoteAsking
from underboard.jsontype import JsonObject
from underboard.texts import Texts

WATCH_S = 0.1
"""Time between two looks at what the television shows, s; chosen."""
LOOK_S = 10  # a private look hides itself after this long; Enter hides it at once

MENU = (
    "play", "give", "shoot", "override", "undo", "redo", "hand", "cards", "log", "timer", "pods",
    "phones", "pause", "quit",
)  # fmt: skip
"""Besides the numbers, which are what the phase waits for; letters are in the texts (``key.``)."""


AFTER = ("again", "change", "enough")
"""How it can go on after a game: the same table again, another table, or no more tonight."""

Question = tuple[object, ...]
"""Persons who are asked, with their questions."""


class Show(Protocol):
    """Interface of the television beside a terminal."""

    def is_busy(self) -> bool:
        """Return True while the television shows what nobody else may know yet."""

    def hurry(self) -> None:
        """Show the rest at once."""

    def pause(self, paused: bool) -> None:
        """Let the table rest, or go on."""


class Moderator(VoteAsking):
    """One table, one keyboard.

    ``suspense_s`` lies between two votes shown; ``debate_s`` is the length of a debate on the
    timer, 0 for none.
    """

    def __init__(
        self,
        table: RecordedGame,
        texts: Texts,
        console: Console,
        keyboard: Keyboard,
        suspense_s: float = 0.0,
        debate_s: int = 0,
    ) -> None:
        super().__init__(table, texts, console, keyboard)
        self.suspense_s = suspense_s
        self.debate_s = debate_s
        self.debate = Debate(debate_s or USUAL_S)
        self._bots = SeatedBots(table.game.setup.bots)
        self.has_phone = lambda seat: False
        self.hand_over: Callable[[int | None], str] | None = None
        """Returns a link that takes a seat; None without phones."""
        self.qr: Callable[[str], str] = lambda url: ""
        """Returns a link as a QR code for a terminal."""
        self.show: Show | None = None
        """The television, for which the terminal waits; None without phones."""
        self.choice = ""
        """How it goes on once the game is over: one of AFTER, or empty."""
        self.may_go_on: Callable[[], list[str]] = list
        """Returns which of AFTER are offered once the game is over."""
        self._drawn = -1  # line of the record that the screen shows; -1 while it asks
        self._question: Question = ()  # what is asked on the screen

    def add_listener(self, step: Callable[[], float]) -> Callable[[], None]:
        """Have something stepped while people think; return what has it stepped at once."""
        if not isinstance(self.keyboard, InputLoop):
            self.keyboard = InputLoop(self.keyboard)
        self.keyboard.steps.append(step)
        return self.keyboard.step_now

    def changed(self) -> None:
        """Redraw what a phone or page has changed, unless a person is being asked."""
        if self._drawn >= 0 and not self._is_showing():
            self._let_bots()
            if self._is_showing():
                return
            if self._question != self.question():
                # What was typed and not sent belongs to what was asked before.
                self._forget_typed()
            self._draw()
            self.console.print("> ", end="")

    def spoken(self, said: dict[str, str]) -> None:
        """Print a sentence as the television says it."""
        self.say(said[self.texts.language])

    def _is_showing(self) -> bool:
        return self.show is not None and self.show.is_busy()

    def _sit_through(self) -> None:
        """Wait until the television has shown everything; Enter shows the rest at once."""
        if self._is_showing():
            self.say(self.t("phones.sitting"))
        while self.show and self.show.is_busy():
            if self.keyboard.wait(WATCH_S):
                # A table that rests goes on first: what it shows is not known here yet.
                self.show.pause(False) if self.table.paused else self.show.hurry()

    def question(self) -> "Question":
        """Return who is asked what: a key that is typed belongs to it."""
        camp = self.camp
        ballot = camp.ballot
        return (
            camp.turn, camp.phase, asked(camp), camp.actions_left, camp.count, camp.designated,
            tuple(camp.tied), len(camp.shots), camp.looker, len(camp.living()),
            (ballot.number, ballot.state) if ballot else None,
        )  # fmt: skip

    def run(self) -> bool:
        """Lead the game; return True if it came to its end, False if people left."""
        try:
            while True:
                while not self.game.over:
                    self.step()
                if self._end():
                    return True
        except InputClosed:
            return self.game.over
        except Woken:
            self.table.close()
            return True

    def go_on(self, choice: str) -> None:
        """Close the evening and continue as chosen on a page: see ``AFTER``."""
        self.choice = choice
        self.keyboard.wake()

    def step(self) -> None:
        """Draw, ask, do one thing; first whatever automatic castaways do."""
        self._sit_through()
        self._let_bots()
        if self.game.over:
            return
        self._draw()
        try:
            line, typed_for = self._ask_noting()
            self._drawn = -1
            if self._is_showing():
                assert self.show
                self.show.hurry()
                return
            if line and typed_for != self.question():
                self.notices.append(self.t("phones.changed"))
                return
            self._obey(line, [] if self.game.over else regular_entries(self.camp))
        except Refused as refused:
            self.notices.append(refused.sentence(self.texts))
        except Cancelled:
            pass
        finally:
            self.ahead = []
            self._drawn = -1

    def _ask_noting(self) -> tuple[str, object]:
        """Ask one line; also return what was asked on the screen in the moment it was typed."""
        if isinstance(self.keyboard, InputLoop):
            return self.keyboard.ask_noting("> ", lambda: self._question)
        question = self._question
        return self.keyboard.ask("> "), question

    def _forget_typed(self) -> None:
        if isinstance(self.keyboard, InputLoop):
            self.keyboard.forget()

    def _draw(self) -> None:
        """Draw the table, and note what it asks."""
        entries = [] if self.game.over else regular_entries(self.camp)
        below = self._choices(entries) + self._menu()
        if self.table.paused:
            self.notices.insert(0, self.t("phones.paused", letter=self.t("key.pause")))
        below += [f"! {notice}" for notice in self.notices]
        self.notices = []
        screen.draw(self.console, self.texts, self.game, below, self.votes_in())
        self._drawn = self.table.lines
        self._question = self.question()

    def _let_bots(self) -> None:
        while not self.game.over and not self.table.paused and not self._is_showing():
            event = self._bots.event(self.game)
            if event is None:
                return
            try:
                self.table.enter(event)
            except Refused as refused:
                # A bot that cannot do what it wants leaves the step to people.
                self.notices.append(refused.sentence(self.texts))
                return

    def votes_in(self) -> tuple[int, int] | None:
        """Return votes received and expected where the game does not know; see the pods."""
        return None

    def _end(self) -> bool:
        """Show how it ended; return whether the evening is closed, or take the end back."""
        self._sit_through()
        screen.draw(self.console, self.texts, self.game, self.notices)
        self.notices = []
        self.console.print(screen.final(self.texts, self.game))
        undo = self.game.can_undo
        choices = {self.t(f"key.{name}"): name for name in self.may_go_on()}
        for letter, name in choices.items():
            self.say(f"{letter}  {self.t(f'end.{name}')}")
        line = self.keyboard.ask(self.t("end.undo" if undo else "end.close") + " ").casefold()
        if undo and line == self.t("key.undo"):
            self._undo()
            return False
        if line == self.t("key.quit"):
            raise InputClosed
        self.choice = choices.get(line, "")
        self.table.close()
        return True

    def _obey(self, line: str, entries: list[str]) -> None:
        words = line.split()
        if not words:
            return
        first, self.ahead = words[0].casefold(), words[1:]
        menu = {self.t(f"key.{name}"): name for name in self._open_menu()}
        # Undo and redo may be refused, and then the game says why.
        menu |= {self.t(f"key.{name}"): name for name in ("undo", "redo")}
        menu[self.t("key.card")] = "cards"
        if first.isdecimal() and self.camp.phase == "push":
            self._enter({"do": "push", "extra": int(first)})
        elif first.isdecimal() and 1 <= int(first) <= len(entries):
            self.entry(entries[int(first) - 1])
            if self.camp.phase == "push" and self.ahead:
                self._obey(self.ahead[0], [])
        elif first == HELP:
            self._help()
        elif first in menu:
            extra = getattr(self, f"_{menu[first]}", None)
            if extra:
                extra()
            else:
                self.entry(menu[first])
        else:
            self.notices.append(self.t("menu.unclear", seen=line))

    def _choices(self, entries: list[str]) -> list[str]:
        if self.camp.phase == "push":
            return [self.t("ask.push")]
        words = [f"{number} {self.t(f'entry.{name}')}" for number, name in enumerate(entries, 1)]
        return screen.flowing(words, self.console.width)

    def _open_menu(self) -> list[str]:
        """Return what of the menu means something now."""
        open_now = any_time_entries(self.camp)
        closed = {name for name in ("play", "give", "shoot", "override") if name not in open_now}
        if not may_shoot(self.camp):
            closed.add("shoot")
        if not self.camp.dealt:
            closed |= {"hand", "give"}
        if not self.debate_s:
            closed.add("timer")
        if not self.game.can_undo:
            closed.add("undo")
        if not self.game.redoable:
            closed.add("redo")
        closed.add("pods")
        if self.hand_over is None:
            closed |= {"phones", "pause"}
        return [name for name in MENU if name not in closed]

    def _menu(self) -> list[str]:
        words = [f"{self.t(f'key.{name}')} {self.t(f'menu.{name}')}" for name in self._open_menu()]
        return screen.flowing([*words, f"{HELP} {self.t('menu.help')}"], self.console.width)

    # -- entries

    def entry(self, entry: str) -> None:
        """Ask what ``entry`` has to say, enter it, tell what follows."""
        if entry == "cast":
            self._all_votes()
            return
        if entry == "show":
            self._show()
            return
        event: JsonObject = {"do": entry}
        while True:
            missing = [field for field in fields_of(self.camp, entry, event) if field not in event]
            if not missing:
                break
            event[missing[0]] = self.answer(entry, missing[0], event)
        if entry == "override":
            ahead, self.ahead = " ".join(self.ahead), []
            event["why"] = ahead or self.line(self.t("ask.why"), "why")
        self._enter(event)

    def _enter(self, event: JsonObject) -> None:
        if self.table.paused:
            raise Refused("paused")
        self._confirm(event)
        self._still_asked()
        effects = self.table.enter(event)
        self._question = self.question()
        self._sit_through()
        told = self.suspense_s > 0 and not self.show
        shown = "voted" if self.game.setup.on("votes") == "open" else "total"
        for effect in effects:
            if effect["effect"] == shown and told:
                told = not self._tell_vote(effect)
        # A phone shows its owner's secrets itself, a bot needs none.
        looks = [
            effect
            for effect in effects
            if "private" in effect
            and not self.has_phone(effect["private"])
            and effect["private"] not in self.game.setup.bots
        ]
        for seat in sorted({effect["private"] for effect in looks}):
            lines = [sentence(self.texts, self.camp, e) for e in looks if e["private"] == seat]
            self._look(seat, lines)

    def _still_asked(self) -> None:
        """Raise Cancelled if phones have gone on while this answer was typed."""
        if self._question != self.question():
            self.notices.append(self.t("phones.changed"))
            raise Cancelled

    def _confirm(self, event: JsonObject) -> None:
        """Say who would die, and whether the game would end.  Raises Cancelled if people do not."""
        grave = consequences(self.game, event)
        if not grave:
            return
        for effect in grave:
            self.say("  " + sentence(self.texts, self.camp, effect))
        if not self.confirmed(self.t("ask.sure")):
            raise Cancelled

    def _tell_vote(self, effect: JsonObject) -> bool:
        """Show one vote; return True if a person wants to see the rest at once."""
        self.say(sentence(self.texts, self.camp, effect))
        return self.keyboard.wait(self.suspense_s)

    def _look(self, seat: int, lines: list[str]) -> None:
        """Show something to one castaway for a while, on a screen that leaves no trace."""
        with self.in_private("look.pass", seat, seconds=LOOK_S):
            for line in lines:
                self.say(line)
            self.keyboard.wait(LOOK_S)

    # -- the rest of the menu

    def _hand(self) -> None:
        seat = self.answer("give", "player", {})
        hand = self.camp.people[seat].hand
        effect = {"effect": "hand", "target": seat, "cards": sorted(hand)}
        self._look(seat, [sentence(self.texts, self.camp, effect)])

    def _undo(self) -> None:
        self.notices.append(undone(self.table.undo(), self.camp, self.texts))

    def _pause(self) -> None:
        """Let the table rest, or go on."""
        if self.show:
            self.show.pause(not self.table.paused)
        else:
            self.table.paused = not self.table.paused

    def _redo(self) -> None:
        if self.game.redoable:
            self._confirm(self.game.redoable[-1])
        self._still_asked()
        self.table.redo()

    def _phones(self) -> None:
        """Hand a seat over, or the host's remote: show a link that works once."""
        assert self.hand_over
        line = self.line(self.t("phones.who"), "phones")
        if not line:
            raise Cancelled
        seats = list(range(len(self.camp.people)))
        seat = None if line == "0" else self.find(line, self.labels("voter", seats, {}))
        if line != "0" and seat is None:
            self.notices.append(self.t("ask.unclear", seen=line))
            return
        url = self.hand_over(seat)
        self.console.file.write(self.qr(url) + "\n")
        self._page([self.t("phones.link", url=url)])

    def _cards(self) -> None:
        lines = self.card_text(" ".join(self.ahead))
        self.ahead = []
        self._page(lines)

    def _help(self) -> None:
        self._page([self.t(f"help.phase-{self.camp.phase}"), *self.t("help.main").split("\n")])

    def _log(self) -> None:
        self._page([f"{day:>2}  {line}" for day, line in public_log(self.texts, self.game)])

    def _page(self, lines: list[str]) -> None:
        """Show lines until Enter is pressed."""
        for line in lines:
            self.say(line)
        self.keyboard.ask(self.t("menu.back") + " ")

    def _timer(self) -> None:
        """Run the debate's clock; Enter ends it early."""
        self.debate.begin()
        for left in range(self.debate_s, 0, -1):
            if left % 10 == 0 or left <= 5:
                self.say(self.t("timer.left", seconds=left))
            # Opening the ballot on a phone ends the debate, too.
            if self.keyboard.wait(1) or self.debate.left() is None:
                self.debate.stop()
                break
        self.notices.append(self.t("timer.over"))

    def _quit(self) -> None:
        raise InputClosed

"""Lines that people type at the table, understood where they can be.

What is refused says what to type instead: a command or a turn that looks alike, and for a turn
that made a square, which balls may be taken back.
"""

from collections.abc import Callable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from boardcore.errors import IllegalMove, ParseError
from boardcore.lights import cues
from underboard.errors import UnderboardError
from underboard.records.text_format import sides_of
from underboard.referee.information import ANSWERS, answer
from underboard.referee.messages import refused, sentence, unreadable
from underboard.texts import Texts, area
from underboard.texts.commands import LEAVE, command_of

if TYPE_CHECKING:
    from underboard.referee.session import Session

Make = Callable[[list[int]], None]

MIN_SIMILARITY = 0.6
"""Least likeness of a line and a suggestion, 0 to 1 (``difflib``); chosen."""
SUGGESTED, NEAR = 2, 12
"""Number of suggestions, and of the like words among which they are looked for; chosen."""
UNFINISHED = ("must-take-back", "which-colour")
"""Rules that refuse a turn of which only a part is typed; the next line may complete it."""


class InputHandler:
    """Does what lines say, at one session."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._begun = ""  # a turn that made a square, and lacks the balls to take back
        self._refusal = ""  # why the last line was refused

    def handle(self, line: str, make: Make | None = None) -> bool:
        """Do what a line says, and tell what is wrong; return False if it says to leave.

        ``make``: has the turn made that the line is; None: the session's own hands.
        """
        session = self._session
        words = line.split()
        if not words:
            return True
        if command_of(words[0], session.texts) == LEAVE:
            return False
        if session.board.paused:
            session.say(session.reason(session.board.paused))
            return True
        try:
            self.obey(line, make)
        except IllegalMove as error:
            self._refuse(line, error)
        except ParseError as error:
            reason = sentence(self._unreadable(line.strip(), error))
            self._refusal = f"{reason} {self._suggest(line) or self._possible(line)}"
            session.notify("not-understood", reason=self._refusal)
        except UnderboardError as error:
            self._refusal = f"{session.reason(error)} {self._possible(line)}"
            session.say(self._refusal)
        session.changed = True
        return True

    def obey(self, line: str, make: Make | None = None) -> None:
        """Execute a typed line.

        Raises IllegalMove, ParseError or UnderboardError if that is impossible.
        """
        words = line.split()
        name = command_of(words[0], self._session.texts) if words else ""
        if name != "yes":
            self._session.endings.forget_question()
        if name in COMMANDS:
            COMMANDS[name](self, words[1:])
        elif name in ANSWERS:
            self._answer(name, words[1:])
        else:
            (make or self._make)(self._turns_of(line))
        self._session.changed = True

    # Turns

    def _turns_of(self, line: str) -> list[int]:
        session = self._session
        begun, self._begun = self._begun, ""
        return self._completed(begun, line.strip()) or session.table.read(
            session.mirror.game, session.table.from_typed(line, session.texts)
        )

    def _make(self, turns: list[int]) -> None:
        session = self._session
        if session.seats[session.mirror.game.side]:
            session.notify("engine-turn")
        elif session.hands is None:
            session.notify("watching")
        else:
            session.hands.make([session.rules.turn_text(turn) for turn in turns])

    def _completed(self, begun: str, text: str) -> list[int]:
        """Return the turn that a line completes, nothing if it may well be another turn."""
        table, game = self._session.table, self._session.mirror.game
        whole = table.completed(begun, text) if begun else ""
        if not whole:
            return []
        try:
            return table.read(game, whole)
        except IllegalMove:
            if table.may_be_played(game, text):
                return []
            raise

    def _refuse(self, line: str, error: IllegalMove) -> None:
        session = self._session
        if error.rule in UNFINISHED:
            text = line.strip()
            more = session.table.to_complete(session.mirror.game, text, session.texts)
            if more:
                self._begun, self._refusal = text, more
                session.say(more)
                return
        reason = sentence(refused(error, session.texts, session.table.name))
        self._refusal = f"{reason} {self._possible(line)}"
        session.notify("refused", reason=self._refusal)

    def _unreadable(self, line: str, error: ParseError) -> str:
        """Return why a line is no turn, or why what follows a command is not what it needs."""
        texts, table = self._session.texts, self._session.table
        if table.own_letters and not command_of(line.split()[0], texts):
            # What the rules have seen has been put into their own letters.
            return table.words(texts, "unreadable", line=line)
        return unreadable(error, line, texts, table.name)

    def _suggest(self, line: str) -> str:
        """Return what looks like a line: commands and turns that may be played now."""
        texts = self._session.texts
        if command_of(line.split()[0], texts):
            return ""  # that was understood, what follows was not
        commands = list(area(texts.language, "commands").values())
        turns = [] if self._session.task() else self._turns()
        near = get_close_matches(line.strip(), commands + turns, NEAR, MIN_SIMILARITY)
        found = [each for each in near if each in commands or self._may_be_played(each)]
        return texts("cli.play.meant", turns=", ".join(found[:SUGGESTED])) if found else ""

    def _possible(self, line: str) -> str:
        """Return what may be typed instead: the turn most like a line, or what follows a game.

        In a lesson or a puzzle this would give it away: then it is the task.
        """
        task = self._session.task()
        if task:
            return task
        turns = self._turns()
        if not turns:
            return self._session.texts("cli.play.over")
        near = get_close_matches(line.strip(), turns, len(turns), 0) or turns
        found = next((turn for turn in near if self._may_be_played(turn)), turns[0])
        return self._session.texts("cli.play.possible", turn=found)

    def _may_be_played(self, turn: str) -> bool:
        """Return True if a turn is one by the order of the lights, too, as in a set-up."""
        session = self._session
        heard = session.table.from_typed(turn, session.texts)
        return session.table.may_be_played(session.mirror.game, heard)

    def _turns(self) -> list[str]:
        """Return the turns that may be played now, as people of this language type them."""
        session = self._session
        game, texts = session.mirror.game, session.texts
        if game.outcome():
            return []
        turns = [session.rules.turn_text(turn) for turn in game.legal_turns()]
        return [session.table.as_typed(turn, texts) for turn in turns]

    # Commands

    def _undo(self, words: list[str]) -> None:
        session = self._session
        if session.mirror.game.ended is not None:
            # The end alone: the turns stand.
            session.take_back(session.mirror.game.ply)
            return
        seats = session.seats
        sides = [session.table.side_of(letter) for letter in sides_of(session.mirror)]
        ply = len(sides) - 1
        # A player against an engine means his own last turn.
        if any(seats) and not all(seats):
            while ply > 0 and seats[sides[ply]]:
                ply -= 1
        if ply < 0 or seats[sides[ply]]:
            raise IllegalMove("no-turn", "There is no move to take back.")
        session.take_back(ply)

    def _new(self, words: list[str]) -> None:
        """Begin another game: of a variant, or from a position, or as this one."""
        session = self._session
        mirror = session.mirror
        # Known to be good before the board forgets the game that it has.
        variant, start = session.table.read_new(mirror.game, mirror.options, words)
        session.begin_again(variant, start)

    def _hint(self, words: list[str]) -> None:
        self._session.training.hint()

    def _help(self, words: list[str]) -> None:
        session = self._session
        texts = session.texts
        if not words:
            session.notify("help", turns=session.table.words(texts, "turns"))
            session.prompt_again()
            return
        self._answer("help", words)

    def _answer(self, name: str, words: list[str]) -> None:
        session = self._session
        session.say(answer(name, words, session.mirror.game, session.table, session.texts))

    def _why(self, words: list[str]) -> None:
        session = self._session
        told = self._refusal or session.last_refusal()
        session.say(told or session.texts("cli.play.nothing-refused"))

    def _lights(self, words: list[str]) -> None:
        session = self._session
        lit = session.board.cues
        letters = lit.letters if lit else ""
        # The most urgent first.
        rows = [row for row in reversed(cues.table()[1:]) if row[1] in letters]
        meanings = [session.table.cue_words(row[0], session.texts) for row in rows]
        session.say("\n".join(meanings) or session.texts("cli.play.dark"))

    def _board(self, words: list[str]) -> None:
        self._session.changed = True

    def _yes(self, words: list[str]) -> None:
        if not (self._session.endings.confirm() or self._session.training.confirm()):
            self._press("yes")

    def _resign(self, words: list[str]) -> None:
        endings = self._session.endings
        endings.resign(endings.speaker(words))

    def _draw(self, words: list[str]) -> None:
        endings = self._session.endings
        endings.offer(endings.speaker(words))

    def _accept(self, words: list[str]) -> None:
        self._session.endings.accept()

    def _decline(self, words: list[str]) -> None:
        self._session.endings.decline()

    def _abandon(self, words: list[str]) -> None:
        self._session.endings.abandon()

    def _repeat(self, words: list[str]) -> None:
        """Say the last turn, the side to move, and what is asked."""
        session = self._session
        mirror, table, texts = session.mirror, session.table, session.texts
        told = []
        if mirror.turns:
            side = table.side_name(table.side_of(sides_of(mirror)[-1]), texts)
            turn = table.last_text(mirror.game)
            told.append(texts("cli.play.turn", ply=len(mirror.turns), side=side, turn=f"{turn}."))
        told.append(table.ending(mirror.game, texts) or table.to_move(mirror.game, "", texts))
        if session.training.offered >= 0:
            told.append(f"{session.training.words()} {texts('cli.play.training.answer')}")
        elif session.is_asked:
            told.append(texts("cli.play.question"))
        session.say(" ".join(told))

    def _skip(self, words: list[str]) -> None:
        self._session.notify("no-task")

    def _pause(self, words: list[str]) -> None:
        self._session.clocking.pause()

    def _clock(self, words: list[str]) -> None:
        session = self._session
        session.say(session.clocking.words() or session.texts("cli.play.clock.none"))

    def _next(self, words: list[str]) -> None:
        if not self._session.training.go_on():
            self._press("next")

    def _press(self, button: str) -> None:
        session = self._session
        if not session.is_asked:
            session.say(f"{session.texts('cli.play.nothing-asked')} {self._possible('')}")
        session.command("press", button)


ANYTIME = (*ANSWERS, "board", "lights", "why", "clock", "repeat", LEAVE)
"""Commands that only ask something, or leave: answered whatever is under way."""


def is_anytime(line: str, texts: Texts) -> bool:
    """Return True if a line can be answered whatever is under way."""
    words = line.split()
    return not words or command_of(words[0], texts) in ANYTIME


COMMANDS: dict[str, Callable[[InputHandler, list[str]], None]] = {
    "undo": InputHandler._undo,
    "hint": InputHandler._hint,
    "new": InputHandler._new,
    "board": InputHandler._board,
    "help": InputHandler._help,
    "why": InputHandler._why,
    "lights": InputHandler._lights,
    "resign": InputHandler._resign,
    "draw": InputHandler._draw,
    "accept": InputHandler._accept,
    "decline": InputHandler._decline,
    "abandon": InputHandler._abandon,
    "repeat": InputHandler._repeat,
    "skip": InputHandler._skip,
    "pause": InputHandler._pause,
    "clock": InputHandler._clock,
    "yes": InputHandler._yes,
    "next": InputHandler._next,
}
"""Method of each command; ``texts/LANG/commands.json`` has the words that people type."""

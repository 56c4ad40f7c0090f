"""Play session: one evening at a board: seats, turns, refusals, take-backs, hints.

It is the same for every game; ``underboard.tabletop`` has what differs.  The board owns
the game and the records keep it; a session only leads: it says what happened, has
engines choose, and passes on what people type.
"""

import time
from collections.abc import Callable
from typing import Any

from boardcore.errors import IllegalMove, Unreadable
from boardcore.wire import pack
from underboard import health
from underboard.advice import BEST, NOTHING, Advice
from underboard.board import (
    Board,
    Down,
    EntryAdded,
    GameChanged,
    HealthChanged,
    Refused,
    StateChanged,
    Up,
)
from underboard.engine.player import Player
from underboard.mirror import TURN, Entry, Mirror
from underboard.notation import sides_of
from underboard.records import Records
from underboard.referee import ending, refusal, refused, sentence, unreadable
from underboard.screen import View
from underboard.sim.steered import SteeredHands
from underboard.tabletop import tabletop_of
from underboard.texts import Texts
from underboard.texts.sentences import spoken
from underboard.trouble import Trouble
from underboard.typed_hands import TypedHands

HUMAN = "human"
"""Who sits on a seat without an engine, in the records."""
HINT_S = 120
"""So long the lights show what an engine plays; told again in half the time."""
QUIET = ("at-rest", "complete", "taken-back")

Seats = tuple[Player | None, Player | None]


class Session:
    """One game after the other at one board.

    ``name``: the game; ``hints``: how much is told (``underboard.advice.MODES``);
    ``path``: the board lights the way of each turn.
    ``hands``: simulated hands that do what people type, None at a real board.  ``say``
    gets every sentence.
    """

    def __init__(
        self,
        board: Board,
        records: Records,
        seats: Seats,
        texts: Texts,
        say: Callable[[str], None],
        hands: SteeredHands | None = None,
        clock: Callable[[], float] = time.monotonic,
        name: str = "pylos",
        hints: str = BEST,
        path: bool = False,
    ) -> None:
        self._name = name
        self._table = tabletop_of(name)
        self._rules = self._table.rules
        self._board = board
        self._records = records
        self._seats = seats
        self._texts = texts
        self._say = say
        self._hands = TypedHands(board, hands, clock) if hands else None
        self._clock = clock
        self._path = path
        self._known = ""  # the game that was announced
        self._wanted = -1  # the turn that an engine wants to be made
        self._wanted_s = 0.0
        self._prompted = ""  # who was told last how to set up
        self._advice = Advice(hints, self._table, texts)
        # The refusal that was said last.
        self._told: tuple[str, str, tuple[str, ...]] = ("", "", ())
        self._named = 0  # the record that knows who plays
        self._pending: list[Any] = []
        self.changed = True
        """Something to be seen has changed since the last ``view``."""

    # The beginning

    def begin(
        self,
        variant: str = "",
        options: str = "",
        new: bool = False,
        resume: bool = False,
        start: str = "",
    ) -> None:
        """Meet the board; go on with its game or begin one, from ``start`` if it is named.

        Raises Trouble if what was asked for cannot be done, IllegalMove or Unreadable if
        the board refuses.
        """
        hello = self._board.meet()
        if hello.game != self._name:
            raise Trouble(f"this board plays {hello.game}: expected a board for {self._name}")
        # What stood on the board before is no news.
        for event in self._board.step(0):
            if isinstance(event, (Up, HealthChanged)):
                self._hear(event)
        mirror = self._mirror
        goes_on = bool(mirror.turns) and not mirror.outcome
        other = (
            start
            or (variant and variant != mirror.variant)
            or (options and options != mirror.options)
        )
        if resume and not goes_on:
            raise Trouble("there is no unfinished game on this board: begin one with --new")
        if goes_on and other and not new:
            raise Trouble(
                f"an unfinished game is on this board ({mirror.variant}"
                f"{', ' + mirror.options if mirror.options else ''}): "
                "go on with it without --variant, --option and --position, or add --new"
            )
        if new or other or mirror.outcome:
            self._new_game(variant or mirror.variant, options or mirror.options, start)
        elif goes_on:
            self._known = mirror.id
            plies = len(mirror.turns)
            self._tell("resumed", plies=plies, side=self._side())
        self._arrange()
        self._announce()
        self._prompt()

    def _new_game(self, variant: str, options: str, start: str = "") -> None:
        self._board.new_game(self._name, variant, options, start)
        self._forget()

    def _announce(self) -> None:
        """Say that another game has begun, once."""
        mirror = self._mirror
        if self._known != mirror.id:
            self._known = mirror.id
            self._say(self._table.begins(mirror.game, self._texts))

    def _prompt(self) -> None:
        """Tell a person who sets up how that is done, once to each side of a game."""
        game = self._mirror.game
        told = f"{self._mirror.id} {game.side}"
        if self._prompted == told or self._seats[game.side]:
            return
        words = self._table.prompt(game, self._texts, self.simulated)
        if words:
            self._prompted = told
            self._say(words)

    # What goes on

    @property
    def _mirror(self) -> Mirror:
        assert self._board.mirror
        return self._board.mirror

    @property
    def players(self) -> tuple[str, str]:
        """Who sits where."""
        first, second = (seat.name if seat else HUMAN for seat in self._seats)
        return first, second

    @property
    def simulated(self) -> bool:
        """Tell whether simulated hands make the turns."""
        return self._hands is not None

    @property
    def over(self) -> bool:
        """Tell whether the game is decided."""
        return bool(self._mirror.outcome)

    @property
    def idle(self) -> bool:
        """Tell whether nothing is under way and it is a person's turn, or nobody's."""
        return self._settled and (self.over or self._seats[self._mirror.game.side] is None)

    @property
    def _settled(self) -> bool:
        return self._board.in_step and not (self._hands and self._hands.busy)

    def _is_quiet(self) -> bool:
        """Tell whether the board waits for the next turn; in a set-up it may ask for it."""
        state = self._board.state
        if state is None:
            return False
        return state.verdict in QUIET or (
            state.verdict == "ambiguous" and self._table.is_setup(self._mirror.game)
        )

    def step(self, timeout_s: float = 0.0) -> None:
        """Let the board, the hands and the engines go on."""
        events = self._pending or self._board.step(timeout_s)
        self._pending = []
        for event in events:
            self.changed = True
            self._hear(event)
        if self._board.row != self._named:
            self._named = self._board.row
            self._records.set_players(self._board.row, "|".join(self.players))
        if self._hands and self._hands.poll():
            self._wanted = -1
        if self._settled and not self.over and self._is_quiet():
            self._let_engine_play()

    def view(self, footer: tuple[str, ...] = ()) -> View:
        """Return what there is to see."""
        self.changed = False
        cues = self._board.cues
        letters, tints = (cues.letters, cues.tints) if cues else ("", "")
        first, second = (
            self._texts("cli.play.human") if name == HUMAN else name for name in self.players
        )
        return View(self._mirror.game, letters, tints, (first, second), footer=footer)

    def _hear(self, event: Any) -> None:
        if isinstance(event, EntryAdded):
            self._hear_entry(event.entry)
        elif isinstance(event, GameChanged):
            if event.mirror.id != self._known and event.mirror.game:
                self._forget()
                self._announce()
                self._prompt()
        elif isinstance(event, StateChanged):
            self._hear_state(event)
        elif isinstance(event, Down):
            self._tell("down", reason=self._reason(event.reason))
        elif isinstance(event, Up):
            hello = event.hello
            self._tell("up", board=hello.board_id, layout=hello.layout)
            if self._path:
                # Whenever it comes: a board that was started again has forgotten it.
                self._command("path", "on")
        elif isinstance(event, HealthChanged):
            self._hear_health(event)
        elif isinstance(event, Refused):
            self._say(self._reason(event.text))

    def _hear_health(self, event: HealthChanged) -> None:
        assert self._board.hello
        for words in health.told(event, self._board.hello.layout, self._texts):
            self._say(words)
        # A simulated board is new each time: nobody has calibrated it.
        words = "" if self.simulated else health.on_calibration(event, self._texts)
        if words:
            self._say(words)

    def _hear_entry(self, entry: Entry) -> None:
        wanted, self._wanted = self._wanted, -1
        if entry.kind != TURN:
            self._tell("undone", plies=entry.ply, side=self._side())
            return
        side = self._table.side_name(self._table.side_of(entry.side), self._texts)
        game = self._mirror.game
        # Several may arrive at once: then the game is at the end of them already.
        is_last = entry.index == self._mirror.last
        told = self._table.last_text(game) if is_last else entry.text
        self._tell("turn", ply=entry.ply, side=side, turn=told)
        if wanted >= 0 and self._rules.turn_text(wanted) != entry.text:
            text = self._rules.turn_text(wanted)
            self._tell("unasked", wanted=text, turn=entry.text)
        if is_last:
            if self.over:
                self._say(ending(game, self._texts))
                self._tell("over")
            elif self._table.may_be_drawn(game):
                self._tell("again")
            self._prompt()

    def _hear_state(self, event: StateChanged) -> None:
        state = event.state
        if self._hands and self._hands.busy:
            return  # hands in mid-turn are no news
        if state.verdict == "ambiguous":
            self._tell("question")
        told = (state.verdict, state.rule, state.cells)
        if state.verdict == "wrong" and told != self._told:
            self._say(refusal(state.rule, self._texts, self._name))
            for line in self._table.repairs(self._mirror.game, state.cells, self._texts)[:1]:
                self._say(line)
        self._told = told

    # Engines and hints

    def _let_engine_play(self) -> None:
        player = self._seats[self._mirror.game.side]
        if player is None:
            return
        now = self._clock()
        if self._wanted < 0:
            self._wanted = player.choose(self._mirror.game, self._look_after)
            self._tell_engine_turn(player)
        elif now - self._wanted_s < HINT_S / 2:
            return
        self._wanted_s = now
        text = self._rules.turn_text(self._wanted)
        if self._hands:
            self._hands.make([text])
        else:
            self._command("hint", HINT_S, pack(text))

    def _tell_engine_turn(self, player: Player) -> None:
        if self._hands:
            return  # the turn itself will tell
        words = self._table.turn_words(self._mirror.game, self._wanted, self._texts)
        text = self._rules.turn_text(self._wanted)
        key = "engine" if self._table.can_light(self._wanted) else "engine-unlit"
        self._tell(key, side=self._side(), player=player.name, turn=text, words=words)

    def _look_after(self) -> None:
        """While an engine thinks: the board must not take us for dead."""
        self._pending += self._board.step(0)

    def _type_hint(self, words: list[str]) -> None:
        mirror = self._mirror
        hint, turn = self._advice.ask(mirror.game, (mirror.id, mirror.last), self._look_after)
        self._say(hint)
        if turn != NOTHING:
            self._command("hint", HINT_S, pack(self._rules.turn_text(turn)))

    # What people type

    def typed(self, line: str) -> bool:
        """Do what a line says; return False if it says to leave."""
        words = line.split()
        if not words:
            return True
        name = words[0].lower()
        if name in ("quit", "exit", "q"):
            return False
        try:
            if name in COMMANDS:
                COMMANDS[name](self, words[1:])
            else:
                self._type_turn(line.strip())
        except IllegalMove as error:
            reason = sentence(refused(error, self._texts, self._name))
            self._tell("refused", reason=reason)
        except Unreadable as error:
            reason = sentence(unreadable(error, line.strip(), self._texts, self._name))
            self._tell("not-understood", reason=reason)
        except Trouble as error:
            self._say(self._reason(str(error)))
        self.changed = True
        return True

    def _type_turn(self, text: str) -> None:
        turns = self._table.read(self._mirror.game, text)
        if self._seats[self._mirror.game.side]:
            self._tell("engine-turn")
        elif self._hands is None:
            self._tell("watching")
        else:
            self._hands.make([self._rules.turn_text(turn) for turn in turns])

    def _type_undo(self, words: list[str]) -> None:
        sides = [self._table.side_of(letter) for letter in sides_of(self._mirror)]
        ply = len(sides) - 1
        # Whoever plays an engine means his own last turn.
        if any(self._seats) and not all(self._seats):
            while ply > 0 and self._seats[sides[ply]]:
                ply -= 1
        if ply < 0 or self._seats[sides[ply]]:
            raise IllegalMove("no-turn", "There is no turn to take back.")
        self._wanted = -1
        self._board.take_back(ply)
        self._arrange()

    def _type_new(self, words: list[str]) -> None:
        """Begin another game: of a variant, or from a position, or as this one."""
        # Known to be good before the board forgets the game that it has.
        variant, start = self._table.read_new(self._mirror.game, self._mirror.options, words)
        self._new_game(variant, self._mirror.options, start)
        self._arrange()
        self._announce()
        self._prompt()

    def _type_help(self, words: list[str]) -> None:
        turns = self._table.words(self._texts, "turns")
        self._tell("help", turns=turns)
        self._prompted = ""
        self._prompt()

    def _type_board(self, words: list[str]) -> None:
        self.changed = True

    def _command(self, kind: str, *fields: object) -> None:
        try:
            self._board.command(kind, *fields)
        except (IllegalMove, Unreadable) as error:
            self._say(sentence(refused(error, self._texts, self._name)))
        except Trouble as error:
            self._say(self._reason(str(error)))

    def _arrange(self) -> None:
        if self._hands:
            self._hands.arrange()

    def _forget(self) -> None:
        self._wanted = -1
        self._advice.forget()
        if self._hands:
            self._hands.forget()

    def _tell(self, key: str, **names: object) -> None:
        self._say(self._texts(f"cli.play.{key}", **names))

    def _reason(self, trouble: str) -> str:
        return sentence(spoken(trouble, self._texts.language))

    def _side(self) -> str:
        return self._table.side_name(self._mirror.game.side, self._texts)


COMMANDS: dict[str, Callable[[Session, list[str]], None]] = {
    "undo": Session._type_undo,
    "hint": Session._type_hint,
    "new": Session._type_new,
    "board": Session._type_board,
    "help": Session._type_help,
    "yes": lambda session, words: session._command("press", "yes"),
    "next": lambda session, words: session._command("press", "next"),
}

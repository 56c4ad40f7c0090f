"""Play session: one evening at a board: seats, turns, refusals, take-backs, hints.

The board owns the game and the records keep it; a session only leads: it says what
happened, has engines choose, and passes on what people type.
"""

import time
from collections.abc import Callable
from typing import Any

from boardcore import pylos
from boardcore.errors import IllegalMove, Unreadable
from boardcore.wire import pack
from underboard.board import Board, Down, EntryAdded, GameChanged, Refused, StateChanged, Up
from underboard.engine.player import Player, player_of
from underboard.mirror import TURN, Entry, Mirror
from underboard.records import Records
from underboard.referee import ending, hint_words, refusal, refused, repairs, turn_words
from underboard.screen import View, side_name, variant_words
from underboard.sim.steered import SteeredHands
from underboard.texts import Texts
from underboard.trouble import Trouble

HINT_LEVEL = "strong"
HINT_S = 120
"""So long the lights show what an engine plays; told again in half the time."""
HEARD_S = 10.0
"""So long the board may take to understand what simulated hands did."""
QUIET = ("at-rest", "complete", "taken-back")

Seats = tuple[Player | None, Player | None]


class Session:
    """One game after the other at one board.

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
    ) -> None:
        self._board = board
        self._records = records
        self._seats = seats
        self._texts = texts
        self._say = say
        self._hands = hands
        self._clock = clock
        self._known = ""  # the game that was announced
        self._wanted = -1  # the turn that an engine wants to be made
        self._wanted_s = 0.0
        self._awaited = (0.0, 0)  # until when which number of entries must have come
        self._hint = (-1, -1)  # number of entries and the turn last hinted at
        self._advisor = player_of(pylos.NAME, HINT_LEVEL, seed=1)
        # The refusal that was said last.
        self._told: tuple[str, str, tuple[str, ...]] = ("", "", ())
        self._named = 0  # the record that knows who plays
        self._pending: list[Any] = []
        self.changed = True
        """Something to be seen has changed since the last ``view``."""

    # The beginning

    def begin(
        self, variant: str = "", options: str = "", new: bool = False, resume: bool = False
    ) -> None:
        """Meet the board; go on with its game or begin one.

        Raises Trouble if what was asked for cannot be done, IllegalMove or Unreadable if
        the board refuses.
        """
        hello = self._board.meet()
        if hello.game != pylos.NAME:
            raise Trouble(f"this board plays {hello.game}: expected a board for {pylos.NAME}")
        # What stood on the board before is no news.
        for event in self._board.step(0):
            if isinstance(event, Up):
                self._hear(event)
        mirror = self._mirror
        goes_on = bool(mirror.turns) and not mirror.outcome
        other = (variant and variant != mirror.variant) or (options and options != mirror.options)
        if resume and not goes_on:
            raise Trouble("there is no unfinished game on this board: begin one with --new")
        if goes_on and other and not new:
            raise Trouble(
                f"an unfinished game is on this board ({mirror.variant}"
                f"{', ' + mirror.options if mirror.options else ''}): "
                "go on with it without --variant and --option, or add --new"
            )
        if new or other or mirror.outcome:
            self._new_game(variant or mirror.variant, options or mirror.options)
        elif goes_on:
            self._known = mirror.id
            plies = len(mirror.turns)
            self._say(self._texts("cli.play.resumed", plies=plies, side=self._side()))
        self._arrange()
        self._announce()

    def _new_game(self, variant: str, options: str) -> None:
        self._board.new_game(pylos.NAME, variant, options)
        self._forget()

    def _announce(self) -> None:
        """Say that another game has begun, once."""
        mirror = self._mirror
        if self._known != mirror.id:
            self._known = mirror.id
            words = variant_words(mirror.game, self._texts)
            self._say(self._texts("cli.play.begins", variant=words, side=self._side()))

    # What goes on

    @property
    def _mirror(self) -> Mirror:
        assert self._board.mirror
        return self._board.mirror

    @property
    def players(self) -> tuple[str, str]:
        """Who sits where."""
        light, dark = (seat.name if seat else "human" for seat in self._seats)
        return light, dark

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
        at_work = bool(self._awaited[0]) or (self._hands is not None and self._hands.busy)
        return self._board.in_step and not at_work

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
        if self._hands:
            self._hands.poll()
            self._look_for_the_awaited()
        state = self._board.state
        if self._settled and not self.over and state and state.verdict in QUIET:
            self._let_engine_play()

    def view(self, footer: tuple[str, ...] = ()) -> View:
        """Return what there is to see."""
        self.changed = False
        cues = self._board.cues
        letters, tints = (cues.letters, cues.tints) if cues else ("", "")
        light, dark = (
            self._texts("cli.play.human") if name == "human" else name for name in self.players
        )
        return View(self._mirror.game, letters, tints, (light, dark), footer=footer)

    def _hear(self, event: Any) -> None:
        if isinstance(event, EntryAdded):
            self._hear_entry(event.entry)
        elif isinstance(event, GameChanged):
            if event.mirror.id != self._known and event.mirror.game:
                self._forget()
                self._announce()
        elif isinstance(event, StateChanged):
            self._hear_state(event)
        elif isinstance(event, Down):
            self._say(self._texts("cli.play.down", reason=_sentence(event.reason)))
        elif isinstance(event, Up):
            hello = event.hello
            words = self._texts("cli.play.up", board=hello.board_id, layout=hello.layout)
            self._say(words)
        elif isinstance(event, Refused):
            self._say(event.text)

    def _hear_entry(self, entry: Entry) -> None:
        wanted, self._wanted = self._wanted, -1
        self._awaited = (0.0, 0)
        if entry.kind == TURN:
            side = self._texts(f"pylos.side.{entry.side}")
            self._say(self._texts("cli.play.turn", ply=entry.ply, side=side, turn=entry.text))
            if wanted >= 0 and pylos.turn_text(wanted) != entry.text:
                text = pylos.turn_text(wanted)
                self._say(self._texts("cli.play.unasked", wanted=text, turn=entry.text))
            if self.over:
                self._say(ending(self._mirror.game, self._texts))
                self._say(self._texts("cli.play.over"))
        else:
            words = self._texts("cli.play.undone", plies=entry.ply, side=self._side())
            self._say(words)

    def _hear_state(self, event: StateChanged) -> None:
        state = event.state
        if self._hands and (self._hands.busy or self._awaited[0]):
            return  # hands in mid-turn are no news
        if state.verdict == "ambiguous":
            self._say(self._texts("cli.play.question"))
        told = (state.verdict, state.rule, state.cells)
        if state.verdict == "wrong" and told != self._told:
            self._say(refusal(state.rule, self._texts))
            for line in repairs(state.cells, self._texts)[:1]:
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
        text = pylos.turn_text(self._wanted)
        if self._hands:
            self._make(text)
        else:
            self._command("hint", HINT_S, pack(text))

    def _tell_engine_turn(self, player: Player) -> None:
        if self._hands:
            return  # the turn itself will tell
        words = turn_words(self._wanted, self._texts)
        text = pylos.turn_text(self._wanted)
        self._say(
            self._texts(
                "cli.play.engine", side=self._side(), player=player.name, turn=text, words=words
            )
        )

    def _look_after(self) -> None:
        """While an engine thinks: the board must not take us for dead."""
        self._pending += self._board.step(0)

    def _give_hint(self) -> None:
        if self.over:
            self._say(ending(self._mirror.game, self._texts))
            return
        at, turn = self._hint
        stage = int(at == self._mirror.last)
        if not stage:
            turn = self._advisor.choose(self._mirror.game, self._look_after)
            self._hint = (self._mirror.last, turn)
        self._say(hint_words(turn, stage, self._texts))
        if stage:
            self._command("hint", HINT_S, pack(pylos.turn_text(turn)))

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
        except (IllegalMove, Unreadable) as error:
            reason = _sentence(refused(error, self._texts))
            self._say(self._texts("cli.play.refused", reason=reason))
        except Trouble as error:
            self._say(_sentence(str(error)))
        self.changed = True
        return True

    def _type_turn(self, text: str) -> None:
        turn = pylos.parse_turn(text)
        self._mirror.game.check_turn(turn)
        if self._seats[self._mirror.game.side]:
            self._say(self._texts("cli.play.engine-turn"))
        elif self._hands is None:
            self._say(self._texts("cli.play.watching"))
        else:
            self._make(pylos.turn_text(turn))

    def _type_undo(self, words: list[str]) -> None:
        game = self._mirror.game
        ply = game.ply - 1
        # Whoever plays an engine means his own last turn.
        if any(self._seats) and not all(self._seats):
            while ply > 0 and self._seats[(game.side + game.ply - ply) % 2]:
                ply -= 1
        if ply < 0 or self._seats[(game.side + game.ply - ply) % 2]:
            raise IllegalMove("no-turn", "There is no turn to take back.")
        self._wanted = -1
        self._board.take_back(ply)
        self._arrange()

    def _type_new(self, words: list[str]) -> None:
        self._new_game(words[0] if words else self._mirror.variant, self._mirror.options)
        self._arrange()
        self._announce()

    def _type_hint(self, words: list[str]) -> None:
        self._give_hint()

    def _type_help(self, words: list[str]) -> None:
        self._say(self._texts("cli.play.help"))

    def _type_board(self, words: list[str]) -> None:
        self.changed = True

    def _press(self, name: str) -> Callable[[list[str]], None]:
        return lambda words: self._command("press", name)

    def _command(self, kind: str, *fields: object) -> None:
        try:
            self._board.command(kind, *fields)
        except (IllegalMove, Unreadable) as error:
            self._say(_sentence(refused(error, self._texts)))
        except Trouble as error:
            self._say(_sentence(str(error)))

    # Simulated hands

    def _make(self, text: str) -> None:
        assert self._hands
        mirror = self._mirror
        self._hands.ask(
            "play_game",
            variant=mirror.variant,
            options=mirror.options,
            start=mirror.start,
            played=mirror.turns,
            turns=[text],
            careful=True,
        )
        self._awaited = (self._clock() + HEARD_S * 6, len(mirror.entries) + 1)

    def _arrange(self) -> None:
        if self._hands:
            self._hands.ask("arrange", cells=pylos.cells_of(self._mirror.game.occupied))

    def _look_for_the_awaited(self) -> None:
        """Give up waiting for a turn that the board has not understood."""
        until, entries = self._awaited
        if until and (len(self._mirror.entries) >= entries or self._clock() > until):
            self._awaited = (0.0, 0)
            self._wanted = -1

    def _forget(self) -> None:
        self._wanted = -1
        self._hint = (-1, -1)
        self._awaited = (0.0, 0)

    def _side(self) -> str:
        return side_name(self._mirror.game.side, self._texts)


def _sentence(text: str) -> str:
    """Return a reason as a sentence: a capital letter, and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + "."


COMMANDS: dict[str, Callable[[Session, list[str]], None]] = {
    "undo": Session._type_undo,
    "hint": Session._type_hint,
    "new": Session._type_new,
    "board": Session._type_board,
    "help": Session._type_help,
    "yes": lambda session, words: session._command("press", "yes"),
    "next": lambda session, words: session._command("press", "next"),
}

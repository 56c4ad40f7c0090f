"""Session at a board (seats, turns, refusals, take-backs, hints).

It serves every game; ``underboard.referee.game_ui`` has what differs between them.  The board owns
the game, the records keep it; a session says what happened, has engines choose, passes on typed
lines.
"""

import time
from collections.abc import Callable

from boardcore.errors import IllegalMove, ParseError
from boardcore.link.linkstate import READY
from underboard.deploy.versions import NEWER, OLDER, age, our_version
from underboard.device import health_text
from underboard.device.board import (
    Board,
    CommandRefused,
    EntryAdded,
    GameChanged,
    HealthChanged,
    LinkDown,
    LinkUp,
    Notice,
    StateChanged,
)
from underboard.device.events import RESUMED, State
from underboard.engine.player import Player
from underboard.errors import UnderboardError
from underboard.records.mirror import END, TURN, Entry, Mirror
from underboard.records.models import HUMAN
from underboard.referee.assist.hints import BEST
from underboard.referee.assist.training import Training
from underboard.referee.endings import Endings
from underboard.referee.engines.computing import Computing
from underboard.referee.engines.turns import EngineTurns
from underboard.referee.game_clock import GameClock
from underboard.referee.game_ui import tabletop_of
from underboard.referee.hands_driver import HandsDriver
from underboard.referee.input_handler import InputHandler, Make
from underboard.referee.messages import ending, other_game, refusal, refused, sentence
from underboard.referee.remote_player import RemotePlayer, forget_turns, told_seats
from underboard.referee.resume import should_resume
from underboard.referee.screen import View
from underboard.registry import DEFAULT
from underboard.sim.hands.client import HandsClient
from underboard.texts import Texts, player_name
from underboard.texts.lazy import spoken

CLEAR_S = 0.02
"""Length of a step while hands take all pieces off, s; chosen."""
MENDED_S = 2.0
"""Time for a line of the board that is under way, on a busy computer, too, s; chosen."""
QUIET = ("at-rest", "complete", "taken-back")

Seats = tuple[Player | None, Player | None]


class Session:
    """One game after the other at one board.

    ``name``: the game; ``hints``: how much of a hint players see
    (``underboard.referee.assist.hints.MODES``); ``path``: the board lights the way of each turn;
    ``hands``: simulated hands that do what people type, None at a real board.  ``say`` gets every
    sentence.
    """

    def __init__(
        self,
        board: Board,
        seats: Seats,
        texts: Texts,
        say: Callable[[str], None],
        hands: HandsClient | None = None,
        clock: Callable[[], float] = time.monotonic,
        name: str = DEFAULT,
        hints: str = BEST,
        path: bool = False,
    ) -> None:
        self.name = name
        self.table = tabletop_of(name)
        self.rules = self.table.rules
        self.board = board
        self.seats = seats
        self.texts = texts
        self.say = say
        self.hands = HandsDriver(board, hands, clock) if hands else None
        self.names = [HUMAN, HUMAN]
        """Names of the people on the seats without an engine."""
        self.seconds = clock
        self._path = path
        self._last: Mirror | None = None
        self._known = ""  # the game that was announced
        self._prompted = ""  # who was told last how to set up
        self.training = Training(self, hints)
        self._told: tuple[str, str, tuple[str, ...]] = ("", "", ())  # refused last
        self._wrong: tuple[float, State] | None = None  # time to report it, s, and it
        self._pending: list[object] = []
        self._lines = InputHandler(self)
        self.endings = Endings(self)
        self.computing = Computing(self)
        self.engine = EngineTurns(self)
        self.clocking = GameClock(self)
        self.listeners: list[Callable[[object], None]] = []
        """They hear what the board tells, after the session."""
        self.continued = False
        """Whether ``begin`` went on with the game that it found."""
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

        Raises UnderboardError if what was asked for cannot be done, IllegalMove or ParseError if
        the board refuses.
        """
        hello = self.board.connect()
        if hello.game != self.name:
            raise UnderboardError(other_game(hello.game, self.name))
        health_text.check_plate(self.board.health)
        found = age(hello.software, our_version())
        if found in (OLDER, NEWER):
            self.notify(f"firmware-{found}", there=hello.software, here=our_version())
        # What stood on the board before is no event.
        for event in self.board.step(0):
            if isinstance(event, (LinkUp, HealthChanged, Notice)):
                self._hear(event)
        mirror = self.mirror
        self.continued = should_resume(mirror, variant, options, new, resume, start)
        if not self.continued:
            self._new_game(variant or mirror.variant, options or mirror.options, start)
        elif mirror.turns:
            self._known = mirror.id
            plies = len(mirror.turns)
            self.notify("resumed", plies=plies, side=self.side_name())
        self.arrange()
        self.announce()
        self.prompt()

    def _new_game(self, variant: str, options: str, start: str = "") -> None:
        self.board.new_game(self.name, variant, options, start)
        self._forget()

    def announce(self) -> None:
        """Say that another game has begun, once."""
        mirror = self.mirror
        if self._known != mirror.id:
            self._known = mirror.id
            self.say(self.table.begins(mirror.game, self.texts))

    def prompt(self) -> None:
        """Explain the set-up to a person, once to each side of a game."""
        game = self.mirror.game
        told = f"{self.mirror.id} {game.side}"
        if self._prompted == told or self.seats[game.side]:
            return
        words = self.table.prompt(game, self.texts, self.simulated)
        if words:
            self._prompted = told
            self.say(words)

    # What goes on

    @property
    def mirror(self) -> Mirror:
        """The host's copy of the game on the board."""
        mirror = self.board.mirror
        # Between two games, and while another board's is on it, the one before stays.
        if mirror is not None and mirror.name == self.name:
            self._last = mirror
        if self._last is None:
            raise UnderboardError("the board has told no game of %s", self.name)
        return self._last

    @property
    def players(self) -> tuple[str, str]:
        """Names by seat."""
        first, second = (seat.name if seat else name for seat, name in zip(self.seats, self.names))
        return first, second

    def set_players(self, seats: Seats) -> None:
        """Change who sits where; an engine that was choosing chooses no more."""
        self.seats = seats
        self.board.players = told_seats(self.seats, self.players)
        self.computing.cancel()
        self.engine.forget()
        self.changed = True

    @property
    def busy(self) -> bool:
        """Return True if simulated hands are at work."""
        return self.hands is not None and self.hands.busy

    @property
    def simulated(self) -> bool:
        """Return True if simulated hands make the turns."""
        return self.hands is not None

    @property
    def over(self) -> bool:
        """Return True if the game is decided."""
        return bool(self.mirror.outcome)

    @property
    def idle(self) -> bool:
        """Return True if nothing is under way and it is a person's turn, or nobody's."""
        return self.settled and (self.over or self.seats[self.mirror.game.side] is None)

    @property
    def waits_elsewhere(self) -> bool:
        """Return True if a player at another table is to move."""
        return self.settled and isinstance(self.seats[self.mirror.game.side], RemotePlayer)

    @property
    def moves_alone(self) -> bool:
        """Return True while hands or an engine are about to change the game by themselves.

        Not while they wait for somebody: for an answer, a repair, a board that is away.
        """
        if self.busy or self.computing.is_on:
            return True
        if not self.board.synced:
            return self.board.linkstate == READY and not self.board.paused
        if self.over or not self.is_quiet():
            return False
        return not self.training.is_judged or self.engine.is_next

    @property
    def settled(self) -> bool:
        """Return True if board and records are in step and no simulated hands are at work."""
        return self.board.synced and not (self.hands and self.hands.busy)

    def is_quiet(self) -> bool:
        """Return True if the board waits for the next turn; in a set-up it may ask for it."""
        state = self.board.state
        asks = state is not None and state.verdict == "ambiguous"
        quiet = state is not None and state.verdict in QUIET
        return quiet or (asks and self.table.is_setup(self.mirror.game))

    def step(self, timeout_s: float = 0.0) -> None:
        """Let the board, the hands and the engines go on."""
        events = self._pending or self.board.step(timeout_s)
        self._pending = []
        for event in events:
            self.changed = True
            self._hear(event)
            for listener in self.listeners:
                listener(event)
        self.board.players = told_seats(self.seats, self.players)
        self.clocking.step()
        if self.hands and self.hands.poll():
            self.engine.forget()
        if self._wrong and self.seconds() >= self._wrong[0]:
            self._tell_wrong(self._wrong[1])
        if self.computing.is_on or self._pending:
            return  # one thing is computed at a time, and only once all has been heard
        if self.settled and not self.over and self.is_quiet() and self.training.step():
            self.engine.play()

    def view(self, footer: tuple[str, ...] = ()) -> View:
        """Return what there is to see."""
        self.changed = False
        lit = self.board.cues
        letters, tints = (lit.letters, lit.tints) if lit else ("", "")
        first, second = (player_name(self.texts.language, name) for name in self.players)
        clock = self.clocking.words()
        footer = (*footer, clock) if clock else footer
        return View(self.mirror.game, letters, tints, (first, second), footer=footer)

    def _hear(self, event: object) -> None:
        if isinstance(event, EntryAdded):
            self._hear_entry(event.entry)
            self.clocking.hear(event.entry)
        elif isinstance(event, GameChanged):
            if event.mirror.name != self.name:
                raise UnderboardError(other_game(event.mirror.name, self.name))
            if event.mirror.id != self._known:
                self._forget()
                self.announce()
                self.prompt()
        elif isinstance(event, StateChanged):
            self._hear_state(event)
        elif isinstance(event, LinkDown):
            self.notify("down", reason=self.reason(event.reason))
        elif isinstance(event, LinkUp):
            hello = event.hello
            key = "up-simulated" if self.simulated else "up"
            self.notify(key, board=hello.board_id, layout=hello.layout)
            if self._path:
                # Whenever it comes: a board that was started again has forgotten it.
                self.command("path", "on")
        elif isinstance(event, HealthChanged):
            assert self.board.hello
            layout = self.board.hello.layout
            for words in health_text.sentences(event, layout, self.texts, self.simulated):
                self.say(words)
        elif isinstance(event, (CommandRefused, Notice)):
            self.say(self.reason(event.text))
            if event.code == RESUMED:
                self.arrange()

    def _hear_entry(self, entry: Entry) -> None:
        wanted = self.engine.forget()
        self._wrong = None  # it was about the position before
        self.endings.hear(entry)
        self.training.hear(entry)
        if entry.kind == END:
            return
        if entry.kind != TURN:
            forget_turns(self.seats)
            self.notify("undone", plies=entry.ply, side=self.side_name())
            return
        side = self.table.side_name(self.table.side_of(entry.side), self.texts)
        game = self.mirror.game
        # Several may arrive at once: then the game is at the end of them already.
        is_last = entry.index == self.mirror.last
        told = self.table.last_text(game) if is_last else entry.text
        self.notify("turn", ply=entry.ply, side=side, turn=told)
        if wanted >= 0 and self.rules.turn_text(wanted) != entry.text:
            text = self.rules.turn_text(wanted)
            self.notify("unasked", wanted=text, turn=entry.text)
        if is_last:
            if self.over:
                self.say(ending(game, self.texts))
                self.notify("over")
            elif self.table.may_be_drawn(game):
                self.notify("again")
            self.prompt()

    def _hear_state(self, event: StateChanged) -> None:
        state = event.state
        self._wrong = None
        if self.hands and self.hands.busy:
            return  # hands in mid-turn are no event
        if state.verdict == "ambiguous":
            self.say(self.endings.question(state.rule) or self.texts("cli.play.question"))
        told = state.verdict, state.rule, state.cells
        if state.verdict == "wrong" and told != self._told:
            # What simulated hands have mended since is on its way here.
            self._wrong = self.seconds() + (MENDED_S if self.hands else 0), state
        self._told = told

    def _tell_wrong(self, state: State) -> None:
        self._wrong = None
        self.say(refusal(state.rule, self.texts, self.name))
        for line in self.table.repairs(self.mirror.game, state.cells, self.texts)[:1]:
            self.say(line)

    def keep_alive(self) -> None:
        """While an engine computes: show the board that we are here, and listen to people."""
        self._pending += self.board.step(0)
        self.computing.check()

    # What people type

    def take_back(self, ply: int) -> None:
        """Go back to a ply, and have simulated hands lay the pieces as they were."""
        self.engine.forget()
        self.board.take_back(ply)
        self.arrange()

    def task(self) -> str:
        """Return what people have to do here, empty in a game, where they know."""
        return ""

    def begin_again(self, variant: str, start: str) -> None:
        """Begin another game, of a variant or from a position."""
        self._new_game(variant, self.mirror.options, start)
        self.arrange()
        self.announce()
        self.prompt()

    def clear(self) -> None:
        """Have simulated hands take all pieces off, and wait until they have."""
        if self.hands:
            self.hands.clear()
            while self.hands.busy:
                self.step(CLEAR_S)

    def begin_here(self) -> None:
        """Take the game that was just begun on the board as known, and have it laid out."""
        self._known = self.mirror.id
        self._forget()
        self.arrange()

    def prompt_again(self) -> None:
        """Explain the set-up once more, while it lasts."""
        self._prompted = ""
        self.prompt()

    @property
    def is_asked(self) -> bool:
        """Return True if the board asks something that yes and next answer."""
        return self.board.state is not None and self.board.state.verdict == "ambiguous"

    def last_refusal(self) -> str:
        """Return why the board refuses what stands on it, empty if it does not."""
        state = self.board.state
        if state is None or state.verdict != "wrong":
            return ""
        return refusal(state.rule, self.texts, self.name)

    def handle(self, line: str, make: Make | None = None) -> bool:
        """Do what a line says, a turn by ``make``; return False if it says to leave."""
        return self._lines.handle(line, make)

    def obey(self, line: str) -> None:
        """Execute a typed line; raises IllegalMove, ParseError or UnderboardError."""
        self._lines.obey(line)

    def command(self, kind: str, *fields: object) -> None:
        """Send the board a command; say why if it refuses."""
        try:
            self.board.command(kind, *fields)
        except (IllegalMove, ParseError) as error:
            self.say(sentence(refused(error, self.texts, self.name)))
        except UnderboardError as error:
            self.say(self.reason(error))

    def arrange(self) -> None:
        """Have simulated hands lay the pieces as the game has them."""
        if self.hands:
            self.hands.arrange()

    def _forget(self) -> None:
        self.engine.forget()
        self.training.forget()
        forget_turns(self.seats)
        if self.hands:
            self.hands.forget()

    def notify(self, key: str, **names: object) -> None:
        """Say a sentence of the texts."""
        self.say(self.texts(f"cli.play.{key}", **names))

    def reason(self, trouble: object) -> str:
        """Return a trouble as a sentence in the people's language."""
        return sentence(spoken(trouble, self.texts.language))

    def side_name(self) -> str:
        """Return what the side to move is called."""
        return self.table.side_name(self.mirror.game.side, self.texts)

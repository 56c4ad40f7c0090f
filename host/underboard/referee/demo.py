"""Whole games on the simulated board, and whether the referee saw what the hands did.

The chain is the real one: hands, switches, the unmodified firmware in its own process, a
port of this computer, the host's link, mirror and records.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from boardcore.options import parse_options
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.errors import UnderboardError
from underboard.game_state import GameState, rules_of
from underboard.records.database import Records
from underboard.referee.captions import caption
from underboard.referee.demo_game import MAX_TURNS, DemoPlan, begun, chosen, pace_of, shown_game
from underboard.referee.game_ui import tabletop_of
from underboard.sim.board import SimBoard
from underboard.sim.hands.client import HandsClient, cause
from underboard.sim.hands.commands import random_start
from underboard.texts import Texts

POLL_S = 0.02
"""Time between two steps of the session, s; chosen."""
PATIENCE_S = 5.0
"""Time on the wall's clock for the referee to receive the hands' last turn, s; chosen."""
NEW_GAME_S = 20.0
"""Time on the wall's clock for a new game to begin, s; chosen."""


@dataclass
class Played:
    """Turns of one game, as the hands made them and as the referee recorded them."""

    game: int
    hands: list[str] = field(default_factory=list)
    referee: list[str] = field(default_factory=list)
    sides: list[int] = field(default_factory=list)
    """Side of each turn of the hands; in a set-up one side plays on."""
    outcome: str = ""
    """As the referee tells it, ``L:apex``; empty if the game goes on."""
    asked: int = 0
    """Turns for which the hands answered at least one question, wherever it came up."""
    misread: int = 0
    """Turns that the board first took for another one, or missed: the hands corrected it."""
    presses: list[int] = field(default_factory=list)
    """By turn: how many buttons were pressed for it."""
    gave_up: int = 0
    thread_lost: bool = False
    """Whether the hands gave the game up: the board showed another one for good."""
    caption: str = ""
    """The last turn in words."""

    @property
    def wrong(self) -> int:
        """Number of turns that the record has otherwise, or that no hand made."""
        pairs = zip(self.hands, self.referee)
        return sum(hand != told for hand, told in pairs) + max(
            len(self.referee) - len(self.hands), 0
        )

    @property
    def lost(self) -> int:
        """Number of turns that the record lacks, at least one of a game that was given up."""
        return max(len(self.hands) - len(self.referee), int(self.thread_lost))


@dataclass
class DemoScore:
    """All games of a demo."""

    games: int = 0
    turns: int = 0
    asked: int = 0
    misread: int = 0
    wrong: int = 0
    lost: int = 0

    def add(self, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.turns += len(played.hands)
        self.asked += played.asked
        self.misread += played.misread
        self.wrong += played.wrong
        self.lost += played.lost

    @property
    def good(self) -> bool:
        """Return True if the referee missed nothing."""
        return not self.wrong and not self.lost

    def line(self) -> str:
        """Return the line that scripts rely on."""
        return (
            f"games {self.games} turns {self.turns} asked {self.asked} "
            f"misread {self.misread} wrong {self.wrong} lost {self.lost}"
        )


class Demo:
    """Leads simulated hands through games and listens to the referee meanwhile.

    ``watch`` is called whenever something happened, with the game that is played and
    what the hands did last (empty if it was not the hands).
    """

    def __init__(
        self,
        sim: SimBoard,
        referee: Board,
        records: Records,
        plan: DemoPlan,
        watch: Callable[[Played, str], None] = lambda played, turn: None,
    ) -> None:
        self.texts: Texts | None = None
        """The language of the captions; None: there are none."""
        self._sim = sim
        self._referee = referee
        self._records = records
        self._plan = plan
        self._watch = watch
        self._steered = HandsClient(sim)
        self._rules = rules_of(plan.name)
        self._idea = self._begin("")  # the hands' own idea of the game
        self._turns: Iterable[list[str] | None] = []
        self._before: tuple[int, int, list[int]] = (0, 0, [])
        """Questions and corrections of the hands before they began with these turns."""
        self.now = Played(1)
        """The game that is played now; what is known of it if the board dies."""

    def run(self) -> Iterator[Played]:
        """Play; yield every game when it is over.

        Raises UnderboardError if the board stops; ``now`` is then the game that was cut off.
        """
        try:
            yield from self._games()
        except UnderboardError as trouble:
            raise cause(self._sim, trouble) from trouble

    def _games(self) -> Iterator[Played]:
        plan = self._plan
        self._referee.connect()
        for game in range(1, plan.games + 1):
            lost = self.now.thread_lost
            self.now = Played(game)
            start, self._turns = self._choose(game)
            if game > 1:
                self._next_game(lost)
            if start or (game == 1 and plan.options):
                self._referee.new_game(plan.name, plan.variant, plan.options, start)
            if plan.start or (plan.players and start):
                self._set_up()
            self._play(start)
            yield self.now

    def _choose(self, number: int) -> tuple[str, Iterable[list[str] | None]]:
        """Return where a game begins, and its turns as lists to be made; None: random ones."""
        plan = self._plan
        if plan.turns is not None:
            return plan.start, [list(plan.turns)]
        if not plan.players:
            start = plan.start or random_start(
                plan.name, plan.variant, f"{plan.seed} {number} start"
            )
            return start, [None]
        shown = shown_game(plan, number)
        if shown:
            return shown.start, [list(shown.turns)]
        chance = random.Random(f"{plan.seed} {number}")
        start, game = begun(plan, chance)
        # Chosen while hands make the one before: nobody waits for a whole game.
        return start, ([turn] for turn in chosen(game, plan.players, chance))

    def _begin(self, start: str) -> GameState:
        variant = self._plan.variant or self._rules.VARIANTS[0]
        return self._rules.Game(variant, parse_options(self._plan.options), start)

    def _play(self, start: str) -> None:
        now = self.now
        self._idea = self._begin(start)
        for turns in self._turns:
            self._make(start, turns)
            if now.thread_lost:
                break
        self._until(self._has_heard_all, PATIENCE_S, "")
        self.read_record()

    def _make(self, start: str, turns: list[str] | None) -> None:
        """Have the next turns made, random ones to the end for None."""
        plan, now = self._plan, self.now
        self._before = now.asked, now.misread, now.presses
        think_ms = None
        if plan.players and turns:
            think_ms = pace_of(plan.name, len(turns) if len(turns) > 1 else MAX_TURNS)
        self._hands(
            "play_game",
            name=plan.name,
            variant=plan.variant,
            options=plan.options,
            start=start,
            played=list(now.hands),
            turns=turns,
            seed=f"{plan.seed} {now.game}",
            careful=plan.careful,
            think_ms=think_ms,
        )

    def read_record(self) -> None:
        """Read from the records, not from memory, what the referee has of this game."""
        if self._referee.row:
            mirror = self._records.load(self._referee.row)
            self.now.referee = mirror.turns
            self.now.outcome = mirror.outcome

    def _has_heard_all(self) -> bool:
        mirror = self._referee.mirror
        return mirror is not None and mirror.turns == self.now.hands

    def _next_game(self, lost: bool) -> None:
        """Have the hands sweep the board; ``lost``: it may not know what they sweep off."""
        mirror = self._referee.mirror
        before = mirror.id if mirror else ""
        goes_on = mirror is not None and not mirror.outcome

        def has_begun() -> bool:
            return bool(self._referee.mirror and self._referee.mirror.id != before)

        self._hands("sweep", asks=goes_on)
        trouble = "the board was swept empty and has not begun a new game"
        self._until(has_begun, NEW_GAME_S, "" if lost else trouble)
        if not has_begun():
            self._referee.new_game(self._plan.name, self._plan.variant, self._plan.options)

    def _set_up(self) -> None:
        assert self._referee.mirror
        assert self._referee.hello
        game, layout = self._referee.mirror.game, layout_of(self._referee.hello.layout)
        table = tabletop_of(self._plan.name)
        cells, kinds = table.cells(game, layout), table.kinds(game, layout)
        self._hands("arrange", cells=cells, kinds=kinds)

    def _hands(self, errand: str, **arguments: object) -> None:
        """Have the hands do something and wait until they have done it."""
        self._steered.ask(errand, **arguments)
        self._until(lambda: not self._steered.busy)

    def _until(self, true: Callable[[], bool], max_s: float = 0, trouble: str = "") -> None:
        """Listen until something is true; raise UnderboardError if it takes too long.

        ``max_s`` 0: as long as it takes; ``trouble`` empty: go on all the same.
        """
        end = time.monotonic() + max_s
        while not true():
            self._listen()
            if max_s and time.monotonic() > end:
                if trouble:
                    raise UnderboardError(trouble)
                return

    def _listen(self) -> None:
        if self._referee.step(POLL_S):
            self._watch(self.now, "")
        if self._referee.stopped:
            raise UnderboardError(self._referee.stopped)
        for event in self._steered.poll():
            # Told with each turn: a game that is cut off counts too.
            if "asked" in event:
                asked, misread, presses = self._before
                self.now.asked = asked + event["asked"]
                self.now.misread = misread + event["misread"]
                self.now.presses = presses + event["presses"]
            if event["event"] == "hand-turn":
                self.now.hands.append(event["turn"])
                self.now.sides.append(self._idea.side)
                turn = self._rules.parse_turn(event["turn"])
                self.now.caption = caption(self._idea, turn, self.texts) if self.texts else ""
                self._idea.play_turn(turn)
                self._watch(self.now, event["turn"])
            else:
                self.now.gave_up += event.get("gave_up", 0)
                self.now.thread_lost = self.now.thread_lost or event.get("lost", False)

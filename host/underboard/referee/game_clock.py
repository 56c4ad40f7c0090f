"""A game clock at the table (the turns that the board follows start and stop it).

It begins with the first turn, rests while pieces are set up, while somebody asks for a pause, while
the board is away and while it asks how the game shall end.  It belongs to the record: it is kept
at each turn and each pause, and every few seconds between.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from boardcore.errors import IllegalMove, ParseError
from boardcore.link.linkstate import READY
from underboard.clocks.clock import STOPPED, Clock, shown
from underboard.clocks.time_control import NONE, TimeControl, read
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.records.mirror import TURN, UNDO, Entry
from underboard.referee.endings import ASKED, TIME
from underboard.referee.engines.time_budget import budget_s

if TYPE_CHECKING:
    from underboard.referee.session import Session

KEEP_MS = 5_000
"""How often a running clock is kept; a power cut gives at most that much back; chosen."""
WARN_MS = (60_000, 10_000)
"""When the side to move is warned."""
AFTER_FLAG_MS = 60_000
"""Least time of a side when a game resumes after its flag had fallen, ms; chosen."""
MAX_LIT_S = 60
"""How long the board's lights warn at once; told again before that is over."""
LOSE, TELL = "lose", "tell"
FLAGS = (LOSE, TELL)
"""Effects of a fallen flag: the game is lost, or the players are informed."""


class GameClock:
    """The clock of one session, if its game has one.

    ``clock``: None without one; ``paused``: by the players; ``telling``: say after each turn what
    is left, for those who see no picture.
    """

    def __init__(self, session: "Session") -> None:
        self._session = session
        self.clock: Clock | None = None
        self.flag = LOSE
        self.paused = False
        self.telling = False
        self.held = False
        """Whether it rests because a player is asked something."""
        self._wanted: TimeControl | None = None
        self._game = ""  # whose clock it is
        self._kept = ""
        self._kept_ms = 0
        self._lit_until_ms = 0
        self._lit_side = STOPPED
        self._warned: tuple[int, int] = (0, 0)
        self._left_at: dict[int, tuple[int, int]] = {}
        """Time left of both sides at the beginning of a turn, by the plies before it."""
        self._fallen = False
        self.led = False
        """Whether another table keeps the time."""
        self._followed: JsonObject | None = None

    def want(self, text: str, flag: str = LOSE) -> None:
        """Give this game and those after it a clock, NONE: none; raises ParseError."""
        self._wanted = None if text == NONE else read(text)
        self.flag = flag
        self.clock = Clock.of(self._wanted) if self._wanted else None
        self._begun()
        row = self._session.board.row
        if self.clock is None and row and self._session.board.records.clock(row):
            self._session.board.records.set_clock(row, "")
        self._keep()

    def take_up(self) -> None:
        """Go on with the clock of the record, as it stood; it waits for the next turn."""
        session = self._session
        try:
            text = session.board.records.clock(session.board.row) if session.board.row else ""
            self.clock = Clock.from_text(text) if text else None
        except (ParseError, UnderboardError):
            self.clock = None
        self._begun()
        if self.clock and not session.over and session.mirror.game.ply:
            self._wanted = self.clock.control
            self.paused = True
            session.notify("clock.resumed", clock=self.words())

    def follow(self, data: JsonObject | None) -> None:
        """Show the clock of another table, which keeps the time.

        Raises UnderboardError for nonsense.
        """
        self.led = True
        if data == self._followed:
            return
        self._followed = data
        try:
            self.clock = None if data is None else Clock.of_data(data, self.now_ms)
            self.paused = data is not None and bool(data["paused"])
        except (ParseError, KeyError, TypeError, ValueError):
            raise UnderboardError("the host tells a clock that cannot be read") from None

    def _begun(self) -> None:
        self._game = self._session.mirror.id
        self.paused = self.held = self._fallen = False
        self._warned = (0, 0)
        self._left_at = {}

    @property
    def now_ms(self) -> int:
        """The time, in ms from anywhere."""
        return int(1000 * self._session.seconds())

    def hear(self, entry: Entry) -> None:
        """Process an entry of the game; a turn stops its player's clock."""
        session = self._session
        mirror = session.mirror
        if self.clock is None or self.led:
            return
        if entry.kind == TURN:
            self._hear_turn(session.table.side_of(entry.side), entry.ply)
        elif entry.kind == UNDO:
            self._take_back(entry.ply)
        self._follow()
        self._keep()
        if self.telling and entry.index == mirror.last and not mirror.outcome:
            session.say(self.words())

    def _hear_turn(self, side: int, ply: int) -> None:
        assert self.clock
        now = self.now_ms
        self._left_at.setdefault(ply - 1, self.clock.before(side, now))
        if side == self.clock.side:
            self.clock = self.clock.turn(side, now)
        self._left_at[ply] = self.clock.left(now)
        self.paused = False

    def _take_back(self, ply: int) -> None:
        """Give back the time of the turns that were taken back, and no increment for them.

        Of turns before this evening nothing is known: their time stays used.  After a flag has
        fallen the clock stands and asks.
        """
        assert self.clock
        fell = self.clock.fallen(self.now_ms)
        left = self._left_at.get(ply, self.clock.left(self.now_ms))
        self._left_at = {at: ms for at, ms in self._left_at.items() if at <= ply}
        self._fallen = False
        self._warned = (0, 0)
        if fell != STOPPED:
            least = min(AFTER_FLAG_MS, self._start_ms)
            left = (max(left[0], least), max(left[1], least))
            self.paused = True
        self.clock = self.clock.back_at(left)
        if fell != STOPPED:
            session = self._session
            side = session.table.side_name(fell, session.texts)
            session.notify("clock.after-flag", side=side, clock=self.words())

    def step(self) -> None:
        """Let time pass: warn, keep, and tell a flag that falls."""
        session = self._session
        if self._game != session.mirror.id and not self.led:
            self.clock = Clock.of(self._wanted) if self._wanted else None
            self._begun()
            self._keep()
        if self.clock is None:
            return
        self._follow()
        now = self.now_ms
        side = self.clock.side
        if side != STOPPED:
            self._watch(side, self.clock.left(now)[side])
            if now - self._kept_ms >= KEEP_MS:
                self._keep()
        self._light(now)

    def thinking_s(self) -> float | None:
        """Return how long an engine that is to move may think, None without a clock."""
        clock = self.clock
        if clock is None or clock.side == STOPPED:
            return None
        return budget_s(clock.left(self.now_ms)[clock.side] / 1000, clock.control.step_ms / 1000)

    def _follow(self) -> None:
        """Let the time of the side to move run, or nobody's."""
        clock = self.clock
        assert clock
        if self.led:
            return
        side = self._session.mirror.game.side if self._runs() else STOPPED
        if side != clock.side:
            now = self.now_ms
            self.clock = clock.stop(now) if side == STOPPED else clock.run(side, now)
            self._keep()

    def _runs(self) -> bool:
        session = self._session
        game, state = session.mirror.game, session.board.state
        rests = self.paused or self._fallen or session.over or not game.ply
        rests = rests or self.held or session.training.offered >= 0
        rests = rests or session.table.is_setup(game) or session.board.linkstate != READY
        return not (rests or session.board.paused or (state and state.rule.startswith(ASKED)))

    def _watch(self, side: int, left_ms: int) -> None:
        session = self._session
        name = session.table.side_name(side, session.texts)
        if not left_ms:
            if self.led:
                return
            self._fall(side, name)
            return
        for number, least in enumerate(WARN_MS, 1):
            if left_ms <= least < self._start_ms and self._warned[side] < number:
                warned = list(self._warned)
                warned[side] = number
                self._warned = (warned[0], warned[1])
                session.notify(f"clock.warn.{number}", side=name)

    @property
    def _start_ms(self) -> int:
        return self.clock.control.start_ms if self.clock else 0

    def _fall(self, side: int, name: str) -> None:
        session = self._session
        self._fallen = True
        self._follow()
        session.notify("clock.fallen", side=name)
        if self.flag == LOSE:
            try:
                session.endings.finish((1 - side, TIME))
            except (IllegalMove, ParseError, UnderboardError) as error:
                # The board was faster, or is away: it is told again.
                self._fallen = False
                session.say(session.reason(error))

    def _light(self, now_ms: int) -> None:
        """Have the board's lights warn of the last minute, as long as it lasts."""
        assert self.clock
        side = self.clock.side
        left_s = -(-self.clock.left(now_ms)[side] // 1000) if side != STOPPED else 0
        low = 0 < left_s <= MAX_LIT_S < self._start_ms // 1000
        if low and (side != self._lit_side or now_ms >= self._lit_until_ms):
            self._lit_side, self._lit_until_ms = side, now_ms + 1000 * MAX_LIT_S // 2
            self._session.command("clock", min(left_s, MAX_LIT_S))
        elif not low and self._lit_side != STOPPED and side != self._lit_side:
            self._lit_side = STOPPED
            if self._session.board.linkstate == READY:
                self._session.command("clock", 0)

    def _keep(self) -> None:
        session = self._session
        self._kept_ms = self.now_ms
        if self.clock is None or self.led:
            return
        text = self.clock.stop(self._kept_ms).text
        key = f"{session.board.row} {text}"
        if not session.board.row or key == self._kept:
            return
        try:
            session.board.records.set_clock(session.board.row, text)
            self._kept = key
        except UnderboardError:
            return  # no turn is lost by it, and it is kept again soon

    # What people say

    def pause(self) -> None:
        """Stop the clock, or let it go on."""
        session = self._session
        if self.clock is None:
            raise UnderboardError("this game has no clock: begin one with --clock 10m+5s")
        if session.over:
            raise IllegalMove("game-over", "The game is over.")
        self.paused = not self.paused
        self._follow()
        self._keep()
        session.changed = True
        session.notify("clock.paused" if self.paused else "clock.on", clock=self.words())

    def hold(self, held: bool) -> None:
        """Let both sides' time rest while one asks the other something, or go on."""
        self.held = held
        self._session.changed = True
        if self.clock is not None:
            self._follow()
            self._keep()

    def charge(self, side: int, ms: int) -> None:
        """Take time from a side that is to move, as if it had thought for ``ms``."""
        if self.clock is None or self.led:
            return
        left = list(self.clock.left(self.now_ms))
        left[side] = max(left[side] - ms, 0)
        stopped = self.clock.stop(self.now_ms)
        used_ms = stopped.used_ms + (ms if self._session.mirror.game.side == side else 0)
        self.clock = replace(stopped, left_ms=(left[0], left[1]), used_ms=used_ms)
        self._follow()
        self._keep()

    def as_data(self) -> JsonObject | None:
        """Return the clock as JSON, None without one."""
        if self.clock is None:
            return None
        left = list(self.clock.left(self.now_ms))
        control = self.clock.control.text
        return {"control": control, "left_ms": left, "side": self.clock.side, "paused": self.paused}

    def words(self) -> str:
        """Return what each side has left, empty without a clock."""
        if self.clock is None:
            return ""
        session, texts = self._session, self._session.texts
        left = self.clock.left(self.now_ms)
        names = [session.table.side_name(side, texts) for side in (0, 1)]
        marks = [">" if side == self.clock.side else " " for side in (0, 1)]
        words = "   ".join(f"{marks[n]} {names[n]} {shown(left[n])}" for n in (0, 1))
        return words + (f"   {texts('cli.play.clock.rests')}" if self.paused else "")

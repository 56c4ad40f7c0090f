"""A board with a game, seen from the host: mirror, record, give back.

The board owns the game.  What it tells is replayed in a mirror, committed to the records,
and only then told to whoever asked.  What a board has lost in a power cut is given back to
it.
"""

import time
from collections.abc import Callable

from boardcore.errors import IllegalMove
from boardcore.link.wire import Message, pack
from underboard.device.command_queue import PendingCommand
from underboard.device.events import (
    PAUSED,
    RESUMED,
    SET_ASIDE,
    CommandRefused,
    Cues,
    CuesChanged,
    EntryAdded,
    Event,
    GameChanged,
    Health,
    HealthChanged,
    Hello,
    LinkDown,
    LinkUp,
    Notice,
    State,
    StateChanged,
)
from underboard.device.port import SerialLink
from underboard.device.reports import ReportingConnection
from underboard.records.database import Records
from underboard.records.mirror import (
    BLANK,
    DivergedHistory,
    Entry,
    Mirror,
    MissingEntry,
    entry_or_none,
)
from underboard.records.models import BrokenGame, RecordsError
from underboard.texts.lazy import LazyText, lazy_text

__all__ = [
    "Board",
    "CommandRefused",
    "Cues",
    "CuesChanged",
    "EntryAdded",
    "Event",
    "GameChanged",
    "Health",
    "HealthChanged",
    "Hello",
    "LinkDown",
    "LinkUp",
    "Notice",
    "State",
    "StateChanged",
]  # fmt: skip

ENTRIES = ("game", "turn", "undo", "end")
MAX_FORKS = 2
"""Number of times that a history may diverge before the board is given up; chosen."""
MAX_GIVES = 5
"""Times in a row that the same game is restored to a board; chosen."""
RETRY_S = 1.0
"""Time between two tries to write records, s; chosen."""


class Board(ReportingConnection):
    """One board with a game on it.

    ``give_back``: whether a board that has lost its game gets it back; not for
    a board that is new each time, like a simulated one.  The rest as for BoardConnection.
    """

    def __init__(
        self,
        open_link: Callable[[], SerialLink],
        records: Records,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        *,
        give_back: bool = True,
        run_id: str = "",
    ) -> None:
        super().__init__(open_link, clock, sleep, run_id=run_id)
        self.row = 0
        """Number of the mirror's game in the records, 0 if not written yet."""
        self.paused = ""
        """Why nothing is taken from the board now: a sentence, empty while records work."""
        self.players = ""
        """Players as the records keep them: names, separated by ``|``."""
        self._named = (0, "")  # the record that knows who plays, and who
        self._tried_s = clock() - RETRY_S
        self.records = records
        self._give_back = give_back
        self._blank: Mirror | None = None  # what a board has instead of the game it lost
        self._giving: list[Entry] = []
        self._gives = 0
        self._forks = 0
        self._kept = 0  # the record of the entry that was written last
        self._suspect = False  # an entry did not fit; a beat will tell whether it is our game
        self._hear_kind["game"] = self._hear_game
        self._hear_kind |= dict.fromkeys(ENTRIES[1:], self._hear_entry)
        self._hear_kind["beat"] = self._hear_beat

    # For those who play

    def new_game(self, name: str, variant: str = "", options: str = "", start: str = "") -> Mirror:
        """Begin a game on the board and wait until it is mirrored; raises as ``command``."""
        before = self.mirror.id if self.mirror else ""
        self.command("new", name, pack(variant), pack(options), pack(start))

        def is_there() -> bool:
            return self.mirror is not None and self.mirror.id != before and self.synced

        self._wait_until(is_there, "the new game")
        # It may be on the board and, as long as the records fail, not here.
        assert self.mirror
        return self.mirror

    def take_back(self, ply: int) -> None:
        """Undo to this ply and wait until it is mirrored; raises as ``command``."""
        last, game = self._last, self.mirror.game if self.mirror else None
        there = game is not None and game.ply == ply and game.ended is None
        self.command("back", ply)
        self._wait_until(lambda: there or self._last > last, "the move taken back")

    def finish(self, ending: str) -> None:
        """End the game, like ``D:resigned``, and wait as ``take_back`` does."""
        last = self._last
        self.command("finish", pack(ending))
        self._wait_until(lambda: self._last > last, "the end of the game")

    @property
    def _last(self) -> int:
        return self.mirror.last if self.mirror else -1

    def step(self, timeout_s: float = 0.0) -> list[Event]:
        """Do what is due; wait at most ``timeout_s`` for events, and return them."""
        if self._due():
            self._name()
        return super().step(timeout_s)

    def close(self) -> None:
        """Write down who played, say goodbye and close the port."""
        self._name()
        super().close()

    def _name(self) -> None:
        """Write down who plays the game, where that is not known yet."""
        if not self.players or not self.row or self._named == (self.row, self.players):
            return
        try:
            self.records.set_players(self.row, self.players)
            self._named = (self.row, self.players)
        except RecordsError:
            self._tried_s = self._clock()  # no turn is lost by it

    # Meeting

    def _known(self) -> tuple[object, object, object]:
        known = self._blank or self.mirror
        return (known.id, known.last, known.chain) if known else super()._known()

    def _take_up(self, hello: Hello) -> None:
        """Take up the game that this board had when we last met."""
        try:
            row = self.records.last_unfinished(hello.board_id)
            mirror = self._load(row.number) if row and row.name == hello.game else None
        except RecordsError as error:
            self._pause(error)
            return
        if row and mirror:
            self.mirror, self.row = mirror, row.number

    def _load(self, number: int) -> Mirror | None:
        """Return a game of the records; one that cannot be read is set aside."""
        try:
            return self.records.load(number)
        except BrokenGame as error:
            self._set_aside(number, error)
            return None

    def _set_aside(self, number: int, error: BrokenGame) -> None:
        self.records.set_aside(number, str(error))
        template = "%s; it is set aside, and what the board still knows of it is written anew"
        self._events.append(Notice(SET_ASIDE, LazyText(template, error)))

    def _on_connect(self) -> None:
        self._suspect = False
        self._forks = 0
        self._blank = None
        self._stop_giving()
        if self.mirror:
            self._events.append(GameChanged(self.mirror))

    def _on_disconnect(self) -> None:
        self._suspect = False
        self._blank = None
        self._stop_giving()

    def _done(self, order: PendingCommand) -> None:
        if order.kind == "load":
            self._given(order.trouble)

    # Records that cannot be used for a while

    def _hear(self, message: Message) -> None:
        """Take a line; what the records cannot keep is not taken, and the board tells it again."""
        if self.paused and message.kind in ENTRIES and not self._due():
            self._asking = True
            return
        try:
            super()._hear(message)
        except RecordsError as error:
            self._pause(error)

    def _due(self) -> bool:
        return self._clock() - self._tried_s >= RETRY_S

    def _pause(self, error: RecordsError) -> None:
        self.synced = False
        self._asking = True
        self._tried_s = self._clock()
        if not self.paused:
            self.paused = LazyText(
                "the game pauses: %s; it goes on by itself when they can be used", error
            )
            self._events.append(Notice(PAUSED, self.paused))

    def _resume(self) -> None:
        if self.paused:
            self.paused = ""
            self._events.append(Notice(RESUMED, "the records can be used again: the game goes on"))

    def _wait_until(self, true: Callable[[], bool], what: str) -> None:
        super()._wait_until(lambda: bool(self.paused) or true(), what)

    def _why_not_met(self, heard: bool, timeout_s: float) -> str:
        return self.paused or super()._why_not_met(heard, timeout_s)

    # The game

    def _hear_game(self, message: Message) -> None:
        entry = entry_or_none(message)
        if entry is None:
            return
        number = entry.text.split("|")[0]
        if self._blank is not None and number == self._blank.id:
            return
        if self.mirror is not None and number == self.mirror.id:
            self._blank = None
            if self.mirror.entries[0].chain != entry.chain:
                self._fork()
            return
        if self._giving or self._forks > MAX_FORKS:
            return
        self._blank = None
        try:
            mirror = Mirror.from_entries([entry])
        except (MissingEntry, DivergedHistory) as error:
            self._report_rule_mismatch(lazy_text(error))
            return
        assert self.hello
        row = self.records.find(self.hello.board_id, number)
        if row:
            known = self._load(row.number)
            if known and known.entries[0].chain == entry.chain:
                self.records.touch(row.number)
                self._adopt(known, row.number)
                return
            if known:
                self.records.fork(row.number, "another game of this number came from the board")
        if mirror.origin == BLANK and self._worth_giving():
            # If the board has no turns either, it gets ours back; its beat will tell.
            self._blank = mirror
            return
        # A game that nobody has touched is not worth a record yet.
        number_in_records = 0
        if mirror.origin != BLANK:
            number_in_records = self.records.insert(mirror, self.hello.board_id)
        self._adopt(mirror, number_in_records)

    def _adopt(self, mirror: Mirror, row: int) -> None:
        self.mirror, self.row, self._blank = mirror, row, None
        self.synced = self._suspect = False
        self._gives = 0
        self._progress_s = self._clock()
        self._events.append(GameChanged(mirror))
        self._publish_state()

    def _hear_entry(self, message: Message) -> None:
        entry = entry_or_none(message)
        mirror = self._blank or self.mirror
        if entry is None or mirror is None:
            self._asking = True
            return
        try:
            # First into the records, then into the mirror and to those who look.
            added = mirror.take(entry, self._keep)
        except MissingEntry:
            self._asking = True
            return
        except DivergedHistory:
            # It may belong to another game whose first line was lost: a beat will tell.
            self._suspect = self._asking = True
            return
        if added is None:
            return
        if mirror is self._blank:
            self._adopt(mirror, self._kept)
        self.row = self._kept
        self.synced = False
        self._progress_s = self._clock()
        self._asking = True
        self._events.append(EntryAdded(added))
        self._publish_state()

    def _keep(self, entry: Entry, outcome: str) -> None:
        """Write an entry that fits our game, or the one that the board has instead of it."""
        assert self.hello
        mirror = self._blank or self.mirror
        assert mirror
        number = 0 if mirror is self._blank else self.row
        if number:
            try:
                self.records.append(number, entry, outcome)
            except BrokenGame as error:
                self._set_aside(number, error)
                self.row = number = 0
        if not number:
            number = self.records.insert(mirror, self.hello.board_id, also=(entry, outcome))
        self._kept = number

    def _hear_beat(self, message: Message) -> None:
        super()._hear_beat(message)
        number, index, chain = message.fields[:3]
        if self._giving or not index.isdigit():
            return
        last = int(index)
        mirror = self.mirror
        if self._blank is not None and number == self._blank.id:
            if last == 0:
                self._restore(0)
            else:
                self._asking = True
        elif mirror is None or number != mirror.id or last > mirror.last:
            if mirror is not None and number == mirror.id and self._suspect:
                self._fork()
            self._asking = True
        elif mirror.entries[last].chain != chain:
            self._fork()
        elif last < mirror.last:
            self._restore(last + 1)
        else:
            self.synced = self._beaten = True
            self._resume()
            self._suspect = False
            self._forks = self._gives = 0

    # When the two sides differ

    def _worth_giving(self) -> bool:
        mirror = self.mirror
        return (
            self._give_back
            and mirror is not None
            and self.hello is not None
            and mirror.name == self.hello.game
            and not mirror.outcome
            and (mirror.last > 0 or mirror.origin != BLANK)
            and self._gives < MAX_GIVES
        )

    def _restore(self, index: int) -> None:
        """Give the board back what it has lost, from this entry on."""
        assert self.mirror
        if self._gives >= MAX_GIVES:
            return
        self._gives += 1
        self._blank = None
        self._giving = self.mirror.entries[index:]
        self._load_next()

    def _load_next(self) -> None:
        entry = self._giving[0]
        self.commands.add("load", (entry.index, entry.kind, pack(entry.text), entry.chain))

    def _given(self, trouble: Exception | None) -> None:
        if not self._giving:
            return
        self._progress_s = self._clock()
        if trouble is not None:
            self._giving = []
            code = trouble.rule if isinstance(trouble, IllegalMove) else "load"
            self._events.append(CommandRefused(code, lazy_text(trouble)))
        else:
            self._giving = self._giving[1:]
            if self._giving:
                self._load_next()
        self._asking = True

    def _stop_giving(self) -> None:
        self._giving = []
        self.commands.forget("load")

    def _fork(self) -> None:
        """Close our version of the game, which the board went on with in another way."""
        if self._forks >= MAX_FORKS:
            self._forks = MAX_FORKS + 1
            self._report_rule_mismatch(
                "the board's entries lead elsewhere by the rules of this program"
            )
            return
        if self.row:
            self.records.fork(self.row, "the board went on with this game in another way")
        self._forks += 1
        self.mirror, self.row, self._blank = None, 0, None
        self.synced = self._suspect = False
        self._say_have()

    def _report_rule_mismatch(self, why: str) -> None:
        text = LazyText(
            "board and computer differ about the rules: %s; bring both to the same release", why
        )
        if self._refusal != text:
            self._refusal = text
            self._events.append(CommandRefused("chain", text))

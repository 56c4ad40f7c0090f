"""Board: a board with a game, seen from the host: mirror, record, give back.

The board owns the game.  What it tells is replayed in a mirror, committed to the records,
and only then told to whoever asked.  What a board has lost in a power cut is given back to
it.
"""

import time
from collections.abc import Callable
from typing import Any

from boardcore.errors import IllegalMove
from boardcore.wire import Message, pack, unpack
from underboard.contact import Contact, Order
from underboard.mirror import BLANK, Entry, Forked, Gap, Mirror, entry_of
from underboard.news import (
    Cues,
    CuesChanged,
    Down,
    EntryAdded,
    Event,
    GameChanged,
    Health,
    HealthChanged,
    Hello,
    Refused,
    State,
    StateChanged,
    Up,
)
from underboard.records import Records

__all__ = [
    "Board", "Cues", "CuesChanged", "Down", "EntryAdded", "Event", "GameChanged", "Health",
    "HealthChanged", "Hello", "Refused", "State", "StateChanged", "Up",
]  # fmt: skip

FORKS_MOST = 2
GIVES_MOST = 5
"""So often in a row the same game is given back."""


class Board(Contact):
    """One board with a game on it.

    ``give_back``: whether a board that has lost its game gets it back; not for
    a board that is new each time, like a simulated one.  The rest as for Contact.
    """

    def __init__(
        self,
        open_link: Callable[[], Any],
        records: Records,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        *,
        give_back: bool = True,
        run_id: str = "",
    ) -> None:
        super().__init__(open_link, clock, sleep, run_id=run_id)
        self.mirror: Mirror | None = None
        self.row = 0
        """Number of the mirror's game in the records, 0 if not written yet."""
        self.state: State | None = None
        self.cues: Cues | None = None
        self.health: Health | None = None
        """Of a board with linear Hall sensors."""
        self._records = records
        self._give_back = give_back
        self._blank: Mirror | None = None  # what a board has instead of the game it lost
        self._giving: list[Entry] = []
        self._gives = 0
        self._forks = 0
        self._suspect = False  # an entry did not fit; a beat will tell whether it is our game
        self._hear_kind["game"] = self._hear_game
        self._hear_kind["turn"] = self._hear_kind["undo"] = self._hear_entry
        self._hear_kind["beat"] = self._hear_beat
        self._hear_kind["state"] = self._hear_state
        self._hear_kind["cues"] = self._hear_cues
        self._hear_kind["health"] = self._hear_health

    # For those who play

    def new_game(self, name: str, variant: str = "", options: str = "", start: str = "") -> Mirror:
        """Begin a game on the board and wait until it is mirrored; raises as ``command``."""
        before = self.mirror.id if self.mirror else ""
        self.command("new", name, pack(variant), pack(options), pack(start))
        self._wait_until(
            lambda: self.mirror is not None and self.mirror.id != before and self.in_step,
            "the new game",
        )
        assert self.mirror
        return self.mirror

    def take_back(self, ply: int) -> None:
        """Undo to this ply and wait until it is mirrored; raises as ``command``."""
        last = self.mirror.last if self.mirror else -1
        already = self.mirror is not None and self.mirror.game.ply == ply
        self.command("back", ply)
        self._wait_until(
            lambda: already or (self.mirror is not None and self.mirror.last > last),
            "the turn taken back",
        )

    # Meeting

    def _known(self) -> tuple[object, object, object]:
        known = self._blank or self.mirror
        return (known.id, known.last, known.chain) if known else super()._known()

    def _another(self, hello: Hello) -> None:
        """Take up the game that this board had when we last met."""
        self.mirror, self.row, self.state, self.cues = None, 0, None, None
        self.health = None
        row = self._records.last_unfinished(hello.board_id)
        if row and row.name == hello.game:
            self.mirror, self.row = self._records.load(row.number), row.number

    def _met(self) -> None:
        self._suspect = False
        self._forks = 0
        self._blank = None
        self._stop_giving()
        if self.mirror:
            self._events.append(GameChanged(self.mirror))

    def _parted(self) -> None:
        self._suspect = False
        self._blank = None
        self._stop_giving()

    def _done(self, order: Order) -> None:
        if order.kind == "load":
            self._given(order.trouble)

    # Hearing

    def _hear_state(self, message: Message) -> None:
        verdict, side, ply, rule, cells, outcome = message.fields[:6]
        state = State(
            verdict,
            side,
            int(ply) if ply.isdigit() else 0,
            unpack(rule),
            tuple(cells.split(",")) if cells != "-" else (),
            unpack(outcome),
        )
        if state != self.state:
            self.state = state
            self._events.append(StateChanged(state))

    def _hear_cues(self, message: Message) -> None:
        cues = Cues(message.fields[0], message.fields[1])
        if cues != self.cues:
            self.cues = cues
            self._events.append(CuesChanged(cues))

    def _hear_health(self, message: Message) -> None:
        try:
            health = Health.of(message.fields)
        except ValueError:
            return
        if health != self.health:
            self._events.append(HealthChanged(health, self.health))
            self.health = health

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
        if self._giving or self._forks > FORKS_MOST:
            return
        self._blank = None
        try:
            mirror = Mirror.from_entries([entry])
        except (Gap, Forked) as error:
            self._mistrust(str(error))
            return
        assert self.hello
        row = self._records.find(self.hello.board_id, number)
        if row:
            known = self._records.load(row.number)
            if known.entries[0].chain == entry.chain:
                self._records.touch(row.number)
                self._adopt(known, row.number)
                return
            self._records.fork(row.number, "another game of this number came from the board")
        if mirror.origin == BLANK and self._worth_giving():
            # If the board has no turns either, it gets ours back; its beat will tell.
            self._blank = mirror
            return
        # A game that nobody has touched is not worth a record yet.
        number_in_records = 0
        if mirror.origin != BLANK:
            number_in_records = self._records.begin(mirror, self.hello.board_id)
        self._adopt(mirror, number_in_records)

    def _adopt(self, mirror: Mirror, row: int) -> None:
        self.mirror, self.row, self._blank = mirror, row, None
        self.in_step = self._suspect = False
        self._gives = 0
        self._progress_s = self._clock()
        self._events.append(GameChanged(mirror))

    def _hear_entry(self, message: Message) -> None:
        entry = entry_or_none(message)
        mirror = self._blank or self.mirror
        if entry is None or mirror is None:
            self._asking = True
            return
        try:
            added = mirror.take(entry)
        except Gap:
            self._asking = True
            return
        except Forked:
            # It may belong to another game whose first line was lost: a beat will tell.
            self._suspect = self._asking = True
            return
        if added is None:
            return
        assert self.hello
        if mirror is self._blank:
            self._adopt(mirror, 0)
        # First into the records, then to those who look.
        if self.row:
            self._records.append(self.row, added, mirror.outcome)
        else:
            self.row = self._records.begin(mirror, self.hello.board_id)
        self.in_step = False
        self._progress_s = self._clock()
        self._asking = True
        self._events.append(EntryAdded(added))

    def _hear_beat(self, message: Message) -> None:
        super()._hear_beat(message)
        number, index, chain = message.fields[:3]
        if self._giving or not index.isdigit():
            return
        last = int(index)
        mirror = self.mirror
        if self._blank is not None and number == self._blank.id:
            if last == 0:
                self._give(0)
            else:
                self._asking = True
        elif mirror is None or number != mirror.id or last > mirror.last:
            if mirror is not None and number == mirror.id and self._suspect:
                self._fork()
            self._asking = True
        elif mirror.entries[last].chain != chain:
            self._fork()
        elif last < mirror.last:
            self._give(last + 1)
        else:
            self.in_step = self._beaten = True
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
            and self._gives < GIVES_MOST
        )

    def _give(self, index: int) -> None:
        """Give the board back what it has lost, from this entry on."""
        assert self.mirror
        if self._gives >= GIVES_MOST:
            return
        self._gives += 1
        self._blank = None
        self._giving = self.mirror.entries[index:]
        self._load_next()

    def _load_next(self) -> None:
        entry = self._giving[0]
        self._order("load", (entry.index, entry.kind, pack(entry.text), entry.chain))

    def _given(self, trouble: Exception | None) -> None:
        if not self._giving:
            return
        self._progress_s = self._clock()
        if trouble is not None:
            self._giving = []
            code = trouble.rule if isinstance(trouble, IllegalMove) else "load"
            self._events.append(Refused(code, str(trouble)))
        else:
            self._giving = self._giving[1:]
            if self._giving:
                self._load_next()
        self._asking = True

    def _stop_giving(self) -> None:
        self._giving = []
        self._forget("load")

    def _fork(self) -> None:
        """Close our version of the game, which the board went on with in another way."""
        self._forks += 1
        if self._forks > FORKS_MOST:
            self._mistrust("the board's entries lead elsewhere by the rules of this program")
            return
        if self.row:
            self._records.fork(self.row, "the board went on with this game in another way")
        self.mirror, self.row, self._blank = None, 0, None
        self.in_step = self._suspect = False
        self._say_have()

    def _mistrust(self, why: str) -> None:
        text = f"board and computer differ about the rules: {why}; bring both to the same release"
        if self._refusal != text:
            self._refusal = text
            self._events.append(Refused("chain", text))


def entry_or_none(message: Message) -> Entry | None:
    """Return the entry of a line, None for nonsense that somebody gave a right checksum."""
    try:
        return entry_of(message)
    except Forked:
        return None

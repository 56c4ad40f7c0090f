"""Journal: the game on the table, entry by entry, kept through power cuts.

Entry 0 is the game itself (what is played, from which position), every later
one a turn, an undo or an end.  Nothing is ever taken out: an undo is an entry too.  So
two copies of a journal can only differ in length or be different histories,
and the *chain*, a checksum over all entries and the positions they lead to,
tells which.

In the store (``microcontroller.nvm``) a journal is a row of records, see ``slots``::

    entry  E0  index  code x 4        check x 2    one slot
    game   60  slots  text … 00       check x 2    as many slots as it needs
"""

from binascii import crc32
from struct import pack_into, unpack_from

from boardcore.link.wire import pack, unpack
from boardcore.store.slots import CHECK, SLOT, Slots

ENTRY, GAME = 0xE0, 0x60

UNDO = 1 << 29
"""Code of an undo: this bit and the ply that remains."""
SIDE = 1 << 28
"""This bit of a turn's code tells who played it; a turn itself is smaller."""
END = UNDO | SIDE
"""Code of an end that players have agreed on, or the clock has brought: these bits and which."""

ORIGINS = BLANK, PLAYERS, COMPUTER, CONTINUED = ("blank", "players", "computer", "continued")
"""Where a game comes from: an empty store, people's hands, the computer, a full store."""

ROOM_FOR_A_GAME = 160
"""Slots that must be free when a game begins, else the store is erased first.

The erase is the one moment in which a power cut loses everything on the board
(one sector, no spare), so it is done between games.  Long games: 108 plies
(host/docs/rules/apagos.md, 1.2); Pylos with take-backs about 60.
"""


def chain_of(before: int, text: str) -> int:
    """Return the checksum of a history that goes on with ``text``."""
    return crc32(text.encode(), before)


class Journal:
    """The history of one game, in memory and in the store.

    ``store`` as for ``Slots``.  ``entries`` counts entry 0.
    """

    def __init__(self, store) -> None:
        self._slots = Slots(store, _slots_of)
        self.damaged = 0
        """Records that failed their check when the store was read."""
        self.game: tuple[str, ...] = ()
        """Entry 0 as texts: id, name, variant, options, origin, start; empty before the first."""
        self.codes: list[int] = []
        self._chains = bytearray(0)
        self._plies: list[int] = []
        for record in self._slots.records():
            self._take(record)
        self.damaged += self._slots.damaged

    # What is there

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return 1 + len(self.codes) if self.game else 0

    def chain(self, index: int) -> int:
        """Return the checksum of the history up to this entry."""
        return unpack_from("<I", self._chains, 4 * index)[0]

    def ply(self, index: int) -> int:
        """Return how many turns stand after this entry."""
        return self._plies[index]

    def start_chain(self) -> int:
        """Return the chain of entry 0."""
        return chain_of(0, " ".join([pack(field) for field in self.game]))

    # Writing

    def begin(self, game) -> None:
        """Start a new history with entry 0: texts id, name, variant, options, origin, start."""
        self.game = tuple(game)
        self.codes = []
        self._plies = []
        self._chains = bytearray(0)
        self._note(self.start_chain(), 0)
        record = self._game_record()
        if len(record) // SLOT + ROOM_FOR_A_GAME > self._slots.room:
            self._rewrite()
        else:
            self._slots.append(record)

    def is_full(self) -> bool:
        """Tell whether the store cannot hold another entry of this game, even written anew."""
        if self._slots.room:
            return False
        return len(self._game_record()) // SLOT + len(self.codes) >= self._slots.size

    def add(self, code: int, ply: int, text: str) -> None:
        """Append a turn, an undo or an end; ask ``is_full`` before.

        ``ply``: turns that stand after it; ``text``: entry and position as
        they go into the chain.  In memory the entry is there in any case.
        """
        self.codes.append(code)
        self._note(chain_of(self.chain(len(self.codes) - 1), text), ply)
        if self._slots.room:
            self._slots.append(self._entry_record(len(self.codes)))
        else:
            self._rewrite()

    def replayed(self, index: int, ply: int, text: str) -> None:
        """Take over the chain of an entry that the store gave back (called once per entry)."""
        before = self.chain(index - 1)
        self._note(chain_of(before, text), ply)

    def cut(self, entries: int) -> None:
        """Keep so many entries; the rules cannot replay the next one.

        The store is written anew, or the next start would stumble again.
        """
        self.codes = self.codes[: max(entries - 1, 0)]
        self._rewrite()

    def _note(self, chain: int, ply: int) -> None:
        link = bytearray(4)
        pack_into("<I", link, 0, chain)
        self._chains += link
        self._plies.append(ply)

    def _rewrite(self) -> None:
        game = self._game_record()
        self._slots.rewrite(len(game) // SLOT + len(self.codes), self._records(game))

    def _records(self, game: bytearray):
        yield game
        for index in range(1, len(self.codes) + 1):
            yield self._entry_record(index)

    def _entry_record(self, index: int) -> bytearray:
        record = bytearray(SLOT)
        pack_into("<BBI", record, 0, ENTRY, index & 0xFF, self.codes[index - 1])
        return record

    def _game_record(self) -> bytearray:
        text = " ".join([pack(field) for field in self.game]).encode()
        slots = (2 + len(text) + 1 + CHECK + SLOT - 1) // SLOT
        record = bytearray(slots * SLOT)
        record[0] = GAME
        record[1] = slots
        record[2 : 2 + len(text)] = text
        return record

    def _take(self, record) -> None:
        """Take a record of the store."""
        if record[0] == GAME:
            text = bytes(record[2 : len(record) - CHECK]).rstrip(b"\x00").decode()
            self.game = tuple([unpack(field) for field in text.split(" ")])
            self.codes = []
            self._plies = []
            self._chains = bytearray(0)
            self._note(self.start_chain(), 0)
        elif self.game and record[1] == len(self.codes) + 1 & 0xFF:
            self.codes.append(unpack_from("<I", record, 2)[0])
        else:
            # An entry whose forerunner is damaged: nothing after the gap can be trusted.
            self.damaged += 1


def _slots_of(first: int, second: int) -> int:
    return second if first == GAME else 1 if first == ENTRY else 0

"""The game on the table, entry by entry, kept through power cuts.

Entry 0 is the game itself (what is played, from which position), every later
one a turn, an undo or an end.  Entries are never removed: an undo is an entry too.  So
two copies of a journal differ in length only, or they are different histories;
the *chain*, a checksum over all entries and the positions they lead to,
shows which.

In the store (``microcontroller.nvm``) a journal is a row of records, see ``slots``::

    entry  E0  index  code x 4        check x 2    one slot
    game   60  slots  text … 00       check x 2    as many slots as it needs
"""

from binascii import crc32
from struct import pack_into, unpack_from

from boardcore.link.wire import pack, unpack
from boardcore.store.slots import CHECK, SLOT, Slots

ENTRY, GAME = 0xE0, 0x60
"""First byte of a record: of an entry, of a game."""

UNDO = 1 << 29
"""Bit of an undo's code, beside the ply that remains; chosen above all turns."""
SIDE = 1 << 28
"""Bit of a turn's code for the side that played it; chosen above all turns."""
END = UNDO | SIDE
"""Code of an end by agreement or by the clock: these bits and the number of the end."""

ORIGINS = BLANK, PLAYERS, COMPUTER, CONTINUED = ("blank", "players", "computer", "continued")
"""Origins of a game: an empty store, the players' hands, the computer, a full store."""

ROOM_FOR_A_GAME = 160
"""Number of slots that must be free when a game begins, else the store is erased first.

A power cut during the erase loses everything on the board (one sector, no
spare), so it is done between games.  Long games have 108 plies
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
        self.slots = Slots(store, _slots_of)
        self.game: tuple[str, ...] = ()
        """Entry 0 as texts: id, name, variant, options, origin, start; empty before the first."""
        self.codes: list[int] = []
        self._chains = bytearray(0)
        self._plies: list[int] = []
        for record in self.slots.records():
            self._take(record)

    # Reading

    @property
    def entries(self) -> int:
        """Number of entries."""
        return 1 + len(self.codes) if self.game else 0

    def chain(self, index: int) -> int:
        """Return the checksum of the history up to this entry."""
        return unpack_from("<I", self._chains, 4 * index)[0]

    def ply(self, index: int) -> int:
        """Return the number of turns that stand after this entry."""
        return self._plies[index]

    # Writing

    def begin(self, game) -> None:
        """Start a new history with entry 0: texts id, name, variant, options, origin, start."""
        self._start(game)
        record = self._game_record()
        if len(record) // SLOT + ROOM_FOR_A_GAME > self.slots.free_slots:
            self._rewrite()
        else:
            self.slots.append(record)

    def is_full(self) -> bool:
        """Return whether another entry of this game has no room in the store, even if rewritten."""
        if self.slots.free_slots:
            return False
        return len(self._game_record()) // SLOT + len(self.codes) >= self.slots.size

    def add(self, code: int, ply: int, text: str) -> None:
        """Append a turn, an undo or an end; call ``is_full`` before.

        ``ply``: turns that stand after it; ``text``: entry and position as
        they go into the chain.  In memory the entry is appended in any case.
        """
        self.codes.append(code)
        self._note(chain_of(self.chain(len(self.codes) - 1), text), ply)
        if self.slots.free_slots:
            self.slots.append(self._entry_record(len(self.codes)))
        else:
            self._rewrite()

    def replayed(self, index: int, ply: int, text: str) -> None:
        """Extend the chain by an entry that was read from the store; once per entry."""
        self._note(chain_of(self.chain(index - 1), text), ply)

    def truncate(self, entries: int) -> None:
        """Keep the first ``entries`` entries; the rules cannot replay the next one.

        The store is rewritten, or the next start would fail again.
        """
        self.codes = self.codes[: max(entries - 1, 0)]
        self._rewrite()

    def _start(self, game) -> None:
        """Forget all entries, and take these texts as entry 0."""
        self.game = tuple(game)
        self.codes = []
        self._plies = []
        self._chains = bytearray(0)
        self._note(chain_of(0, " ".join([pack(field) for field in self.game])), 0)

    def _note(self, chain: int, ply: int) -> None:
        link = bytearray(4)
        pack_into("<I", link, 0, chain)
        self._chains += link
        self._plies.append(ply)

    def _rewrite(self) -> None:
        game = self._game_record()
        self.slots.rewrite(len(game) // SLOT + len(self.codes), self._records(game))

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
        """Add a record that was read from the store."""
        if record[0] == GAME:
            text = bytes(record[2 : len(record) - CHECK]).rstrip(b"\x00").decode()
            self._start([unpack(field) for field in text.split(" ")])
        elif self.game and record[1] == len(self.codes) + 1 & 0xFF:
            # Else the entry before this one is damaged: nothing after the gap can be replayed.
            self.codes.append(unpack_from("<I", record, 2)[0])


def _slots_of(first: int, second: int) -> int:
    return second if first == GAME else 1 if first == ENTRY else 0

"""Journal: the game on the table, entry by entry, kept through power cuts.

Entry 0 is the game itself (what is played, from which position), every later
one a turn or an undo.  Nothing is ever taken out: an undo is an entry too.  So
two copies of a journal can only differ in length or be different histories,
and the *chain*, a checksum over all entries and the positions they lead to,
tells which.

In the store (``microcontroller.nvm``) a journal is a row of records of whole
8-byte slots, appended to erased space::

    entry  E0  index  code x 4        crc x 2      one slot
    game   60  slots  text … 00       crc x 2      as many slots as it needs

The crc takes in the number of the slot, so an old record in the wrong place
is no record.  A torn record fails its crc and is skipped, slot by slot.
"""

from binascii import crc32
from struct import pack_into, unpack_from

from boardcore.wire import pack, unpack

SLOT = 8
ENTRY, GAME = 0xE0, 0x60
ERASED = 0xFF

UNDO = 1 << 29
"""Code of an undo: this bit and the ply that remains."""
SIDE = 1 << 28
"""This bit of a turn's code tells who played it; a turn itself is smaller."""

ORIGINS = BLANK, PLAYERS, COMPUTER, CONTINUED = ("blank", "players", "computer", "continued")
"""Where a game comes from: an empty store, people's hands, the computer, a full store."""

ROOM_FOR_A_GAME = 160
"""Slots that must be free when a game begins, else the store is erased first.

The erase is the one moment in which a power cut loses everything on the board
(one sector, no spare), so it is done between games.  Long games: 108 plies
(Apagos, rules page 1.2); Pylos with take-backs about 60.
"""


def chain_of(before: int, text: str) -> int:
    """Return the checksum of a history that goes on with ``text``."""
    return crc32(text.encode(), before)


class Journal:
    """The history of one game, in memory and in the store.

    ``store`` has ``size``, ``read(start, end)``, ``append(at, data)`` and
    ``rewrite(data)``.  ``entries`` counts entry 0.
    """

    def __init__(self, store) -> None:
        self._store = store
        self._slots = store.size // SLOT
        self._next = 0  # the first slot that is still erased
        self.damaged = 0
        """Records that failed their check when the store was read."""
        self.game: tuple[str, ...] = ()
        """Entry 0 as texts: id, name, variant, options, origin, start; empty before the first."""
        self.codes: list[int] = []
        self._chains = bytearray(0)
        self._plies: list[int] = []
        self._read()

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
        record = self._game_record(self._next)
        if self._next + len(record) // SLOT + ROOM_FOR_A_GAME > self._slots:
            self._rewrite()
        else:
            self._append(record)

    def is_full(self) -> bool:
        """Tell whether the store cannot hold another entry of this game, even written anew."""
        if self._next < self._slots:
            return False
        return len(self._game_record(0)) // SLOT + len(self.codes) >= self._slots

    def add(self, code: int, ply: int, text: str) -> None:
        """Append a turn or an undo; ask ``is_full`` before.

        ``ply``: turns that stand after it; ``text``: entry and position as
        they go into the chain.  In memory the entry is there in any case.
        """
        self.codes.append(code)
        self._note(chain_of(self.chain(len(self.codes) - 1), text), ply)
        if self._next >= self._slots:
            self._rewrite()
            return
        record = bytearray(SLOT)
        self._write_entry(record, 0, len(self.codes), self._next)
        self._append(record)

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

    def _append(self, record) -> None:
        at = self._next
        # Counted before it is written: a cut in the middle leaves the slot unfit for another.
        self._next += len(record) // SLOT
        self._store.append(at * SLOT, record)

    def _rewrite(self) -> None:
        image = self._game_record(0)
        first = len(image) // SLOT
        image += bytearray(SLOT * len(self.codes))
        for i in range(len(self.codes)):
            self._write_entry(image, first + i, i + 1, first + i)
        self._next = first + len(self.codes)
        self._store.rewrite(image)

    def _write_entry(self, image, at: int, index: int, slot: int) -> None:
        pack_into("<BBI", image, at * SLOT, ENTRY, index & 0xFF, self.codes[index - 1])
        self._seal(image, at, 1, slot)

    def _game_record(self, slot: int) -> bytearray:
        text = " ".join([pack(field) for field in self.game]).encode()
        slots = (2 + len(text) + 1 + 2 + SLOT - 1) // SLOT
        record = bytearray(slots * SLOT)
        record[0] = GAME
        record[1] = slots
        record[2 : 2 + len(text)] = text
        self._seal(record, 0, slots, slot)
        return record

    @staticmethod
    def _seal(image, at: int, slots: int, slot: int) -> None:
        end = (at + slots) * SLOT
        pack_into("<H", image, end - 2, _check(image, at * SLOT, end - 2, slot))

    # Reading

    def _read(self) -> None:
        image = self._store.read(0, self._slots * SLOT)
        last = self._slots
        while last and _is_erased(image, last - 1):
            last -= 1
        self._next = last
        slot = 0
        while slot < last:
            slot += self._read_record(image, slot, last)

    def _read_record(self, image, slot: int, last: int) -> int:
        """Take the record in this slot; return how many slots to go on."""
        at = slot * SLOT
        kind = image[at]
        slots = image[at + 1] if kind == GAME else 1
        end = at + slots * SLOT
        known = kind in (ENTRY, GAME) and 0 < slots <= last - slot
        if not known or unpack_from("<H", image, end - 2)[0] != _check(image, at, end - 2, slot):
            self.damaged += 1
            return 1
        if kind == GAME:
            text = bytes(image[at + 2 : end - 2]).rstrip(b"\x00").decode()
            self.game = tuple([unpack(field) for field in text.split(" ")])
            self.codes = []
            self._plies = []
            self._chains = bytearray(0)
            self._note(self.start_chain(), 0)
        elif self.game and image[at + 1] == len(self.codes) + 1 & 0xFF:
            self.codes.append(unpack_from("<I", image, at + 2)[0])
        else:
            # An entry whose forerunner is damaged: nothing after the gap can be trusted.
            self.damaged += 1
        return slots


def _check(image, start: int, end: int, slot: int) -> int:
    return crc32(bytes(image[start:end]), slot) & 0xFFFF


def _is_erased(image, slot: int) -> bool:
    for i in range(slot * SLOT, slot * SLOT + SLOT):
        if image[i] != ERASED:
            return False
    return True

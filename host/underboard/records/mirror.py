"""The host's copy of one game on a board, entry by entry, checked by the rules.

The board owns the game; its journal is entry 0 (the game itself) and then turns, undos
and ends, each with the *chain*, a checksum over the whole history and the positions it leads
to.  A mirror replays what arrives and computes the chain itself, so two sides that have
the same chain have the same game.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from boardcore.errors import IllegalMove, ParseError
from boardcore.link.wire import Message, pack, unpack
from boardcore.options import parse_options
from boardcore.play.endings import end_game, end_text, parse_end
from boardcore.play.history import take_back, turn_line, undo_line
from boardcore.store.journal import chain_of
from underboard.game_state import GameState, Rules, rules_of
from underboard.texts.lazy import LocalizedError

GAME, TURN, UNDO, END = "game", "turn", "undo", "end"
KINDS = (GAME, TURN, UNDO, END)
BLANK = "blank"
"""Origin of a game that a board began because its store was empty."""


class MissingEntry(LocalizedError):
    """An entry between the last one here and this one has not arrived."""


class DivergedHistory(LocalizedError):
    """An entry that leads elsewhere than our copy: another history, or other rules."""


@dataclass(frozen=True)
class Entry:
    """One entry of a game's history.

    ``text``: for a game ``id|name|variant|options|origin|start``, for a turn its text,
    for an undo the ply that remains, for an end winner and reason, ``D:resigned``.  ``ply``:
    how many turns stand after it; ``side``: letter of who played it, empty for the others;
    ``chain``: eight hex digits.
    """

    index: int
    kind: str
    text: str
    ply: int
    side: str
    chain: str


Keep = Callable[[Entry, str], None]
"""Writes an entry down, with the outcome of the game after it; raises what it likes."""


class Mirror:
    """One game as the board's journal tells it.

    Empty until entry 0 has arrived.  ``game``: the boardcore Game after all entries.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.game: GameState
        self._rules: Rules
        self._parts = [""] * 6
        self._chain = 0
        self._keep: Keep | None = None  # of the entry that is being taken

    @classmethod
    def from_entries(cls, entries: Iterable[Entry]) -> "Mirror":
        """Rebuild a mirror; raises Gap or Forked if the entries are not one history."""
        mirror = cls()
        for entry in entries:
            mirror.take(entry)
        return mirror

    @classmethod
    def of_game(
        cls, number: str, name: str, variant: str, options: str, origin: str, start: str
    ) -> "Mirror":
        """Return a mirror with entry 0 only, made here; raises ParseError."""
        mirror = cls()
        mirror._begin([number, name, variant, options, origin, start], "")
        return mirror

    # What it holds

    @property
    def id(self) -> str:
        """The board's number of this game; empty before entry 0."""
        return self._parts[0]

    @property
    def name(self) -> str:
        """Name of the game: pylos, apagos, gyges."""
        return self._parts[1]

    @property
    def variant(self) -> str:
        """Variant of the game."""
        return self._parts[2]

    @property
    def options(self) -> str:
        """The switches of its rules, ``name=value,name=value``."""
        return self._parts[3]

    @property
    def origin(self) -> str:
        """Origin of the game: blank, players, computer, continued."""
        return self._parts[4]

    @property
    def start(self) -> str:
        """The position it began with; empty for the usual one."""
        return self._parts[5]

    @property
    def last(self) -> int:
        """Index of the last entry, -1 if there is none."""
        return len(self.entries) - 1

    @property
    def chain(self) -> str:
        """Chain of the last entry, ``-`` if there is none."""
        return self.entries[-1].chain if self.entries else "-"

    @property
    def turns(self) -> list[str]:
        """Texts of the turns that stand, the first one first."""
        return [self._rules.turn_text(turn) for turn in self.game.turns] if self.entries else []

    @property
    def outcome(self) -> str:
        """Winner's letter (``=`` drawn) and reason, ``L:apex``; empty while it goes on."""
        outcome = self.game.outcome() if self.entries else None
        return end_text(self._rules, outcome) if outcome else ""

    # What arrives

    def add(self, message: Message) -> Entry | None:
        """Take a ``game``, ``turn``, ``undo`` or ``end`` line; return the new entry, None if known.

        Raises Gap if an earlier one is missing, and Forked if it is no continuation of
        what is here; the mirror stays as it was.
        """
        return self.take(entry_of(message))

    def take(self, entry: Entry, keep: Keep | None = None) -> Entry | None:
        """Take one entry as ``add`` does.

        ``keep`` writes it down first: if that fails, the mirror stays as it was, so that
        nothing is here that is not in the records.
        """
        if entry.index < 0 or (entry.kind == GAME) != (entry.index == 0):
            raise DivergedHistory("entry %s cannot be a %s", entry.index, entry.kind)
        if entry.index > self.last + 1:
            raise MissingEntry(
                "entry %s arrived, the next one here is %s", entry.index, self.last + 1
            )
        if entry.index <= self.last:
            known = self.entries[entry.index].chain
            if known != entry.chain:
                raise DivergedHistory(
                    "entry %s is %s here and %s there", entry.index, known, entry.chain
                )
            return None
        self._keep = keep
        try:
            if entry.kind == GAME:
                self._begin(entry.text.split("|"), entry.chain)
            elif entry.kind == TURN:
                self._play(entry)
            elif entry.kind == END:
                self._end(entry)
            else:
                self._undo(entry)
        except (IllegalMove, ParseError, ValueError) as error:
            raise DivergedHistory("entry %s: %s", entry.index, error) from error
        finally:
            self._keep = None
        return self.entries[-1]

    def play(self, text: str) -> Entry:
        """Add a turn that was made here; raises IllegalMove or ParseError."""
        side = self._rules.SIDE_LETTERS[self.game.side]
        self._play(Entry(self.last + 1, TURN, text, self.game.ply + 1, side, ""))
        return self.entries[-1]

    def end(self, text: str) -> Entry:
        """Add an end that players have agreed on here; raises IllegalMove or ParseError."""
        self._end(Entry(self.last + 1, END, text, self.game.ply, "", ""))
        return self.entries[-1]

    def _begin(self, parts: list[str], chain: str) -> None:
        if len(parts) != 6:
            raise ParseError("a game has 6 parts, here are %s", len(parts))
        for part in parts:
            if not (part.isascii() and part.isprintable()):
                raise ParseError("a game holds %a, expected plain letters", part[:40])
        rules = rules_of(parts[1])
        game = rules.Game(parts[2], parse_options(parts[3]), parts[5])
        self._note(GAME, "|".join(parts), 0, "", chain, " ".join(pack(part) for part in parts))
        self._rules, self.game, self._parts = rules, game, parts

    def _play(self, entry: Entry) -> None:
        game, rules = self.game, self._rules
        number = game.side
        side = rules.SIDE_LETTERS[number]
        if entry.side != side or entry.ply != game.ply + 1:
            raise ParseError(
                "ply %s by %s, expected ply %s by %s", entry.ply, entry.side, game.ply + 1, side
            )
        turn = rules.parse_turn(entry.text)
        game.play_turn(turn)
        line = turn_line(rules, game, number, turn)
        try:
            self._note(TURN, rules.turn_text(turn), game.ply, side, entry.chain, line)
        except BaseException:
            game.undo()
            raise

    def _undo(self, entry: Entry) -> None:
        game = self.game
        ply = int(entry.text)
        if ply != entry.ply or ply < 0:
            raise ParseError("undo to ply %s, there are %s moves", ply, game.ply)
        ended, undone = game.ended, list(game.turns[ply:])
        take_back(game, ply)
        try:
            self._note(UNDO, str(ply), ply, "", entry.chain, undo_line(game))
        except BaseException:
            for turn in undone:
                game.play_turn(turn)
            game.ended = ended
            raise

    def _end(self, entry: Entry) -> None:
        game = self.game
        if entry.ply != game.ply:
            raise ParseError("an end at ply %s, there are %s moves", entry.ply, game.ply)
        line = end_game(self._rules, game, parse_end(self._rules, entry.text))
        try:
            self._note(END, entry.text, game.ply, "", entry.chain, line)
        except BaseException:
            game.ended = None
            raise

    def _note(self, kind: str, text: str, ply: int, side: str, chain: str, line: str) -> None:
        """Append an entry whose ``line`` goes into the chain; ``chain`` empty: not checked."""
        number = chain_of(self._chain, line)
        if chain and chain != f"{number:08x}":
            raise DivergedHistory(
                "entry %s leads to %08x here and %s there", self.last + 1, number, chain
            )
        entry = Entry(self.last + 1, kind, text, ply, side, f"{number:08x}")
        if self._keep is not None:
            self._keep(entry, self.outcome)
        self._chain = number
        self.entries.append(entry)


def entry_of(message: Message) -> Entry:
    """Return the entry of a line of one of KINDS; raises Forked for nonsense."""
    fields = list(message.fields)
    try:
        if message.kind == GAME:
            index, number, name, variant, options, origin, start, chain = fields[:8]
            parts = [number, name, variant, unpack(options), origin, unpack(start)]
            return Entry(int(index), GAME, "|".join(parts), 0, "", chain)
        if message.kind == TURN:
            index, ply, side, text, chain = fields[:5]
            return Entry(int(index), TURN, text, int(ply), side, chain)
        if message.kind == END:
            index, ply, text, chain = fields[:4]
            return Entry(int(index), END, text, int(ply), "", chain)
        index, ply, chain = fields[:3]
        return Entry(int(index), UNDO, ply, int(ply), "", chain)
    except ValueError as error:
        raise DivergedHistory("line %r is not an entry: %s", message, error) from error


def entry_or_none(message: Message) -> Entry | None:
    """Return the entry of a line, None for nonsense with a right checksum."""
    try:
        return entry_of(message)
    except DivergedHistory:
        return None

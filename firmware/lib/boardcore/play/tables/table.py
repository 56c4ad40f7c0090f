"""One game on one board, independent of its hardware.

Inputs: readings, buttons, received bytes and the time in ms; outputs: colours and bytes to send.
The same object runs on the board, in the simulator and in tests.
"""

from boardcore.errors import ParseError
from boardcore.games import PRESENCE, module_of, rules_of
from boardcore.link.session import LinkSession
from boardcore.options import options_text
from boardcore.play.commands import NO_HINT, Commands
from boardcore.play.history import History, take_back
from boardcore.play.tables.buttons import LONG, TableButtons
from boardcore.play.tracker import Tracker
from boardcore.store.journal import BLANK, CONTINUED, PLAYERS, Journal
from boardcore.ticks import bring_along
from boardcore.verdicts import END, NEW_GAME, OFFER_END, PLAY, VERDICT_NAMES

MAX_DIFFERENCE = 90
"""Letters of a difference at most; chosen to fit into one line."""
ASKED_END = "end-%d"  # reported instead of a rule while an end is offered


class Table(TableButtons):
    """One game on one board; subclasses define ``step``, one loop iteration.

    ``readings``: one byte per sensor, 1 where a piece stands, written by the
    caller.  ``link.out[link.out_start:link.out_end]``: bytes to send.  ``free_bytes``:
    free memory, written by the caller for the heartbeat.
    """

    STATE = "state"
    """The kind of message that reports the state."""
    RECOGNIZER = PRESENCE
    """The part of a game that recognizes its turns on such a board."""
    TIMES: "tuple[str, ...]" = (
        "_clock_low_until_ms", "_hint_until_ms", "_early_ms", "_lost_ms", "_since_ms", "_drawn_ms",
    )  # fmt: skip
    """The attributes with a time that may stand for days."""

    def __init__(
        self, layout, store, identity, now_ms: int, variant="", options=(), brightness: int = 100
    ) -> None:
        """Resume the game in the store, or start one."""
        TableButtons.__init__(self, layout, now_ms, brightness)
        self.trace = False  # show each turn's way
        self._layout = layout
        self.identity = identity
        self.readings = bytearray(layout.sensors)
        self._observed = 0
        self.free_bytes = 0
        self.rules = rules_of(layout.game)
        self._exchanged = 0  # mask of cells where an undo or a new game needs another piece
        self._loading = False  # the computer is restoring a game, entry by entry
        self._games = 0
        self.bytes_received = 0
        """Number of bytes received since the last step."""
        self.defaults = (variant or self.rules.VARIANTS[0], options_text(options))
        self.journal = Journal(store)
        self.history = History(self.rules, self.journal)
        self.entry_fields = self.history.fields
        self.execute = Commands(self).execute
        """Carries out a command; returns None, or ``(code, text)`` if it cannot be done."""
        self.link = LinkSession(self, now_ms)
        self.game = self.history.replay()
        if self.game is None:
            self._set_up(self.defaults[0], self.defaults[1], "", BLANK)
        self.tracker = Tracker(self._new_recognizer(), now_ms)
        self.tracker.guide(False)
        self.outcome = self.game.outcome()

    @property
    def entries(self) -> int:
        """Number of entries of the journal."""
        return self.journal.entries

    # The caller's loop

    def receive(self, buffer, count: int) -> None:
        """Process ``count`` bytes from the computer.  Allocates nothing for none."""
        self.bytes_received = count
        self.link.receive(buffer, count, self._now_ms)

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day; the link calls this once an hour."""
        bring_along(self, self.TIMES, now_ms)
        self.tracker.bring_along(now_ms)
        if self.opponent is not None:
            self.opponent.bring_along(now_ms)

    def _take_snapshot(self) -> None:
        """Compute the snapshot from the debounced readings."""
        self._observed = self.tracker.recognizer.read(self._debouncer.readings)
        self._content_key = -1
        self._since_ms = self._now_ms
        self._unseen = None

    def _handle_event(self, event: int) -> None:
        """Act on an event of the tracker, else on a press that is due."""
        # The tracker is not called from here: its calls are the deepest of all.
        if event:
            self._act(event)
            return
        pressed = self._due_press()
        if pressed >= 0:
            self.press(pressed & 1, pressed >= LONG)

    def show_paths(self, shown: bool) -> None:
        """Set whether the way of each turn is lit after it was played.

        Raises ParseError for a game whose turns have none.
        """
        if not self._cues.HAS_PATHS:
            raise ParseError("moves of %s have no paths to light", self.rules.NAME)
        self.trace = shown
        self.tracker.recognizer.set_path_display(shown)
        self._content_key = -1

    # The game

    def _act(self, event: int) -> None:
        if event == PLAY:
            self.play(self.tracker.turn)
        elif event == NEW_GAME:
            self.begin(self.game.variant, self.journal.game[3], "", PLAYERS)
        elif event >= END:
            from boardcore.play import endings  # not at the top: see there

            endings.finish(self, event - END)
        else:
            # After an end by the players the first undo takes back the end.
            self.undo(self.tracker.ply if self.game.ended is None else self.game.ply)
            if self._observed == self.tracker.recognizer.expected():
                # The snapshot fits, but perhaps not every piece.
                self.guide_to_position()

    def play(self, turn: int) -> None:
        """Play a legal turn: first write it to the journal, then show it."""
        self.roll_over_journal()
        side = self.game.side
        self.tracker.recognizer.play(turn)
        self.history.add_turn(self.game, side, turn)
        self.position_changed()

    def roll_over_journal(self) -> bool:
        """If the store is full, continue this position as a new game; return whether it was."""
        full = self.journal.is_full()
        if full:
            start = self.game.position_text()
            self.begin(self.game.variant, self.journal.game[3], start, CONTINUED)
        return full

    def undo(self, ply: int) -> None:
        """Undo turns until ``ply`` are left."""
        recognizer = self.tracker.recognizer
        before = recognizer.board()
        touched = self.tracker.evidence()
        take_back(self.game, ply)
        self._exchanged = recognizer.exchanged(before) & ~touched
        if not self.roll_over_journal():
            self.history.add_undo(self.game)
            self.position_changed()
        self._unseen = self.tracker.recognizer.unseen_since(before)

    def guide_to_position(self) -> None:
        """Lead the hands to a position that the players did not make themselves."""
        if self._exchanged or self._observed != self.tracker.recognizer.expected():
            self.tracker.guide(True, self._exchanged)

    def begin_restore(self) -> None:
        """Record that a game is being restored: until it is complete no snapshot is a turn."""
        self._unseen = None
        self._content_key = -1
        self._loading = True
        self.guide_to_position()

    def position_changed(self) -> None:
        """Update everything after a turn, an undo or an end."""
        self.had_input = True
        self.outcome = self.game.outcome()
        self._since_ms = self._now_ms
        self.hint = NO_HINT
        self._content_key = -1
        self.tracker.watch(self.tracker.recognizer, self._now_ms)
        self.link.state_changed = True

    def begin(self, variant: str, options: str, start: str, origin: str, number="") -> None:
        """Start another game and lead the hands to its start position.

        ``number``: the id of a restored game; otherwise it gets a new one.
        """
        before = self.tracker.recognizer.board()
        self._set_up(variant, options, start, origin, number)
        recognizer = self._new_recognizer()
        self._exchanged = recognizer.exchanged(before)
        self.tracker.watch(recognizer, self._now_ms)
        self._unseen = None
        self.position_changed()
        self.guide_to_position()
        self.link.rewind()

    def calibrate(self, what: str, day: str) -> None:
        """Raise ParseError, because a board with switches has nothing to calibrate."""
        raise ParseError("this board has switches: there is nothing to calibrate")

    def _new_recognizer(self):
        module = module_of(self._layout.game, self.RECOGNIZER)
        recognizer = module.Recognizer(self.game, self._layout)
        recognizer.set_path_display(self.trace)
        return recognizer

    def _set_up(self, variant: str, options: str, start: str, origin: str, number="") -> None:
        self._games += 1
        number = number or self.identity.number_of(self._games, self._now_ms)
        self.game = self.history.begin(variant, options, start, origin, number)

    # Messages to the computer

    def hello_fields(self):
        """Return the fields of ``hello``: identity, game, last start, calibration."""
        state = "-" if self.link.calibrator is None else "calibrating"
        if self.bank is not None:
            state = self.bank.state
        return self.identity.hello_fields(self._layout.name, self.rules.NAME, state)

    def entries_after(self, number: str, index: str, chain: str) -> int:
        """Return the index of the first entry that a computer lacks; its last entry is this one."""
        first = self.history.after(number, index, chain)
        if self._loading and first == self.journal.entries == int(index) + 1:
            # The game is complete; a turn made meanwhile may be explained now.
            self._loading = False
            if self._observed != self.tracker.recognizer.expected():
                self.tracker.guide(False)
        return first

    def state_fields(self):
        """Return verdict, side, ply, refused rule, the cells that differ, and the outcome."""
        letters = self.rules.SIDE_LETTERS + "="
        now, outcome = self.tracker, "-"
        if self.outcome is not None:
            outcome = "%s:%s" % (letters[self.outcome[0]], self.outcome[1])
        ends = ASKED_END % (now.offer - OFFER_END) if now.offer >= OFFER_END else "-"
        differs = now.recognizer.difference(self._observed)[:MAX_DIFFERENCE] or "-"
        stands = (VERDICT_NAMES[now.verdict], letters[self.game.side], self.game.ply)
        return stands + (now.rule or ends, differs, outcome)

    def cue_fields(self):
        """Return a letter and a tint digit per pixel."""
        return (self.frame.letters(), self.frame.tint_digits())

    def beat_fields(self):
        """Return where the journal stands, damaged lines, free memory and the clock."""
        journal = self.journal
        last, damaged = journal.entries - 1, self.link.reader.damaged
        chain = "%08x" % journal.chain(last)
        return (journal.game[0], last, chain, damaged, self.free_bytes, self._now_ms)

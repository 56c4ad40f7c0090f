"""Table: one game on one board, without its hardware.

Readings, buttons, received bytes and the time in; colours and bytes out.  The
same object runs on the board, in the simulator and in tests.
"""

from binascii import crc32

from boardcore import cues, scene, tracker
from boardcore.commands import NO_HINT, Commands
from boardcore.errors import IllegalMove, Unreadable
from boardcore.games import cues_of, rules_of, sight_of
from boardcore.identity import Identity as Identity
from boardcore.journal import (
    BLANK,
    CONTINUED,
    PLAYERS,
    SIDE,
    UNDO,
    Journal,
)
from boardcore.lights import Lights
from boardcore.options import options_text, parse_options
from boardcore.steady import Steady
from boardcore.talk import Talk
from boardcore.ticks import ticks_add, ticks_diff
from boardcore.tracker import AT_REST, NEXT, VERDICT_NAMES, YES, Tracker
from boardcore.wire import pack

REDRAW_MS = 100
"""Moving pictures are drawn so often; nothing blinks in shorter slots."""
DIFFERENCE_MOST = 90
"""Letters of a difference that fit into a line."""
LONG = 2
"""Beside the number of a button: it was pressed for long."""
OWN_HINT_S = 8
"""So long the board lights a hint of its own."""
HOPELESS = -2
"""Instead of a turn to be hinted at: there is none that wins."""
LOST_MS = 60000
"""The lights tell for a minute that the computer has gone."""


class Table:
    """One game on one board; ``step``, a turn of the loop, is in ``switched`` and ``felt``.

    ``readings``: one byte per sensor, 1 where a piece stands, written by the
    caller.  ``colours``: R, G, B per pixel, already within the current budget.
    ``talk.out[talk.out_start:talk.out_end]``: bytes to send.  ``free_bytes``:
    free memory, told by the caller for the heartbeat.
    """

    STATE = "state"
    """The kind of line that tells how things stand."""
    health = None
    """What feels pieces, where no switches do; see ``boardcore.felt``."""

    def __init__(
        self,
        layout,
        store,
        identity,
        now_ms: int,
        variant="",
        options=(),
        brightness: int = 100,
        trace: bool = False,
    ) -> None:
        """Take up the game in the store, or begin one.

        ``trace``: show the way of each turn once it was played, where a game has such ways.
        """
        self._trace = trace
        self._layout = layout
        self._identity = identity
        self._now_ms = now_ms
        self.readings = bytearray(layout.sensors)
        self._steady = Steady(layout.sensors)
        self._shown = 0
        self.free_bytes = 0
        self.rules = rules_of(layout.game)
        self._cues = cues_of(layout.game)
        strip = layout.strip
        self._frame = cues.Frame(layout.pixel_of_cell, layout.pixels)
        self._lights = Lights(
            layout.pixels, strip["budget_ma"], strip["full_ma"], strip["dark_ma"], brightness
        )
        self.colours = self._lights.colours
        self._pressed_ms = [-1] * len(layout.buttons)
        self._early = -1  # a press that came before the sensors were steady
        self.hints = None
        """Who knows the winning turns, given by the caller; None: nobody here."""
        self._hint = NO_HINT
        self._hint_until_ms = 0
        self._unseen = None  # what hands should do out of sight, as the sight tells it
        self._lost_ms = now_ms
        self._exchanged = 0  # cells where an undo or a new game wants another piece
        self._loading = False  # the computer gives back a game, entry by entry
        self._games = 0
        self._since_ms = now_ms  # when picture or position last changed
        self._drawn_ms = now_ms
        self._signature = -1
        self._acted = False  # a button was heard, or a turn played or taken back, just now
        self._heard = 0  # bytes that came with this turn
        self._fresh = False  # the frame was filled, and the colours were not worked out yet
        self.defaults = (variant or self.rules.VARIANTS[0], options_text(options))
        self.journal = Journal(store)
        self.obey = Commands(self).obey
        """Carries out a command; returns None, or ``(code, text)`` if it cannot be done."""
        self.talk = Talk(self, now_ms)
        if not self._resume():
            self._set_up(self.defaults[0], self.defaults[1], "", BLANK)
        self.tracker = Tracker(self._new_sight(), now_ms)
        self.tracker.guide(False)
        self.outcome = self.game.outcome()

    @property
    def entries(self) -> int:
        """How many entries the journal has."""
        return self.journal.entries

    # The caller's loop

    def button(self, number: int, down: bool, now_ms: int) -> None:
        """Take a button that goes down or up."""
        self._now_ms = now_ms
        if self._button_first(number, down):
            return
        if number == YES:
            if down:
                self.press(YES, False)
            self._pressed_ms[YES] = now_ms if down else -1
        elif number == NEXT:
            # Short or long is known when it comes up, or when it has been down for long.
            if not down and self._pressed_ms[NEXT] >= 0:
                self.press(NEXT, False)
            self._pressed_ms[NEXT] = now_ms if down else -1

    def receive(self, buffer, count: int) -> None:
        """Take ``count`` bytes that came from the computer.  Allocates nothing for none."""
        self._heard = count
        self.talk.receive(buffer, count, self._now_ms)

    def _look(self) -> None:
        """Turn readings into the picture of the cells."""
        self._shown = self.tracker.sight.look(self._steady.readings)
        self._signature = -1
        self._since_ms = self._now_ms
        self._unseen = None

    def _heed(self, event: int) -> None:
        """Do what the tracker tells, else what a button says that counts as pressed by now."""
        # The tracker is not asked from here: of all calls its own go deepest.
        if event:
            self._act(event)
            return
        pressed = self._due_press()
        if pressed >= 0:
            self.press(pressed & 1, pressed >= LONG)

    def _due_press(self) -> int:
        """Return the button that counts as pressed by now, with LONG if for long; -1 for none."""
        for button in range(len(self._pressed_ms)):
            since_ms = self._pressed_ms[button]
            if since_ms >= 0 and ticks_diff(self._now_ms, since_ms) >= tracker.LONG_PRESS_MS:
                self._pressed_ms[button] = -1
                return button | LONG
        early = self._early
        if early < 0 or self._steady.waiting:
            return -1
        self._early = -1
        return early

    # What other tables do before all else; they return True if that was all.  They have no
    # methods around ours, because a board's Python nests some 20 calls at most.

    def _button_first(self, number: int, down: bool) -> bool:
        return False

    def press(self, button: int, long: bool) -> None:
        """Take a button as pressed, shortly or for long."""
        if long and button == YES:
            self._light_own_hint()
            return
        if self._steady.waiting:
            # Said of what the hands have just done, which is not believed yet.
            self._early = button | (LONG if long else 0)
            return
        self._acted = True
        self._unseen = None
        self._signature = -1
        event = self.tracker.press(button, long, self.outcome is not None)
        if event:
            self._act(event)
            if long:
                self.lead()

    def _light_own_hint(self) -> None:
        """Light a winning turn out of the board's own knowledge: "yes" was held for long."""
        if self.hints is None or self.outcome is not None or self.tracker.verdict != AT_REST:
            return
        turns = self.hints.winning_turns(self.game)
        if turns is not None:
            self.light_hint(turns[0] if turns else HOPELESS, OWN_HINT_S)

    def show_ways(self, shown: bool) -> None:
        """Show the way of each turn once it was played, or no longer.

        Raises Unreadable for a game whose turns have none.
        """
        if not self._cues.HAS_WAYS:
            raise Unreadable("turns of %s have no paths to light" % self.rules.NAME)
        self._trace = shown
        self.tracker.sight.trace(shown)
        self._signature = -1

    def light_hint(self, turn: int, seconds: int) -> None:
        """Light a turn for a while; NO_HINT puts it out."""
        self._hint = turn
        self._hint_until_ms = ticks_add(self._now_ms, 1000 * seconds)
        self._signature = -1

    # The game

    def _act(self, event: int) -> None:
        self._acted = True
        if event == tracker.PLAY:
            self.play(self.tracker.turn)
        elif event == tracker.UNDO:
            self.undo(self.tracker.ply)
            if self._shown == self.tracker.sight.picture():
                # The picture is right, but perhaps not every piece.
                self.lead()
        else:
            self.begin(self.game.variant, self._options(), "", PLAYERS)

    def _options(self) -> str:
        return self.journal.game[3]

    def play(self, turn: int) -> None:
        """Play a legal turn: first into the journal, then to be seen."""
        self._make_room()
        side = self.game.side
        self.tracker.sight.play(turn)
        self.journal.add(turn | (SIDE if side else 0), self.game.ply, self.turn_line(side, turn))
        self._moved()

    def _make_room(self) -> None:
        """Where the store is full, go on with this position as a new game."""
        if self.journal.is_full():
            self.begin(self.game.variant, self._options(), self.game.position_text(), CONTINUED)

    def undo(self, ply: int) -> None:
        """Take turns back until ``ply`` of them stand."""
        sight = self.tracker.sight
        before = sight.board()
        touched = self.tracker.evidence()
        while self.game.ply > ply:
            self.game.undo()
        self._exchanged = sight.exchanged(before) & ~touched
        if self.journal.is_full():
            self._make_room()
        else:
            self.journal.add(UNDO | ply, ply, self.undo_line(ply))
            self._moved()
        self._unseen = self.tracker.sight.unseen_since(before)

    def lead(self) -> None:
        """Lead the hands to a position that they have not made themselves."""
        if self._exchanged or self._shown != self.tracker.sight.picture():
            self.tracker.guide(True, self._exchanged)

    def expect_more(self) -> None:
        """Note that a game is being given back: until all is there, what stands is no turn."""
        self._unseen = None
        self._loading = True
        self.lead()

    def _moved(self) -> None:
        self.outcome = self.game.outcome()
        self._since_ms = self._now_ms
        self._hint = NO_HINT
        self._signature = -1
        self.tracker.watch(self.tracker.sight, self._now_ms)
        self.talk.state_changed = True

    def begin(self, variant: str, options: str, start: str, origin: str, number="") -> None:
        """Put another game on the table and lead the hands to its start.

        ``number``: the id of a game that is given back; otherwise it gets a new one.
        """
        before = self.tracker.sight.board()
        self._set_up(variant, options, start, origin, number)
        sight = self._new_sight()
        self._exchanged = sight.exchanged(before)
        self.tracker.watch(sight, self._now_ms)
        self._unseen = None
        self._moved()
        self.lead()
        self.talk.rewind()

    def _new_sight(self):
        sight = self._sights().Sight(self.game, self._layout)
        sight.trace(self._trace)
        return sight

    def _sights(self):
        """Return the module with the sight of this game on this board."""
        return sight_of(self._layout.game)

    def _set_up(self, variant: str, options: str, start: str, origin: str, number="") -> None:
        self.game = self.rules.Game(variant, parse_options(options), start)
        self._games += 1
        seed = "%s %d %d %d" % (
            self._identity.board_id,
            self._identity.boots,
            self._games,
            self._now_ms,
        )
        number = number or "%08x" % crc32(seed.encode())
        start = self.game.start_text if start else ""
        self.journal.begin((number, self.rules.NAME, variant, options, origin, start))

    def turn_line(self, side: int, turn: int) -> str:
        """Return how a turn that was just played goes into the chain."""
        return "%d %s %s %s" % (
            self.game.ply,
            self.rules.SIDE_LETTERS[side],
            self.rules.turn_text(turn),
            self.game.position_text(),
        )

    def undo_line(self, ply: int) -> str:
        """Return how an undo that was just made goes into the chain."""
        return "undo %d %s" % (ply, self.game.position_text())

    def _resume(self) -> bool:
        """Play the journal's game again; return False if there is none that this board plays."""
        journal = self.journal
        if not journal.game or journal.game[1] != self.rules.NAME:
            return False
        try:
            self.game = self.rules.Game(
                journal.game[2], parse_options(journal.game[3]), journal.game[5]
            )
        except Unreadable:
            return False
        for index in range(1, journal.entries):
            try:
                self._replay(index, journal.codes[index - 1])
            except (ValueError, IndexError):  # a record of another firmware may hold anything
                journal.cut(index)
                break
        return True

    def _replay(self, index: int, code: int) -> None:
        game = self.game
        if code & UNDO:
            ply = code & ~UNDO
            if ply >= game.ply:
                raise IllegalMove("no-turn", "There is no turn to take back.")
            while game.ply > ply:
                game.undo()
            self.journal.replayed(index, game.ply, self.undo_line(ply))
        else:
            side = game.side
            # What has no text is no turn: found out before it can half be played.
            self.rules.turn_text(code & ~SIDE)
            game.play_turn(code & ~SIDE)
            self.journal.replayed(index, game.ply, self.turn_line(side, code & ~SIDE))

    # The lights

    def _draw(self) -> bool:
        """Bring the frame up to date; return True if that took long."""
        if self.tracker.midway:
            return False
        now_ms = self._now_ms
        lost = self._is_lost(now_ms)
        signature = self._state_signature(lost)
        moving = (
            self.tracker.verdict != AT_REST
            or self._hint != NO_HINT
            or self._cues.is_moving(self.tracker, self.outcome, ticks_diff(now_ms, self._since_ms))
        )
        changed = signature != self._signature
        if changed or (moving and ticks_diff(now_ms, self._drawn_ms) >= REDRAW_MS):
            self._drawn_ms = now_ms
            self._fill_frame(now_ms, lost)
            if self._frame.is_news():
                self.talk.cues_changed = True
                self._fresh = True
            if changed:
                self._signature = signature
                self.talk.state_changed = True
                self._fresh = True
            return True
        return False

    def _light(self) -> bool:
        """Bring the colours up to date; return True if that took long."""
        fresh, self._fresh = self._fresh, False
        return self._lights.render(self._frame, self._now_ms, fresh)

    def _is_lost(self, now_ms: int) -> bool:
        """Tell whether the lights have to tell that the computer has gone."""
        if not self.talk.lost:
            self._lost_ms = now_ms
            return False
        return 0 <= ticks_diff(now_ms, self._lost_ms) < LOST_MS

    def _state_signature(self, lost: bool) -> int:
        """Return a number that changes whenever the frame or the state may.  Allocates nothing.

        A new picture or position draws the frame anew in any case.
        """
        now = self.tracker
        signature = ((now.verdict * 3 + now.guiding) * 8 + now.offer) * 4096
        question = now.question
        if question is not None:
            signature += 1 + question.part * 64 + question.at
        if now.rule:
            signature += 512
        if self._unseen is not None:
            signature += 1024
        return signature + 2048 if lost else signature

    def _fill_frame(self, now_ms: int, lost: bool) -> None:
        frame = self._frame
        age_ms = ticks_diff(now_ms, self._since_ms)
        scene.draw(self._cues, frame, self.tracker, self.outcome, age_ms)
        if self._hint != NO_HINT:
            if ticks_diff(now_ms, self._hint_until_ms) >= 0:
                self._hint = NO_HINT
                self._signature = -1
            elif self.tracker.verdict != tracker.WRONG:
                if self._hint == HOPELESS:
                    self._cues.hopeless(frame, self.game.side)
                else:
                    self._cues.hint(frame, self._hint)
        if self._unseen is not None:
            self._cues.guide(frame, self._unseen)
        # A question has to be read pixel by pixel.
        if lost and self.tracker.verdict != tracker.AMBIGUOUS:
            scene.lost(self._cues, frame)

    # What the computer is told

    def hello_fields(self):
        """Return who we are, the game on the table and why we were started."""
        return self._identity.hello_fields(self._layout.name, self.rules.NAME)

    def entry_fields(self, index: int):
        """Return kind and fields of one journal entry."""
        journal = self.journal
        chain = "%08x" % journal.chain(index)
        if index == 0:
            number, name, variant, options, origin, start = journal.game
            return "game", (0, number, name, variant, pack(options), origin, pack(start), chain)
        code = journal.codes[index - 1]
        ply = journal.ply(index)
        if code & UNDO:
            return "undo", (index, ply, chain)
        side = self.rules.SIDE_LETTERS[1 if code & SIDE else 0]
        return "turn", (index, ply, side, self.rules.turn_text(code & ~SIDE), chain)

    def entries_after(self, number: str, index: str, chain: str) -> int:
        """Return the first entry that a computer lacks that has this one as its last."""
        journal = self.journal
        if number != journal.game[0] or not index.isdigit():
            return 0
        last = int(index)
        if last >= journal.entries:
            # It has more than we do; it will load it back.
            return journal.entries
        if chain != "%08x" % journal.chain(last):
            return 0
        if self._loading and last == journal.entries - 1:
            # All is given back; a turn made meanwhile may be understood now.
            self._loading = False
            if self._shown != self.tracker.sight.picture():
                self.tracker.guide(False)
        return last + 1

    def state_fields(self):
        """Return verdict, side, ply, refused rule, the cells that differ, and the outcome."""
        letters = self.rules.SIDE_LETTERS + "="
        outcome = (
            "-"
            if self.outcome is None
            else "%s:%s"
            % (
                letters[self.outcome[0]],
                self.outcome[1],
            )
        )
        now = self.tracker
        return (
            VERDICT_NAMES[now.verdict],
            letters[self.game.side],
            self.game.ply,
            now.rule or "-",
            now.sight.difference(self._shown)[:DIFFERENCE_MOST] or "-",
            outcome,
        )

    def cue_fields(self):
        """Return a letter and a tint digit per pixel."""
        return (self._frame.letters(), self._frame.tint_digits())

    def beat_fields(self):
        """Return where the journal stands, and the board's health."""
        journal = self.journal
        last = journal.entries - 1
        return (
            journal.game[0],
            last,
            "%08x" % journal.chain(last),
            self.talk.damaged,
            self.free_bytes,
            self._now_ms,
        )

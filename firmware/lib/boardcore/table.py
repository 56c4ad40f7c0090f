"""Table: one game on one board, without its hardware.

Readings, buttons, received bytes and the time in; colours and bytes out.  The
same object runs on the board, in the simulator and in tests.
"""

from binascii import crc32

from boardcore import cues, tracker
from boardcore.errors import IllegalMove, Unreadable
from boardcore.games import cues_of, rules_of, sight_of
from boardcore.identity import Identity as Identity
from boardcore.journal import SIDE, UNDO, Journal, chain_of
from boardcore.lights import Lights
from boardcore.options import options_text, parse_options
from boardcore.talk import Talk
from boardcore.ticks import ticks_add, ticks_diff
from boardcore.tracker import AT_REST, NEXT, VERDICT_NAMES, YES, Tracker
from boardcore.wire import VERSION, pack, unpack

ORIGINS = BLANK, PLAYERS, COMPUTER, CONTINUED = ("blank", "players", "computer", "continued")
"""Where a game comes from: an empty store, people's hands, the computer, a full store."""

REDRAW_MS = 100
"""Moving pictures are drawn so often; nothing blinks in shorter slots."""
DIFFERENCE_MOST = 90
"""Letters of a difference that fit into a line."""
HINT_MOST_S = 600
"""No hint is lit longer, whatever a computer asks for."""
OWN_HINT_S = 8
"""So long the board lights a hint of its own."""
NO_HINT, HOPELESS = -1, -2
"""Instead of a turn to be hinted at: none; there is none that wins."""
TRACED_MS = 13000
"""So long after a turn its way may still be drawn, where a table traces turns."""
LOST_MS = 60000
"""The lights tell for a minute that the computer has gone."""


class Table:
    """One game on one board.

    ``readings``: one byte per sensor, 1 where a piece stands, written by the
    caller.  ``colours``: R, G, B per pixel, already within the current budget.
    ``talk.out[talk.out_start:talk.out_end]``: bytes to send.  ``free_bytes``:
    free memory, told by the caller for the heartbeat.
    """

    STATE = "state"
    """The kind of line that tells how things stand."""

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
        self._seen = bytearray(layout.sensors)
        self._shown = 0
        self.free_bytes = 0
        self._rules = rules_of(layout.game)
        self._cues = cues_of(layout.game)
        strip = layout.strip
        self._frame = cues.Frame(layout.pixel_of_cell, layout.pixels)
        self._lights = Lights(
            layout.pixels, strip["budget_ma"], strip["full_ma"], strip["dark_ma"], brightness
        )
        self.colours = self._lights.colours
        self._pressed_ms = [-1] * len(layout.buttons)
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
        self._defaults = (variant or self._rules.VARIANTS[0], options_text(options))
        self.journal = Journal(store)
        self.talk = Talk(self, now_ms)
        if not self._resume():
            self._set_up(self._defaults[0], self._defaults[1], "", BLANK)
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
        if number == YES:
            if down:
                self._press(YES, False)
            self._pressed_ms[YES] = now_ms if down else -1
        elif number == NEXT:
            # Short or long is known when it comes up, or when it has been down for long.
            if not down and self._pressed_ms[NEXT] >= 0:
                self._press(NEXT, False)
            self._pressed_ms[NEXT] = now_ms if down else -1

    def receive(self, buffer, count: int) -> None:
        """Take ``count`` bytes that came from the computer.  Allocates nothing for none."""
        self.talk.receive(buffer, count, self._now_ms)

    def step(self, now_ms: int) -> None:
        """Do everything that is due.  Allocates nothing while the board rests."""
        self._now_ms = now_ms
        if self.readings != self._seen:
            self._look()
        if self._pressed_ms[NEXT] >= 0:
            if ticks_diff(now_ms, self._pressed_ms[NEXT]) >= tracker.LONG_PRESS_MS:
                self._pressed_ms[NEXT] = -1
                self._press(NEXT, True)
        if self._pressed_ms[YES] >= 0:
            if ticks_diff(now_ms, self._pressed_ms[YES]) >= tracker.LONG_PRESS_MS:
                self._pressed_ms[YES] = -1
                self._light_own_hint()
        event = self.tracker.update(self._shown, self.outcome is not None, now_ms)
        if event:
            self._act(event)
        if self.tracker.think():
            self._signature = -1
        self._draw(now_ms)
        self.talk.step(now_ms)

    def _look(self) -> None:
        """Turn readings into the picture of the cells."""
        self._seen[:] = self.readings
        self._shown = self.tracker.sight.look(self.readings)
        self._signature = -1
        self._since_ms = self._now_ms
        self._unseen = None

    def _press(self, button: int, long: bool) -> None:
        self._unseen = None
        self._signature = -1
        event = self.tracker.press(button, long, self.outcome is not None)
        if event:
            self._act(event)
            if long:
                self._lead()

    def _light_own_hint(self) -> None:
        """Light a winning turn out of the board's own knowledge: "yes" was held for long."""
        if self.hints is None or self.outcome is not None or self.tracker.verdict != AT_REST:
            return
        turns = self.hints.winning_turns(self.game)
        if turns is not None:
            self._hint = turns[0] if turns else HOPELESS
            self._hint_until_ms = ticks_add(self._now_ms, 1000 * OWN_HINT_S)
            self._signature = -1

    # The game

    def _act(self, event: int) -> None:
        if event == tracker.PLAY:
            self._play(self.tracker.turn)
        elif event == tracker.UNDO:
            self._undo(self.tracker.ply)
            if self._shown == self.tracker.sight.picture():
                # The picture is right, but perhaps not every piece.
                self._lead()
        else:
            self._begin(self.game.variant, self._options(), "", PLAYERS)

    def _options(self) -> str:
        return self.journal.game[3]

    def _play(self, turn: int) -> None:
        side = self.game.side
        self.tracker.sight.play(turn)
        kept = self.journal.add(
            turn | (SIDE if side else 0), self.game.ply, self._turn_line(side, turn)
        )
        self._moved()
        if not kept:
            self._continue()

    def _continue(self) -> None:
        """Go on with this position as a new game: the store is full."""
        self._begin(self.game.variant, self._options(), self.game.position_text(), CONTINUED)

    def _undo(self, ply: int) -> None:
        sight = self.tracker.sight
        before = sight.board()
        touched = self.tracker.evidence()
        while self.game.ply > ply:
            self.game.undo()
        self._exchanged = sight.exchanged(before) & ~touched
        kept = self.journal.add(UNDO | ply, ply, self._undo_line(ply))
        self._moved()
        if not kept:
            self._continue()
            sight = self.tracker.sight
        self._unseen = sight.unseen_since(before)

    def _lead(self) -> None:
        """Lead the hands to a position that they have not made themselves."""
        if self._exchanged or self._shown != self.tracker.sight.picture():
            self.tracker.guide(True, self._exchanged)

    def _moved(self) -> None:
        self.outcome = self.game.outcome()
        self._since_ms = self._now_ms
        self._hint = NO_HINT
        self._signature = -1
        self.tracker.watch(self.tracker.sight, self._now_ms)
        self.talk.state_changed = True

    def _begin(self, variant: str, options: str, start: str, origin: str, number="") -> None:
        before = self.tracker.sight.board()
        self._set_up(variant, options, start, origin, number)
        sight = self._new_sight()
        self._exchanged = sight.exchanged(before)
        self.tracker.watch(sight, self._now_ms)
        self._unseen = None
        self._moved()
        self._lead()
        self.talk.rewind()

    def _new_sight(self):
        sight = sight_of(self._layout.game).Sight(self.game, self._layout)
        sight.traces = self._trace
        return sight

    def _set_up(self, variant: str, options: str, start: str, origin: str, number="") -> None:
        self.game = self._rules.Game(variant, parse_options(options), start)
        self._games += 1
        seed = "%s %d %d %d" % (
            self._identity.board_id,
            self._identity.boots,
            self._games,
            self._now_ms,
        )
        number = number or "%08x" % crc32(seed.encode())
        start = self.game.start_text if start else ""
        self.journal.begin((number, self._rules.NAME, variant, options, origin, start))

    def _turn_line(self, side: int, turn: int) -> str:
        return "%d %s %s %s" % (
            self.game.ply,
            self._rules.SIDE_LETTERS[side],
            self._rules.turn_text(turn),
            self.game.position_text(),
        )

    def _undo_line(self, ply: int) -> str:
        return "undo %d %s" % (ply, self.game.position_text())

    def _resume(self) -> bool:
        """Play the journal's game again; return False if there is none that this board plays."""
        journal = self.journal
        if not journal.game or journal.game[1] != self._rules.NAME:
            return False
        try:
            self.game = self._rules.Game(
                journal.game[2], parse_options(journal.game[3]), journal.game[5]
            )
        except Unreadable:
            return False
        for index in range(1, journal.entries):
            try:
                self._replay(index, journal.codes[index - 1])
            except Exception:  # a record of another firmware may hold anything
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
            self.journal.replayed(index, game.ply, self._undo_line(ply))
        else:
            side = game.side
            # What has no text is no turn: found out before it can half be played.
            self._rules.turn_text(code & ~SIDE)
            game.play_turn(code & ~SIDE)
            self.journal.replayed(index, game.ply, self._turn_line(side, code & ~SIDE))

    # The lights

    def _draw(self, now_ms: int) -> None:
        lost = self._is_lost(now_ms)
        signature = self._state_signature(lost)
        moving = (
            self.tracker.verdict != AT_REST
            or self._hint != NO_HINT
            or self._cues.is_moving(self.outcome)
            or (self._trace and ticks_diff(now_ms, self._since_ms) < TRACED_MS)
        )
        changed = signature != self._signature
        if changed or (moving and ticks_diff(now_ms, self._drawn_ms) >= REDRAW_MS):
            self._drawn_ms = now_ms
            self._fill_frame(now_ms, lost)
            if self._frame.is_news():
                self.talk.cues_changed = True
            if changed:
                self._signature = signature
                self.talk.state_changed = True
            changed = True
        self._lights.render(self._frame, now_ms, changed)

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
        signature = ((now.verdict * 3 + now.guiding) * 5 + now.offer) * 4096
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
        self._cues.draw(frame, self.tracker, self.outcome, age_ms)
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
        if lost:
            self._cues.lost(frame)

    # What the computer is told

    def hello_fields(self):
        """Return who we are, the game on the table and why we were started."""
        who = self._identity
        return (
            VERSION,
            who.firmware,
            who.board_id,
            self._layout.name,
            self._rules.NAME,
            who.boots,
            pack(who.reset),
        )

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
        side = self._rules.SIDE_LETTERS[1 if code & SIDE else 0]
        return "turn", (index, ply, side, self._rules.turn_text(code & ~SIDE), chain)

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
        letters = self._rules.SIDE_LETTERS + "="
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

    # What the computer commands

    def obey(self, kind: str, fields):
        """Carry out a command; return None, or ``(code, text)`` if it cannot be done."""
        try:
            if kind == "new":
                self._obey_new(fields)
            elif kind == "back":
                self._obey_back(fields[0])
            elif kind == "press":
                self._obey_press(fields[0])
            elif kind == "hint":
                self._obey_hint(fields)
            elif kind == "load":
                self._obey_load(fields)
            else:
                raise Unreadable("this board plays %s and holds no ballots" % self._rules.NAME)
            return None
        except IllegalMove as error:
            return (error.rule, str(error))
        except Unreadable as error:
            return ("unreadable", str(error))

    def _obey_new(self, fields) -> None:
        name, variant, options, start = [unpack(field) for field in fields[:4]]
        if name != self._rules.NAME:
            raise Unreadable("this board plays %s, not %s" % (self._rules.NAME, name))
        game = self._rules.Game(variant or self._defaults[0], parse_options(options), start)
        if game.owed:
            raise Unreadable("a game cannot begin in the middle of a turn")
        self._begin(game.variant, options, start, COMPUTER)

    def _obey_back(self, field: str) -> None:
        ply = _number(field)
        if ply > self.game.ply:
            raise IllegalMove("no-turn", "There are only %d turns to take back." % self.game.ply)
        if ply < self.game.ply:
            self._undo(ply)
            self._lead()

    def _obey_press(self, name: str) -> None:
        if name not in ("yes", "next", "back"):
            raise Unreadable("button %r: expected yes, next or back" % name)
        self._press(YES if name == "yes" else NEXT, name == "back")

    def _obey_hint(self, fields) -> None:
        seconds = _number(fields[0])
        if fields[1] == "-" or not seconds:
            self._hint = NO_HINT
        else:
            turn = self._rules.parse_turn(unpack(fields[1]))
            self.game.check_turn(turn)
            self._hint = turn
            self._hint_until_ms = ticks_add(self._now_ms, 1000 * min(seconds, HINT_MOST_S))
        self._signature = -1

    def _obey_load(self, fields) -> None:
        """Take back an entry that this board has lost and the computer has kept."""
        index, kind, what, chain = _number(fields[0]), fields[1], unpack(fields[2]), fields[3]
        journal = self.journal
        if index < journal.entries and chain == "%08x" % journal.chain(index):
            return
        if kind == "game":
            self._load_game(what, chain)
        elif index != journal.entries:
            raise IllegalMove("gap", "The next entry here is %d." % journal.entries)
        elif kind == "turn":
            self._load_turn(self._rules.parse_turn(what), chain)
        elif kind == "undo":
            self._load_undo(_number(what), chain)
        else:
            raise Unreadable("entry %r: expected game, turn or undo" % kind)
        self._unseen = None
        # More may follow at once: until then, what stands there is no turn.
        self._loading = True
        self._lead()

    def _load_game(self, what: str, chain: str) -> None:
        parts = what.split("|")
        if len(parts) != 6 or not parts[0] or " " in parts[0] or parts[4] not in ORIGINS:
            raise Unreadable("%r: expected id|name|variant|options|origin|start" % what)
        number, name, variant, options, origin, start = parts
        if name != self._rules.NAME:
            raise Unreadable("this board plays %s, not %s" % (self._rules.NAME, name))
        if self.journal.game[4] != BLANK or self.journal.entries > 1:
            raise IllegalMove("game-on", "There is a game on this board already.")
        game = self._rules.Game(variant, parse_options(options), start)
        if start and start != game.start_text:
            raise Unreadable("start %r: expected %s" % (start, game.start_text))
        self._compare(chain_of(0, " ".join([pack(part) for part in parts])), chain)
        self._begin(variant, options, start, origin, number)

    def _load_turn(self, turn: int, chain: str) -> None:
        side = self.game.side
        self.game.play_turn(turn)
        line = self._turn_line(side, turn)
        self.game.undo()
        self._compare(self._next_chain(line), chain)
        self._play(turn)

    def _load_undo(self, ply: int, chain: str) -> None:
        game = self.game
        if ply >= game.ply:
            raise IllegalMove("no-turn", "There are only %d turns to take back." % game.ply)
        undone = []
        while game.ply > ply:
            undone.append(game.undo())
        line = self._undo_line(ply)
        while undone:
            game.play_turn(undone.pop())
        self._compare(self._next_chain(line), chain)
        self._undo(ply)

    def _next_chain(self, line: str) -> int:
        return chain_of(self.journal.chain(self.journal.entries - 1), line)

    def _compare(self, ours: int, chain: str) -> None:
        if chain != "%08x" % ours:
            raise IllegalMove("chain", "This entry leads to another position here.")


def _number(field: str) -> int:
    if not field.isdigit():
        raise Unreadable("%r: expected a whole number" % field)
    return int(field)

"""Pylos recognizer for boards whose decoder reports several likely snapshots.

A decoder of fields sees all levels, but sometimes cannot decide between two sets of balls.  Then no
turn is certain and the tracker asks about all of them.  Finding and ordering the turns takes long,
so it is done step by step while the tracker waits.
"""

from boardcore.play.estimated import Estimated
from boardcore.pylos import rules as pylos
from boardcore.pylos.recognizer import Recognizer as SwitchRecognizer
from boardcore.pylos.rules import NONE
from boardcore.sensing.explain.stepper import MAX_STEP, Stepper

FIRST_MOVES, EXPLAIN = 1400, 1300
MOVE, NEAR = 145, 20
"""Cost of steps, in empty turns of a loop; the second line per place or raise."""
TURNS_PER_STEP = 20
"""Turns compared per step."""
LIKELY = 6
"""Most snapshots that are asked about."""


class Recognizer(Estimated, SwitchRecognizer):  # type: ignore[override]
    """Explains snapshots of a decoder by turns of one game of Pylos."""

    sees_levels = estimates = True
    settle_ms = 1000
    """Time for a player to push the ball on to another cell; later this looks like many changes
    at once, which a decoder explains badly.  The next player waits for the lights."""
    slice_cost = MAX_STEP
    slide_ms = 15000
    """The decoder may need long to explain a ball that was pushed on."""
    sees_slides = False
    """Whether the last turn counts as changed, even in doubt, where its ball has gone from the
    likeliest snapshot and no turn leads to a likely one."""

    def __init__(self, game, layout) -> None:
        SwitchRecognizer.__init__(self, game, layout)
        self._followed = game  # the game on the table; any other one is a copy
        self._version = 0  # of the decoder's hypotheses
        self._looked = bytearray(len(layout.cell_of_sensor))  # the readings of the last snapshot
        self._any_at = -1  # ply at which any turn may have been played; players name it
        self._all: list[tuple[int, int]] = []  # each place and raise: mask of balls then, turn
        self._all_of = None  # key of the position of ``_all``
        self._asked_at = -1  # ply at which players are asked because of a doubt
        self._thought: Stepper | None = None  # the search for turns in doubt
        # Its subject: ply, snapshot, version, and whether any turn is possible.
        self._thought_of: tuple[int, int, int, bool] | None = None
        self._found: tuple[list[int], bool] | None = (
            None  # its result: ``hidden_turns`` and ``is_partial``
        )

    def stands(self) -> int:
        """Return the balls of the position."""
        return self.game.light | self.game.dark

    def read(self, readings) -> int:
        """Return the snapshot of one scan: one byte per place.  Allocates nothing."""
        self._looked[:] = readings
        return SwitchRecognizer.read(self, readings)

    def position_changed(self) -> None:
        """Tell the decoder the position after a turn, and which balls may move next."""
        game, decoder, occupied = self.game, self.decoder, self.stands()
        before, others_before = -1, 0
        if len(game.boards) > 1:
            balls = game.boards[len(game.boards) - 2]
            before, others_before = balls[0] | balls[1], balls[game.side]
        decoder.model.expect(occupied, game.balls(1 - game.side), before, others_before)
        self.begin_laid()
        asked = game.ply and game.ply - 1 in (self._any_at, self._asked_at)
        # The answer of the players overrules the hypotheses.
        if decoder.holds(occupied) or asked:
            decoder.confirm(occupied)
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Discard the current doubt and the search about it."""
        self._any_at = self._asked_at = -1
        self._thought = self._thought_of = self._found = None

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a change of the sensors is not explained yet, or not looked at."""
        decoder = self.decoder
        return decoder.busy or self._thought is not None or decoder.readings != self._looked

    @property
    def can_ask_all(self) -> bool:  # type: ignore[override]
        """Whether the players can choose among all legal turns."""
        return self._any_at >= 0 or self._asked_at >= 0

    @property
    def has_work(self) -> bool:  # type: ignore[override]
        """Whether hypotheses have changed, or a search for turns is running."""
        return self._thought is not None or self.decoder.version != self._version

    def work(self, left: int = MAX_STEP) -> bool:
        """Search for one slice; return True once after each change of the hypotheses.

        ``left``: time available, in empty turns of a loop.
        """
        if self.decoder.version == self._version:
            if self._thought is not None and self._thought.run(left):
                self._thought = None
            return False
        self._version = self.decoder.version
        self._begin_anew()
        return True

    def reject(self, turns) -> None:
        """Tell the decoder that none of these turns was played."""
        self.decoder.reject([self._after(turn) for turn in turns], self.stands())

    def set_named_turn(self, freely: bool) -> None:
        """Record that players have named the turn that is played next."""
        self._any_at = self.game.ply

    def _after(self, turn: int) -> int:
        """Return the mask of occupied cells after a turn."""
        after = self.stands() | 1 << pylos.turn_goal(turn)
        for cell in (pylos.turn_start(turn),) + tuple(pylos.turn_takes(turn)):
            if cell != NONE:
                after &= ~(1 << cell)
        return after

    def explain(self, observed: int) -> None:
        """Find every turn that explains the snapshot ``observed``, or that may become it.

        In doubt, the turns that explain any likely snapshot; none of them is ``visible_turns``
        then, and ``work`` searches them.  A change that is tried has to explain the likeliest one
        only."""
        supposed = self.decoder.state == observed and self.game is self._followed
        if self._is_lost() and supposed:
            self._any_at = self.game.ply
        any_turn = self._any_at >= 0
        self.is_pending = False
        if not any_turn and not (self.ambiguous and supposed):
            SwitchRecognizer.explain(self, observed)
            return
        thought_of = (self.game.ply, observed, self.decoder.version, any_turn)
        if self._thought_of != thought_of:
            self._thought_of, self._found = thought_of, None
            self._thought = Stepper(self._doubting(observed, any_turn))
        self.is_pending = self._found is None
        self.visible_turns = []
        self.hidden_turns, self.is_partial = self._found or ([], False)
        if self.hidden_turns and not any_turn:
            # Perhaps no hypothesis is true: players can name the turn part by part.
            self._asked_at = self.game.ply

    def _doubting(self, observed: int, any_turn: bool):
        """Find, step by step, the turns that explain a snapshot in doubt.

        ``any_turn``: every legal turn is possible.
        """
        if self._all_of != self.game.key():
            yield from self._preparation()
        turns: list[int] = []
        # Perhaps nothing has happened: then nothing is wrong.
        partial = self._is_lost()
        if not any_turn:
            for mask, _ in self.decoder.posterior[: LIKELY if self.ambiguous else 1]:
                yield EXPLAIN
                SwitchRecognizer.explain(self, mask)
                turns += [
                    turn for turn in self.visible_turns + self.hidden_turns if turn not in turns
                ]
                partial = (
                    partial or self.is_partial or (mask != observed and mask == self.expected())
                )
                # Cleared, because the result is not complete yet.
                self.visible_turns, self.hidden_turns, self.is_partial = [], [], False
        changed = self.sees_slides and not (any_turn or turns) and self.contradicts(observed)
        partial = partial and not changed
        if any_turn or turns or not (partial or changed):
            # The nearest to the snapshot first: one list per distance, because sorting would take
            # longer than a turn of the loop.
            near: list[list[int]] = []
            for at in range(0, len(self._all), TURNS_PER_STEP):
                yield NEAR * TURNS_PER_STEP
                for after, turn in self._all[at : at + TURNS_PER_STEP]:
                    distance = pylos.count(after ^ observed)
                    while len(near) <= distance:
                        near.append([])
                    if turn not in turns:
                        near[distance].append(turn)
            for some in near:
                turns += some
        self._found = (turns, partial)

    def _preparation(self):
        """Find, step by step, all legal places and raises, and the balls after each."""
        game = self.game
        found: list[tuple[int, int]] = []
        shapes = []
        yield FIRST_MOVES
        moves = game.first_moves()
        for move in moves:
            yield MOVE
            shapes.append(game.makes_shape(move))
            turn = pylos.make_turn(move)
            found.append((self._after(turn), turn))
        self._all, self._all_of = found, game.key()
        if self._known != self._all_of:
            self._keep(self._all_of, moves, shapes)

    def candidates(self) -> list[int]:
        """Return the complete turns found by the last ``explain``, the likeliest first."""
        if self._any_at >= 0 or self._asked_at >= 0:
            return self.hidden_turns
        return SwitchRecognizer.candidates(self)

    def _is_lost(self) -> bool:
        """Return whether nothing explains what is shown, and players can name any turn."""
        return False

"""Gygès recognizer for boards whose sensors see the size of a ring.

The snapshot then distinguishes a boxed ring from a moved one and two exchanged rings from no
change, and it shows which ring was set up.  Null moves, and boxing a ring of the same size, change
no size: ``boardcore.gyges.recognizer`` explains those.
"""

from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import CELLS, PLACES
from boardcore.gyges.reach import LAND, RING
from boardcore.gyges.recognizer import Recognizer as SwitchRecognizer
from boardcore.gyges.turns import asked_size, cells_of_turn, sizes_of
from boardcore.play.estimated import Estimated, united
from boardcore.sensing.explain.cost import IMPOSSIBLE

MAX_EXPLAINED = 8
"""Largest number of states that are explained in doubt; chosen."""
ASTRAY = 3.0
"""Cost of rings that all lie there, but as no turn leaves them, nats: in one turn of thirty a ring
is laid out of reach, on any of as many cells as there are turns; chosen."""
HASTY = 6
"""Cells that change in three turns without boxing."""


class Recognizer(Estimated, SwitchRecognizer):  # type: ignore[override]
    """Recognizes the turns of one game of Gygès by the rings that are likely."""

    guesses_boxing = False
    """Whether a ring that was up together with one that moved counts as boxed, though one of its
    size may only have been nudged."""
    _shown = 0

    def stands(self) -> bytes:
        """Return the sizes of the rings of the position, one byte per place."""
        cells = self.game.cells
        return bytes([cells[cell] for cell in self._cells])

    def read(self, readings) -> int:
        """Return the snapshot of the readings: one byte per place, the size of its ring."""
        cells = bytearray(PLACES)
        for at in range(len(self._cells)):
            cells[self._cells[at]] = readings[at]
        return self.snapshot_of(cells)

    def snapshot_of(self, cells) -> int:
        """Return the snapshot of a board on which sizes are seen: one byte per cell or goal."""
        snapshot = 0
        for cell in range(PLACES):
            if cells[cell]:
                snapshot |= (1 | 1 << PLACES * cells[cell]) << cell
        return snapshot

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a change is not explained yet, or where rings can get."""
        return self.decoder.busy or self._move_gen.is_incomplete(self.touched)

    def position_changed(self) -> None:
        """Tell the decoder what may be played from this position."""
        SwitchRecognizer.position_changed(self)
        self.decoder.forget_presses()
        game, cells, eye, position = self.game, self._cells, self.decoder, self.stands()
        # What players have said holds, whatever was supposed; more rings may have been set up.
        more = self.is_named and game.setup and not eye.holds(position)
        if more and self._holding(position, True):
            eye.reject(self._holding(position, False), position)
        elif self.is_named or eye.holds(position):
            eye.confirm(position)
        self.is_named = False
        setup: tuple = ()
        asked = asked_size(game) if game.setup else 0
        if game.setup:
            # Both players' rows: the other one may not wait.
            homes = [turn & 63 for turn in game.legal_turns()]
            homes += [CELLS - 1 - cell for cell in homes]
            setup = tuple([at for at in range(len(cells)) if cells[at] in homes])
        origins = [at for at in range(len(cells)) if cells[at] in self.origins()]
        eye.model.expect(position, eye.model.position or position, origins, setup, asked)

    def _holding(self, position: bytes, all_of_it: bool) -> list:
        """Return the likely states that have all of a position's rings, or those that have not."""
        places = [at for at in range(len(position)) if position[at]]
        found = []
        for state, _ in self.decoder.posterior:
            lacks = [at for at in places if state[at] != position[at]]
            if all_of_it == (not lacks):
                found.append(state)
        return found

    # Explaining

    def explain(self, observed: int) -> None:
        """Find every turn that explains ``observed``, or what else is likely to lie there."""
        eye = self.decoder
        # What was boxed is known by where hands pressed, alike rings at least.
        touched = self.touched
        for at in eye.handled:
            self.touched |= 1 << self._cells[at]
        self._explain_likely(observed)
        if eye.pressed and not (self.visible_turns or self.hidden_turns):
            # One that came as another went may have been seen but once.
            for at in eye.pressed:
                self.touched |= 1 << self._cells[at]
            self._explain_likely(observed)
        self.touched = touched

    def _explain_likely(self, observed: int) -> None:
        eye = self.decoder
        if not eye.ambiguous:
            self._explain_one(observed)
            return
        rows = self.explain_each(lambda state: self._explain_one(self.read(state)), MAX_EXPLAINED)
        self._rule_out(rows)
        rows = [row for row in rows if eye.holds(row[0])]
        likely = rows if eye.ambiguous else rows[-1:]
        visible = united([row[2] for row in likely])
        hidden = united([row[3] for row in likely])
        if self.game.setup and eye.ambiguous:
            # Players see the cell that is asked about, not the size: the usual one is asked, too.
            size = asked_size(self.game)
            visible = united([[gyges.place(size, turn & 63) for turn in visible], visible])
        self.is_partial = bool([1 for row in likely if row[4]])
        if not rows[-1][2]:
            # No turn leads to what is likeliest: what leads to the rest is asked about.
            visible, hidden = [], visible + hidden
        self.visible_turns = visible
        self.hidden_turns = [turn for turn in hidden if turn not in visible]

    def _rule_out(self, rows) -> None:
        """Deny states of all rings that no turn leaves, if one that a turn leaves is as likely.

        ``rows``: states, their costs, and how they are explained: plain, hidden and partial.
        """
        position = self.decoder.model.position
        astray, least = [], IMPOSSIBLE
        for state, cost, visible, hidden, partial in rows:
            up = state.count(b"\0") != position.count(b"\0")
            if visible or hidden or partial or up or state == position:
                least = min(least, cost)
            elif not self._went_on(self.read(state)):
                astray.append((state, cost))
        # Not where earlier positions are examined.
        if astray and self.read(position) == self.expected():
            astray = [state for state, cost in astray if cost + ASTRAY > least]
            self.decoder.reject(astray, position)

    def _explain_one(self, observed: int) -> None:
        """Explain one snapshot."""
        self._shown = observed
        SwitchRecognizer.explain(self, observed)
        if self.game.setup:
            return
        sizes = sizes_of(observed)
        gone, new = self.changed(observed)
        if not gone and not new:
            self._explain_exchange(observed, sizes)
        elif len(gone) == 1 and len(new) == 1:
            self._explain_sizes(gone[0], new[0], sizes)

    def _explain_setup(self, gone, new) -> None:
        """Explain the set-up: any ring of the reserve may come, because its size is seen."""
        sizes = sizes_of(self._shown)
        cells = self.game.cells
        legal = self.game.legal_turns()
        for cell in range(PLACES):
            if cells[cell] and sizes[cell] != cells[cell]:
                return
        left = list(self.game.reserve(self.game.side))
        first = -1
        for cell in new:
            left[sizes[cell]] -= 1
            if gyges.place(sizes[cell], cell) not in legal or left[sizes[cell]] < 0:
                return
            if first < 0 or self._moved(cell) < self._moved(first):
                first = cell
        if first >= 0:
            self.visible_turns = [gyges.place(sizes[first], first)]

    def _moved(self, cell: int) -> int:
        """Return when a ring last came or went; of two between two rests, what was pressed first.

        After the set-up such rings may be parts of one turn, so presses order nothing there.
        """
        rest = self.decoder.model.moved[list(self._cells).index(cell)]
        if not self.game.setup:
            return rest
        near = [self._cells[at] for at in self.decoder.pressed]
        return rest * (CELLS + 1) + (near.index(cell) if cell in near else CELLS)

    def _explain_exchange(self, observed: int, sizes) -> None:
        """Find two rings that were exchanged; players must confirm two of one size."""
        if observed == self.expected():
            self.hidden_turns = [turn for turn in self.hidden_turns if self._leads_to(turn, sizes)]
            return
        self.hidden_turns = []
        for origin in self.origins():
            marks = self.marks_of(origin)
            if marks is None:
                self.is_partial = True
                continue
            for turn in self._boxed_from(marks, origin, origin):
                if self._leads_to(turn, sizes):
                    self.visible_turns.append(turn)

    def _explain_sizes(self, origin: int, goal: int, sizes) -> None:
        cells = self.game.cells
        self.visible_turns = []
        # The ring that came last went on; it was not boxed by one that is still to come.
        went_on = self._went_on(self._shown)
        # Else the ring on the goal is not the one from the origin.
        self.is_partial = self.is_partial and sizes[goal] == cells[origin] and not went_on
        if origin not in self.origins():
            return
        marks = self.marks_of(origin)
        if marks is None:
            self.is_partial = not went_on
            return
        turns = self._boxed_from(marks, origin, goal)
        if marks[goal] & LAND:
            turns.append(gyges.make_turn(origin, goal))
        for turn in turns:
            if not self._leads_to(turn, sizes):
                continue
            landing = gyges.turn_landing(turn)
            alike = gyges.boxes(turn) and cells[landing] == cells[origin]
            if not alike or self.touched >> landing & 1:
                self.visible_turns.append(turn)
        went = self._moved(origin)
        for turn in self.visible_turns if self.guesses_boxing else ():
            if gyges.boxes(turn) and self._moved(gyges.turn_landing(turn)) >= went:
                self.visible_turns = [other for other in self.visible_turns if gyges.boxes(other)]
                break

    def _leads_to(self, turn: int, sizes) -> bool:
        """Return whether a turn leads to these sizes on all cells."""
        cells = bytearray(self.game.cells)
        gyges.move_ring(cells, turn)
        return cells == sizes

    def first_turns(self, observed: int, touched: int):
        """Return ``(turn, cells, sure)`` of turns that may be the first of several in ``observed``.

        ``cells``: mask of those that the turn changes; ``sure``: whatever the other changes are.
        """
        sizes, cells = sizes_of(observed), self.game.cells
        found: list[int] = []
        first = -1
        for origin in self.origins():
            marks = self.marks_of(origin)
            if marks is None or sizes[origin] == cells[origin]:
                continue
            for landing in range(PLACES):
                if sizes[landing] != cells[origin]:
                    continue
                turns = []
                if marks[landing] & LAND:
                    turns.append(gyges.make_turn(origin, landing))
                elif sizes[landing] != cells[landing] or touched >> landing & 1:
                    for drop in range(CELLS):
                        empty = not cells[drop] or drop == origin
                        if empty and sizes[drop] == cells[landing] and marks[landing] & RING:
                            turns.append(gyges.make_turn(origin, landing, drop))
                for turn in turns:
                    if gyges.boxes(turn) and not self.can_drop(gyges.turn_drop(turn)):
                        continue
                    # Of several, what came first: a later one may be the next turn but one.
                    came = self._came(turn)
                    if first >= 0 and came < first:
                        found = []
                    if not found or came == first:
                        first = came
                        found.append(turn)
        # Up to two further turns are explained; more changes are too many to be sure.
        sure = len(found) == 1 and self.distance(observed, self.expected()) <= HASTY
        sure = sure and not self._boxes_alike(found[0], sizes, touched)
        return [(turn, cells_of_turn(turn), sure) for turn in found]

    def _came(self, turn: int) -> int:
        """Return when the first ring of a turn came to lie where it goes."""
        came = self._moved(gyges.turn_landing(turn))
        return min(came, self._moved(gyges.turn_drop(turn))) if gyges.boxes(turn) else came

    def _boxes_alike(self, turn: int, sizes, touched: int) -> bool:
        """Return whether the ring on a turn's goal may be one of its size that is boxed.

        Its cell is empty until the ring in hand comes to lie there.
        """
        cells, origin, drop = self.game.cells, turn & 63, gyges.turn_landing(turn)
        for cell in range(CELLS):
            up = touched >> cell & 1 and cell != origin and not sizes[cell]
            if up and cells[cell] == cells[origin] and self._boxes(origin, cell, drop):
                return True
        return False

    def null_turns(self) -> list[int]:
        """Return null moves and exchanges of equal rings that fit the touched cells."""
        turns = SwitchRecognizer.null_turns(self)
        return [turn for turn in turns if self._leads_to(turn, self.game.cells)]

    def contradicts(self, observed: int) -> bool:
        """Return True if ``observed`` lacks a ring that the last turn put down.

        In doubt: if any likely state does; the ring may have been pushed on.
        """
        if SwitchRecognizer.contradicts(self, observed):
            return True
        for belief in self.decoder.posterior if self.ambiguous else ():
            if SwitchRecognizer.contradicts(self, self.read(belief[0])):
                return True
        return False

    def disputed(self, observed: int) -> bool:
        """Return whether the side to move may play a ring that the last turn put down.

        On a goal it lies where only the last player may put it.
        """
        new = self.changed(observed)[1]
        return not (new and new[-1] >= CELLS) and SwitchRecognizer.disputed(self, observed)

    def _went_on(self, observed: int) -> bool:
        """Return whether all that was done is that the ring which came last was pushed on."""
        return len(self.changed(observed)[0]) == 1 and SwitchRecognizer.contradicts(self, observed)

    # Snapshots

    def earlier(self, observed: int) -> int:
        """Return the last earlier ply that the board may show, -1 if there is none."""
        cells = bytearray(self.game.cells)
        sizes = sizes_of(observed)
        turns = self.game.turns
        for ply in range(len(turns) - 1, -1, -1):
            gyges.move_back(cells, turns[ply])
            if cells == sizes:
                return ply
        return -1

"""Gygès recognizer for boards whose sensors see the size of a ring.

The picture then distinguishes a boxed ring from a moved one and two exchanged rings from no change,
and it shows which ring was set up.  Null moves, and boxing a ring of the same size, change no size:
``boardcore.gyges.recognizer`` explains those.
"""

from boardcore.gyges.cells import CELLS, PLACES, cell_text
from boardcore.gyges.pictures import cells_of, cells_of_turn, sized, sizes_of
from boardcore.gyges.reach import LAND, RING
from boardcore.gyges.recognizer import Recognizer as SwitchRecognizer
from boardcore.gyges.rules import NONE, place, turn_drop, turn_landing, turn_origin
from boardcore.gyges.turns import make_turn, move_back

HASTY = 6
"""Cells that change in three turns without boxing."""


class Recognizer(SwitchRecognizer):
    """Explains pictures of a decoder, sizes included, by turns of one game of Gygès."""

    sees_kinds = late = True
    _shown = 0

    def see_by(self, decoder) -> None:
        """Set the decoder, whose readings are taken as certain."""
        self.decoder = decoder

    def stands(self) -> bytes:
        """Return the sizes of the rings of the position, one byte per place."""
        cells = self.game.cells
        return bytes([cells[cell] for cell in self._cells])

    def assume(self) -> None:
        """Tell the decoder, at power-on, that the position lies on the board."""
        self.decoder.assume(self.stands())

    def look(self, readings) -> int:
        """Return the picture of the readings: one byte per place, the size of its ring."""
        cells = bytearray(PLACES)
        for at in range(len(self._cells)):
            cells[self._cells[at]] = readings[at]
        return sized(cells)

    def _pictured(self) -> int:
        return sized(self.game.cells)

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a change of the sensors is not explained yet."""
        return self.decoder.busy or self._survey.lacks(self.touched)

    @property
    def restless(self) -> bool:  # type: ignore[override]
        """Whether hands are still over the board, as far as sensors show."""
        return self.decoder.busy

    # Explaining

    def explain(self, shown: int) -> None:
        """Find every turn that explains the picture ``shown``, or whether it may become one."""
        self._shown = shown
        SwitchRecognizer.explain(self, shown)
        if self.game.setup:
            return
        sizes = sizes_of(shown)
        gone, new = self.changed(shown)
        if not gone and not new:
            self._explain_exchange(shown, sizes)
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
            if place(sizes[cell], cell) not in legal or left[sizes[cell]] < 0:
                return
            if first < 0 or self._moved(cell) < self._moved(first):
                first = cell
        if first >= 0:
            self.plain = [place(sizes[first], first)]

    def _moved(self, cell: int) -> int:
        """Return the number of the scan in which a ring last came or went on a cell."""
        for at in range(len(self._cells)):
            if self._cells[at] == cell:
                return self._rests()[at]
        return 0

    def _rests(self):
        return self.decoder.moved

    def _explain_exchange(self, shown: int, sizes) -> None:
        """Find two rings that were exchanged; players must confirm two of one size."""
        if shown == self.picture():
            self.hidden = [turn for turn in self.hidden if self._leads_to(turn, sizes)]
            return
        self.hidden = []
        for origin in self.origins():
            marks = self.marks_of(origin)
            if marks is None:
                self.partial = True
                continue
            for turn in self._boxed_from(marks, origin, origin):
                if self._leads_to(turn, sizes):
                    self.plain.append(turn)

    def _explain_sizes(self, origin: int, goal: int, sizes) -> None:
        cells = self.game.cells
        self.plain = []
        # Else the ring on the goal is not the one from the origin.
        self.partial = self.partial and sizes[goal] == cells[origin]
        if origin not in self.origins():
            return
        marks = self.marks_of(origin)
        if marks is None:
            self.partial = True
            return
        turns = self._boxed_from(marks, origin, goal)
        if marks[goal] & LAND:
            turns.append(make_turn(origin, goal))
        for turn in turns:
            if not self._leads_to(turn, sizes):
                continue
            landing = turn_landing(turn)
            alike = turn_drop(turn) != NONE and cells[landing] == cells[origin]
            if not alike or self.touched >> landing & 1:
                self.plain.append(turn)

    def _leads_to(self, turn: int, sizes) -> bool:
        """Return whether a turn leads to these sizes on all cells."""
        cells = bytearray(self.game.cells)
        origin, landing, drop = turn_origin(turn), turn_landing(turn), turn_drop(turn)
        ring = cells[origin]
        cells[origin] = 0
        boxed = cells[landing]
        cells[landing] = ring
        if drop != NONE:
            cells[drop] = boxed
        return cells == sizes

    def firsts(self, shown: int, touched: int):
        """Return ``(turn, cells, sure)`` of turns that may be the first of several in ``shown``.

        ``cells``: mask of those that the turn changes; ``sure``: whatever the other changes are.
        """
        sizes, cells = sizes_of(shown), self.game.cells
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
                    turns.append(make_turn(origin, landing))
                elif sizes[landing] != cells[landing] or touched >> landing & 1:
                    for drop in range(CELLS):
                        empty = not cells[drop] or drop == origin
                        if empty and sizes[drop] == cells[landing] and marks[landing] & RING:
                            turns.append(make_turn(origin, landing, drop))
                for turn in turns:
                    if turn_drop(turn) != NONE and not self.can_drop(turn_drop(turn)):
                        continue
                    # Of several, the earliest landing: a later one may be the next turn but one.
                    if first >= 0 and self._moved(landing) < self._moved(first):
                        found = []
                    if not found or self._moved(landing) == self._moved(first):
                        first = landing
                        found.append(turn)
        # Up to two further turns are explained; more changes are too many to be sure.
        sure = len(found) == 1 and self.distance(shown, self.picture()) <= HASTY
        return [(turn, cells_of_turn(turn), sure) for turn in found]

    def returns(self) -> list[int]:
        """Return null moves and exchanges of equal rings that fit the touched cells."""
        return [
            turn for turn in SwitchRecognizer.returns(self) if self._leads_to(turn, self.game.cells)
        ]

    # Pictures

    def earlier(self, shown: int) -> int:
        """Return the last earlier ply that the board may show, -1 if there is none."""
        cells = bytearray(self.game.cells)
        sizes = sizes_of(shown)
        turns = self.game.turns
        for ply in range(len(turns) - 1, -1, -1):
            move_back(cells, turns[ply])
            if cells == sizes:
                return ply
        return -1

    def difference(self, shown: int) -> str:
        """Return what is shown beyond (+) and short of (-) the position, like ``-a1,+b2``."""
        words = []
        picture = self.picture()
        for cell in cells_of(shown ^ picture):
            if shown >> cell & 1:
                words.append("+" + cell_text(cell))
            if picture >> cell & 1:
                words.append("-" + cell_text(cell))
        return ",".join(words)

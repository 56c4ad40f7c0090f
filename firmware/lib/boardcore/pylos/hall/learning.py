"""Learning: updates what is known of the balls' magnets once the players' turns are certain."""

from boardcore.pylos.cells import CELLS, SUPPORTS
from boardcore.pylos.hall.explanations import ADD, RESPIN, TOUCHES, TURN
from boardcore.pylos.hall.likelihood import OTHERS
from boardcore.pylos.hall.magnets import UNKNOWN

WEAR, FORGET_MAGNET, NOTE_FIELD = 1400, 500, 900
"""Cost of the steps, in empty turns of a loop; 95th percentile."""


class Learner:
    """Learns from differences that an ``explainer`` has explained."""

    def __init__(self, explainer) -> None:
        self._explainer = explainer
        self._weigher = explainer.weigher
        self._magnets = explainer.weigher.magnets

    def remembering(self, mask: int):
        """Note, step by step, the magnets that came or were turned, if these balls stand."""
        one = self._explainer.of_mask(mask)
        if one is None:
            return
        yield WEAR
        self._wear(one)
        self._weigher.learn(one)
        for part in range(len(one.places)):
            place, kind = one.places[part], one.kinds[part]
            if kind in (ADD, RESPIN, TURN):
                moment = one.moments[3 * part : 3 * part + 3]
                yield from self._note_magnet(place, kind, moment, one.deviations[part])
        if len(one.places) == 1 and one.kinds[0] == ADD:
            yield NOTE_FIELD
            self._note_field(one.places[0])

    def _note_magnet(self, place: int, kind: int, moment, deviation: float):
        """Note, step by step, the magnet of a ball that came or was turned, if it can be one.

        What is told to have come, and has brought no field like a ball's, stood there before.
        """
        magnets = self._magnets
        if kind == TURN and not magnets.size(place):
            return
        if kind != TURN:
            yield FORGET_MAGNET
            magnets.forget(place)
        yield from magnets.turn(place, moment, deviation)
        if not self._weigher.is_magnet(magnets.size(place)):
            magnets.forget(place)

    def _wear(self, one) -> None:
        """Know a little less of every ball that hands have touched, or stood beside."""
        touched = 0
        for part in range(len(one.places)):
            if TOUCHES[one.kinds[part]]:
                touched |= SUPPORTS[one.places[part]]
        jiggle = self._weigher.jiggle
        deviations = self._magnets.deviations
        for place in range(CELLS):
            if one.before >> place & 1:
                share = 1 if touched >> place & 1 or one.shaken else OTHERS * OTHERS
                deviations[place] = min(UNKNOWN, (deviations[place] ** 2 + jiggle * share) ** 0.5)

    def _note_field(self, place: int) -> None:
        """Keep the field as it was measured where it is stronger than noise.

        A ball beside the middle of its place, or a sensor's gain, is then known too.
        """
        weigher = self._weigher
        field, difference = self._magnets.fields[place], weigher.difference
        for i in range(self._weigher.sensors):
            noise = weigher.noise[i]
            if noise:
                off = difference[i] - field[i]
                model = 0.05 * field[i]
                model *= model
                field[i] += off * model / (model + noise + 4)

    def learning(self, before: int, mask: int, found):
        """Explain, step by step, a rest by what the players have said.

        ``found``: the explanations known of it, None for those of the last thought.
        """
        if found is not None:
            yield from self._weigher.beginning(before)
            self._weigher.found = found
        yield from self._explainer.explaining(before, mask)
        yield from self.remembering(mask)

    def correcting(self, mask: int):
        """Explain, step by step, the last difference once more: what was believed was not true."""
        explainer = self._explainer
        best = explainer.found[0]
        for part in range(len(best.places)):
            # What was noted of these is not true.
            if best.kinds[part] == TURN:
                back = [-value for value in best.moments[3 * part : 3 * part + 3]]
                yield from self._magnets.turn(best.places[part], back, best.deviations[part])
        yield from explainer.explaining(best.before, mask)
        yield from self.remembering(mask)

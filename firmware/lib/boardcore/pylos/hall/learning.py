"""Learning: updates the moments of the magnets once it is certain which balls stand."""

from boardcore.pylos.cells import CELLS, SUPPORTS
from boardcore.pylos.hall.explanations import ADD, RESPIN, TOUCHES, TURN
from boardcore.pylos.hall.likelihood import OTHERS
from boardcore.pylos.hall.magnets import UNKNOWN

WEAR, FORGET_MAGNET, NOTE_FIELD = 1400, 500, 900
SHIFT, SHIFT_PART = 400, 700
"""Cost of steps, in empty turns of a loop; 95th percentile."""


class Learner:
    """Updates ``Magnets`` from differences that an ``explainer`` has explained."""

    def __init__(self, explainer) -> None:
        self._explainer = explainer
        self._likelihood = explainer.likelihood
        self._magnets = explainer.likelihood.magnets

    def remembering(self, mask: int):
        """Store, step by step, the moments of balls that came or turned; ``mask``: all balls."""
        one = self._likelihood.found.of_mask(mask)
        if one is None:
            return
        yield WEAR
        self._wear(one)
        self._likelihood.learn(one)
        yield SHIFT + SHIFT_PART * len(one.places)
        self._likelihood.learn_shift(one)
        for part in range(len(one.places)):
            place, kind = one.places[part], one.kinds[part]
            if kind in (ADD, RESPIN, TURN):
                moment = one.moments[3 * part : 3 * part + 3]
                yield from self._note_magnet(place, kind, moment, one.deviations[part])
        if len(one.places) == 1 and one.kinds[0] == ADD:
            yield NOTE_FIELD
            self._note_field(one.places[0])

    def _note_magnet(self, place: int, kind: int, moment, deviation: float):
        """Store, step by step, the moment of a ball that came or was turned.

        A ball whose field is not that of a ball's magnet stood there before; its moment stays
        unknown.
        """
        magnets = self._magnets
        if kind == TURN and not magnets.size(place):
            return
        if kind != TURN:
            yield FORGET_MAGNET
            magnets.forget(place)
        yield from magnets.turn(place, moment, deviation)
        if not self._likelihood.is_magnet(magnets.size(place)):
            magnets.forget(place)

    def _wear(self, one) -> None:
        """Widen the deviation of every standing ball by the jiggle of this change."""
        touched = 0
        for part in range(len(one.places)):
            if TOUCHES[one.kinds[part]]:
                touched |= SUPPORTS[one.places[part]]
        jiggle = self._likelihood.jiggle
        deviations = self._magnets.deviations
        for place in range(CELLS):
            if one.before >> place & 1:
                share = 1 if touched >> place & 1 or one.shaken else OTHERS * OTHERS
                deviations[place] = min(UNKNOWN, (deviations[place] ** 2 + jiggle * share) ** 0.5)

    def _note_field(self, place: int) -> None:
        """Move the stored field of a new ball towards the measured one, sensor by sensor.

        This includes errors of its place and of the sensors' gains in the stored field.
        """
        likelihood = self._likelihood
        field, difference = self._magnets.fields[place], likelihood.difference
        for i in range(self._likelihood.sensors):
            noise = likelihood.noise[i]
            if noise:
                off = difference[i] - field[i]
                model = 0.05 * field[i]
                model *= model
                field[i] += off * model / (model + noise + 4)

    def learning(self, before: int, mask: int, found):
        """Explain a rest, step by step, by the balls that the players named.

        ``found``: explanations of that rest, None: those of the last search.
        """
        if found is not None:
            yield from self._likelihood.beginning(before)
            self._likelihood.found = found
        yield from self._explainer.explaining(before, mask)
        yield from self.remembering(mask)

    def correcting(self, mask: int):
        """Explain the last difference again, step by step: the accepted explanation was wrong."""
        explainer = self._explainer
        best = explainer.found[0]
        for part in range(len(best.places)):
            # Undo the stored turn.
            if best.kinds[part] == TURN:
                back = [-value for value in best.moments[3 * part : 3 * part + 3]]
                yield from self._magnets.turn(best.places[part], back, best.deviations[part])
        yield from explainer.explaining(best.before, mask)
        yield from self.remembering(mask)

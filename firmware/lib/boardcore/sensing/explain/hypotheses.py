"""Hypotheses about the pieces on the board, with their costs.

The costs of several rests add up, hypothesis by hypothesis.  The best one is accepted if it beats
every rival by a margin; else the game is told all of them, and knows more or asks.
"""

from boardcore.sensing.explain.cost import MAX_MARGIN, MIN_MARGIN, margin

MAX_HYPOTHESES = 8
"""Largest number of hypotheses that are kept; chosen."""
DROPPED = 9.0
"""Cost above the best from which a hypothesis is dropped, nats; chosen."""


class Hypotheses:
    """``posterior``: rows ``(state, cost)``, the likeliest first; ``version`` counts changes."""

    def __init__(self, state) -> None:
        self.posterior: list[tuple] = [(state, 0.0)]
        self.version = 0
        self._margin = MIN_MARGIN

    @property
    def state(self):
        """The likeliest state."""
        return self.posterior[0][0]

    @property
    def ambiguous(self) -> bool:
        """Whether several hypotheses are likely."""
        posterior = self.posterior
        return len(posterior) > 1 and posterior[1][1] - posterior[0][1] < self._margin

    def holds(self, state) -> bool:
        """Return whether this state is one of the hypotheses."""
        return bool([1 for other, _ in self.posterior if other == state])

    def reject(self, states, position) -> None:
        """Drop these states; fall back on the position if nothing is left."""
        left = [pair for pair in self.posterior if pair[0] == position or pair[0] not in states]
        self._set(left or [(position, 0.0)])

    def _set(self, posterior) -> None:
        before, self.posterior = self.posterior, posterior
        if [state for state, _ in before] != [state for state, _ in posterior]:
            self.version += 1

    def _weigh(self, found, distance, fits: float) -> tuple:
        """Return the hypotheses that follow from explanations, and the changes of the rivals.

        ``found``: the best first, good ones only; ``distance``: of two sets of changes, in sigmas.
        Where even the best has more chi^2 than ``fits``, whatever is kept is a rival.
        """
        rows: list[tuple] = []
        least, chi2, best, _ = found[0]
        self._margin = MIN_MARGIN
        rivals, near = False, []
        for cost, _, changes, after in found:
            more, lead = cost - least, MIN_MARGIN if chi2 <= fits else DROPPED
            if more > DROPPED or len(rows) == MAX_HYPOTHESES:
                break
            if MIN_MARGIN <= more < MAX_MARGIN:
                lead = max(lead, margin(distance(best, changes)))
            close = rows and more < lead
            if close:
                near += changes
            if not [1 for state, _ in rows if state == after]:
                if close:
                    rivals, self._margin = True, max(self._margin, lead)
                rows.append((after, more))
        return rows, near, not rivals


def by_cost(row) -> float:
    """Return the cost of an explanation, for sorting."""
    return row[0]

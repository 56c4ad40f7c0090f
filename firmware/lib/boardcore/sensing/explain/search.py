"""Search for the changes that explain the difference between two rests.

Tried are, for one hypothesis of what stood before,

1. no change, and every single change that the game's model thinks possible; if an unlikely one
   fits, and there is a reserve, also those of pieces that differ from their kind (``widen``);
2. every pair of them, and of those that one of them makes possible;
3. longer acts of hands (``compounds``), and every state that the model expects (``targets``: ends
   of legal turns, earlier positions, an empty board);
4. if nothing fits well: pairs after what was done last is done again (``redo``), single changes of
   pieces that differ from their kind, causes without a change, such as a hand that lay still.

Most candidates are dropped by a bound of the observation, group by group: it lets pass whatever may
cost less than the best explanation by ``KEEP``.  ``contract`` says what is asked of whom.
"""

from boardcore.sensing.explain.cost import IMPOSSIBLE

TARGET = 100
"""Cost of looking at a target, in empty loop iterations; chosen, held to bytecodes by
tests/play/test_turns.py."""
KEEP = 9.0
"""Cost above the best from which an explanation is dropped, nats; chosen."""
SHORT_MS = 325
"""Time without rest in which hands make no more than one change, ms."""
ODD = 4.0
"""Cost of a piece that differs widely from its kind, nats: one in fifty; chosen."""


class Search:
    """Explains a difference: ``found`` holds ``(cost, chi2, changes, state)`` for a state."""

    def __init__(self, observation, model) -> None:
        self._observation = observation
        self._model = model
        self.found: list[tuple] = []
        self._best = self._limit = IMPOSSIBLE
        self._bounds: dict[int, float] = {}
        """By number of changes, the largest chi^2 worth a look, until something better is found."""
        self._is_poor = True  # nothing explains it well yet
        self._is_unlikely = True  # nor does anything that the game expects
        self._busy_ms = 0
        self._extra = 0.0  # cost of what is tried now

    def search_steps(self, state, ms: int, limit: float = IMPOSSIBLE):
        """Fill ``found``, step by step.

        ``ms``: how long the board did not rest; ``limit``: the cost from which nothing is worth
        finding.
        """
        model, seen = self._model, self._observation
        self.found, self._best, self._busy_ms, self._limit = [], IMPOSSIBLE, ms, limit
        self._is_poor, self._is_unlikely, self._bounds, self._extra = True, True, {}, 0.0
        yield from seen.begin_steps()
        yield from self._try_steps(state, (), state)
        yield seen.BOUND
        groups = seen.groups(state, model.changes(state))
        yield from self._single_steps(state, groups)
        if not self._is_poor:
            if self._is_unlikely and not model.keeps:
                yield from self._odd_steps(state)
            if ms < SHORT_MS:
                return  # too short for more than the single change that was found
        yield from self._pair_steps(state, groups, state, ())
        yield from self._compound_steps(state)
        for target in model.targets(state, seen.came()):
            yield TARGET
            yield from self._target_steps(state, target)
        is_poor = self._is_poor  # whatever an odd piece would explain
        if is_poor:
            for change in model.redo(state):
                if seen.acted_near(change):
                    yield seen.BOUND
                    left = model.after(state, (change,))
                    groups = seen.groups(left, model.changes(left))
                    yield from self._pair_steps(left, groups, state, (change,))
            yield from self._odd_steps(state)
        yield seen.TRY
        causes: list[tuple] = []
        yield from seen.others_steps(state, ms, is_poor, causes)
        for cost, chi2, after in causes:
            if cost < min(self._best + KEEP, self._limit, IMPOSSIBLE):
                self._best = min(self._best, cost)
                self.found.append((cost, chi2, (), after))

    def _single_steps(self, state, groups):
        """Try all single changes."""
        seen, model = self._observation, self._model
        residual = seen.residual(state, ())
        for group in seen.near(residual, groups):
            for at in (yield from seen.bound_steps(residual, group, 0, self._most(1))):
                changes = (group.changes[at],)
                yield from self._try_steps(state, changes, model.after(state, changes))

    def _odd_steps(self, state):
        """Try single changes of pieces that differ from their kind."""
        seen = self._observation
        if seen.widen(True):
            yield seen.BOUND
            self._extra, self._bounds = ODD, {}
            yield from self._single_steps(state, seen.groups(state, self._model.changes(state)))
            self._extra, self._bounds = 0.0, {}
            seen.widen(False)

    def _most(self, count: int) -> float:
        """Return the largest chi^2 of a number of changes that is worth a look."""
        if count not in self._bounds:
            nats = (
                min(self._best + KEEP, self._limit)
                - self._model.hurry(count, self._busy_ms)
                - self._extra
            )
            self._bounds[count] = max(0.0, self._observation.reach(nats, count))
        return self._bounds[count]

    def _pair_steps(self, state, groups, start, before):
        """Try all pairs of changes; ``before``: what led from ``start`` to ``state``."""
        seen, model, count = self._observation, self._model, 2 + len(before)
        ordered = model.is_ordered
        residual = seen.residual(start, before)
        for at in range(len(groups)):
            one = groups[at]
            yield seen.CHECK
            if ordered:
                others = seen.partners(residual, one, groups)
            else:
                more = seen.groups(state, model.follow_ups(state, one.changes))
                others = seen.partners(residual, one, groups[at:] + more)
            for i in range(len(one.changes) if others else 0):
                first = one.changes[i]
                yield seen.BOUND
                left = seen.residual(start, before + (first,))
                if ordered:
                    after = model.after(state, (first,))
                    others = seen.groups(after, model.follow_ups(state, (first,)))
                for other in seen.near(left, others):
                    begin = i + 1 if other is one and not ordered else 0
                    most = self._most(count)
                    for j in (yield from seen.bound_steps(left, other, begin, most)):
                        pair = first, other.changes[j]
                        yield from self._try_pair_steps(state, pair, start, before)

    def _try_pair_steps(self, state, pair, start, before):
        after = self._model.after(state, pair)
        if after is None or after == state:
            return
        if before:
            yield from self._try_steps(start, before + pair, after)
            return
        one, other = pair
        if self._model.is_ordered:
            yield from self._try_steps(state, pair, after)
            return
        same = one[0] != other[0] and one[2] == other[2]  # perhaps it is the same piece
        if same:
            lifted_first = pair if one[0] < 0 else (other, one)
            yield from self._try_steps(state, lifted_first, after, moved=True)
        if not same or not self._model.keeps:
            yield from self._try_steps(state, pair, after)

    def _compound_steps(self, state):
        """Try longer acts: what stands in their middle, and with each change that ends them."""
        seen, model = self._observation, self._model
        for changes, middle, groups in model.compounds(state, seen.came()):
            yield TARGET
            if not model.is_ordered:
                yield from self._target_steps(state, middle)
            yield seen.CHECK
            residual = seen.residual(state, changes)
            for group in seen.near(residual, seen.groups(middle, groups)):
                most = self._most(len(changes) + 1)
                for at in (yield from seen.bound_steps(residual, group, 0, most)):
                    last = (group.changes[at],)
                    after = model.after(middle, last)
                    if after is not None and model.is_ordered:
                        yield from self._try_steps(state, changes + last, after)
                    elif after is not None:
                        yield from self._target_steps(state, after)

    def _target_steps(self, state, target):
        """Try what the game expects, however many changes lead there."""
        if target == state or [1 for row in self.found if row[3] == target and len(row[2]) > 2]:
            return
        changes = self._model.between(state, target)
        if changes and len(changes) > 1:
            yield self._observation.FIT
            if self._observation.may_fit(changes):
                yield from self._try_steps(state, changes, target, True)

    def _try_steps(self, state, changes, after, expected: bool = False, moved: bool = False):
        """Take changes as an explanation if they are good enough."""
        if after is None:
            return
        seen, model = self._observation, self._model
        yield seen.CHECK
        acts = seen.act_cost(changes)
        prior = model.prior(state, changes, after, expected, moved)
        more = prior + self._extra + model.hurry(len(changes), self._busy_ms) + acts
        # What is known without measuring is often too much.
        if more + seen.least() > min(self._best + KEEP, self._limit):
            return
        cost = yield from seen.cost_steps(state, changes, after, moved or model.keeps)
        if cost >= IMPOSSIBLE:
            return
        cost += more
        if cost < self._best:
            self._best, self._bounds = cost, {}
            self._is_poor = seen.chi2 + 2 * acts > seen.POOR
            self._is_unlikely = prior >= ODD
        if cost < min(self._best + KEEP, self._limit):
            self.found.append((cost, seen.chi2, changes, after))

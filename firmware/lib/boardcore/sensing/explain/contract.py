"""Interfaces of the sensors (``Observation``) and of a game (``Model``) to the explainer.

The explainer knows neither.  A *state* is what may lie on the board; only the model looks into it
(any value that can be compared).  A *change* is one act of hands, for pieces that come and go one
by one a tuple ``(sign, place, kind)``; model and observation agree on it.  A *group* is a list of
changes that look about the same, wrapped by the observation; the explainer reads its ``changes``.
Costs are in nats, chi^2 has no unit, times are in ms, step costs in empty loop iterations.

Methods named ``*_steps`` are generators that yield, before each step, what it costs.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from typing import Any

ANY_NUMBER = 1 << 20
"""Bound of a number of changes, chosen above any."""
MAX_CHANGES = 4
"""Largest number of changes between two rests, unless all is swept or set up; chosen."""
WINDOW_MS = 125
"""Time from hands off to a recognized rest."""
QUICK_MS, USUAL_MS = 100, 300
"""Shortest and usual time of a hand for one change; chosen."""
EACH, HASTY, SLOW_MS = 1.5, 5.0, 400
"""Cost of each change but the first in less than the usual time, and of changes that were too
fast, nats; a single change costs a nat more for each SLOW_MS beyond twice its time; chosen."""


class Group:
    """Changes that are bounded together."""

    def __init__(self, changes) -> None:
        self.changes = changes


class Observation:
    """Readings of the sensors from rest to rest; a subclass for each family of sensors."""

    FITS, MISFITS = 12.0, 80.0
    """Chi^2 of a good and of a bad explanation: where there is a good one, bad ones are dropped."""
    POOR = 7.0
    """Chi^2 of the best explanation from which rarer causes are tried, too."""
    BOUND, CHECK, FIT, TRY = 350, 120, 50, 250
    """Costs in empty loop iterations: preparing groups or a residual, prior and acts, ``may_fit``,
    one exact cost."""
    chi2 = 0.0
    """Misfit of the changes whose cost was computed last."""
    is_relative = False
    """Whether only differences count: what lies there unseen at a start does no harm."""
    started = False
    """Whether there is a reference to compare with."""

    # Samples and rests; ``sample``, ``is_calm``, ``measure`` allocate nothing

    def sample(self, channel: int, raw: int) -> None:
        """Take one raw sample of one channel."""
        raise NotImplementedError

    def watch(self, is_searching: bool, resting: bool) -> None:
        """Note acts of hands in the latest samples, also while a search is running."""

    def is_calm(self, now_ms: int) -> bool:
        """Return whether all channels are calm."""
        raise NotImplementedError

    def has_news(self) -> bool:
        """Return whether enough samples have come since the last look for another one."""
        return True

    def stir(self) -> None:
        """Record that the board does not rest: the next rest needs new samples."""

    def restart(self) -> None:
        """Forget samples and reference: a sensor has failed, or come back."""

    def measure(self) -> None:
        """Take the means of this rest as its readings."""

    def begin(self, pieces) -> bool:
        """Take this rest as the first reference; return False if it shows something else.

        ``pieces``: changes from empty to what should lie there.  If it certainly shows something
        else, the reference is what should be there, and the difference is to be explained.
        """
        return True

    def refine(self) -> None:
        """Learn the noise from this rest and the one measured before: nothing has moved."""

    def is_small(self) -> bool:
        """Return whether the difference to the reference is too small for any change."""
        raise NotImplementedError

    def is_same(self) -> bool:
        """Return whether it is that of the last rest that was looked at."""
        return False

    def follow(self) -> None:
        """Let the reference follow the drift: nothing has changed."""

    def look(self) -> None:
        """Take this rest as the one that is explained: the difference is to the reference."""
        raise NotImplementedError

    def accept(self) -> None:
        """Make the rest that was explained the reference."""
        raise NotImplementedError

    def accept_now(self) -> None:
        """Make the latest rest the reference, whatever it shows: players have said what stands."""

    def waits(self, ms: int, misfit: float) -> bool:
        """Return True if hands that have lain still for this time are probably still at work.

        ``misfit``: chi^2 of what explains the rest best, ``IMPOSSIBLE`` if nothing likely does, 0
        if that is not known yet.
        """
        return False

    def leans(self, ms: int) -> bool:
        """Return True if something presses on the board that has not rested for this time."""
        return False

    # Search

    def begin_steps(self):
        """Compute what all candidates of a rest need."""
        return ()

    def groups(self, state, groups) -> list:
        """Return lists of changes as groups, without empty ones."""
        return [Group(changes) for changes in groups if changes]

    def residual(self, state, changes):
        """Return what these changes leave of the difference, to be given to ``bound_steps``."""
        raise NotImplementedError

    def near(self, residual, groups) -> list:
        """Return which groups may hold a further change, at a rough look."""
        return groups

    def partners(self, residual, one, groups) -> list:
        """Return which groups may hold another change besides one of ``one``, at a rough look."""
        return groups

    def bound_steps(self, residual, group, first: int, most: float):
        """Return the changes of a group, from ``first`` on, that leave a chi^2 of at most ``most``.

        It may return too many, but must not drop any that does.
        """
        raise NotImplementedError

    def reach(self, nats: float, count: int) -> float:
        """Return the largest chi^2 of a number of changes within a limit of their cost."""
        raise NotImplementedError

    def least(self) -> float:
        """Return the least cost of any explanation."""
        return 0.0

    def may_fit(self, changes) -> bool:
        """Return whether many changes may explain the difference, at a rough look."""
        return True

    def came(self) -> tuple:
        """Return the least and the largest number of pieces that there are more than before."""
        return -ANY_NUMBER, ANY_NUMBER

    def cost_steps(self, state, changes, after, moved: bool):
        """Compute the cost of these changes; return it, ``IMPOSSIBLE`` if they do not fit.

        ``moved``: what is put was lifted before, a piece of each kind after the other.
        Sets ``chi2``.
        """
        raise NotImplementedError

    def misfits(self) -> float:
        """Return the chi^2 of a bad explanation as far as is known now."""
        return self.MISFITS

    def act_cost(self, changes) -> float:
        """Return what the acts of hands that were seen say against these changes, nats."""
        return 0.0

    def acted_near(self, change) -> bool:
        """Return whether hands were seen near a change, or see no acts at all."""
        return True

    def others_steps(self, state, ms: int, is_poor: bool, found):
        """Add causes that are no changes of the model to ``found``, as ``(cost, chi2, after)``.

        ``is_poor``: nothing else explains the difference well.
        """
        return ()

    def widen(self, on: bool) -> bool:
        """Believe in pieces that differ widely from their kind, or not any more.

        Return False if that makes no difference.
        """
        return False

    def distance(self, one, other) -> float:
        """Return how far apart the predictions of two sets of changes are, in sigmas.

        0: the least margin is enough to tell them apart.
        """
        return 0.0

    # Learning

    def pressed(self, changed) -> "list | tuple":
        """Return the places near which hands were, with the number of their steps, and forget them.

        ``changed``: the changes that have certainly happened.  Allocates nothing if nobody pressed.
        """
        return ()

    def forget_presses(self) -> None:
        """Forget the acts of hands since the last rest."""

    def learn(self, best, certain: bool, ms: int, keeps: bool) -> None:
        """Learn from an explanation ``(cost, chi2, changes, state)``; ``certain``: it has no rival.

        ``ms``: how long hands were at work.
        """

    def learn_answer(self, best) -> None:
        """Learn from the one that players have named."""

    def forget(self, changes) -> None:
        """Forget what is known of pieces that may have gone or come."""

    def shows_empty(self) -> bool:
        """Return whether the sensors certainly show the empty board; no search is needed then."""
        return False

    def take_empty(self) -> None:
        """Take the latest rest, of an empty board, as the reference."""
        raise NotImplementedError

    def forget_all(self) -> None:
        """Forget what is known of pieces in hands: the board is empty."""


class Model:
    """Acts of hands in one game, and their likelihood; a subclass for each game."""

    keeps = False
    """Whether what is put was lifted before: there is no reserve."""
    is_ordered = False
    """Whether changes are made one after the other: what follows, and what it shows, depends on
    the first one."""
    places = 0
    """Number of places, one byte each in what ``show`` writes."""
    position: "Any" = None
    """The state that the game says."""
    is_open = False
    """Whether nothing is certain yet that lies there: the game has not begun."""
    pause_ms = 0
    """How long the board rested before the hands came that are explained; the explainer sets it."""

    def show(self, state, readings) -> None:
        """Write what lies on each place in the likeliest state: here the state's own bytes."""
        readings[:] = state

    def begun(self, state) -> list:
        """Return rows ``(state, cost)`` of what may lie there instead at power-on, nats."""
        return []

    def revised(self, state, posterior) -> list:
        """Return the hypotheses that take the place of these; ``state``: the likeliest before."""
        return posterior

    def is_whole(self, state) -> bool:
        """Return True if nothing is in hands that the position has: a turn is over or begins.

        Then presses after a turn, and those before one, are no part of it.
        """
        return False

    def changes(self, state) -> list:
        """Return the changes that are possible now, in lists of those that look about the same."""
        raise NotImplementedError

    def follow_ups(self, state, changes) -> list:
        """Return, in such lists, the changes that one of these makes possible."""
        return []

    def redo(self, state) -> list:
        """Return single changes after which pairs are tried if nothing else explains a rest."""
        return []

    def compounds(self, state, came):
        """Yield longer acts: changes, the state that they lead to, lists of those that end them."""
        return ()

    def targets(self, state, came):
        """Yield states that the game expects anyway; ``came``: see ``Observation.came``."""
        return ()

    def between(self, state, target):
        """Return the changes that lead to a target, what is lifted first; None: too many."""
        raise NotImplementedError

    def pieces(self, state) -> list:
        """Return what stands there as changes from an empty board."""
        raise NotImplementedError

    def after(self, state, changes):
        """Return the state after changes, None if it cannot be."""
        raise NotImplementedError

    def prior(self, state, changes, after, expected: bool, moved: bool) -> float:
        """Return the cost of changes before anything is measured.

        ``expected``: they lead to a target or end a longer act; ``moved``: one piece goes from a
        place to another.
        """
        raise NotImplementedError

    def hurry(self, count: int, ms: int) -> float:
        """Return the cost of a number of changes in the time that the board did not rest."""
        count = min(count, MAX_CHANGES)
        active = max(0, ms - WINDOW_MS)
        if count < 2:
            return min(2.0, max(0, active - 2 * USUAL_MS) / SLOW_MS)
        if active < QUICK_MS * count:
            return HASTY + EACH * (count - 1)
        return EACH * (count - 1) * max(0.0, 1 - active / (USUAL_MS * count))


class PlacesModel(Model):
    """Pieces that come and go; a state is a byte per place, 0 or the kind of its piece, from 1."""

    def between(self, state: bytes, target: bytes):
        """Return the changes that lead to a target, what is lifted first."""
        changed = [at for at in range(len(state)) if state[at] != target[at]]
        lifted = [(-1, at, state[at]) for at in changed if state[at]]
        return tuple(lifted + [(1, at, target[at]) for at in changed if target[at]])

    def pieces(self, state: bytes) -> list:
        """Return the pieces of a state as changes."""
        return [(1, at, state[at]) for at in range(len(state)) if state[at]]

    def after(self, state: bytes, changes):
        """Return the pieces then, None if two share a place, or one was not there."""
        cells = bytearray(state)
        for turn in (-1, 1):
            for sign, at, kind in changes:
                if sign == turn:
                    if cells[at] != (kind if sign < 0 else 0):
                        return None
                    cells[at] = kind if sign > 0 else 0
        return bytes(cells)

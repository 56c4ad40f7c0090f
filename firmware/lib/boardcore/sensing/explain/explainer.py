"""Explainer of what stands on a board, from rest to rest, for all sensors and games.

At each rest the difference to the rest before is explained (``search``) for every hypothesis of
what stood then, and the likeliest is accepted or asked about (``hypotheses``).  A difference that
nothing explains is foreign: a hand that leans on the board, or a cup.  Then the rest before stays
the reference until that has gone.

When the board is switched on, the position of the game is assumed to stand.  From then on only
differences count.
"""

from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.explain.hypotheses import DROPPED, Hypotheses, by_cost
from boardcore.sensing.explain.search import Search
from boardcore.sensing.explain.stepper import Stepper
from boardcore.ticks import bring_along, ticks_diff

LOOK, CONCLUDE = 600, 1300
"""Step costs of a look at a rest, and of what follows from explanations, in empty loop iterations.
"""
WORD_MS = 400
"""Rest without hands after which a position that players named becomes the reference."""
SURPRISE = 15.0
"""Cost of an explanation above the least of any, from which it is looked at again, nats; chosen."""
LEAN_MS = 3000
"""Time after which an object that is no piece is reported."""
ANEW_MS = 4000
"""Time after which an unexplained weight becomes the reference before a game has begun; chosen."""
LAYING_MS = 10000
"""Longest time without rest of hands that lay pieces out; chosen."""
HANDLED = 2
"""Fewest steps of a hand that has come and gone."""


class Explainer(Hypotheses):
    """Finds out what stands; ``observation``: of the sensors, ``model``: of the game.

    ``readings``: one byte per place, of the likeliest state; ``foreign``: whether something lies on
    the board that is no piece; ``pressed``: places near which hands have pressed since
    ``forget_presses``, first press first; ``handled``: those where a hand came and went.
    """

    def __init__(self, observation, model, state) -> None:
        Hypotheses.__init__(self, state)
        self.observation = observation
        self.model = model
        self.readings = bytearray(model.places)
        self._search = Search(observation, model)
        self.pressed: list[int] = []
        self.handled: list[int] = []
        self.foreign = False
        self.foreign_ms = 0
        """Since when."""
        self._empty = state
        self._hands_ms = 0  # for how long it did not rest before the rest that is explained
        self._asked: list[tuple] = []  # single changes among those that players are asked about
        self._now_ms = 0
        self._blind = False  # a sensor has failed
        self.is_laid = False
        """Whether a change was understood since ``reset_to``: until then pieces may be laid out."""
        self._stirred_ms = 0  # when it was restless last
        self._restless_ms = 0  # since when the board did not rest
        self._word = False  # the players have said what stands
        self._rested_ms = 0  # since when it rested before that
        self._resting = False
        self._settles = False  # what explains this rest is poor: it is looked at again
        self._misfit = 0.0  # its chi^2
        self._stepper: Stepper | None = None
        self.looked = True
        """Whether the sensors were looked at since the last search: hands may have gone on."""

    @property
    def is_empty(self) -> bool:
        """Whether the board rests, and certainly nothing stands on it."""
        return self._resting and len(self.posterior) == 1 and self.state == self._empty

    @property
    def busy(self) -> bool:
        """Whether the board has not rested since something changed, or that is being explained.

        A hand that lies still on it does not rest either, until it counts as leaning.
        """
        return self._is_busy()

    def _is_busy(self) -> bool:
        if self._blind:
            return False
        presses = self.foreign and not self.leans()
        return presses or not self._resting or self._settles or self._stepper is not None

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day; see ``boardcore.ticks.recent``."""
        times = ("foreign_ms", "_stirred_ms", "_restless_ms", "_rested_ms")
        bring_along(self, times, now_ms)

    # Samples

    def work(self, left: int, now_ms: int) -> bool:
        """Continue; return True if the hypotheses have changed.

        ``left``: what it may cost, in empty loop iterations.  Allocates nothing while the board
        rests and nothing changes.
        """
        self._now_ms = now_ms
        version = self.version
        if self.foreign and self._is_open and self._stepper is None:
            self._start_anew(now_ms)
        self.observation.watch(self._stepper is not None, self._resting)
        if self._stepper is None and not self._blind:
            self._look(now_ms)
            self.looked = True
            left -= LOOK
        if self._stepper is not None and self._stepper.run(left):
            self._stepper = None
            self.looked = False
        return self.version != version

    @property
    def _is_open(self) -> bool:
        """Whether pieces are perhaps being laid out: no change was understood since power-on."""
        return self.model.is_open or self.observation.is_relative and not self.is_laid

    def _start_anew(self, now_ms: int) -> None:
        """Take what lies there for long as the reference: hands laid it out unseen."""
        if ticks_diff(now_ms, self.foreign_ms) >= ANEW_MS:
            self._set_foreign(False)
            self.reset_to(self.model.position)

    def _look(self, now_ms: int) -> None:
        """Look whether the board rests, and whether it shows anything new."""
        seen = self.observation
        if not seen.is_calm(now_ms):
            if self._resting:
                self._resting = False
                if not self.foreign:  # a hand that lies still for a moment is still at work
                    self._restless_ms = now_ms
                    self.model.pause_ms = ticks_diff(now_ms, self._rested_ms)
            seen.stir()
            self._stirred_ms = now_ms
            self._settles = False
            return
        rested = self._resting
        if rested and not seen.has_news():
            return
        if not rested and not self.foreign:
            self._rested_ms = now_ms
        seen.measure()
        still_ms = ticks_diff(now_ms, self._stirred_ms)
        if not seen.started:
            if seen.waits(still_ms, 0.0):
                return
            self._resting = True
            if seen.begin(self.model.pieces(self.state)):
                return
        certain = not self.foreign and len(self.posterior) == 1
        if not (certain and self.state == self._empty) and seen.shows_empty():
            self._take_empty()
            return
        if self._word and ticks_diff(now_ms, self._rested_ms) >= WORD_MS:
            self._word = False
            seen.accept_now()
        if rested and not self.foreign:
            seen.refine()
        if seen.is_small():
            self._resting, self._settles = True, False
            self._set_foreign(False)
            seen.follow()
            self._note_presses(())
            return
        if seen.waits(still_ms, self._misfit if self._settles else 0.0):
            return
        if self.foreign and rested and seen.is_same():
            return  # it still lies there
        self._resting, self._settles = True, False
        seen.look()
        # Without the time for which it was waited: hands that are off do nothing.
        hands_ms = ticks_diff(self._stirred_ms, self._restless_ms)
        self._stepper = Stepper(self._explain_steps(hands_ms))

    def _take_empty(self) -> None:
        """Believe that nothing stands on the board, whatever was believed before."""
        self._resting, self._settles, self._asked = True, False, []
        self.is_laid = True
        self._set_foreign(False)
        self.observation.take_empty()
        self._set([(self._empty, 0.0)])

    # Search

    def finish(self) -> None:
        """Search to the end, however long that takes."""
        if self._stepper is not None:
            self._stepper.finish()
            self._stepper = None

    def _explain_steps(self, ms: int):
        self._hands_ms = ms
        found: list[tuple] = []
        version = -1
        while self.version != version:  # the players have said more
            version, found, least = self.version, [], IMPOSSIBLE
            for state, before in self.posterior:
                if self.version == version:
                    yield from self._search.search_steps(state, ms, least + DROPPED - before)
                    for cost, chi2, changes, after in self._search.found:
                        found.append((before + cost, chi2, changes, after))
                        least = min(least, before + cost)
            yield CONCLUDE
        self._misfit = self._misfit_of(found)
        still_ms = ticks_diff(self._now_ms, self._stirred_ms)
        if self.foreign or not (
            self.observation.waits(still_ms, self._misfit) or self._has_gone_on()
        ):
            self._conclude(found)
        else:
            self._settles = True

    def _has_gone_on(self) -> bool:
        """Return whether a rest that is explained badly is over: a hand still lay there.

        Not while pieces are laid out, faster than each of them can be told.
        """
        seen = self.observation
        if self._misfit <= seen.FITS or self._is_open:
            return False
        if seen.is_calm(self._now_ms):
            seen.measure()
            return not seen.is_same()
        return True

    def _misfit_of(self, found) -> float:
        """Return the chi^2 of the best explanation; ``IMPOSSIBLE`` if even that is a surprise."""
        if not found:
            return IMPOSSIBLE
        cost, chi2, _, _ = min(found, key=by_cost)
        surprise = cost - self.posterior[0][1] - self.observation.least()
        return chi2 if surprise < SURPRISE else IMPOSSIBLE

    def _conclude(self, found) -> None:
        """Keep the likeliest of what explains the difference, and learn from what is certain."""
        self._asked = []
        if not found:
            self._set_foreign(True)
            return
        self._set_foreign(False)
        seen = self.observation
        if [1 for row in found if row[1] <= seen.FITS]:
            found = [row for row in found if row[1] <= seen.misfits()]
        found.sort(key=by_cost)
        was_certain = len(self.posterior) == 1
        seen.accept()
        posterior, near, leads = self._weigh(found, seen.distance, seen.FITS)
        seen.forget(near)
        certain = was_certain and leads
        seen.learn(found[0], certain, self._hands_ms, self.model.keeps)
        if leads and posterior[0][0] == self._empty:
            # One that was taken for another in the last game would be expected with confidence.
            seen.forget_all()
        if was_certain and not leads:
            # What the players say of it tells how loose the build is, too.
            self._asked = [row for row in found if len(row[2]) == 1]
        self.is_laid = self.is_laid or bool(found[0][2])
        self._note_presses(found[0][2] if certain else None)
        self._set(posterior[:1] if leads else posterior)

    def _note_presses(self, changed) -> None:
        """Note where hands pressed; ``changed``: the changes, None if nobody knows them."""
        whole = len(self.posterior) == 1 and self.model.is_whole(self.state)
        is_over = whole and self.state != self.model.position
        if is_over and changed is not None and not changed:
            self.observation.forget_presses()
        elif whole and not is_over and (changed is None or changed):
            self.forget_presses()
        for place, steps in self.observation.pressed(changed or ()):
            if place not in self.pressed:
                self.pressed.append(place)
            if steps >= HANDLED and place not in self.handled:
                self.handled.append(place)

    def forget_presses(self) -> None:
        """Look for presses anew."""
        self.pressed = []
        self.handled = []

    def _set_foreign(self, there: bool) -> None:
        if there != self.foreign:
            self.foreign = there
            self.foreign_ms = self._now_ms
            self.version += 1

    def leans(self) -> bool:
        """Return whether something that is no piece has been on the board for long.

        While pieces are laid out, what nothing explains is taken for them (``ANEW_MS``).

        Allocates nothing.
        """
        if self.foreign:
            return not self._is_open and ticks_diff(self._now_ms, self.foreign_ms) >= LEAN_MS
        if self._blind or self._resting:
            return False
        # Nor does an elbow ever rest.
        ms = ticks_diff(self._now_ms, self._restless_ms)
        return self.observation.leans(ms) and (ms >= LAYING_MS or not self._is_open)

    # From the game

    def confirm(self, state) -> None:
        """Record that this stands: a turn was understood, or the players have said so."""
        if len(self.posterior) == 1 and self.state == state:
            return
        for row in self._asked:
            if row[3] == state and self._hands_ms < LEAN_MS:
                self.observation.learn_answer(row)
                break
        self._asked = []
        if not self.holds(state):
            # The players' word: whatever has changed since led to this.
            self._stepper = None
            self._word = True
        self._set([(state, 0.0)])

    def see(self, able: bool) -> None:
        """Note whether all sensors work; what stands meanwhile is what the game says."""
        self._blind = not able
        self._stepper = None
        self._resting = not able
        if able:
            self.observation.restart()
        self.version += 1

    def reset_to(self, state) -> None:
        """Take this as standing at power-on: what changes is seen, what stands is not."""
        self._stepper = None
        self.is_laid = False
        self.observation.started = False
        self._set([(state, 0.0)])
        self._set([(state, 0.0)] + self.model.begun(state))

    def _set(self, posterior) -> None:
        Hypotheses._set(self, self.model.revised(self.state, posterior))
        self.model.show(self.state, self.readings)

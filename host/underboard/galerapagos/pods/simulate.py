"""Whole games with votes by simulated hands on simulated pods.

What the hands meant is noted beside them; the count of the moderator is held against that.
"""

from collections.abc import Callable, Mapping, Sequence

from underboard.errors import UnderboardError
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.simulate import AutoGame, Listener, Recount
from underboard.galerapagos.pods.bridge import PodBridge, Round
from underboard.galerapagos.rules.game import Event, Game
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject

SILENT = 0.02
"""Share of voters who look and lock nothing; chosen."""
WAVERS = 0.15
"""Share of voters who take the vote back and lock another; chosen."""
TYPED = 0.03
"""Share of pods that fail, whose vote is typed; chosen."""
COLLECT_TRIES = 20
"""Times that votes are collected before a ballot counts as lost; chosen."""
PATIENCE_S = 600.0
"""Time on the pods' clock for the hands to cast one ballot, s; chosen."""

Orders = Mapping[int, Sequence[int]]
Hands = Callable[[Orders], Callable[[], Sequence[int] | None]]
"""Has hands vote: pod and what it locks in turn, -1 for nothing.  What it returns tells which
pods ended locked, None while the hands are busy."""


class PodRecount(Recount):
    """Paper slips that are written by the hands, not by the moderator."""

    def watch(self, game: Game, event: Event, effects: list[JsonObject]) -> None:
        """Follow one accepted entry; a vote that is entered is nobody's slip."""
        slips = dict(self.slips)
        super().watch(game, event, effects)
        if event["do"] in ("cast", "withdraw"):
            self.slips = slips


class PodGame:
    """One game; ``clock`` is the pods', in seconds."""

    def __init__(
        self,
        pods: PodBridge,
        hands: Hands,
        clock: Callable[[], float],
        listener: Listener | None = None,
    ) -> None:
        self.pods = pods
        self.urn = PodRecount()
        self.refused = 0
        self._voted: Round | None = None
        self._hands = hands
        self._clock = clock
        self._listener = listener
        setup = pods.table.game.setup
        self._castaways = Bots(len(setup.names), setup.seed)

    @property
    def game(self) -> Game:
        """The game."""
        return self.pods.table.game

    def play(self) -> AutoGame:
        """Play to the end."""
        while not self.game.over:
            camp = self.game.camp
            event = self._castaways.whim(camp)
            if event is None:
                if camp.phase in ("ballot", "crystal"):
                    if self._voted != self.pods.round:
                        self._vote()
                        self._voted = self.pods.round
                        continue
                    self._collect()
                    event = {"do": "show", "silent": True}
                else:
                    event = self._castaways.regular(camp)
            try:
                effects = self.pods.table.enter(event)
            except Refused:
                self.refused += 1
                continue
            self.urn.watch(self.game, event, effects)
            if self._listener:
                self._listener(event, effects)
            voted = [e["player"] for e in effects if e["effect"] == "voted"]
            if voted:
                self.pods.reveal(voted)
            self.pods.step()
        return AutoGame(self.game, self.urn.miscounted, self.refused)

    def _vote(self) -> None:
        """Let everyone vote whom the ballot expects, and collect."""
        dice = self._castaways.dice
        ballot = self.pods.ballot
        assert ballot
        self._until(self.pods.is_held)
        places, marks = self.pods.places, self.pods.marks
        orders: dict[int, list[int]] = {}
        for seat in ballot.missing():
            choices = [target for target in ballot.choices(seat)]
            target = dice.choice(choices)
            if places[seat] < 0 or self._castaways.chance(TYPED):
                self.urn.slips[seat] = target
                self.pods.enter(seat, target)
                continue
            order = [dice.choice(choices), target] if dice.random() < WAVERS else [target]
            if dice.random() < SILENT:
                order = [-1]
            orders[places[seat]] = [marks[one] if one >= 0 else -1 for one in order]
        locked = self._hands(orders)
        self._until(lambda: locked() is not None)
        for pod in locked() or ():
            self.urn.slips[places.index(pod)] = marks.index(orders[pod][-1])
        self._collect()

    def _collect(self) -> None:
        for _ in range(COLLECT_TRIES):
            self._until(self.pods.is_held)
            try:
                return self.pods.collect(silent=True)
            except UnderboardError:
                self.pods.step(0.5)
        raise UnderboardError("the pods' ballot could not be collected")

    def _until(self, true: Callable[[], bool]) -> None:
        end = self._clock() + PATIENCE_S
        while not true():
            self.pods.step(0.1)
            if self._clock() > end:
                raise UnderboardError("nobody has finished voting within %g s", PATIENCE_S)

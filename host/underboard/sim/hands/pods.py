"""Simulated castaways who vote on pods, knowing only their own light."""

import random
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from boardcore.pods.lights import ASKED, CANDIDATE, DARK, LOCK, LOCKED, OUT, POD, STEP, signs_of
from underboard.sim.world import Actor, World

LOOK_MS = 1700
"""Time of one look, ms; chosen above all slots of a rhythm (1600 ms)."""
GLANCE_MS = 20
"""Time between two readings of a look, ms; chosen."""
AFTER_PRESS_MS = 80
"""Time between a press and the next look, ms; chosen."""
PRESS_MS = (60, 200)
BETWEEN_MS = (90, 400)
NERVES_MS = (700, 1500)
AWAY_MS = 400
"""Time for which a hand is away from its pod, ms; chosen."""
MAX_LOOKS = 400
"""Looks after which a hand gives up: several minutes."""


class Hand:
    """One castaway's hand on one pod."""

    def __init__(self, world: World, pod: int, chance: random.Random) -> None:
        self._world = world
        self._chance = chance
        self._pod = pod
        self._at = 3 * world.layout.pixel_of_cell[POD + pod]
        signs = signs_of(world.layout, 100)
        self._meaning = {
            bytes(sign[1:]): number
            for number, sign in enumerate(signs)
            if number in (ASKED, LOCKED, OUT) or number >= CANDIDATE
        }

    def vote(self, targets: Sequence[int]) -> Generator[float, None, bool]:
        """Lock each of ``targets`` in turn, taking back the one before; -1 locks nothing.

        Returns whether the last one is locked, as far as the light tells.
        """
        locked = False
        for number, target in enumerate(targets):
            yield self._chance.randint(50, 1500)
            if number and locked:
                yield self._chance.randint(*NERVES_MS)
                locked = yield from self._take_back()
            if target < 0:
                yield from self._push(STEP)
            else:
                locked = yield from self._choose(target)
        return locked

    def _choose(self, target: int) -> Generator[float, None, bool]:
        for _ in range(MAX_LOOKS):
            sign = yield from self._look()
            if sign == LOCKED:
                return True
            if sign == CANDIDATE + target:
                yield from self._push(LOCK)
            elif sign == ASKED or sign >= CANDIDATE:
                yield from self._push(STEP)
            else:
                yield AWAY_MS
        return False

    def _take_back(self) -> Generator[float, None, bool]:
        for _ in range(MAX_LOOKS):
            sign = yield from self._look()
            if sign != LOCKED:
                return False
            yield from self._push(LOCK)
            yield self._chance.randint(*NERVES_MS)
        return True

    def _look(self) -> Generator[float, None, int]:
        """Return what the light says; DARK if it stays dark for a whole rhythm."""
        for _ in range(LOOK_MS // GLANCE_MS):
            sign = self._meaning.get(bytes(self._world.colours[self._at : self._at + 3]), DARK)
            if sign != DARK:
                return sign
            yield GLANCE_MS
        return DARK

    def _push(self, first: int) -> Actor:
        self._world.put(first + self._pod)
        yield self._chance.randint(*PRESS_MS)
        self._world.lift(first + self._pod)
        yield max(self._chance.randint(*BETWEEN_MS), AFTER_PRESS_MS)


def vote(
    world: World, number: int = 0, orders: Mapping[str, Sequence[int]] | None = None, seed: str = ""
) -> Actor:
    """Have all castaways of ``orders`` vote at the same time: pod (as text), what it locks.

    The last one reports to the world when it has finished::

        {"event": "pod-hands", "number": N, "locked": [pods that ended locked]}
    """
    waiting = dict(orders or {})
    locked: list[int] = []

    def one(pod: int, targets: Sequence[int]) -> Actor:
        hand = Hand(world, pod, random.Random(f"{seed} {pod}"))
        if (yield from hand.vote(targets)):
            locked.append(pod)
        del waiting[str(pod)]
        if not waiting:
            world.tell({"event": "pod-hands", "number": number, "locked": sorted(locked)})

    for text, targets in list(waiting.items()):
        world.add(one(int(text), targets))
    if not waiting:
        world.tell({"event": "pod-hands", "number": number, "locked": []})
    yield 0


class SimHands:
    """Hands at a simulated board in a process of its own (``underboard.sim.board``).

    Called with pods and what each locks in turn; what it returns tells which pods ended
    locked, None while the hands are busy.
    """

    def __init__(self, sim: Any, seed: int = 0) -> None:
        self._sim = sim
        self._seed = seed
        self._jobs = 0
        self._locked: dict[int, list[int]] = {}

    def __call__(self, orders: Mapping[int, Sequence[int]]) -> Callable[[], list[int] | None]:
        """Begin to vote."""
        self._jobs += 1
        number = self._jobs
        texts = {str(pod): list(targets) for pod, targets in orders.items()}
        self._sim.act(
            f"{__name__}:vote", number=number, orders=texts, seed=f"{self._seed} {number}"
        )
        return lambda: self._look(number)

    def _look(self, number: int) -> list[int] | None:
        for event in self._sim.events(0):
            if event["event"] == "pod-hands":
                self._locked[event["number"]] = event["locked"]
        return self._locked.get(number)

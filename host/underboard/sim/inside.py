"""A simulated board inside this program, with the verbs of ``underboard.sim.board``.

No process and no port: the harness, world and cable of the tests.  Its time passes only while
the host waits for it, so the caller decides how fast it lives.
"""

import importlib
import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from underboard.deploy.layouts import layout_of
from underboard.jsontype import JsonObject
from underboard.sim.faults import Faults
from underboard.sim.harness import NVM_BYTES, Harness, MemoryStore
from underboard.sim.wire.loopback import LoopbackTransport
from underboard.sim.world import Actor, World


class FileStore(MemoryStore):
    """A store whose flash is a file: the journal first, then the calibration."""

    def __init__(self, path: Path | None) -> None:
        data = path.read_bytes() if path and path.exists() else b""
        super().__init__(data[:NVM_BYTES].ljust(NVM_BYTES, b"\xff"))
        self.calibration = data[NVM_BYTES:]
        self._path = path

    def save_cal(self, data: bytes) -> None:
        """Write the calibration."""
        super().save_cal(data)
        self._flush()

    def _write(self, at: int, data: Any) -> None:
        super()._write(at, data)
        self._flush()

    def _flush(self) -> None:
        if self._path:
            self._path.write_bytes(bytes(self.image) + self.calibration)


class InsideBoard:
    """One board, its world and its cable.

    ``nvm``: file that keeps the flash; ``open``, ``clock`` and ``sleep`` are for the host.
    """

    url = "inside"

    def __init__(self, layout: str, nvm: Path | None = None, seed: int = 0) -> None:
        found = layout_of(layout)
        self.world = World(found, seed, Faults())
        # Two boards of one evening must not give two games one name, as real ones do not.
        chance = int.from_bytes(os.urandom(4), "little")
        self.harness = Harness(found, self.world, FileStore(nvm), chance=chance)
        loop = LoopbackTransport(self.harness)
        self.open, self.clock, self.sleep = loop.open, loop.clock, loop.sleep
        self.alive = True
        self._events: deque[JsonObject] = deque()
        self._acting: Actor | None = None
        self.world.tell = self._events.append

    def __enter__(self) -> "InsideBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.alive = False

    def act(self, function: str, alone: bool = False, **arguments: object) -> None:
        """Start an actor in the world: ``package.module:generator_function``.

        ``alone``: the one before that was alone, too, stops where it is.
        """
        module, _, name = function.partition(":")
        actor = getattr(importlib.import_module(module), name)(self.world, **arguments)
        self.world.add(self._alone(actor) if alone else actor)

    def events(self, timeout_s: float | None = None) -> Iterator[JsonObject]:
        """Yield what the world has reported since the last call; waits for nothing."""
        while self._events:
            yield self._events.popleft()

    def _alone(self, actor: Actor) -> Actor:
        self._acting = actor
        for delay_ms in actor:
            if self._acting is not actor:
                actor.close()
                return
            yield delay_ms

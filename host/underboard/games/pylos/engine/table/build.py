"""The complete table by retrograde analysis, in sweeps that may be stopped and resumed.

Sweep ``d`` finds every entry whose game ends in exactly ``d`` plies with best play: a win
has a turn to a loss in ``d - 1``, in a loss every turn leads to a win and the slowest of
them is one in ``d - 1``.  Two empty sweeps in a row end the work, since no later one could
find anything; entries that have no value then are draws: neither side can force a win, play
repeats.  Turns that add, move and take back balls make cycles between the numbers of
balls, so no order of the classes replaces the sweeps.

A checkpoint is valid at any moment within a sweep: values found in the unfinished sweep
are correct, and the sweep only looks at values of the one before.
"""

import json
import os
import struct
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from underboard.games.pylos.engine.table.classes import classes_of
from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.whole_file import replacing

MAGIC = b"underboard pylos work 2\n"
CHUNK = 1 << 24
"""Number of entries that are computed at once; chosen."""
CHECKPOINT_S = 60.0
"""Seconds between two checkpoints, also within a sweep; chosen."""
CRC = struct.Struct("<I")
SWEEPS = (
    11.5, 16.3, 14.0, 14.4, 17.9, 17.7, 19.9, 20.7, 21.8, 22.8, 21.1, 24.6, 20.8, 25.9, 20.0, 26.6,
    18.4, 25.0, 15.9, 21.5, 14.0, 18.6, 12.7, 14.7, 9.3, 10.9, 7.4, 8.2, 5.7, 6.2, 4.8, 4.7, 3.7,
    3.5, 2.9, 3.2, 2.9, 3.2, 2.9, 2.6, 2.7, 2.8, 2.3, 2.4, 2.4, 2.2, 2.0, 2.0, 1.8, 1.4, 1.3, 1.2,
    1.1, 1.2, 1.1, 1.1, 0.8, 0.8, 0.6, 0.6, 0.6, 0.6, 0.7, 0.6, 0.6, 0.5, 0.6,
)  # fmt: skip
"""Seconds of a core that each sweep of the standard game took; measured on 26 November 2026."""
LONGEST = 250
"""Plies that fit into a byte."""


class Progress(NamedTuple):
    """Progress of a build."""

    ply: int
    known: int
    """Entries with a value."""
    total: int
    """Entries with a meaning; those that turn out draws never get a value."""
    seconds: float
    """Since the build began, earlier runs included."""
    share: float
    """Share of the work that is done, by what sweeps have cost before."""

    @property
    def left(self) -> float:
        """Seconds that the rest takes at the speed so far."""
        return self.seconds * (1 - self.share) / self.share if self.share else 0.0


class Cost:
    """Cost of a build: what its sweeps and layers take of each other, as far as measured."""

    def __init__(self, balls: np.ndarray) -> None:
        self._balls = balls
        self._counts = np.bincount(balls)
        # Before anything is measured: a class costs what its entries cost.
        self._layers = self._counts * 2.0 ** np.arange(len(self._counts))
        self._now = np.zeros(len(self._counts))
        self._done = np.zeros(len(self._counts))

    def after(self, ply: int, number: int, seconds: float) -> float:
        """Note what a class has cost in this sweep; return the share of all work done."""
        layer = self._balls[number]
        self._now[layer] += seconds
        self._done[layer] += 1
        within = float(self._layers @ (self._done / self._counts) / self._layers.sum())
        costs = np.array(SWEEPS)
        if ply >= len(costs):
            return 1.0
        return float(costs[:ply].sum() + within * costs[ply]) / float(costs.sum())

    def end(self) -> None:
        """Take the layers of this sweep for those of the next one."""
        if self._now.sum() > 0:
            self._layers = self._now
        self._now = np.zeros(len(self._counts))
        self._done = np.zeros(len(self._counts))


class Stopped(Exception):
    """The build was asked to stop; its checkpoint is written."""


class Build:
    """One build of the table of a rule set, in memory, with a checkpoint on disk."""

    def __init__(self, rules: RuleSet, checkpoint: Path | None = None, jobs: int = 0) -> None:
        """Take up the work where ``checkpoint`` left it, if that file is whole and ours."""
        self.rules = rules
        self.classes = classes_of(rules.base)
        self.jobs = jobs or os.cpu_count() or 1
        self.is_stopped = False
        """Set it to have the build write its checkpoint and raise Stopped."""
        self.ply = 0
        self.seconds: list[float] = [0.0]
        """Per sweep, the seconds it took."""
        self._checkpoint = checkpoint
        self._hot = np.zeros(len(self.classes.balls), dtype=np.int64)
        self.total = sum(rules.entries(int(n)) for n in self.classes.balls)
        self.known = 0
        self._cost = Cost(self.classes.balls)
        self._saved = time.monotonic(), 0
        """When the last checkpoint was written, and the entries that were known then."""
        self.resumed = checkpoint is not None and self._load(checkpoint)
        if not self.resumed:
            self.values = np.zeros(int(self.classes.starts[-1]), dtype=np.uint8)

    def run(self, progress: Callable[[Progress], None] = lambda _: None) -> np.ndarray:
        """Return the values of all entries: 0 a draw, else plies to the end plus 1.

        Raises Stopped.
        """
        from underboard.games.pylos.engine.table.kernel import Kernel  # only building needs numba

        kernel = Kernel(self.rules, self.values)
        balls = 2 * self.rules.balls
        empty = 0
        try:
            if not self.ply:
                self._sweep(kernel.seed, progress)
                if self.rules.is_strict:
                    self.known = 0  # all of these are over, so they are no entries of the table
                self.ply = 1
            # What the first sweep of this run looks at counts for the second one too: seeds are
            # losses in no ply or wins in one, and a checkpoint does not say what its
            # unfinished sweep had found.
            first, at_first = self.ply, self._hot.copy()
            while empty < 2:
                if self.ply > LONGEST:
                    raise OverflowError(f"games longer than {LONGEST} plies do not fit the table")
                found = self._sweep(partial(kernel.sweep, self.ply, self._hot), progress)
                if self.ply == first:
                    self._hot |= at_first
                # The first sweeps may be empty: no reserve is used up so soon.
                empty = empty + 1 if not found and self.ply > balls + 2 else 0
                self.ply += 1
        except (Stopped, KeyboardInterrupt):
            self.save()
            raise Stopped from None
        return self.values

    def _sweep(
        self, work: Callable[[int], np.ndarray], progress: Callable[[Progress], None]
    ) -> int:
        """Have every class looked at once; return how many entries got a value.

        Raises Stopped when the threads have come to rest.
        """
        begun, count = time.monotonic(), len(self.classes.balls)
        hot = np.zeros(count, dtype=np.int64)
        total = 0

        def one(number: int) -> tuple[int, float, np.ndarray | None]:
            if self.is_stopped:
                return number, 0.0, None
            before = time.thread_time()
            found = work(number)
            return number, time.thread_time() - before, found

        # The largest classes first, so that no thread is left alone with one of them.
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for number, seconds, found in pool.map(one, range(count - 1, -1, -1)):
                    if found is None:
                        raise Stopped
                    hot[number] = sum(1 << own for own in range(32) if found[own])
                    total += int(found.sum())
                    share = self._cost.after(self.ply, number, seconds)
                    spent = sum(self.seconds) + time.monotonic() - begun
                    progress(Progress(self.ply, self.known + total, self.total, spent, share))
                    if time.monotonic() - self._saved[0] > CHECKPOINT_S:
                        self.save(total, spent)
            except BaseException:
                self.is_stopped = True
                raise
            finally:
                self.known += total
                self.seconds.append(time.monotonic() - begun)
        self._cost.end()
        self._hot = hot
        return total

    def save(self, found: int = 0, spent: float = 0.0) -> None:
        """Write the checkpoint, if there is to be one and anything new to keep.

        Threads may go on meanwhile: a value that is there is right, one that is missing is found
        anew.  ``found``: entries that this sweep has found; ``spent``: seconds of all sweeps, this
        one included.
        """
        known = self.known + found
        if not self._checkpoint or (found and known == self._saved[1]):
            return
        crc = 0
        about = {"rules": list(self.rules), "ply": self.ply, "known": known}
        about["seconds"] = [spent] if spent else self.seconds
        with replacing(self._checkpoint) as file:
            file.write(MAGIC + json.dumps(about).encode() + b"\n")
            for at in range(0, len(self.values), CHUNK):
                chunk = self.values[at : at + CHUNK].tobytes()
                crc = zlib.crc32(chunk, crc)
                file.write(chunk)
            file.write(CRC.pack(crc))
        self._saved = time.monotonic(), known

    def forget(self) -> None:
        """Remove the checkpoint: the table is written."""
        if self._checkpoint:
            self._checkpoint.unlink(missing_ok=True)

    def _load(self, checkpoint: Path) -> bool:
        """Take up a checkpoint; return False, with nothing changed, unless it is whole and ours."""
        try:
            with checkpoint.open("rb") as file:
                if file.readline() != MAGIC:
                    return False
                about = json.loads(file.readline())
                data = np.fromfile(file, dtype=np.uint8)
                values, crc = data[: -CRC.size], CRC.unpack(data[-CRC.size :].tobytes())[0]
        except (OSError, ValueError, struct.error):
            return False
        whole: bool = (
            about.get("rules") == list(self.rules)
            and len(values) == self.classes.starts[-1]
            and zlib.crc32(values.data) == crc
        )
        if whole:
            self.values, self.ply, self.known = values, about["ply"], about["known"]
            self.seconds = about["seconds"]
            # Which entries the last sweep found is not kept: look at everything once.
            self._hot[:] = -1
        return whole

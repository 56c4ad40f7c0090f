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
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event
from typing import NamedTuple

import numpy as np

from underboard.games.pylos.engine.table.classes import classes_of
from underboard.games.pylos.engine.table.rule_set import RuleSet

MAGIC = b"underboard pylos work 1\n"
CHUNK = 1 << 24
CHECKPOINT_S = 300.0
"""Seconds between two checkpoints."""
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
    classes: float
    """Share of the classes that this sweep has done."""


class Stopped(Exception):
    """The build was asked to stop; its checkpoint is written."""


class Build:
    """One build of the table of a rule set, in memory, with a checkpoint on disk."""

    def __init__(self, rules: RuleSet, checkpoint: Path | None = None, jobs: int = 0) -> None:
        """Take up the work where ``checkpoint`` left it, if that file is whole and ours."""
        self.rules = rules
        self.classes = classes_of(rules.base)
        self.jobs = jobs or os.cpu_count() or 1
        self.stop = Event()
        """Set it to have the build write its checkpoint and raise Stopped."""
        self.ply = 0
        self.seconds: list[float] = [0.0]
        """Per sweep, the seconds it took."""
        self._checkpoint = checkpoint
        self._hot = np.zeros(len(self.classes.balls), dtype=np.int64)
        self.total = sum(rules.entries(int(n)) for n in self.classes.balls)
        self.known = 0
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
        saved = time.monotonic()
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
                if self._checkpoint and time.monotonic() - saved > CHECKPOINT_S:
                    self.save()
                    saved = time.monotonic()
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
        total = done = 0

        def one(number: int) -> tuple[int, np.ndarray | None]:
            return number, None if self.stop.is_set() else work(number)

        # The largest classes first, so that no thread is left alone with one of them.
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for number, found in pool.map(one, range(count - 1, -1, -1)):
                    if found is None:
                        raise Stopped
                    hot[number] = sum(1 << own for own in range(32) if found[own])
                    total += int(found.sum())
                    done += 1
                    progress(
                        Progress(
                            self.ply,
                            self.known + total,
                            self.total,
                            sum(self.seconds) + time.monotonic() - begun,
                            done / count,
                        )
                    )
            except BaseException:
                self.stop.set()
                raise
            finally:
                self.known += total
                self.seconds.append(time.monotonic() - begun)
        self._hot = hot
        return total

    def save(self) -> None:
        """Write the checkpoint, if there is to be one."""
        if not self._checkpoint:
            return
        self._checkpoint.parent.mkdir(parents=True, exist_ok=True)
        draft = self._checkpoint.with_suffix(".draft")
        crc = 0
        with draft.open("wb") as file:
            for at in range(0, len(self.values), CHUNK):
                crc = zlib.crc32(self.values[at : at + CHUNK].data, crc)
            about = {"rules": list(self.rules), "ply": self.ply, "known": self.known}
            about |= {"seconds": self.seconds, "crc": crc}
            file.write(MAGIC + json.dumps(about).encode() + b"\n")
            for at in range(0, len(self.values), CHUNK):
                file.write(self.values[at : at + CHUNK].data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, self._checkpoint)

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
                values = np.fromfile(file, dtype=np.uint8)
        except (OSError, ValueError):
            return False
        whole = (
            about.get("rules") == list(self.rules)
            and len(values) == self.classes.starts[-1]
            and zlib.crc32(values.data) == about.get("crc")
        )
        if whole:
            self.values, self.ply, self.known = values, about["ply"], about["known"]
            self.seconds = about["seconds"]
            # Which entries the last sweep found is not kept: look at everything once.
            self._hot[:] = -1
        return whole

"""The table of a rule set, from its file, or built now if there is no good one."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from underboard.engine import compiled
from underboard.errors import UnderboardError
from underboard.games.pylos.engine.table import lookup, store
from underboard.games.pylos.engine.table.build import Build, Progress, Stopped
from underboard.games.pylos.engine.table.classes import classes_of
from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.games.pylos.engine.table.values import Unusable, path_of, place_of
from underboard.texts.lazy import reason_of

SPARE = 300_000_000
"""Bytes of memory beside the entries (compiled code, tables of threads, the file); chosen."""
SEARCHING = 0.85
"""Share of the sweeps in the time of a build; chosen, the rest packs and writes the file."""
GIGABYTE = 1_000_000_000
"""Number of bytes in a gigabyte, by definition."""


def make(
    rules: RuleSet,
    folder: Path | None = None,
    jobs: int = 0,
    progress: Callable[[Progress], None] = lambda _: None,
    tell: Callable[..., None] = lambda *_, **__: None,
) -> lookup.EndgameTable:
    """Return the table of a rule set; build it, or go on building it, if it is not there.

    ``tell`` is called with the key of a sentence and its gaps.  Raises UnderboardError where the
    table cannot be built, and KeyboardInterrupt when the build is stopped; its work is kept.
    """
    path = path_of(rules, folder)
    try:
        table = lookup.EndgameTable(place_of(rules, folder), rules)
        table.store.check()
        return table
    except FileNotFoundError:
        pass
    except Unusable as error:
        tell("damaged", error=error)
    except OSError as error:
        raise UnderboardError(
            "the table of Pylos %s cannot be read: %s", path, reason_of(error)
        ) from error
    if not compiled.FAST:
        raise UnderboardError(
            "building the table of Pylos needs numba: type pip install 'underboard[fast]'; "
            "everything else works without it, tables that are built already too"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _check_room(rules, path.parent)
        build = Build(rules, path.with_suffix(".work"), jobs)
        if build.resumed:
            tell("resumed", ply=build.ply)
        try:
            values = build.run(lambda done: progress(done._replace(share=done.share * SEARCHING)))
        except Stopped:
            tell("stopped", ply=build.ply)
            raise KeyboardInterrupt from None
        begun, before = time.monotonic(), sum(build.seconds)

        def packing(share: float) -> None:
            whole = SEARCHING + (1 - SEARCHING) * share
            spent = before + time.monotonic() - begun
            progress(Progress(build.ply, build.known, build.total, spent, whole))

        store.write(path, values, rules, build.seconds, build.jobs, packing)
        build.forget()
        return lookup.EndgameTable(path, rules)
    except OSError as error:
        raise UnderboardError(
            "the table of Pylos cannot be written to %s: %s", path.parent, reason_of(error)
        ) from error


def _check_room(rules: RuleSet, folder: Path) -> None:
    """Raise UnderboardError unless memory and disk have room for a build."""
    entries = int(classes_of(rules.base).starts[-1])
    # A checkpoint is written beside the one before it.
    memory, disk = entries + SPARE, 2 * entries + SPARE
    free_disk = shutil.disk_usage(folder).free
    free_memory = available_memory()
    if free_memory is None:
        free_memory = memory  # nobody can say: try
    if free_memory < memory or free_disk < disk:
        raise UnderboardError(
            "not enough room for the table of Pylos: it needs %.1f GB of memory and %.1f "
            "GB on disk, and there are %.1f GB and %.1f GB in %s",
            memory / GIGABYTE,
            disk / GIGABYTE,
            free_memory / GIGABYTE,
            free_disk / GIGABYTE,
            folder,
        )


def available_memory() -> int | None:
    """Return the bytes of memory that programs can still have, None where nobody can say."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    sysconf: Any = getattr(os, "sysconf", None)
    try:
        return sysconf("SC_PHYS_PAGES") * sysconf("SC_PAGE_SIZE") if sysconf else None
    except (OSError, ValueError):
        return None

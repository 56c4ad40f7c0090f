"""Records (what a turn and a list cost with 100 to 100,000 games).

    python tests/bench/records.py [MOST] [FOLDER]

For each size: the median and the best of 200 turns written as play writes them (one commit
with a flush of the disk each), the same without the flush, which is what depends on the
records themselves, then opening the file, and the whole command ``underboard games list``.
FOLDER: on the disk to be measured; a temporary one by default.
"""

import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from boardcore.pylos import rules as pylos
from support.machine.loop import random_game
from underboard.records.database import Records
from underboard.records.filters import GameFilter
from underboard.records.mirror import Mirror

SIZES = (100, 1000, 10_000, 100_000)
TURNS = 200
REPEATS = 5


def mirror_of(number, turns):
    mirror = Mirror.of_game(f"{number:08x}", "pylos", "standard", "", "computer", "")
    for turn in turns:
        mirror.play(turn)
    return mirror


def fill(path, games):
    """Fill a file with copies of one whole game."""
    turns = [pylos.turn_text(turn) for turn in random_game(0)]
    with Records(path) as records:
        there = records.count()
        if not there:
            records.insert(mirror_of(1, turns), "b0", "Ada|Bo")
            there = 1
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("PRAGMA synchronous = OFF")
    row = base.execute("SELECT * FROM games WHERE number = 1").fetchone()
    entries = base.execute("SELECT * FROM entries WHERE game = 1").fetchall()
    base.execute("BEGIN")
    for number in range(there + 1, games + 1):
        values = (number, str(uuid.uuid4()), row[2], f"{number:08x}", *row[4:-1], number)
        base.execute(f"INSERT INTO games VALUES ({','.join('?' * len(values))})", values)
        base.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(number, *entry[1:]) for entry in entries],
        )
    base.execute("COMMIT")
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()


def written(path, flush):
    """Return the times of turns, in ms."""
    times = []
    with Records(path) as records:
        if not flush:
            records.base.execute("PRAGMA synchronous = OFF")
        turns = [pylos.turn_text(turn) for turn in random_game(1)]
        number = 0
        while len(times) < TURNS:
            number += 1
            mirror = mirror_of(number, ())
            row = records.insert(mirror, "bench")
            for turn in turns[:20]:
                entry = mirror.play(turn)
                begun = time.perf_counter()
                records.append(row, entry)
                times.append((time.perf_counter() - begun) * 1000)
        for row in records.list(GameFilter(words=("bench",))):
            records.delete(row.number)
    return times


def took(work):
    """Return the median time of some work, in ms."""
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def measure(folder, games):
    path = folder / "games.sqlite3"
    fill(path, games)
    flushed, plain = written(path, True), written(path, False)
    opened = took(lambda: Records(path).close())
    env = {**os.environ, "UNDERBOARD_DATA": str(folder)}
    command = [sys.executable, "-m", "underboard", "games", "list"]
    listed = took(lambda: subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True))
    found = [*command, "--player", "zoe"]
    sought = took(lambda: subprocess.run(found, env=env, stdout=subprocess.DEVNULL, check=True))
    return (
        statistics.median(flushed), min(flushed), statistics.median(plain), opened, listed, sought
    )  # fmt: skip


def main(most=SIZES[-1], folder=None):
    print("games    turn ms  best ms  no flush ms  open ms  list ms  list --player ms")
    with tempfile.TemporaryDirectory(dir=folder) as name:
        for games in SIZES:
            if games <= most:
                row = measure(Path(name), games)
                print(
                    f"{games:<7}  {row[0]:7.2f}  {row[1]:7.2f}  {row[2]:11.2f}  {row[3]:7.1f}  "
                    f"{row[4]:7.0f}  {row[5]:16.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1], *sys.argv[2:3])

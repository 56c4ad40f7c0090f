"""Measure Apagos (solving, hints, and how strong the opponents are).

Run by hand: ``python tests/bench/apagos.py [solve] [hint] [recursion] [strength]``; without
words it does all of it, in about ten seconds.  Expected: the largest set in about a
second, all twelve in a few, a hint in well under a millisecond, and each level clearly above
the next.  Peak memory is that of a process of its own, Python and NumPy included.
"""

import random
import resource
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

from boardcore.apagos.hints import Hints, Numbering
from boardcore.apagos.rules import DRAW, Game
from underboard.games.apagos.engine import layouts
from underboard.games.apagos.engine.board_file import hint_file
from underboard.games.apagos.engine.levels import LEVELS, choose
from underboard.games.apagos.engine.solution import Solution
from underboard.games.apagos.engine.table import WIN, solve

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.slow import apagos as slow_apagos

GAMES = 200
SEED = 1


def solve_in_own_process(names: str) -> None:
    """Solve some sets of faces; print seconds and peak memory.  Called in a process of its own."""
    before = time.perf_counter()
    for name in names.split(","):
        solve(bytes(map(int, name)))
    seconds = time.perf_counter() - before
    # In kB on Linux, in bytes on macOS.
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    print(f"{seconds:.2f} s, peak {peak:.0f} MiB")


def bench_solve() -> None:
    """Print seconds and memory for one set, the largest, and all twelve."""
    every = ",".join("".join(map(str, faces)) for faces in layouts.sets())
    for title, names in (("1-3-5-7", "1357"), ("3-5-5-7", "3557"), ("all 12 sets", every)):
        command = [sys.executable, __file__, "--solve", names]
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        print(f"solve {title}: {result.stdout.strip()}", flush=True)


def positions(solution: Solution, games: int) -> list[Game]:
    """Return a game at every unfinished position of random games."""
    chance = random.Random(SEED)
    found = []
    for _ in range(games):
        order = chance.choice(solution.numbering.orders)
        game = Game(position="".join(map(str, order)))
        while not game.outcome():
            found.append(Game(position=game.position_text()))
            game.play(chance.choice(game.legal_moves()))
    return found


def bench_hint() -> None:
    """Print the mean time of a hint on the host, and of one out of the board's file."""
    for name in ("1357", "3557"):
        solution = Solution(bytes(map(int, name)), solve(bytes(map(int, name))))
        games = positions(solution, 100)
        before = time.perf_counter()
        for game in games:
            solution.moves(game)
        host = (time.perf_counter() - before) / len(games)
        data = hint_file(solution)
        file = _File(data)
        hints = Hints(file)
        before, file.reads = time.perf_counter(), 0
        for game in games:
            hints.winning_moves(game)
        board = (time.perf_counter() - before) / len(games)
        print(
            f"hint {name}: {len(games)} positions, value and distance of every move "
            f"{host * 1e6:.0f} us; from the board's file of {len(data)} bytes {board * 1e6:.0f} us "
            f"on this computer, {file.reads / len(games):.1f} reads",
            flush=True,
        )


class _File:
    def __init__(self, data: bytes) -> None:
        self.data, self.reads = data, 0

    def read_byte(self, offset: int) -> int:
        self.reads += 1
        return self.data[offset] if offset < len(self.data) else -1


def bench_recursion() -> None:
    """Print how much faster the solver is than a plain recursion, and whether they agree."""
    name = "1335"
    before = time.perf_counter()
    table = solve(bytes(map(int, name)))
    fast = time.perf_counter() - before
    faces = [int(digit) for digit in name]
    known: dict = {}
    before = time.perf_counter()
    for state in slow_apagos.every_state(faces):
        slow_apagos.solve(state, known)
    slow = time.perf_counter() - before
    numbering = Numbering(bytes(faces))
    wrong = 0
    for state, (value, distance) in known.items():
        entry = table[numbering.number(Game(position=slow_apagos.text(state)))]
        wrong += int(entry) != (value * (WIN - distance) if value else 0)
    print(
        f"recursion {name}: {slow:.1f} s for {len(known)} positions of both colours, solver "
        f"{fast:.3f} s: {slow / fast:.0f} times faster; {wrong} positions differ",
        flush=True,
    )


def bench_strength() -> None:
    """Print a tournament: every pair of levels, every layout twice with sides changed."""
    solutions = {faces: Solution(faces, solve(faces)) for faces in layouts.sets()}
    for one, other in combinations([*LEVELS], 2):
        chance = random.Random(SEED)
        points = {one: 0.0, other: 0.0}
        layout = ""
        for number in range(GAMES):
            # Each layout is played twice, so that neither has the better side more often.
            if number % 2 == 0:
                layout = chance.choice(layouts.every())
            seats = (one, other) if number % 2 == 0 else (other, one)
            game = Game(position=layout)
            solution = solutions[bytes(sorted(game.holes))]
            while not game.outcome():
                game.play(choose(game, solution, LEVELS[seats[game.side]], chance))
            winner = game.outcome()[0]
            for side in (0, 1):
                points[seats[side]] += 0.5 if winner == DRAW else winner == side
        print(
            f"strength {one} - {other}: {points[one]:g} - {points[other]:g} of {GAMES} games "
            f"(seed {SEED})",
            flush=True,
        )


BENCHES = {
    "solve": bench_solve,
    "hint": bench_hint,
    "recursion": bench_recursion,
    "strength": bench_strength,
}

if __name__ == "__main__":
    if sys.argv[1:2] == ["--solve"]:
        solve_in_own_process(sys.argv[2])
    else:
        for word in sys.argv[1:] or BENCHES:
            BENCHES[word]()

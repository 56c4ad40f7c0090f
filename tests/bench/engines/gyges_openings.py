"""Values of the one-row set-ups of Gygès, up to the mirror.

    python tests/bench/engines/gyges_openings.py [--nodes N] [--file FILE]
    python tests/bench/engines/gyges_openings.py --summary
    python tests/bench/engines/gyges_openings.py --play NORTH ... [--games N] [--nodes N]

Searches each of the 4,068 positions in which both sides have set up their six rings in a row, with
up to N nodes, and adds a line for each to FILE: South's row, North's row, the value for South,
who begins (``won-N`` by force in N turns of both sides, ``lost-N``, else hundredths of a log-odds),
South's first turn, and N.  Positions that FILE has are left out, so a run that was stopped goes on;
a line of fewer nodes that is not proven is searched anew.  The order is random by a seed, so that
any part is a sample.  ``--summary`` says what the file holds; ``--play`` has the engine play games
against itself in which North has set up so, and South at random.
"""

import argparse
import random
import statistics
from itertools import permutations
from pathlib import Path

from boardcore.gyges.rules import SOUTH, Game, turn_text
from underboard.games.gyges.engine.analysis import SURE, WIN, Thinker

FILE = Path(__file__).parents[3] / "host/underboard/games/gyges/openings.txt"
HEAD = "# South's row, North's row, value for South, South's move, nodes: see engine/openings.py\n"
LONGEST = 80
"""Moves of a game that is then a draw."""
ROWS = sorted({"".join(row) for row in permutations("112233")})


def positions() -> list[tuple[str, str]]:
    """Return South's and North's rows, one pair of each two that are mirror images."""
    pairs = [(south, north) for south in ROWS for north in ROWS]
    return [pair for pair in pairs if pair <= (pair[0][::-1], pair[1][::-1])]


def judged(south: str, north: str, nodes: int) -> str:
    """Return the line of a set-up."""
    game = Game(position=f"{south}/000000/000000/000000/000000/{north} S")
    best = Thinker(game).think(20, nodes)[0]
    value = f"{best.value:d}"
    if abs(best.value) > SURE:
        turns = WIN - abs(best.value)
        value = f"won-{turns}" if best.value > 0 else f"lost-{turns}"
    return f"{south} {north} {value} {turn_text(best.turn)} {nodes}"


def summary(lines: list[str]) -> None:
    """Print what a file holds; the last line is for ``figures.py``."""
    words = [line.split() for line in lines if not line.startswith("#")]
    values = sorted(int(one[2]) for one in words if one[2].lstrip("-").isdigit())
    by_row: dict[str, list[int]] = {}
    for _, north, value, *_ in words:
        if value.lstrip("-").isdigit():
            by_row.setdefault(min(north, north[::-1]), []).append(int(value))
    for north, some in sorted(by_row.items(), key=lambda pair: statistics.mean(pair[1])):
        print(f"North {north}: {statistics.mean(some):+.0f} of {len(some)}")
    low, middle, high = statistics.quantiles(values, n=4)
    print(
        f"searched {len(words)} forced {len(words) - len(values)} least {values[0]} low {low:.0f} "
        f"median {middle:.0f} high {high:.0f} most {values[-1]}"
    )


def play(norths: list[str], games: int, nodes: int) -> None:
    """Play games from set-ups of North; print how many South has won."""
    won = 0.0
    for number in range(games):
        chance = random.Random(number)
        rows = chance.choice(ROWS), norths[number % len(norths)]
        game = Game(
            options=[("repetition", "draw")],
            position="{}/000000/000000/000000/000000/{} S".format(*rows),
        )
        while not game.outcome() and game.ply < LONGEST:
            best = Thinker(game, chance=chance).think(20, nodes)[0]
            if abs(best.value) > SURE:
                won += (game.side if best.value > 0 else 1 - game.side) == SOUTH
                break
            game.step(best.turn)
        else:
            won += 0.5
    print(f"games {games} south {won:g}")


def main() -> None:
    """Search what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("--play", nargs="+", metavar="NORTH")
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    if options.summary:
        return summary(options.file.read_text().splitlines())
    if options.play:
        return play(options.play, options.games, options.nodes)
    known: dict[tuple[str, str], str] = {}
    if options.file.exists():
        for line in options.file.read_text().splitlines():
            words = line.split()
            if words[0] == "#":
                continue
            if "-" in words[2][1:] or int(words[4]) >= options.nodes:
                known[words[0], words[1]] = line
    else:
        options.file.write_text(HEAD)
    wanted = [pair for pair in positions() if pair not in known]
    random.Random(1).shuffle(wanted)
    print(f"{len(known)} known, {len(wanted)} to search", flush=True)
    with options.file.open("a") as file:
        for south, north in wanted:
            file.write(judged(south, north, options.nodes) + "\n")
            file.flush()


if __name__ == "__main__":
    main()

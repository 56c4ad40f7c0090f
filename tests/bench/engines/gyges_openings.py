"""Values of the one-row set-ups of Gygès, up to the mirror.

    python tests/bench/engines/gyges_openings.py [--nodes N] [--file FILE]

Searches each of the 4,068 positions in which both sides have set up their six rings in a row, with
up to N nodes, and adds a line for each to FILE: South's row, North's row, the value for South,
who begins (``won-N`` by force in N turns of both sides, ``lost-N``, else hundredths of a log-odds),
South's first turn, and N.  Positions that FILE has are left out, so a run that was stopped goes on;
a line of fewer nodes that is not proven is searched anew.  The order is random by a seed, so that
any part is a sample.
"""

import argparse
import random
from itertools import permutations
from pathlib import Path

from boardcore.gyges.rules import Game, turn_text
from underboard.games.gyges.engine.thinker import SURE, WIN, Thinker

FILE = Path(__file__).parents[3] / "host/underboard/games/gyges/openings.txt"
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


def main() -> None:
    """Search what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--file", type=Path, default=FILE)
    options = parser.parse_args()
    known: dict[tuple[str, str], str] = {}
    if options.file.exists():
        for line in options.file.read_text().splitlines():
            words = line.split()
            if len(words) == 5 and ("-" in words[2][1:] or int(words[4]) >= options.nodes):
                known[words[0], words[1]] = line
    wanted = [pair for pair in positions() if pair not in known]
    random.Random(1).shuffle(wanted)
    print(f"{len(known)} known, {len(wanted)} to search", flush=True)
    with options.file.open("a") as file:
        for south, north in wanted:
            file.write(judged(south, north, options.nodes) + "\n")
            file.flush()


if __name__ == "__main__":
    main()

"""Balanced set-ups of Gygès, as they stand in ``games/gyges/starts.txt``.

    python tests/bench/engines/gyges_starts.py [COUNT]

Prints random set-ups in which a search of four turns finds neither side ahead by more than
LEAD.  Half of all random set-ups are won by force, most of them by South's first turns.
"""

import random
import sys

from boardcore.gyges.rules import Game
from underboard.games.gyges.engine.analysis import SURE, Thinker

LEAD = 110
DEPTH = 4
NODES = 120_000


def main(count: int) -> None:
    number = 70000
    while count:
        number += 1
        chance = random.Random(number)
        game = Game()
        while game.setup:
            game.play_turn(chance.choice(game.legal_turns()))
        if abs(Thinker(game).think(1, NODES)[0].value) > SURE:
            continue
        if abs(Thinker(game).think(DEPTH, NODES)[0].value) <= LEAD:
            print(game.position_text().split()[0], flush=True)
            count -= 1


main(int(sys.argv[1]) if len(sys.argv) > 1 else 120)

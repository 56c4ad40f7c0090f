"""Climbs (can load cells tell which squares of Apagos changed places, from before and after?).

Hands are quicker than a rest: of a climb nothing is weighed but what stood before and what stands
after.  W is the same then; the moment along the ramp differs by the slot's width times the
difference of both squares with their balls.  What squares weigh is learnt from each climb, by a
Kalman filter.  Random games, no board and no other firmware: sums only::

    python tests/bench/sensing_climbs.py --games 300
    python tests/bench/sensing_climbs.py --games 300 --slips 0.05 --prior 4
    python tests/bench/sensing_climbs.py --games 300 --slips 0.05 --known 0.2
"""

import argparse
import random
from math import log

from boardcore.apagos import rules as apagos

SLOT_MM, SQUARE_G, BALL_G, SPREAD = 100.0, 54.0, 2.9, 0.06
"""A slot's width; beech of 80 x 80 x 12 mm, balls of 20 mm, both 6 % apart."""
MARGIN, NU = 5.0, 8.0
"""As boardcore.sensing.observe.weight believes: see firmware/docs/sensing.md."""
STAYED = -1
"""Instead of the lower of two slots: no squares changed places."""


class Squares:
    """What four squares weigh, g: estimates and their covariance; ``slots``: which lies where."""

    def __init__(self, grams: list[float], sigma: float) -> None:
        self.grams = grams
        self.spread = [[sigma * sigma * (i == j) for j in range(4)] for i in range(4)]
        self.balls = [0] * 4
        self.slots = [0, 1, 2, 3]

    def pair(self, low: int) -> tuple[int, int]:
        """Return the squares that lie in a slot and in the one above."""
        return self.slots[low], self.slots[low + 1]

    def moment(self, grams: list[float], low: int) -> float:
        """Return by how much the moment grows when these two change places, g mm."""
        a, b = self.pair(low)
        return SLOT_MM * (grams[a] - grams[b] + BALL_G * (self.balls[a] - self.balls[b]))

    def variance(self, low: int) -> float:
        """Return the variance of that because masses are not known well."""
        a, b = self.pair(low)
        both = self.spread[a][a] + self.spread[b][b] - 2 * self.spread[a][b]
        return SLOT_MM * SLOT_MM * both

    def learn(self, low: int, moment: float, noise: float) -> None:
        """Learn from two squares that have certainly changed places."""
        a, b = self.pair(low)
        left = moment - self.moment(self.grams, low)
        whole = self.variance(low) + noise
        row = [SLOT_MM * (self.spread[a][j] - self.spread[b][j]) for j in range(4)]
        gain = [value / whole for value in row]
        for i in range(4):
            self.grams[i] += gain[i] * left
            for j in range(4):
                self.spread[i][j] -= gain[i] * row[j]


def costs(squares: Squares, moment: float, noise: float, due: int, prior: float):
    """Return the costs of what may have happened, nats, the likeliest first."""
    found = []
    for low in (STAYED, 0, 1, 2):
        mean = 0.0 if low == STAYED else squares.moment(squares.grams, low)
        whole = noise + (0.0 if low == STAYED else squares.variance(low))
        chi2 = (moment - mean) ** 2 / whole
        cost = (NU + 3) / 2 * log(1 + chi2 / NU) + log(whole) / 2
        found.append((cost + (0.0 if low == due else prior), low))
    return sorted(found)


def play(
    chance: random.Random, touch: float, prior: float, slips: float, known: float
) -> list[int]:
    """Play a random game; return climbs, those asked about, and those taken for others."""
    game = apagos.Game()
    true = [SQUARE_G * (1 + SPREAD * chance.gauss(0, 1)) for _ in range(4)]
    weighed = [mass + chance.gauss(0, known) for mass in true]
    squares = Squares(weighed, known) if known else Squares([SQUARE_G] * 4, SQUARE_G * SPREAD)
    told = [0, 0, 0]
    while not game.outcome():
        turn = chance.choice(game.legal_turns())
        goal = apagos.goal_level(turn)
        if apagos.is_put(turn):
            squares.balls[squares.slots[goal]] += 1
        else:
            squares.balls[squares.slots[apagos.start_level(turn)]] -= 1
            squares.balls[squares.slots[goal]] += 1
        while apagos.climbs(turn):
            # Now and then hands do something else first, and see what the lights say to that.
            done = chance.choice((STAYED, 0, 1, 2)) if chance.random() < slips else goal
            moment = chance.gauss(0, touch)
            if done != STAYED:
                moment += squares.moment(true, done)
            best, second = costs(squares, moment, touch * touch, goal, prior)[:2]
            told[0] += 1
            sure = second[0] - best[0] >= MARGIN
            told[1] += not sure
            told[2] += sure and best[1] != done
            if done == goal:
                squares.learn(goal, moment, touch * touch)
                low, high = squares.pair(goal)
                squares.slots[goal], squares.slots[goal + 1] = high, low
                break
        game.play_turn(turn)
    return told


def main() -> None:
    """Print climbs, questions a game and wrong beliefs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--touch", type=float, default=20.0, help="left in the moment, g mm")
    parser.add_argument("--prior", type=float, default=7.0, help="of all but the due climb, nats")
    parser.add_argument("--slips", type=float, default=0.0, help="chance of something else first")
    parser.add_argument(
        "--known", type=float, default=0.0, help="squares were weighed, to so many g"
    )
    given = parser.parse_args()
    chance = random.Random(given.seed)
    figures = (given.touch, given.prior, given.slips, given.known)
    rows = [play(chance, *figures) for _ in range(given.games)]
    climbs, asked, wrong = (sum(column) for column in zip(*rows, strict=True))
    print(f"games {given.games} climbs {climbs} asked {asked / given.games:.2f} a game", end="")
    print(f" wrong {wrong}")


if __name__ == "__main__":
    main()

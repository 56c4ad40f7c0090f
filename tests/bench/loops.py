"""Loops (whole games on boards with Hall sensors or load cells, as fast as their loop turns).

    python tests/bench/loops.py --layout apagos-hall36 --games 60 --seed 140 --turn-ms 50

    python tests/bench/loops.py --layout pylos-hall25 --field drift_ut=50 --field hum_ut=30

Simulated hands play in this process, a computer listening; each loop iteration takes
``--turn-ms`` milliseconds, one with a scan ``--scan-ms`` more.  ``--field`` sets the truth of a
board with Hall sensors, ``--plate`` that of load cells, which decoders are not told
(``underboard.sim.physics.parameters``, ``underboard.sim.physics.scale``).
Tells of each game that was not followed to its end, how many were, and how long the board took
from a turn to its record.  The last line is that of ``underboard demo``; unfinished games count
in it.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from boardcore.games import rules_of
from boardcore.link.wire import pack
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.records.database import Records
from underboard.sim.faults import parse_faults
from underboard.sim.hands import commands
from underboard.sim.harness import Harness
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.physics.scale import ScaleParameters
from underboard.sim.wire.loopback import LoopbackTransport
from underboard.sim.world import World

IN_MEMORY = Path(":memory:")
MAX_S = 3600
"""A game that takes longer is not followed any more."""
POLL_S = 0.05


class SlowBoard(Harness):
    """A board whose loop iterations take so long, whatever is asked for."""

    def __init__(self, layout, world, turn_ms: float, scan_ms: float) -> None:
        super().__init__(layout, world)
        self._turn_ms = turn_ms
        self._scan_ms = scan_ms

    def step(self, ms: float = 0) -> None:
        """Let a loop iteration pass, and the scan of the turn before."""
        scanned = self._scanned_ms == self.world.now_ms
        super().step(int(self._turn_ms + self._scan_ms * scanned))


class Evening:
    """One game.  ``made``, ``told``: turns of the hands, of the board; ``delays``: seconds."""

    def __init__(
        self,
        layout,
        seed: int,
        turn_ms: float,
        scan_ms: float = 0,
        faults=(),
        field=None,
        careful=False,
        plate=None,
    ):
        self._world = world = World(layout, seed, parse_faults(list(faults)), field, plate)
        self._board = board = SlowBoard(layout, world, turn_ms, scan_ms)
        variant = rules_of(layout.game).VARIANTS[0]
        start = commands.random_start(layout.game, variant, f"{seed} start")
        if start:
            board.table.execute("new", (layout.game, variant, "-", pack(start)))
        self.made: list[str] = []
        self.delays: list[float] = []
        self.asked = self.misread = 0
        self.given_up = False
        self.presses: list[int] = []
        self._made_ms: list[float] = []
        world.tell = self._hear
        hands = commands.play_game(
            world, 1, layout.game, variant, start=start, seed=f"{seed}", careful=careful
        )
        world.add(hands)

    def _hear(self, event: dict) -> None:
        self.asked = event.get("asked", self.asked)
        self.misread = event.get("misread", self.misread)
        self.presses = event.get("presses", self.presses)
        self.given_up = event.get("lost", self.given_up)
        if "turn" in event:
            self.made.append(event["turn"])
            self._made_ms.append(self._world.now_ms)

    @property
    def told(self) -> list[str]:
        game = self._board.table.game
        return [rules_of(game.name).turn_text(turn) for turn in game.turns]

    @property
    def wrong(self) -> int:
        pairs = zip(self.made, self.told, strict=False)
        surplus = max(len(self.told) - len(self.made), 0)
        return sum(made != told for made, told in pairs) + surplus

    @property
    def lost(self) -> int:
        return max(len(self.made) - len(self.told), int(self.given_up))

    @property
    def followed(self) -> bool:
        return not (self._world.actors or self.given_up) and self.told == self.made

    def _note_delay(self) -> None:
        played = self._board.table.game.ply
        while len(self.delays) < min(played, len(self.made)):
            made_ms = self._made_ms[len(self.delays)]
            self.delays.append((self._world.now_ms - made_ms) / 1000)

    def play(self) -> None:
        """Let hands play to the end, or until it has taken too long."""
        loop = LoopbackTransport(self._board)
        loop.every_turn = self._note_delay
        with Records.open(IN_MEMORY) as records:
            host = Board(loop.open, records, loop.clock, loop.sleep, run_id="bench")
            while self._world.actors and self._world.now_ms < 1000 * MAX_S:
                host.step(POLL_S)


class Tally:
    """What several evenings came to."""

    def __init__(self) -> None:
        self.followed = self.turns = self.asked = self.misread = self.wrong = self.lost = 0
        self.presses: list[int] = []
        self.delays: list[float] = []

    def add(self, evening: Evening) -> None:
        self.followed += evening.followed
        self.turns += len(evening.made)
        self.asked += evening.asked
        self.misread += evening.misread
        self.wrong += evening.wrong
        self.lost += evening.lost
        self.presses += evening.presses
        self.delays += evening.delays

    def within(self, tenths: int) -> float:
        """Return the seconds within which this many tenths of all turns were played."""
        return sorted(self.delays)[tenths * len(self.delays) // 10]


def changed(usual, options):
    """Return these parameters with others from ``NAME=VALUE``."""
    named = dict(one.split("=") for one in options)
    return replace(
        usual, **{name: type(getattr(usual, name))(value) for name, value in named.items()}
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layout", default="apagos-hall36")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--turn-ms", type=float, default=20)
    parser.add_argument("--scan-ms", type=float, default=0)
    parser.add_argument("--careful", action="store_true", help="hands that do not fumble")
    parser.add_argument("--fault", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--field", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--plate", action="append", default=[], metavar="NAME=VALUE")
    options = parser.parse_args()
    layout = layout_of(options.layout)
    field = changed(parameters_of(layout), options.field) if options.field else None
    plate = changed(ScaleParameters(), options.plate)
    tally = Tally()
    for seed in range(options.seed, options.seed + options.games):
        evening = Evening(
            layout,
            seed,
            options.turn_ms,
            options.scan_ms,
            options.fault,
            field,
            options.careful,
            plate,
        )
        evening.play()
        tally.add(evening)
        if not evening.followed:
            pairs = zip(evening.made, evening.told, strict=False)
            same = sum(made == told for made, told in pairs)
            print(f"game {seed}: {same} of {len(evening.made)} turns", flush=True)
    print(
        f"followed {tally.followed} seconds {tally.within(5):.1f}, "
        f"9 of 10 within {tally.within(9):.1f}, "
        f"most presses for a turn {max(tally.presses, default=0)}"
    )
    print(
        f"games {options.games} turns {tally.turns} asked {tally.asked} misread {tally.misread} "
        f"wrong {tally.wrong} lost {tally.lost}"
    )


if __name__ == "__main__":
    main()

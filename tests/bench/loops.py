"""Loops (whole games on boards with Hall sensors or load cells, as fast as their loop turns).

    python tests/bench/loops.py --layout apagos-hall36 --games 60 --seed 140 --turn-ms 50

    python tests/bench/loops.py --layout pylos-hall25 --field drift_ut=50 --field hum_ut=30

    python tests/bench/loops.py --layout apagos-hall36 --games 8 --each 4 --turn-ms 8

Simulated hands play in this process, a computer listening; ``--each``: so many games on each of
``--games`` boards, which hands sweep empty in between.  Each loop iteration takes
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
from underboard.referee.demo import DemoScore, Played
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
SWEEP_S = 60
"""Time to sweep a board, and for it to begin another game."""
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
    """Games on one board that hands sweep empty in between.

    ``now``: the game that is played, or was last; ``delays``: of its turns until they were played,
    seconds.
    """

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
        self._board = SlowBoard(layout, world, turn_ms, scan_ms)
        self._game, self._seed, self._careful = layout.game, seed, careful
        self._variant = rules_of(layout.game).VARIANTS[0]
        self.now = Played(0)
        self.delays: list[float] = []
        self._made_ms: list[float] = []
        world.tell = self._hear

    def _hear(self, event: dict) -> None:
        now = self.now
        now.asked = event.get("asked", now.asked)
        now.misread = event.get("misread", now.misread)
        now.presses = event.get("presses", now.presses)
        now.thread_lost = event.get("lost", now.thread_lost)
        if "turn" in event:
            now.hands.append(event["turn"])
            self._made_ms.append(self._world.now_ms)

    @property
    def followed(self) -> bool:
        return not (self._world.actors or self.now.wrong or self.now.lost)

    def _note_delay(self) -> None:
        played = self._board.table.game.ply
        while len(self.delays) < min(played, len(self.now.hands)):
            made_ms = self._made_ms[len(self.delays)]
            self.delays.append((self._world.now_ms - made_ms) / 1000)

    def play(self, games: int = 1):
        """Let hands play; yield after each game, at its end or when it has taken too long."""
        loop = LoopbackTransport(self._board)
        loop.every_turn = self._note_delay
        with Records.open(IN_MEMORY) as records:
            host = Board(loop.open, records, loop.clock, loop.sleep, run_id="bench")
            for number in range(1, games + 1):
                begun = number == 1 or self._sweep(host, number)
                self._play(host, number)
                self.now.thread_lost |= not begun
                yield self.now
                if self._world.actors:
                    break

    def _play(self, host: Board, number: int) -> None:
        # The first game of a board has the seeds that single games have always had.
        seed = f"{self._seed}" if number == 1 else f"{self._seed} {number}"
        start = commands.random_start(self._game, self._variant, f"{seed} start")
        if start:
            self._new_game(start)
        self.now, self.delays, self._made_ms = Played(number), [], []
        hands = commands.play_game(
            self._world,
            number,
            self._game,
            self._variant,
            start=start,
            seed=seed,
            careful=self._careful,
        )
        self._world.add(hands)
        self._step(host, MAX_S, lambda: not self._world.actors)
        game = self._board.table.game
        self.now.referee = [rules_of(game.name).turn_text(turn) for turn in game.turns]

    def _sweep(self, host: Board, number: int) -> bool:
        """Have the board swept empty; return whether it has begun another game."""
        table, before = self._board.table, self._board.table.game
        self._world.add(commands.sweep(self._world, number, asks=not before.outcome()))
        self._step(host, SWEEP_S, lambda: not self._world.actors and table.game is not before)
        begun = table.game is not before
        if not begun:
            print(f"the sweep before game {number} of board {self._seed} has begun none")
            self._new_game("")
        return begun

    def _new_game(self, start: str) -> None:
        self._board.table.execute("new", (self._game, self._variant, "-", pack(start)))

    def _step(self, host: Board, max_s: float, is_over) -> None:
        end_ms = self._world.now_ms + 1000 * max_s
        while not is_over() and self._world.now_ms < end_ms:
            host.step(POLL_S)


class Tally(DemoScore):
    """What several evenings came to."""

    def __init__(self) -> None:
        super().__init__()
        self.followed = 0
        self.presses: list[int] = []
        self.delays: list[float] = []

    def note(self, evening: Evening) -> None:
        """Count the game that an evening has played last."""
        self.add(evening.now)
        self.followed += evening.followed
        self.presses += evening.now.presses
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
    parser.add_argument("--games", type=int, default=10, help="boards")
    parser.add_argument("--each", type=int, default=1, help="games on each board")
    parser.add_argument("--seed", type=int, default=1, help="of the first board")
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
        for now in evening.play(options.each):
            tally.note(evening)
            if not evening.followed:
                pairs = zip(now.hands, now.referee, strict=False)
                same = sum(made == told for made, told in pairs)
                part = f" of board {seed}" if options.each > 1 else ""
                name = now.game if part else seed
                print(f"game {name}{part}: {same} of {len(now.hands)} turns", flush=True)
    print(
        f"followed {tally.followed} seconds {tally.within(5):.1f}, "
        f"9 of 10 within {tally.within(9):.1f}, "
        f"most presses for a turn {max(tally.presses, default=0)}"
    )
    print(tally.line())


if __name__ == "__main__":
    main()

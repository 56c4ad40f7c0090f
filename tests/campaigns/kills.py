"""Kills (whole games on the real firmware in its process, while host and board are killed).

Hands play on a simulated board; at random moments its power fails (in the middle of a write to the
flash, too), or the host's program dies without a goodbye and another one takes over.  The pieces
stay where the hands left them.  After each game the record must tell what the hands did:

    python tests/campaigns/kills.py gyges --layout gyges-reed38 --kills 1000

When it does not, the last events lie in ``--evidence``, and the exit status is 1.
"""

import argparse
import contextlib
import json
import random
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

from underboard.device.board import Board
from underboard.device.port import SerialLink
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.referee.demo import Demo, DemoPlan
from underboard.registry import game_of
from underboard.sim.board import SimBoard

EVERY_S = (0.0, 0.1)
"""Between two kills, on the clock of the wall: up to some ten simulated seconds."""
MAX_FLASH = 60
"""Bytes of the flash after which the power fails, at most; a turn takes some ten."""


class Killed(Demo):
    """A demo whose board and host are killed now and then."""

    careful = False
    """Hands never change their mind, and wait until the lights show whose turn it is."""

    def __init__(self, sim: SimBoard, path: Path, plan: DemoPlan, chance: random.Random) -> None:
        self.path = path
        self.chance = chance
        self.kills = {"board": 0, "write": 0, "host": 0}
        self.story: deque = deque(maxlen=400)
        records = Records.open(path)
        super().__init__(sim, Board(lambda: SerialLink(sim.url), records), records, plan, self.note)
        self._next_s = time.monotonic()

    def note(self, played, turn: str) -> None:
        """Keep what has happened."""
        mirror = self._referee.mirror
        self.story.append([played.game, turn, mirror and [mirror.last, mirror.turns[-2:]]])

    def _hands(self, errand: str, **arguments: object) -> None:
        if errand == "play_game":
            arguments["careful"] = self.careful
        super()._hands(errand, **arguments)

    def _listen(self) -> None:
        super()._listen()
        if time.monotonic() < self._next_s or not self._steered.busy:
            return
        self._next_s = time.monotonic() + self.chance.uniform(*EVERY_S)
        deed = self.chance.choice(list(self.kills))
        self.kills[deed] += 1
        self.story.append([self.now.game, "KILL", deed])
        if deed == "host":
            self.kill_host()
        elif deed == "write":
            after = str(self.chance.randrange(MAX_FLASH))
            self._sim.command("fault", name="cut_ms", value="0")
            self._sim.command("fault", name="cut_after", value=after)
        else:
            # Again and again: a write may have failed in the same moment, and power come back.
            while self._sim.command("state")["power"]:
                self._sim.command("cut")
            self._sim.restart()

    def kill_host(self) -> None:
        """Nothing is said and nothing closed in order; the system closes port and file."""
        link = self._referee._link
        if link is not None:
            link.close()
        self._records.close()
        self._records = Records.open(self.path)
        self._referee = Board(lambda: SerialLink(self._sim.url), self._records)
        with contextlib.suppress(UnderboardError):
            self._referee.connect()


def campaign(
    game: str, layout: str, kills: int, seed: int, evidence: Path, careful: bool = False
) -> int:
    """Play games until so many kills were made; return how many games went wrong.

    *Other*: the record has a turn that the hands did not make at that place; *behind*: it is
    the beginning of what they did.
    """
    done = {"board": 0, "write": 0, "host": 0}
    games = turns = other = behind = 0
    while sum(done.values()) < kills:
        number = seed + games
        games += 1
        with tempfile.TemporaryDirectory() as folder:
            flash = Path(folder) / "flash"
            with SimBoard(layout or game_of(game).layout, seed=number, nvm=flash) as sim:
                plan = DemoPlan(game, seed=number)
                demo = Killed(sim, Path(folder) / "games.sqlite3", plan, random.Random(number))
                demo.careful = careful
                trouble = ""
                try:
                    list(demo.run())
                except UnderboardError as error:
                    trouble = str(error)
                    demo.read_record()
                now = demo.now
                turns += len(now.hands)
                if trouble or now.wrong or now.lost:
                    ahead = now.hands[: len(now.referee)] != now.referee
                    other, behind = other + ahead, behind + (not ahead)
                    evidence.mkdir(parents=True, exist_ok=True)
                    told = {"trouble": trouble, "hands": now.hands, "referee": now.referee,
                            "story": list(demo.story)}  # fmt: skip
                    path = evidence / f"kills-{game}-{number}.json"
                    path.write_text(json.dumps(told, indent=1))
                    how = "other" if ahead else "behind"
                    print(f"  {how}: seed {number}, evidence in {path}", flush=True)
                for deed, count in demo.kills.items():
                    done[deed] += count
                demo._referee.close()
                demo._records.close()
    print(f"kills {sum(done.values())} ({done}) {game} games {games} turns {turns} other {other} "
          f"behind {behind} seeds {seed}+", flush=True)  # fmt: skip
    return other + behind


def main() -> int:
    """Run one campaign; return 1 if a game went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--layout", default="")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--evidence", type=Path, default=Path("evidence"))
    parser.add_argument("--careful", action="store_true", help="hands never change their mind")
    options = parser.parse_args()
    wrong = campaign(
        options.game, options.layout, options.kills, options.seed, options.evidence, options.careful
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Trust campaign (kills, faults, failing disks, hostile boards and files; keeps its evidence).

One command; each line tells what was done with which seeds, and how often it went wrong:

    python tests/campaigns/trust.py --kills 2000 --seconds 60

When something goes wrong, the records, the journal and what was done lie in ``--evidence``, and
the exit status is 1.
"""

import argparse
import contextlib
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in (".", "link", "drivers/layout", "host")]

from test_hostile_board import BOARDS, evening  # noqa: E402
from test_layout_hostile import LAYOUTS, NASTY, altered, paths  # noqa: E402

from boardcore.errors import ParseError  # noqa: E402
from boardcore.layout.layout import Layout  # noqa: E402
from boardcore.link.wire import LineReader, decode, encode  # noqa: E402
from boardio.start import config  # noqa: E402
from support.machine.failing_db import Failing  # noqa: E402
from support.machine.loop import IN_MEMORY, Pair, random_game  # noqa: E402
from underboard.deploy.settings import merge_settings, read_settings, set_setting  # noqa: E402
from underboard.errors import UnderboardError  # noqa: E402
from underboard.records.database import Records  # noqa: E402
from underboard.records.mirror import Mirror  # noqa: E402
from underboard.sim.faults import parse_faults  # noqa: E402

TOKENS = b'"{}[]0123456789-+eE\\u\x1b\x00 abc'
NOISE = ["lost=0.002", "doubled=0.002", "flipped=0.002"]


class Evidence:
    """Counts what went wrong, and keeps what is needed to find out why."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def keep(self, name: str, path: Path | None, story: list) -> None:
        self.count += 1
        place = self.folder / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "story.json").write_text(json.dumps(story, indent=1))
        for file in path.parent.glob(path.name + "*") if path else ():
            shutil.copy(file, place)
        print(f"  wrong: {name}, evidence in {place}")


def kills(count: int, seed: int, noisy: bool, evidence: Evidence) -> None:
    """Kill host and board, and pull the cable, while whole games are played."""
    done = {"host": 0, "board": 0, "cable": 0}
    games = wrong = 0
    while sum(done.values()) < count:
        number = seed + games
        games += 1
        rng = random.Random(number)
        turns = random_game(number)
        story: list = [f"seed {number}"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.sqlite3"
            faults = parse_faults(NOISE) if noisy else None
            pair = Pair(path, turns, faults, number)
            try:
                while not pair.players.finished:
                    pair.run(rng.uniform(0.05, 2.0), lambda p=pair: p.players.finished)
                    deed = rng.choice(list(done))
                    done[deed] += 1
                    story.append([pair.loop.now_ms, deed, pair.players.at])
                    if deed == "host":
                        pair.kill_host()
                        pair.records.close()
                        pair.start_host()
                    elif deed == "cable":
                        pair.replug()
                    else:
                        pair.board.store.cut_after = rng.randrange(40)
                pair.board.store.cut_after = -1
                pair.agree(60)
                texts = [pair.board.table.rules.turn_text(turn) for turn in turns]
                if pair.recorded() != texts:
                    raise AssertionError(f"recorded {pair.recorded()}, played {texts}")
            except (AssertionError, UnderboardError) as error:
                wrong += 1
                journal = pair.board.table.journal
                story.append([str(error), [journal.entries, list(journal.game)]])
                evidence.keep(f"kills-{number}", path, story)
            pair.records.close()
    name = "kills on a noisy line" if noisy else "kills"
    print(f"{name} {sum(done.values())} ({done}) games {games} wrong {wrong} seeds {seed}+")


def writes(games: int, seed: int, evidence: Evidence) -> None:
    """Fail one to five writes at every statement of whole games."""
    tried = wrong = 0
    for number in range(seed, seed + games):
        turns = random_game(number)[:30]
        pair = Pair(IN_MEMORY, turns)
        pair.records.base = Failing(pair.records.base)
        pair.play()
        for first in range(pair.records.base.seen):
            tried += 1
            again = Pair(IN_MEMORY, turns)
            again.records.base = Failing(
                again.records.base, first, 1 + first % 5, after=first % 2 == 1
            )
            again.play()
            if len(again.recorded()) != len(turns):
                wrong += 1
                evidence.keep(f"writes-{number}-{first}", None, [again.recorded()])
    print(f"failing writes {tried} games {games} wrong {wrong} seeds {seed}+")


def boards(evenings: int, seed: int, evidence: Evidence) -> None:
    """Spend evenings at boards whose lines have right checksums and any content."""
    wrong = 0
    for number in range(seed, seed + evenings):
        game, layout = BOARDS[number % len(BOARDS)]
        try:
            evening(number, game, layout)
        except Exception as error:
            wrong += 1
            evidence.keep(f"board-{number}", None, [game, repr(error)])
    print(f"hostile boards {evenings} wrong {wrong} seeds {seed}+")


def layouts(evidence: Evidence) -> None:
    """Put every nasty value at every place of every layout."""
    tried = wrong = 0
    for name in LAYOUTS:
        data = json.loads((ROOT / f"firmware/layouts/{name}.json").read_text("utf-8"))
        for path in paths(data):
            for value in NASTY:
                tried += 1
                try:
                    with contextlib.suppress(ParseError):
                        Layout(altered(data, path, value))
                except Exception as error:
                    wrong += 1
                    evidence.keep(f"layout-{name}-{wrong}", None, [list(path), repr(error)])
    print(f"layout values {tried} wrong {wrong}")


def fuzz(seconds: float, seed: int, evidence: Evidence) -> None:
    """Change bytes of good lines and good records for so many seconds each."""
    rng = random.Random(seed)
    mirror = Mirror.of_game("1", "pylos", "standard", "", "computer", "")
    for text in ("a1", "b2", "c3"):
        mirror.play(text)
    with Records(IN_MEMORY) as records:
        texts = [records.export(records.insert(mirror, "b0"), form) for form in ("json", "text")]
        seeds = [text.encode() for text in texts]
        tried = wrong = 0
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            tried += 1
            data = changed(rng, rng.choice(seeds)).decode("utf-8", "surrogateescape")
            try:
                with contextlib.suppress(UnderboardError):
                    number = records.import_text(data)
                    records.export(number, "json")
            except Exception as error:
                wrong += 1
                evidence.keep(f"import-{tried}", None, [data, repr(error)])
    print(f"fuzzed imports {tried} wrong {wrong} seed {seed}")
    line = encode("turn", 41, ("17", "12", "L", "b2-f1xa1,b2", "9c041234"))
    tried = taken = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        tried += 1
        data = changed(rng, line * 3)
        taken += len(LineReader().feed(data, len(data)))
        other = changed(rng, line).rstrip(b"\n")
        if other != line.rstrip(b"\n") and decode(other) is not None and b"\r" not in other:
            evidence.keep(f"wire-{tried}", None, [repr(other)])
    print(f"fuzzed lines {tried} whole {taken} seed {seed}")


def settings(seconds: float, seed: int, evidence: Evidence) -> None:
    """Change bytes of a good ``settings.toml``: host and board read it, or say what is wrong."""
    rng = random.Random(seed)
    good = (ROOT / "firmware/settings.toml").read_bytes()
    tried = read = wrong = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        tried += 1
        data = changed(rng, good)
        try:
            with contextlib.suppress(UnderboardError):
                merged = merge_settings(good.decode(), data)
                kept = read_settings(merged)
                lines = set_setting(merged, "UNDERBOARD_LAYOUT", "pylos-reed16")
                # What a person has written stays, and a second time nothing changes.
                if merge_settings(good.decode(), merged.encode()) != merged:
                    raise AssertionError("merged twice it differs")
                if read_settings(lines)["UNDERBOARD_LAYOUT"] != "pylos-reed16":
                    raise AssertionError("the layout is not set")
                with contextlib.suppress(ParseError):
                    of_board = config.read_settings(kept.get)
                    config.parse_brightness(of_board["UNDERBOARD_BRIGHTNESS"])
                    config.read_rules("pylos", of_board)
                    read += 1
        except Exception as error:
            wrong += 1
            evidence.keep(f"settings-{tried}", None, [repr(data), repr(error)])
    print(f"fuzzed settings {tried} read {read} wrong {wrong} seed {seed}")


def changed(rng: random.Random, data: bytes) -> bytes:
    """Change, insert, remove or repeat some bytes."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(out))
        deed = rng.randrange(4)
        if deed == 0:
            out[at] = rng.randrange(256)
        elif deed == 1:
            out[at:at] = bytes(
                rng.choices(b'"{}[]0123456789-+eE\\u\x1b\x00 abc', k=rng.randrange(1, 9))
            )
        elif deed == 2:
            del out[at : at + rng.randrange(1, 20)]
            out = out or bytearray(b"x")
        else:
            out[at:at] = out[at : at + rng.randrange(1, 40)]
    return bytes(out)


def main() -> int:
    """Run everything; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=2000)
    parser.add_argument("--evenings", type=int, default=2000)
    parser.add_argument("--games", type=int, default=5, help="with failing writes")
    parser.add_argument("--seconds", type=float, default=600, help="of each kind of fuzzing")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--evidence", type=Path, default=Path("evidence"))
    options = parser.parse_args()
    evidence = Evidence(options.evidence)
    kills(options.kills, options.seed, False, evidence)
    kills(options.kills, options.seed + 10**6, True, evidence)
    writes(options.games, options.seed, evidence)
    boards(options.evenings, options.seed, evidence)
    layouts(evidence)
    fuzz(options.seconds, options.seed, evidence)
    settings(options.seconds, options.seed, evidence)
    print(f"wrong {evidence.count}")
    return 1 if evidence.count else 0


if __name__ == "__main__":
    sys.exit(main())

"""Fuzzing that coverage guides (imports, wire, layouts and settings, for some minutes each).

    pip install atheris
    python tests/campaigns/fuzz.py --seconds 600

Each target runs in a process of its own (``--only NAME`` runs one here).  What it has found to
reach new code is made as few files as possible and kept in ``--corpus``, from where the next run
goes on.  An input that goes wrong lies in ``--evidence``; the exit status is 1 then.
"""

import argparse
import contextlib
import json
import random
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]

try:
    import atheris
except ImportError:
    sys.exit("this campaign needs atheris: pip install atheris")

with atheris.instrument_imports(include=["boardcore", "boardio", "underboard"]):
    from boardcore.errors import ParseError
    from boardcore.games import NAMES, rules_of
    from boardcore.layout.layout import Layout
    from boardcore.link.wire import LineReader, Message, decode, encode, is_known
    from boardio.start import config
    from underboard.deploy.settings import merge_settings, read_settings, set_setting
    from underboard.errors import UnderboardError
    from underboard.records.database import Records
    from underboard.records.mirror import Mirror, entry_or_none

IN_MEMORY = Path(":memory:")
MAX_BYTES = {"imports": 4000, "wire": 600, "layouts": 200, "settings": 4000}
MAX_RECORDS = 500
"""Records that are imported before the database is made anew."""


class Imports:
    """A record as text or JSON: taken and written out again the same, or refused."""

    def __init__(self) -> None:
        self._records = Records(IN_MEMORY)
        self._count = 0

    def seeds(self) -> list[bytes]:
        """Return records of each game in both forms."""
        found = []
        chance = random.Random(1)
        for name in NAMES:
            mirror = Mirror.of_game("1", name, rules_of(name).VARIANTS[0], "", "computer", "")
            for _ in range(6):
                mirror.play(rules_of(name).turn_text(chance.choice(mirror.game.legal_turns())))
            number = self._records.insert(mirror, "b0")
            found += [self._records.export(number, form).encode() for form in ("json", "text")]
        return found

    def __call__(self, data: bytes) -> None:
        """Import it, and import again what comes out."""
        if self._count == MAX_RECORDS:
            self._records.close()
            self._records, self._count = Records(IN_MEMORY), 0
        with contextlib.suppress(UnderboardError):
            number = self._records.import_text(data.decode("utf-8", "surrogateescape"))
            self._count += 1
            out = self._records.export(number, "json")
            again = self._records.import_text(out)
            assert self._records.export(again, "json") == out, "written out again it differs"


class Wire:
    """Lines in pieces: nothing raises, and the pieces make no difference."""

    def seeds(self) -> list[bytes]:
        """Return lines of several kinds, with and without their checksums."""
        lines = [
            encode("turn", 41, ("17", "12", "L", "b2-f1xa1,b2", "9c041234")),
            encode("hello", 1, ("1.0", "underboard")),
            encode("state", 7, ("wrong", "L", "3", "taken", "+a1,-b2", "-")),
        ]
        return [*lines, *(line[:-11] for line in lines), b"".join(lines)]

    def __call__(self, data: bytes) -> None:
        """Read it as it is, in two pieces, and as the body of a line whose checksum is right."""
        whole, pieces = LineReader(), LineReader()
        found = whole.feed(data, len(data))
        cut = len(data) // 3
        parts = pieces.feed(data[:cut], cut) + pieces.feed(data[cut:], len(data) - cut)
        assert list(map(repr, found)) == list(map(repr, parts)), "in pieces it reads otherwise"
        self._look_at(found)
        body = data.replace(b"\n", b" ")
        line = body + b" *%08x\n" % zlib.crc32(body)
        self._look_at(LineReader().feed(line, len(line)))

    def _look_at(self, messages: list[Message]) -> None:
        for message in messages:
            entry_or_none(message)
            if is_known(message):
                line = encode(message.kind, message.seq, message.fields)
                assert repr(decode(line.rstrip(b"\n"))) == repr(message), "written again it differs"


class Layouts:
    """Good layouts with some values changed, taken out or doubled: a board, or a sentence."""

    def __init__(self) -> None:
        paths = sorted((ROOT / "firmware/layouts").glob("*.json"))
        self._good = [path.read_text("utf-8") for path in paths]

    def seeds(self) -> list[bytes]:
        """Return bytes that change another place of another layout each."""
        return [bytes(range(40 * number, 40 * number + 40))
                for number in range(5)]  # fmt: skip

    def __call__(self, data: bytes) -> None:
        """Change a layout as these bytes tell, and read it."""
        told = atheris.FuzzedDataProvider(data)
        layout = json.loads(told.PickValueInList(self._good))
        for _ in range(told.ConsumeIntInRange(1, 4)):
            self._change(told, layout)
        with contextlib.suppress(ParseError):
            Layout(layout)

    def _change(self, told: atheris.FuzzedDataProvider, top: dict) -> None:
        here: dict | list = top
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            if not keys:
                return
            key = told.PickValueInList(keys)
            below = here[key]
            if not isinstance(below, dict | list) or told.ConsumeIntInRange(0, 7) == 0:
                break
            here = below
        deed = told.ConsumeIntInRange(0, 9)
        values = (
            lambda: told.ConsumeIntInRange(-2, 70), lambda: told.ConsumeInt(9),
            told.ConsumeFloat, lambda: told.ConsumeUnicode(12), lambda: None,
            lambda: [], lambda: {}, lambda: [here[key]], lambda: {"cell": here[key]},
        )  # fmt: skip
        if deed < len(values):
            here[key] = values[deed]()
        else:
            del here[key]


class Settings:
    """A ``settings.toml``: host and board read it, or say what is wrong."""

    def __init__(self) -> None:
        self._good = (ROOT / "firmware/settings.toml").read_text("utf-8")

    def seeds(self) -> list[bytes]:
        """Return the file that is installed."""
        return [self._good.encode()]

    def __call__(self, data: bytes) -> None:
        """Merge it with a good one, set a line, and read it as the board does."""
        with contextlib.suppress(UnderboardError):
            merged = merge_settings(self._good, data)
            kept = read_settings(merged)
            lines = set_setting(merged, "UNDERBOARD_LAYOUT", "pylos-reed16")
            assert merge_settings(self._good, merged.encode()) == merged, "merged twice it differs"
            assert read_settings(lines)["UNDERBOARD_LAYOUT"] == "pylos-reed16"
            with contextlib.suppress(ParseError):
                of_board = config.read_settings(kept.get)
                config.parse_brightness(of_board["UNDERBOARD_BRIGHTNESS"])
                config.read_rules("pylos", of_board)


TARGETS: dict[str, Callable[[], Imports | Wire | Layouts | Settings]] = {
    "imports": Imports, "wire": Wire, "layouts": Layouts, "settings": Settings,
}  # fmt: skip


def fuzz(name: str, options: argparse.Namespace) -> None:
    """Fuzz one target in this process, which ends with it."""
    target = TARGETS[name]()
    corpus = options.corpus / name
    corpus.mkdir(parents=True, exist_ok=True)
    options.evidence.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (corpus / f"seed-{number}").write_bytes(seed)
    flags = [
        f"-max_total_time={options.seconds}", f"-max_len={MAX_BYTES[name]}", "-timeout=20",
        f"-seed={options.seed}", f"-artifact_prefix={options.evidence}/{name}-", "-verbosity=0",
        "-print_final_stats=1",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *flags, str(corpus)], target)
    atheris.Fuzz()


def main() -> int:
    """Fuzz every target; return 1 if an input went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=TARGETS)
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    parser.add_argument("--evidence", type=Path, default=Path("evidence"))
    options = parser.parse_args()
    if options.only:
        fuzz(options.only, options)
    wrong = 0
    for name in TARGETS:
        command = [sys.executable, __file__, "--only", name, *sys.argv[1:]]
        done = subprocess.run(command, capture_output=True, text=True)
        units = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr)
        kept = len(list((options.corpus / name).glob("*")))
        print(
            f"{name}: tried {units[1] if units else '?'}, kept {kept} inputs, seed {options.seed}"
        )
        if done.returncode:
            wrong += 1
            print(f"  wrong: {(done.stdout + done.stderr)[-2000:]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

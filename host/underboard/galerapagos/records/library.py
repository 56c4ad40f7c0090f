"""The records of all evenings, and which of them to go on with."""

from collections.abc import Iterator
from pathlib import Path

from boardcore.errors import ParseError
from underboard.errors import UnderboardError
from underboard.galerapagos.records.key_file import SUFFIX as KEYS
from underboard.galerapagos.records.record import RecordedGame, read_whole
from underboard.texts.lazy import lazy_text, reason_of
from underboard.whole_file import private_open

SUFFIX = ".jsonl"


def records(folder: Path) -> Iterator[Path]:
    """Return the records in a folder, the newest first."""
    return iter(sorted(folder.glob(f"*{SUFFIX}"), reverse=True))


def new_path(folder: Path, stamp: str) -> Path:
    """Return a free path for a game begun at ``stamp`` (like 20260301-201500)."""
    path = folder / f"{stamp}{SUFFIX}"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stamp}-{number}{SUFFIX}"
    return path


def salvage(path: Path, whole: str) -> RecordedGame:
    """Begin a new record with the undamaged beginning of another, which stays as it is."""
    kept = new_path(path.parent, f"{path.stem}-kept")
    try:
        for old, new, text in (
            (path.with_suffix(KEYS), kept.with_suffix(KEYS), ""),
            (path, kept, whole),
        ):
            text = text or old.read_text(encoding="utf-8")
            with open(new, "x", encoding="utf-8", newline="\n", opener=private_open) as file:
                file.write(text)
    except OSError as error:
        raise UnderboardError("cannot write %s: %s", kept, reason_of(error))
    return RecordedGame.resume(kept)


def unfinished(folder: Path) -> tuple[RecordedGame | None, list[str]]:
    """Resume the newest game that is not over; also return a sentence per damaged record.

    The very newest goes on if it is over and not closed, too: a host that was killed as it ended
    has shown its end to nobody.
    """
    damaged: list[str] = []
    for place, path in enumerate(records(folder)):
        try:
            whole, _ = read_whole(path)
            table = RecordedGame.replay(whole, path)
            if not (table.closed if place == 0 else table.game.over):
                return RecordedGame.resume(path), damaged
        except (ParseError, UnderboardError) as error:
            damaged.append(lazy_text(error))
    return None, damaged

"""Folded: the firmware as it is installed, made once for all workers and runs of these sources.

Folding takes three seconds, and each worker would do it twice: for installations, and for scripts
under a microcontroller's Python.
"""

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

import boardcore
import boardio
import underboard
from support.alone import kept
from underboard.deploy import payload
from underboard.deploy.drive import drive_path


def share(folder: Path) -> None:
    """Keep what ``payload.packages`` returns in this folder, by the sources that it reads."""
    make = payload.packages

    @cache
    def packages(outside=()):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{_state_of(outside)}.json"
        made = kept(path, lambda: {name: data.decode() for name, data in make(outside).items()})
        return {name: text.encode() for name, text in made.items()}

    payload.packages = packages


def _state_of(outside) -> str:
    """Return a text that is another one whenever a source is."""
    with drive_path() as drive:
        folders = [Path(one.__file__).parent for one in (underboard, boardcore, boardio)]
        paths = [*drive.glob("*.py"), *(path for at in folders for path in at.rglob("*.py"))]
        found = sha256(sys.version.encode())
        for data in (*outside, *(path.read_bytes() for path in sorted(paths))):
            found.update(sha256(data).digest())
    return found.hexdigest()[:32]

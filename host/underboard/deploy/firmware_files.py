"""The files that go onto the board's CIRCUITPY drive, wherever this package is.

In a checkout (an editable install) they are its own ``firmware/``.  A wheel carries a
copy beside this file; the hook ``host/hatch_build.py`` puts it there.
"""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path, PurePosixPath

from underboard.errors import UnderboardError
from underboard.registry import games

IN_WHEEL = "circuitpy"
FILES = (
    "boot.py", "code.py", "launch.py", "safemode.py", "settings.toml",
    "PROTOCOL.md",
)  # fmt: skip
"""Files at the top of the drive; ``layouts/`` and ``lib/`` come with them."""
CHECKOUT = Path(__file__).resolve().parents[3] / "firmware"


def is_checkout() -> bool:
    """Return True if this package runs from a checkout."""
    return (CHECKOUT / "code.py").is_file() and (CHECKOUT / "lib" / "boardcore").is_dir()


RELEASES, WHOLE = "releases", "whole"
"""Folder of releases that ``underboard board install`` writes, and the mark of a whole one."""


def inside(drive: Path, name: str) -> Path:
    """Return the path of a file or folder of a drive.

    What lies on a drive may come from anybody. Raises UnderboardError for a name that leads out of
    the drive, for a link and for a pipe or device: CircuitPython knows none, so somebody has put
    it there for us.
    """
    parts = PurePosixPath(name).parts
    if not parts or ".." in parts or PurePosixPath(name).is_absolute() or "\\" in name:
        raise UnderboardError("'%s' is not a file of the drive %s", name, drive)
    path = drive
    for part in parts:
        path = path / part
        if path.is_symlink():
            raise UnderboardError("%s is a link, there is none on a board's drive: remove it", path)
    if path.exists() and not (path.is_file() or path.is_dir()):
        # A pipe or device would be waited for without end.
        raise UnderboardError("%s is not an ordinary file: remove it from the drive", path)
    return path


def read(drive: Path, name: str) -> bytes | None:
    """Return a file of a drive, None if there is none; raises UnderboardError as ``inside``."""
    try:
        return inside(drive, name).read_bytes()
    except OSError:
        return None


def names_in(drive: Path, name: str, pattern: str = "*") -> list[str]:
    """Return what lies in a folder of a drive, hidden files left out; raises as ``inside``."""
    folder = inside(drive, name)
    found = sorted(path.name for path in folder.glob(pattern)) if folder.is_dir() else []
    return [f"{name}/{each}" for each in found if not each.startswith(".")]


def releases(drive: Path) -> list[int]:
    """Return the numbers of all releases on a drive, whole or not; raises as ``inside``."""
    found = []
    for name in names_in(drive, RELEASES):
        word = PurePosixPath(name).name
        # Not isdigit(): it also takes digits that int() does not, and 007 is not found again.
        if re.fullmatch("[1-9][0-9]{0,8}", word) and inside(drive, name).is_dir():
            found.append(int(word))
    return sorted(found)


def whole_releases(drive: Path) -> list[int]:
    """Return the numbers of the releases that can run; the last one does."""
    return [
        number
        for number in releases(drive)
        if inside(drive, f"{RELEASES}/{number}/{WHOLE}").exists()
    ]


def running(drive: Path) -> Path:
    """Return the folder whose firmware a drive runs: a release, or itself if copied by hand."""
    whole = whole_releases(drive)
    return drive / RELEASES / str(whole[-1]) if whole else drive


@contextmanager
def drive_path() -> Iterator[Path]:
    """Give the folder with ``boot.py``, ``code.py``, ``settings.toml`` and ``layouts/``.

    Where games are installed that bring layouts of their own, these lie there, too.  Raises
    UnderboardError if this installation has none.
    """
    layouts = _layouts_of_games()
    with _own_drive() as path:
        if not layouts:
            yield path
            return
        with tempfile.TemporaryDirectory(prefix="underboard-drive-") as folder:
            drive = Path(folder)
            (drive / "layouts").mkdir()
            for name in [*path.glob("*.*"), *path.glob("layouts/*.json")]:
                (drive / name.relative_to(path)).write_bytes(name.read_bytes())
            for file, data in layouts.items():
                (drive / "layouts" / file).write_bytes(data)
            yield drive


def _layouts_of_games() -> dict[str, bytes]:
    folders = [resources.files(game.package).joinpath("layouts") for game in games().values()]
    return {
        path.name: path.read_bytes()
        for folder in folders
        if folder.is_dir()
        for path in folder.iterdir()
    }


@contextmanager
def _own_drive() -> Iterator[Path]:
    if is_checkout():
        yield CHECKOUT
        return
    folder = resources.files("underboard") / IN_WHEEL
    if not (folder / "code.py").is_file():
        raise UnderboardError(
            "this installation of underboard lacks the firmware's files, expected a "
            "folder '%s' in the package: install underboard again",
            IN_WHEEL,
        )
    with resources.as_file(folder) as path:
        yield path

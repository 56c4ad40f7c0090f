"""The drives of boards on this computer, and writing to one so that it stays there."""

import os
import re
import shutil
import string
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from underboard.deploy.firmware_files import inside
from underboard.errors import UnderboardError

LABEL = "CIRCUITPY"
BOOT_OUT = "boot_out.txt"


def find_drive(
    named: Path | None = None,
    places: Iterable[Path] | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Path:
    """Return the drive of a board: the one named, or the only one that is mounted.

    Raises UnderboardError if there is none, more than one, or the name is no folder.
    """
    if named is not None:
        if not named.is_dir():
            raise UnderboardError("no folder %s: expected the drive of a board", named)
        return named
    found = drives(places_of(environ) if places is None else places)
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(map(str, found))
        raise UnderboardError("more than one board is mounted: choose one by --drive: %s", names)
    raise UnderboardError(
        "no drive called %s is mounted: plug the board in (CircuitPython must be on "
        "it), or name its folder by --drive",
        LABEL,
    )


def drives(places: Iterable[Path]) -> list[Path]:
    """Return the folders of these that are boards' drives."""
    return [
        place
        for place in places
        if place.is_dir() and (place.name.startswith(LABEL) or (place / BOOT_OUT).is_file())
    ]


def places_of(environ: Mapping[str, str] = os.environ) -> list[Path]:
    """Return where this system may have mounted the drive of a board."""
    if sys.platform == "win32":
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase[2:]]
    user = environ.get("USER", "")
    tops = ["/media", f"/media/{user}", f"/run/media/{user}", "/Volumes"]
    found: dict[Path, None] = {}
    for top in map(Path, tops):
        with suppress(OSError):
            found.update((place, None) for place in sorted(top.glob(LABEL + "*")))
    return list(found)


def boot_out(drive: Path) -> tuple[str, str]:
    """Return CircuitPython's version and the board's id, empty where the drive does not tell."""
    try:
        text = inside(drive, BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "", ""
    version = re.search(r"CircuitPython (\d+\.\d+\.\d+\S*)", text)
    board = re.search(r"Board ID:(\S+)", text)
    return version.group(1) if version else "", board.group(1) if board else ""


def chip_of(drive: Path) -> str:
    """Return the chip of a board as its drive tells it, empty where it does not."""
    try:
        text = inside(drive, BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = re.search(r"; .* with (\S+)", text)
    return found.group(1) if found else ""


class Drive:
    """The writing, one file after the other, each one on the drive before the next begins."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name: str, data: bytes) -> None:
        """Write a file that nothing runs yet."""
        path = inside(self.path, name)
        self.folder(path.parent)
        with open(path, "wb", opener=_open_no_link) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(path.parent)

    def replace(self, name: str, data: bytes) -> None:
        """Put another file in the place of one that is there, by renaming."""
        self.write(name + ".new", data)
        path = inside(self.path, name)
        os.replace(inside(self.path, name + ".new"), path)
        _sync_folder(path.parent)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        path = inside(self.path, name)
        with suppress(FileNotFoundError):
            path.unlink()
            _sync_folder(path.parent)

    def remove_folder(self, name: str) -> None:
        """Remove a folder and what is in it."""
        shutil.rmtree(inside(self.path, name), ignore_errors=True)
        _sync_folder(self.path)

    def folder(self, path: Path) -> None:
        """Make a folder, if it is not there."""
        path.mkdir(parents=True, exist_ok=True)

    def read(self, name: str) -> bytes:
        """Return what is really on the drive, where the system can be told to look there."""
        with open(inside(self.path, name), "rb", opener=_open_no_link) as file:
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            return file.read()


def _open_no_link(path: str, flags: int) -> int:
    # Windows has no such flag; there a link needs rights that few have.
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0), 0o666)


def _sync_folder(path: Path) -> None:
    # Windows can do this to no folder; there the file's own flush must do.
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

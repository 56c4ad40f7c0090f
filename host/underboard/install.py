"""Install: the firmware onto a CIRCUITPY drive, so that a pulled cable never leaves half of it.

FAT cannot replace a file in one step on every system, so nothing that runs is changed:
a new release is written into a folder of its own, ``releases/NUMBER``, read back, and
marked with a file ``whole`` at the very end.  The ``code.py`` of such a drive is the
launcher (``firmware/launch.py``), which runs the newest whole release and does not change
from one release to the next.  The few files that must lie at the top are written beside
their place and renamed.

What remains: a Pico erases flash in pieces of 4 KB, and power that fails during the tens
of milliseconds of such an erase can damage the file system itself, whatever is written.
Then CircuitPython makes a new, empty drive, and the firmware is installed again.
"""

import os
import re
import shutil
import string
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from boardcore.apagos import Game
from underboard.apagos.board_file import hint_file
from underboard.apagos.solution import solution_of
from underboard.drive import RELEASES, WHOLE, drive_path, releases, running, whole_releases
from underboard.layouts import layout_of
from underboard.sim.process import read_settings
from underboard.trouble import Trouble

LABEL = "CIRCUITPY"
BOOT_OUT = "boot_out.txt"
BACKUP, LIST = "backup", "was-there.txt"
OLDEST = (9, 2, 1)
"""Older ones let keypad's reset() tell releases (facts page, section 5)."""
TOP = ("settings.toml", "boot.py", "safemode.py", "code.py")
"""What lies at the top of the drive, in the order in which it is written."""
BEFORE_CODE_PY = "code.txt"
"""CircuitPython runs it instead of ``code.py`` if it is there."""
OURS = (b"Underboard", b"boardio", b"underboard")
BOARDS = ("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w")
"""Boards with the pins that our layouts name."""
CLUSTER = 512
"""The least room of a file on a drive that CircuitPython has formatted, beside its entry."""
PACKAGES = ("boardcore", "boardio")
SMALL_DRIVE = 1 << 20
"""A Raspberry Pi Pico keeps 1 MB of its flash for the drive."""
HINTS = "hints"

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Question:
    """Something to be asked before anything is written: a key of the texts and its names."""

    key: str
    names: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """What an installation would do."""

    drive: Path
    number: int
    release: dict[str, bytes]
    """Files of the release's folder."""
    top: dict[str, bytes]
    """Files at the top of the drive that differ from what is there, in order."""
    moved: tuple[str, ...]
    """Files at the top that CircuitPython would run instead of ours."""
    questions: tuple[Question, ...]
    circuitpython: str
    board: str
    layouts: tuple[str, ...]
    needed: int
    free: int

    @property
    def size(self) -> int:
        """Return how much of a drive the installation takes when all is done, in bytes."""
        return room_of({**self.release, **self.top})


class Drive:
    """The writing, one file after the other, each one on the drive before the next begins."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name: str, data: bytes) -> None:
        """Write a file that nothing runs yet."""
        path = self.path / name
        self.folder(path.parent)
        with open(path, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(path.parent)

    def replace(self, name: str, data: bytes) -> None:
        """Put another file in the place of one that is there, by renaming."""
        self.write(name + ".new", data)
        os.replace(self.path / (name + ".new"), self.path / name)
        _sync_folder((self.path / name).parent)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError):
            (self.path / name).unlink()
            _sync_folder((self.path / name).parent)

    def remove_folder(self, name: str) -> None:
        """Remove a folder and what is in it."""
        shutil.rmtree(self.path / name, ignore_errors=True)
        _sync_folder(self.path)

    def folder(self, path: Path) -> None:
        """Make a folder, if it is not there."""
        path.mkdir(parents=True, exist_ok=True)

    def read(self, name: str) -> bytes:
        """Return what is really on the drive, where the system can be told to look there."""
        with open(self.path / name, "rb") as file:
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            return file.read()


def _sync_folder(path: Path) -> None:
    # Windows can do this to no folder; there the file's own flush must do.
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# Which drive


def find_drive(
    named: Path | None = None, places: Iterable[Path] | None = None, environ=os.environ
) -> Path:
    """Return the drive of a board: the one named, or the only one that is mounted.

    Raises Trouble if there is none, more than one, or the name is no folder.
    """
    if named is not None:
        if not named.is_dir():
            raise Trouble(f"no folder {named}: expected the drive of a board")
        return named
    found = drives(places_of(environ) if places is None else places)
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(map(str, found))
        raise Trouble(f"more than one board is mounted: choose one by --drive: {names}")
    raise Trouble(
        f"no drive called {LABEL} is mounted: plug the board in (CircuitPython must be on it), "
        "or name its folder by --drive"
    )


def drives(places: Iterable[Path]) -> list[Path]:
    """Return the folders of these that are boards' drives."""
    return [
        place
        for place in places
        if place.is_dir() and (place.name.startswith(LABEL) or (place / BOOT_OUT).is_file())
    ]


def places_of(environ=os.environ) -> list[Path]:
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
        text = (drive / BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "", ""
    version = re.search(r"CircuitPython (\d+\.\d+\.\d+\S*)", text)
    board = re.search(r"Board ID:(\S+)", text)
    return version.group(1) if version else "", board.group(1) if board else ""


# What goes there


def plan(drive: Path, layout: str = "", hints: Iterable[str] = ()) -> Plan:
    """Return what an installation would do; writes nothing.

    ``layout``: the board that this is, written into the settings; empty: as they say.
    ``hints``: layouts of Apagos like 1357 whose solution goes along.  Raises Trouble if
    it cannot be done: an old CircuitPython, no room, an unknown layout.
    """
    version, board = boot_out(drive)
    if version and tuple(map(int, re.findall(r"\d+", version)[:3])) < OLDEST:
        raise Trouble(
            f"CircuitPython {version} is on this board, expected "
            f"{'.'.join(map(str, OLDEST))} or newer: update it from circuitpython.org"
        )
    present = _read(drive / "settings.toml")
    with drive_path() as files:
        release = {
            "code.py": (files / "code.py").read_bytes(),
            **{
                f"layouts/{path.name}": path.read_bytes()
                for path in sorted((files / "layouts").glob("*.json"))
            },
            **packages(),
            **_libraries((files / "requirements.txt").read_text(encoding="utf-8")),
        }
        settings = merge_settings((files / "settings.toml").read_text(encoding="utf-8"), present)
        top = {
            "boot.py": (files / "boot.py").read_bytes(),
            "safemode.py": (files / "safemode.py").read_bytes(),
            "code.py": (files / "launch.py").read_bytes(),
        }
    own = _own_layouts(drive, release)
    release.update(own)
    if layout:
        if f"layouts/{layout}.json" not in own:
            layout_of(layout)
        # A board has one layout; its own ones come along, because nobody else has them.
        for name in list(release):
            if name.startswith("layouts/") and name not in own:
                if name != f"layouts/{layout}.json":
                    del release[name]
        settings = set_setting(settings, "UNDERBOARD_LAYOUT", layout)
    chosen = read_settings(settings)["UNDERBOARD_LAYOUT"]
    if f"layouts/{chosen}.json" not in release:
        raise Trouble(f"settings.toml on the drive asks for layout '{chosen}': there is none")
    # Solutions that an earlier installation brought stay.
    for path in sorted((running(drive) / HINTS).glob("*.bin")):
        release[f"{HINTS}/{path.name}"] = path.read_bytes()
    for faces in hints:
        release[f"{HINTS}/{''.join(sorted(faces))}.bin"] = hint_bytes(faces)
    top = {"settings.toml": settings.encode(), **top}
    top = {name: top[name] for name in TOP if _read(drive / name) != top[name]}
    moved = (BEFORE_CODE_PY,) if (drive / BEFORE_CODE_PY).exists() else ()
    free = shutil.disk_usage(drive).free
    found = Plan(
        drive, _next_number(drive), release, top, moved,
        tuple(_questions(drive, top, moved, version, board)), version, board,
        tuple(sorted(Path(name).stem for name in release if name.startswith("layouts/"))),
        room_of({**release, **top}), free + _garbage(drive),
    )  # fmt: skip
    if found.needed > found.free:
        raise Trouble(
            f"not enough room on {drive}: {found.needed // 1024} kB are needed beside what is "
            f"there, {found.free // 1024} kB are free; a lib/boardcore copied by hand may go, "
            "and layouts that are not yours (--layout takes only one along)"
        )
    return found


def _questions(drive: Path, top, moved, version: str, board: str) -> Iterable[Question]:
    foreign = [name for name in (*top, *moved) if is_foreign(name, _read(drive / name))]
    if foreign:
        yield Question("install.ask.foreign", {"files": ", ".join(foreign)})
    if not version:
        yield Question("install.ask.no-boot-out", {"drive": drive})
    elif board not in BOARDS:
        yield Question("install.ask.board", {"board": board or "?"})


def is_foreign(name: str, data: bytes | None) -> bool:
    """Tell whether a file at the top of a drive is somebody else's; settings never are."""
    return data is not None and name != "settings.toml" and not any(own in data for own in OURS)


def packages() -> dict[str, bytes]:
    """Return our packages as they run here."""
    found = {}
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        for place in spec.submodule_search_locations or ():
            for path in sorted(Path(place).glob("*.py")):
                found[f"lib/{package}/{path.name}"] = path.read_bytes()
    return found


def _libraries(requirements: str) -> dict[str, bytes]:
    """Return the files of the libraries that are not built into CircuitPython.

    They come from this computer's packages: adafruit_pixelbuf, which neopixel needs, is
    built in on every board that we know.
    """
    found = {}
    for line in requirements.splitlines():
        name = line.partition("#")[0].strip()
        if not name:
            continue
        try:
            files = metadata.distribution(f"adafruit-circuitpython-{name}").files or []
        except metadata.PackageNotFoundError:
            raise Trouble(
                f"the library {name} is not installed: install underboard again"
            ) from None
        for file in files:
            if file.suffix == ".py" and file.parts[0] in (name, f"{name}.py"):
                found[f"lib/{file.as_posix()}"] = Path(str(file.locate())).read_bytes()
    return found


def _own_layouts(drive: Path, release: dict[str, bytes]) -> dict[str, bytes]:
    """Return the layouts on the drive that no release brings: boards of one's own."""
    folders = [drive / "layouts"]
    folders += [_folder(drive, number) / "layouts" for number in whole_releases(drive)]
    found = {}
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            if f"layouts/{path.name}" not in release and not path.name.startswith("."):
                found[f"layouts/{path.name}"] = path.read_bytes()
    return found


def hint_bytes(faces: str) -> bytes:
    """Return the hint file for four faces like 7531; raises Unreadable for others."""
    if len(faces) != 4:
        raise Trouble(f"'{faces}' is no layout of Apagos: expected four squares, like 7531")
    return hint_file(solution_of(Game(position=faces)))


def room_of(files: dict[str, bytes]) -> int:
    """Return how much of a drive these files take, in bytes, folders included."""
    folders = {parent for name in files for parent in Path(name).parents}
    clusters = sum(-(-len(data) // CLUSTER) for data in files.values())
    # A long name takes up to three entries of 32 bytes, in its folder.
    return CLUSTER * (clusters + len(folders)) + 96 * len(files)


# Settings


LINE = re.compile(r"^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=")


def merge_settings(ours: str, present: bytes | None) -> str:
    """Return our settings with the values that a person has given, and all their other lines.

    Raises Trouble if the file on the drive is damaged.
    """
    if present is None:
        return ours
    try:
        theirs = present.decode("utf-8")
        read_settings(theirs)
    except ValueError as error:
        raise Trouble(
            f"settings.toml on the drive cannot be read ({error}): repair or remove it"
        ) from None
    lines = {found.group(1): line for line in theirs.splitlines() if (found := LINE.match(line))}
    merged = []
    for line in ours.splitlines():
        found = LINE.match(line)
        merged.append(lines.pop(found.group(1), line) if found else line)
    if lines:
        merged += ["", "# Not Underboard's."] * (merged[-1:] != [""]) + list(lines.values())
    text = "\n".join(merged) + "\n"
    return theirs if text.split() == theirs.split() else text


def set_setting(text: str, name: str, value: str) -> str:
    """Return settings in which one text has this value."""
    lines = [
        f'{name} = "{value}"' if (found := LINE.match(line)) and found.group(1) == name else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


# Releases


def _folder(drive: Path, number: int) -> Path:
    return drive / RELEASES / str(number)


def _next_number(drive: Path) -> int:
    return max(releases(drive), default=0) + 1


def _garbage(drive: Path) -> int:
    """Return how many bytes an installation that was cut short has left."""
    whole = set(whole_releases(drive))
    return sum(
        path.stat().st_size
        for number in releases(drive)
        if number not in whole
        for path in _folder(drive, number).rglob("*")
        if path.is_file()
    )


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


# Doing it


def install(found: Plan, progress: Progress = lambda done, total, name: None, drive=None) -> None:
    """Do what a plan says.  Raises Trouble; until the end the drive runs what it ran before."""
    drive = drive or Drive(found.drive)
    total = 2 * len(found.release) + len(found.top) + 2
    done = 0

    def tell(name: str) -> None:
        nonlocal done
        done += 1
        progress(done, total, name)

    try:
        for number in set(releases(found.drive)) - set(whole_releases(found.drive)):
            drive.remove_folder(f"{RELEASES}/{number}")
        folder = f"{RELEASES}/{found.number}"
        for name, data in found.release.items():
            drive.write(f"{folder}/{name}", data)
            tell(name)
        for name, data in found.release.items():
            if drive.read(f"{folder}/{name}") != data:
                raise Trouble(
                    f"the drive does not give {name} back as it was written: the release before "
                    "stays; try another cable, then CircuitPython anew"
                )
            tell(name)
        _back_up(found, drive)
        tell(BACKUP)
        # From here on the new release runs, if the launcher is there already.
        drive.write(f"{folder}/{WHOLE}", b"underboard\n")
        tell(WHOLE)
        for name in found.moved:
            drive.remove(name)
        for name, data in found.top.items():
            drive.replace(name, data)
            tell(name)
        for number in releases(found.drive):
            if number != found.number:
                drive.remove(f"{RELEASES}/{number}/{WHOLE}")
                drive.remove_folder(f"{RELEASES}/{number}")
    except OSError as error:
        raise Trouble(
            f"cannot write to {found.drive}: {error.strerror or error}; the release before stays"
        ) from error


def _back_up(found: Plan, drive: Drive) -> None:
    """Keep what was at the top of the drive before Underboard came."""
    listed = _read(found.drive / BACKUP / LIST)
    names = listed.decode().split() if listed is not None else []
    for name in (*TOP, *found.moved):
        data = _read(found.drive / name)
        if data is None or (listed is not None and not is_foreign(name, data)):
            continue
        if is_foreign(name, data) or name == "settings.toml":
            drive.replace(f"{BACKUP}/{name}", data)
            names.append(name)
    text = "".join(f"{name}\n" for name in sorted(set(names))).encode()
    if text != listed:
        drive.replace(f"{BACKUP}/{LIST}", text)


def uninstall(path: Path, drive: Drive | None = None) -> list[str]:
    """Take Underboard off a drive and put back what was there; return the files put back.

    Raises Trouble if it is not there.  Cut short, it is simply done again.
    """
    drive = drive or Drive(path)
    listed = _read(path / BACKUP / LIST)
    if listed is None and not releases(path):
        raise Trouble(f"no Underboard was installed on {path} by this command")
    back = (listed or b"").decode().split()
    try:
        # code.py first: then nothing of ours runs any more.
        for name in ("code.py", *TOP[:-1], BEFORE_CODE_PY):
            drive.remove(name + ".new")
            data = _read(path / BACKUP / name)
            if name in back:
                # Without a copy it was put back already, before a cable was pulled.
                if data is not None:
                    drive.replace(name, data)
            elif name != BEFORE_CODE_PY and not is_foreign(name, _read(path / name)):
                drive.remove(name)
        for number in releases(path):
            drive.remove(f"{RELEASES}/{number}/{WHOLE}")
        drive.remove_folder(RELEASES)
        for name in back:
            drive.remove(f"{BACKUP}/{name}")
        # The list at the very end: it tells that there is something to be done.
        drive.remove_folder(BACKUP)
    except OSError as error:
        raise Trouble(f"cannot write to {path}: {error.strerror or error}") from error
    return back

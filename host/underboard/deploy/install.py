"""The firmware onto a CIRCUITPY drive, so that a pulled cable never leaves half of it.

FAT cannot replace a file in one step on every system, so nothing that runs is changed:
a new release is written into a folder of its own, ``releases/NUMBER``, read back, and
marked with a file ``whole`` at the very end.  The ``code.py`` of such a drive is the
launcher (``firmware/launch.py``), which runs the newest whole release and does not change
from one release to the next.  The few files that must lie at the top are written beside
their place and renamed.

Which modules a drive gets, and what they are without what only people read, says ``payload``.

What remains: a Pico erases flash in pieces of 4 KB, and power that fails during the tens
of milliseconds of such an erase can damage the file system itself, whatever is written.
Then CircuitPython makes a new, empty drive, and the firmware is installed again.
"""

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from underboard.deploy.boards import check_board, check_modules, known, needs_of
from underboard.deploy.circuit import CIRCUIT, check_circuit
from underboard.deploy.firmware_files import (
    RELEASES,
    WHOLE,
    drive_path,
    inside,
    names_in,
    read,
    releases,
    running,
    whole_releases,
)
from underboard.deploy.layouts import layout_of
from underboard.deploy.measure import Answer
from underboard.deploy.memory import check_memory
from underboard.deploy.payload import hint_bytes, packages_for, room_of
from underboard.deploy.settings import merge_settings, read_settings, set_setting
from underboard.deploy.usb_drive import Drive, boot_out, chip_of
from underboard.deploy.versions import NEWER, age, our_version, version_in
from underboard.errors import UnderboardError
from underboard.texts.lazy import reason_of

BACKUP, LIST = "backup", "was-there.txt"
OLDEST = (9, 2, 1)
"""Older ones let keypad's reset() tell releases (firmware/docs/circuitpython.md, section 2)."""
TOP = ("settings.toml", "boot.py", "safemode.py", "code.py")
"""Files at the top of the drive, in the order in which they are written."""
LAUNCHER = {"code.py": "launch.py"}
"""Files with another name on the drive than in ``firmware/``."""
BEFORE_CODE_PY = "code.txt"
"""CircuitPython runs it instead of ``code.py`` if it is there."""
OURS = (b"Underboard", b"boardio", b"underboard")
SMALL_DRIVE = 1 << 20
"""Size of a Pico's drive, bytes: half of its flash, as in CircuitPython's source
(CIRCUITPY_FIRMWARE_SIZE and what is stored after it)."""
HINTS = "hints"

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Confirmation:
    """Something to be asked before anything is written: a key of the texts and its names."""

    key: str
    names: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class InstallPlan:
    """Steps of an installation."""

    drive: Path
    number: int
    release: dict[str, bytes]
    """Files of the release's folder."""
    top: dict[str, bytes]
    """Files at the top of the drive that differ from what is there, in order."""
    moved: tuple[str, ...]
    """Files at the top that CircuitPython would run instead of ours."""
    questions: tuple[Confirmation, ...]
    circuitpython: str
    board: str
    layouts: tuple[str, ...]
    wanted: str
    """The layout that the board will have."""
    needed: int
    free: int

    @property
    def size(self) -> int:
        """Return how much of a drive the installation takes when all is done, in bytes."""
        return room_of({**self.release, **self.top})


# What goes there


def plan(
    drive: Path,
    layout: str = "",
    hints: Iterable[str] = (),
    force: bool = False,
    circuit: str = "",
    ask: Callable[[Sequence[str]], Answer] = lambda modules: Answer(),
    packages: Callable[[Iterable[bytes]], dict[str, bytes]] = packages_for,
) -> InstallPlan:
    """Return what an installation would do; writes nothing.

    ``layout``: the board that this is, written into the settings; empty: as they say.
    ``hints``: layouts of Apagos like 1357 whose solution goes along.  ``force``: also onto a
    board whose memory is too small.  ``circuit``: what is printed on its copper.
    ``ask``: asks this very board for its memory and for modules that the layout needs.
    ``packages``: returns the modules that boards with these layouts need.

    Raises UnderboardError if it cannot be done: an old CircuitPython or one without a module, no
    room, too little memory, an unknown layout or circuit.
    """
    version, board = boot_out(drive)
    if version and tuple(map(int, re.findall(r"\d+", version)[:3])) < OLDEST:
        raise UnderboardError(
            "CircuitPython %s is on this board, expected %s or newer: update it from "
            "circuitpython.org",
            version,
            ".".join(map(str, OLDEST)),
        )
    with drive_path() as files:
        release = {"code.py": (files / "code.py").read_bytes()}
        shipped = _layouts_in(files)
        top = {name: (files / LAUNCHER.get(name, name)).read_bytes() for name in TOP}
        settings = (files / "settings.toml").read_text(encoding="utf-8")
    layouts = {**shipped, **_own_layouts(drive, shipped)}
    settings = merge_settings(settings, read(drive, "settings.toml"))
    if layout:
        chosen = f"layouts/{layout}.json"
        if chosen not in layouts:
            layout_of(layout)
        # A board has one layout; its own ones come along, because nobody else has them.
        layouts = {name: layouts[name] for name in layouts if name == chosen or name not in shipped}
        settings = set_setting(settings, "UNDERBOARD_LAYOUT", layout)
    if circuit:
        check_circuit(circuit)
        settings = set_setting(settings, CIRCUIT, circuit)
    wanted = read_settings(settings)["UNDERBOARD_LAYOUT"]
    if f"layouts/{wanted}.json" not in layouts:
        raise UnderboardError(
            "settings.toml on the drive asks for layout '%s': there is none", wanted
        )
    data = layouts[f"layouts/{wanted}.json"]
    check_board(board, chip_of(drive), wanted, data)
    answer = ask(needs_of(wanted, data))
    check_modules(wanted, answer.lacks)
    if not force:
        check_memory(board, wanted, data, answer.free)
    release.update(layouts)
    release.update(packages(layouts.values()))
    release.update(_hints(drive, hints))
    top["settings.toml"] = settings.encode()
    top = {name: top[name] for name in top if read(drive, name) != top[name]}
    moved = (BEFORE_CODE_PY,) if inside(drive, BEFORE_CODE_PY).exists() else ()
    free = shutil.disk_usage(drive).free
    found = InstallPlan(
        drive, _next_number(drive), release, top, moved,
        tuple(_questions(drive, top, moved, version, board)), version, board,
        tuple(sorted(Path(name).stem for name in layouts)), wanted,
        room_of({**release, **top}), free + _garbage(drive),
    )  # fmt: skip
    if found.needed > found.free:
        raise UnderboardError(
            "not enough room on %s: %s kB are needed beside what is there, %s kB are "
            "free; a lib/boardcore copied by hand may go, and layouts that are not yours "
            "(--layout takes only one along)",
            drive,
            found.needed // 1024,
            found.free // 1024,
        )
    return found


def _questions(
    drive: Path, top: Iterable[str], moved: Iterable[str], version: str, board: str
) -> Iterable[Confirmation]:
    foreign = [name for name in (*top, *moved) if is_foreign(name, read(drive, name))]
    if foreign:
        yield Confirmation("install.ask.foreign", {"files": ", ".join(foreign)})
    if not version:
        yield Confirmation("install.ask.no-boot-out", {"drive": drive})
    elif board not in known():
        yield Confirmation("install.ask.board", {"board": board or "?"})
    there = version_in(running(drive))
    if age(there, our_version()) == NEWER:
        yield Confirmation("install.ask.downgrade", {"there": there, "here": our_version()})


def is_foreign(name: str, data: bytes | None) -> bool:
    """Return True if a file at the top of a drive is not one of ours.

    Settings never are, and an empty file is nobody's: a pulled cable leaves one.
    """
    if not data or name == "settings.toml":
        return False
    return not any(own in data for own in OURS)


def _layouts_in(drive: Path, folder: str = "layouts") -> dict[str, bytes]:
    """Return the layouts in a folder of a drive, as files of a release."""
    names = names_in(drive, folder, "*.json")
    return {f"layouts/{Path(name).name}": read(drive, name) or b"" for name in names}


def _own_layouts(drive: Path, shipped: dict[str, bytes]) -> dict[str, bytes]:
    """Return the layouts on the drive that no release brings: boards of one's own."""
    found = _layouts_in(drive)
    for number in whole_releases(drive):
        found.update(_layouts_in(drive, f"{RELEASES}/{number}/layouts"))
    return {name: found[name] for name in found if name not in shipped}


def _hints(drive: Path, layouts: Iterable[str]) -> dict[str, bytes]:
    """Return the solutions of these layouts of Apagos, and those that are there already."""
    folder = running(drive).relative_to(drive) / HINTS
    names = names_in(drive, folder.as_posix(), "*.bin")
    found = {f"{HINTS}/{Path(name).name}": read(drive, name) or b"" for name in names}
    for faces in layouts:
        found[f"{HINTS}/{''.join(sorted(faces))}.bin"] = hint_bytes(faces)
    return found


# Releases


def _next_number(drive: Path) -> int:
    return max(releases(drive), default=0) + 1


def _garbage(drive: Path) -> int:
    """Return how many bytes an installation that was cut short has left."""
    whole = set(whole_releases(drive))
    return sum(
        path.stat().st_size
        for number in releases(drive)
        if number not in whole
        for path in inside(drive, f"{RELEASES}/{number}").rglob("*")
        if path.is_file() and not path.is_symlink()
    )


# Doing it


def install(
    found: InstallPlan,
    progress: Progress = lambda done, total, name: None,
    drive: Drive | None = None,
) -> None:
    """Do what a plan says.

    Raises UnderboardError; until the end the drive runs what it ran before.
    """
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
                raise UnderboardError(
                    "the drive does not give %s back as it was written: the release before "
                    "stays; try another cable, then CircuitPython anew",
                    name,
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
        raise UnderboardError(
            "cannot write to %s: %s; the release before stays", found.drive, reason_of(error)
        ) from error


def _back_up(found: InstallPlan, drive: Drive) -> None:
    """Keep what was at the top of the drive before Underboard came."""
    listed = read(found.drive, f"{BACKUP}/{LIST}")
    names = _listed(found.drive, listed)
    for name in (*TOP, *found.moved):
        data = read(found.drive, name)
        if data is None or (listed is not None and not is_foreign(name, data)):
            continue
        if is_foreign(name, data) or name == "settings.toml":
            drive.replace(f"{BACKUP}/{name}", data)
            names.append(name)
    text = "".join(f"{name}\n" for name in sorted(set(names))).encode()
    if text != listed:
        drive.replace(f"{BACKUP}/{LIST}", text)


def _listed(path: Path, listed: bytes | None) -> list[str]:
    """Return the files that were put aside; raises UnderboardError if the list names any other."""
    names = (listed or b"").decode("utf-8", "replace").split()
    for name in names:
        if name not in (*TOP, BEFORE_CODE_PY):
            raise UnderboardError(
                "%s names '%s', which is never put there: remove that line from it",
                path / BACKUP / LIST,
                name[:60],
            )
    return names


def uninstall(path: Path, drive: Drive | None = None) -> list[str]:
    """Take Underboard off a drive and put back what was there; return the files put back.

    Raises UnderboardError if it is not there.  Cut short, it is simply done again.
    """
    drive = drive or Drive(path)
    listed = read(path, f"{BACKUP}/{LIST}")
    if listed is None and not releases(path):
        raise UnderboardError("no Underboard was installed on %s by this command", path)
    back = _listed(path, listed)
    try:
        # code.py first: then nothing of ours runs any more.
        for name in ("code.py", *TOP[:-1], BEFORE_CODE_PY):
            drive.remove(name + ".new")
            data = read(path, f"{BACKUP}/{name}")
            if name in back:
                # Without a copy it was put back already, before a cable was pulled.
                if data is not None:
                    drive.replace(name, data)
            elif name != BEFORE_CODE_PY and not is_foreign(name, read(path, name)):
                drive.remove(name)
        for number in releases(path):
            drive.remove(f"{RELEASES}/{number}/{WHOLE}")
        drive.remove_folder(RELEASES)
        for name in back:
            drive.remove(f"{BACKUP}/{name}")
        # The list at the very end: it tells that there is something to be done.
        drive.remove_folder(BACKUP)
    except OSError as error:
        raise UnderboardError("cannot write to %s: %s", path, reason_of(error)) from error
    return back

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

import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from underboard.cargo import (
    hint_bytes,
    libraries,
    merge_settings,
    packages_for,
    room_of,
    set_setting,
)
from underboard.drive import RELEASES, WHOLE, drive_path, releases, running, whole_releases
from underboard.layouts import layout_of
from underboard.mounted import Drive, boot_out
from underboard.sim.process import read_settings
from underboard.trouble import Trouble

BACKUP, LIST = "backup", "was-there.txt"
OLDEST = (9, 2, 1)
"""Older ones let keypad's reset() tell releases (facts page, section 5)."""
TOP = ("settings.toml", "boot.py", "safemode.py", "code.py")
"""What lies at the top of the drive, in the order in which it is written."""
LAUNCHER = {"code.py": "launch.py"}
"""What is called otherwise there than among the firmware's files."""
BEFORE_CODE_PY = "code.txt"
"""CircuitPython runs it instead of ``code.py`` if it is there."""
OURS = (b"Underboard", b"boardio", b"underboard")
BOARDS = ("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w")
"""Boards with the pins that our layouts name."""
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
    with drive_path() as files:
        libs = libraries((files / "requirements.txt").read_text(encoding="utf-8"))
        release = {"code.py": (files / "code.py").read_bytes(), **libs}
        shipped = _layouts_in(files / "layouts")
        top = {name: (files / LAUNCHER.get(name, name)).read_bytes() for name in TOP}
        settings = (files / "settings.toml").read_text(encoding="utf-8")
    layouts = {**shipped, **_own_layouts(drive, shipped)}
    settings = merge_settings(settings, _read(drive / "settings.toml"))
    if layout:
        chosen = f"layouts/{layout}.json"
        if chosen not in layouts:
            layout_of(layout)
        # A board has one layout; its own ones come along, because nobody else has them.
        layouts = {name: layouts[name] for name in layouts if name == chosen or name not in shipped}
        settings = set_setting(settings, "UNDERBOARD_LAYOUT", layout)
    wanted = read_settings(settings)["UNDERBOARD_LAYOUT"]
    if f"layouts/{wanted}.json" not in layouts:
        raise Trouble(f"settings.toml on the drive asks for layout '{wanted}': there is none")
    release.update(layouts)
    release.update(packages_for(layouts.values()))
    release.update(_hints(drive, hints))
    top["settings.toml"] = settings.encode()
    top = {name: top[name] for name in top if _read(drive / name) != top[name]}
    moved = (BEFORE_CODE_PY,) if (drive / BEFORE_CODE_PY).exists() else ()
    free = shutil.disk_usage(drive).free
    found = Plan(
        drive, _next_number(drive), release, top, moved,
        tuple(_questions(drive, top, moved, version, board)), version, board,
        tuple(sorted(Path(name).stem for name in layouts)),
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


def _layouts_in(folder: Path) -> dict[str, bytes]:
    """Return the layouts in a folder, as files of a release."""
    paths = [path for path in sorted(folder.glob("*.json")) if not path.name.startswith(".")]
    return {f"layouts/{path.name}": path.read_bytes() for path in paths}


def _own_layouts(drive: Path, shipped: dict[str, bytes]) -> dict[str, bytes]:
    """Return the layouts on the drive that no release brings: boards of one's own."""
    found = _layouts_in(drive / "layouts")
    for number in whole_releases(drive):
        found.update(_layouts_in(_folder(drive, number) / "layouts"))
    return {name: found[name] for name in found if name not in shipped}


def _hints(drive: Path, layouts: Iterable[str]) -> dict[str, bytes]:
    """Return the solutions of these layouts of Apagos, and those that are there already."""
    paths = sorted((running(drive) / HINTS).glob("*.bin"))
    found = {f"{HINTS}/{path.name}": path.read_bytes() for path in paths}
    for faces in layouts:
        found[f"{HINTS}/{''.join(sorted(faces))}.bin"] = hint_bytes(faces)
    return found


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

"""The Python of a tab as small zip files."""

import gzip
import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from underboard.deploy.firmware_files import drive_path
from underboard.deploy.install import LAUNCHER, TOP
from underboard.errors import UnderboardError
from underboard.registry import GROUP, games

COMPILE_S = 300
"""Longest time for one start under Node.js, s; a busy machine needs a tenth; chosen."""
Files = dict[str, bytes]
"""Contents by name inside a zip file."""

OURS_LEFT_OUT = re.compile(
    r"__pycache__|\.pyi$|py\.typed$"
    r"|^underboard/(site/|voice/|testing\.py|web/static/|web/http/static/|tab/static/|web/client)"
    r"|^underboard/hardware/(?!__init__|norms|power|circuit|pico|build_plan"
    r"|shapes/(__init__|of_game|places)|pcb/(__init__|board|footprints))"
    r"|^underboard/games/\w+/page\.(js|css)$"
    r"|^underboard/galerapagos/|^underboard/cli/|^underboard/drivers/(keyboard|speaker)"
    r"|^underboard/sim/(mcu/(?!__init__|nvm)|board|fork_server|wire/replay)"
    r"|^underboard/texts/\w\w/(demo|galerapagos|phones|pods|scenes|voice)\.json"
)
"""Files that no page of a tab asks for."""
STDLIB_LEFT_OUT = frozenset({
    "idlelib", "lib2to3", "tkinter", "turtledemo", "turtle", "ensurepip", "venv", "test",
    "unittest", "doctest", "pydoc", "pydoc_data", "_pyrepl", "curses", "dbm", "multiprocessing",
    "wsgiref", "xmlrpc", "xml", "mailbox", "imaplib", "poplib", "smtplib", "ftplib", "pdb", "bdb",
    "cProfile", "profile", "profiling", "pstats", "trace", "tabnanny", "pyclbr", "pickletools",
    "ctypes", "webbrowser", "antigravity", "this", "plistlib", "zipapp", "_ios_support",
    "_aix_support", "_android_support", "_osx_support", "_pydecimal", "optparse", "cmd", "wave",
    "fileinput", "filecmp", "netrc", "sched", "rlcompleter", "symtable", "timeit", "tracemalloc",
    "lzma", "bz2", "pty", "_pyio", "_pydatetime", "tarfile", "site", "tty", "nturl2path",
    "modulefinder",
})  # fmt: skip
"""Top-level modules of the standard library that neither the host nor Pyodide loads."""
ENCODINGS = frozenset({
    "__init__", "aliases", "ascii", "latin_1", "utf_8", "utf_8_sig", "utf_16", "utf_32", "idna",
    "cp437",
})  # fmt: skip
KEPT_AS_SOURCE = re.compile(
    r"^anyio/__init__\.py$"  # resolves its names from its own source
    r"|^underboard/circuitpy/"  # is the drive
    r"|^boardio/firmware\.py$"  # the version is read from its text
)


def ours() -> Files:
    """Return the host's own packages, and the drive without its packages.

    Simulated boards take layouts from there, an installation what lies at the top of a drive.
    """
    found: Files = {}
    for package in ("underboard", "boardcore", "boardio"):
        for name, data in _walk(resources.files(package), package):
            if not OURS_LEFT_OUT.search(name) and not name.startswith("underboard/circuitpy/"):
                found[name] = data
    with drive_path() as drive:
        for path in (drive / "layouts").glob("*.json"):
            found[f"underboard/circuitpy/layouts/{path.name}"] = path.read_bytes()
        for name in (*TOP, *LAUNCHER.values()):
            found[f"underboard/circuitpy/{name}"] = (drive / name).read_bytes()
    # The application reads its pages at the start; what they name is a file of the folder.
    for folder in ("web/static", "web/http/static"):
        for entry in (resources.files("underboard") / folder).iterdir():
            if entry.name.endswith(".html"):
                found[f"underboard/{folder}/{entry.name}"] = entry.read_bytes()
    return found


def foreign() -> Files:
    """Return the packages of games that others have installed here, and how they are found."""
    found: Files = {}
    lines = [f"[{GROUP}]"]
    for point in entry_points(group=GROUP):
        if game := games().get(point.name):
            lines.append(f"{point.name} = {point.value}")
            for top in {path.partition(".")[0] for path in (game.package, game.board)}:
                found |= dict(_walk(resources.files(top), top))
    if found:
        found["games-0.dist-info/METADATA"] = b"Metadata-Version: 2.1\nName: games\nVersion: 0\n"
        found["games-0.dist-info/entry_points.txt"] = "\n".join([*lines, ""]).encode()
    return found


def theirs(wheels: list[Path]) -> Files:
    """Return the packages of others."""
    found: Files = {}
    for path in wheels:
        with zipfile.ZipFile(path) as wheel:
            for name in wheel.namelist():
                is_needed = name.endswith(".py")
                if is_needed and not name.startswith(
                    ("anyio/_backends/_trio", "anyio/pytest_plugin")
                ):
                    found[name] = wheel.read(name)
    return found


def stdlib(archive: Path) -> Files:
    """Return the standard library without what a tab never loads."""
    with zipfile.ZipFile(archive) as old:
        return {name: old.read(name) for name in old.namelist() if _is_loaded(name)}


def _is_loaded(name: str) -> bool:
    top, _, rest = name.removesuffix(".py").partition("/")
    if top == "encodings":
        return rest in ENCODINGS
    return name.endswith(".py") and top not in STDLIB_LEFT_OUT


def _walk(folder: Any, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        inside = f"{name}/{entry.name}"
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _walk(entry, inside)
        else:
            yield inside, entry.read_bytes()


def write_zip(path: Path, files: Files) -> None:
    """Write a zip file; the same contents give the same bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, files[name])


def pack(path: Path) -> Path:
    """Replace a zip file by a packed one whose members are not: a ninth smaller, faster to import.

    No server takes the ending for an encoding that a browser undoes by itself.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new:
        for name in sorted(old.namelist()):
            new.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), old.read(name))
    packed = path.with_suffix(".packed")
    packed.write_bytes(gzip.compress(out.getvalue(), 9, mtime=0))
    path.unlink()
    return packed


def compile_loaded(pyodide: Path, folder: Path) -> bool:
    """Replace the modules that a start loads by their compiled form; return True if it was done.

    Pyodide's own Python does it under Node.js; without that, sources take twice the time to load.
    """
    node = shutil.which("node")
    if node is None:
        return False
    script = resources.files("underboard.site") / "compile.mjs"
    with resources.as_file(script) as file:
        places = [str(pyodide.resolve()), str(folder.resolve())]
        done = subprocess.run(
            [node, str(file), *places, KEPT_AS_SOURCE.pattern],
            capture_output=True, text=True, timeout=COMPILE_S,
        )  # fmt: skip
    if done.returncode:
        raise UnderboardError(
            "the Python of the tab does not start: %s", done.stderr.strip()[-300:]
        )
    return True


def solved_tables() -> Files:
    """Return the solved tables that games have for a tab."""
    found: Files = {}
    for game in games().values():
        part = game.part("site_files")
        found |= part.files() if part else {}
    return found

"""The static folder itself, written whole beside its place and then moved there."""

import asyncio
import gzip
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from boardcore.games import NAMES
from underboard.deploy.firmware_files import drive_path
from underboard.deploy.layouts import layout_of
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.sim.board import layout_names
from underboard.site import packing, parts
from underboard.site.answers import answers
from underboard.site.firmware import firmware_zip
from underboard.texts import LANGUAGES, area
from underboard.web.http.static_files import static_files

FIRST = re.compile(
    r"^(index\.html|pyodide-.*|[0-9a-f]{12}/(static/(?!icon-).*"
    r"|tab/(\w+\.(js|css)|\w+\.packed|(words|tab|cues)-\w+\.json|state\.json"
    r"|boards\.json)))$"
)
"""Files that a browser loads before the first board."""
MARK = "underboard-site.json"
"""File that says that a folder was written by us, and may be replaced."""
PACKED = ("tab/packages.packed", "tab/underboard.packed")
STDLIB = "tab/python.packed"
SCRIPTS = ("shim.js", "worker.js", "panel.js", "panel.css")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
Tell = Callable[[str], None]


def write_site(
    target: Path, pyodide: Path | None = None, tell: Tell = lambda key: None
) -> JsonObject:
    """Write the folder; return its version and the bytes of its parts.

    ``tell`` is called with the key of each step. Raises UnderboardError for a folder with files
    that are not ours, and where Pyodide or a package cannot be had.
    """
    if target.exists() and any(target.iterdir()) and not (target / MARK).is_file():
        raise UnderboardError(
            "%s is not empty and holds no Underboard site: name another folder", target
        )
    tell("pyodide")
    source = parts.pyodide_folder(pyodide)
    wheels = parts.wheels()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".site-") as name:
        made = Path(name) / "site"
        found = _Writer(made, source, wheels, tell).write()
        if target.exists():
            os.replace(target, Path(name) / "old")
        os.replace(made, target)
    return found


class _Writer:
    def __init__(self, made: Path, pyodide: Path, wheels: list[Path], tell: Tell) -> None:
        self._made, self._pyodide, self._wheels, self._tell = made, pyodide, wheels, tell
        self._new = made / "new"
        self._new.mkdir(parents=True)

    def write(self) -> JsonObject:
        engine = f"pyodide-{parts.PYODIDE}"
        (self._made / engine).mkdir()
        for name in parts.PYODIDE_FILES:
            shutil.copyfile(self._pyodide / name, self._made / engine / name)
        self._tell("packages")
        self._write_python()
        self._write_page()
        self._tell("answers")
        self._write_answers()
        self._tell("firmware")
        self._write_firmware()
        return self._finish(engine)

    def _write_python(self) -> None:
        tab = self._new / "tab"
        tab.mkdir()
        files = {
            "python.zip": packing.stdlib(self._pyodide / parts.STDLIB),
            "packages.zip": packing.theirs(self._wheels),
            "underboard.zip": packing.ours() | packing.foreign(),
        }
        for name, data in files.items():
            packing.write_zip(tab / name, data)
        self._is_compiled = packing.compile_loaded(self._pyodide, tab)
        for name in files:
            packing.pack(tab / name)

    def _write_page(self) -> None:
        for name, data in static_files("underboard.web").items():
            if not name.startswith("join."):
                path = self._new / "static" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        with resources.as_file(resources.files("underboard") / "tab/static") as source:
            shutil.copytree(source, self._new / "tab", dirs_exist_ok=True)
        (self._new / "tab" / "sw.js").unlink()

    def _write_answers(self) -> None:
        tab = self._new / "tab"
        found = asyncio.run(answers())
        for language in LANGUAGES:
            words = area(language, "tab")
            _write_json(tab / f"tab-{language}.json", words)
            # The page's own sentence names an option that a tab has not.
            found[f"words-{language}"]["page.network.none"] = words["network"]
        for name, data in found.items():
            _write_json(tab / f"{name}.json", data)
        with drive_path() as drive:
            layouts = [layout_of(name) for name in layout_names(drive)]
        _write_json(tab / "boards.json", [one.name for one in layouts if one.game in NAMES])
        self._layouts = [one.name for one in layouts]
        packing.write_zip(tab / "tables.zip", packing.solved_tables())

    def _write_firmware(self) -> None:
        for name in self._layouts:
            (self._new / "tab" / f"firmware-{name}.zip").write_bytes(firmware_zip(name))
        _write_json(self._new / "tab" / "firmware.json", self._layouts)

    def _finish(self, engine: str) -> JsonObject:
        first = [self._new / name for name in (*PACKED, STDLIB)]
        first += [self._made / engine / name for name in parts.PYODIDE_FILES]
        lock = json.loads((self._pyodide / parts.LOCK).read_text("utf-8"))
        manifest = {
            "pyodide": engine,
            "info": lock["info"],
            "stdlib": STDLIB,
            "packed": list(PACKED),
            "bytes": sum(path.stat().st_size for path in first),
            "wire": sum(map(wire_bytes, first)),
        }
        script = self._new / "tab/worker.js"
        text = script.read_text("utf-8").replace("{manifest}", json.dumps(manifest))
        script.write_text(text, "utf-8")
        version = _digest(self._new)
        self._new.rename(self._made / version)
        page = (self._made / version / "static/index.html").read_text("utf-8")
        (self._made / version / "static/index.html").unlink()
        (self._made / "index.html").write_text(_page(page, version), "utf-8")
        files = ["./"] + [
            path.relative_to(self._made).as_posix()
            for path in sorted(self._made.rglob("*"))
            if path.is_file() and path.name != "index.html" and "firmware-" not in path.name
        ]
        worker = (resources.files("underboard") / "tab/static/sw.js").read_text("utf-8")
        worker = worker.replace("{version}", version).replace("{files}", json.dumps(files))
        (self._made / "sw.js").write_text(worker, "utf-8")
        sizes = {
            path.relative_to(self._made).as_posix(): wire_bytes(path)
            for path in sorted(self._made.rglob("*"))
            if path.is_file()
        }
        _write_json(self._made / MARK, {"version": version, "pyodide": parts.PYODIDE})
        return {"version": version, "sizes": sizes, "compiled": self._is_compiled}


def _page(page: str, version: str) -> str:
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<script src="{version}/tab/shim.js"></script>\n'
        f'<link rel="stylesheet" href="{version}/tab/panel.css">\n'
    )
    page = page.replace('"/static/', f'"{version}/static/')
    at = page.index("<link rel=")
    page = page[:at] + head + page[at:]
    # After the page's own, which tests of the page look for.
    return page.replace(
        "</head>", f'<script type="module" src="{version}/tab/panel.js"></script>\n</head>'
    )


def wire_bytes(path: Path) -> int:
    """Return the bytes of a file as a host sends it: packed, unless it is packed already."""
    data = path.read_bytes()
    return len(data) if path.suffix in (".zip", ".png", ".packed") else len(gzip.compress(data, 9))


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8")

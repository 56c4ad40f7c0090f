"""Pyodide and packages of others, with the digests that a download must have."""

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import platformdirs

from underboard.errors import UnderboardError

PYODIDE = "314.0.7"
"""From npm.  Not older: before it, context variables crossed tasks when stacks were switched."""
PYODIDE_SHA512 = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = "pyodide-lock.json"
STDLIB = "python_stdlib.zip"

WHEELS = {
    "anyio==4.16.0": "c66ae634e0b8228396b801741beb3294326d4b6102f7bba4041c0dfb58c29026",
    "itsdangerous==2.2.0": "c6242fc49e35958c8b15141343aa660db5fc54d4f13a1db01a3f5891b98700ef",
    "platformdirs==4.14.8": "1e34af590de4d978631b751eb2202f2fee4497537a17c1720b12fcf57b331392",
    "rich==15.0.0": "33bd4ef74232fb73fe9279a257718407f169c09b78a87ad3d296f548e27de0bb",
    "starlette==1.10.0": "478c0ab3b4ced6e82719849c118fa406f0278a3499c1a898cd15cd31bdc38ce4",
    "typing_extensions==4.16.0": "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
}
"""Wheels of pure Python, and their sha256."""


def cache_folder() -> Path:
    """Return where downloads are kept for this user."""
    return Path(platformdirs.user_cache_dir("underboard")) / "site"


def pyodide_folder(given: Path | None = None) -> Path:
    """Return a folder with Pyodide: the one that is given, a kept one, or a new one from npm."""
    if given is not None:
        if not (given / PYODIDE_FILES[0]).is_file():
            raise UnderboardError("%s holds no Pyodide: expected %s in it", given, PYODIDE_FILES[0])
        return given
    kept = cache_folder() / f"pyodide-{PYODIDE}"
    if not (kept / STDLIB).is_file():
        _fetch_pyodide(kept)
    return kept


def _fetch_pyodide(target: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise UnderboardError(
            "npm is not here to fetch Pyodide: install Node.js, or name a folder by --pyodide"
        )
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [npm, "pack", "--silent", f"pyodide@{PYODIDE}"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        archive = Path(folder) / f"pyodide-{PYODIDE}.tgz"
        if done.returncode or not archive.is_file():
            raise UnderboardError(
                "Pyodide %s cannot be fetched by npm: %s", PYODIDE, done.stderr.strip()[-200:]
            )
        check_digest(archive.read_bytes())
        with tarfile.open(archive) as tar:
            for name in (*PYODIDE_FILES, LOCK, STDLIB):
                member = tar.extractfile(f"package/{name}")
                assert member
                target.mkdir(parents=True, exist_ok=True)
                (target / name).write_bytes(member.read())


def check_digest(data: bytes) -> None:
    """Raise UnderboardError unless these are the bytes of the Pyodide that we know."""
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != PYODIDE_SHA512:
        raise UnderboardError(
            "Pyodide %s is not the one that was tested: its sha512 differs", PYODIDE
        )


def wheels() -> list[Path]:
    """Return the wheels that the host needs in a tab, fetched by pip if they are not kept."""
    folder = cache_folder() / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    found = _known(folder)
    if len(found) == len(WHEELS):
        return found
    wanted = "".join(f"{name} --hash=sha256:{digest}\n" for name, digest in WHEELS.items())
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write(wanted)
    try:
        done = subprocess.run(
            [
                sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes",
                "--only-binary=:all:", "--python-version", "3.14", "--platform", "any",
                "-d", str(folder), "-r", file.name,
            ],
            capture_output=True, text=True,
        )  # fmt: skip
    finally:
        Path(file.name).unlink()
    found = _known(folder)
    if len(found) < len(WHEELS):
        raise UnderboardError(
            "packages for the tab cannot be fetched by pip: %s", done.stderr.strip()[-300:]
        )
    return found


def _known(folder: Path) -> list[Path]:
    digests = set(WHEELS.values())
    paths = sorted(folder.glob("*.whl"))
    return [path for path in paths if hashlib.sha256(path.read_bytes()).hexdigest() in digests]

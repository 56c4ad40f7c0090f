"""A copy of the program, to be changed and run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MADE = shutil.ignore_patterns("__pycache__", "docs", "pictures")


class Tree:
    """A copy of what the program consists of, with its own interpreter runs."""

    def __init__(self, folder):
        self.folder = folder
        for part in ("firmware", "host/underboard"):
            shutil.copytree(ROOT / part, folder / part, ignore=MADE)

    def path(self, name):
        return self.folder / name

    def edit(self, name, *changes):
        """Replace texts of a file; each must stand there exactly once."""
        path = self.path(name)
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{name}: {text.count(old)} times {old!r}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")

    @property
    def search_path(self):
        """What ``PYTHONPATH`` has to be for this copy to be the one that runs."""
        return os.pathsep.join([str(self.path("firmware/lib")), str(self.path("host"))])

    def _run(self, arguments, status, **env):
        done = subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, encoding="utf-8",
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": self.search_path, "PYTHONUTF8": "1",
                 "UNDERBOARD_DATA": str(self.folder / "data"), **env},
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def python(self, code):
        return self._run(["-c", code], 0).splitlines()

    def underboard(self, *arguments, status=0, **env):
        return self._run(["-m", "underboard", *arguments], status, **env)

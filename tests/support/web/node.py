"""The page's own modules run by node, without a browser; tests skip where there is none."""

import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from underboard.web.http.static_files import static_files

NODE = shutil.which("node")
WEB = Path(__file__).parents[3] / "host/underboard/web"
SCRIPTS = WEB / "static"


@cache
def _served():
    """Return a folder with the page's files, as they lie under one address."""
    folder = tempfile.TemporaryDirectory()
    for name, data in static_files("underboard.web").items():
        path = Path(folder.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    Path(folder.name, "package.json").write_text('{"type": "module"}')
    return folder


def run_module(text):
    """Return what a module prints as JSON; ``@/`` in its imports is the page's folder."""
    if not NODE:
        pytest.skip("node is not on this machine: the page's modules are not run without a browser")
    text = text.replace('"@/', f'"{Path(_served().name).as_uri()}/')
    done = subprocess.run(
        [NODE, "--input-type=module"], input=text, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

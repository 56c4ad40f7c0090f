"""The page's own modules run by node, without a browser; tests skip where there is none."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")
SCRIPTS = Path(__file__).parents[3] / "host/underboard/web/static"


def run_module(text):
    """Return what a module prints as JSON; ``@/`` in its imports is the page's folder."""
    if not NODE:
        pytest.skip("node is not on this machine: the page's modules are not run without a browser")
    text = text.replace('"@/', f'"{SCRIPTS.as_uri()}/')
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", text], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

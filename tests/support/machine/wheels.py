"""Wheels of the project, as ``pip`` would build them (needs hatchling)."""

import subprocess
import sys
import zipfile

from support.machine.stand_ins import ROOT


def built(kind, folder):
    """Build a wheel of this kind into a folder; return its path."""
    script = (
        "from hatchling.builders.wheel import WheelBuilder\n"
        f"print(next(WheelBuilder({str(ROOT)!r}).build("
        f"directory={str(folder)!r}, versions=[{kind!r}])))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout.split("\n")[0]


def unpacked(path, folder):
    """Lay a wheel's files into a folder, from which Python can run them; return the folder."""
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(folder)
    return folder

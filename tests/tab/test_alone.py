"""NumPy, threads, a server: what a browser lacks (``house/layers.py`` looks at the source)."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from support.example import install

HOST = Path(__file__).parents[2] / "host/underboard"


def test_no_script_style_or_page_of_the_table_knows_that_there_is_no_server():
    folders = [HOST / "web/static", HOST / "web/http/static"]
    files = [path for folder in folders for path in folder.rglob("*.*") if path.suffix != ".png"]
    assert len(files) > 40
    assert [path for path in files if "underboardTab" in path.read_text("utf-8")] == []


REFUSED = """
import importlib.abc, sys
LACKING = {"numpy", "numba", "serial", "uvicorn", "segno", "adafruit_blinka", "board"}
class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in LACKING:
            raise ModuleNotFoundError(f"No module named {name!r}")
sys.meta_path.insert(0, Refuse())
import subprocess, threading, time
def refuse(*_, **__):
    raise AssertionError("a tab has no thread, no process and no pause")
sys.platform = "emscripten"
threading.Thread.start = subprocess.Popen.__init__ = time.sleep = refuse
import underboard.tab.session
assert "/there/" in underboard.tab.session.__file__, underboard.tab.session.__file__
from boardcore.games import NAMES, rules_of
from underboard.engine.player import levels_of, player_of
from underboard.deploy.firmware_files import drive_path
from underboard.deploy.layouts import layout_of
from underboard.sim.inside import InsideBoard
with drive_path() as drive:
    names = [path.stem for path in drive.glob("layouts/*.json")]
    layouts = [name for name in names if layout_of(name).game in NAMES]
assert len(layouts) > 10
for layout in layouts:
    InsideBoard(layout)
pylos, gyges, apagos = (rules_of(name) for name in ("pylos", "gyges", "apagos"))
games = [rules.Game(rules.VARIANTS[0]) for rules in (pylos, gyges)]
for game in (*games, apagos.Game(position="5331")):
    for level in levels_of(game.name)[:4]:
        assert player_of(game.name, level, 1).choose(game) in game.legal_turns()
from underboard.web.analysis import analysed
for name in ("pylos", "gyges"):
    assert analysed(name, "", "", "", [])["position"]
from underboard.games.apagos.engine import cache
try:
    cache.table_of(bytes((1, 3, 3, 7)))
except Exception as trouble:
    print(trouble)
"""


PACKED = """
import sys
from underboard.site.packing import foreign, ours, write_zip
from pathlib import Path
from underboard.games.apagos.engine import cache
write_zip(Path(sys.argv[1]), ours() | foreign())
cache.table_of(bytes((1, 3, 3, 5)))
"""
UNPACKED = """
import sys
from boardcore.games import rules_of
from underboard.registry import game_of
from underboard.deploy.layouts import layout_of
from underboard.sim.inside import InsideBoard
InsideBoard("noughts-reed9")
game = game_of("noughts")
for part in (game.required("table"), rules_of("noughts")):
    print(part.__file__)
print(game.part("page").pieces(rules_of("noughts").Game())["grid"]["columns"])
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """Return a function that runs code with nothing of ours but what a tab has."""
    folder = tmp_path_factory.mktemp("tab")
    (folder / "installed").mkdir()
    archive, there = folder / "underboard.zip", folder / "there"
    path = {"PYTHONPATH": install(folder / "installed")}
    path |= dict.fromkeys(("HOME", "XDG_CACHE_HOME", "UNDERBOARD_DATA"), str(folder))
    run = [sys.executable, "-c"]
    subprocess.run([*run, PACKED, archive], env=os.environ | path, check=True)
    zipfile.ZipFile(archive).extractall(there)

    def run_there(code):
        done = subprocess.run(
            [*run, code], env=os.environ | path | {"PYTHONPATH": str(there)}, cwd=there,
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return there, done.stdout

    return run_there


@pytest.mark.slow
def test_tables_boards_and_engines_do_without_numpy_and_pyserial(unpacked):
    _, said = unpacked(REFUSED)
    assert said == "solving Apagos (1-3-3-7) needs NumPy, which is not here\n"


@pytest.mark.slow
def test_games_of_others_that_are_installed_are_packed_and_play(unpacked):
    there, said = unpacked(UNPACKED)
    *files, columns = said.split()
    assert all(file.startswith(str(there)) for file in files), files
    assert columns == "3"

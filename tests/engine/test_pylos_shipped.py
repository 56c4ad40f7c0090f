"""Tables of Pylos from elsewhere, in a file or in the package ``underboard-tables``."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from boardcore.pylos.rules import Game
from support.rows import rows
from underboard.cli import main
from underboard.errors import UnderboardError
from underboard.games.pylos.engine import perfect
from underboard.games.pylos.engine.table import build, store
from underboard.games.pylos.engine.table.lookup import EndgameTable
from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.games.pylos.engine.table.shipped import certificate_of, take
from underboard.games.pylos.engine.table.values import PACKAGE, path_of, place_of

SMALL = RuleSet(base=3)
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A table of the small pyramid; all but the bytes of its rules' name is like the real one."""
    pytest.importorskip("numba")
    folder = tmp_path_factory.mktemp("built")
    work = build.Build(SMALL, None, 1)
    store.write(path_of(SMALL, folder), work.run(), SMALL, work.seconds)
    return path_of(SMALL, folder)


@pytest.fixture
def source(built, tmp_path):
    """A copy that a test may damage, with its certificate."""
    path = tmp_path / "source" / built.name
    path.parent.mkdir()
    path.write_bytes(built.read_bytes())
    path.with_suffix(".json").write_text(json.dumps(certificate_of(built, SMALL)))
    return path


def test_a_table_is_taken_over_and_used(source, tmp_path):
    folder = tmp_path / "mine"
    table = take(source, SMALL, folder)
    assert path_of(SMALL, folder).read_bytes() == source.read_bytes()
    assert table.lost_in(0, 0) == EndgameTable(source, SMALL).lost_in(0, 0)


def cut(path):
    path.write_bytes(path.read_bytes()[:-1])


def flip(path):
    data = bytearray(path.read_bytes())
    data[-7] ^= 4
    path.write_bytes(data)


def certify_another(path):
    beside = path.with_suffix(".json")
    beside.write_text(beside.read_text().replace('"sha256": "', '"sha256": "0'))


def tear_certificate(path):
    path.with_suffix(".json").write_text('{"rules"')


DAMAGE = [
    ("cut short", cut, "is not a whole table of Pylos standard-strict-base3: get it once more"),
    ("one bit", flip, "is not a whole table of Pylos"),
    ("another certificate", certify_another, "does not fit its certificate"),
    ("half a certificate", tear_certificate, "does not fit its certificate"),
    ("not there", Path.unlink, "cannot be taken over: "),
]


@rows(DAMAGE, "damage", "said")
def test_what_is_not_whole_is_refused_and_the_old_table_stays(damage, said, source, tmp_path):
    folder = tmp_path / "mine"
    take(source, SMALL, folder)
    before = path_of(SMALL, folder).read_bytes()
    damage(source)
    with pytest.raises(UnderboardError, match=said):
        take(source, SMALL, folder)
    assert path_of(SMALL, folder).read_bytes() == before


def test_a_table_of_other_rules_is_refused(source, tmp_path):
    with pytest.raises(UnderboardError, match="or name its rules by --variant"):
        take(source, RuleSet("children", base=3), tmp_path / "mine")


def test_solve_says_what_is_wrong_with_a_file(tmp_path, capsys):
    path = tmp_path / "x.table"
    path.write_bytes(b"no table")
    words = ["solve", "pylos", "--from", str(path), "--folder", str(tmp_path), "--lang", "en"]
    assert main(words) == 2
    assert "is not a whole table of Pylos standard-strict" in capsys.readouterr().err


@pytest.fixture
def package(source, tmp_path, monkeypatch):
    """The package, importable, with the small table under the name of the standard game's."""
    place = tmp_path / "site" / PACKAGE
    place.mkdir(parents=True)
    (place / "__init__.py").write_text("")
    name = f"{RuleSet().key}.table"
    (place / name).write_bytes(source.read_bytes())
    monkeypatch.syspath_prepend(str(place.parent))
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path / "data"))
    return place / name


def test_the_package_is_found_and_the_user_s_own_table_comes_first(package, tmp_path):
    assert place_of(RuleSet()) == package
    own = path_of(RuleSet())
    own.parent.mkdir(parents=True)
    own.write_bytes(b"mine")
    assert place_of(RuleSet()) == own
    assert place_of(RuleSet("expert")) == path_of(RuleSet("expert"))


def test_perfect_opens_the_package_s_table(package):
    """The file is one of other rules, so it is refused by name: that it was opened shows."""
    with pytest.raises(UnderboardError, match="underboard_tables"):
        perfect.table_for(Game())


@pytest.mark.slow
def test_the_package_is_built_with_a_certificate_for_each_table(built, tmp_path):
    code = (
        "import runpy, sys; from underboard.games.pylos.engine.table import rule_set;"
        "rule_set.RuleSet.__new__.__defaults__ = ('standard', 'strict', 'one', 3);"
        f"sys.argv = ['tables', {str(built.parent)!r}, {str(tmp_path)!r}, '1.2'];"
        f"runpy.run_path({str(ROOT / '.ci' / 'tables')!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("underboard_tables-1.2-*.whl")
    with zipfile.ZipFile(wheel) as whole:
        data = whole.read(f"underboard_tables/{built.name}")
        certificate = json.loads(whole.read(f"underboard_tables/{built.stem}.json"))
    assert data == built.read_bytes()
    assert certificate == certificate_of(built, SMALL)

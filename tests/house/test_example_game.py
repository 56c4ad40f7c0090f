"""Example game as a package outside the product, which only an entry point registers."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from support.example import EXAMPLE, install

MAX_LINES = 500
HOST_GAME = "from underboard.registry import HostGame\nGAME = HostGame"
KINDS = {".py", ".js", ".css", ".json", ".toml"}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a function that runs Python where the example is installed; nothing is installed."""
    folder = tmp_path_factory.mktemp("installed")
    environment = os.environ | {
        "PYTHONPATH": install(folder),
        "UNDERBOARD_DATA": str(folder / "records"),
    }

    def ran(*arguments, typed=None, status=0):
        done = subprocess.run(
            [sys.executable, *arguments],
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
        )  # fmt: skip
        assert done.returncode == status, done.stderr
        return done.stdout + done.stderr

    return ran


def underboard(run, *arguments, **more):
    return run("-m", "underboard", *arguments, **more)


@pytest.mark.slow
def test_the_board_follows_every_turn_of_simulated_hands(run):
    said = underboard(run, "demo", "noughts", "--players", "random", "--no-pace", "--games", "3")
    assert said.splitlines()[-1].startswith("games 3 turns ")
    assert said.endswith("wrong 0 lost 0\n")


@pytest.mark.slow
def test_people_play_take_back_and_find_their_game_again(run):
    typed = "b2\na1\nundo\nb2\na3\nwhere b2\nwhere a3\nc3\nquit\n"
    said = underboard(
        run, "play", "noughts", "--board", "sim", "--no-pace", "--lang", "en", typed=typed
    )
    for line in (
        "Move taken back",
        "There is a piece on b2 already.",
        "b2: Crosses.",
        "3. Crosses: c3",
    ):
        assert line in said
    assert "1. b2 a3\n2. c3\n" in underboard(run, "games", "export", "last")
    assert "damaged" not in underboard(run, "games", "show", "last")


LACKS = [
    ("review last", "no game of Noughts and crosses can be judged: look at it with"),
    ("review last --lang fr", "aucune partie de Noughts and crosses ne peut être jugée"),
    ("puzzles noughts", "there are no puzzles of noughts in this installation"),
    ("learn noughts --board sim", "there are no lessons of noughts in this installation"),
    ("engine noughts", "there is no engine for noughts: expected pylos"),
]


ALL_OF = """
import sys
from underboard.cli import main
for words in sys.argv[1:]:
    assert main(words.split()) == 2
"""


@pytest.mark.slow
def test_what_the_game_lacks_is_said_in_one_sentence(run):
    options = ("--board", "sim", "--no-pace", "--lang", "en", "--new", "--training")
    said = underboard(run, "play", "noughts", *options, typed="b2\na1\nb1\nb3\nquit\n")
    assert "play goes on without training" in said
    assert "4. Noughts: b3" in said
    assert "--dark" not in said, "nobody else can be played against"
    said = run("-c", ALL_OF, *(words for words, _ in LACKS)).splitlines()
    assert len(said) == len(LACKS), said
    for line, (words, sentence) in zip(said, LACKS, strict=True):
        assert sentence in line, words


@pytest.mark.slow
def test_the_installer_takes_the_game_along_and_no_other(run, tmp_path):
    about = "Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico 2 with rp2350a\n"
    (tmp_path / "boot_out.txt").write_text(about + "Board ID:raspberry_pi_pico2\n")
    arguments = ("--layout", "noughts-reed9", "--drive", str(tmp_path), "--yes")
    underboard(run, "board", "install", *arguments)
    library = tmp_path / "releases/1/lib"
    firmware = {path.name for path in (EXAMPLE / "noughts_fw").glob("*.py")}
    assert {path.name for path in (library / "noughts_fw").iterdir()} == firmware
    assert not {"pylos", "apagos", "gyges"} & {
        path.name for path in (library / "boardcore").iterdir()
    }
    assert run("-c", PLAYED, str(tmp_path)) == "True False 0\n"


PLAYED = """
import sys
from pathlib import Path
from underboard.sim.board import SimBoard
with SimBoard("noughts-reed9", drive=Path(sys.argv[1])) as board:
    board.act("underboard.sim.hands.commands:play_game", number=1, name="noughts", seed="1")
    done = board.wait_for("hands-done", 60)
    print(len(done["turns"]) >= 5, done["lost"], done["misread"])
"""


TWO = """
import json
from noughts_fw.recognizer import Recognizer
from noughts_fw.rules import Game
from underboard.deploy.layouts import layout_of
recognizer = Recognizer(Game(), layout_of("noughts-reed9"))
told = []
for shown in (0b1, 0b11, 0b111, 0):
    recognizer.explain(shown)
    told.append([recognizer.candidates(), recognizer.refusal(shown)])
print(json.dumps(told))
"""


def test_two_pieces_at_once_are_no_turn(run):
    told = json.loads(run("-c", TWO))
    assert [turns for turns, _ in told] == [[0], [], [], []]
    assert [rule for _, rule in told[1:3]] == ["too-many", "too-many"]


PAGE = """
import json
from noughts_fw.rules import Game
from underboard.web.api import games_and_levels
from underboard.web.study_api import studied
from underboard.web.table.choices import families_of
from underboard.web.table.pieces import pieces_of
from underboard.web.table.state import last_of
from underboard.web.http.static_files import static_files
files = static_files("underboard.web")
game = Game()
for turn in (4, 0):
    game.play_turn(turn)
told = {**pieces_of(game), "last": last_of(game), "steps": families_of(game)[0]["steps"]}
told |= {"title": games_and_levels()["noughts"]["title"], "studied": studied()}
told |= {"script": files["games/noughts.js"].decode(), "registry": files["registry.js"].decode()}
told |= {"style": files["games.css"].decode()}
print(json.dumps(told))
"""


def test_the_page_is_told_where_the_pieces_lie_and_what_may_be_chosen(run):
    told = json.loads(run("-c", PAGE))
    assert told["cells"] == "O...X...."
    assert told["grid"]["columns"] == 3
    assert told["steps"] == [["b1", "c1", "a2", "c2", "a3", "b3", "c3"]]
    assert told["last"] == {"side": 1, "text": "a1", "from": "", "to": "a1"}
    assert told["title"] == "Noughts and crosses"
    assert told["script"] == (EXAMPLE / "noughts/page.js").read_text("utf-8")
    assert (EXAMPLE / "noughts/page.css").read_text("utf-8") in told["style"]
    assert (
        '{"name": "noughts", "title": "Noughts and crosses", "hasPage": true}' in told["registry"]
    )
    assert told["studied"] == ["pylos", "apagos", "gyges"], "it has no puzzles and no lessons"


MISMADE = [
    # what its package holds, what is said of it
    ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
    ("raise SystemExit(7)", "SystemExit: 7"),
    ("G = 1", "AttributeError: module 'bad_2' has no attribute 'GAME'"),
    ("GAME = 3", "3 is not a HostGame"),
    (f"{HOST_GAME}('bad', 'Bad', 'noughts', 'noughts_fw', 'noughts-reed9', era=2)", "TypeError: "),
    (
        f"{HOST_GAME}('pylos', 'Bad', 'noughts', 'noughts_fw', '')",
        "there is a game 'pylos'",
    ),
    (f"{HOST_GAME}('bad', 'Bad', 'noughts', 'bad_fw', '')", "No module named 'bad_fw'"),
    (f"{HOST_GAME}('bad', 'Bad', 'json', 'noughts_fw', '')", "it has no texts/en.json"),
]


def test_games_that_are_mismade_are_left_out_with_a_sentence_each(tmp_path):
    names = [f"bad_{number}" for number in range(len(MISMADE))]
    for name, (source, _) in zip(names, MISMADE, strict=True):
        (tmp_path / f"{name}.py").write_text(source)
    path = install(tmp_path, "".join(f"{name} = {name}:GAME\n" for name in names))
    done = subprocess.run(
        [sys.executable, "-m", "underboard", "perft", "bad"],
        env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    *said, last = done.stderr.splitlines()
    assert "'bad' is not a game here" in last
    assert (done.returncode, len(said)) == (2, len(MISMADE)), done.stderr
    for name, line, (_, why) in zip(names, said, MISMADE, strict=True):
        assert line.startswith(f"underboard: the installed game {name!r} is left out: ")
        assert why in line
        assert line.endswith("; mend or uninstall its package")


@pytest.mark.slow
def test_a_game_that_fails_says_where(tmp_path):
    """A part that fails at its import, a text that is missing, lights that stop the board."""
    shutil.copytree(EXAMPLE, tmp_path / "src")
    path = install(tmp_path).replace(str(EXAMPLE), str(tmp_path / "src"))

    def said(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "underboard", *arguments, "--lang", "en"],
            env=os.environ | {"PYTHONPATH": path, "UNDERBOARD_DATA": str(tmp_path)},
            input="quit\n", capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode
        return done.stderr

    texts = tmp_path / "src/noughts/texts/en.json"
    texts.write_text(texts.read_text("utf-8").replace('"begins"', '"began"'))
    told = said("play", "noughts", "--board", "sim", "--no-pace")
    assert told == "underboard: texts/en.json of noughts lacks 'begins': add it there\n"
    cues = tmp_path / "src/noughts_fw/cues.py"
    cues.write_text(cues.read_text("utf-8").replace("cues.PLACE", "cues.STAND"))
    told = said("demo", "noughts", "--no-pace", "--games", "3")
    assert "the board has stopped by an error" in told
    assert "AttributeError: module 'boardcore.lights.cues' has no attribute 'STAND'" in told
    (tmp_path / "src/noughts/table.py").write_text("1 / 0")
    told = said("play", "noughts", "--board", "sim", "--no-pace")
    assert told == (
        "underboard: the module noughts.table fails: ZeroDivisionError: division by zero\n"
    )


def test_a_game_that_is_not_installed_is_refused_by_name():
    done = subprocess.run(
        [sys.executable, "-m", "underboard", "demo", "noughts", "--no-pace"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2
    assert "'noughts' is not a game here: expected pylos" in done.stderr


def test_the_example_is_short():
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in KINDS]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) < MAX_LINES

"""Recipes of host/docs/recipes.md, followed to the letter on a copy of the tree."""

import json
import re
import shutil

import pytest

from boardcore.lights import cues
from boardcore.link.wire import MESSAGES
from support.rows import for_each
from support.tree import ROOT, Tree
from underboard.games.pylos.engine.player import LEVELS

RECIPES = (ROOT / "host/docs/recipes.md").read_text(encoding="utf-8")
GERMAN = "de"


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


def steps_of(title):
    """Return the text of one recipe."""
    return re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", RECIPES, re.M | re.S)[1]


NAMED = [
    # recipe, files that its test edits
    ("A message on the wire", ("wire.py", "PROTOCOL.md", "session.py", "connection.py")),
    ("A cue", ("lights/cues.py", "cues.py", "lights.md", "glyphs.py", "screen.json", "cues.js")),
    ("A layout", ("firmware/layouts/", "pitch_mm")),
    ("An engine level", ("LEVELS", "levels.py", "web.json", "engines.md")),
    ("A language", ("texts/en/", "errors.json")),
]


@for_each(("title", "files"), NAMED)
def test_a_recipe_names_what_its_test_edits(title, files):
    assert [name for name in files if name not in steps_of(title)] == []


@pytest.mark.slow
def test_a_message(tree):
    """The board says after each beat how many turns have been played."""
    tree.edit(
        "firmware/lib/boardcore/link/wire.py",
        ("\nbox board round", "\nplies board count\nbox board round"),
    )
    tree.edit(
        "firmware/lib/boardcore/link/session.py",
        ('            self._send("beat", table.beat_fields())\n',
         '            self._send("beat", table.beat_fields())\n'
         '            self._unsent.append(("", "plies", (str(table.game.ply),)))\n'),
    )  # fmt: skip
    tree.edit(
        "host/underboard/device/connection.py",
        ('            "beat": self._hear_beat,\n',
         '            "beat": self._hear_beat,\n            "plies": self._hear_plies,\n'),
        ("    def _hear_beat(self, message: Message) -> None:\n",
         "    plies = -1\n\n"
         "    def _hear_plies(self, message: Message) -> None:\n"
         "        self.plies = int(message.fields[0])\n\n"
         "    def _hear_beat(self, message: Message) -> None:\n"),
    )  # fmt: skip
    said = tree.python(
        "import underboard\n"
        "with underboard.connect('sim:pylos-reed16') as board:\n"
        "    board.simulated.play('b2', 'c3')\n"
        "    while board._board.plies != 2 or len(board.position.turns) != 2:\n"
        "        board._board.step(0.05)\n"
        "    print(board._board.plies, board.position.turns)\n"
    )
    assert said == ["2 ['b2', 'c3']"]
    known = tree.python("from boardcore.link.wire import MESSAGES; print(MESSAGES.count(chr(10)))")
    assert known == [str(MESSAGES.count("\n") + 1)]


@pytest.mark.slow
def test_a_cue(tree):
    """Below everything else, a1 glows while the board rests."""
    names = [row[0] for row in cues.table()]
    tree.edit(
        "firmware/lib/boardcore/lights/cues.py",
        ('        ("LAST", ',
         '        ("GLOW", "%", rhythms.STEADY, 8, BY_CALLER),  # this is a1\n        ("LAST", '),
        ("    OFF, LAST,", "    OFF, GLOW, LAST,"),
        (f") = range({len(names)})", f") = range({len(names) + 1})"),
    )  # fmt: skip
    tree.edit(
        "firmware/lib/boardcore/pylos/cues.py",
        ("    if game.turns:\n        goal = pylos.turn_goal(game.turns[len(game.turns) - 1])\n"
         "        frame.mark(goal, cues.LAST",
         "    frame.mark(0, cues.GLOW, cues.AMBER)\n"
         "    if game.turns:\n        goal = pylos.turn_goal(game.turns[len(game.turns) - 1])\n"
         "        frame.mark(goal, cues.LAST"),
    )  # fmt: skip
    tree.edit(
        "host/underboard/referee/drawing/glyphs.py",
        ('"LAST": "▫"', '"GLOW": "∗", "LAST": "▫"'),
    )
    for language, words in (("en", "this is a1"), ("fr", "c'est a1")):
        tree.edit(
            f"host/underboard/texts/{language}/screen.json",
            ('  "cue.LAST": ', f'  "cue.GLOW": "{words}",\n  "cue.LAST": '),
        )
    said = tree.python(
        "import underboard\n"
        "from boardcore.lights import cues\n"
        "from underboard.referee.drawing.glyphs import SIGNS\n"
        "from underboard.texts import Texts\n"
        "print(set(SIGNS) == {row[0] for row in cues.table()}, Texts('fr')('screen.cue.GLOW'))\n"
        "with underboard.connect('sim:pylos-reed16') as board:\n"
        "    board.simulated.play('a1')\n"
        "    known = board._board\n"
        "    while known.cues is None or 'l' not in known.cues.letters: known.step(0.05)\n"
        "    print(known.cues.letters[0])\n"
        "    board.simulated.play('b2', played=('a1',))\n"
        "    while known.cues.letters[0] == 'l': known.step(0.05)\n"
        "    print(known.cues.letters[0])\n"
    )
    assert said == ["True c'est a1", "l", "%"]


def larger(layout, name, factor, pitch):
    """Return a layout for balls of another size: all of its board is larger."""
    data = json.loads((ROOT / f"firmware/layouts/{layout}.json").read_text("utf-8"))
    data["name"] = name
    for row in data["places"] + data["pixels"] + data["plate"]["load_cells"]:
        row["x"] *= factor
        row["y"] *= factor
    for key in ("width_mm", "depth_mm"):
        data["plate"][key] *= factor
    data["geometry"] |= {"pitch_mm": pitch, "ball_mm": pitch}
    return data


@pytest.mark.slow
def test_a_layout_for_another_ball(tree):
    data = larger("pylos-scale4", "mine", 1.2, 36)
    data["pieces"]["masses_g"] = [17.1]
    path = tree.path("firmware/layouts") / "mine.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    record = tree.path("game.text")
    record.write_text("Game: pylos\n\n1. b2 c3 2. b3 c2 3. f2 a1\n", encoding="utf-8")
    demo = ("demo", "pylos", "--layout", "mine", "--record", str(record), "--no-pace")
    assert "wrong 0 lost 0" in tree.underboard(*demo, "--lang", "en")
    data["geometry"] |= {"pitch_mm": 40, "ball_mm": 40}
    path.write_text(json.dumps(data), encoding="utf-8")
    refused = tree.underboard(*demo, "--lang", "en", status=2)
    assert "geometry.pitch_mm is 40 mm, but neighbours among places are 36 mm apart" in refused
    assert "Traceback" not in refused


@pytest.mark.slow
def test_an_engine_level(tree):
    """Between casual and club, with as many nodes as lie between."""
    tree.edit(
        "host/underboard/games/pylos/engine/player.py",
        (
            '    "club": Level(',
            '    "keen": Level(depth=30, nodes=300, slip=0.12),\n    "club": Level(',
        ),
    )
    tree.edit("host/underboard/engine/levels.py", ('"casual", "club"', '"casual", "keen", "club"'))
    for language in ("en", "fr"):
        tree.edit(
            f"host/underboard/texts/{language}/web.json",
            ('  "page.level.club": ', '  "page.level.keen": "keen",\n  "page.level.club": '),
        )
    match = ("match", "pylos", "keen", "beginner", "--games", "2", "--seed", "1", "--lang", "en")
    assert re.search(r"games 2 keen \S+ beginner \S+ draws", tree.underboard(*match))
    said = tree.python(
        "import underboard\n"
        "print(*underboard.pylos.levels)\n"
        "p = underboard.pylos.Position()\n"
        "print(len({underboard.pylos.engine('keen', seed=3).choose(p) for _ in range(3)}))\n"
    )
    levels = list(LEVELS)
    levels.insert(levels.index("club"), "keen")
    assert said == [" ".join(levels), "1"]


@pytest.mark.slow
def test_a_language(tree):
    """German, as far as one word: what is missing is said in English."""
    texts = tree.path("host/underboard/texts")
    shutil.copytree(texts / "en", texts / GERMAN)
    for name in ("pylos", "apagos", "gyges"):
        folder = tree.path(f"host/underboard/games/{name}/texts")
        shutil.copy(folder / "en.json", folder / "de.json")
    (texts / GERMAN / "errors.json").write_text(
        json.dumps({"there are no games yet: play one with 'underboard play {game}'":
                    "noch keine Partien: spielt eine mit 'underboard play {game}'"}),
        encoding="utf-8",
    )  # fmt: skip
    screens = f"host/underboard/texts/{GERMAN}/screen.json"
    tree.edit(screens, ('"put a ball here"', '"Kugel hierher"'))
    said = tree.python(
        "from underboard.texts import LANGUAGES, Texts\n"
        "print(*LANGUAGES)\n"
        "print(Texts('de')('screen.cue.MISSING'), '|', Texts('de')('screen.cue.SURPLUS'))\n"
    )
    assert said == ["en de fr", "Kugel hierher | take this ball off"]
    assert "noch keine Partien" in tree.underboard("games", "show", "--lang", "de", status=2)
    assert tree.underboard("--help", LC_ALL="de_DE.UTF-8")

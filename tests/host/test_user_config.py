"""A person's own defaults, the Tab key, and the program installed from its wheel."""

import os
import shutil
import subprocess
import sys
import venv

import pytest

from support.boards.reeds import sim_of
from support.campaign import campaign
from support.machine.stand_ins import ROOT
from underboard import cli
from underboard.cli import main
from underboard.cli.user import config
from underboard.cli.user.completion import SHELLS
from underboard.errors import UnderboardError
from underboard.texts import LANGUAGES


@pytest.fixture(autouse=True)
def path(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "config.toml"
    monkeypatch.setenv("UNDERBOARD_CONFIG", str(path))
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C")
    return path


def written(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return config.read(path)


# The file


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_that_is_written_changes_nothing_until_a_line_is_switched_on(
    path, capsys, language
):
    assert main(["config", "--init", "--lang", language]) == 0
    assert config.read(path) == {}
    text = path.read_text(encoding="utf-8")
    switched_on = "\n".join(
        line.removeprefix("# ") if " = " in line else line for line in text.splitlines()
    )
    values = written(path, switched_on)
    assert set(values) == {key.name for key in config.KEYS}
    assert main(["config", "--lang", language]) == 0
    assert "second_seat  club" in capsys.readouterr().out
    assert main(["config", "--init", "--lang", "en"]) == 2
    assert "already" in capsys.readouterr().err


BAD = [
    ("colour = red", "line 1 of {path}: 'colour' is none of language, board"),
    ("\nlanguage = de", "line 2 of {path}: language is 'de': expected en or fr, like language"),
    ('web_port = "99999"', "expected a number from 1 to 65535"),
    ('board = ""', "expected a port, sim or sim:LAYOUT"),
    ('second_seat = "clubb"', "expected human or a level of an engine"),
    ('voice = "on" off', "line 1 of {path}: voice is 'on'"),
    ('voice = "on', "line 1 of {path}: voice is 'on'"),
    ("[games]", "line 1 of {path}: '[games]' is none of"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_what_is_wrong_is_said_with_its_line(path, capsys, text, sentence):
    with pytest.raises(UnderboardError, match="line"):
        written(path, text)
    assert main(["config"]) == 2
    assert sentence.format(path=path) in capsys.readouterr().err
    # Other commands say it, too, and go on without the file.
    assert main(["games", "list"]) == 0
    told = capsys.readouterr()
    assert sentence.format(path=path) in told.err
    assert "There are no games yet" in told.out


def test_a_wrong_line_is_said_in_french(path, capsys):
    with pytest.raises(UnderboardError):
        written(path, "language = de")
    assert main(["config", "--lang", "fr"]) == 2
    assert "language vaut « de » : il faut en ou fr, comme language" in capsys.readouterr().err


def test_a_file_that_is_no_text_costs_no_traceback(path, capsys):
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["config"]) == 2
    assert "it is not text" in capsys.readouterr().err


def test_the_language_of_the_file_holds_until_another_is_asked_for(path, capsys):
    written(path, 'language = "fr"  # mine')
    assert main(["games", "list"]) == 0
    assert "aucune partie" in capsys.readouterr().out
    assert main(["games", "list", "--lang", "en"]) == 0
    assert "There are no games yet" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["games", "--help"])
    assert "utilisation" in capsys.readouterr().out


def options(path, text, *arguments):
    parser = cli.parser("en", arguments[0])
    config.apply(parser, written(path, text))
    return parser.parse_args(arguments)


def test_seats_board_and_port_are_those_of_the_file_where_nothing_is_typed(path):
    text = "second_seat = club\nfirst_seat = human\nboard = sim:pylos-hall25\nweb_port = 9000\n"
    play = options(path, text, "play", "pylos")
    assert (play.second, play.usual_second, play.board) == ("", "club", "sim:pylos-hall25")
    assert options(path, text, "play", "pylos", "--dark", "easy").second == "easy"
    serve = options(path, text, "serve")
    assert (serve.first, serve.second, serve.port) == ("human", "club", 9000)
    assert options(path, text, "serve", "--port", "80").port == 80
    assert options(path, text, "games", "replay", "--on-board").board == "sim:pylos-hall25"
    # Pods and other boards are named by hand.
    assert options(path, text, "galerapagos").board is None


LEVEL_WORDS = [
    (("play", "pylos", "--light", "Débutant", "--dark", "humain"), ("beginner", "human")),
    (("play", "gyges", "--north", "debutant"), ("", "beginner")),
    (("serve", "pylos", "--dark", "PARFAIT"), ("human", "perfect")),
    (("play", "pylos", "--dark", "my-engine --fort"), ("", "my-engine --fort")),
]


@pytest.mark.parametrize(("line", "seats"), LEVEL_WORDS)
def test_a_level_is_understood_in_every_language(path, line, seats):
    chosen = options(path, "", *line)
    assert (chosen.first, chosen.second) == seats


def test_every_command_and_the_file_take_a_level_in_french(path):
    match = options(path, "", "match", "pylos", "facile", "loisir")
    assert (match.a, match.b) == ("easy", "casual")
    assert options(path, "", "engine", "gyges", "--level", "fort").level == "strong"
    text = "second_seat = Débutant\n"
    assert options(path, text, "serve").second == "beginner"
    assert options(path, text, "play", "pylos").usual_second == "beginner"


@pytest.mark.slow
def test_a_new_game_has_the_usual_seats_and_one_that_goes_on_has_its_own(path, capsys, monkeypatch):
    import io

    play = ["play", "pylos", "--board", sim_of("pylos"), "--seed", "1", "--lang", "en"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("b2\n"))
    assert main(play) == 0
    written(path, "second_seat = club")
    monkeypatch.setattr(sys, "stdin", io.StringIO("c3\n"))
    assert main(play) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("a1\n"))
    assert main([*play, "--new"]) == 0
    capsys.readouterr()
    assert main(["games", "list", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    rows = [line.split("standard  ")[1].split("  ")[0] for line in out.splitlines()[1:]]
    assert rows == ["human - human", "human - club"]


# The Tab key


def completed(line, tmp_path):
    """Return what the program tells a shell may stand at the end of a line."""
    pytest.importorskip("argcomplete")
    told = tmp_path / "told"
    told.touch()
    env = {
        **os.environ, "_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)),
        "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(told),
    }  # fmt: skip
    subprocess.run([sys.executable, "-m", "underboard"], env=env, check=True)
    return {word.strip() for word in told.read_text().splitlines()}


@pytest.mark.parametrize(
    ("line", "some", "others"),
    [
        ("underboard ga", {"games", "galerapagos"}, {"play"}),
        ("underboard games ", {"list", "rename", "delete"}, {"play"}),
        ("underboard games list --pl", {"--player"}, {"--game"}),
        ("underboard completion ", set(SHELLS), {"games"}),
    ],
)
def test_the_tab_key_knows_commands_and_options(tmp_path, line, some, others):
    found = completed(line, tmp_path)
    assert some <= found
    assert not others & found


@pytest.mark.parametrize("shell", SHELLS)
def test_the_lines_for_each_shell_can_be_read_by_it(capsys, tmp_path, shell):
    pytest.importorskip("argcomplete")
    assert main(["completion", shell]) == 0
    script = tmp_path / "script"
    script.write_text(capsys.readouterr().out)
    assert "underboard" in script.read_text()
    if shutil.which(shell):
        subprocess.run([shell, "-n", str(script)], check=True)


# Installed


def test_the_version_names_program_firmware_and_protocol(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    firmware = (ROOT / "firmware/lib/boardio/firmware.py").read_text()
    version = firmware.split('VERSION = "')[1].split('"')[0]
    assert capsys.readouterr().out.endswith(f", firmware {version}, protocol 1.1\n")


@pytest.mark.slow
@pytest.mark.skipif(not campaign(False, True), reason="a step of .ci/run; here in a campaign")
def test_the_wheel_in_an_environment_of_its_own_plays_a_demo(tmp_path):
    """As ``pipx run`` and ``uvx`` do it: a new environment, the wheel, its one command."""
    pytest.importorskip("hatchling")
    script = (
        "from hatchling.builders.wheel import WheelBuilder\n"
        f"print(next(WheelBuilder({str(ROOT)!r}).build("
        f"directory={str(tmp_path)!r}, versions=['standard'])))"
    )
    wheel = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split("\n")[0]
    place = tmp_path / "venv"
    venv.create(place, with_pip=False)
    bin_ = place / ("Scripts" if os.name == "nt" else "bin")
    site = subprocess.run(
        [bin_ / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    # Dependencies are those that are here already: a test asks no package index.
    here = [path for path in sys.path if path.endswith("site-packages")]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", site, wheel], check=True)
    with open(os.path.join(site, "borrowed.pth"), "w") as file:
        file.write("\n".join(here) + "\n")
    code = "import sys; from underboard.cli import main; sys.exit(main())"
    command = [str(bin_ / "python"), "-c", code]
    env = {**os.environ, "PYTHONPATH": ""}
    told = subprocess.run([*command, "--version"], capture_output=True, text=True, env=env)
    assert told.stdout.startswith("underboard 1.")
    where = subprocess.run(
        [command[0], "-c", "import underboard; print(underboard.__file__)"],
        capture_output=True, text=True, env=env,
    ).stdout  # fmt: skip
    assert where.startswith(site)
    demo = subprocess.run(
        [*command, "demo", "apagos", "--no-pace", "--quiet"],
        capture_output=True, text=True, env=env, timeout=300,
    )  # fmt: skip
    assert demo.stdout.startswith("games 1 turns "), demo.stderr
    assert demo.stdout.endswith("wrong 0 lost 0\n")

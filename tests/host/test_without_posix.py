"""An imitation of Windows, as nobody here has one: the program without what only POSIX has."""

import json
import os
import signal
import subprocess
import sys
from http.cookiejar import CookieJar
from types import SimpleNamespace
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from support.machine.stand_ins import ROOT
from underboard.cli import keypress

SHIM = ROOT / "tests/support/machine/without_posix"


LAST_S = 300


@pytest.fixture
def env(tmp_path):
    """Return the environment of a Python without POSIX."""
    paths = [str(SHIM), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {
        **os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "UNDERBOARD_DATA": str(tmp_path), "PYTHONIOENCODING": "cp1252",
    }  # fmt: skip


@pytest.fixture
def run(env):
    """Return a function that runs Python without POSIX and gives its exit status and output."""

    def run(*arguments, typed=""):
        done = subprocess.run(
            [sys.executable, *arguments], capture_output=True, env=env, input=typed.encode()
        )
        return done.returncode, (done.stdout + done.stderr).decode("cp1252")

    return run


WALK = """
import importlib, pkgutil, underboard
for found in pkgutil.walk_packages(underboard.__path__, "underboard."):
    elsewhere = "stand_ins", "underboard.tab."  # a board's and a browser's own modules
    if not any(part in found.name for part in elsewhere) and not found.name.endswith("__main__"):
        importlib.import_module(found.name)
from underboard.sim.fork_server import CAN_FORK
from underboard.sim.wire.transport import HAS_PTY
print(CAN_FORK, HAS_PTY)
"""


@pytest.mark.slow
def test_every_module_is_imported_and_knows_what_is_missing(run):
    assert run("-c", WALK) == (0, f"False False{os.linesep}")


@pytest.mark.slow
def test_typed_lines_play_over_a_socket_in_a_console_of_windows_and_the_game_is_kept(run):
    play = ("-m", "underboard", "play", "pylos", "--board", "sim:pylos-reed16", "--new")
    status, out = run(*play, "--lang", "fr", typed="b2\nc3\nquit\n")
    assert status == 0, out
    assert "1. Clair : b2" in out
    assert "2. Foncé : c3" in out
    status, out = run("-m", "underboard", "games", "list", "--lang", "fr")
    assert (status, "inachevée" in out) == (0, True), out


class Page:
    """A browser's cookie, requests and stream of events."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def open(self, path, order=None):
        headers = {"content-type": "application/json", "origin": self.url}
        body = None if order is None else json.dumps(order).encode()
        return self._opener.open(Request(self.url + path, body, headers), timeout=LAST_S)

    def ask(self, path, **order):
        with self.open(path, order or None) as answer:
            return json.load(answer)

    def until(self, seen):
        """Return the first state of which something is true; each event has it asked for anew."""
        with self.open("/api/events") as events:
            for _ in events:
                state = self.ask("/api/state")
                if seen(state):
                    return state
        raise AssertionError("the stream has ended")


@pytest.mark.slow
def test_the_page_is_served_a_turn_is_played_and_another_process_advises(env):
    serve = ("serve", "pylos", "--board", "sim:pylos-reed16", "--new", "--port", "0")
    with subprocess.Popen(
        [sys.executable, "-m", "underboard", *serve, "--lang", "en"], env=env,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="cp1252",
    ) as process:  # fmt: skip
        try:
            page = Page(process.stdout.readline().split()[-1])
            page.ask("/api/me", id="me")
            state = page.until(lambda state: state.get("choices"))
            page.ask("/api/turns", turn="b2", moment=state["game"]["moment"], id="a" * 24)
            state = page.until(
                lambda state: state["turns"] == ["b2"] and not state["board"]["busy"]
            )
            told = page.ask("/api/hint", moment=state["game"]["moment"], id="b" * 24)
            assert told["hint"]["words"]["en"].startswith("Hint: ")
        except BaseException:
            process.kill()  # else leaving "with" would wait for it for ever
            raise
        process.send_signal(signal.SIGINT)
        assert "the game is saved" in process.stdout.read()
    assert process.returncode == 0


@pytest.mark.slow
def test_nothing_of_posix_is_left_to_our_modules(run):
    """The shim works: what a module of ours would import is not there."""
    code = "exec(compile('import termios', 'x', 'exec'), {'__name__': 'underboard.x'})"
    status, out = run("-c", code)
    assert status == 1
    assert "No module named 'termios'" in out


@pytest.mark.parametrize(
    ("pressed", "meant"),
    [
        ("n", keypress.NEXT), ("\r", keypress.NEXT), ("\x08", keypress.BACK),
        ("\x1b", keypress.LEAVE),
        ("\xe0M", keypress.NEXT), ("\xe0K", keypress.BACK), ("\x00M", keypress.NEXT),
        ("\xe0G", keypress.FIRST),
        ("\xe0O", keypress.LAST), ("\xe0H", ""),
    ],
)  # fmt: skip
def test_keys_of_the_console_of_windows(pressed, meant, monkeypatch):
    waiting = list(pressed)
    console = SimpleNamespace(getwch=lambda: waiting.pop(0))
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(keypress, "termios", None)
    with keypress.keys() as key:
        assert key() == meant
    assert waiting == []

"""A served page in a process of its own, for tests and campaigns, and how a page is waited for."""

import http.client
import json
import os
import secrets
import signal
import subprocess
import sys

from support import waiting
from support.boards.reeds import REEDS

try:
    from playwright.sync_api import Error as PlaywrightError
except ImportError:  # whoever needs it skips
    PlaywrightError = Exception

SLOW_MS = 1000 * waiting.MAX_S


WAIT = """async arg => {
    const look = () => (%s);
    for (let looks = 0; looks < 50; looks++) {
        let told = look();
        if (typeof told === "function") told = told(arg);
        if (await told) return true;
        await new Promise(resume => setTimeout(resume, 40));
    }
    return false;
}"""


def until(page, script, arg=None):
    """Wait until a script tells something true.

    The page's own policy forbids Playwright's wait_for_function, and stays in force here. The
    page looks for itself: to be asked costs more than to look.
    """
    waiting.until(lambda: told(page, WAIT % script, arg), f"never true: {script}", pause_s=0)


def told(page, script, arg):
    """Return what a script tells, None where the page was loaded anew meanwhile."""
    try:
        return page.evaluate(script, arg)
    except PlaywrightError as error:
        if "context was destroyed" not in str(error):
            raise
        return None


ON_REEDS = f"""
import sys
from underboard.cli import main
from underboard.registry import games

for name, layout in {REEDS}.items():
    games()[name] = games()[name]._replace(layout=layout)
if __name__ == "__main__":
    sys.exit(main())
"""
"""The command with boards of reeds wherever none is named: ``--board sim:LAYOUT`` names one game's
board, and a page goes from game to game.  Reeds ask which of two balls came, and rest soon."""


class Served:
    """``underboard serve`` in a process of its own, with a data folder of its own."""

    def __init__(self, folder, *arguments, port=0):
        self.folder = folder
        self.arguments = arguments
        self.process = None
        self.start(port)

    def start(self, port=0):
        command = [sys.executable, "-c", ON_REEDS, "serve", "--board", "sim", "--lang", "en"]
        self.process = subprocess.Popen(
            [*command, "--port", str(port), *self.arguments],
            env=os.environ | {"UNDERBOARD_DATA": str(self.folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        assert line.startswith("Underboard is at http://127.0.0.1:"), (
            line + self.process.stderr.read()
        )
        self.url = line.split()[-1]
        self.port = int(self.url.rsplit(":", 1)[1].strip("/"))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """End it as Ctrl-C does; return the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(SLOW_MS / 1000)

    def close(self):
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
        self.process.stderr.close()


class Visitor:
    """A visitor of a page without a browser; the first one on this computer is the host."""

    def __init__(self, port):
        self.port, self.cookie = port, ""
        self.ask("/")

    def headers(self):
        return {"Cookie": self.cookie} if self.cookie else {}

    def ask(self, path, order=None):
        """Return what the server answers, to an order if there is one."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=waiting.MAX_S)
        headers, body = self.headers(), None
        if order is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps({"id": secrets.token_hex(8)} | order)
        line.request("GET" if order is None else "POST", path, body, headers)
        answer = line.getresponse()
        text = answer.read()
        if cookie := answer.headers["Set-Cookie"]:
            self.cookie = cookie.partition(";")[0]
        line.close()
        return json.loads(text) if path.startswith("/api") else {}

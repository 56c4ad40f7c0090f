"""Evenings of six castaways on Chromium pages, begun on the start page, without one key.

    python tests/campaigns/galerapagos_pages.py --games 3

The command runs without a keyboard (its input is empty).  Six phones name themselves, the host's
page starts, phones play and lead by clicks only, the television begins each further game of the
tournament.  The last line counts games, seats taken (scans), keys typed and taps.
"""

import argparse
import contextlib
import random
import socket
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import Error, sync_playwright

NAMES = ("Ada", "Basil", "Cleo", "Dov", "Elsa", "Inès")
PATIENCE_S = 900
TAP = """(random) => {
  const free = (one) => !one.disabled && one.offsetParent;
  const all = (what) => [...document.querySelectorAll(what)].filter(free);
  const pick = (list) => list[Math.floor(random * list.length)];
  const order = [
    [".numbers.odds button", (list) => list[Math.floor(random * 2)]],
    [".tiles.vote:not(:has([aria-pressed=true])) button.tile", pick],
    [".step.due button.filled", (list) => list[0]],
    [".strip button.filled", pick],
    [".tiles:not(.vote):not(.small) button.tile", pick],
    [".list button", pick],
    [".foot button.filled", (list) => list[0]],
  ];
  if (document.querySelector(".lost, .tiles.small")) return "";
  for (const [what, choose] of order) {
    const found = all(what);
    if (found.length) {
      const one = choose(found);
      one.click();
      return one.textContent;
    }
  }
  return "";
}"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def reached(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def page_of(browser, url, width, height):
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(url)
    return page


def play(browser, port, games, dice, say):
    url = f"http://127.0.0.1:{port}/"
    host = page_of(browser, url + "start", 1366, 768)
    phones = []
    for name in NAMES:
        phone = page_of(browser, url, 390, 844)
        phone.locator("#name").fill(name)
        phone.locator(".foot button").click()
        phone.locator("h1", has_text=name).wait_for()
        phones.append(phone)
    host.locator("#tournament").fill("Campaign")
    host.locator("#tournament").press("Tab")
    host.locator("input[type=number]").fill(str(games))
    host.locator("input[type=number]").press("Tab")
    host.wait_for_timeout(500)
    host.locator("footer button.filled").click()
    done, taps, seats = 0, 0, len(NAMES)
    end = time.monotonic() + PATIENCE_S * games
    while time.monotonic() < end:
        for phone in dice.sample(phones, len(phones)):
            with contextlib.suppress(Error):  # a page that loads itself anew
                taps += bool(phone.evaluate(TAP, dice.random()))
        with contextlib.suppress(Error):
            if not host.locator(".same").count():
                continue
            done += 1
            say(f"game {done} over, {taps} taps so far")
            if not host.locator(".same button.filled").count():
                return done, seats, taps
            host.locator(".same button.filled").click()
            host.locator(".same").wait_for(state="detached")
    raise AssertionError("the evening does not end")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as pages:
        words = [sys.executable, "-m", "underboard", "galerapagos", "--phones", "--pace", "off"]
        words += ["--port", str(port), "--dir", folder, "--lang", "en"]
        command = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            while not reached(port):
                assert command.poll() is None, command.stderr.read()
                time.sleep(0.2)
            browser = pages.chromium.launch(executable_path=options.chromium)
            dice = random.Random(options.seed)
            figures = play(browser, port, options.games, dice, lambda line: print(line, flush=True))
            browser.close()
        finally:
            command.terminate()
    print("games {} seats-taken {} taps {} keys 0".format(*figures))


if __name__ == "__main__":
    main()

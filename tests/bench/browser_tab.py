"""Bytes, start, latency and memory of a browser tab, beside ``underboard serve`` in the same run.

    python tests/bench/browser_tab.py SITE-FOLDER [LAYOUT...] [--turns N]

SITE-FOLDER: what ``underboard site`` wrote.  Both play random turns by clicks.  Printed: bytes on
the wire by part, s from the address to the first board (a second visit too), ms from the order of a
turn to the turn in the list, MB of the page's process.  On a busy machine only ratios count.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.web.browser import CHROMIUM
from tab.conftest import NEXT, OVER
from underboard.cli.site import server_of
from underboard.site.folder import FIRST, wire_bytes

READY = f"document.querySelector('{OVER}, {NEXT}')"
WAIT_MS = 120_000
WATCH = """() => {
  window.times = [];
  const real = window.fetch;
  window.fetch = async (path, options) => {
    if (path !== "/api/turns" || options?.method !== "POST") return real(path, options);
    const time = { sent: performance.now() };
    const answer = await real(path, options);
    if (answer.ok) window.times.push(time);
    if (answer.ok && window.listed > time.sent) time.seen = window.listed;
    return answer;
  };
  const count = () => document.querySelectorAll("#turns .turn").length;
  let known = count();
  new MutationObserver(() => {
    if (count() > known) {
      window.listed = performance.now();
      const last = window.times.at(-1);
      if (last) last.seen ??= window.listed;
    }
    known = count();
  }).observe(document.querySelector("#turns"), { childList: true, subtree: true });
}"""


def processes():
    """Return the resident MB of each renderer of this user's Chromium."""
    found = {}
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and b"--type=renderer" in (folder / "cmdline").read_bytes():
                rollup = (folder / "smaps_rollup").read_text().splitlines()
                rss = next(line for line in rollup if line.startswith("Rss:"))
                found[int(folder.name)] = int(rss.split()[1]) // 1024
        except (OSError, StopIteration):
            continue
    return found


def first_board(page, url):
    began = time.monotonic()
    page.goto(url)
    page.wait_for_function(READY, polling=20, timeout=WAIT_MS)
    return time.monotonic() - began


def play(page, turns):
    """Return the ms of each turn, from its order to the list."""
    page.evaluate(WATCH)
    chance = random.Random(1)
    end = time.monotonic() + 2 * turns
    while len(page.evaluate("times")) < turns and time.monotonic() < end:
        page.wait_for_function(READY, polling=20, timeout=WAIT_MS)
        if page.query_selector(OVER):
            break
        cells = page.query_selector_all(NEXT)
        if cells:
            chance.choice(cells).evaluate("one => one.click()")
        page.wait_for_timeout(5)
    page.wait_for_timeout(500)
    return [one["seen"] - one["sent"] for one in page.evaluate("times") if "seen" in one]


def tell(name, times):
    median, worst = statistics.median(times), max(times)
    print(f"{name}: {len(times)} turns, median {median:.0f} ms, worst {worst:.0f} ms", flush=True)


def in_tab(browser, site, layout, turns):
    server = server_of(site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/?board=sim:{layout}"
    before = processes()
    context = browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    page = context.new_page()
    print(f"tab {layout}: first board {first_board(page, url):.1f} s", flush=True)
    mine = set(processes()) - set(before)
    print("  memory at the first board", [processes().get(one) for one in mine], "MB")
    tell(f"tab {layout}", play(page, turns))
    print("  memory after it", [processes().get(one) for one in mine], "MB")
    page.wait_for_timeout(3000)
    print(f"tab {layout}: second visit {first_board(page, url):.1f} s", flush=True)
    context.close()
    server.shutdown()


def served(browser, layout, turns):
    board = f"sim:{layout}"
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "underboard", "serve", "--port", "0", "--board", board],
            env=os.environ | {"UNDERBOARD_DATA": folder}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        url = process.stdout.readline().split()[-1]
        context = browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
        page = context.new_page()
        first_board(page, url)
        print(f"serve {layout}: first board {time.monotonic() - began:.1f} s", flush=True)
        tell(f"serve {layout}", play(page, turns))
        context.close()
        process.terminate()
        process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("layouts", nargs="*", default=["pylos-reed16", "pylos-scale4"])
    parser.add_argument("--turns", type=int, default=60)
    options = parser.parse_args()
    files = [path for path in sorted(options.site.rglob("*")) if path.is_file()]
    names = [path.relative_to(options.site).as_posix() for path in files]
    sizes = {name: wire_bytes(path) for name, path in zip(names, files) if FIRST.search(name)}
    for name, size in sorted(sizes.items(), key=lambda one: -one[1])[:6]:
        print(f"{size / 1e6:6.2f} MB {name}")
    print(f"{sum(sizes.values()) / 1e6:6.2f} MB before the first board")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for layout in options.layouts:
            served(browser, layout, options.turns)
            in_tab(browser, options.site, layout, options.turns)
        browser.close()


if __name__ == "__main__":
    main()

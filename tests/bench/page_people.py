"""Measure the page as people feel it (click to ghost, click to board, bytes).

.venv/bin/python tests/bench/page_people.py
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from support.web.browser import CHROMIUM, FLAGS

CLICK = """() => new Promise(done => {
    const targets = document.querySelectorAll('.plan .target[data-piece=""]');
    const began = performance.now();
    targets[0].click();
    requestAnimationFrame(() => {
        const seen = document.querySelector('.scene [data-ghost]');
        const ghost = seen ? performance.now() - began : -1;
        const before = document.body.dataset.moment;
        const look = () => document.body.dataset.moment !== before
            ? done([ghost, performance.now() - began])
            : performance.now() - began > 8000 ? done(null) : setTimeout(look, 4);
        look();
    });
})"""
NEW = """async () => {
    const main = document.querySelector("script[type=module]").src;
    const { order } = await import(new URL("./api.js", main));
    await order("new", { game: "pylos" });
}"""
READY = """() => document.querySelector('#link')?.classList.contains('there')
    && document.querySelector('.plan .target[data-piece=""]') !== null"""


def wait(page, script):
    while not page.evaluate(script):
        time.sleep(0.05)


def median_and_worst(name, values):
    print(f"{name}: median {statistics.median(values):.0f} ms, worst {max(values):.0f} ms")


def clicks(browser, url, count):
    """Play turns by clicks, a new game whenever one is over."""
    page = browser.new_page()
    page.goto(url)
    ghosts, boards = [], []
    while len(ghosts) < count:
        wait(page, READY)
        told = page.evaluate(CLICK)
        if told:
            ghosts.append(told[0])
            boards.append(told[1])
        if not told or len(ghosts) % 6 == 5:
            # Before balls can be raised, or taken back: each click is a turn.
            page.evaluate(NEW)
            time.sleep(1.2)
    median_and_worst(f"click to ghost, {count} clicks", ghosts)
    median_and_worst(f"click to board, {count} clicks", boards)
    page.close()


def visit_bytes(context, url):
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.dataReceived", lambda event: sizes.append(0))
    page.goto(url)
    wait(page, READY)
    time.sleep(1)
    page.close()
    return sum(sizes), sum(size > 0 for size in sizes)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        command = [sys.executable, "-m", "underboard", "serve", "pylos", "--board", "sim", "--new"]
        server = subprocess.Popen(
            [*command, "--port", "0", "--lang", "en"],
            env=os.environ | {"UNDERBOARD_DATA": folder},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            url = server.stdout.readline().split()[-1]
            browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            context = browser.new_context()
            for name in ("first", "second"):
                sent, files = visit_bytes(context, url)
                print(f"{name} visit: {sent:.0f} bytes in {files} answers")
            context.close()
            clicks(browser, url, options.clicks)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()

"""Browser (where a real Chromium is, what it is started with, and how long it is kept)."""

import asyncio
import shutil
from contextlib import ExitStack, contextmanager
from functools import partial

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
"""None where there is none."""
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process draws all pages: each of its own takes a third of a second to begin.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
]


@contextmanager
def started(api):
    """Yield a Chromium and the event loop of its driver."""
    with api.sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        # Lights that blink are drawn sixty times a second, a fifth of what a page takes.
        browser.new_context = partial(browser.new_context, reduced_motion="reduce")
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


class Kept:
    """What tests that draw pages share, by name, as long as the next one draws, too.

    A table, its simulated board and a Chromium take a tenth of a core though nobody plays.
    """

    def __init__(self):
        self._made = {}
        self._stack = ExitStack()

    def get(self, name, make):
        """Return what a context manager of this name has yielded; ``make()`` returns it."""
        if name not in self._made:
            self._made[name] = self._stack.enter_context(make())
        return self._made[name]

    def close(self):
        self._made.clear()
        self._stack.close()


PAGES = Kept()

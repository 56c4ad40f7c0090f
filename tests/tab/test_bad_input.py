"""Sentences about what a browser lacks or loses (in both languages, and no turn is lost)."""

import json
import os
import random
import re
import shutil
from pathlib import Path

import pytest

from .conftest import SITE, WAIT_MS, kept, offered, play, ready, record

pytestmark = pytest.mark.slow
NO_WASM = "delete globalThis.WebAssembly;"
NO_STORAGE = """Object.defineProperty(self, "indexedDB", { get: () => undefined });"""
FULL = """(() => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...all) {
    if (self.isFull) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    return put.apply(this, all);
  };
})();"""


@pytest.fixture
def words(site):
    """The sentences of the panel by language."""
    folder = next(Path(SITE).glob("*/tab"))
    return {
        one: json.loads((folder / f"tab-{one}.json").read_text("utf-8")) for one in ("en", "fr")
    }


def says(page, words, trouble):
    """Check that the page tells a trouble in English, then in French."""
    page.wait_for_selector(f"#tab-trouble[data-trouble={trouble}]")
    for language in ("en", "fr"):
        start = re.split(r"[{]", words[language][f"trouble.{trouble}"])[0].strip()
        page.wait_for_function(
            "text => document.querySelector('#tab-trouble').textContent.includes(text)", arg=start
        )
        page.click("#language")
        page.wait_for_function("one => document.documentElement.lang !== one", arg=language)


def in_worker(page, script):
    """Have a script run before the worker's own."""

    def changed(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{script}\n{answer.text()}")

    page.context.route(re.compile(r"/tab/worker\.js"), changed)


def test_a_browser_without_webassembly_is_told_what_to_use(open_tab, words):
    page = open_tab(script=NO_WASM, wait=False)
    says(page, words, "wasm")
    assert page.query_selector(".plan, #plan"), "the board is drawn all the same"


def test_a_browser_that_keeps_nothing_plays_and_says_so(context, site, words):
    page = context.new_page()
    in_worker(page, NO_STORAGE)
    page.goto(f"{site}?board=sim:pylos-reed16")
    ready(page)
    says(page, words, "storage")
    play(page, 2, random.Random(2))
    assert len(record(page)) >= 2


def test_a_full_storage_is_said_and_the_game_goes_on(context, site, words):
    page = context.new_page()
    in_worker(page, FULL)
    page.goto(f"{site}?board=sim:pylos-reed16")
    ready(page)
    assert not page.query_selector("#tab-trouble")
    (worker,) = (one for one in page.workers if "worker.js" in one.url)
    worker.evaluate("self.isFull = true")
    play(page, 2, random.Random(2))
    says(page, words, "full")
    assert len(record(page)) >= 2
    # Room again: the sentence goes, and what was played is kept.
    worker.evaluate("self.isFull = false")
    play(page, 4, random.Random(3))
    page.wait_for_function("!document.querySelector('#tab-trouble')")
    before = record(page)
    kept(page)
    page.reload()
    ready(page)
    assert record(page)[: len(before)] == before


def test_a_start_that_fails_says_why_and_can_be_tried_again(context, site, words):
    page = context.new_page()
    page.route("**/underboard.packed", lambda route: route.abort())
    page.goto(f"{site}?board=sim:pylos-reed16")
    says(page, words, "start")
    page.unroute("**/underboard.packed")
    page.click("#tab-trouble button")
    ready(page)


def test_an_older_tab_says_that_a_new_version_is_ready_and_takes_it(context, tmp_path, words):
    folder = tmp_path / "site"
    shutil.copytree(SITE, folder)
    # A browser keeps an old file for a tenth of its age without a question.
    os.utime(folder / "index.html", (0, 0))
    with offered(folder) as url:
        page = context.new_page()
        page.goto(f"{url}?board=sim:pylos-reed16")
        ready(page)
        play(page, 2, random.Random(2))
        before = record(page)
        kept(page)
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        release(folder)
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        page.wait_for_selector("#tab-update")
        assert page.text_content("#tab-update").startswith(words["en"]["update"])
        assert record(page) == before, "the older one goes on meanwhile"
        page.click("#language")
        page.wait_for_function(
            "text => document.querySelector('#tab-update').textContent.startsWith(text)",
            arg=words["fr"]["update"],
        )
        page.click("#tab-update button")
        page.wait_for_function(
            "!document.querySelector('#tab-update')"
            " && document.querySelector('meta[name=edition]')?.content === 'new'",
            timeout=WAIT_MS,
        )
        ready(page)
        assert record(page) == before


def release(folder):
    """Make a folder hold another version, told by a mark in its page."""
    old = next(path.parent.name for path in folder.glob("*/tab"))
    new = "0123456789ab"
    (folder / old).rename(folder / new)
    for name in ("index.html", "sw.js"):
        text = (folder / name).read_text("utf-8").replace(old, new)
        text = text.replace("</head>", '<meta name="edition" content="new"></head>')
        (folder / name).write_text(text, "utf-8")

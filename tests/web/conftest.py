"""Served pages and Chromium's pages for the tests of this folder."""

from contextlib import closing, nullcontext

import pytest

from support.web.browser import PAGES
from support.web.served import SLOW_MS, Served, until


@pytest.fixture
def shared(tmp_path_factory):
    """A table that all tests of this worker share."""

    def begin():
        return closing(Served(tmp_path_factory.mktemp("served"), "pylos", "--new", "--seed", "1"))

    return PAGES.get("table", begin)


@pytest.fixture
def served(shared, request):
    """The shared table; each test begins a game of its own, and one that failed takes it down."""
    failed = request.session.testsfailed
    yield shared
    if request.session.testsfailed > failed:
        shared.close()
        shared.start()


@pytest.fixture
def serve(tmp_path):
    """Return a function that serves another table."""
    begun = []

    def begin(*arguments, port=0):
        begun.append(Served(tmp_path, *arguments, port=port))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


@pytest.fixture
def visit(chromium):
    """Return a function that opens a page: ``visit(url, width=360, locale="fr")``.

    Pages that are not in use are kept, by how they were opened: to start one takes long.
    """
    opened, kept_pages = [], PAGES.get("pages", lambda: nullcontext({}))

    def open_page(url, width=1280, height=800, locale="en", **more):
        kind = (locale, *sorted(more.items()))
        kept = kept_pages.setdefault(kind, [])
        if kept:
            page = kept.pop()
            page.set_viewport_size({"width": width, "height": height})
        else:
            context = chromium.new_context(
                viewport={"width": width, "height": height}, locale=locale, **more
            )
            page = context.new_page()
            page.set_default_timeout(SLOW_MS)
            page.troubles = []
            page.on("pageerror", lambda error: page.troubles.append(str(error)))
            page.on(
                "console",
                lambda message: (
                    message.type == "error"
                    and "Failed to load resource" not in message.text
                    and "net::ERR" not in message.text
                    and page.troubles.append(message.text)
                ),
            )
            page.until = lambda script, arg=None: until(page, script, arg)
        opened.append((kind, page))
        page.goto(url)
        return page

    yield open_page
    troubles = [trouble for _, page in opened for trouble in page.troubles]
    for kind, page in opened:
        # Nothing of this test is left: what it keeps, its cookies, its open stream.
        page.evaluate("localStorage.clear()")
        page.context.clear_cookies()
        page.goto("about:blank")
        page.troubles.clear()
        kept_pages[kind].append(page)
    assert not troubles

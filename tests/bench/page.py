"""Figures of the page (its bytes, the server's memory, how soon a turn is seen, 50 spectators).

::

    python tests/bench/page.py

Prints bytes of all files of the page; the server's resident memory with one page and with
50 spectators; milliseconds from an entry of the board's journal, as it reaches the host, to
the new turn in the list of a page in Chromium (median and worst of 200); and how long after
the first of 50 spectators the last one hears of the same turn.  Times depend on the machine.
"""

import asyncio
import statistics
import sys
import tempfile
import threading
import time
from importlib import resources
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.web.browser import CHROMIUM, FLAGS
from support.web.served import Served
from underboard.device.discovery import Choice
from underboard.texts import Texts
from underboard.web.app import PageApp
from underboard.web.http.server import PageServer, listen
from underboard.web.stepping.thread import RoomThread
from underboard.web.table.game_thread import GameThread

TURNS = 200
SPECTATORS = 50


def page_bytes():
    static = resources.files("underboard.web") / "static"
    files = [*static.iterdir(), *(static / "js").iterdir()]
    return sum(len(file.read_bytes()) for file in files if file.is_file())


def resident_mb(number):
    for line in Path(f"/proc/{number}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


class Heard(GameThread):
    """A room that notes when it hears of each entry."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.heard = {}

    def _open(self, stack):
        super()._open(stack)
        hear = self.session._hear_entry

        def noted(entry):
            self.heard[entry.index] = time.time() * 1000
            hear(entry)

        self.session._hear_entry = noted


def latency():
    """Return milliseconds from board to page of TURNS turns, engines at both seats."""
    one = listen("127.0.0.1", 0)
    port = one.getsockname()[1]
    table = PageApp(None, False, "127.0.0.1", port)
    room = Heard(Choice(simulated=True), "pylos", Texts("en"), table.publish, keep=False, seed=1)
    leading = RoomThread(room)
    room.seats.sit(0, "random")
    room.seats.sit(1, "random")
    import uvicorn

    server = PageServer(uvicorn.Config(table.app(room), log_level="warning", lifespan="off"))
    server.feeds = table.feeds
    server.install_signal_handlers = lambda: None

    async def run():
        table.begin()
        await server.serve([one])

    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
        room.begin_with(new=True)
        leading.open()
        page.goto(f"http://127.0.0.1:{port}/")
        page.evaluate(
            """() => {
                window.seen = {};
                const note = () => {
                    const now = Date.now();
                    const entry = Number(document.body.dataset.moment.split('-')[2]);
                    window.seen[entry] ??= now;
                };
                new MutationObserver(note).observe(document.querySelector('#turns'),
                    { childList: true, subtree: true });
            }"""
        )
        while len(found) < TURNS:
            page.wait_for_timeout(3000)
            seen = page.evaluate("window.seen")
            found += [seen[k] - room.heard[int(k)] for k in seen if int(k) in room.heard]
            page.evaluate("window.seen = {}")
            if room.session.over:
                room.heard.clear()
                room.submit(lambda room: room.session.obey("new")).result()
        browser.close()
    leading.close()
    server.should_exit = True
    return found[:TURNS]


async def spectator(port, cookie, heard, name, end):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
    writer.write(head.encode())
    try:
        while not end.is_set():
            line = await asyncio.wait_for(reader.readline(), 20)
            if line.startswith(b"id: "):
                heard.setdefault(line, {})[name] = time.time() * 1000
    except (asyncio.TimeoutError, asyncio.CancelledError):
        pass
    finally:
        writer.close()


async def spectators(served):
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    writer.close()
    cookie = head.lower().split("set-cookie: ")[1].split(";")[0]
    heard, end = {}, asyncio.Event()
    tasks = [
        asyncio.create_task(spectator(served.port, cookie, heard, n, end))
        for n in range(SPECTATORS)
    ]
    await asyncio.sleep(12)
    memory = resident_mb(served.process.pid)
    end.set()
    for task in tasks:
        task.cancel()
    whole = [times for times in heard.values() if len(times) == SPECTATORS]
    return memory, [max(times.values()) - min(times.values()) for times in whole], len(heard)


def main():
    print(f"page {page_bytes()} bytes")
    with tempfile.TemporaryDirectory() as folder:
        seats = ("--light", "random", "--dark", "random")
        served = Served(Path(folder), "pylos", "--new", "--seed", "1", *seats)
        time.sleep(3)
        print(f"server {resident_mb(served.process.pid):.0f} MB")
        served.close()
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), "pylos", "--new", "--seed", "1", *seats)
        memory, late, events = asyncio.run(spectators(served))
        served.close()
        print(
            f"spectators {SPECTATORS}: server {memory:.0f} MB, {events} events, {len(late)} heard "
            f"by all, last after first median {statistics.median(late):.0f} ms, "
            f"worst {max(late):.0f} ms"
        )
    found = latency()
    print(
        f"board to page {len(found)} turns: median {statistics.median(found):.0f} ms, "
        f"worst {max(found):.0f} ms"
    )


if __name__ == "__main__":
    main()

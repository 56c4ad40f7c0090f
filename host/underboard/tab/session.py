"""The table of a browser tab, led by the event loop."""

import asyncio
import datetime
import logging
import pickle
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from boardcore.games import NAMES
from underboard.device.discovery import SIMULATED, Choice
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.records.database import default_path
from underboard.service.diagnostic_link import DiagnosticLink
from underboard.tab.boards import TabBoards
from underboard.tab.requests import Requests
from underboard.tab.usb import URL, UsbPort
from underboard.texts import LANGUAGES, Texts
from underboard.texts.lazy import spoken
from underboard.web.app import PageApp
from underboard.web.http import offload
from underboard.web.table.game_thread import AGAIN_S, STEP_S, GameThread

Result = TypeVar("Result")
PORT = 8710
"""Port number of the address at which the application takes itself to be; chosen."""
HOLD_S = 0.03
"""Longest time without a look at the page's requests while simulated hands work, s; chosen."""
LATE_S = 0.2
"""Time that a hidden tab may fall behind and still catch up, s; chosen."""

log = logging.getLogger(__name__)


class Page(Protocol):
    """Interface of the worker's JavaScript."""

    usb: Any

    def post(self, number: int, kind: str, what: Any, more: Any) -> None:
        """Send one part of an answer to the page."""

    def report(self, text: str) -> None:
        """Say on the page why the table cannot be opened."""

    def save(self) -> None:
        """Have the files written to the browser's storage (``static/worker.js`` says when)."""

    def can_wait(self) -> bool:
        """Return True if ``wait`` may be called here."""

    def wait(self, promise: Any) -> Any:
        """Let the event loop run until a promise is kept; return its result."""

    def compute(self, data: bytes) -> Any:
        """Return a promise of what ``run_pickled`` returns in a second worker."""

    def tell(self, text: str) -> None:
        """Show one line of a service of the board."""

    def ask(self, text: str) -> Any:
        """Show a question; return a promise of what is answered, as text."""

    def wish(self) -> str:
        """Return what was wished since the last call: skip, enough, leave or nothing."""


class Tab:
    """The table of a tab.  ``options``: ``board``, ``game`` and ``lang`` of its address."""

    def __init__(self, page: Page, options: dict[str, str]) -> None:
        self._page = page
        self._breathed_s = 0.0
        self._work: Callable[[], Any] | None = None
        """Work that waits until the table has released its board."""
        self._usb = UsbPort(page.usb, page.wait)
        language = options.get("lang", "")
        self._texts = Texts(language if language in LANGUAGES else LANGUAGES[0])
        offload.elsewhere = self._compute
        self._table = PageApp(default_path().parent, False, "127.0.0.1", PORT, table="tab")
        choice, name = choice_of(options)
        self.room = GameThread(
            choice, name, self._texts, self._publish, boards=TabBoards(self._usb)
        )
        self.room.breathe = self._breathe
        self.requests = Requests(self._table.app(self.room), f"127.0.0.1:{PORT}", page.post)

    def begin(self) -> "asyncio.Task[None]":
        """Lead the table from now on."""
        self._table.begin()
        return asyncio.ensure_future(self._lead())

    async def _lead(self) -> None:
        """Step the room in real time while the board rests, else as fast as it goes."""
        due_s = held_s = time.monotonic()
        while True:
            if self._work is not None:
                self.room.rest()
                work, self._work = self._work, None
                work()
            try:
                wait_s = self.room.step(time.monotonic())
            except Exception as error:
                # The first board cannot be met: the page says why, and it is tried again.
                log.exception("the table cannot be opened")
                self._page.report(str(error))
                wait_s = AGAIN_S
            now_s = time.monotonic()
            if not wait_s and self.room.is_busy:
                due_s = now_s
                if now_s - held_s < HOLD_S:
                    continue
                await asyncio.sleep(0)
            else:
                due_s = max(due_s + (wait_s or STEP_S), now_s - LATE_S)
                await asyncio.sleep(max(due_s - now_s, 0))
            held_s = time.monotonic()

    def _breathe(self) -> None:
        """Let requests be answered while an engine thinks, where the browser can."""
        now_s = time.monotonic()
        if now_s - self._breathed_s >= HOLD_S and self._page.can_wait():
            self._page.wait(asyncio.sleep(0))
            self._breathed_s = time.monotonic()

    def _publish(self, state: JsonObject) -> None:
        self._table.publish(state)
        self._page.save()

    async def _compute(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Have long work done by a second worker, so that the board does not stop."""
        answer = await self._page.compute(pickle.dumps((work, arguments)))
        is_result, found = pickle.loads(bytes(answer))
        if not is_result:
            raise found
        return found

    # A real board

    async def _with_port(self, work: Callable[[], Result]) -> Result:
        """Return what ``work`` returns while the table does not use the page's port."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        def run() -> None:
            try:
                done.set_result(work())
            except Exception as error:
                done.set_exception(error)

        self._work = run
        return await done

    async def connect(self, language: str) -> dict[str, str]:
        """Take the page's port for the board; return ``error`` with a sentence, or its ``game``.

        A board has two ports that look alike: the console answers nothing.
        """
        try:
            return await self._with_port(self._connect)
        except UnderboardError as trouble:
            return {"error": "trouble", "text": spoken(trouble, language)}

    def _connect(self) -> dict[str, str]:
        link = self._usb.open_link()
        bench = DiagnosticLink(link)
        hello = bench.greet()
        link.close()
        if not hello:
            return {"error": "stopped" if bench.stopped else "silent", "text": bench.stopped}
        layout, name = hello[3], hello[4]
        if name not in NAMES:
            return {"error": "game", "text": layout}
        self.room.use(Choice(url=URL), name)
        return {"game": name, "layout": layout, "id": hello[2]}

    async def serve(self, service: str, language: str) -> None:
        """Examine the board (``doctor``) or calibrate it; each line goes to the page."""
        texts = Texts(language)
        try:
            await self._with_port(partial(getattr(self, f"_{service}"), texts))
        except UnderboardError as trouble:
            self._page.tell(spoken(trouble, language))

    def _doctor(self, texts: Texts) -> None:
        from underboard.service import doctor
        from underboard.service.examination import AskedPerson, examine_board

        person = AskedPerson(texts, lambda text: self._page.wait(self._page.ask(text)), self._sleep)
        findings = []
        for finding in examine_board(self._usb.open_link, URL, person, "off"):
            findings.append(finding)
            self._page.tell(doctor.as_line(finding, texts))
        self._page.tell(texts("doctor.good" if doctor.is_good(findings) else "doctor.repair"))

    def _calibrate(self, texts: Texts) -> None:
        from underboard.service import calibrate

        teacher = calibrate.CalibrationClient(self._usb.open_link, sleep=self._sleep)
        try:
            layout = teacher.begin(datetime.date.today())
            cells = calibrate.cells_of(layout)
            said = ""
            for lesson in teacher.follow(self._page.wish):
                text = calibrate.sentence(lesson, cells, texts, layout.scale is not None)
                if text and text != said:
                    self._page.tell(text)
                    said = text
            if lesson.phase == calibrate.REFUSED:
                raise calibrate.refusal(lesson)
            if lesson.phase == calibrate.DONE:
                teacher.wait_stored()
                for text in calibrate.outcome(lesson, layout, texts):
                    self._page.tell(text)
        finally:
            teacher.close()

    def _sleep(self, seconds: float) -> None:
        self._page.wait(asyncio.sleep(seconds))


def choice_of(options: dict[str, str]) -> tuple[Choice, str]:
    """Return the board and the game that an address names; a simulated one where it names none.

    >>> choice_of({"board": "sim:gyges-reed38"})
    (Choice(url='', simulated=True, layout='gyges-reed38'), 'gyges')
    """
    kind, _, layout = options.get("board", "").partition(":")
    layout = layout if kind == SIMULATED else ""
    name = options.get("game") or layout.partition("-")[0]
    name = name if name in NAMES else NAMES[0]
    return Choice(simulated=True, layout=layout if layout.startswith(name) else ""), name


def run_pickled(data: bytes) -> bytes:
    """Do the work that ``Tab._compute`` packed, in the second worker; return what comes of it."""
    work, arguments = pickle.loads(data)
    try:
        return pickle.dumps((True, work(*arguments)))
    except Exception as error:
        return pickle.dumps((False, error))

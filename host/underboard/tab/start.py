"""Entry points of a tab's worker; the only module that knows Pyodide."""

import logging
from typing import Any

import underboard_js as worker
from js import Object
from pyodide.ffi import can_run_sync, run_sync, to_js

from underboard.tab.session import Tab, run_pickled


class WorkerPage:
    """The worker's JavaScript functions, with Python's values."""

    def __init__(self) -> None:
        self.usb = Usb()
        self.save, self.report, self.tell = worker.save, worker.report, worker.tell
        self.ask, self.wish = worker.ask, worker.wish
        self.can_wait, self.wait = can_run_sync, run_sync

    def post(self, number: int, kind: str, what: Any, more: Any) -> None:
        """Send one part of an answer to the page."""
        worker.post(number, kind, to_js(what) if isinstance(what, bytes) else what, to_js(more))

    async def compute(self, data: bytes) -> bytes:
        """Have the second worker do some work."""
        return bytes((await worker.compute(to_js(data))).to_bytes())


class Usb:
    """The page's port, with Python's bytes."""

    def __init__(self) -> None:
        self.isOpen, self.waiting = worker.usb.isOpen, worker.usb.waiting
        self.arrived = worker.usb.arrived

    def take(self) -> bytes:
        """Return all bytes that have come."""
        return bytes(worker.usb.take().to_bytes())

    def write(self, data: bytes) -> None:
        """Send bytes."""
        worker.usb.write(to_js(data))


class Calls:
    """Functions that the worker calls."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self.leave = tab.requests.leave

    def ask(self, number: int, method: str, url: str, headers: Any, body: Any) -> None:
        """Begin a request of the page."""
        self._tab.requests.ask(number, method, url, headers.to_py(), bytes(body.to_bytes()))

    async def connect(self, language: str) -> Any:
        """Take the page's port for the board."""
        return to_js(list((await self._tab.connect(language)).items()))

    def plan_firmware(self, files: Any, archive: Any, layout: str, language: str) -> Any:
        """Return what an installation does to a drive that holds ``files``."""
        from underboard.tab.firmware import steps_of

        there = {name: bytes(data) for name, data in files.to_py()}
        found = steps_of(there, bytes(archive.to_bytes()), layout, language)
        return to_js(found, dict_converter=Object.fromEntries)

    async def serve(self, service: str, language: str) -> None:
        """Examine or calibrate the board."""
        await self._tab.serve(service, language)


def start(options: dict[str, str]) -> Calls:
    """Begin the table of the tab."""
    logging.basicConfig(level=logging.WARNING)
    tab = Tab(WorkerPage(), options)
    # Kept: a task that nobody holds may be collected.
    globals()["leading"] = tab.begin()
    return Calls(tab)


def compute(data: Any) -> Any:
    """Do the work of the second worker."""
    return to_js(run_pickled(bytes(data.to_bytes())))

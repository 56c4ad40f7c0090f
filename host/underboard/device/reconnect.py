"""Port of one board, found again when the system gives it another name."""

import os
from collections.abc import Callable

from underboard.device.discovery import KnownBoards, Ports, candidates, comports, device_of
from underboard.device.port import SerialLink
from underboard.device.transport import LinkClosed
from underboard.texts.lazy import LazyText

RETRY_CALLS = 20
"""Calls after which a refused port without a USB identity is tried again; 5 s at 4 a second."""


class Opener:
    """A function that opens a port, for boards that never change their name."""

    def __init__(self, open_link: Callable[[], SerialLink]) -> None:
        self._open_link = open_link

    def __call__(self) -> SerialLink:
        """Return an open link; raises LinkClosed."""
        return self._open_link()

    @property
    def has_others(self) -> bool:
        """Whether the next call may open another port than the last one."""
        return False

    def met(self, board_id: str) -> None:
        """Take note that the port that was opened last belongs to our board."""

    def refuse(self) -> None:
        """Take note that the port that was opened last belongs to another board."""


class BoardPort(Opener):
    """The port of one board, wherever the system puts it.

    The first call opens ``url``.  Each later call opens the next port that may be the same
    board: the one of this name unless another USB device has it now, the ports with its USB
    serial number, and then every other Underboard; the board's hello decides (``met``,
    ``refuse``).  A port that was refused is left alone until another device is there.
    """

    def __init__(
        self,
        url: str,
        open_link: Callable[[str], SerialLink] = SerialLink,
        ports: Ports = comports,
        known: KnownBoards | None = None,
    ) -> None:
        self.url = url
        self._open_url = open_link
        self._ports = ports
        self._known = known
        self._device: tuple[object, ...] = ()  # our board's USB device, where reported
        self._last = ""  # the port of the last call
        self._refused: dict[str, tuple[tuple[object, ...], int]] = {}  # url -> its USB device, call
        self._has_met = False
        self._calls = 0

    def __call__(self) -> SerialLink:
        """Return an open link to the next port that may be the board's; raises LinkClosed."""
        urls = self._candidates() if self._has_met else [self.url]
        if not urls:
            self._calls += 1
            raise LinkClosed("no port %s: plug the board in", self.url)
        self._last = urls[self._calls % len(urls)]
        self._calls += 1
        return self._open_url(self._last)

    @property
    def has_others(self) -> bool:
        """Whether the next call may open another port than the last one."""
        return self._has_met and any(url != self._last for url in self._candidates())

    def met(self, board_id: str) -> None:
        """Remember the USB device of the port that was opened last."""
        self.url, self._has_met, self._calls = self._last, True, 0
        self._refused.clear()
        for port in self._ports():
            if _is_same_port(port.device, self.url) and port.vid is not None:
                self._device = device_of(port)
                if port.serial_number:
                    (KnownBoards() if self._known is None else self._known).add(
                        port.serial_number, board_id
                    )

    def refuse(self) -> None:
        """Leave the port that was opened last alone until another device is there."""
        self._refused[self._last] = self._devices().get(self._last, ()), self._calls

    def _devices(self) -> dict[str, tuple[object, ...]]:
        return {port.device: device_of(port) for port in self._ports()}

    def _candidates(self) -> list[str]:
        """Return the ports that may be the board's, the likeliest first."""
        devices = self._devices()
        taken = [each.url for each in candidates(self._ports, self._known) if each.taken]
        same = [url for url in taken if self._device and devices[url] == self._device]
        now = next((dev for url, dev in devices.items() if _is_same_port(url, self.url)), ())
        if not self._device or not now or now == self._device:
            same.insert(0, self.url)
        urls = list(dict.fromkeys([*same, *taken]))
        return [url for url in urls if not self._is_refused(url, devices.get(url, ()))]

    def _is_refused(self, url: str, device: tuple[object, ...]) -> bool:
        refused, call = self._refused.get(url, (None, 0))
        return refused == device and (bool(device) or self._calls - call < RETRY_CALLS)


def _is_same_port(one: str, other: str) -> bool:
    """Return True for two names of one port; links such as /dev/serial/by-id are followed."""
    return one == other or os.path.realpath(one) == os.path.realpath(other)


def another_board(seen: str, ours: str, url: str) -> LazyText:
    """Return the sentence for a port that has another board now."""
    return LazyText(
        "port %s has another board now (%s): it is left alone, plug %s in", url, seen, ours
    )

"""Commands sent to a board one at a time and repeated until it answers."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from boardcore.errors import IllegalMove, ParseError
from boardcore.link.wire import Message, unpack
from underboard.device.port import SerialLink
from underboard.errors import UnderboardError

ANSWER_S = 1.0
"""Time after which a command is sent again, s; chosen."""
TRIES = 3
"""Times that a command is sent before it is given up; PROTOCOL.md."""


class CommandRefusedError(IllegalMove):
    """A board's refusal; ``what`` has more for programs, empty if the board sent no more."""

    def __init__(self, rule: str, text: str, what: str = "") -> None:
        super().__init__(rule, text)
        self.what = what


@dataclass
class PendingCommand:
    """A command on its way to the board."""

    id: str
    kind: str
    fields: tuple[object, ...]
    tries: int = 0
    sent_s: float = 0.0
    done: bool = False
    trouble: Exception | None = None


class CommandQueue:
    """The commands of one program; ``done`` is called with each that is answered or given up."""

    def __init__(self, run_id: str, done: Callable[[PendingCommand], None]) -> None:
        self._run_id = run_id
        self._done = done
        self._count = 0
        self._orders: deque[PendingCommand] = deque()

    def __contains__(self, order: PendingCommand) -> bool:
        return order in self._orders

    def add(self, kind: str, fields: tuple[object, ...]) -> PendingCommand:
        """Queue a command."""
        self._count += 1
        order = PendingCommand(f"{self._run_id}-{self._count}", kind, fields)
        self._orders.append(order)
        return order

    def forget(self, kind: str) -> None:
        """Drop the commands of this kind that wait; nobody waits for their answer."""
        self._orders = deque(order for order in self._orders if order.kind != kind)

    def remove(self, order: PendingCommand) -> None:
        """Drop one command, if it still waits."""
        if order in self._orders:
            self._orders.remove(order)

    def send_next(self, link: SerialLink, now_s: float, where: str) -> None:
        """Send the first command, again where no answer came in time."""
        if not self._orders:
            return
        order = self._orders[0]
        if order.tries and now_s - order.sent_s < ANSWER_S:
            return
        if order.tries == TRIES:
            self._finish(
                UnderboardError(
                    "the board does not answer '%s': expected ok or no, tried %s times %s",
                    order.kind,
                    TRIES,
                    where,
                )
            )
            return
        order.tries += 1
        order.sent_s = now_s
        link.send(order.kind, order.id, *order.fields)

    def receive_ok(self, message: Message) -> None:
        """Take the answer that a command was carried out."""
        if self._orders and self._orders[0].id == message.fields[0]:
            self._finish(None)

    def receive_no(self, message: Message) -> None:
        """Take a refusal, by notation or by rules: the errors that the rules raise here, too."""
        if not self._orders or self._orders[0].id != message.fields[0]:
            return
        code, text = message.fields[1], unpack(message.fields[2])
        what = message.fields[3] if len(message.fields) > 3 else ""
        self._finish(
            ParseError(text) if code == "unreadable" else CommandRefusedError(code, text, what)
        )

    def _finish(self, trouble: Exception | None) -> None:
        order = self._orders.popleft()
        order.done = True
        order.trouble = trouble
        self._done(order)

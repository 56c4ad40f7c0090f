"""The arithmetic of a game clock. It reads no clock itself: ``now_ms`` is handed in.

A clock is a value: each method returns another one.  ``now_ms`` may stand still but not go back.
"""

from dataclasses import dataclass, replace

from boardcore.errors import ParseError
from underboard.clocks.time_control import BRONSTEIN, FISCHER, GLASS, TimeControl, read
from underboard.jsontype import JsonObject

STOPPED = -1
"""Index of the side whose clock runs while none does; chosen."""


@dataclass(frozen=True)
class Clock:
    """Two sides' time.

    ``left_ms``: of each side at ``since_ms``; ``side``: whose time runs since then, STOPPED if
    nobody's does; ``used_ms``: what this turn had taken until then.
    """

    control: TimeControl
    left_ms: tuple[int, int]
    side: int = STOPPED
    since_ms: int = 0
    used_ms: int = 0

    @classmethod
    def of(cls, control: TimeControl) -> "Clock":
        """Return a clock that was not started yet."""
        return cls(control, (control.start_ms, control.start_ms))

    @classmethod
    def of_data(cls, data: JsonObject, now_ms: int) -> "Clock":
        """Return a clock that another table tells as JSON, running from now on.

        Raises ParseError, KeyError, TypeError or ValueError for anything else.
        """
        first, second = (max(int(ms), 0) for ms in data["left_ms"])
        side = int(data["side"])
        if side not in (STOPPED, 0, 1):
            raise ValueError(side)
        return cls(read(str(data["control"])), (first, second), side, now_ms)

    def left(self, now_ms: int) -> tuple[int, int]:
        """Return what each side has left, 0 where its flag has fallen."""
        if self.side == STOPPED:
            return self.left_ms
        # Nobody takes, or gives, more than there is.
        taken = min(max(now_ms - self.since_ms, 0), self.left_ms[self.side])
        given = taken if self.control.kind == GLASS else 0
        left = [self.left_ms[0] + given, self.left_ms[1] + given]
        left[self.side] = self.left_ms[self.side] - taken
        return left[0], left[1]

    def fallen(self, now_ms: int) -> int:
        """Return the side that has no time left, STOPPED if both have some."""
        left = self.left(now_ms)
        return left.index(0) if 0 in left else STOPPED

    def stop(self, now_ms: int) -> "Clock":
        """Let nobody's time run: the turn goes on later."""
        used = self.used_ms + self.left_ms[self.side] - self.left(now_ms)[self.side]
        used_ms = self.used_ms if self.side == STOPPED else used
        return replace(
            self, left_ms=self.left(now_ms), side=STOPPED, since_ms=now_ms, used_ms=used_ms
        )

    def run(self, side: int, now_ms: int) -> "Clock":
        """Let the time of ``side`` run; another turn begins if it was the other's before."""
        stopped = self.stop(now_ms)
        used_ms = stopped.used_ms if self.side in (side, STOPPED) else 0
        return replace(stopped, side=side, since_ms=now_ms, used_ms=used_ms)

    def turn(self, side: int, now_ms: int) -> "Clock":
        """End the turn of ``side``, whose flag has not fallen: give it what a turn gives."""
        stopped = self.stop(now_ms)
        bonus = 0
        if self.control.kind == FISCHER:
            bonus = self.control.step_ms
        elif self.control.kind == BRONSTEIN:
            bonus = min(stopped.used_ms, self.control.step_ms)
        left = list(stopped.left_ms)
        if left[side]:
            left[side] += bonus
        return replace(stopped, left_ms=(left[0], left[1]), used_ms=0)

    def before(self, side: int, now_ms: int) -> tuple[int, int]:
        """Return what both sides had left when the turn of ``side`` began."""
        stopped = self.stop(now_ms)
        left = list(stopped.left_ms)
        left[side] += stopped.used_ms
        if self.control.kind == GLASS:
            left[1 - side] -= stopped.used_ms
        return left[0], left[1]

    def back_at(self, left_ms: tuple[int, int]) -> "Clock":
        """Return the clock as it stood at the beginning of a turn."""
        return replace(self, left_ms=left_ms, side=STOPPED, used_ms=0)

    # As a record keeps it

    @property
    def text(self) -> str:
        """``10m+5s 312000 287500 1200``: control, what is left in ms, what the turn has taken."""
        return f"{self.control.text} {self.left_ms[0]} {self.left_ms[1]} {self.used_ms}"

    @classmethod
    def from_text(cls, text: str) -> "Clock":
        """Read ``text``: a clock that stands; raises ParseError for anything else."""
        control, *numbers = text.split(" ")
        if len(numbers) != 3 or not all(one.isascii() and one.isdigit() for one in numbers):
            raise ParseError(
                "'%s' is not a state of a clock: expected like 10m+5s 600000 600000 0", text[:60]
            )
        first, second, used = (int(one[:12]) for one in numbers)
        return cls(read(control), (first, second), used_ms=used)


def shown(ms: int) -> str:
    """Return a time as a clock shows it: ``1:02:03``, ``9:05``; tenths in the last ten seconds.

    >>> shown(3_723_000), shown(545_000), shown(9_950), shown(0)
    ('1:02:03', '9:05', '0:09.9', '0:00.0')
    """
    if ms < 10_000:
        return f"0:{ms // 1000:02}.{ms // 100 % 10}"
    seconds = -(-ms // 1000)
    hours, rest = divmod(seconds, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"

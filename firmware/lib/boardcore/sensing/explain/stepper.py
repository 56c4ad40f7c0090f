"""Runner of a long search in small steps, within the time of a loop iteration.

The search is a generator that yields, before each step, what the step costs, in empty loop
iterations; so no iteration of a board's loop becomes too long.
"""

MAX_STEP = 2000
"""Largest cost of a step, in empty loop iterations; chosen: a smaller budget may not advance."""


class Stepper:
    """Runs one generator of step costs."""

    def __init__(self, steps) -> None:
        self._steps = steps
        self._next = 0

    def run(self, left: int) -> bool:
        """Take the steps for which there is time; return True at the end of the search.

        ``left``: how much time, in empty loop iterations.
        """
        try:
            while self._next <= left:
                left -= self._next
                # A step that waited for more time than there ever is would wait for ever.
                self._next = min(MAX_STEP, next(self._steps))
        except StopIteration:
            return True
        return False

    def finish(self) -> None:
        """Take all steps that are left, however long that takes."""
        for _ in self._steps:
            pass

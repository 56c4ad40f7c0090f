"""Jobs from other threads that wait for the table to run them."""

import queue
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from typing import Any, Generic, TypeVar

from underboard.texts import Texts
from underboard.web.http.security import ActionRefused

HANDS_S = 20.0
"""Longest wait of an order for simulated hands that are still at work, s; chosen."""

Owner = TypeVar("Owner")
Result = TypeVar("Result")


class Busy(ActionRefused):
    """An order cannot be carried out yet: simulated hands are at work."""

    def __init__(self, texts: Texts) -> None:
        super().__init__("busy", texts("web.busy"))


class Work(Generic[Owner]):
    """Functions of one owner, put in by any thread and called by the owner's."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._waiting: queue.SimpleQueue[tuple[Callable[[Owner], Any], Future[Any], float]]
        self._waiting = queue.SimpleQueue()

    def put(self, work: Callable[[Owner], Result]) -> "Future[Result]":
        """Have something done; return what becomes of it."""
        future: Future[Result] = Future()
        self._waiting.put((work, future, self._now_s() + HANDS_S))
        return future

    def do(
        self,
        owner: Owner,
        answers: ExitStack,
        is_fatal: Callable[[Exception], bool] = lambda error: False,
    ) -> bool:
        """Do what waits; return True if anything was done.

        Results are handed over when ``answers`` closes: the owner shows first what has become
        of them.  What is ``Busy`` waits on, up to its time.  A fatal error is raised as well.
        What ends the owner's thread (Ctrl-C) leaves its job waiting, to be refused.
        """
        done = False
        for _ in range(self._waiting.qsize()):
            work, future, until_s = self._waiting.get()
            if future.cancelled():
                continue
            try:
                result = work(owner)
            except Busy as busy:
                if self._now_s() < until_s:
                    self._waiting.put((work, future, until_s))
                    continue
                _fail(future, busy)
            except Exception as error:
                if is_fatal(error):
                    _fail(future, error)
                    raise
                answers.callback(_fail, future, error)
            except BaseException:
                self._waiting.put((work, future, until_s))
                raise
            else:
                if future.set_running_or_notify_cancel():
                    answers.callback(future.set_result, result)
            done = True
        return done

    def refuse(self, error: Exception) -> None:
        """Answer all that waits with an error."""
        while not self._waiting.empty():
            _fail(self._waiting.get()[1], error)


def _fail(future: "Future[Any]", error: Exception) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(error)

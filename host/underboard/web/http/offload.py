"""Work for which neither the board nor a page may wait."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from anyio import to_process
from starlette.concurrency import run_in_threadpool

from underboard.drivers.thread import HAS_THREADS

Result = TypeVar("Result")

elsewhere: Callable[..., Awaitable[Any]] | None = None
"""Does long work where this program can start no process; None: a process does."""


async def in_thread(work: Callable[[], Result]) -> Result:
    """Return what short work returns; without threads it is done at once."""
    return await run_in_threadpool(work) if HAS_THREADS else work()


async def in_process(work: Callable[..., Result], *arguments: object) -> Result:
    """Return what work of seconds returns, done apart from this program."""
    if elsewhere is not None:
        result: Result = await elsewhere(work, *arguments)
        return result
    return await to_process.run_sync(work, *arguments, cancellable=True)

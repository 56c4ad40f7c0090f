"""Compiling by numba, some ten seconds of a core once, left to a process of its own.

Who wants an answer at once calls ``begin``, and asks ``is_ready`` before it calls a kernel: until
then the slow search answers, and the caller's process stays free to listen.  A process, not a
thread: numba holds Python's lock for long, and one that ends while it compiles may crash.
Without ``begin`` the first call of a kernel compiles it and waits.
"""

import importlib
from collections.abc import Callable

from underboard.drivers.program import PythonProgram
from underboard.engine import compiled
from underboard.texts.lazy import LazyText

Notice = Callable[[LazyText], None]

children: dict[str, PythonProgram] = {}
"""The process that compiles the kernels of a module, by the module's name."""


def begin(module: str, tell: Notice) -> None:
    """Have the kernels of a module compiled, unless numba has kept them; say that once.

    The module has ``warm_up``, which calls all its kernels, and ``OUTERMOST``, the one that calls
    the others.
    """
    if module in children or not must_compile(module):
        return
    tell(
        LazyText(
            "numba compiles this engine, once, in the background; until then it plays by a "
            "search that looks at fewer positions"
        )
    )
    children[module] = PythonProgram(f"from {module} import warm_up; warm_up()")


def prepare(module: str, tell: Notice | None) -> None:
    """Compile the kernels before a player waits for a turn.

    With ``tell`` nobody waits for the first compilation either.
    """
    if tell:
        begin(module, tell)
    if is_ready(module):
        importlib.import_module(module).warm_up()


def must_compile(module: str) -> bool:
    """Return True if the first call of a module's kernels compiles them, and waits for that."""
    return compiled.FAST and not is_compiling(module) and not _is_kept(module)


def is_ready(module: str) -> bool:
    """Return True if the kernels of a module run compiled and nobody has to wait for that."""
    child = children.get(module)
    # One that failed leaves the slow search in place.
    return compiled.FAST and (child is None or child.poll() == 0)


def is_compiling(module: str) -> bool:
    """Return True while a process compiles the kernels of a module."""
    child = children.get(module)
    return child is not None and child.poll() is None


def _is_kept(module: str) -> bool:
    """Return True if numba's cache on disk has the kernels of a module."""
    kernel = importlib.import_module(module).OUTERMOST
    try:
        # numba has no public way to ask; where this one goes, every start compiles once more.
        return bool(kernel._cache._cache_file._load_index())
    except (AttributeError, OSError):
        return False

"""Alone (what one worker makes while the others wait, for they find it made then)."""

import json
import sys
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: each worker makes all of it
    fcntl = None  # type: ignore[assignment]


@contextmanager
def file_lock(path: Path):
    """Hold a lock that no other process has."""
    with path.open("w") as file:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def kept(path: Path, make):
    """Return what ``make`` gives, out of this file if another test has made it already."""
    with file_lock(path.with_suffix(".lock")):
        if not path.exists():
            path.write_text(json.dumps(make()))
        return json.loads(path.read_text())


class CompileLock:
    """Lock by which one process at a time compiles kernels; the next finds them compiled.

    All workers need the same kernels at about the same time, just after an installation.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._mine = threading.RLock()
        self._inside = 0

    def watch(self) -> bool:
        """Return whether numba is there, once it asks here before it compiles."""
        numba = sys.modules.get("numba.core.dispatcher")
        if numba is None:
            return False
        compile_alone = numba.Dispatcher.compile

        def compiled(dispatcher, signature):
            with self._mine, ExitStack() as stack:
                if not self._inside:  # a kernel that calls others has them compiled, too
                    stack.enter_context(file_lock(self._place))
                self._inside += 1
                try:
                    return compile_alone(dispatcher, signature)
                finally:
                    self._inside -= 1

        numba.Dispatcher.compile = compiled
        return True

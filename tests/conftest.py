"""The tests read English, whatever the language of the machine they run on."""

import asyncio
import gc
import itertools
import os
import shutil
import signal
import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest

from support.campaign import campaign
from support.once import CompileLock, file_lock
from support.web.browser import CHROMIUM, PAGES, started
from underboard.sim.fork_server import opened

# The command line speaks the locale's language; a test of French sets its own.
os.environ["LC_ALL"] = "C.UTF-8"
# Nor do anybody's own defaults matter.
os.environ["UNDERBOARD_CONFIG"] = os.devnull
# Matrices here are small: further threads of NumPy take more time than they save.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# A shell that starts the tests in the background has them ignore Ctrl-C, and their programs too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
MEMORY = Path("/dev/shm")
"""Linux keeps this folder in memory: files that tests write wait for no disk there."""
ROOM = 1 << 30
"""What a run may write, in bytes, with plenty to spare."""
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("TMPDIR", str(MEMORY))
    tempfile.tempdir = None
BYTECODE = Path(sys.prefix, "bytecode")
"""Compiled modules, apart from the sources: workers and simulated boards start twice as fast."""
GATHERED = BYTECODE / "gathered"
"""There once some process has gathered all tests, and so compiled what it needs."""
BYTECODE.mkdir(exist_ok=True)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(BYTECODE)
sys.dont_write_bytecode = False


class Gathering:
    """How tests are gathered: each worker does it, before its first one."""

    @staticmethod
    def pytest_ignore_collect(collection_path):
        """Import no module only to find that it shows no example."""
        if collection_path.suffix == ".py" and HERE not in collection_path.parents:
            return b">>>" not in collection_path.read_bytes() or None
        return None

    @staticmethod
    def pytest_collection():
        """Sweep no heap that only grows."""
        gc.disable()

    @staticmethod
    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(collector):
        """Compile each module once after an installation; the other workers wait for it."""
        if GATHERED.exists() or not isinstance(collector, pytest.Module):
            return (yield)
        with file_lock(BYTECODE / (collector.nodeid.replace("/", "+") + ".lock")):
            return (yield)

    @staticmethod
    def pytest_itemcollected(item):
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("pages")

    @staticmethod
    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(config, items):
        """Give what draws pages to a third of the workers; leave what is quick for the end.

        Each worker that draws begins a Chromium and a table of its own, for four seconds.  A run
        ends when its last test does: modules without a slow one come last, so nobody waits long.
        """
        workers = getattr(config, "workerinput", {}).get("workercount", 1)
        drawers = max(1, (workers + 1) // 3)
        drawn = [item for item in items if item.get_closest_marker("pages")]
        rest = [item for item in items if not item.get_closest_marker("pages")]
        slow = {item.path for item in rest if item.get_closest_marker("slow")}
        long = [item for item in rest if item.path in slow]
        quick = iter([item for item in rest if item.path not in slow])
        count, items[:] = len(items), []
        for at in range(workers):  # pytest-xdist hands out equal parts, and then steals
            first = drawn[at * len(drawn) // drawers : (at + 1) * len(drawn) // drawers]
            first += long[at * len(long) // workers : (at + 1) * len(long) // workers]
            size = (count - len(items)) // (workers - at)
            items += first + list(itertools.islice(quick, max(0, size - len(first))))
        items += quick

    @staticmethod
    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(nextitem):
        """End what draws once the next test does not draw."""
        try:
            return (yield)
        finally:
            if nextitem is None or not nextitem.get_closest_marker("pages"):
                PAGES.close()

    @staticmethod
    def pytest_collection_finish():
        GATHERED.touch()
        gc.freeze()  # what was gathered stays: no sweep need look at it
        gc.enable()
        CompileLock(Path(tempfile.gettempdir(), "underboard-kernels.lock")).watch()

    @staticmethod
    def pytest_sessionfinish():
        """Sweep nothing at the end either: pytest would do it five times, for a second."""
        gc.freeze()

    @staticmethod
    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(file_path):
        """Look for no examples in tests."""
        found = yield
        if HERE in file_path.parents:
            found = [one for one in found if type(one).__name__ != "DoctestModule"]
        return found


def pytest_configure(config):
    """Make runs alike, and forget the bytecode of the drives that former ones made."""
    # Only now: pytest compiles most of its modules itself, and keeps them where BYTECODE says.
    from hypothesis import HealthCheck, settings
    from hypothesis.internal.conjecture import providers

    # No property depends on how busy the machine is, and each run tries the same examples.
    settings.register_profile(
        "steady",
        max_examples=campaign(50, 100),
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("steady")
    # Nor on what this worker has loaded, out of which it would pick numbers to try.
    providers.is_local_module_file = lambda path: False
    config.pluginmanager.register(Gathering())
    if not hasattr(config, "workerinput"):
        place = Path(tempfile.gettempdir()).resolve()
        for folder in BYTECODE.joinpath(*place.parts[1:]).glob("pytest-of-*"):
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True, scope="module")
def small_heap():
    """Leave what is there already to no sweep of the heap.

    The firmware sweeps often, as a board must; here it would look through all that thousands
    of tests have loaded, for a tenth of a second each time.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def nursery():
    """Take simulated boards from one process per worker."""
    with opened():
        yield


@pytest.fixture
def browser():
    """A real browser for all tests of this worker, and the event loop of its driver."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    return PAGES.get("browser", partial(started, api))


@pytest.fixture
def chromium(browser):
    """The browser, for one test; other tests of this worker may run loops of their own."""
    browser, loop = browser
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Start two more workers than cores, for tests that wait; each gathers for four seconds."""
    return (os.cpu_count() or 1) + 2

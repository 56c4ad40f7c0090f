"""Tests use what a module shows, and wait for what happens, not by the clock."""

import ast
from pathlib import Path

from support import waiting

TESTS = Path(__file__).parents[1]
MAX_LINES = 163
"""Lines of tests that reach into a private attribute."""
OWN = {"self", "cls", "os", "sys", "asyncio"}
"""Names whose underscored attributes are a test's own, or a library's only ones."""
SHOWN = {"_replace", "_asdict", "_make", "_fields"}
"""Public in spite of their underscore: a named tuple's."""


def reaches(source):
    """Return the lines that name a private attribute of something else."""
    return {
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and node.attr not in SHOWN
        and not (isinstance(node.value, ast.Name) and node.value.id in OWN)
        and ast.unparse(node.value) != "super()"
    }


def test_fewer_and_fewer_lines_reach_into_private_attributes():
    paths = [
        path for path in TESTS.rglob("*.py")
        if not {"bench", "campaigns"} & set(path.relative_to(TESTS).parts)
    ]  # fmt: skip
    found = {path.name: len(reaches(path.read_text("utf-8"))) for path in paths}
    assert sum(found.values()) <= MAX_LINES, sorted(found.items(), key=lambda row: -row[1])[:9]


CLOCKS = {"sleep", "monotonic", "time", "perf_counter"}
"""Functions of ``time`` that tests leave to ``support/waiting.py``."""
FASTER = {"tests/support/galerapagos/full_evening.py", "tests/support/galerapagos/phones.py"}
"""Where a show runs by a clock of its own, made from the machine's."""
CHANCE = {"tests/support/galerapagos/killed_command.py", "tests/web/test_join.py"}
"""Where a kill or a slow wire comes at a random moment; nothing is expected by it."""


def looks_at_the_clock(source):
    """Return the lines that read the machine's time, or sleep."""
    return {
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) == "time"
        and node.attr in CLOCKS
    }


def test_no_test_waits_by_the_clock():
    found = set()
    for path in [path for path in TESTS.rglob("*.py") if path != Path(waiting.__file__)]:
        if not {"bench", "campaigns"} & set(path.relative_to(TESTS).parts):
            if looks_at_the_clock(path.read_text("utf-8")):
                found.add(path.relative_to(TESTS.parent).as_posix())
    assert found == FASTER | CHANCE


def test_what_is_private_and_what_is_not():
    source = "a._b\nself._b\nsuper()._b\na.__class__\na._replace(x=1)\na.b._c.d\n"
    assert reaches(source) == {1, 6}

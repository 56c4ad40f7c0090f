"""Layers (knowledge points down only, and the firmware keeps to what a board has).

What a board lacks is from firmware/docs/circuitpython.md, section 1: tried on
CircuitPython's own desktop build.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from house import rooms

ROOT = Path(__file__).parents[2]
CORE = sorted((ROOT / "firmware/lib/boardcore").rglob("*.py"))
DRIVERS = sorted((ROOT / "firmware/lib/boardio").rglob("*.py"))
WIRING = sorted((ROOT / "firmware").glob("*.py"))
HOST = sorted((ROOT / "host/underboard").rglob("*.py"))
BOARD_CODE = CORE + DRIVERS + WIRING

ON_THE_BOARD = {"collections", "struct", "array", "math", "binascii", "json", "gc", "micropython"}
FOR_TYPES_ONLY = {"collections.abc", "typing"}
"""May be imported where a missing module is caught: a board ignores annotations."""
ARRAYS = {"ulab", "numpy"}
"""Of these one is taken if it is there (``sensing/observe/field/linear.py``)."""
HARDWARE = {"board", "keypad", "usb_cdc", "supervisor", "storage", "microcontroller"}
DRIVEN = HARDWARE | {
    "digitalio", "analogio", "busio", "pwmio", "neopixel", "neopixel_write", "nvm", "watchdog",
    "adafruit_pixelbuf",
}  # fmt: skip
"""What a driver is handed, so that its file can be imported on a computer."""

LACKING_METHODS = {
    "bit_count", "isalnum", "zfill", "ljust", "rjust", "removeprefix", "removesuffix", "casefold",
    "title", "capitalize", "maketrans", "_replace", "_asdict",
}  # fmt: skip
WORLD = {"print", "open", "input", "exec", "eval", "breakpoint"}
"""What the pure core never calls: it is handed everything it needs."""


def each(paths):
    """Call a test with every path; fail with all that went wrong, each with its file."""

    def over(test):
        # No functools.wraps: pytest would take the test's own argument for a fixture.
        def looped():
            wrong = []
            for path in paths:
                try:
                    test(path)
                except AssertionError as error:
                    wrong.append(f"{path.relative_to(ROOT)}: {error}")
            assert not wrong, "\n\n".join(wrong)

        looped.__name__ = test.__name__
        return looped

    return over


@cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def statements(body):
    """Yield all statements, at whatever depth: imports stand in nothing else."""
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, name, ()))


@cache
def imported(tree):
    """Return ``(module, line)`` for every import, at whatever depth, but those for types only."""
    for_types = [
        inner
        for node in statements(tree.body)
        if (isinstance(node, ast.Try) and catches_missing_modules(node))
        or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
        for inner in ast.walk(node)
    ]
    names = []
    for node in statements(tree.body):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = ["." * node.level + (node.module or "")]
        else:
            continue
        for name in found:
            if node not in for_types or name.split(".")[0] not in FOR_TYPES_ONLY | ARRAYS:
                names.append((name, node.lineno))
    return names


def catches_missing_modules(node):
    return any("ImportError" in ast.dump(handler.type or node) for handler in node.handlers)


def packages(names):
    return {name.split(".")[0] for name, _ in names}


def top_of(tree):
    """Return the tree without the bodies of its functions."""
    statements = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            inner = [part for part in node.body if not isinstance(part, ast.FunctionDef)]
            node = ast.ClassDef(node.name, node.bases, node.keywords, inner, node.decorator_list)
        if not isinstance(node, ast.FunctionDef):
            statements.append(node)
    return ast.Module(statements, [])


# Who may import whom


@each(CORE)
def test_the_core_imports_only_itself_and_what_the_board_has(path):
    assert packages(imported(tree_of(path))) <= ON_THE_BOARD | {"boardcore"}


EXPLAIN = [path for path in CORE if path.parent.name == "explain"]
OBSERVE = [path for path in CORE if "observe" in path.relative_to(ROOT).parts]


@each(EXPLAIN)
def test_the_explainer_knows_no_game_and_no_sensor(path):
    own = ("boardcore.sensing.explain", "boardcore.ticks", "math")
    assert [name for name, _ in imported(tree_of(path)) if not name.startswith(own)] == []


@each(OBSERVE)
def test_an_observation_knows_no_game_but_that_of_its_layout(path):
    """What observes finds its game's module by ``games``; calibrations name cells by places."""
    games = ("boardcore.pylos", "boardcore.apagos", "boardcore.gyges", "boardcore.play")
    assert [name for name, _ in imported(tree_of(path)) if name.startswith(games)] == []


@each(CORE)
def test_the_core_asks_the_world_nothing(path):
    calls = [
        (node.func.id, node.lineno)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORLD
    ]
    assert calls == []


@each(DRIVERS)
def test_a_driver_can_be_imported_on_a_computer(path):
    assert not packages(imported(top_of(tree_of(path)))) & DRIVEN


@each(CORE + DRIVERS + WIRING)
def test_the_firmware_does_not_know_the_host(path):
    assert "underboard" not in packages(imported(tree_of(path)))


@each([path for path in HOST if "sim" not in path.relative_to(ROOT).parts])
def test_the_host_touches_neither_hardware_nor_drivers_outside_the_simulator(path):
    assert not packages(imported(tree_of(path))) & (HARDWARE | {"boardio"})


GAME_PACKAGE = re.compile(r"\b(boardcore|underboard\.games)\.(pylos|apagos|gyges)\b")
REGISTRIES = {"firmware/lib/boardcore/games.py", "host/underboard/registry.py"}
"""The tables of all games: a string there is what loads a game's package."""


def owner_of(path):
    """Return the game to whose package a file belongs, "" for the rest of the program."""
    match = re.search(r"/(?:boardcore|games)/(pylos|apagos|gyges)/", path.as_posix())
    return match[1] if match else ""


def loaded_games(path):
    """Return the games whose packages a file imports, or names as modules in its strings."""
    tree = tree_of(path)
    said = [name for name, _ in imported(tree)]
    said += [node.value for node in ast.walk(tree)
             if isinstance(node, ast.Constant) and isinstance(node.value, str)]  # fmt: skip
    return {match[2] for text in said for match in GAME_PACKAGE.finditer(text)}


@each([path for path in CORE + DRIVERS + WIRING + HOST
       if path.relative_to(ROOT).as_posix() not in REGISTRIES])  # fmt: skip
def test_only_the_registry_loads_the_package_of_a_game(path):
    assert loaded_games(path) <= {owner_of(path)}


def test_a_package_that_is_loaded_past_the_registry_is_noticed(tmp_path):
    path = tmp_path / "x.py"
    for text in ("from boardcore.pylos import rules\n", "import underboard.games.pylos.page\n",
                 "def f():\n    return load('underboard.games.pylos.physics')\n"):  # fmt: skip
        path.write_text(text, encoding="utf-8")
        tree_of.cache_clear()
        assert loaded_games(path) == {"pylos"}


def test_no_file_of_the_board_hides_a_module():
    taken = DRIVEN | ON_THE_BOARD | {"time", "types", "random", "re", "os", "sys", "io"}
    assert not {path.stem for path in CORE + DRIVERS} & taken


# What a board's Python understands


@each(BOARD_CODE)
def test_what_allocates_nothing_assigns_no_three_values_at_once(path):
    """CircuitPython makes a tuple of three values, not of two (circuitpython.md, section 1)."""
    lines = [
        node.lineno
        for function in ast.walk(tree_of(path))
        if isinstance(function, ast.FunctionDef)
        and "llocates nothing" in (ast.get_docstring(function) or "")
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Tuple)
        and isinstance(node.targets[0], ast.Tuple)
        and len(node.value.elts) > 2
    ]
    assert lines == []


def too_much(tree):
    """Yield what a board's Python refuses or lacks, with its line."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if type(node).__name__ in ("Match", "TryStar", "TemplateStr", "TypeAlias"):
            yield line, f"{type(node).__name__} is a syntax error there"
        if isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0].lineno, "positional-only arguments are a syntax error there"
        if isinstance(node, ast.List | ast.Tuple | ast.Set) and isinstance(
            getattr(node, "ctx", ast.Load()), ast.Load
        ):
            if any(isinstance(part, ast.Starred) for part in node.elts):
                yield line, "[*a, *b] is a syntax error there: write a + b"
        if isinstance(node, ast.Dict) and None in node.keys:
            yield line, "{**a} is a syntax error there"
        if isinstance(node, ast.ClassDef) and any(k.arg == "metaclass" for k in node.keywords):
            yield line, "metaclass= is a TypeError there"
        if isinstance(node, ast.FunctionDef) and node.name == "__init_subclass__":
            yield line, "__init_subclass__ is never called there"
        if isinstance(node, ast.Slice) and node.step is not None:
            if not (isinstance(node.step, ast.Constant) and node.step.value == 1):
                yield node.lower.lineno if node.lower else line, "slices have no steps there"
        if isinstance(node, ast.Call):
            yield from too_much_in_a_call(node)
        if isinstance(node, ast.Delete) and any(
            isinstance(t, ast.Subscript) and isinstance(t.slice, ast.Slice) for t in node.targets
        ):
            yield line, "del a[:n] does not work on a bytearray there"


def too_much_in_a_call(node):
    keywords = {keyword.arg for keyword in node.keywords}
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if method in LACKING_METHODS:
        yield node.lineno, f".{method} is not there"
    for called, keyword in (("zip", "strict"), ("dumps", "sort_keys"), ("decode", "errors")):
        if called in (name, method) and keyword in keywords:
            yield node.lineno, f"{called}({keyword}=) is not there"


def recursive(tree):
    """Yield every function that calls itself by name: the board's stack ends at 20 calls."""
    methods = [
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for inner in node.body
        if isinstance(inner, ast.FunctionDef)
    ]
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        # A method may well call a function of the module that has its name.
        own = f"self.{function.name}" if function in methods else function.name
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == own:
                yield node.lineno, f"{function.name} calls itself"


@each(BOARD_CODE)
def test_a_board_understands_the_syntax(path):
    assert list(too_much(tree_of(path))) == []


@each(BOARD_CODE)
def test_nothing_on_the_board_calls_itself(path):
    assert list(recursive(tree_of(path))) == []


REFUSED = [
    "match 1:\n    case 1: pass",
    "def f(a, /): pass",
    "x = [*a, *b]",
    "x = (*a, b)",
    "x = {*a}",
    "x = {**a, **b}",
    "class A(metaclass=B): pass",
    "class A:\n    def __init_subclass__(cls): pass",
    "x = a[::-1]",
    "x = a[1:9:2]",
    "n = mask.bit_count()",
    "s = s.zfill(2)",
    "for a, b in zip(x, y, strict=True): pass",
    "json.dumps(x, sort_keys=True)",
    "raw.decode('ascii', errors='replace')",
    "del buffer[:3]",
]
ACCEPTED = [
    "def f(*args, key=1, **more): g(*args, **more)",
    "a, *b = c",
    "x = a[1:]",
    "x = f'{a!r:>{n}}'",
    "if (n := f()): pass",
    "x: int | None = None",
    "del a[0]",
    "for i, x in enumerate(y): pass",
]


@pytest.mark.parametrize("source", REFUSED)
def test_what_a_board_refuses_is_noticed(source):
    assert list(too_much(ast.parse(source)))


@pytest.mark.parametrize("source", ACCEPTED)
def test_what_a_board_understands_is_let_be(source):
    assert list(too_much(ast.parse(source))) == []


def test_every_way_to_import_is_noticed():
    source = """
import keypad
from usb_cdc import data
try:
    from typing import Any
    import board
except ImportError:
    pass
def f():
    import supervisor.runtime
class A:
    import storage
"""
    tree = ast.parse(source)
    assert packages(imported(tree)) == {"keypad", "usb_cdc", "board", "supervisor", "storage"}
    assert packages(imported(top_of(tree))) == {"keypad", "usb_cdc", "board", "storage"}


def test_a_function_that_calls_itself_is_noticed():
    source = """
def f(n):
    return f(n)
class A:
    def g(self):
        self.g()
    def f(self):
        f(1)
"""
    assert len(list(recursive(ast.parse(source)))) == 2


def test_there_is_something_to_look_at():
    assert EXPLAIN
    assert OBSERVE
    assert len(CORE) > 4
    assert len(HOST) > 4


# Rooms

MAX_MODULES = 17
"""Modules of one folder: past that it holds more than one question."""
LONGEST = 450
"""Lines of one module: a board's compiler runs out of room, and so do readers."""


def test_no_room_is_crowded():
    rooms = Counter(path.parent for path in CORE + DRIVERS + HOST if path.name != "__init__.py")
    assert not {str(room.relative_to(ROOT)): n for room, n in rooms.items() if n > MAX_MODULES}


def test_no_module_is_too_long_to_read():
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in CORE + DRIVERS + HOST}
    assert not {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST}


def name_of(path):
    """Return the dotted name of a module."""
    base = ROOT / ("firmware/lib" if path.is_relative_to(ROOT / "firmware") else "host")
    parts = path.relative_to(base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules_in(node, known):
    """Return the modules that an import statement needs, of those that are known."""
    if isinstance(node, ast.ImportFrom) and node.module:
        inner = {f"{node.module}.{alias.name}" for alias in node.names}
        return inner & known or {node.module} & known
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names} & known
    return set()


def needed_by(path, known, types=False):
    """Return the modules that a module imports: at its top, in its functions, for types."""
    body = tree_of(path).body
    if not types:
        for_types = [node for node in body if rooms.is_for_types(node)]
        body = [node for node in body if node not in for_types]
    return {name for node in statements(body) for name in modules_in(node, known)}


def circles_of(needs):
    """Return each set of modules in which every one needs every other, directly or not."""
    reached = {name: set(inner) for name, inner in needs.items()}
    # Warshall's closure, from sets.
    for middle in needs:
        for inner in reached.values():
            if middle in inner:
                inner |= reached[middle]
    rings = {frozenset(o for o in reached[name] if name in reached[o]) for name in needs}
    return [sorted(ring) for ring in rings if ring]


def circles(types):
    paths = {name_of(path): path for path in CORE + DRIVERS + HOST}
    needs = {name: needed_by(path, paths.keys(), types) - {name} for name, path in paths.items()}
    return sorted(circles_of(needs))


CIRCLES = 0
"""Circles of modules, counting imports within functions; the number may only fall."""
TYPE_CIRCLES = 6
"""The same, counting imports for types as well."""


@pytest.mark.parametrize(("types", "most"), [(False, CIRCLES), (True, TYPE_CIRCLES)])
def test_no_modules_import_one_another_in_a_circle(types, most):
    found = circles(types)
    assert len(found) <= most, "\n".join(", ".join(ring) for ring in found)


def test_a_circle_of_imports_is_noticed():
    ring = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"f"}, "f": {"e"}}
    assert sorted(circles_of(ring)) == [["a", "b", "c"], ["e", "f"]]
    assert circles_of({"a": {"b"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.parametrize(
    ("source", "found", "with_types"),
    [
        ("import a", {"a"}, {"a"}),
        ("from a import b", {"a.b"}, {"a.b"}),
        ("from a import c", {"a"}, {"a"}),
        ("def f():\n    from a import b", {"a.b"}, {"a.b"}),
        ("if TYPE_CHECKING:\n    import a", set(), {"a"}),
        ("import z", set(), set()),
    ],
)
def test_imports_are_seen_wherever_they_stand(source, found, with_types, tmp_path):
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert needed_by(path, {"a", "a.b"}) == found
    assert needed_by(path, {"a", "a.b"}, types=True) == with_types


@pytest.mark.parametrize("folder", ["firmware/lib/boardcore", "firmware/lib/boardio",
                                    "host/underboard"])  # fmt: skip
def test_no_arrow_leads_upwards_from_room_to_room(folder):
    _, arrows = rooms.read(ROOT / folder)
    _, upwards = rooms.split(arrows)
    assert upwards == []


def test_an_arrow_that_leads_upwards_is_noticed(tmp_path):
    for name, text in {"a/x": "from p.b.y import Y", "b/y": "def f():\n    from p.a.x import X",
                       "c/z": "if TYPE_CHECKING:\n    from p.a.x import X", "d": "from p import a",
                       "a/__init__": "from p.c import z"}.items():  # fmt: skip
        path = tmp_path / f"p/{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    _, arrows = rooms.read(tmp_path / "p")
    assert set(arrows) == {("a", "b"), ("b", "a"), ("d", "a"), ("a", "c")}
    assert rooms.split(arrows)[1] == [("b", "a")]


def test_no_console_takes_what_is_printed_for_markup():
    for path in [path for path in HOST if "Console(" in path.read_text("utf-8")]:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Console":
                off = {word.arg for word in node.keywords if ast.unparse(word.value) == "False"}
                assert {"markup", "emoji"} <= off, f"{path}:{node.lineno}"


def test_players_do_not_wait_for_what_solvers_and_halls_need():
    script = (
        "import sys, underboard.cli.play, underboard.cli.serve, underboard.cli.games\n"
        "import underboard.sim.mcu.process, underboard.engine.player\n"
        "underboard.engine.player.player_of('pylos', 'club', 1)\n"
        "print(*{'numpy', 'numba', 'importlib.metadata'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")

"""Layers (knowledge points down only, the firmware keeps to what a board has) and other rules.

What a board lacks is from firmware/docs/circuitpython.md, section 1: tried on
CircuitPython's own desktop build.  Each module is parsed once, in ``told``.
"""

import ast
import subprocess
import sys
from collections import Counter, namedtuple

import pytest

from house import layers, rooms, wording
from house.sources import ALL, CORE, DRIVERS, HOST, ROOT, Module
from support.rows import for_each

PROGRAM = CORE + DRIVERS + HOST
RULES = layers.RULES | wording.RULES

Told = namedtuple("Told", "breaches modules classes private any_lines constants")
"""What the tree tells: breaches of rules, dotted name and imports of each module of the program,
names of the host's classes, and lines or marks that are counted."""


@pytest.fixture(scope="module")
def told():
    told = Told([], {}, Counter(), Counter(), Counter(), [])
    rules = [(name, frozenset(paths), rule) for name, (paths, rule) in RULES.items()]
    program, host, suite = frozenset(PROGRAM), frozenset(HOST), frozenset(wording.SUITE)
    for path in ALL:
        module = Module.read(path)
        for name, paths, rule in rules:
            if path in paths:
                found = [f"{module.name}:{line}: {name}: {why}" for line, why in rule(module)]
                told.breaches.extend(found)
        if path in program:
            told.modules[path] = module.dotted, module.imports
            told.constants.extend(wording.constants(module))
        if path in host:
            told.classes.update(node.name for node in module.all(ast.ClassDef))
            told.any_lines[module.name] = len(wording.any_lines(module))
        if path in suite:
            told.private[module.name] = len(wording.private(module))
    return told


def test_every_module_keeps_its_rules(told):
    assert not told.breaches, "\n".join(told.breaches)


def test_there_is_something_to_look_at():
    assert not [name for name, (paths, _) in RULES.items() if len(paths) < 5]
    exceptions = {
        layers.needs_a_computer: layers.OWNERS,
        wording.looks_at_the_clock: wording.CLOCKED,
    }
    for rule, paths in exceptions.items():
        assert not [path for path in paths if not list(rule(Module.read(path)))]


NOTICED = [
    # rule, source
    ("the core imports only itself and what the board has", "def f():\n    import time"),
    ("the core imports only itself and what the board has", "from underboard import errors"),
    ("the explainer knows no game and no sensor", "from boardcore.sensing import calibrator"),
    ("an observation knows no game", "import boardcore.pylos.rules"),
    ("the core asks the world nothing", "print(1)"),
    ("a driver can be imported on a computer", "import keypad"),
    ("a driver can be imported on a computer", "class A:\n    from usb_cdc import data"),
    ("circup has nothing to install", "import adafruit_hid"),
    ("circup has nothing to install", "try:\n    import adafruit_hid\nexcept ImportError: pass"),
    ("the host has no hardware outside its simulator", "from boardio import flash"),
    ("only the registry loads a game", "from boardcore.pylos import rules"),
    ("only the registry loads a game", "from underboard.games import pylos"),
    ("only the registry loads a game", "import underboard.games.pylos.page"),
    ("only the registry loads a game", "def f(): return load('underboard.games.pylos.physics')"),
    ("nothing on the board calls itself", "def f(n):\n    return f(n)"),
    ("nothing on the board calls itself", "class A:\n    def g(self):\n        self.g()"),
    ("what allocates nothing assigns no three values at once",
     'def f():\n    """Allocates nothing."""\n    a, b, c = 1, 2, 3'),
    ("no console takes text for markup", "Console(markup=False)"),
    ("no room but the drivers owns a thread, a process or a pause", "time.sleep(1)"),
    ("no room but the drivers owns a thread, a process or a pause", "from anyio import to_thread"),
    ("docstrings open with an imperative or a noun phrase", '"""Names: what is called how."""'),
    ("docstrings open with an imperative or a noun phrase", 'def f():\n    """Note that."""'),
    ("no test waits by the clock", "time.monotonic()"),
    *[("a board understands the syntax", source) for source in (
        "match 1:\n    case 1: pass", "def f(a, /): pass", "x = [*a, *b]", "x = (*a, b)",
        "x = {*a}", "x = {**a, **b}", "class A(metaclass=B): pass",
        "class A:\n    def __init_subclass__(cls): pass", "x = a[::-1]", "x = a[1:9:2]",
        "n = mask.bit_count()", "s = s.zfill(2)", "for a, b in zip(x, y, strict=True): pass",
        "json.dumps(x, sort_keys=True)", "raw.decode('ascii', errors='replace')",
        "del buffer[:3]")],
]  # fmt: skip
LET_BE = [
    ("a board understands the syntax", source) for source in (
        "def f(*args, key=1, **more): g(*args, **more)", "a, *b = c", "x = a[1:]",
        "x = f'{a!r:>{n}}'", "if (n := f()): pass", "x: int | None = None", "del a[0]",
        "for i, x in enumerate(y): pass")
] + [
    ("the core imports only itself and what the board has",
     "try:\n    from typing import Any\n    import ulab.numpy\nexcept ImportError: pass"),
    ("a driver can be imported on a computer", "def f():\n    import keypad"),
    ("nothing on the board calls itself", "class A:\n    def f(self):\n        f(1)"),
    ("what allocates nothing assigns no three values at once",
     'def f():\n    """Allocates nothing."""\n    a, b = 1, 2'),
    ("no console takes text for markup", "Console(markup=False, emoji=False)"),
]  # fmt: skip


@pytest.mark.parametrize("rows", [NOTICED, LET_BE], ids=["noticed", "let be"])
def test_what_breaks_a_rule_is_noticed(rows):
    told = [row for row in rows if bool(list(RULES[row[0]][1](Module(row[1])))) == (rows is LET_BE)]
    assert told == []
    assert rows is LET_BE or {name for name, _ in rows} == set(RULES)


# Counts

OF_A_GAME = {"Engine", "GameDrawing", "GameShapes", "Hands", "Judge", "Level", "Table"}
"""Classes that every game has under the same name: the interface of its modules."""
MAX_ANY = 214
"""Lines of the host that name Any; the number may only fall."""
MAX_PRIVATE = 163
"""Lines of tests that reach into a private attribute; the number may only fall."""
WITH_UNIT, WITH_SOURCE = 96, 92
"""Numeric constants with a unit, and with a source or *chosen*, in per cent: these only rise."""


def test_a_class_of_the_host_has_its_name_for_itself(told):
    assert {name for name, count in told.classes.items() if count > 1} <= OF_A_GAME


def test_any_and_private_attributes_become_rarer(told):
    assert told.any_lines.total() <= MAX_ANY, told.any_lines.most_common(9)
    assert told.private.total() <= MAX_PRIVATE, told.private.most_common(9)


def test_constants_have_a_unit_and_a_source(told):
    unit, source = (100 * sum(marks) / len(marks) for marks in zip(*told.constants, strict=True))
    assert unit >= WITH_UNIT
    assert source >= WITH_SOURCE


def test_what_is_counted():
    module = Module("a._b\nself._b\nsuper()._b\na.__class__\na._replace(x=1)\na.b._c.d\n")
    assert wording.private(module) == {1, 6}
    module = Module('from typing import Any\nx: "Any"\ny: dict[str, Any] = {}\nz = "Any day"\n')
    assert wording.any_lines(module) == {2, 3}
    module = Module('Y = 4\n"""Chosen."""\n\nX_MS = 3\nz = 5\n')
    assert list(wording.constants(module)) == [(False, True), (True, False)]


# Rooms

MAX_MODULES = 17
"""Modules of one folder: past that it holds more than one question."""
LONGEST = 450
"""Lines of one module: a board's compiler runs out of room, and so do readers."""


def test_no_file_of_the_board_hides_a_module():
    taken = layers.DRIVEN | layers.PURE | {"time", "types", "random", "re", "os", "sys", "io"}
    assert not {path.stem for path in CORE + DRIVERS} & taken


def test_no_room_is_crowded_and_no_module_too_long_to_read():
    crowd = Counter(path.parent for path in PROGRAM if path.name != "__init__.py")
    assert not {str(room.relative_to(ROOT)): n for room, n in crowd.items() if n > MAX_MODULES}
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in PROGRAM}
    assert not {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST}


def needed(imports, known, types=False):
    """Return the modules of those known that imports need: at the top, in functions, for types."""
    found = set()
    for one in imports:
        if types or not one.types:
            inner = {f"{one.module}.{name}" for name in one.names}
            found |= inner & known or {one.module} & known
    return found


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


@pytest.mark.parametrize(("types", "most"), [(False, 0), (True, 4)])
def test_no_modules_import_one_another_in_a_circle(told, types, most):
    """Imports in functions count; circles that imports for types only close may become fewer."""
    known = {dotted for dotted, _ in told.modules.values()}
    needs = {
        dotted: needed(imports, known, types) - {dotted}
        for dotted, imports in told.modules.values()
    }
    found = circles_of(needs)
    assert len(found) <= most, "\n".join(", ".join(ring) for ring in sorted(found))


def test_a_circle_of_imports_is_noticed():
    ring = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"f"}, "f": {"e"}}
    assert sorted(circles_of(ring)) == [["a", "b", "c"], ["e", "f"]]
    assert circles_of({"a": {"b"}, "b": {"c"}, "c": set()}) == []


@for_each(
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
def test_imports_are_seen_wherever_they_stand(source, found, with_types):
    imports = Module(source).imports
    assert needed(imports, {"a", "a.b"}) == found
    assert needed(imports, {"a", "a.b"}, types=True) == with_types


@for_each("folder", ["firmware/lib/boardcore", "firmware/lib/boardio",
                                    "host/underboard"])  # fmt: skip
def test_no_arrow_leads_upwards_from_room_to_room(folder, told):
    _, arrows = rooms.read(ROOT / folder, lambda path: told.modules[path][1])
    assert len(arrows) > 5
    assert rooms.split(arrows)[1] == []


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


def test_players_do_not_wait_for_what_solvers_and_halls_need():
    script = (
        "import sys, underboard.cli.play, underboard.cli.serve, underboard.cli.games\n"
        "import underboard.sim.mcu.process, underboard.engine.player\n"
        "underboard.engine.player.player_of('pylos', 'club', 1)\n"
        "print(*{'numpy', 'numba', 'importlib.metadata'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")

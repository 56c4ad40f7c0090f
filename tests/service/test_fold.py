"""The firmware's modules as one program with fewer names, as they are installed."""

import ast
import builtins
import symtable

import pytest

from underboard.deploy.fold import fold
from underboard.deploy.payload import packages, sources

RULES = b'''"""Rules."""
EMPTY, LIGHT, DARK = range(3)
FAR = -5
WIDE = 1 << 30
HALF = 0.5
LIST = (EMPTY, DARK)
ASKED = 7


class Game:
    _turns: "list[int]"

    def __init__(self, side: int = LIGHT) -> None:
        self._turns: list[int] = []
        self._side = side

    def other(self) -> int:
        return self._far() + FAR ** 2

    def _far(self):
        return WIDE
'''
USER = b"""TYPE_CHECKING = False
if TYPE_CHECKING:
    from boardcore.other import Other

from boardcore import rules
from boardcore.rules import (
    DARK,
    FAR as AWAY,
    HALF,
    Game,
)


class Longer(Game):
    def __init__(self) -> "Other":
        Game.__init__(self, DARK)
        self._length = AWAY + HALF

    def told(self):
        return f"{DARK} {rules.ASKED} {self._length}"


class Stranger:
    def __init__(self):
        self._alone = 1
"""
STRANGER = b"""class Third:
    def __init__(self):
        self._third, self._length_mm, self._sides = 1, 2, 3

    def look(self):
        return getattr(self, "_third") + self._length_mm + self._sides
"""
TREE = {
    "lib/boardcore/rules.py": RULES,
    "lib/boardcore/user.py": USER,
    "lib/boardcore/third.py": STRANGER,
}


def folded(outside=()):
    return {name: data.decode() for name, data in fold(TREE, outside).items()}


def test_numbers_stand_where_their_names_stood():
    rules = folded()["lib/boardcore/rules.py"]
    assert "EMPTY" not in rules
    assert "LIGHT" not in rules
    assert "= (0, 2)" in rules
    assert "side = 1" in rules
    assert "(-5) ** 2" in rules, "not -(5 ** 2)"


def test_what_somebody_still_asks_for_stays():
    rules = folded()["lib/boardcore/rules.py"]
    assert "ASKED = 7" in rules, "as an attribute of its module"
    assert "DARK = 2" in rules, "in an f-string: its place in the line is not known"
    assert "= 1 << 30" in rules, "no small int of a board"
    assert "import DARK, " in folded()["lib/boardcore/user.py"]


def test_what_others_ask_for_stays():
    assert "LIGHT = 1" in folded([b"from boardcore.rules import LIGHT"])["lib/boardcore/rules.py"]
    assert "_far" in folded([b"game._far()"])["lib/boardcore/rules.py"]
    assert "_far" not in folded()["lib/boardcore/rules.py"]


def test_what_others_call_their_own_is_theirs_alone():
    alone = b"class Hand:\n    def _far(self):\n        return self._side\n"
    rules = folded([alone])["lib/boardcore/rules.py"]
    assert "_far" not in rules
    assert "_side" not in rules
    assert "_far" in folded([alone.replace(b"Hand", b"Hand(Game)")])["lib/boardcore/rules.py"]


def test_exceptions_keep_their_names():
    tree = {"lib/boardcore/errors.py": b"class Odd(ValueError):\n    pass\n\n\nclass Even: pass\n"}
    assert "class Odd" in fold(tree)["lib/boardcore/errors.py"].decode()
    assert "Even" not in fold(tree)["lib/boardcore/errors.py"].decode()


def test_annotations_and_imports_for_type_checkers_go():
    made = folded()
    for text in ("->", "list[int]", "TYPE_CHECKING", "Other"):
        assert text not in "".join(made.values())


def test_lines_keep_their_numbers():
    for name, text in folded().items():
        before, after = (
            [node.lineno for node in ast.walk(ast.parse(one)) if isinstance(node, ast.ClassDef)]
            for one in (TREE[name], text)
        )
        assert before == after
        assert text.count("\n") == TREE[name].count(b"\n")


def private(text):
    found = {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


def test_private_names_are_short_and_shared_by_strangers_alone():
    made = folded()
    mine, heirs = made["lib/boardcore/rules.py"], made["lib/boardcore/user.py"]
    third = made["lib/boardcore/third.py"]
    for text in (mine, third):
        assert {name for name in private(text) if len(name) > 3} <= {"_third"}
    assert "_third" in third, "it is looked for by its name"
    assert "_length" in heirs, "f-strings keep their names"
    assert not private(mine) & private(heirs), "an object of both classes has both"
    one = "class A:\n    def __init__(self):\n        self._%s_mm = 1\n"
    few = {f"lib/boardcore/{name}.py": (one % name).encode() for name in ("up", "down")}
    assert len({text.partition(b"__init__")[2] for text in fold(few).values()}) == 1


def run(tree):
    """Run modules as their imports say; return what ``Longer`` and ``Third`` answer."""
    spaces = {}
    for name in TREE:
        text = tree[name]
        source = text.decode() if isinstance(text, bytes) else text
        found = {"__name__": "one"}
        for line, module in (("from boardcore import rules\n", "lib/boardcore/rules.py"),):
            if line in source:
                found["rules"] = type("rules", (), spaces[module])
                source = source.replace(line, "\n")
        head, _, rest = source.partition("from boardcore.rules import")
        if rest:
            found.update(spaces["lib/boardcore/rules.py"])
            found["AWAY"] = found.get("FAR")
            _, _, after = rest.partition(")\n" if rest.startswith(" (") else "\n")
            source = head + after
        exec(source, found)
        spaces[name] = found
    heir, third = spaces["lib/boardcore/user.py"], spaces["lib/boardcore/third.py"]
    longer = heir["Longer"]()
    return longer.told(), longer.other(), third["Third"]().look()


def test_it_does_what_it_did():
    made = folded(
        [
            b"from boardcore.user import Longer\nfrom boardcore.third import Third\n"
            b"Longer().told() + Third().look() + Longer().other()"
        ]
    )
    assert run(made) == run(TREE) == ("2 7 -4.5", (1 << 30) + 25, 6)


@pytest.fixture(scope="module")
def installed():
    return packages()


def test_every_name_of_the_firmware_is_bound_somewhere(installed):
    for path, data in installed.items():
        table = symtable.symtable(data.decode(), path, "exec")
        known = {one.get_name() for one in table.get_symbols() if one.is_assigned()}
        known |= {one.get_name() for one in table.get_symbols() if one.is_imported()}
        known |= {one.get_name() for one in table.get_symbols() if one.is_namespace()}
        waiting = [table]
        while waiting:
            scope = waiting.pop()
            waiting += scope.get_children()
            for one in scope.get_symbols():
                if one.is_global() or (scope is table and one.is_referenced()):
                    name = one.get_name()
                    assert name in known or hasattr(builtins, name), f"{path}: {name}"


def test_every_import_of_the_firmware_finds_what_it_asks_for(installed):
    bound = {}
    for path, data in installed.items():
        table = symtable.symtable(data.decode(), path, "exec")
        name = path.removeprefix("lib/").removesuffix(".py").removesuffix("/__init__")
        bound[name.replace("/", ".")] = {one.get_name() for one in table.get_symbols()}
    asked = 0
    for path, data in installed.items():
        for node in ast.walk(ast.parse(data)):
            if isinstance(node, ast.ImportFrom) and node.module in bound:
                for alias in node.names:
                    inside = f"{node.module}.{alias.name}" in bound
                    assert inside or alias.name in bound[node.module], f"{path}: {alias.name}"
                    asked += 1
    assert asked > 300


def test_the_firmware_has_a_third_of_its_names_less(installed):
    def names(tree):
        return {
            word
            for data in tree.values()
            for node in ast.walk(ast.parse(data))
            for word in (
                getattr(node, "attr", ""),
                getattr(node, "id", ""),
                getattr(node, "name", ""),
            )
            if isinstance(word, str)
        }

    assert len(names(installed)) < 2 / 3 * len(names(sources()))

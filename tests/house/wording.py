"""Rules about names, docstrings, constants and what tests reach for."""

import ast
import re

from house.sources import ALL, ROOT, TESTS, is_name

DOCUMENTED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
NAMED = re.compile(r"[A-Z][\w' -]{1,40}: ")
RIDDLES = ("Tell whether", "Hear that", "Note that", "The same, but")


def opens_with_a_riddle(module):
    """Docstrings open with an imperative or a noun phrase; a module's never with its name."""
    for node in module.all(*DOCUMENTED):
        text = ast.get_docstring(node, clean=False) or ""
        if text.startswith(RIDDLES) or (isinstance(node, ast.Module) and NAMED.match(text)):
            yield getattr(node, "lineno", 1), f"opens with {text[:20]!r}"


CLOCKS = {"sleep", "monotonic", "time", "perf_counter"}
"""Functions of ``time`` that tests leave to ``support/waiting.py``."""
CLOCKED = [
    ROOT / "tests/support/waiting.py",
    # Here a show runs by a clock of its own, made from the machine's.
    ROOT / "tests/support/galerapagos/full_evening.py",
    ROOT / "tests/support/galerapagos/phones.py",
    # Here a kill or a slow wire comes at a random moment; nothing is expected by it.
    ROOT / "tests/support/galerapagos/killed_command.py", ROOT / "tests/web/test_join.py",
]  # fmt: skip


def looks_at_the_clock(module):
    """Yield where a test reads the machine's time, or sleeps."""
    for node in module.all(ast.Attribute):
        if node.attr in CLOCKS and is_name(node.value, "time"):
            yield node.lineno, f"waits by time.{node.attr}"


OWN = {"self", "cls", "os", "sys", "asyncio"}
"""Names whose underscored attributes are a test's own, or a library's only ones."""
SHOWN = {"_replace", "_asdict", "_make", "_fields"}
"""Public in spite of their underscore: a named tuple's."""


def private(module):
    """Return the lines that name a private attribute of something else."""
    return {
        node.lineno
        for node in module.all(ast.Attribute)
        if node.attr.startswith("_")
        and not node.attr.startswith("__")
        and node.attr not in SHOWN
        and not (isinstance(node.value, ast.Name) and node.value.id in OWN)
        and ast.unparse(node.value) != "super()"
    }


def any_lines(module):
    """Return the lines that name Any in code."""
    named = [node.lineno for node in module.all(ast.Name) if node.id == "Any"]
    return {*named, *(node.lineno for node in module.all(ast.Constant) if node.value == "Any")}


UNIT = re.compile(
    r"_(ms|us|ns|s|min|h|mm|um|g|kg|n|nm|ut|mt|hz|khz|v|mv|ma|ua|a|c|ohm|deg|px|pt|eur|kib|nats)\b"
    r"|\b(ms|s|seconds?|minutes?|days?|mm|µm|m|g|N|µT|mT|T|Hz|V|mV|mA|A|Ω|kΩ|°|degrees|%|share|"
    r"bits?|bytes?|letters?|nats|counts?|number|index|factor|ratio|code|pixels?|times|kHz|MHz|€|"
    r"values?|divisor|correlation|address|rating|mm³|"
    r"samples|scans|turns|plies|nodes|lines|columns|iterations|standard deviations|sigma)\b",
    re.IGNORECASE,
)
SOURCE = re.compile(
    r"\b(chosen|measured|computed|datasheet|sheet|specification|rules?|learnt|assumed|estimated|"
    r"after|by|tests/|firmware/docs|host/docs|as in|from|see|"
    r"of (the|a) (RP2040|Pico|chip|bootloader))\b",
    re.IGNORECASE,
)


def constants(module):
    """Yield for each numeric constant whether its unit, and its source or *chosen*, is said."""
    lines = module.text.splitlines()
    for owner in module.all(ast.Module, ast.ClassDef):
        for at, node in enumerate(owner.body):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            name, value = node.targets[0].id, node.value
            parts = [one for one in ast.walk(value) if isinstance(one, ast.Constant)]
            plain = isinstance(value, (ast.Constant, ast.BinOp, ast.UnaryOp))
            numbers = [one for one in parts if type(one.value) in (int, float)]
            if not (name.isupper() and plain and numbers and len(numbers) == len(parts)):
                continue
            after = owner.body[at + 1] if at + 1 < len(owner.body) else None
            told = f"{lines[node.end_lineno - 1].partition('#')[2]} {lines[node.lineno - 2]} "
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                told += str(after.value.value)
            unit = UNIT.search(name.lower()) or UNIT.search(told)
            yield bool(unit), bool(SOURCE.search(told))


SUITE = [path for path in TESTS if not {"bench", "campaigns"} & set(path.parts)]

RULES = {
    "docstrings open with an imperative or a noun phrase": (ALL, opens_with_a_riddle),
    "no test waits by the clock": (
        [path for path in SUITE if path not in CLOCKED], looks_at_the_clock),
}  # fmt: skip

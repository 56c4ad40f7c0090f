"""Names (a class of the host is found by its name) and constants (with a unit and a source)."""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOST = sorted((ROOT / "host/underboard").rglob("*.py"))
SOURCES = [*HOST, *sorted((ROOT / "firmware/lib").rglob("*.py"))]
OF_A_GAME = {"Engine", "GameDrawing", "GameShapes", "Hands", "Judge", "Level", "Table"}
"""Classes that every game has under the same name: the interface of its modules."""
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
WITH_UNIT, WITH_SOURCE = 96, 92
"""Numeric constants with a unit, and with a source or *chosen*: these bounds only rise."""


def constants(path: Path):
    """Yield the name of each numeric constant of a module, and what is said of it."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        if not isinstance(body, list) or isinstance(node, (ast.FunctionDef, ast.If)):
            continue
        for at, line in enumerate(body):
            if not isinstance(line, ast.Assign) or not isinstance(line.targets[0], ast.Name):
                continue
            name, value = line.targets[0].id, line.value
            parts = [one for one in ast.walk(value) if isinstance(one, ast.Constant)]
            plain = isinstance(value, (ast.Constant, ast.BinOp, ast.UnaryOp))
            numbers = [one for one in parts if type(one.value) in (int, float)]
            if not (name.isupper() and plain and numbers and len(numbers) == len(parts)):
                continue
            after = body[at + 1] if at + 1 < len(body) else None
            told = lines[line.end_lineno - 1].partition("#")[2] + lines[line.lineno - 2].strip()
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                told += str(after.value.value)
            yield name, told


def test_a_class_of_the_host_has_its_name_for_itself():
    found = Counter(
        node.name
        for path in HOST
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in found.items() if count > 1} <= OF_A_GAME


def test_constants_have_a_unit_and_a_source():
    said = [(name, told) for path in SOURCES for name, told in constants(path)]
    unit = sum(bool(UNIT.search(name.lower()) or UNIT.search(told)) for name, told in said)
    source = sum(bool(SOURCE.search(told)) for _, told in said)
    share = 100 * unit / len(said), 100 * source / len(said)
    print(f"{len(said)} constants: {share[0]:.1f} % with a unit, {share[1]:.1f} % with a source")
    assert share[0] >= WITH_UNIT
    assert share[1] >= WITH_SOURCE

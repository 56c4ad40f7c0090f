"""What a board's Python refuses or lacks (firmware/docs/circuitpython.md, section 1)."""

import ast

LACKING_METHODS = {
    "bit_count", "isalnum", "zfill", "ljust", "rjust", "removeprefix", "removesuffix", "casefold",
    "title", "capitalize", "maketrans", "_replace", "_asdict",
}  # fmt: skip
LACKING_KEYWORDS = (("zip", "strict"), ("dumps", "sort_keys"), ("decode", "errors"))
LACKING_STATEMENTS = ("Match", "TryStar", "TemplateStr", "TypeAlias")


def too_much(module):
    """Yield what a board's Python refuses or lacks, with its line."""
    for name in LACKING_STATEMENTS:
        for node in module.all(getattr(ast, name, None)):
            yield node.lineno, f"{name} is a syntax error there"
    for node in module.all(ast.arguments):
        if node.posonlyargs:
            yield node.posonlyargs[0].lineno, "positional-only arguments are a syntax error there"
    for node in module.all(ast.List, ast.Tuple, ast.Set):
        taken = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
        if not taken and any(isinstance(part, ast.Starred) for part in node.elts):
            yield node.lineno, "[*a, *b] is a syntax error there: write a + b"
    for node in module.all(ast.Dict):
        if None in node.keys:
            yield node.lineno, "{**a} is a syntax error there"
    for node in module.all(ast.ClassDef):
        if any(keyword.arg == "metaclass" for keyword in node.keywords):
            yield node.lineno, "metaclass= is a TypeError there"
    for node in module.all(ast.FunctionDef):
        if node.name == "__init_subclass__":
            yield node.lineno, "__init_subclass__ is never called there"
    for node in module.all(ast.Slice):
        if node.step is not None and ast.unparse(node.step) != "1":
            yield node.lineno, "slices have no steps there"
    for node in module.all(ast.Call):
        keywords = {keyword.arg for keyword in node.keywords}
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if method in LACKING_METHODS:
            yield node.lineno, f".{method} is not there"
        for called, keyword in LACKING_KEYWORDS:
            if called in (name, method) and keyword in keywords:
                yield node.lineno, f"{called}({keyword}=) is not there"
    for node in module.all(ast.Delete):
        if any(isinstance(t, ast.Subscript) and isinstance(t.slice, ast.Slice)
               for t in node.targets):  # fmt: skip
            yield node.lineno, "del a[:n] does not work on a bytearray there"


def recursive(module):
    """Yield every function that calls itself by name: the board's stack ends at 20 calls."""
    methods = {
        inner
        for node in module.all(ast.ClassDef)
        for inner in node.body
        if isinstance(inner, ast.FunctionDef)
    }
    for function in module.all(ast.FunctionDef):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and calls(node.func, function.name, function in methods):
                yield node.lineno, f"{function.name} calls itself"


def calls(called, name, method):
    """Return whether what is called is ``name``, or ``self.name`` of a method."""
    if method:  # which may well call a function of the module that has its name
        own = isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)
        return own and (called.value.id, called.attr) == ("self", name)
    return isinstance(called, ast.Name) and called.id == name


def three_at_once(module):
    """Yield where a function that allocates nothing assigns three values: that makes a tuple."""
    for function in module.all(ast.FunctionDef):
        if "llocates nothing" in (ast.get_docstring(function) or ""):
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
                    if isinstance(node.targets[0], ast.Tuple) and len(node.value.elts) > 2:
                        yield node.lineno, "three values at once need memory there, two do not"

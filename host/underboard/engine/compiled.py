"""Kernels of the engines run through numba where it is installed, else as plain Python.

A kernel is a module function in the language that both understand: ints of at most 63 bits,
flat sequences, no slices.  numba comes with the extra ``underboard[fast]``.
"""

import importlib
import os
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

SWITCH = "UNDERBOARD_NUMBA"
"""Environment variable: ``off`` runs plain Python although numba is installed."""

FAST: bool
"""Whether kernels are compiled; numba, which takes half a second to load, is asked when this is."""


def __getattr__(name: str) -> Any:
    if name != "FAST":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()["FAST"] = found = _numba() is not None
    return found


@cache
def _numba() -> Any:
    """Return numba, None where it is not wanted, not installed, or not fit for its NumPy."""
    if os.environ.get(SWITCH) == "off":
        return None
    try:
        return importlib.import_module("numba")
    except ImportError:
        return None


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel, once for all later runs; return it unchanged without numba."""
    numba = _numba()
    return numba.njit(cache=True, nogil=True)(function) if numba else function


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a kernel into those that call it.

    To hand a tuple of arrays on to a function costs some 100 ns, often more than its work.
    """
    numba = _numba()
    return numba.njit(nogil=True, inline="always")(function) if numba else function


def array_of(values: Sequence[int]) -> Any:
    """Return ints as kernels take them: an array for numba, a list for plain Python."""
    if not _numba():
        return list(values)
    import numpy as np

    return np.array(values, dtype=np.int64)


def plain(*modules: ModuleType) -> dict[str, Any]:
    """Return the kernels of modules as plain Python functions, to compare the two.

    They call each other, never a compiled one.  Give them lists, not arrays.
    """
    names: dict[str, Any] = {}
    for module in modules:
        names.update(vars(module))
    for name, value in list(names.items()):
        source = getattr(value, "py_func", None)
        if source is not None:
            names[name] = FunctionType(source.__code__, names, name, source.__defaults__)
    return names

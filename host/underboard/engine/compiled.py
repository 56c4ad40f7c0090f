"""Compiled: kernels of the engines run through numba where it is installed, else as plain Python.

A kernel is a module function in the language that both understand: ints of at most 63 bits,
flat sequences, no slices.  numba comes with the extra ``underboard[fast]``.
"""

import os
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any

SWITCH = "UNDERBOARD_NUMBA"
"""Environment variable: ``off`` runs plain Python although numba is installed."""

try:
    if os.environ.get(SWITCH) == "off":
        raise ImportError
    import numba
    import numpy as np

    FAST = True
except ImportError:
    FAST = False
"""Whether kernels are compiled."""


def compiled(function: Callable) -> Any:
    """Compile a kernel, once for all later runs; return it unchanged without numba."""
    if not FAST:
        return function
    return numba.njit(cache=True, nogil=True)(function)


def array_of(values: Sequence[int]) -> Any:
    """Return ints as kernels take them: an array for numba, a list for plain Python."""
    return np.array(values, dtype=np.int64) if FAST else list(values)


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

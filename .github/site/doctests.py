"""Examples of docstrings shown as code, where Markdown would take ``>>>`` for quotes."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n\1\S.*)*", re.MULTILINE)


def fenced(text: str) -> str:
    """Return a docstring with its examples in fences."""
    return EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", text)


class Doctests(Extension):
    """Changes docstrings as they are read."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Fence the examples of one object."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)

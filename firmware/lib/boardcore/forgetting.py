"""Forgetting: letting go of modules that were needed only for a while, for their room."""

import sys


def forget(package, names) -> None:
    """Let go of modules of a package, by their names in it, if they are loaded.

    Their room is free once nobody holds on to what they made.
    """
    for name in names:
        sys.modules.pop(package.__name__ + "." + name, None)
        if hasattr(package, name):
            delattr(package, name)

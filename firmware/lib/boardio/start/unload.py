"""Letting go of modules that only a start needs, for their room on a Pico."""

import sys

ONCE = (
    "boardio.start.bootpins",
    "boardio.start.config",
    "boardio.start.attach",
    "boardio.wiring",
    "boardcore.layout.parser",
    "boardcore.layout.hall",
    "boardcore.layout.bias",
    "boardcore.layout.scale",
    "boardcore.layout.rim",
    "boardcore.layout.schema",
)


def unload_startup() -> None:
    """Let go of these modules, those of them that are loaded."""
    for name in ONCE:
        package, _, own = name.rpartition(".")
        if sys.modules.pop(name, None) is not None:
            delattr(sys.modules[package], own)

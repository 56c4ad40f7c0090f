"""Underboard on the computer: referee, records, simulator and the command line."""

__version__: str


def __getattr__(name: str) -> str:
    """Return ``__version__``; only who asks waits until Python has looked it up."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import metadata

    version = globals()[name] = metadata.version("underboard")
    return version

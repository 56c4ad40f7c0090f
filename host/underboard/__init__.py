"""Referee, records, simulator and the command line for the computer."""

__version__: str


def __getattr__(name: str) -> str:
    """Return ``__version__``, the firmware's; a file is read when somebody asks."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from underboard.deploy.versions import our_version

    version = globals()[name] = our_version()
    return version

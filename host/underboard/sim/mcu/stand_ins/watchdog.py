"""Stand-in for CircuitPython's ``watchdog``: what happens when nobody feeds it."""


class WatchDogMode:
    """Actions of an expired watchdog."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"watchdog.WatchDogMode.{self._name}"


WatchDogMode.RAISE = WatchDogMode("RAISE")  # type: ignore[attr-defined]
WatchDogMode.RESET = WatchDogMode("RESET")  # type: ignore[attr-defined]

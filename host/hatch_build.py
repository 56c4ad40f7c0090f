"""Build hook that puts the drive's files into a wheel.

``force-include`` in pyproject.toml would copy them into an editable install too, and
the simulator would then run an old copy in silence.
"""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TOP = (
    "boot.py", "code.py", "launch.py", "safemode.py", "settings.toml",
    "PROTOCOL.md",
)  # fmt: skip


class DriveHook(BuildHookInterface):
    """Adds ``firmware/`` without ``lib/`` to a wheel, as ``underboard/circuitpy/``."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Name the files to include.  ``version`` is ``editable`` for an editable install."""
        if version == "editable":
            return
        firmware = Path(self.root) / "firmware"
        files = [firmware / name for name in TOP if (firmware / name).is_file()]
        files += sorted((firmware / "layouts").glob("*.json"))
        for path in files:
            inside = path.relative_to(firmware).as_posix()
            build_data["force_include"][str(path)] = f"underboard/circuitpy/{inside}"

"""The firmware of each layout as a ZIP file, to be dragged onto a board's drive."""

import io
import tempfile
import zipfile
from pathlib import Path

from underboard.deploy.install import install, plan


def firmware_zip(layout: str) -> bytes:
    """Return what ``underboard board install`` writes onto an empty drive, packed."""
    with tempfile.TemporaryDirectory() as folder:
        drive = Path(folder) / "CIRCUITPY"
        drive.mkdir()
        install(plan(drive, layout, force=True))
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for path in sorted(drive.rglob("*")):
                if path.is_file():
                    info = zipfile.ZipInfo(
                        path.relative_to(drive).as_posix(), (2026, 1, 1, 0, 0, 0)
                    )
                    info.compress_type = zipfile.ZIP_DEFLATED
                    archive.writestr(info, path.read_bytes())
        return out.getvalue()

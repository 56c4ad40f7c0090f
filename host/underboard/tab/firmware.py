"""Installation on a drive that only the page can reach, planned as on any computer.

The page hands over what lies on the drive.  The plan is made and done on a copy; what that did is
returned as steps, and the page does them on the drive, one after the other.
"""

import io
import tempfile
import zipfile
from pathlib import Path

from underboard.deploy.firmware_files import RELEASES, inside
from underboard.deploy.install import install, plan
from underboard.deploy.usb_drive import Drive
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.texts.lazy import spoken

Step = tuple[str, str, bytes]
"""What is done to a file, its name, and its bytes: ``write``, ``check``, ``replace``, ``remove``
or ``remove_folder``."""


class RecordingDrive(Drive):
    """A copy of a drive that keeps what was done to it as steps."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.steps: list[Step] = []

    def write(self, name: str, data: bytes) -> None:
        """Write a file that nothing runs yet."""
        super().write(name, data)
        self.steps.append(("write", name, data))

    def replace(self, name: str, data: bytes) -> None:
        """Put another file in the place of one that is there."""
        super().write(name, data)
        self.steps.append(("replace", name, data))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        super().remove(name)
        self.steps.append(("remove", name, b""))

    def remove_folder(self, name: str) -> None:
        """Remove a folder and what is in it."""
        super().remove_folder(name)
        self.steps.append(("remove_folder", name, b""))

    def read(self, name: str) -> bytes:
        """Return a file of the copy; the page looks whether the drive gives back the same."""
        data = super().read(name)
        self.steps.append(("check", name, data))
        return data


def packages_in(archive: bytes) -> dict[str, bytes]:
    """Return our packages as the ZIP file of a layout's firmware holds them."""
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        names = {name.partition("/lib/")[2]: name for name in file.namelist() if "/lib/" in name}
        return {f"lib/{inner}": file.read(name) for inner, name in names.items()}


def steps_of(files: dict[str, bytes], archive: bytes, layout: str, language: str) -> JsonObject:
    """Return ``steps``, and ``questions`` to ask before them; or ``error``, a sentence.

    ``files``: what lies on the drive; ``archive``: the ZIP file of the layout's firmware, whose
    modules are all that is written: layouts of one's own stay, but may need more.
    """
    texts = Texts(language)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "CIRCUITPY"
        copy.mkdir()
        try:
            for name, data in files.items():
                path = inside(copy, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            found = plan(copy, layout, packages=lambda layouts: packages_in(archive))
            drive = RecordingDrive(copy)
            install(found, drive=drive)
        except UnderboardError as trouble:
            return {"error": spoken(trouble, language).replace(str(copy), copy.name)}
    questions = [texts(one.key, **one.names) for one in found.questions]
    return {"questions": questions, "steps": drive.steps, "folder": f"{RELEASES}/{found.number}"}

"""A JSON object in a small file beside the records."""

import json
from pathlib import Path

from underboard.jsontype import JsonObject
from underboard.whole_file import replacing


class JsonFile:
    """A file that may be missing, damaged, or impossible to write."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> JsonObject:
        """Return the saved object, an empty one where it cannot be read."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, entries: JsonObject) -> bool:
        """Replace the file as a whole; return False where that is impossible.

        A program that is killed, or a full disk, leaves the old file or the new one.
        """
        try:
            with replacing(self._path) as file:
                file.write((json.dumps(entries) + "\n").encode())
        except OSError:
            return False
        return True

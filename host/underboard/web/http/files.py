"""Files: pages and what they are made of, out of this program's own folders."""

import hashlib
from importlib import resources

from starlette.responses import Response

from underboard.web.http.guard import refusal

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
SHARED = resources.files(__package__) / "static"
"""Folder of files that the pages of the table and of the phones have in common."""
AGAIN = {"cache-control": "no-cache"}


class Files:
    """The files below ``static`` in an application's package, and the shared ones."""

    def __init__(self, package: str) -> None:
        self._folder = resources.files(package) / "static"

    def version(self) -> str:
        """Return a name for all files as they are: another one for pages of an older version."""
        digest = hashlib.sha256()
        for file in sorted(self._folder.iterdir(), key=lambda file: file.name):
            digest.update(file.read_bytes())
        return digest.hexdigest()[:12]

    def page(self, name: str) -> Response:
        """Return a page, to which a cookie may be added."""
        return Response((self._folder / name).read_bytes(), media_type="text/html", headers=AGAIN)

    def file(self, path: str) -> Response:
        """Return a script, style or picture, or a refusal.

        ``path``: names with ``/`` between them; nothing hidden, and nothing above the folder.
        """
        kind = TYPES.get("." + path.rpartition(".")[2])
        parts = path.split("/")
        if kind is not None and all(part and part[0] not in "._" for part in parts):
            for folder in (self._folder, SHARED):
                file = folder.joinpath(*parts)
                if file.is_file():
                    kind = f"{kind}; charset=utf-8"
                    return Response(file.read_bytes(), media_type=kind, headers=AGAIN)
        return refusal(404, "file", "there is no such file")

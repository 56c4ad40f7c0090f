"""Pages and what they are made of, out of this program's own folders.

They are read once.  A page names its scripts and styles under a folder that carries the
digest of all of them, so that a browser that has them never asks again.
"""

import gzip
import hashlib
import json
import re
from importlib import resources
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from underboard.web.http.registry import registry_files
from underboard.web.http.security import refusal

TYPES = {
    ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
    ".webmanifest": "application/manifest+json", ".html": "text/html",
}  # fmt: skip
SHARED = resources.files(__package__) / "static"
"""Folder of files that the pages of the table and of the phones have in common."""
ALWAYS_ASK = "no-cache"
NEVER_ASK = "public, max-age=31536000, immutable"
LINK = b'"/static/'
HEAD = re.compile(r"<!--head (\S+) ([^>]+)-->\n")
"""First line of a page that has the common head: its title, its styles and scripts."""
LINKS = {
    "css": '<link rel="stylesheet" href="/static/{}">\n',
    "js": '<script type="module" src="/static/{}"></script>\n',
}


class File:
    """One file as it is sent."""

    def __init__(self, name: str, data: bytes) -> None:
        kind = TYPES["." + name.rpartition(".")[2]]
        self.kind = kind if kind == "image/png" else f"{kind}; charset=utf-8"
        self.data = data
        self.packed = b"" if kind == "image/png" else gzip.compress(data, 9, mtime=0)
        self.etag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'

    def response(self, request: Request | None, caching: str = ALWAYS_ASK) -> Response:
        """Return the file, or that it has not changed."""
        headers = {"cache-control": caching, "etag": self.etag, "vary": "accept-encoding"}
        asked: Any = request.headers if request else {}
        if self.etag in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        data = self.data
        if self.packed and "gzip" in asked.get("accept-encoding", ""):
            data, headers["content-encoding"] = self.packed, "gzip"
        return Response(data, media_type=self.kind, headers=headers)


def told_once(request: Request, data: Any) -> Response:
    """Return JSON that seldom changes, or that it has not."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"cache-control": ALWAYS_ASK, "etag": etag}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def with_head(head: str, page: str) -> str:
    """Return a page whose first line stands for the common head, with that head."""
    match = HEAD.match(page)
    if not match:
        return page
    title, files = match.groups()
    links = "".join(LINKS[name.rpartition(".")[2]].format(name) for name in files.split())
    return head.format(title=title, links=links) + page[match.end() :]


def static_files(package: str) -> dict[str, bytes]:
    """Return the files of an application, those that all share, and those of what is installed."""
    found = registry_files()
    for folder in (SHARED, resources.files(package) / "static"):
        _gather(folder, "", found)
    head = found.pop("head.html").decode()
    for name in found:
        if name.endswith(".html"):
            found[name] = with_head(head, found[name].decode()).encode()
    return found


class Files:
    """The files of an application as they are sent (``static_files``)."""

    def __init__(self, package: str) -> None:
        found = static_files(package)
        digest = hashlib.sha256()
        for name in sorted(found):
            digest.update(name.encode() + b"\0" + found[name])
        self.version = digest.hexdigest()[:12]
        versioned = b'"/static/' + self.version.encode() + b"/"
        self._files = {
            name: File(name, data.replace(LINK, versioned) if name.endswith(".html") else data)
            for name, data in found.items()
        }

    def page(self, name: str, request: Request | None = None) -> Response:
        """Return a page, to which a cookie may be added."""
        return self._files[name].response(request)

    def file(self, path: str, request: Request | None = None) -> Response:
        """Return a script, style or picture, or a refusal."""
        version, _, rest = path.partition("/")
        known = version == self.version
        file = self._files.get(rest if known else path)
        if file is None or file.kind.startswith("text/html"):
            return refusal(404, "file", "there is no such file")
        return file.response(request, NEVER_ASK if known else ALWAYS_ASK)


def _gather(folder: Any, above: str, found: dict[str, bytes]) -> None:
    for entry in folder.iterdir():
        if entry.name[0] in "._":
            continue
        if entry.is_dir():
            _gather(entry, f"{above}{entry.name}/", found)
        elif "." + entry.name.rpartition(".")[2] in TYPES:
            found[above + entry.name] = entry.read_bytes()

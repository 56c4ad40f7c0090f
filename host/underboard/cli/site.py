"""``underboard site``: the page and its board as a static folder, for a browser tab."""

import argparse
import functools
import http.server
import sys
from pathlib import Path
from typing import Any

from underboard.cli.arguments import Commands, add_language
from underboard.errors import UnderboardError
from underboard.texts import Texts
from underboard.texts.lazy import reason_of

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}
"""Types that some systems do not know; a browser runs no module without its type."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "site",
        help="the page with its board as a folder that any web server can offer",
        description="Write a folder with the page, a simulated board and the referee, all of which "
        "run in the browser.  Pyodide comes from npm and packages from PyPI, checked by their "
        "digests.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to write")
    parser.add_argument("--serve", action="store_true", help="offer it to this computer, too")
    parser.add_argument("--port", type=int, default=None, metavar="N", help="8710 if it is free")
    parser.add_argument(
        "--pyodide", type=Path, metavar="DIR", help="a folder with Pyodide instead of npm's"
    )
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the folder; serve it until Ctrl-C where that was asked for."""
    # Not at the top: no other command should wait for a web application to load.
    from underboard.site.folder import FIRST, write_site

    texts = Texts(options.lang)

    def tell(step: str) -> None:
        print(texts(f"cli.site.{step}"), file=sys.stderr)

    try:
        found = write_site(options.folder, options.pyodide, tell)
    except OSError as error:
        raise UnderboardError(
            "%s cannot be written: %s", options.folder, reason_of(error)
        ) from error
    if not found["compiled"]:
        print(texts("cli.site.sources"), file=sys.stderr)
    first = sum(size for name, size in found["sizes"].items() if FIRST.search(name))
    print(texts("cli.site.done", folder=options.folder, megabytes=f"{first / 1e6:.1f}"), flush=True)
    if options.serve:
        serve(options.folder, options.port, texts)
    return 0


class Handler(http.server.SimpleHTTPRequestHandler):
    """Sends files with the types that browsers insist on; says nothing."""

    def guess_type(self, path: Any) -> str:
        """Return the type of a file."""
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal quiet."""


def server_of(folder: Path, port: int | None = None) -> http.server.ThreadingHTTPServer:
    """Return a server of this computer's for a folder.

    Raises UnderboardError for a port in use.
    """
    from underboard.web.http.server import listen

    handler = functools.partial(Handler, directory=str(folder))
    one = listen("127.0.0.1", port)
    server = http.server.ThreadingHTTPServer(one.getsockname(), handler, bind_and_activate=False)
    server.socket.close()
    server.socket = one
    return server


def serve(folder: Path, port: int | None, texts: Texts) -> None:
    """Offer the folder until Ctrl-C."""
    with server_of(folder, port) as server:
        print(texts("web.at", url=f"http://127.0.0.1:{server.server_address[1]}/"), flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print(texts("web.ended"), file=sys.stderr)

"""A table that takes its seats in a browser before its game."""

import argparse
import os
import shutil
import sys
import threading
import webbrowser
from pathlib import Path

from underboard.cli.moderator.saved_games import settle_tournament
from underboard.drivers.keyboard import Keyboard, Woken
from underboard.galerapagos.records.key_file import private_folder
from underboard.galerapagos.state.options import MAX_PLAYERS, Setup
from underboard.texts import Texts

FILE = "table.phones"
"""File that keeps whose phone has which seat while the table gathers."""
DISPLAYS = {"DISPLAY", "WAYLAND_DISPLAY"}
"""Variables that say that Linux can show a browser; without one it would take the terminal."""
STARTED, CONTINUED, TYPED = "start", "continue", "typed"


class Gathered:
    """Choices of a table, named by ``how``; ``setup`` is the game, where it is a new one."""

    def __init__(self, how: str, setup: Setup | None = None, names: str = "") -> None:
        self.how = how
        self.setup = setup
        self.names = names


def gather(
    options: argparse.Namespace,
    texts: Texts,
    folder: Path,
    keyboard: Keyboard,
    seed: int,
    unfinished: str = "",
    last: tuple[Setup, Path | None] | None = None,
) -> Gathered:
    """Let a table gather on pages until its host starts; ``last``: the table before it.

    Names may be typed instead.  Raises Left if people leave.
    """
    # Not at the top: an evening without pages should not wait for a web server to load.
    from underboard.galerapagos.phones.common import place_of
    from underboard.galerapagos.phones.start import Gathering, StartPages, gathered
    from underboard.web.http.server import listen, own_address
    from underboard.web.http.sessions import WebSessions

    private_folder(folder)
    kept = folder / FILE
    kept.unlink(missing_ok=True)
    if last and last[1] and last[1].with_suffix(kept.suffix).exists():
        shutil.copy(last[1].with_suffix(kept.suffix), kept)
    address = own_address() if options.lan else "127.0.0.1"
    one = listen("0.0.0.0" if options.lan else "127.0.0.1", options.port)
    options.port = one.getsockname()[1]
    visitors = WebSessions(kept, tuple(place_of(seat) for seat in range(MAX_PLAYERS)), options.port)
    gathering = Gathering(language=texts.language, unfinished=unfinished)
    _fill(gathering, options)
    if last:
        emblems = last[0].emblems or range(len(last[0].names))
        gathering.seats = [
            {"name": name, "emblem": emblem, "phone": visitors.is_taken(place_of(seat))}
            for seat, (name, emblem) in enumerate(zip(last[0].names, emblems))
        ]

    def settle(chosen: Gathering) -> None:
        chosen.setup(0)
        if chosen.tournament:
            games, score = chosen.games, chosen.options["score"]
            settle_tournament(folder, chosen.tournament, games, score, texts)

    pages = StartPages(gathering, visitors, settle, address, options.port)
    pages.begun = keyboard.wake
    keyboard.patient = True
    own = f"http://127.0.0.1:{options.port}/start"
    print(texts("galerapagos.start.page", url=own))
    if sys.stdout.isatty() and (not sys.platform.startswith("linux") or DISPLAYS & {*os.environ}):
        threading.Timer(0.5, webbrowser.open, (own,)).start()
    with gathered(pages, one):
        names = ""
        try:
            while not names and not pages.result:
                names = keyboard.ask(texts("galerapagos.start.names") + " ")
        except Woken:
            pass
        if names and not pages.result:
            return Gathered(TYPED, names=names)
        if pages.result == CONTINUED:
            return Gathered(CONTINUED)
        return _taken(options, gathering.setup(seed), gathering.options, gathering)


def _fill(gathering: object, options: argparse.Namespace) -> None:
    """Let what the command says stand on the page already."""
    table = vars(gathering)
    for name in ("cards", "pace", "score"):
        if getattr(options, name):
            table["options"][name] = getattr(options, name)
    table["tournament"] = options.tournament or ""
    table["games"] = options.games or table["games"]


def _taken(
    options: argparse.Namespace, setup: Setup, chosen: dict[str, str], gathering: object
) -> Gathered:
    """Let the command have the options that were chosen on the page."""
    table = vars(gathering)
    options.debate = int(chosen["debate"])
    options.pace = chosen["pace"]
    options.tournament = table["tournament"] or None
    options.games, options.score = table["games"], chosen["score"]
    options.lang = options.lang or table["language"]
    return Gathered(STARTED, setup)

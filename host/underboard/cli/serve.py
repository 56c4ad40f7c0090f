"""``underboard serve``: the second screen, a page in the browser."""

import argparse
import re
import sys
import threading
import webbrowser
from contextlib import closing

from boardcore.options import options_text
from underboard.cli.arguments import (
    Commands,
    add_board,
    add_game,
    add_language,
    add_pace,
    add_rules,
)
from underboard.cli.clock_view import add_clock, clock_of
from underboard.cli.play import add_seats, choose, game_asked
from underboard.cli.training_args import add_training, training_of
from underboard.device.discovery import Choice
from underboard.records.connect import check_folder
from underboard.records.database import default_path
from underboard.registry import DEFAULT, names
from underboard.texts import Texts
from underboard.texts.lazy import LazyText, spoken
from underboard.web.table.seats import HUMAN

NAME = re.compile(r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,62}\.?)*")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "serve",
        help="the second screen: board, records and engines as a page in the browser",
        description="Show the board in a browser and play there.  Without a board, a simulated "
        "one is played by clicks.  The first line printed is the address of the page.",
    )
    add_game(parser, nargs="?")
    add_board(parser)
    add_rules(parser)
    add_seats(parser, HUMAN, LazyText("%s, or a level", HUMAN))
    add_training(parser)
    add_clock(parser)
    parser.add_argument("--new", action="store_true", help="begin a new game")
    parser.add_argument("--seed", type=int, default=None, help="engines play the same moves again")
    add_pace(parser, hands_only=True)
    parser.add_argument(
        "--lan", action="store_true", help="let others of this network look on and take seats"
    )
    parser.add_argument(
        "--name", action="append", type=host_name, metavar="NAME",
        help="a name of this computer in the network, like underboard.local; may be repeated",
    )  # fmt: skip
    parser.add_argument("--port", type=int, default=None, metavar="N", help="8710 if it is free")
    parser.add_argument("--open", action="store_true", help="open the browser, too")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    # Not at the top: no other command should wait for a web server to load.
    from underboard.web.app import PageApp
    from underboard.web.http.server import listen, own_address, serve
    from underboard.web.stepping.thread import RoomThread
    from underboard.web.table.game_thread import GameThread

    texts = Texts(options.lang)
    choice = choose(options.board, texts)
    name = options.game or game_at(choice)
    game, switches = game_asked(options, name)
    check_folder(default_path().parent)
    address = own_address() if options.lan else "127.0.0.1"
    with closing(listen("0.0.0.0" if options.lan else "127.0.0.1", options.port)) as one:
        port = one.getsockname()[1]
        names = tuple(options.name or ())
        # The same port with another board or game is another table, with keys of its own.
        known = f"{choice.url or choice.layout or 'sim'}-{name}"
        table = PageApp(default_path().parent, options.lan, address, port, names, known)
        pace, seed, clock = options.pace, options.seed, clock_of(options)
        # Its texts speak the language of whoever asked last.
        room = GameThread(
            choice, name, Texts(texts.language), table.publish,
            pace=pace, seed=seed, clock=clock, flag=options.flag, training=training_of(options),
        )  # fmt: skip
        room.seats.sit(0, options.first)
        room.seats.sit(1, options.second)
        room.begin_with(
            variant=options.variant,
            options=options_text(switches),
            new=options.new,
            start=options.position and game.position_text(),
        )
        with closing(RoomThread(room)) as thread:
            thread.open()
            if room.mended:
                print(spoken(room.mended, texts.language), file=sys.stderr)
            url = f"http://127.0.0.1:{port}/"
            print(texts("web.at", url=url), flush=True)
            app = table.app(room)
            if options.lan:
                for line in (*table.invitation(texts), *table.host_invitation(texts)):
                    print(line, flush=True)
            if options.open:
                threading.Timer(0.5, webbrowser.open, (url,)).start()
            serve(app, one, table.feeds, table.begin)
    print(texts("web.ended"), file=sys.stderr)
    return 0


def host_name(text: str) -> str:
    """Read the name of a computer; raises ArgumentTypeError for anything else."""
    if not NAME.fullmatch(text):
        expected = LazyText(
            "%r is not a name of a computer: expected one like underboard.local", text
        )
        raise argparse.ArgumentTypeError(expected)
    return text.lower()


def game_at(choice: Choice) -> str:
    """Return the game of a board that was found, Pylos for a simulated one."""
    layout = choice.layout.partition("-")[0]
    return layout if layout in names() else DEFAULT

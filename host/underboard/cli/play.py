"""``underboard play``: the referee at the table."""

import argparse
import os
import sys
from contextlib import ExitStack, closing
from typing import Any

from rich.console import Console

from boardcore import games
from boardcore.errors import Unreadable
from boardcore.options import options_text
from underboard.advice import BEST, MODES
from underboard.board import Board
from underboard.cli.board import transcript
from underboard.cli.perft import pairs
from underboard.engine.player import Player, levels_of, player_of
from underboard.find import VARIABLE, Choice, candidates, find, hello_from
from underboard.keyboard import Keyboard
from underboard.layouts import layout_of
from underboard.link import Link
from underboard.play_session import HUMAN, Session
from underboard.records import Records, default_path
from underboard.screen import Screen
from underboard.sim.board import SimBoard
from underboard.sim.steered import Keep, SteeredHands, cause
from underboard.tabletop import TABLES, tabletop_of
from underboard.texts import LANGUAGES, Texts
from underboard.trouble import Trouble

SEATS = (("--light", "--white", "--south"), ("--dark", "--black", "--north"))
"""What each game calls its sides; whatever is typed means the first or the second one."""
STEP_S = 0.05


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="the referee at the table: people or engines, resume, take-back, hints",
        description="Follow a game on a board: live picture, record, take-back, hints, engine "
        "opponents.  Without a board, --board sim plays on a simulated one by typed turns.",
    )
    parser.add_argument("game", help=" or ".join(TABLES))
    parser.add_argument("--board", metavar="PORT", help="a port, sim or sim:LAYOUT")
    parser.add_argument("--variant", default="", metavar="V", help="a variant of the game")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules"
    )
    parser.add_argument(
        "--path", action="store_true", help="Gygès: light the way of each turn, jump by jump"
    )
    parser.add_argument("--position", default="", metavar="P", help="begin here, like 7531")
    levels = "; ".join(f"{name}: {', '.join(levels_of(name))}" for name in TABLES)
    for names, dest in zip(SEATS, ("first", "second")):
        parser.add_argument(
            *names, dest=dest, default=HUMAN, metavar="WHO", help=f"{HUMAN}, or {levels}"
        )
    parser.add_argument(
        "--hints", choices=MODES, default=BEST, help="what 'hint' tells, at first only a part"
    )
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument("--new", action="store_true", help="begin a new game")
    begin.add_argument("--resume", action="store_true", help="only go on with an unfinished one")
    parser.add_argument("--seed", type=int, default=None, help="engines play the same turns again")
    parser.add_argument(
        "--pace",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="simulated hands as slow as in life, else as fast as the machine allows",
    )
    parser.add_argument("--transcript", metavar="FILE", help="write every line of the wire down")
    parser.add_argument("--lang", choices=LANGUAGES, default="", help="language of the texts")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play until somebody leaves."""
    texts = Texts(options.lang)
    name = options.game
    rules = games.rules_of(name)
    table = tabletop_of(name)
    switches = pairs(options.option)
    game = rules.Game(options.variant or rules.VARIANTS[0], switches, options.position)
    table.check_play(game)
    if options.path:
        table.check_path()
    seats = seat(name, options.first, options.seed), seat(name, options.second, options.seed)
    choice = choose(options.board, texts)
    with ExitStack() as stack:
        records = stack.enter_context(Records.open())
        write = stack.enter_context(transcript(options.transcript))
        sim = None
        url = choice.url
        if choice.simulated:
            layout = choice.layout or table.layout
            layout_of(layout, name)
            keep = stack.enter_context(closing(Keep(default_path().parent, layout)))
            sim = stack.enter_context(SimBoard(layout, nvm=keep.path, pace=options.pace))
            url = sim.url
        board = stack.enter_context(closing(Board(lambda: Link(url, write), records)))
        console = Console(highlight=False, soft_wrap=True)
        hands = SteeredHands(sim) if sim else None
        session = Session(
            board,
            records,
            seats,
            texts,
            console.print,
            hands,
            name=name,
            hints=options.hints,
            path=options.path,
        )
        kept = texts("cli.play.kept", game=name)
        try:
            session.begin(
                options.variant,
                options_text(switches),
                options.new,
                options.resume,
                options.position and game.position_text(),
            )
            screen = Screen(texts, known_layout(board), sys.stdout.encoding or "utf-8")
            loop(session, screen, console, Keyboard(), texts)
        except KeyboardInterrupt:
            console.print("\n" + kept)
            raise
        except Trouble as trouble:
            raise (cause(sim, trouble) if sim else trouble) from trouble
        if not session.over:
            console.print(kept)
    return 0


def choose(value: str | None, texts: Texts) -> Choice:
    """Return the board to use; who names none and has none plays on a simulated one."""
    if not value and not os.environ.get(VARIABLE):
        if not any(port.taken for port in candidates(probe=hello_from)):
            print(texts("cli.play.simulated"), file=sys.stderr)
            return Choice(simulated=True)
    return find(value)


def seat(game: str, who: str, seed: int | None) -> Player | None:
    """Return who sits there, None for a person; raises Unreadable."""
    if who == HUMAN:
        return None
    levels = levels_of(game)
    if who not in levels:
        raise Unreadable(f"{who!r} is no player: expected {HUMAN} or {' or '.join(levels)}")
    return player_of(game, who, seed)


def known_layout(board: Board):
    """Return the layout of the board, None if this installation does not know it."""
    try:
        return layout_of(board.hello.layout) if board.hello else None
    except (Trouble, Unreadable):
        return None


def loop(
    session: Session, screen: Screen, console: Console, keyboard: Keyboard, texts: Texts
) -> None:
    """Go on until a line says quit, or no more lines come and nothing is under way."""
    if console.is_terminal:
        session.typed("help")
    while True:
        session.step(STEP_S)
        if not session.idle:
            # At a real board people may type while an engine's turn is not made yet.
            if session.simulated:
                continue
        elif session.changed and console.is_terminal:
            console.print(screen.render(session.view()))
            console.print("> ", end="")
        line = keyboard.line()
        if line is not None:
            if line.lower() == "board":
                console.print(screen.render(session.view()))
            elif not session.typed(line):
                return
        elif keyboard.ended and (session.idle or session.over or not session.simulated):
            return

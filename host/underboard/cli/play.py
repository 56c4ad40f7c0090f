"""``underboard play``: the referee at the table."""

import argparse
import atexit
import os
import sys
from contextlib import ExitStack, closing

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from boardcore.options import options_text
from underboard.cli.arguments import (
    Commands,
    add_board,
    add_game,
    add_language,
    add_pace,
    add_rules,
    pairs,
)
from underboard.cli.clock_view import add_clock, begin_clock, clock_of
from underboard.cli.terminal import console_of_words, transcript
from underboard.cli.training_args import add_training, training_of
from underboard.cli.ui.front import front_of
from underboard.cli.ui.table_loop import TableLoop
from underboard.cli.ui.voice import add_voice, spoken_aloud
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.device.discovery import VARIABLE, Choice, candidates, find
from underboard.device.port import SerialLink
from underboard.device.reconnect import BoardPort
from underboard.engine.levels import USUAL
from underboard.engine.player import Player, levels_of, player_of
from underboard.engine.ugi_player import UgiPlayer, is_program
from underboard.errors import UnderboardError
from underboard.game_state import GameState, rules_of
from underboard.records.database import default_path
from underboard.records.repair import open_for_play
from underboard.records.seats import HUMAN, OWN, engine_in
from underboard.referee.assist.hints import MODES
from underboard.referee.assist.training_request import begin_training
from underboard.referee.game_ui import tabletop_of
from underboard.referee.remote_player import RemotePlayer
from underboard.referee.screen import Screen
from underboard.referee.session import Session
from underboard.registry import game_of, names
from underboard.sim.board import SimBoard
from underboard.sim.hands.client import FlashFile, HandsClient, cause
from underboard.texts import Texts, level_named, player_name
from underboard.texts.escape import shown
from underboard.texts.lazy import LazyText, PlayerChoices, spoken

PROGRAM_S = 600.0
"""Time for an answer of a program, which people can end before; chosen."""
SEATS = (("--light", "--white", "--south"), ("--dark", "--black", "--north"))
"""Options that name the first or the second side, by its name in each game."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="the referee at the table: people or engines, resume, take-back, hints",
        description="Follow a game on a board: live picture, record, take-back, hints, engine "
        "opponents.  Without a board, --board sim plays on a simulated one by typed moves.",
    )
    add_game(parser)
    add_board(parser)
    add_rules(parser)
    parser.add_argument(
        "--path", action="store_true", help="Gygès: light the way of each move, jump by jump"
    )
    levels = "; ".join(f"{name}: {', '.join(levels_of(name))}" for name in names())
    who = LazyText(
        "%s, or %s, or a command of an engine; as before if a game goes on", HUMAN, levels
    )
    add_seats(parser, "", who)
    parser.add_argument(
        "--hints", choices=MODES, default="", help="what 'hint' tells, at first only a part"
    )
    add_training(parser)
    add_clock(parser)
    add_voice(parser)
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument("--new", action="store_true", help="begin a new game")
    begin.add_argument("--resume", action="store_true", help="only go on with an unfinished one")
    parser.add_argument(
        "--join", metavar="URL", help="take the other seat of a game that 'serve --lan' shows"
    )
    parser.add_argument("--seed", type=int, default=None, help="engines play the same moves again")
    add_pace(parser, hands_only=True)
    parser.add_argument("--transcript", metavar="FILE", help="write every line of the wire down")
    add_language(parser)
    parser.set_defaults(run=run, usual_first="", usual_second="")


def run(options: argparse.Namespace) -> int:
    """Play until a player leaves."""
    texts = Texts(options.lang)
    name = options.game
    game, switches = game_asked(options, name)
    table = tabletop_of(name)
    if options.path:
        table.check_path()
    clock = clock_of(options)
    training = training_of(options)
    wanted = (options.first, options.second)
    usual = (options.usual_first, options.usual_second)
    first, second = (
        seat(name, who or own, options.seed, texts.language) for who, own in zip(wanted, usual)
    )
    seats = first, second
    for one in seats:
        if isinstance(one, UgiPlayer):
            one.new_game(game.variant, switches)
    choice = choose(options.board, texts)
    with ExitStack() as stack:
        told, follow = None, None
        if options.join:
            # Not at the top: who plays alone needs no network.
            from underboard.drivers.thread import StepThread
            from underboard.web.client import HostClient
            from underboard.web.remote_game import RemoteGame

            follower = HostClient(options.join)
            told = follower.join()
            asking = StepThread(follower.step, "join")
            follower.wake = asking.wake
            stack.callback(asking.stop)
            asking.start()
            if told.game != name:
                raise UnderboardError("the host plays %s: expected %s", told.game, name)
            remote = RemotePlayer()
            seats = (remote, seats[1]) if follower.side else (seats[0], remote)
        records, mended = open_for_play()
        stack.enter_context(records)
        if mended:
            print(spoken(mended, texts.language), file=sys.stderr)
        write = stack.enter_context(transcript(options.transcript))
        sim = None
        url = choice.url
        if choice.simulated:
            layout = choice.layout or game_of(name).layout
            layout_of(layout, name)
            keep = stack.enter_context(closing(FlashFile(default_path().parent, layout)))
            sim = stack.enter_context(SimBoard(layout, nvm=keep.path, pace=options.pace))
            url = sim.url
        board = stack.enter_context(
            closing(Board(BoardPort(url, lambda name: SerialLink(name, write)), records))
        )
        console = console_of_words()
        front = front_of(console, texts)
        stack.enter_context(front)
        hands = HandsClient(sim) if sim else None
        session = Session(board, seats, texts, front.say, hands, name=name, path=options.path)
        stack.enter_context(spoken_aloud(session, texts, options.voice))
        kept = texts("cli.play.kept", game=name)
        try:
            if told:
                session.begin(told.variant, told.options, True, False, told.start)
                follow = RemoteGame(session, follower, remote).step
            else:
                session.begin(
                    options.variant,
                    options_text(switches),
                    options.new,
                    options.resume,
                    options.position and game.position_text(),
                )
                if session.continued and board.row:
                    kept_players = records.get(board.row).players.split("|")
                    sit_as_before(session, wanted, kept_players, options.seed)
            if session.seats == (None, None) and not session.continued and levels_of(name):
                command = f"underboard play {name} {seat_options(name)[1]} {USUAL}"
                session.notify("two-people", command=command)
            begin_training(session, training)
            begin_clock(session, clock, options.flag, not console.is_terminal)
            screen = Screen(texts, known_layout(board), sys.stdout.encoding or "utf-8", console)
            front.use(screen, table.words(texts, "typed-like"))
            if console.is_terminal:
                session.handle("help")
            TableLoop(session, front, after=follow or (lambda: None)).run()
        except KeyboardInterrupt:
            front.say("\n" + kept)
            raise
        except UnderboardError as trouble:
            raise (cause(sim, trouble) if sim else trouble) from trouble
        if not session.over:
            front.say(kept)
    return 0


def add_seats(parser: argparse.ArgumentParser, usual: str, words: str) -> None:
    """Add where a game begins and who plays it; ``usual``: who sits where nobody is named."""
    parser.add_argument("--position", default="", metavar="P", help="begin here, like 7531")
    for flags, dest in zip(SEATS, ("first", "second")):
        parser.add_argument(
            *flags, dest=dest, type=level_named, default=usual, metavar="WHO", help=words
        )


def game_asked(options: argparse.Namespace, name: str) -> tuple[GameState, list[tuple[str, str]]]:
    """Return the game that the arguments ask for, and its options.

    Raises ParseError, or UnderboardError for one that nobody can play at a board.
    """
    rules = rules_of(name)
    switches = pairs(options.option)
    game = rules.Game(options.variant or rules.VARIANTS[0], switches, options.position)
    tabletop_of(name).check_play(game)
    return game, switches


def seat_options(game: str) -> tuple[str, str]:
    """Return the options that seat players on both sides of a game, by their own names.

    >>> seat_options("apagos")
    ('--white', '--black')
    """
    table, english = tabletop_of(game), Texts("en")
    own = [f"--{table.side_name(side, english).lower()}" for side in (0, 1)]
    first, second = (own[at] if own[at] in SEATS[at] else SEATS[at][0] for at in (0, 1))
    return first, second


def choose(value: str | None, texts: Texts) -> Choice:
    """Return the board to use; who names none and has none plays on a simulated one."""
    if not value and not os.environ.get(VARIABLE):
        if not any(port.taken for port in candidates()):
            print(texts("cli.play.simulated"), file=sys.stderr)
            return Choice(simulated=True)
    return find(value)


def seat(game: str, who: str, seed: int | None, lang: str) -> Player | None:
    """Return who sits there, None for a person; raises ParseError."""
    if who in ("", HUMAN):
        return None
    try:
        tell = lambda said: print(shown(spoken(said, lang)), file=sys.stderr)  # noqa: E731
        return player_of(game, who, seed, tell)
    except ParseError:
        if is_program(who):
            program = UgiPlayer(game, who, PROGRAM_S)
            atexit.register(program.close)
            return program
        known = PlayerChoices(" or ", (HUMAN, *levels_of(game)))
        raise ParseError("%r is not a player: expected %s", who, known) from None


def sit_as_before(
    session: Session, wanted: tuple[str, str], before: list[str], seed: int | None
) -> None:
    """Give the seats for which nobody was named to those who had them; say which engines."""
    seats = list(session.seats)
    for side, who in enumerate(before[:2]):
        if wanted[side]:
            continue
        engine = engine_in(who)
        try:
            if engine is None or engine[0] != OWN:
                raise ParseError(who)
            seats[side] = seat(session.name, engine[1], seed, session.texts.language)
        except ParseError:  # a person, or an engine that is not there
            seats[side] = None
            session.names[side] = HUMAN if engine else who or HUMAN
            continue
        name = session.table.side_name(side, session.texts)
        who = player_name(session.texts.language, engine[1])
        session.notify("as-before", side=name, player=who)
    session.set_players((seats[0], seats[1]))


def known_layout(board: Board) -> Layout | None:
    """Return the layout of the board, None if this installation does not know it."""
    try:
        return layout_of(board.hello.layout) if board.hello else None
    except (UnderboardError, ParseError):
        return None

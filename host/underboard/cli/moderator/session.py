"""Sitting down at ``underboard galerapagos``, with a new game or one that is kept."""

import argparse
import secrets
import shlex
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from underboard.cli.moderator import pods
from underboard.cli.moderator.again import After, next_setup, take_along
from underboard.cli.moderator.gathering import CONTINUED, FILE, gather
from underboard.cli.moderator.saved_games import is_same, print_table, settle_tournament
from underboard.drivers.keyboard import InputClosed, Keyboard
from underboard.errors import UnderboardError
from underboard.galerapagos.pods.bridge import PodBridge
from underboard.galerapagos.pods.moderator import PodModerator
from underboard.galerapagos.records import presets
from underboard.galerapagos.records.library import new_path, salvage, unfinished
from underboard.galerapagos.records.record import Damaged, RecordedGame
from underboard.galerapagos.state.options import CARD_MODES, SEED_BITS, Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.table.moderator import Moderator
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.texts.lazy import spoken

SUSPENSE_S = 1.2
"""Time between two votes shown, s; chosen; Enter shows the rest at once."""
PORTS = 1 << 16
"""Number of TCP ports, by the specification of TCP."""
USUAL_TEMPER = "moody"
PACE = "calm"
PHONES = ".phones"
"""Suffix of the file that keeps whose phone sits where."""


def switches_of(pairs: list[str] | None) -> dict[str, str]:
    """Split ``name=value`` texts.  Raises UnderboardError where there is no ``=``."""
    pairs = pairs or []
    for pair in pairs:
        if "=" not in pair:
            raise UnderboardError("option %r: expected NAME=VALUE, like deck=13", pair)
    return {name: value for name, _, value in (pair.partition("=") for pair in pairs)}


def seed_of(options: argparse.Namespace) -> int:
    """Return the seed asked for, or a fresh one that nobody can guess."""
    return secrets.randbits(SEED_BITS) if options.seed is None else options.seed


def settle_presets(options: argparse.Namespace, folder: Path) -> None:
    """Fill in the settings of a preset where the options say nothing, and keep a new one."""
    if options.preset is not None:
        for name, value in presets.preset(folder, options.preset).items():
            if getattr(options, name) in (None, ""):
                setattr(options, name, value)
    if options.save_preset is not None:
        presets.save(folder, options.save_preset, vars(options))


def moderate(
    options: argparse.Namespace, texts: Texts, folder: Path, keyboard: Keyboard | None = None
) -> int:
    """Lead a new game or go on with one."""
    keyboard = keyboard or Keyboard()
    console = Console(markup=False, emoji=False)
    check_options(options)
    suspense_s = SUSPENSE_S if sys.stdin.isatty() else 0.0
    before: Path | None = None
    try:
        kept, setup, notices, before = open_or_gather(options, texts, folder, keyboard)
    except InputClosed:
        raise UnderboardError("no names were given; begin a game with --seats A,B,C")
    texts = Texts(options.lang)
    while True:
        with ExitStack() as stack:
            # The board first: if it does not answer, no empty record is left behind.
            board = hands = None
            if options.board:
                seed = (kept.game.setup if kept else setup).seed
                board, hands = stack.enter_context(
                    pods.board_of(options.board, seed, options.fault, at_once=False)
                )
            table = kept or begin(options, folder, setup, texts)
            if before and table.path:
                take_along(PHONES, before, table.path)
            if board:
                places = pods.places_of(options.pods, len(table.game.setup.names))
                moderator: Moderator = PodModerator(
                    table, texts, console, keyboard, PodBridge(board, table, places), hands,
                    suspense_s, options.debate or 0,
                )  # fmt: skip
            else:
                moderator = Moderator(
                    table, texts, console, keyboard, suspense_s, options.debate or 0
                )
                if table.game.camp.places and table.game.camp.ballot:
                    notices.append(texts("pods.unsaid"))
            moderator.notices += notices
            after = After(table, folder, texts, bool(options.phones))
            moderator.may_go_on = after.offers
            if options.phones:
                with_phones(options, moderator, after, stack)
            finished = lead(moderator, resume_line(options, table.path))
        if finished and table.tournament:
            print_table(folder, table.tournament["name"], texts, False)
        if moderator.choice not in ("again", "change"):
            return 0
        # The same table: names, emblems, phones and settings stay, chance is a new one.
        setup = next_setup(table.game.setup, secrets.randbits(SEED_BITS))
        kept, notices, before = None, [], table.path
        options.tournament = (table.tournament or {}).get("name")
        if moderator.choice == "change":
            try:
                found = gather(options, texts, folder, keyboard, setup.seed, "", (setup, before))
            except InputClosed:
                return 0
            setup = found.setup or setup_of(options, found.names)
            before = folder / FILE


def check_options(options: argparse.Namespace) -> None:
    """Refuse settings that no evening can have.  Raises UnderboardError."""
    if options.debate is not None and options.debate < 0:
        raise UnderboardError(
            "a debate of %s s: expected a number of seconds from 0 on", options.debate
        )
    if not options.phones and (options.lan or options.port is not None):
        raise UnderboardError("--lan and --port are about phones: add --phones")
    if options.port is not None and not 0 <= options.port < PORTS:
        raise UnderboardError(
            "there is no port %s: expected a number from 0 to %s", options.port, PORTS - 1
        )


def open_or_gather(
    options: argparse.Namespace, texts: Texts, folder: Path, keyboard: Keyboard
) -> tuple[RecordedGame | None, Setup, list[str], Path | None]:
    """Return what ``open_table`` does, after a table has gathered in a browser if it is to."""
    if not options.phones or options.seats is not None or options.resume is not None:
        return *open_table(options, texts, folder, keyboard), None
    table, _ = unfinished(folder)
    words = ""
    if table:
        names = ", ".join(table.game.setup.names)
        words = texts("galerapagos.start.resumed", day=table.game.camp.turn, names=names)
    found = gather(options, texts, folder, keyboard, seed_of(options), words)
    if found.how == CONTINUED:
        return *open_table(options, texts, folder, keyboard), None
    if found.setup:
        return None, found.setup, [], folder / FILE
    options.seats = found.names
    return *open_table(options, texts, folder, keyboard), None


def with_phones(
    options: argparse.Namespace, moderator: Moderator, after: After, stack: ExitStack
) -> None:
    """Serve pages for phones and a big screen beside the table."""
    # Not at the top: an evening without phones should not wait for a web server to load.
    from underboard.galerapagos.phones.hub import Hub
    from underboard.galerapagos.phones.server import served
    from underboard.galerapagos.show.director import PACES, Director
    from underboard.web.http.qr import qr_text

    hub = Hub(moderator.table, Director(PACES[options.pace or PACE]))
    pages = stack.enter_context(served(hub, bool(options.lan), options.port))
    hub.changed = moderator.changed
    hub.go_on, hub.may_go_on, hub.extra = moderator.go_on, after.offers, after.told
    # Another game of this table is found under the same address.
    options.port = int(pages.url.rsplit(":", 1)[1].strip("/"))
    moderator.has_phone = hub.taken
    moderator.hand_over = pages.hand_over
    moderator.qr = qr_text
    hub.called = moderator.add_listener(hub.step)
    if isinstance(moderator, PodModerator):
        hub.attach_pods(moderator.pods)
    hub.remote.debate = moderator.debate
    hub.stage.said = moderator.spoken
    moderator.show = hub.stage if hub.stage.director.percent else None
    moderator.notices.append(moderator.t("phones.at", url=pages.url))
    if options.lan:
        moderator.notices.append(moderator.t("phones.lan"))


def begin(options: argparse.Namespace, folder: Path, setup: Setup, texts: Texts) -> RecordedGame:
    """Begin the record of a new game."""
    path = new_path(folder, time.strftime("%Y%m%d-%H%M%S"))
    return RecordedGame.create(path, setup, tournament_of(options, folder, texts))


def lead(moderator: Moderator, command: str) -> bool:
    """Lead the game; return whether it came to its end, and say how to go on if not."""
    finished = False
    try:
        finished = moderator.run()
    finally:
        # Also after Ctrl-C or trouble: every entry shown so far is on the disk.
        if not moderator.table.closed:
            print(moderator.texts("galerapagos.start.kept", command=command))
    return finished


def resume_line(options: argparse.Namespace, path: Path | None) -> str:
    """Return the command that goes on with a game just as it was led."""
    words = ["underboard", "galerapagos", "--resume", str(path)]
    for name in ("board", "lang", "debate", "pace"):
        if getattr(options, name):
            words += [f"--{name}", str(getattr(options, name))]
    for name in ("phones", "lan"):
        if getattr(options, name):
            words.append(f"--{name}")
    if options.port is not None:
        words += ["--port", str(options.port)]
    for fault in options.fault:
        words += ["--fault", fault]
    return shlex.join(words)


def open_table(
    options: argparse.Namespace, texts: Texts, folder: Path, keyboard: Keyboard
) -> tuple[RecordedGame | None, Setup, list[str]]:
    """Return the table that is gone on with, or the setup of a new one, and what is to be said."""
    notices: list[str] = []
    table: RecordedGame | None = None
    if options.resume:
        table = resumed(Path(options.resume), texts, keyboard, notices)
    elif options.seats is None:
        table, damaged = unfinished(folder)
        notices += [
            texts("galerapagos.start.damaged", reason=spoken(reason, texts.language))
            for reason in damaged
        ]
    if table:
        if table.closed:
            raise UnderboardError("%s: this game is over; see it with --log", table.path)
        terms = table.tournament or {}
        if options.tournament and not is_same(terms.get("name"), options.tournament):
            raise UnderboardError(
                "%s does not count for the tournament %r: leave --tournament out, or begin a "
                "new game with --seats",
                table.path,
                options.tournament,
            )
        names = ", ".join(table.game.setup.names)
        notices.append(texts("galerapagos.start.resumed", day=table.game.camp.turn, names=names))
        if table.dropped:
            notices.append(texts("galerapagos.start.dropped"))
        if table.reopened:
            notices.append(texts("galerapagos.start.again"))
        return table, table.game.setup, notices
    if options.resume is not None:
        raise UnderboardError("no unfinished game in %s; begin one with --seats A,B,C", folder)
    seats = options.seats
    if seats is None:
        try:
            seats = keyboard.ask(texts("galerapagos.start.names") + " ")
        except InputClosed:
            raise UnderboardError("no names were given; begin a game with --seats A,B,C")
    tournament_of(options, folder, texts)
    return None, setup_of(options, seats), notices


def resumed(path: Path, texts: Texts, keyboard: Keyboard, notices: list[str]) -> RecordedGame:
    """Resume a record; of a damaged one offer what comes before the damage."""
    try:
        return RecordedGame.resume(path)
    except Damaged as damaged:
        reason = spoken(damaged, texts.language)
        question = texts("galerapagos.start.salvage", reason=reason, number=damaged.entries)
        try:
            if keyboard.ask(question + " ").casefold() != texts("galerapagos.vote.yes"):
                raise
        except InputClosed:
            raise damaged from None
        table = salvage(path, damaged.whole)
        notices.append(texts("galerapagos.start.salvaged", path=table.path))
        return table


def setup_of(options: argparse.Namespace, seats: str) -> Setup:
    """Return the setup that the options ask for."""
    names = tuple(name.strip() for name in seats.split(","))
    first = seat_of(options.first, names) if options.first else -1
    bots = bots_of(options.bots, names)
    cards = options.cards or CARD_MODES[0]
    return Setup(names, seed_of(options), cards, first, switches_of(options.option), bots)


def seat_of(name: str, names: tuple[str, ...]) -> int:
    """Return the seat of a name.  Raises Refused if nobody is called so."""
    low = [one.casefold() for one in names]
    if name.casefold() not in low:
        raise Refused("seat", seen=name)
    return low.index(name.casefold())


def bots_of(text: str | None, names: tuple[str, ...]) -> dict[int, str]:
    """Read ``Hugo=kind,Inès``: seats that are played automatically, and their temperaments."""
    bots = {}
    for pair in (text or "").split(",") if text else []:
        name, _, temper = pair.strip().partition("=")
        bots[seat_of(name, names)] = temper or USUAL_TEMPER
    return bots


def tournament_of(options: argparse.Namespace, folder: Path, texts: Texts) -> JsonObject | None:
    """Return the tournament this game counts for.  Raises UnderboardError."""
    if not options.tournament:
        return None
    if options.games is not None and options.games < 1:
        raise UnderboardError("a tournament has at least one game, not %s", options.games)
    return settle_tournament(folder, options.tournament, options.games, options.score, texts)

"""``underboard galerapagos``: the moderator of Galérapagos."""

import argparse
import json
import secrets
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import platformdirs
from rich.console import Console

from underboard.cli import galerapagos_pods
from underboard.galerapagos import screen, tournament
from underboard.galerapagos.auto import auto_setup, play_alone
from underboard.galerapagos.game import Event, Game
from underboard.galerapagos.keyboard import Keyboard, Left
from underboard.galerapagos.moderator import Moderator
from underboard.galerapagos.pod_moderator import PodModerator
from underboard.galerapagos.pods import Pods
from underboard.galerapagos.record import Table, new_path, records, unfinished
from underboard.galerapagos.refusal import Refused
from underboard.galerapagos.switches import CARD_MODES, SWITCHES, Setup
from underboard.galerapagos.words import export, public_log, sentence
from underboard.texts import LANGUAGES, Texts
from underboard.texts.sentences import spoken
from underboard.trouble import Trouble


def add(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "galerapagos",
        help="moderate Galérapagos for 3 to 12 castaways",
        description="Leads a table through the game; without names, goes on with the last one.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="switches (default first):\n"
        + "\n".join(f"  {name}={'|'.join(values)}" for name, values in SWITCHES.items()),
    )
    new = parser.add_argument_group("a new game")
    new.add_argument("--seats", metavar="A,B,C…", help="names, clockwise, with commas")
    new.add_argument("--cards", choices=CARD_MODES, default="physical", help="default: physical")
    new.add_argument("--first", metavar="NAME", default="", help="first player (default: by lot)")
    new.add_argument("--seed", type=int, help="seed of all chance (default: a new one)")
    new.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a switch, see below"
    )
    new.add_argument("--tournament", metavar="NAME", help="this game counts for a tournament")
    new.add_argument("--games", type=int, default=5, help="games of the tournament (default 5)")
    new.add_argument("--score", choices=tournament.MODES, default="solidarity")
    kept = parser.add_argument_group("games that are kept")
    kept.add_argument(
        "--resume", nargs="?", const="", metavar="RECORD", help="go on with a game (default: last)"
    )
    kept.add_argument("--list", action="store_true", help="list the games")
    kept.add_argument("--log", metavar="RECORD", help="print what the table was told")
    kept.add_argument("--export", metavar="RECORD", help="print a game as JSON, secrets left out")
    kept.add_argument("--table", metavar="NAME", help="print the table of a tournament")
    kept.add_argument("--dir", type=Path, default=None, help="where games are kept")
    auto = parser.add_argument_group("a game without people")
    auto.add_argument("--auto", action="store_true", help="simple castaways play by themselves")
    auto.add_argument("--players", type=int, default=6, help="how many castaways (default 6)")
    galerapagos_pods.add(parser)
    parser.add_argument("--lang", choices=LANGUAGES, default="", help="default: from the locale")
    parser.add_argument("--debate", type=int, default=0, metavar="SECONDS", help="debate timer")
    parser.add_argument("--json", action="store_true", help="result as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Do what the options say."""
    texts = Texts(options.lang)
    try:
        return _run(options, texts)
    except Refused as refused:
        raise Trouble(refused.sentence(texts))


def _run(options: argparse.Namespace, texts: Texts) -> int:
    folder = options.dir or Path(platformdirs.user_data_dir("underboard", False)) / "galerapagos"
    if options.auto:
        return auto(options, texts)
    if options.list:
        return list_games(folder, texts)
    if options.table is not None:
        return print_table(folder, options.table, texts, options.json)
    if options.log:
        game = Table.replay(_text(Path(options.log)), Path(options.log)).game
        for day, line in public_log(texts, game):
            print(f"{day:>2}  {line}")
        return 0
    if options.export:
        game = Table.replay(_text(Path(options.export)), Path(options.export)).game
        print(json.dumps(export(game), ensure_ascii=False, indent=2))
        return 0
    return moderate(options, texts, folder)


def _text(path: Path) -> str:
    try:
        data = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Trouble(f"{path} is not a record of Galérapagos: it is no UTF-8 text")
    except OSError as error:
        raise Trouble(f"cannot read the record {path}: {(error.strerror or '').lower()}")
    return data[: data.rfind("\n") + 1]


def switches_of(pairs: list[str]) -> dict[str, str]:
    """Split ``name=value`` texts.  Raises Trouble where there is no ``=``."""
    for pair in pairs:
        if "=" not in pair:
            raise Trouble(f"option {pair!r}: expected NAME=VALUE, like deck=13")
    return {name: value for name, _, value in (pair.partition("=") for pair in pairs)}


def seed_of(options: argparse.Namespace) -> int:
    """Return the seed asked for, or a fresh one."""
    return secrets.randbits(53) if options.seed is None else options.seed


# -- a game without people


def auto(options: argparse.Namespace, texts: Texts) -> int:
    """Play a game alone; the last line is ``players N days D survivors K ballots B miscounted M``.

    Status 1 if a ballot was counted otherwise by the second count.
    """
    setup = auto_setup(
        options.players, seed_of(options), options.cards, switches_of(options.option)
    )
    game = Game(setup)

    def tell(event: Event, effects: list[dict]) -> None:
        for effect in effects:
            if "private" not in effect and effect["effect"] != "votes-in":
                print(f"{game.camp.turn:>2}  {sentence(texts, game.camp, effect)}")

    listener = None if options.json else tell
    if options.board:
        session = galerapagos_pods.play_alone(options, game, listener)
    else:
        session = play_alone(setup, listener=listener, game=game)
    figures = session.figures()
    if options.json:
        print(json.dumps({**figures, "seed": setup.seed, "reason": game.camp.reason}))
    else:
        print(*(f"{name} {number}" for name, number in figures.items()))
    return 1 if session.miscounted else 0


# -- games that are kept


def list_games(folder: Path, texts: Texts) -> int:
    """Print one line per game, the newest first."""
    for path in records(folder):
        try:
            game = Table.replay(_text(path), path).game
        except (ValueError, Trouble) as error:
            print(f"{path}  {spoken(str(error), texts.language)}")
            continue
        reason = game.camp.reason
        state = (
            texts(f"galerapagos.how.{reason}")
            if reason
            else texts("galerapagos.start.day", day=game.camp.turn)
        )
        print(f"{path}  {state}  {', '.join(game.setup.names)}")
    return 0


def results_of(folder: Path, name: str, texts: Texts) -> tuple[list[tournament.Result], dict]:
    """Return the finished games of a tournament and its settings, the newest deciding.

    Raises Trouble if there is no game of that name.
    """
    results = []
    settings: dict = {}
    for path in records(folder):
        try:
            table = Table.replay(_text(path), path)
        except (ValueError, Trouble) as error:
            print(f"underboard: {spoken(str(error), texts.language)}", file=sys.stderr)
            continue
        if not table.tournament or table.tournament.get("name") != name:
            continue
        settings = settings or table.tournament
        camp = table.game.camp
        if table.game.over and camp.reason != "broken-off":
            embarked = tuple(camp.people[seat].name for seat in camp.embarked)
            results.append(tournament.Result(table.game.setup.names, embarked))
    if not settings:
        raise Trouble(f"no game of a tournament {name!r} in {folder}")
    return results, settings


def print_table(folder: Path, name: str, texts: Texts, as_json: bool) -> int:
    """Print the table of a tournament."""
    results, settings = results_of(folder, name, texts)
    mode, games = settings.get("score", "solidarity"), settings.get("games", len(results))
    if as_json:
        rows = tournament.table(results, mode)
        keys = ("rank", "name", "points", "saved")
        print(json.dumps([dict(zip(keys, row)) for row in rows], ensure_ascii=False))
    else:
        Console().print(screen.standings(texts, results, mode, games))
    return 0


# -- at the table


def moderate(
    options: argparse.Namespace, texts: Texts, folder: Path, keyboard: Keyboard | None = None
) -> int:
    """Lead a new game or go on with one."""
    keyboard = keyboard or Keyboard()
    console = Console()
    table, notices = open_table(options, texts, folder, keyboard)
    terminal = sys.stdin.isatty()
    finished = False
    with ExitStack() as stack:
        if options.board:
            board, hands = stack.enter_context(
                galerapagos_pods.board_of(options.board, table.game.setup.seed, options.fault)
            )
            places = galerapagos_pods.places_of(options.pods, len(table.game.setup.names))
            moderator: Moderator = PodModerator(
                table, texts, console, keyboard, Pods(board, table, places), hands,
                float(terminal), options.debate,
            )  # fmt: skip
        else:
            moderator = Moderator(table, texts, console, keyboard, float(terminal), options.debate)
        moderator.notices += notices
        finished = lead(moderator)
    if finished and table.tournament:
        print_table(folder, table.tournament["name"], texts, False)
    return 0


def lead(moderator: Moderator) -> bool:
    """Lead the game; return whether it came to its end, and say where it is kept if not."""
    finished = False
    try:
        finished = moderator.run()
    finally:
        # Also after Ctrl-C or trouble: every entry shown so far is on the disk.
        if not finished:
            print(moderator.texts("galerapagos.start.kept", path=moderator.table.path))
    return finished


def open_table(
    options: argparse.Namespace, texts: Texts, folder: Path, keyboard: Keyboard
) -> tuple[Table, list[str]]:
    """Return the table to sit down at, and what has to be said first."""
    notices: list[str] = []
    table: Table | None = None
    if options.resume:
        table = Table.resume(Path(options.resume))
    elif options.seats is None:
        table, damaged = unfinished(folder)
        notices += [
            texts("galerapagos.start.damaged", reason=spoken(reason, texts.language))
            for reason in damaged
        ]
    if table:
        if table.game.over:
            raise Trouble(f"{table.path}: this game is over; see it with --log")
        names = ", ".join(table.game.setup.names)
        notices.append(texts("galerapagos.start.resumed", day=table.game.camp.turn, names=names))
        if table.dropped:
            notices.append(texts("galerapagos.start.dropped"))
        return table, notices
    if options.resume is not None:
        raise Trouble(f"no unfinished game in {folder}; begin one with --seats A,B,C")
    seats = options.seats
    if seats is None:
        try:
            seats = keyboard.ask(texts("galerapagos.start.names") + " ")
        except Left:
            raise Trouble("no names were given; begin a game with --seats A,B,C")
    setup = setup_of(options, seats)
    return Table.create(
        new_path(folder, time.strftime("%Y%m%d-%H%M%S")), setup, tournament_of(options)
    ), notices


def setup_of(options: argparse.Namespace, seats: str) -> Setup:
    """Return the setup that the options ask for."""
    names = tuple(name.strip() for name in seats.split(","))
    first = -1
    if options.first:
        low = [name.casefold() for name in names]
        if options.first.casefold() not in low:
            raise Refused("seat", seen=options.first)
        first = low.index(options.first.casefold())
    return Setup(names, seed_of(options), options.cards, first, switches_of(options.option))


def tournament_of(options: argparse.Namespace) -> dict | None:
    """Return the tournament this game counts for."""
    if not options.tournament:
        return None
    if options.games < 1:
        raise Trouble(f"a tournament has at least one game, not {options.games}")
    return {"name": options.tournament, "games": options.games, "score": options.score}

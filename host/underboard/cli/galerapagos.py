"""``underboard galerapagos``: the moderator of Galérapagos."""

import argparse
import json
from pathlib import Path

from underboard.cli.arguments import Commands
from underboard.cli.moderator import pods
from underboard.cli.moderator.saved_games import list_games, print_table, text_of
from underboard.cli.moderator.session import moderate, seed_of, settle_presets, switches_of
from underboard.data_folder import data_folder
from underboard.errors import UnderboardError
from underboard.galerapagos.bots.simulate import auto_setup, play_alone
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules import tournament
from underboard.galerapagos.rules.game import Event, Game
from underboard.galerapagos.state.options import CARD_MODES, SWITCHES, TEMPERAMENTS
from underboard.galerapagos.table.messages import export, public_log, sentence
from underboard.jsontype import JsonObject
from underboard.texts import LANGUAGES, Texts
from underboard.texts.lazy import LazyText


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "galerapagos",
        help="moderate Galérapagos for 3 to 12 castaways",
        description="Leads a table through the game; without names, goes on with the last one.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=LazyText(
            "switches (default first):\n%s",
            "\n".join(f"  {name}={'|'.join(values)}" for name, values in SWITCHES.items()),
        ),
    )
    new = parser.add_argument_group("a new game")
    new.add_argument("--seats", metavar="A,B,C…", help="names, clockwise, with commas")
    new.add_argument("--cards", choices=CARD_MODES, default=None, help="default: physical")
    new.add_argument("--first", metavar="NAME", default="", help="first player (default: by lot)")
    new.add_argument("--seed", type=int, help="seed of all chance (default: a new one)")
    new.add_argument(
        "--option", action="append", default=None, metavar="NAME=VALUE", help="a switch, see below"
    )
    words = "seats played automatically, cards dealt: " + ", ".join(TEMPERAMENTS)
    new.add_argument("--bots", metavar="NAME[=TEMPER],…", help=words)
    new.add_argument("--preset", metavar="NAME", help="settings kept by --save-preset")
    new.add_argument("--tournament", metavar="NAME", help="this game counts for a tournament")
    new.add_argument("--games", type=int, default=None, help="games of the tournament (default 5)")
    new.add_argument("--score", choices=tournament.MODES, default=None)
    kept = parser.add_argument_group("games that are kept")
    kept.add_argument(
        "--resume", nargs="?", const="", metavar="RECORD", help="go on with a game (default: last)"
    )
    kept.add_argument("--list", action="store_true", help="list the games")
    kept.add_argument("--log", metavar="RECORD", help="print what the table was told")
    kept.add_argument("--export", metavar="RECORD", help="print a game as JSON, secrets left out")
    kept.add_argument("--table", metavar="NAME", help="print the table of a tournament")
    kept.add_argument("--save-preset", metavar="NAME", help="keep these settings under a name")
    kept.add_argument("--dir", type=Path, default=None, help="where games are kept")
    auto = parser.add_argument_group("a game without people")
    auto.add_argument("--auto", action="store_true", help="simple castaways play by themselves")
    auto.add_argument("--players", type=int, default=6, help="how many castaways (default 6)")
    pods.add(parser)
    web = parser.add_argument_group("phones and a big screen")
    words = "phones vote as pods do, and a big screen: serve their pages"
    web.add_argument("--phones", action="store_true", default=None, help=words)
    words = "let phones of this network in, not only this computer"
    web.add_argument("--lan", action="store_true", default=None, help=words)
    web.add_argument(
        "--port", type=int, default=None, metavar="N", help="port of the pages (8710 if it is free)"
    )
    words = "how long the big screen shows what happens (default: calm)"
    web.add_argument("--pace", choices=("calm", "brisk", "off"), default=None, help=words)
    parser.add_argument("--lang", choices=LANGUAGES, default="", help="default: from the locale")
    parser.add_argument("--debate", type=int, default=None, metavar="SECONDS", help="debate timer")
    parser.add_argument("--json", action="store_true", help="result as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Do what the options say."""
    texts = Texts(options.lang)
    folder = options.dir or data_folder() / "galerapagos"
    if options.auto:
        if options.resume is not None:
            raise UnderboardError("--auto plays a new game by itself: leave --resume out")
        return auto(options, texts)
    settle_presets(options, folder)
    if options.list:
        return list_games(folder, texts)
    if options.table is not None:
        return print_table(folder, options.table, texts, options.json)
    if options.log:
        game = RecordedGame.replay(text_of(Path(options.log)), Path(options.log)).game
        for day, line in public_log(texts, game):
            print(f"{day:>2}  {line}")
        return 0
    if options.export:
        game = RecordedGame.replay(text_of(Path(options.export)), Path(options.export)).game
        print(json.dumps(export(game), ensure_ascii=False, indent=2))
        return 0
    return moderate(options, texts, folder)


# -- a game without people


def auto(options: argparse.Namespace, texts: Texts) -> int:
    """Play a game alone; the last line is ``players N days D survivors K ballots B miscounted M``.

    Status 1 if a ballot was counted otherwise by the second count.
    """
    cards, switches = options.cards or CARD_MODES[0], switches_of(options.option)
    setup = auto_setup(options.players, seed_of(options), cards, switches)
    game = Game(setup)

    def tell(event: Event, effects: list[JsonObject]) -> None:
        for effect in effects:
            if "private" not in effect and effect["effect"] != "votes-in":
                print(f"{game.camp.turn:>2}  {sentence(texts, game.camp, effect)}")

    listener = None if options.json else tell
    if options.board:
        session = pods.play_alone(options, game, listener)
    else:
        session = play_alone(setup, listener=listener, game=game)
    figures = session.figures()
    if options.json:
        print(json.dumps({**figures, "seed": setup.seed, "reason": game.camp.reason}))
    else:
        print(*(f"{name} {number}" for name, number in figures.items()))
    return 1 if session.miscounted else 0

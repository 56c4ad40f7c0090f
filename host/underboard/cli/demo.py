"""``underboard demo``: whole games on the simulated board, with simulated hands."""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.live import Live

from boardcore import games
from boardcore.options import parse_options
from underboard.cli.arguments import (
    Commands,
    add_faults,
    add_game,
    add_language,
    add_pace,
    add_rules,
    count,
    pairs,
)
from underboard.cli.games import read_text
from underboard.cli.layout_warning import unfit
from underboard.cli.terminal import can_draw_anew
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.device.reconnect import BoardPort
from underboard.engine.player import player_of
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.records.database import Records
from underboard.referee.demo import Demo, DemoPlan, DemoScore, Played
from underboard.referee.demo_game import SHOWN, speed_of
from underboard.referee.game_ui import tabletop_of
from underboard.referee.messages import ending
from underboard.referee.screen import Screen, View
from underboard.registry import game_of
from underboard.sim.board import SimBoard
from underboard.sim.faults import parse_faults
from underboard.texts import Texts
from underboard.texts.lazy import spoken

RANDOM = "random"
"""Players of a demonstration without viewers."""
CAREFUL, CLUMSY = "careful", "clumsy"

Watch = Callable[[Played, str], None]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "demo",
        help="whole games on the simulated board, with simulated hands",
        description="The real firmware in a process of its own, simulated switches and hands, "
        "a port, the referee.  The last line says how many moves the referee got wrong or lost.",
    )
    add_game(parser)
    parser.add_argument("--games", type=count, default=1, metavar="K", help="how many (default 1)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="other hands, other moves")
    parser.add_argument("--layout", default="", metavar="L", help="which board")
    add_rules(parser)
    parser.add_argument(
        "--path", action="store_true", help="Gygès: light the way of each move, jump by jump"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="play this record's moves")
    add_faults(parser)
    add_pace(parser)
    words = "a level of the engine, or random (default: club; random with --no-pace)"
    parser.add_argument("--players", default="", metavar="WHO", help=words)
    parser.add_argument(
        "--hands",
        choices=(CAREFUL, CLUMSY),
        default=CAREFUL,
        help="clumsy ones fumble, change their mind and put pieces back, so that the board asks "
        "more often (default: careful)",
    )
    parser.add_argument("--set-up", action="store_true", help="Gygès: watch the set-up, too")
    parser.add_argument("--quiet", action="store_true", help="the last line only")
    parser.add_argument("--json", action="store_true", help="one JSON object per game")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play; the exit status is 1 if the referee got a turn wrong or lost one."""
    parse_faults(options.fault)
    texts = Texts(options.lang)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="underboard-"))
        records = Records.open(Path(folder) / "games.sqlite3")
        stack.callback(records.close)
        plan = plan_of(options, records)
        name = options.layout or game_of(options.game).layout
        layout = layout_of(name, options.game)
        for warning in unfit(layout.data, texts):
            print(f"underboard: {warning}", file=sys.stderr)
        sim = stack.enter_context(
            SimBoard(
                name,
                seed=options.seed,
                faults=options.fault,
                pace=options.pace,
                speed=speed_of(plan.name) if plan.players else 1.0,
                settings=settings_of(plan, options.path),
            )
        )
        referee = Board(BoardPort(sim.url), records)
        stack.callback(referee.close)
        console = Console(markup=False, emoji=False)
        screen = Screen(texts, layout, sys.stdout.encoding or "utf-8", console)
        with LiveView(options, texts, screen, console, referee, plan) as watch:
            demo = Demo(sim, referee, records, plan, watch)
            demo.texts = texts if plan.players else None
            score, stopped = play(demo, options.json)
        if stopped:
            print(f"underboard: {spoken(stopped, texts.language)}", file=sys.stderr)
        if options.pace and not options.quiet and not options.json:
            print("\n".join(summary(score, texts, options.hands)))
        print(score.line(), flush=True)
    return 0 if score.good else 1


def summary(score: DemoScore, texts: Texts, hands: str) -> list[str]:
    """Return in words what the last line says in figures."""
    good = texts("demo.good")
    if not score.good:
        good = texts("demo.bad", wrong=score.wrong, lost=score.lost)
    key = "demo.summary.one" if score.games == 1 else "demo.summary"
    how = "asked" if score.misread else "asked.only" if score.asked else "asked.none"
    asked = texts(f"demo.{how}", asked=score.asked, misread=score.misread)
    words = texts(key, games=score.games, turns=score.turns, good=good)
    return ["", f"{words} {asked}", texts(f"demo.hands.{hands}"), texts("demo.figures")]


def play(demo: Demo, as_json: bool) -> tuple[DemoScore, UnderboardError | None]:
    """Play all games; return how they went, and what has cut them off."""
    score = DemoScore()

    def count(played: Played) -> None:
        score.add(played)
        if as_json:
            print(json.dumps(as_data(played)), flush=True)

    try:
        for played in demo.run():
            count(played)
    except UnderboardError as trouble:
        demo.read_record()
        count(demo.now)
        # A game that was cut off is never a good one, even if all that was played is there.
        score.lost += score.good
        return score, trouble
    return score, None


def as_data(played: Played) -> JsonObject:
    """Return one game as a program reads it."""
    return {
        "game": played.game,
        "hands": played.hands,
        "referee": played.referee,
        "outcome": played.outcome,
        "asked": played.asked,
        "misread": played.misread,
        "presses": played.presses,
    }


def plan_of(options: argparse.Namespace, records: Records) -> DemoPlan:
    """Return what to play; a record is read, and checked, by the temporary ``records``.

    Raises ParseError or UnderboardError.
    """
    rules = games.rules_of(options.game)
    switches = pairs(options.option)
    if options.record is None:
        variant = options.variant or rules.VARIANTS[0]
        tabletop_of(options.game).check_play(rules.Game(variant, switches))
        text = ",".join(f"{name}={value}" for name, value in switches)
        return DemoPlan(
            options.game,
            variant,
            text,
            games=options.games,
            seed=options.seed,
            players=players_of(options),
            setup=options.set_up,
            careful=options.hands == CAREFUL,
        )
    text = read_text(options.record)
    mirror = records.load(records.import_text(text))
    if mirror.name != options.game:
        raise UnderboardError(
            "%s is a record of %s: expected %s", options.record, mirror.name, options.game
        )
    parse_options(mirror.options)
    return DemoPlan(
        mirror.name,
        mirror.variant,
        mirror.options,
        mirror.start,
        tuple(mirror.turns),
        options.games,
        options.seed,
        careful=options.hands == CAREFUL,
    )


def players_of(options: argparse.Namespace) -> str:
    """Return the level of both engines, empty for random turns; raises ParseError."""
    who = options.players or (SHOWN if options.pace else RANDOM)
    if who == RANDOM:
        return ""
    player_of(options.game, who)
    return who


def settings_of(plan: DemoPlan, path: bool) -> dict[str, str]:
    """Return what the simulated board's ``settings.toml`` says; ``path``: ways are lit.

    Raises UnderboardError for a game that has no ways.
    """
    settings = {"UNDERBOARD_VARIANT": plan.variant}
    if path:
        tabletop_of(plan.name).check_path()
        settings["UNDERBOARD_SHOW_PATH"] = "on"
    return settings


class LiveView:
    """View of the games: the live board on a terminal, else one line per turn."""

    def __init__(
        self,
        options: argparse.Namespace,
        texts: Texts,
        screen: Screen,
        console: Console,
        referee: Board,
        plan: DemoPlan,
    ) -> None:
        self._texts = texts
        self._screen = screen
        self._referee = referee
        self._plan = plan
        self._table = tabletop_of(plan.name)
        self._silent = options.quiet or options.json
        self._console = console
        self._live: Live | None = None
        if can_draw_anew(console) and not self._silent:
            self._live = Live(console=self._console, auto_refresh=False, transient=False)

    def __enter__(self) -> Watch:
        if self._live:
            self._live.start()
        return self.show

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, played: Played, turn: str) -> None:
        """Show what has just happened."""
        if self._live:
            self._draw(played)
        elif turn and not self._silent:
            side = self._table.side_name(played.sides[-1], self._texts)
            if played.caption:
                ply, words = len(played.hands), played.caption
                line = self._texts("demo.caption", ply=ply, caption=words, turn=turn)
                self._console.print(line, highlight=False, soft_wrap=True)
                return
            line = self._texts("cli.demo.turn", ply=len(played.hands), side=side, turn=turn)
            self._console.print(line, highlight=False)

    def _draw(self, played: Played) -> None:
        mirror, cues = self._referee.mirror, self._referee.cues
        if not self._live or not mirror or not mirror.game:
            return
        title = self._texts("cli.demo.title", game=played.game, games=self._plan.games)
        letters, tints = (cues.letters, cues.tints) if cues else ("", "")
        # Whether there is something to say or not, the line is there.
        footer = [ending(mirror.game, self._texts) or played.caption]
        view = View(mirror.game, letters, tints, title=title, footer=footer)
        self._live.update(self._screen.render(view), refresh=True)

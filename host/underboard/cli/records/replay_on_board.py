"""A recorded game made again on a board, by simulated hands or by people at its lights."""

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from rich.console import Console

from underboard.cli.play import choose, known_layout
from underboard.cli.terminal import TerminalInput, console_of_words
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.device.reconnect import BoardPort
from underboard.errors import UnderboardError
from underboard.game_state import GameState
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.referee.screen import Screen
from underboard.referee.session import Session
from underboard.registry import game_of
from underboard.sim.board import SimBoard
from underboard.sim.hands.client import HandsClient, cause
from underboard.texts import Texts
from underboard.texts.commands import LEAVE, command_of

STEP_S = 0.05
"""Time between two steps of the session, s; chosen."""


class RecordPlayer:
    """A player who makes the turns of a record, one after the other.

    ``ready``: whether the next one may be made.
    """

    def __init__(self, mirror: Mirror, ready: Callable[[], bool]) -> None:
        self.name = "record"
        self._turns = [int(turn) for turn in mirror.game.turns]
        self._ready = ready

    def choose(self, game: GameState, pause: Callable[[], None] = lambda: None) -> int:
        """Return the next turn of the record; -1 where it does not fit, or is to come later."""
        made = list(game.turns)
        if self.is_astray(game) or len(made) == len(self._turns) or not self._ready():
            return -1
        return self._turns[len(made)]

    def is_astray(self, game: GameState) -> bool:
        """Return True if other turns were made than those of the record."""
        made = list(game.turns)
        return made != self._turns[: len(made)]

    def is_done(self, game: GameState) -> bool:
        """Return True if all turns were made."""
        return list(game.turns) == self._turns


def lead(mirror: Mirror, options: argparse.Namespace, texts: Texts) -> int:
    """Lead hands or lights through a game; return the exit status."""
    choice = choose(options.board, texts)
    console = console_of_words()
    with ExitStack() as stack:
        # A game that is made again is in the records already.
        records = stack.enter_context(Records(Path(":memory:")))
        sim, url = None, choice.url
        if choice.simulated:
            layout = choice.layout or game_of(mirror.name).layout
            layout_of(layout, mirror.name)
            sim = stack.enter_context(SimBoard(layout))
            url = sim.url
        board = stack.enter_context(closing(Board(BoardPort(url), records)))
        clock = TurnDelay((1.0 if options.delay is None else options.delay) if sim else 0)
        player = RecordPlayer(mirror, clock.is_due)
        hands = HandsClient(sim) if sim else None
        session = Session(board, (player, player), texts, console.print, hands, name=mirror.name)
        try:
            board.connect()
            there = board.mirror
            if there and there.turns and not there.outcome and not options.new:
                raise UnderboardError(
                    "an unfinished game is on this board: add --new to begin another"
                )
            session.begin(mirror.variant, mirror.options, True, False, mirror.start)
            screen = Screen(texts, known_layout(board), sys.stdout.encoding or "utf-8", console)
            return follow(session, player, clock, screen, console)
        except UnderboardError as trouble:
            raise (cause(sim, trouble) if sim else trouble) from trouble


class TurnDelay:
    """Lets each turn begin some seconds after the one before."""

    def __init__(self, delay_s: float) -> None:
        self._delay_s = delay_s
        self._due_s = 0.0

    def is_due(self) -> bool:
        """Return True if the next turn may begin."""
        return time.monotonic() >= self._due_s

    def made(self) -> None:
        """Record that a turn was made."""
        self._due_s = time.monotonic() + self._delay_s


def follow(
    session: Session, player: RecordPlayer, clock: TurnDelay, screen: Screen, console: Console
) -> int:
    """Continue until all turns are made or a player leaves."""
    texts, keyboard = session.texts, TerminalInput()
    shown, astray = -1, False
    while True:
        session.step(STEP_S)
        game = session.mirror.game
        if session.settled and len(game.turns) != shown:
            shown = len(game.turns)
            clock.made()
            console.print(screen.render(session.view()))
            console.print()
            if player.is_done(game):
                console.print(texts("records.led", turns=shown))
                return 0
        if player.is_astray(game) != astray:
            astray = not astray
            if astray:
                console.print(texts("records.astray"))
        line = keyboard.line()
        words = line.split() if line else []
        if words and command_of(words[0], texts) == LEAVE:
            return 1
        if line:
            session.handle(line)

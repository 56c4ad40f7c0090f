"""The pods of ``underboard galerapagos``: which board, whose pod, simulated hands."""

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager

from underboard.cli.arguments import add_faults
from underboard.deploy.layouts import layout_of
from underboard.device.discovery import find
from underboard.device.reconnect import BoardPort
from underboard.errors import UnderboardError
from underboard.galerapagos.bots.simulate import AutoGame, Listener
from underboard.galerapagos.pods.board import NAME, PodBoard, WrongGame
from underboard.galerapagos.pods.bridge import PodBridge
from underboard.galerapagos.pods.simulate import Hands, PodGame
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.sim.board import SimBoard
from underboard.sim.hands.pods import SimHands

LAYOUT = "pods12"
SIM_SEEDS = 1 << 32
"""Number of seeds of simulated hands; chosen."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    pods = parser.add_argument_group("voting pods")
    pods.add_argument("--board", metavar="PORT", help="a board with pods: a port, sim, sim:LAYOUT")
    pods.add_argument(
        "--pods", metavar="1,2,…", help="the pod of each seat, 0 for none (default: 1,2,3…)"
    )
    add_faults(pods, "of the simulated board")


@contextmanager
def board_of(
    value: str, seed: int = 0, faults: list[str] | None = None, at_once: bool = True
) -> Iterator[tuple[PodBoard, Hands | None]]:
    """Open a board; for a simulated one there are hands, too.  Raises UnderboardError.

    Not ``at_once``: a board of another game on the port is no trouble, the right one may be
    plugged in later.
    """
    choice = find(value)
    if not choice.simulated:
        with closing(PodBoard(BoardPort(choice.url))) as board:
            try:
                board.connect()
            except WrongGame:
                if at_once:
                    raise
            yield board, None
        return
    layout = layout_of(choice.layout or LAYOUT, NAME)
    with (
        SimBoard(layout.name, seed=seed % SIM_SEEDS, faults=faults) as sim,
        closing(PodBoard(BoardPort(sim.url))) as board,
    ):
        board.connect()
        yield board, SimHands(sim, seed)


def places_of(text: str | None, seats: int) -> list[int] | None:
    """Return the number of each seat's pod from 0, -1 for none, as ``--pods`` names them.

    Raises UnderboardError for a list that is no such thing.
    """
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdecimal() for word in words):
        raise UnderboardError("pods %r: expected %s numbers with commas, like 1,2,3", text, seats)
    return [int(word) - 1 for word in words]


def play_alone(options: argparse.Namespace, game: Game, listener: Listener | None) -> AutoGame:
    """Play a game without people, voting on simulated pods."""
    with board_of(options.board, game.setup.seed, options.fault) as (board, hands):
        if hands is None:
            raise UnderboardError(
                "nobody presses the pods on %s: with --auto expected --board sim", options.board
            )
        places = places_of(options.pods, len(game.setup.names))
        pods = PodBridge(board, RecordedGame(game, None), places)
        return PodGame(pods, hands, pods.clock, listener).play()

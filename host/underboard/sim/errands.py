"""Errands: what simulated hands are asked to do, as actors of the firmware's world.

Each function is an actor for the command ``actor`` of ``underboard.sim.process``; what the
hands did comes back as events::

    {"event": "hand-turn", "number": N, "ply": P, "turn": TEXT}     as soon as a turn is made
    {"event": "hands-done", "number": N, "turns": [...], "asked": A, "gave_up": G}
"""

import importlib
import random
from collections.abc import Iterator
from typing import Any

from boardcore import cues
from boardcore.games import rules_of
from boardcore.options import parse_options
from underboard.sim.eyes import cue_colour
from underboard.sim.players import CAREFUL, Told
from underboard.sim.world import Actor, World
from underboard.trouble import Trouble

PYLOS = "pylos"
HANDS = {PYLOS: "hands", "apagos": "apagos_hands", "gyges": "gyges_hands"}
"""Games that simulated hands can play, and the module that does."""
FELT_HANDS = {PYLOS: "felt_hands"}
"""The module that plays at boards with Hall sensors, where that is another one."""
LIVELY = 0.35
"""Chance that a random player prefers a raise or a square, which plain chance seldom picks."""
LONG = 80
"""After so many turns random players take back as little as they may."""
SWEPT_MS = 2500
"""An empty board must stay empty so long before it means a new game, and a little more."""
OFFER_MS = 12000
LOOK_MS = 50
OFFERED = cue_colour(cues.NEW_GAME, cues.AMBER)
"""The colour in which a board asks whether it is to be a new game."""
LIFT_MS = (20, 80)


def hands_of(name: str, felt: bool = False) -> Any:
    """Return the module with a game's ``Hands``; ``felt``: for boards with Hall sensors.

    It may also have ``choose(game, chance)``, the turn of a random player, and
    ``random_start(chance, variant)``, a start position.  Raises Trouble for a game that no
    simulated hands can play.
    """
    if name not in HANDS:
        raise Trouble(f"no simulated hands play {name} yet: expected {', '.join(HANDS)}")
    module = FELT_HANDS.get(name, HANDS[name]) if felt else HANDS[name]
    return importlib.import_module(f"underboard.sim.{module}")


def random_start(name: str, variant: str, seed: str) -> str:
    """Return a start position for a random game, empty for the variant's own."""
    start = getattr(hands_of(name), "random_start", None)
    return start(random.Random(seed), variant) if start else ""


def play_game(
    world: World,
    number: int = 0,
    name: str = PYLOS,
    variant: str = "",
    options: str = "",
    start: str = "",
    played: list[str] | None = None,
    turns: list[str] | None = None,
    seed: str = "",
    careful: bool = False,
) -> Actor:
    """Play ``turns``, or random ones to the end of the game.

    ``played``: turns that were played before, from ``start``.
    """
    rules = rules_of(name)
    game = rules.Game(variant or rules.VARIANTS[0], parse_options(options), start)
    for text in played or []:
        game.play_turn(rules.parse_turn(text))
    if turns is None:
        wanted = random_turns(game, random.Random(seed))
    else:
        wanted = iter([rules.parse_turn(text) for text in turns])
    told = Told([])

    def done(text: str) -> None:
        world.tell({"event": "hand-turn", "number": number, "ply": game.ply, "turn": text})

    felt = world.layout.field is not None
    hands = hands_of(name, felt).Hands(world, CAREFUL if careful else None)
    yield from hands.play(game, wanted, told, done)
    world.tell(
        {
            "event": "hands-done",
            "number": number,
            "turns": told.turns,
            "asked": told.asked,
            "gave_up": told.gave_up,
        }
    )


def random_turns(game: Any, chance: random.Random) -> Iterator[int]:
    """Yield one turn after the other until the game is over; the caller plays them."""
    choose = _choose if game.name == PYLOS else hands_of(game.name).choose
    while not game.outcome():
        yield choose(game, chance)


def _choose(game: Any, chance: random.Random) -> int:
    # Not at the top: a drive holds only the game of its board.
    from boardcore import pylos

    turns = game.legal_turns()
    if game.ply >= LONG:
        # Chance alone takes back for ever, above all by the expert rule.
        fewest = min(len(pylos.turn_takes(turn)) for turn in turns)
        return chance.choice([t for t in turns if len(pylos.turn_takes(t)) == fewest])
    lively = [t for t in turns if pylos.turn_takes(t) or pylos.turn_start(t) != pylos.NONE]
    return chance.choice(lively if lively and chance.random() < LIVELY else turns)


def sweep(world: World, number: int = 0, asks: bool = False) -> Actor:
    """Sweep the board empty; ``asks``: the game goes on, so say yes to the offer of a new one."""
    yield from _lift(world, set(world.pieces))
    yield SWEPT_MS
    if asks:
        # An empty board may be part of a turn: then it takes longer until the lights ask.
        for _ in range(OFFER_MS // LOOK_MS):
            if OFFERED in pixels_of(world.colours):
                break
            yield LOOK_MS
        world.press("yes")
        yield 120
        world.release("yes")
        yield 80
    world.tell({"event": "hands-done", "number": number, "turns": []})


def arrange(world: World, number: int = 0, cells: list[int] | None = None) -> Actor:
    """Make the balls stand on ``cells`` and nowhere else, as the lights lead the hands to do."""
    wanted = set(cells or [])
    yield from _lift(world, world.pieces - wanted)
    for cell in sorted(wanted - world.pieces):
        world.put(cell)
        yield world.random.randint(*LIFT_MS)
    yield 500
    world.tell({"event": "hands-done", "number": number, "turns": []})


def pixels_of(colours: bytes | bytearray) -> list[bytes]:
    """Return red, green and blue of each pixel."""
    return [bytes(colours[at : at + 3]) for at in range(0, len(colours), 3)]


def _lift(world: World, cells: set[int]) -> Actor:
    # The highest first: what carries a ball cannot be lifted.
    for cell in sorted(cells, reverse=True):
        world.lift(cell)
        yield world.random.randint(*LIFT_MS)

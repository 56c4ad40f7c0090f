"""Requests to simulated hands, as actors of the firmware's world.

Each function is an actor for the command ``actor`` of ``underboard.sim.mcu.process``; what the
hands did comes back as events::

    {"event": "hand-turn", "number": N, "ply": P, "turn": TEXT, ...}  as soon as a turn is made
    {"event": "hands-done", "number": N, "turns": [...], "gave_up": G, "lost": L, ...}

Both tell besides, of all turns so far, how many were ``asked`` about and ``misread``, and the
``presses`` of buttons for each.
"""

import random
from collections.abc import Generator, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

from boardcore.lights import cues
from boardcore.options import parse_options
from underboard.errors import UnderboardError
from underboard.game_state import GameState, rules_of
from underboard.jsontype import JsonObject
from underboard.registry import DEFAULT, game_of
from underboard.sim.hands.light_reader import colour_of, cue_colour
from underboard.sim.hands.players import CAREFUL, WATCHFUL, HandsLog, HandStyle
from underboard.sim.world import Actor, World

SWEPT_MS = 2500
"""Time for which a swept board stays empty, ms; chosen a little above the firmware's."""
OFFER_MS = 12000
"""Time to wait for the board's offer of a new game, ms; chosen."""
LOOK_MS = 50
"""Time between two looks at the lights, ms; chosen."""
OFFERED = cue_colour(cues.NEW_GAME, cues.AMBER)
"""The colour in which a board asks whether it is to be a new game."""
LIFT_MS = (20, 80)
TAKEN_OFF_MS = (100, 300)
RED_MS = 600
"""Time for which lights still show what they asked for before a move, ms; chosen."""
ASKED_OFF_MS = 1000
"""Time after which lights no longer ask, ms; chosen: the longest dark part of a rhythm and the
board's look."""


def hands_of(name: str) -> ModuleType:
    """Return the module with a game's ``Hands``.

    It may also have ``hands_for(world)``, the hands for this board, ``choose(game, chance)``, the
    turn of a random player, and ``random_start(chance, variant)``, a start position.  Raises
    UnderboardError for a game that no simulated hands can play.
    """
    found: ModuleType | None = game_of(name).part("hands")
    if found is None:
        raise UnderboardError("no simulated hands play %s yet", name)
    return found


def hands_for(name: str, world: World) -> Any:
    """Return the hands that play a game at the board of a world."""
    module = hands_of(name)
    return module.hands_for(world) if hasattr(module, "hands_for") else module.Hands


def are_bumped(world: World) -> bool:
    """Return True if pieces are bumped at a board with switches, so that players look after it."""
    layout = world.layout
    return bool(world.faults.bumps and not layout.scale and layout.sensing != "field")


def random_start(name: str, variant: str, seed: str) -> str:
    """Return a start position for a random game, empty for the variant's own."""
    start = getattr(hands_of(name), "random_start", None)
    return start(random.Random(seed), variant) if start else ""


def play_game(
    world: World,
    number: int = 0,
    name: str = DEFAULT,
    variant: str = "",
    options: str = "",
    start: str = "",
    played: list[str] | None = None,
    turns: list[str] | None = None,
    seed: str = "",
    careful: bool = False,
    think_ms: list[int] | None = None,
) -> Actor:
    """Play ``turns``, or random ones to the end of the game.

    ``played``: turns that were played before, from ``start``; ``think_ms``: hands think at least
    and at most this long before a turn.
    """
    rules = rules_of(name)
    game = rules.Game(variant or rules.VARIANTS[0], parse_options(options), start)
    for text in played or []:
        game.play_turn(rules.parse_turn(text))
    if turns is None:
        wanted = random_turns(game, random.Random(seed))
    else:
        wanted = iter([rules.parse_turn(text) for text in turns])
    told = HandsLog([])

    def done(text: str) -> None:
        event = {"event": "hand-turn", "number": number, "ply": game.ply, "turn": text}
        world.tell({**event, **_counts(told)})

    sloppy = WATCHFUL if are_bumped(world) else HandStyle()
    manner = CAREFUL if careful else sloppy
    if think_ms:
        manner = replace(manner, think_ms=(think_ms[0], think_ms[1]))
    hands = hands_for(name, world)(world, manner)
    if played:
        hands.last = rules.parse_turn(played[-1])
    yield from hands.play(game, wanted, told, done)
    world.tell(
        {
            "event": "hands-done",
            "number": number,
            "turns": told.turns,
            "gave_up": told.gave_up,
            "lost": told.lost,
            **_counts(told),
        }
    )


def _counts(told: HandsLog) -> JsonObject:
    return {"asked": told.asked, "misread": told.misread, "presses": list(told.presses)}


def random_turns(game: GameState, chance: random.Random) -> Iterator[int]:
    """Yield one turn after the other until the game is over; the caller plays them."""
    choose = getattr(hands_of(game.name), "choose", any_turn)
    while not game.outcome():
        yield choose(game, chance)


def any_turn(game: GameState, chance: random.Random) -> int:
    """Return a legal turn, each as likely as the next."""
    return chance.choice(game.legal_turns())


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


def arrange(
    world: World, number: int = 0, cells: list[int] | None = None, kinds: list[int] | None = None
) -> Actor:
    """Make pieces stand on ``cells``, of these ``kinds`` if they are not alike, and none elsewhere.

    Then do what the lights still say: a board that sees no kinds has every piece taken off once
    that may be the wrong one.
    """
    wanted = set(cells or [])
    kind_of = dict(zip(cells or [], kinds or []))
    wrong = {
        cell for cell in kind_of if cell in world.pieces and world.kinds[cell] != kind_of[cell]
    }
    yield from _lift(world, world.pieces - wanted | wrong)
    for cell in sorted(wanted - world.pieces):
        world.put(cell, kind_of.get(cell, 1))
        yield world.random.randint(*LIFT_MS)
    yield 500
    for _ in kind_of:
        off = yield from _asked_off(world)
        if off not in kind_of:
            break
        world.lift(off)
        yield world.random.randint(*TAKEN_OFF_MS)
        world.put(off, kind_of[off])
        yield RED_MS
    world.tell({"event": "hands-done", "number": number, "turns": []})


def pause(world: World, number: int = 0, ms: int = 0) -> Actor:
    """Do nothing for ``ms`` simulated milliseconds."""
    yield ms
    world.tell({"event": "hands-done", "number": number, "turns": []})


def _asked_off(world: World) -> Generator[float, None, int]:
    """Look which piece the lights want off; return its cell, -1 for none."""
    off = cue_colour(cues.SURPLUS, cues.RED)
    for _ in range(ASKED_OFF_MS // LOOK_MS):
        for cell in sorted(world.pieces):
            if colour_of(world.layout, world.colours, cell) == off:
                return cell
        yield LOOK_MS
    return -1


def pixels_of(colours: bytes | bytearray) -> list[bytes]:
    """Return red, green and blue of each pixel."""
    return [bytes(colours[at : at + 3]) for at in range(0, len(colours), 3)]


def _lift(world: World, cells: set[int]) -> Actor:
    # The highest first: what carries a ball cannot be lifted.
    for cell in sorted(cells, reverse=True):
        world.lift(cell)
        yield world.random.randint(*LIFT_MS)

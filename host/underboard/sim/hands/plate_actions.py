"""Disturbances by hands on a plate, as ``underboard.sim`` requests them."""

from underboard.sim.world import Actor, World

WAIT_MS = 700.0
"""Time before a disturbance begins, ms; chosen."""
CARRY_MS = 4000.0
"""Time for which a plate is carried, ms; chosen."""


def tap(world: World, cell: int, force_n: float = 3.0, ms: float = 900.0) -> Actor:
    """Press on the plate beside a load cell, and release it."""
    yield WAIT_MS
    x, y = world.layout.scale.sensor_mm[cell]
    world.plate.stir()
    world.plate.lean(force_n, 0.9 * x, 0.9 * y, world.now_ms, world.now_ms + ms)
    yield ms


def lay(world: World, grams: float, x: float, y: float, ms: float = 0.0) -> Actor:
    """Set a cup down on the plate; after ``ms``, if not 0, it is taken off again."""
    world.plate.lay("cup", grams, x, y)
    if ms:
        yield ms
        world.plate.lay("cup", 0.0, x, y)
    yield 1.0


def lean(world: World, force_n: float, x: float, y: float, ms: float) -> Actor:
    """Lean on the plate with an elbow."""
    world.plate.lean(force_n, x, y, world.now_ms, world.now_ms + ms)
    yield ms


def move(world: World, twist_g: float, lean_gmm: float) -> Actor:
    """Carry the plate to another table, and set it down."""
    x, y = world.layout.scale.places[0]
    world.plate.lean(8.0, -x / 3, y / 3, world.now_ms, world.now_ms + CARRY_MS)
    yield CARRY_MS / 2
    world.plate.move(twist_g, lean_gmm)
    yield CARRY_MS / 2

"""Draw the lights of a board at three moments of a game, from the firmware's own colours.

``python .github/site/lights.py`` writes ``host/docs/pictures/board-lights.svg``.  A light that
pulses is drawn at its brightest.
"""

from pathlib import Path

from boardcore.pylos.cells import parse_cell
from underboard.deploy.layouts import layout_of
from underboard.sim.harness import Harness
from underboard.sim.world import World

PAGE = Path(__file__).resolve().parents[2] / "host/docs/pictures/board-lights.svg"
LAYOUT = "pylos-reed16"
MOMENTS = (
    ("your move: where a ball may go", "b2 c4 c1"),
    ("a ball is lifted: where it may go", "a1 a2 b1 b2 d4 d1 -d4"),
    ("a square: take back one or two", "a1 d1 a2 d2 b1 d4 b2"),
)
"""What is written below each board; balls put (and with a minus lifted) since the start."""
STEPS, GAP, WAIT_MS = 3, 130, 2_000


def colours(moves: str) -> list[tuple[int, int, int]]:
    """Return the colour of each pixel after these moves, the brightest of two seconds."""
    world = World(layout_of(LAYOUT))
    board = Harness(layout_of(LAYOUT), world)
    for move in moves.split():
        if move.startswith("-"):
            world.lift(parse_cell(move[1:]))
        else:
            world.put(parse_cell(move))
        wait(board, world)
    return wait(board, world)


def wait(board: Harness, world: World) -> list[tuple[int, int, int]]:
    """Let time pass and return the brightest colour of each pixel meanwhile."""
    best: list[tuple[int, int, int]] = []
    end = world.now_ms + WAIT_MS
    while world.now_ms < end:
        board.step()
        shown = bytes(world.colours)
        pixels = [tuple(shown[at : at + 3]) for at in range(0, len(shown), 3)]
        best = [max(pair, key=sum) for pair in zip(best or pixels, pixels, strict=True)]
    return best


def picture() -> str:
    """Return the picture of all moments."""
    pixels = layout_of(LAYOUT).data["pixels"]
    parts = []
    for number, (words, moves) in enumerate(MOMENTS):
        left = 25 + number * GAP
        parts.append(
            f'<rect x="{left - 17}" y="8" width="124" height="124" rx="6" fill="#6b4a2b"/>'
        )
        for pixel, (red, green, blue) in zip(pixels, colours(moves), strict=True):
            x, y = left + pixel["x"], 115 - pixel["y"]
            bright = max(red, green, blue) or 1
            colour = f"rgb({red * 255 // bright},{green * 255 // bright},{blue * 255 // bright})"
            parts.append(f'<circle cx="{x}" cy="{y}" r="11" fill="#553a20"/>')
            if red + green + blue:
                parts.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{colour}"/>')
        parts.append(
            f'<text x="{left + 45}" y="148" font-size="8" text-anchor="middle">{words}</text>'
        )
    width = GAP * len(MOMENTS) + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" stroke="none" viewBox="0 0 {width} 156" '
        f'font-family="sans-serif">\n<rect width="{width}" height="156" fill="#fff"/>\n'
        + "\n".join(parts) + "\n</svg>\n"
    )  # fmt: skip


if __name__ == "__main__":
    PAGE.write_text(picture(), encoding="utf-8")

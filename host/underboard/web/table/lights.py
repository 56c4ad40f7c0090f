"""Meaning of each pixel at its cell, and the table of cues."""

from typing import Any

from boardcore.layout.layout import Layout
from boardcore.lights import cues
from boardcore.lights.rhythms import SLOT_MS
from underboard.game_state import GameState
from underboard.jsontype import JsonObject
from underboard.referee.drawing.base import spots_of
from underboard.referee.game_ui import tabletop_of
from underboard.registry import game_of
from underboard.texts import LANGUAGES, Texts

Light = JsonObject
NAMES = {row[1]: row[0] for row in cues.table()}
UNSPOKEN = ("OFF",)


def lights_of(letters: str, tints: str, layout: Layout | None, game: GameState) -> list[Light]:
    """Return every lit pixel: its number, place, cue, tint, and the cell that it means."""
    if layout is None:
        return []
    lit = []
    for number, pixel in enumerate(spots_of(layout)[: len(letters)]):
        cue = NAMES.get(letters[number], "OFF")
        if cue == "OFF":
            continue
        tint = int(tints[number]) if tints[number].isdigit() else 0
        cell = meant(pixel["cells"], cue, tint, game)
        lit.append({"pixel": number, "cell": cell, "cue": cue, "tint": tint})
    return lit


def pixels_of(layout: Layout | None) -> list[dict[str, float]]:
    """Return where the lights are that the board tells of, in millimetres."""
    pixels = spots_of(layout) if layout else []
    return [{"x": pixel["x"], "y": pixel["y"]} for pixel in pixels]


def meant(cells: list[str], cue: str, tint: int, game: GameState) -> str:
    """Return the cell that a pixel means when several lie above it."""
    page = game_of(game.name).part("page")
    if len(cells) > 1 and hasattr(page, "meant"):
        return str(page.meant(cells, cue, tint, game))
    return cells[0]


def cue_table(name: str) -> JsonObject:
    """Return all cues of a game: rhythm, brightness, meaning in each language, and the tints."""
    table = tabletop_of(name)
    return {
        "cues": {
            row[0]: {
                "rhythm": f"{row[2]:016b}",
                "brightness": row[3],
                "words": {lang: _meaning(table, row[0], Texts(lang)) for lang in LANGUAGES},
            }
            for row in cues.table()
            if row[0] not in UNSPOKEN
        },
        "tints": [list(tint) for tint in cues.TINTS],
        "slot_ms": SLOT_MS,
    }


def _meaning(table: Any, cue: str, texts: Texts) -> str:
    try:
        return str(table.cue_words(cue, texts))
    except KeyError:
        return ""

"""Rim (lights round a board that is not drilled, and what they can be read back to)."""

import copy
import json
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from boardcore.layout.layout import Layout
from boardcore.lights import cues, scene
from boardcore.lights.cues import BEAT_DARK, BEAT_LIGHT, Frame, table
from boardcore.lights.rhythms import SLOT_MS, SLOTS
from boardcore.lights.rim import ROUND_MS, SILENT, TOGETHER
from boardcore.lights.scene import lights_of
from boardcore.pylos import cues as pylos_cues
from boardcore.pylos import rules as pylos
from support.boards.layouts import told
from support.rows import for_each
from underboard.sim.faults import Faults
from underboard.sim.hands.light_reader import LightReader, asks, cue_colour
from underboard.sim.world import World

LAYOUT = Path(__file__).resolve().parents[3] / "firmware/layouts/pylos-scale4-rim.json"
DATA = json.loads(LAYOUT.read_text(encoding="utf-8"))
PITCH = DATA["geometry"]["pitch_mm"]
XS, YS = [p["x"] for p in DATA["pixels"]], [p["y"] for p in DATA["pixels"]]
BOARD = Layout(copy.deepcopy(DATA))
IN_TURN = [cue for cue in range(SILENT + 1, len(table())) if cue not in TOGETHER]
CELLS = range(pylos.CELLS)


def board():
    """Return a frame and what renders it."""
    frame = Frame(BOARD.pixel_of_cell, BOARD.lights)
    frame.clear()
    return frame, lights_of(BOARD)


def rounds(frame, light, count=1, start_ms=0):
    """Return by round the brightest colour of each lit pixel: ``{(x, y): colour}``."""
    found = []
    for at in range(count):
        peak = bytes(3 * BOARD.pixels)
        for slot in range(SLOTS):
            now_ms = start_ms + at * ROUND_MS + slot * SLOT_MS
            light.render(frame, now_ms, not at and not slot)
            peak = bytes(map(max, peak, light.colours))
        found.append(lit_in(peak))
    return found


def lit_in(colours):
    """Return the colour of each lit pixel by its place."""
    return {
        (pixel["x"], pixel["y"]): colour
        for number, pixel in enumerate(DATA["pixels"])
        if any(colour := bytes(colours[3 * number : 3 * number + 3]))
    }


def reading(lit):
    """Return the cell that a person reads: columns and rows as seen, corners for "one higher".

    This knows where pixels lie, and nothing of which cells they name.
    """
    edges = {"x": (min(XS), max(XS)), "y": (min(YS), max(YS))}
    corners = [(x, y) for x, y in lit if x in edges["x"] and y in edges["y"]]
    columns = {x for x, y in lit if y in edges["y"] and (x, y) not in corners}
    rows = {y for x, y in lit if x in edges["x"] and (x, y) not in corners}
    assert len(columns) == len(rows) == 1, "one column and one row"
    x, y = columns.pop(), rows.pop()
    assert len(lit) - len(corners) == 4, "both ends of both"
    assert len(corners) in (0, 4)
    level = int(x % PITCH != 0) + 2 * bool(corners)
    inset = level * PITCH / 2
    return pylos.cell_at(level, round((y - inset) / PITCH), round((x - inset) / PITCH))


@pytest.mark.parametrize("cue", IN_TURN, ids=lambda cue: table()[cue][0])
def test_the_lit_pixels_tell_which_of_all_cells_is_meant(cue):
    for cell in CELLS:
        frame, light = board()
        frame.mark(cell, cue, cues.LIGHT_TINT)
        (lit,) = rounds(frame, light)
        assert reading(lit) == cell
        assert len(set(lit.values())) == 1


def test_cells_take_turns_the_most_urgent_first_each_for_a_whole_rhythm():
    frame, light = board()
    for cell, cue in ((3, cues.CHOSEN), (8, cues.CHOSEN), (29, cues.ASK)):
        frame.mark(cell, cue, 0)
    shown = rounds(frame, light, 7)
    assert [reading(lit) for lit in shown] == [29, 3, 8, 29, 3, 8, 29]


def test_what_begins_within_a_rhythm_is_shown_to_the_end_of_the_next():
    frame, light = board()
    frame.mark(5, cues.GOAL, 0)
    frame.mark(16, cues.GOAL, 1)
    start_ms = 20 * ROUND_MS + 7 * SLOT_MS
    light.render(frame, start_ms, True)
    seen = []
    for slot in range(1, 4 * SLOTS):
        light.render(frame, start_ms + slot * SLOT_MS, False)
        if any(light.colours):
            seen.append((slot, reading(lit_in(light.colours))))
    assert [slot for slot, cell in seen if cell == 5][-1] >= SLOTS
    assert {cell for slot, cell in seen if slot < 2 * SLOTS - 7} == {5}
    assert {cell for _, cell in seen} == {5, 16}


def test_where_balls_may_be_placed_is_left_out_and_the_last_turn_shown():
    frame, light = board()
    for cell in range(1, 16):
        frame.mark(cell, cues.PLACE, 0)
    frame.mark(14, cues.RAISE, 0)
    frame.mark(0, cues.LAST, cues.DARK_TINT)
    assert [reading(lit) for lit in rounds(frame, light, 3)] == [0, 0, 0]
    frame.mark(7, cues.HINT, 0)
    assert [reading(lit) for lit in rounds(frame, light, 3)] == [7, 7, 7]


@pytest.mark.parametrize("side", [pylos.LIGHT, pylos.DARK])
def test_the_corners_on_a_players_side_beat_for_the_turn_whatever_else_is_lit(side):
    frame, light = board()
    frame.mark(29, cues.SURPLUS, cues.RED)
    frame.beat(pylos_cues.TO_MOVE[side], (BEAT_LIGHT, BEAT_DARK)[side])
    slot = cues.BEATS[side][1]
    light.render(frame, slot * SLOT_MS, True)
    tint = cues.TINTS[cues.SIDE_TINTS[side]]
    colour = bytes(part * cues.BEATS[side][3] // 255 for part in tint)
    beating = {place for place, lit in lit_in(light.colours).items() if lit == colour}
    y = min(YS) if side == pylos.LIGHT else max(YS)
    assert beating == {(min(XS), y), (max(XS), y)}


def test_the_winner_sees_the_own_side_lit_and_the_pyramid_runs_inwards():
    frame, light = board()
    scene.end(pylos_cues, frame, (pylos.DARK, "apex"), pylos_cues.STEP_MS * 4)
    (won,) = rounds(frame, light)
    assert {x for x, y in won if y == max(YS)} == {0, 30, 60, 90}
    assert not [x for x, y in won if y == min(YS)]
    widths = []
    for level in range(4):
        frame.clear()
        scene.end(pylos_cues, frame, (pylos.LIGHT, "apex"), pylos_cues.STEP_MS * level)
        (lit,) = rounds(frame, light)
        far = [x for x, y in lit if y == max(YS) and 0 <= x <= 90]
        widths.append(max(far) - min(far))
    assert widths == [90, 60, 30, 0]


def test_a_square_is_shown_at_once():
    frame, light = board()
    for cell in (2, 3, 6, 7):
        frame.mark(cell, cues.SQUARE, cues.LIGHT_TINT)
    (lit,) = rounds(frame, light)
    assert set(lit) == {(60, -88.5), (90, -88.5), (178.5, 0), (178.5, 30)}


def test_rendering_again_changes_nothing():
    frame, light = board()
    frame.mark(4, cues.HINT, 0)
    frame.mark(9, cues.HINT_FROM, 0)
    first = rounds(frame, light, 2)
    assert rounds(frame, light, 2, 40 * ROUND_MS) == first


WRONG = [
    # what is changed, what the sentence must hold
    (lambda data: data.update(lights="sky"), ["lights is 'sky'", "cells or rim"]),
    (lambda data: data["pixels"][1]["cells"].remove("a1"), []),
    (
        lambda data: [p.pop("corner", 0) for p in data["pixels"]],
        ["pixels is none with corner", "which beat"],
    ),
    (lambda data: data["places"].pop(), ["j1 without a place"]),
    (
        lambda data: [p.update(cells=[]) for p in data["pixels"] if p.get("corner")],
        ["b2 and h1 with the same pixels", "different ones for each cell"],
    ),
    (lambda data: data["pixels"][1]["cells"].append("z9"), ["pixels[1].cell", "'z9'"]),
]


@for_each(("change", "words"), WRONG)
def test_a_rim_that_cannot_be_read_is_refused_with_the_key(change, words):
    data = copy.deepcopy(DATA)
    change(data)
    if not words:
        Layout(data)  # one pixel fewer: still a look of its own
        return
    text = told(data)
    for word in words:
        assert word in text


def test_a_rim_round_switches_is_refused():
    data = json.loads((LAYOUT.parent / "pylos-reed16.json").read_text(encoding="utf-8"))
    data["lights"] = "rim"
    assert "expected cells, or a list of places" in told(data)


def test_who_looks_sees_a_question_whose_colours_add_up_to_none():
    world = World(BOARD, 1, Faults())
    eyes = LightReader(world, [], [])
    asking = [cue_colour(cues.ASK, tint) for tint in (cues.AMBER, cues.DARK_TINT)]
    peaks = bytearray(len(world.colours))
    watching, said = eyes.look(peaks), []
    try:
        for step in range(1000):
            world.colours[:3] = asking[step // 10 % 2]
            world.shows += 1
            next(watching)
    except StopIteration as end:
        said.append(end.value)
    assert not asks(peaks)
    assert said == [True]


def test_the_budget_dims_no_question():
    """A cell of an upper level has eight pixels; what is dimmed looks like something else."""
    eyes = LightReader(World(BOARD, 1, Faults()), [], [])
    recognizer = SimpleNamespace(game=SimpleNamespace(side=pylos.LIGHT))
    for cell, part, nothing in product(CELLS, (0, 2), (False, True)):
        chosen, answer = ([cell, cell], pylos.NONE) if nothing else ([], cell)
        seen = eyes.asked(pylos_cues, recognizer, part=part, chosen=chosen, answer=answer)
        assert asks(seen), pylos.cell_text(cell)


def test_the_end_of_a_game_does_not_look_like_a_question():
    waves = range(0, pylos_cues.STEP_MS * pylos_cues.WAVE_STEPS, pylos_cues.STEP_MS)
    for winner, age_ms in product((pylos.LIGHT, pylos.DARK, pylos.DRAW), waves):
        frame, light = board()
        reason = "repetition" if winner == pylos.DRAW else "apex"
        scene.end(pylos_cues, frame, (winner, reason), age_ms)
        for lit in rounds(frame, light):
            assert not any(map(asks, lit.values()))

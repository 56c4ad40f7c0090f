"""Choices and pieces (what the page is told is what the rules say, in random games)."""

import random
from itertools import product

import pytest

from boardcore.games import rules_of
from boardcore.layout.layout import Layout
from support.rows import for_each
from underboard.deploy.layouts import layout_of
from underboard.referee.game_ui import tabletop_of
from underboard.registry import game_of
from underboard.web.table.choices import families_of
from underboard.web.table.lights import cue_table, lights_of
from underboard.web.table.pieces import pieces_of
from underboard.web.table.state import last_of

GAMES = [
    ("pylos", "standard", 60),
    ("pylos", "expert", 60),
    ("apagos", "standard", 20),
    ("apagos", "set-up", 24),
    ("gyges", "standard", 24),
]


def played(name, variant, seed, most):
    """Yield a game again and again, one random turn further."""
    chance = random.Random(f"{name} {variant} {seed}")
    game = rules_of(name).Game(variant)
    for _ in range(most):
        yield game
        turns = [] if game.outcome() else game.legal_turns()
        if not turns:
            return
        game.play_turn(chance.choice(turns))


def told(game):
    """Return every turn of the families, as its text."""
    texts = []
    for family in families_of(game):
        for steps in product(*family["steps"]):
            for takes in family.get("takes", [[]]):
                texts.append(family["text"].format(*steps, takes=",".join(takes)))
    return texts


@for_each(("name", "variant", "most"), GAMES)
def test_the_choices_are_exactly_the_legal_turns(name, variant, most):
    for game in played(name, variant, 1, most):
        texts = told(game)
        legal = set() if game.outcome() else set(game.legal_turns())
        read = [tabletop_of(name).read(game, text) for text in texts]
        assert all(len(turns) == 1 for turns in read)
        offered = {turns[0] for turns in read}
        if tabletop_of(name).is_setup(game):
            # Squares are laid from the lowest level up, rings the smallest first.
            assert offered <= legal
            assert offered
        else:
            assert offered == legal
        assert len(texts) == len(set(texts))


@for_each(("name", "variant", "most"), GAMES)
def test_the_pieces_are_those_of_the_position(name, variant, most):
    for game in played(name, variant, 2, most):
        before = game.position_text()
        pieces = pieces_of(game)
        last_of(game)
        assert game.position_text() == before
        if name == "pylos":
            assert pieces["cells"].count("L") == 15 - pieces["reserves"][0]
            assert pieces["cells"].count("D") == 15 - pieces["reserves"][1]
        elif name == "gyges":
            assert [int(cell) for cell in pieces["cells"]] == list(game.cells)
        else:
            for level, square in enumerate(pieces["squares"]):
                assert len(square) == game.holes[level]
                assert square.count("W") == game.white[level]
                assert square.count("B") == game.black[level]


@pytest.mark.parametrize("variant", ["standard", "set-up"])
def test_balls_of_apagos_stay_in_their_holes_and_squares_climb_as_told(variant):
    before = None
    for game in played("apagos", variant, 3, 40):
        after, last = pieces_of(game)["squares"], last_of(game)
        if last and before and last["text"][1:2] not in "/@":
            to, at = int(last["to"]) - 1, int(last["at"]) - 1
            expected = list(before)
            if last["from"]:
                start = int(last["from"]) - 1
                expected[start] = _without(expected[start], "WB"[last["side"]])
            expected[to] = expected[to].replace(".", "WB"[last["colour"]], 1)
            expected[to], expected[at] = expected[at], expected[to]
            assert last["climbs"] == (to != at) == (not last["from"] and to < 3)
            assert after == expected, last
        before = after


def _without(square, colour):
    """Return a square's holes without its last ball of a colour."""
    taken = square.rindex(colour)
    return f"{square[:taken]}.{square[taken + 1 :]}"


@for_each("name", ["pylos", "apagos", "gyges"])
def test_every_light_means_a_cell_of_the_board(name):
    layout: Layout = layout_of(game_of(name).layout)
    game = rules_of(name).Game()
    table = cue_table(name)
    letters = "p" * len(layout.data["pixels"])
    lights = lights_of(letters, "0" * len(letters), layout, game)
    assert len(lights) == len(letters)
    known = {cell for pixel in layout.data["pixels"] for cell in pixel["cells"]}
    assert {light["cell"] for light in lights} <= known
    assert {light["cue"] for light in lights} <= set(table["cues"])

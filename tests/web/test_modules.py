"""The page's modules without a browser (choices, ghosts, plans, words, values)."""

import json
from itertools import pairwise

import pytest

from boardcore.games import rules_of
from support.rows import for_each
from support.web.node import WEB, run_module
from underboard.web.table.choices import families_of
from underboard.web.table.pieces import pieces_of

pytestmark = pytest.mark.slow
TEXTS = WEB.parent / "texts"

POSITIONS = [
    ("pylos", "..../.L../..L./.LL. .../.../... ../.. . L"),
    ("pylos", "LDL./DLD./..../.... .../.../... ../.. . L"),
    ("pylos", "LDLL/LLDD/DDDL/LDLD DD./DLL/L.D ../.. . L"),
    ("gyges", "300201/010023/000000/000000/000000/321123 S"),
    ("apagos", "7:1,0 1:0,0 5:1,0 3:1,2 W"),
]
WALK = """
import { MoveInput } from "@/js/move_input.js";
import { loadPages, pageOf } from "@/js/games.js";
await loadPages();
const told = [];
for (const { game, families, side, pieces, turns } of DATA) {
  for (const { steps, takes, text } of turns) {
    const played = [];
    const moveInput = new MoveInput((text) => played.push(text), () => {}, () => false);
    moveInput.offer(families, true);
    if (game === "apagos" && /^[WB]$/.test(steps[0])) moveInput.aside = steps[0];
    const taps = game === "apagos" ? steps.slice(1) : steps;
    if (game === "apagos" && /^[1-4]$/.test(steps[0]))
      moveInput.tap(steps[0], `ball-${"WB"[side]}`);
    for (const cell of taps) moveInput.tap(cell, "");
    for (const cell of takes) moveInput.tap(cell, "");
    if (!played.length) moveInput.finish();
    told.push([text, played[0], pageOf(game).applied(pieces, steps, takes, side).pieces]);
  }
}
console.log(JSON.stringify(told));
"""


def turns_of(name, families):
    """Yield steps, takes and text of some turns of each family."""
    for family in families:
        steps = [list(choice) for choice in family["steps"]]
        one = [choice[0] for choice in steps]
        other = [choice[-1] for choice in steps]
        for chosen in (one, other):
            for takes in family.get("takes", [[]])[:2]:
                yield chosen, takes, family["text"].format(*chosen, takes=",".join(takes))


def test_what_is_tapped_is_the_turn_that_is_played_and_its_ghost_stands_where_the_rules_say():
    data = []
    for name, start in POSITIONS:
        game = rules_of(name).Game(rules_of(name).VARIANTS[0], (), start)
        families = families_of(game)
        turns = [
            {"steps": steps, "takes": takes, "text": text}
            for steps, takes, text in turns_of(name, families)
            if name != "gyges" or steps[0] != steps[1]
        ]
        told = {"game": name, "families": families, "side": game.side, "turns": turns}
        data.append(told | {"pieces": pieces_of(game)})
    told = run_module(WALK.replace("DATA", json.dumps(data)))
    assert len(told) == sum(len(one["turns"]) for one in data) >= 40
    for text, played, _ in told:
        assert sorted(played or "") == sorted(text), "the takes may come in any order"
    at = 0
    for one, (name, start) in zip(data, POSITIONS):
        rules = rules_of(name)
        for turn in one["turns"]:
            _, _, shown = told[at]
            at += 1
            if name == "apagos":
                continue  # a square that climbs is the board's to show
            game = rules.Game(rules.VARIANTS[0], (), start)
            parsed = rules.parse_turn(turn["text"])
            game.play_turn(parsed if name == "pylos" else _whole(game, turn["text"]))
            assert shown["cells"] == pieces_of(game)["cells"], turn


def _whole(game, text):
    from underboard.referee.game_ui import tabletop_of

    return tabletop_of("gyges").read(game, text)[0]


CONFIRM = """
import { MoveInput } from "@/js/move_input.js";
const played = [];
const moveInput = new MoveInput((text) => played.push(text), () => {}, () => true);
moveInput.offer([{ steps: [["a1", "b2", "c3"]], text: "{0}" }], true);
const seen = [];
const look = () => seen.push([moveInput.ready, [...moveInput.steps], [...played]]);
moveInput.tap("b2"); look();
moveInput.tap("c3"); look();
moveInput.tap("c3"); look();
console.log(JSON.stringify(seen));
"""


def test_on_a_phone_a_tap_shows_a_turn_another_moves_it_and_the_same_plays_it():
    assert run_module(CONFIRM) == [[True, ["b2"], []], [True, ["c3"], []], [False, [], ["c3"]]]


CUES = """
import { MoveInput } from "@/js/move_input.js";
const lit = [];
for (const { families, taps } of DATA) {
  const moveInput = new MoveInput(() => {}, () => {}, () => false);
  moveInput.offer(families, true);
  for (const [cell, role] of taps) moveInput.tap(cell, role);
  lit.push(Object.fromEntries(moveInput.cues().map(({ cell, cue }) => [cell, cue])));
}
console.log(JSON.stringify(lit));
"""
PLAYED = """
import { MoveInput } from "@/js/move_input.js";
const played = [];
for (const { families, taps } of DATA) {
  const moveInput = new MoveInput((text) => played.push(text), () => {}, () => false);
  moveInput.offer(families, true);
  for (const cell of taps) moveInput.tap(cell, "");
}
console.log(JSON.stringify(played));
"""


def test_a_tap_on_a_goal_puts_ones_own_piece_and_a_turn_with_takes_is_written_with_them():
    rules = rules_of("apagos")
    white = rules.Game("standard")
    black = rules.Game("standard")
    black.play_turn(rules.parse_turn("W1"))
    both = [{"steps": [["a1"]], "text": "{0}"},
            {"steps": [["a1"]], "takes": [["b1"]], "text": "{0}x{takes}"}]  # fmt: skip
    data = [
        {"families": families_of(white), "taps": ["2"]},
        {"families": families_of(black), "taps": ["1"]},
        {"families": both, "taps": ["a1", "b1"]},
    ]
    assert run_module(PLAYED.replace("DATA", json.dumps(data))) == ["W2", "B1", "a1xb1"]


SQUARE = "..../.L../..L./.LL. .../.../... ../.. . L"
RAISES = "LL../DD../L.../.... .../.../... ../.. . L"
GYGES = "300201/010023/000000/000000/000000/321123 S"
AT_GOAL = "000000/000000/000000/100030/111202/223303 S"
APAGOS = "7:1,0 1:0,0 5:1,0 3:1,2 W"
LIT = [
    ("pylos", SQUARE, [("c2", "")], {"c2": "MUST_TAKE", "b2": "MUST_TAKE", "a1": None}),
    ("pylos", SQUARE, [("c2", ""), ("b2", "")], {"c2": "MAY_TAKE", "b2": None}),
    ("pylos", RAISES, [("c1", "")], {"c1": "SELECTED", "e1": "GOAL"}),
    ("gyges", GYGES, [("a1", "")], {"a1": "SELECTED", "b3": "LANDING", "f2": "BOX"}),
    (
        "gyges",
        GYGES,
        [("a1", ""), ("f2", "")],
        {"a1": "BOX_TARGET", "f2": "BOX", "c3": "BOX_TARGET"},
    ),
    ("gyges", AT_GOAL, [("e4", "")], {"e4": "LANDING", "N": "IN_REACH", "b4": "LANDING"}),
    ("apagos", APAGOS, [("4", "ball-W")], {"4": "SELECTED", "2": "PLACE"}),
]


@for_each(("name", "start", "taps", "wanted"), LIT)
def test_what_is_chosen_and_what_may_follow_is_lit_by_the_cues_of_the_family(
    name, start, taps, wanted
):
    game = rules_of(name).Game(rules_of(name).VARIANTS[0], (), start)
    data = json.dumps([{"families": families_of(game), "taps": taps}])
    [lit] = run_module(CUES.replace("DATA", data))
    assert {cell: lit.get(cell) for cell in wanted} == wanted


RULES = """
import { gamesWith, loadPages } from "@/js/games.js";
await loadPages();
const drawn = gamesWith("rules").map(([game, , page]) => [game, page.rules]);
console.log(JSON.stringify(Object.fromEntries(drawn)));
"""


def test_no_drawing_of_the_rules_shows_what_the_rules_forbid():
    steps = run_module(RULES)
    assert {game: len(found) for game, found in steps.items()} == dict.fromkeys(steps, 4)
    cells = ["abcd", "efg", "hi", "j"]
    names = [f"{r}{c + 1}" for n, rows in enumerate(cells) for r in rows for c in range(4 - n)]
    for name, view in steps["pylos"]:
        standing = dict(zip(names, view["position"]["cells"]))
        text = " ".join(
            "/".join("".join(standing[f"{r}{c + 1}"] for c in range(4 - n)) for r in rows)
            for n, rows in enumerate(cells)
        )
        game = rules_of("pylos").Game("standard", (), f"{text} L")
        for lit in view.get("lit", []):
            if lit["cue"] == "PLACE":
                assert standing[lit["cell"]] == ".", name
        assert game.outcome() is None or name == "top"
    path = dict(steps["gyges"])["bounce"]["last"]["path"]
    start = dict(steps["gyges"])["bounce"]["position"]["cells"]
    size = {f"{'abcdef'[n % 6]}{n // 6 + 1}": int(s) for n, s in enumerate(start[:36])}
    bounces = dict(steps["gyges"])["bounce"]["last"]["bounces"]
    at = 0
    for one, other in pairwise(bounces):
        assert path.index(other) - at == size[one] > 0
        at = path.index(other)


SPOKEN = """
globalThis.localStorage = { setItem() {} };
globalThis.document = { documentElement: {} };
globalThis.fetch = async (url) => ({ json: async () => WORDS[url.slice(-2)] });
const { speak, t } = await import("@/js/i18n.js");
const said = [];
for (const language of ["en", "fr"]) {
  await speak(language);
  for (const plies of [1, 10]) said.push(t("loses.within", { side: "South", plies }));
}
console.log(JSON.stringify(said));
"""


def test_a_number_of_moves_is_said_with_its_plural():
    words = {
        lang: json.loads((TEXTS / lang / "web.json").read_text("utf-8")) for lang in ("en", "fr")
    }
    assert run_module(f"const WORDS = {json.dumps(words)};{SPOKEN}") == [
        "South's move loses in 1 move at most (both sides counted).",
        "South's move loses in 10 moves at most (both sides counted).",
        "Ce coup de South est perdant, en 1 coup au plus (les deux camps comptés).",
        "Ce coup de South est perdant, en 10 coups au plus (les deux camps comptés).",
    ]

"""Pods (what fingers do on a voting board, what its lights say, what it answers).

Rules page 6.3 (everyone at once, never oneself, open until the close).
"""

import copy
import itertools

import pytest

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from boardcore.lights.rhythms import SLOTS
from boardcore.link.identity import Identity
from boardcore.pods import lights as pod_signs
from boardcore.pods.lights import ASKED, CANDIDATE, FIXED, LOCKED, OUT, RHYTHMS, SKIES
from boardcore.pods.pods import HIDE_MS, NERVOUS_MS, Pods
from boardcore.ticks import PERIOD, ticks_add
from support.galerapagos.pods import DATA, LAYOUT, sign_on
from support.machine.micropython import ROOT, run_on_board
from support.messages import messages
from support.rows import each_row, for_each
from underboard.sim.harness import MemoryStore

ROUND = ("t.1a", "9c04d1e2")
STEP_MS = 20


class Finger:
    """A board with pods, pressed by hand."""

    def __init__(self, store=None, start_ms=0, held=(), layout=LAYOUT):
        self.store = store or MemoryStore()
        self.now_ms = start_ms
        self.pods = Pods(layout, self.store, Identity("b0", "test", 1, "power-on"), start_ms)
        self.layout = layout
        for name in held:
            self.set(name, 1)
        self.wait(600)

    def set(self, name, down):
        sensor = self.layout.cell_of_sensor.index(pod_signs.parse_cell(name))
        self.pods.readings[sensor] = down

    def wait(self, ms):
        for _ in range(ms // STEP_MS):
            self.now_ms = ticks_add(self.now_ms, STEP_MS)
            self.pods.step(self.now_ms)

    def press(self, *names):
        for name in names:
            self.set(name, 1)
            self.wait(100)
            self.set(name, 0)
            self.wait(100)

    def tell(self, kind, *fields):
        answer = self.pods.execute(kind, fields)
        self.wait(STEP_MS)
        return answer

    def open(self, voters="fff", targets="fff"):
        assert self.tell("open", *ROUND, voters, targets) is None
        return self

    def sign(self, pod):
        """Return which sign a pod shows (pods from 1)."""
        return sign_on(self.pods, self.layout.pixel_of_cell[pod - 1])

    def step_to(self, pod, target):
        for _ in range(13):
            self.press(f"s{pod}")
            if self.sign(pod) == CANDIDATE + target - 1:
                return
        raise AssertionError(f"pod {pod} never shows {target}")

    def lock(self, pod, target):
        self.step_to(pod, target)
        self.press(f"l{pod}")

    def votes(self):
        assert self.tell("close", *ROUND, "silent") is None
        return self.pods.state_fields()[5]


# Fingers


def test_one_button_steps_through_all_others_and_the_other_locks():
    board = Finger().open()
    seen = []
    for _ in range(22):
        board.press("s3")
        seen.append(board.sign(3) - CANDIDATE + 1)
    assert sorted(seen[:11]) == [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12], "all but oneself"
    assert seen[:11] == seen[11:]
    board.press("l3")
    assert board.sign(3) == LOCKED
    assert board.votes()[2] == "abcdefghijkl"[seen[-1] - 1]


def test_only_those_who_can_be_named_come_up():
    board = Finger().open(voters="007", targets="01a")
    seen = set()
    for _ in range(9):
        board.press("s2")
        seen.add(board.sign(2) - CANDIDATE + 1)
    assert seen == {4, 5}


def test_where_the_cycle_begins_depends_on_ballot_and_pod():
    first = {}
    for nonce in range(1, 40):
        board = Finger()
        assert board.tell("open", "t.1a", f"{nonce:x}", "fff", "fff") is None
        board.press("s1", "s2")
        first[nonce] = (board.sign(1), board.sign(2))
    assert len({one for one, _ in first.values()}) == 11
    assert len({one == two for one, two in first.values()}) == 2


def test_locking_nothing_locks_nothing():
    board = Finger().open()
    board.press("l1", "l1")
    assert board.sign(1) == ASKED
    assert board.pods.box.received == 0


def test_a_locked_pod_does_not_step():
    board = Finger().open()
    board.lock(1, 4)
    board.press("s1", "s1")
    assert board.sign(1) == LOCKED
    assert board.votes() == "d-----------"


def test_unlocking_shows_nothing_of_the_vote_that_was_kept():
    board = Finger().open()
    board.lock(1, 4)
    board.wait(NERVOUS_MS)
    board.press("l1")
    assert board.sign(1) == ASKED
    board.lock(1, 2)
    assert board.votes() == "b-----------"


def test_a_nervous_second_press_unlocks_nothing():
    board = Finger().open()
    board.lock(1, 4)
    board.press("l1")
    assert board.sign(1) == LOCKED


def test_a_candidate_that_is_only_looked_at_is_hidden_after_a_while():
    board = Finger().open()
    board.press("s1")
    board.wait(HIDE_MS - 1000)
    assert board.sign(1) >= CANDIDATE
    board.wait(1500)
    assert board.sign(1) == ASKED
    board.press("l1")
    assert board.pods.box.received == 0


def test_buttons_mean_nothing_without_a_ballot_or_after_it():
    board = Finger()
    board.press("s1", "l1")
    assert board.sign(1) == pod_signs.DARK
    board.open()
    board.lock(1, 2)
    board.votes()
    board.press("s1", "l1", "s5", "l5")
    assert board.pods.state_fields()[5] == "b-----------"


def test_who_does_not_vote_has_no_buttons():
    board = Finger().open(voters="ffe")
    board.press("s1", "l1")
    assert board.pods.box.received == 0
    assert board.sign(1) == pod_signs.DARK


# Bad pods


def test_a_button_held_at_power_on_is_no_press():
    board = Finger().open()
    board.lock(1, 2)
    again = Finger(board.store, held=["l1", "s2"])
    assert again.sign(1) == LOCKED
    assert again.sign(2) == ASKED
    again.set("s2", 0)
    again.wait(100)
    again.press("s2")
    assert again.sign(2) >= CANDIDATE


def test_a_chattering_button_is_one_press():
    board = Finger().open()
    board.step_to(1, 2)
    for _ in range(10):
        board.set("l1", 1)
        board.wait(STEP_MS)
        board.set("l1", 0)
        board.wait(STEP_MS)
    assert board.sign(1) == LOCKED


def test_a_chattering_step_button_steps_once():
    board = Finger().open()
    board.step_to(1, 12)
    for _ in range(10):
        board.set("s1", 1)
        board.wait(STEP_MS)
        board.set("s1", 0)
        board.wait(STEP_MS)
    assert board.sign(1) == CANDIDATE + 1, "pod 2 comes after pod 12, for pod 1"


def test_a_button_that_hangs_votes_nothing_and_others_go_on():
    board = Finger(held=["l1", "s2"]).open()
    board.wait(60_000)
    assert (board.sign(1), board.sign(2)) == (ASKED, ASKED)
    board.lock(3, 1)
    assert board.pods.box.received == 1


def test_a_button_unused_for_days_still_works():
    board = Finger().open()
    for _ in range(48):
        board.now_ms = ticks_add(board.now_ms, PERIOD // 32)
        board.wait(30 * STEP_MS)
    board.lock(1, 2)
    assert board.sign(1) == LOCKED


def test_the_clock_may_wrap_in_mid_ballot():
    board = Finger(start_ms=PERIOD - 3000).open()
    board.press("s1")
    board.wait(3000)
    assert board.now_ms < 5000
    assert board.sign(1) >= CANDIDATE
    board.press("l1")
    assert board.sign(1) == LOCKED


def test_the_pods_come_back_as_they_were_after_a_power_cut():
    board = Finger().open()
    board.lock(1, 2)
    board.lock(2, 3)
    board.press("s3")
    again = Finger(board.store)
    assert [again.sign(pod) for pod in (1, 2, 3)] == [LOCKED, LOCKED, ASKED]
    assert again.votes() == "bc----------"


# What the computer commands


def test_an_excused_pod_says_so_and_takes_no_vote():
    board = Finger().open()
    board.lock(1, 2)
    assert board.tell("excuse", *ROUND, "1", "out") is None
    assert board.sign(1) == OUT
    board.press("s1", "l1")
    assert board.sign(1) == OUT
    assert board.tell("excuse", *ROUND, "1", "in") is None
    assert board.sign(1) == ASKED


def test_who_is_missing_is_told_only_when_shutting_is_refused():
    board = Finger().open(voters="00f")
    board.lock(1, 2)
    board.lock(4, 2)
    assert board.tell("close", *ROUND, "all") == (
        "votes-missing",
        "Pods without a vote: 2, 3",
        "006",
    )


def test_votes_are_revealed_one_by_one_or_at_once_and_only_after_the_end():
    board = Finger().open(voters="007")
    for pod, target in ((1, 2), (2, 3), (3, 1)):
        board.lock(pod, target)
    assert board.tell("reveal", *ROUND, "007")[0] == "ballot-open"
    assert [board.sign(pod) for pod in (1, 2, 3)] == [LOCKED] * 3
    assert board.votes() == "bca........."
    assert [board.sign(pod) for pod in (1, 2, 3)] == [LOCKED] * 3
    assert board.tell("reveal", *ROUND, "002") is None
    assert [board.sign(pod) for pod in (1, 2, 3)] == [LOCKED, CANDIDATE + 2, LOCKED]
    assert board.tell("reveal", *ROUND, "007") is None
    assert [board.sign(pod) for pod in (1, 2, 3)] == [CANDIDATE + 1, CANDIDATE + 2, CANDIDATE]


def test_between_ballots_pods_show_which_light_is_whose():
    board = Finger()
    assert board.tell("seats", "005") is None
    assert [board.sign(pod) for pod in (1, 2, 3)] == [CANDIDATE, pod_signs.DARK, CANDIDATE + 2]


BAD = [
    ("no weather", "weather", ("4",), "unreadable"),
    ("a mask too large", "seats", ("1fff",), "unreadable"),
    ("a mask that is none", "seats", ("0x1",), "unreadable"),
    ("an empty mask", "seats", ("",), "unreadable"),
    ("a nonce too long", "open", ("t", "123456789", "3", "3"), "unreadable"),
    ("a nonce in capitals", "open", ("t", "AB", "3", "3"), "unreadable"),
    ("no such pod", "excuse", (*ROUND, "13", "out"), "no-voter"),
    ("pod nought", "excuse", (*ROUND, "0", "out"), "no-voter"),
    ("a pod that is not a number", "excuse", (*ROUND, "²", "out"), "unreadable"),
    ("a pod of many digits", "excuse", (*ROUND, "9" * 30, "out"), "unreadable"),
    ("no such way", "close", (*ROUND, "now"), "unreadable"),
    ("a foreign ballot", "close", ("u.1a", ROUND[1], "all"), "foreign-vote"),
    ("a foreign nonce", "close", (ROUND[0], "1", "all"), "foreign-vote"),
    ("a game", "new", ("pylos", "-", "-", "-"), "unreadable"),
    ("a turn", "back", ("3",), "unreadable"),
]


@each_row(BAD, "kind", "fields", "code")
def test_a_command_that_makes_no_sense_is_refused_in_a_sentence(kind, fields, code):
    board = Finger().open()
    board.lock(1, 2)
    refused = board.tell(kind, *fields)
    assert refused[0] == code
    assert len(refused[1]) > 10
    assert board.votes() == "b-----------"


def test_every_command_for_pods_on_the_wire_is_obeyed():
    kinds = [kind for kind, sender, names in messages() if sender == "host" and "id" in names]
    known = []
    for kind in kinds:
        board = Finger().open()
        fields = {"weather": ["2"], "seats": ["7"], "open": [*ROUND, "fff", "fff"],
                  "excuse": [*ROUND, "1", "out"], "close": [*ROUND, "silent"],
                  "reveal": [*ROUND, "001"], "cancel": ROUND}.get(kind)  # fmt: skip
        if fields:
            if kind == "reveal":
                board.votes()
            assert board.tell(kind, *fields) is None
            known.append(kind)
        else:
            assert board.tell(kind, *["1"] * 4)[0] == "unreadable"
    assert known == ["weather", "seats", "open", "excuse", "close", "reveal", "cancel"]


# Lights


def lit(sky):
    """Return for each tenth of a second which weather lights are lit."""
    masks = [FIXED[sign][2] for sign in sky]
    return tuple(tuple(mask >> SLOTS - 1 - slot & 1 for mask in masks) for slot in range(SLOTS))


def test_the_weather_is_told_without_colour():
    pictures = [lit(sky) for sky in SKIES]
    assert len(set(pictures)) == len(SKIES)
    for drops, sky in enumerate(SKIES[2:5], 1):
        assert "".join("#" if sign else "." for sign in sky).split(".").count("##") == drops
    storm = pictures[-1]
    assert all(sum(moment) == 4 for moment in storm), "the hurricane never goes dark"
    assert len({moment for moment in storm}) == 2, "and jumps to and fro"


@for_each("name", pod_signs.WEATHER_NAMES)
def test_the_weather_shows_as_commanded(name):
    board = Finger()
    assert board.tell("weather", name) is None
    sky = SKIES[pod_signs.WEATHER_NAMES.index(name)]
    assert tuple(sign_on(board.pods, board.layout.pixel_of_cell[cell]) for cell in
                 pod_signs.LIT) == sky  # fmt: skip


EYES = [
    ("everyone", (0.2126, 0.7152, 0.0722)),
    ("no red cones", (0.06, 0.87, 0.07)),
    ("no green cones", (0.36, 0.57, 0.07)),
    ("no blue cones", (0.24, 0.76, 0.0)),
]
"""How bright red, green and blue look; the last three are rough, after the cones' sensitivities."""


@for_each(("who", "weights"), EYES)
def test_twelve_candidates_can_be_told_apart_without_colour(who, weights):
    signs = pod_signs.signs_of(LAYOUT, 100)[CANDIDATE:]
    for one, other in itertools.combinations(signs, 2):
        if one[0] == other[0]:
            light = [sum(w * part for w, part in zip(weights, sign[1:])) for sign in (one, other)]
            assert max(light) >= 2 * min(light)


@for_each("brightness", [1, 30, 60, 100])
def test_dimmed_candidates_can_still_be_told_apart(brightness):
    signs = pod_signs.signs_of(LAYOUT, brightness)[CANDIDATE:]
    for one, other in itertools.combinations(signs, 2):
        assert one != other
        if one[0] == other[0]:
            light = [pod_signs.luminance(sign) for sign in (one, other)]
            assert max(light) >= 2.5 * min(light)


def turned(mask):
    return {(mask << n | mask >> SLOTS - n) & 0xFFFF for n in range(SLOTS)}


def test_no_two_rhythms_look_alike_whenever_one_begins_to_look():
    masks = [mask for _, mask in RHYTHMS] + [FIXED[sign][2] for sign in (ASKED, LOCKED, OUT)]
    for one, other in itertools.combinations(masks, 2):
        assert other not in turned(one)


def test_nothing_blinks_faster_than_two_and_a_half_times_a_second():
    masks = [mask for _, mask in RHYTHMS] + [row[2] for row in FIXED]
    for mask in masks:
        ons = sum(1 for n in range(SLOTS) if mask >> n & 1 and not mask >> (n + 1) % SLOTS & 1)
        assert ons <= 4


def test_every_sign_is_in_the_page_about_the_wire():
    page = (ROOT / "firmware/PROTOCOL.md").read_text("utf-8").split("## Ballots")[1]
    lines = [line for line in page.split("| sign |")[1].splitlines()[2:] if line[:1] == "|"]
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    written = {row[0]: (row[1], row[3]) for row in rows[: len(FIXED)]}
    for name, letter, _, _, _, meaning in FIXED[1:]:
        assert written.pop(name.lower().replace("_", " ")) == (letter, meaning)
    assert list(written) == ["candidate"]
    assert written["candidate"][0] == pod_signs.CANDIDATE_LETTER


# The layout


def broken(**changes):
    data = copy.deepcopy(DATA)
    for path, value in changes.items():
        where = data
        *way, last = path.split("__")
        for key in way:
            where = where[int(key) if key.isdigit() else key]
        where[int(last) if last.isdigit() else last] = value
    return data


def without(data, key, *numbers):
    data[key] = [entry for n, entry in enumerate(data[key]) if n not in numbers]
    return data


LAYOUTS = [
    ("no colours", broken(colours=None), "colours is None, expected a list of 12"),
    ("eleven colours", broken(colours=DATA["colours"][:11]), "expected a list of 12"),
    ("no rhythm of ours", broken(colours__3__rhythm="five"), r"colours\[3\].rhythm is 'five'"),
    ("no colour", broken(colours__3__rgb=[1, 2]), r"colours\[3\].rgb"),
    ("a colour too bright", broken(colours__3__rgb=[1, 2, 256]), r"colours\[3\].rgb"),
    ("no light", broken(colours__3__level=0), r"colours\[3\].level"),
    ("no name", broken(colours__3__name=3), r"colours\[3\].name"),
    ("not even an entry", broken(colours__3=7), r"colours\[3\] is 7"),
    ("alike", broken(colours__7__level=200), r"colours\[7\] is 'violet', expected another rhythm"),
    ("a weak supply", broken(strip__budget_ma=200), "dimming would tell the votes"),
    ("a button of no pod", broken(sensors__0__cell="p1"), "0 times s1"),
    ("a button twice", broken(sensors__0__cell="s2"), "0 times s1"),
    ("a pod without light", without(broken(), "pixels", 4), "1 times s5"),
    ("a gap in the weather", without(broken(), "pixels", 15), "w4 without a pixel"),
    ("two pods", without(without(broken(), "pixels", *range(2, 12)), "sensors", *range(4, 24)),
     "2 pods"),
    ("no place", broken(pixels__0__cells=["q1"]), "'q1' is not a place"),
]  # fmt: skip


@each_row(LAYOUTS, "data", "why")
def test_a_layout_with_which_nobody_can_vote_is_refused(data, why):
    with pytest.raises(ParseError, match=why):
        Layout(data)


def test_a_board_may_have_fewer_pods():
    data = without(without(broken(), "pixels", *range(5, 12)), "sensors", *range(10, 24))
    board = Finger(layout=Layout(data))
    assert board.tell("open", *ROUND, "fff", "fff") == ("no-pod", "This board has 5 pods.")
    board.open(voters="01f", targets="01f")
    board.lock(5, 1)
    assert board.votes() == "----a......."


def test_places_have_names_both_ways():
    for cell in range(pod_signs.CELLS):
        assert pod_signs.parse_cell(pod_signs.cell_text(cell)) == cell
    for text in ("", "p", "p0", "p13", "w9", "x1", "p1 ", "p²"):
        with pytest.raises(ParseError):
            pod_signs.parse_cell(text)


# Under a board's Python


def test_the_pods_under_a_boards_python():
    report = run_on_board(ROOT / "tests/on_board/guest/on_board_pods.py").splitlines()
    votes, left, used = report[-1].split()
    assert votes == "babc........"
    assert int(left) == 0, "a loop turn at rest leaves garbage"
    assert int(used) < 200_000, "64-bit; four fifths on a board"

"""What hands really do on a plate on load cells, through plate, decoder, table and lights."""

from types import SimpleNamespace

import pytest

from boardcore.lights import cues
from boardcore.pylos import rules as pylos
from boardcore.pylos.cells import cell_text
from boardcore.pylos.levels import Recognizer
from boardcore.pylos.recognizer import Recognizer as SwitchRecognizer
from boardcore.pylos.rules import parse_cell
from boardcore.store.blob import VALID
from boardcore.store.scale_cal import ScaleCalibration, decode
from boardcore.verdicts import AMBIGUOUS, AT_REST, WRONG, YES
from support.campaign import one_in
from support.rows import rows
from support.sensing.inner import suppose
from support.sensing.plates import LAYOUT
from underboard.games.pylos.hands.hall import Hands
from underboard.sim.faults import Faults
from underboard.sim.hands import plate_actions, players
from underboard.sim.hands.players import CAREFUL, HandsLog
from underboard.sim.harness import Harness, MemoryStore
from underboard.sim.world import World

pytestmark = pytest.mark.slow
OPENING = "a1 b2 d4 c3 a4 d1 b3 c1"


class Seat:
    """A board, its table and somebody's hands."""

    def __init__(self, seed=1, calibrated=False, **faults):
        self.world = World(LAYOUT, seed, Faults(**faults))
        self.store = MemoryStore()
        if calibrated:
            self.store.calibration = self._calibration()
        self.harness = Harness(LAYOUT, self.world, self.store)
        self.wait(2500)

    def _calibration(self):
        found, plate = ScaleCalibration(LAYOUT), self.world.plate
        nominal = [1.0] * 4 + [x for x, _ in plate.spots] + [y for _, y in plate.spots]
        for at, value in enumerate(nominal):
            found.matrix[at] = value / plate.gains[at % 4] / LAYOUT.scale.counts_per_g
        for cell, load in enumerate(plate.forces(0)):
            counts = (plate.gains[cell] * load + plate.zeros[cell]) * LAYOUT.scale.counts_per_g
            found.tare[cell] = round(counts)
        return found.encode()

    def wait(self, ms):
        end_ms = self.world.now_ms + ms
        while self.world.now_ms < end_ms:
            self.harness.step()

    def put(self, name, ms=1500):
        self.world.put(parse_cell(name))
        self.wait(ms)

    def lift(self, name, ms=1500):
        self.world.lift(parse_cell(name))
        self.wait(ms)

    def open(self, text=OPENING):
        for name in text.split():
            self.put(name, 2500)
        assert self.turns == text.split()
        return self

    def do(self, script):
        """Put, lift and press in turn, and wait for a number: ``+a1 900 -a1 1500 yes 2500``."""
        for word in script.split():
            if word == "cut":
                self.power_cut()
            elif word == "yes":
                self.press(YES, 0)
            elif word[0] in "+-":
                (self.world.put if word[0] == "+" else self.world.lift)(parse_cell(word[1:]))
            else:
                self.wait(int(word))
        return self

    def act(self, actor, ms):
        self.world.add(actor)
        self.wait(ms)

    def press(self, button, ms=400, long=False):
        self.harness.table.button(button, True, self.harness.ticks)
        self.wait(1400 if long else 100)
        self.harness.table.button(button, False, self.harness.ticks)
        self.wait(ms)

    def power_cut(self):
        """Switch it off and on; ``world`` goes on meanwhile."""
        self.harness = Harness(LAYOUT, self.world, self.store, boots=2)
        self.harness._scanned_ms = self.world.now_ms

    @property
    def table(self):
        return self.harness.table

    @property
    def turns(self):
        return [pylos.turn_text(turn) for turn in self.table.game.turns]

    @property
    def health(self):
        fields = self.table.health_fields()
        return dict(word.split(":") for word in fields[5].split(","))

    def lit(self, cue):
        """Return the pixels that show a cue."""
        frame = self.table.frame
        return [pixel for pixel in range(len(frame.cues)) if frame.cues[pixel] == cue]

    def goes_on(self, name="a3"):
        """Play another turn: all is understood as before."""
        before = self.turns
        self.put(name, 3000)
        assert self.turns == [*before, name]


SIX = "a1 b1 a2 d4 d3 b2"
TWELVE = "a1 a4 a2 a3 b1 d1 d4 d2 d3 b4 c4 c1"
SWEPT = " ".join("-" + name for name in OPENING.split())
SET_UP = " 900 ".join("+" + name for name in OPENING.split())
CALIBRATED, NEW = True, False
FOLLOWED = [
    # name, board, turns before, script, what the turns that come may be, whether the game goes on
    # All of one square: the ball on d3 may be raised onto it.
    ("carried for a minute: raised", NEW, SIX, "-d3 60000 +e1 4000", ["d3-e1"], False),
    ("put before another is lifted: raised", NEW, SIX, "+e1 260 -d3 4000", ["d3-e1"], False),
    ("lifted and put back", NEW, SIX, 3 * "-d3 2500 +d3 2500 ", [""], True),
    ("put on the wrong cell, moved on", NEW, OPENING, "+d2 260 -d2 420 +c2 4000", ["c2"], False),
    # It could as well have been the other cell that completes a square.
    ("the ball just put taken back", NEW, TWELVE, "+c3 700 -c3 5000 yes 1500", ["c3xc3"], False),
    ("taken back at once", NEW, TWELVE, "+c3 200 -c3 5000 yes 1500", ["c3xc3"], False),
    # Light puts a2, thinks better of it, and completes a square before anybody has looked.
    ("pushed on, two taken back in one go", NEW, OPENING + " a3 d2",
     "+a2 1100 -a2 120 +b4 120 -d4 120 -a1 4120", ["b4xa1,d4", "b4xd4,a1"], False),
    ("all put back where all was swept off", NEW, OPENING, f"{SWEPT} 6000 {SET_UP} 4900", [""],
     True),
    ("a power cut with all balls in place", CALIBRATED, OPENING, "cut 3000", [""], True),
    # What stands at power-on is what the journal says.
    ("a power cut without a calibration", NEW, OPENING, "cut 3000", [""], True),
]  # fmt: skip


@rows(FOLLOWED, "calibrated", "before", "script", "turns", "goes_on")
def test_following_the_hands(calibrated, before, script, turns, goes_on):
    seat = Seat(calibrated=calibrated).open(before).do(script)
    count = len(before.split())
    assert seat.turns[:count] == before.split()
    assert " ".join(seat.turns[count:]) in turns
    assert "off" not in seat.health
    if goes_on:
        assert seat.table.tracker.verdict == AT_REST
        seat.goes_on()


@pytest.mark.parametrize("grams", [120.0, 350.0])
def test_a_cup_on_the_board_is_told_and_forgotten(grams):
    seat = Seat().open()
    turns = seat.turns
    seat.act(plate_actions.lay(seat.world, grams, 5.0, -20.0), 5000)
    assert seat.turns == turns
    # Where it stands, a light asks for it to be taken off; the computer hears its weight.
    lit = seat.lit(cues.SURPLUS)
    assert len(lit) == 1
    cells = [cell_text(at) for at in range(30) if LAYOUT.pixel_of_cell[at] == lit[0]]
    assert {"b2", "b3", "e2", "a3", "a2"} & set(cells)
    assert abs(float(seat.health["on"]) - grams) < 8
    seat.act(plate_actions.lay(seat.world, 0.0, 0.0, 0.0), 3000)
    assert seat.lit(cues.SURPLUS) == []
    assert "on" not in seat.health
    seat.goes_on()


@pytest.mark.parametrize("seed", one_in(3, [1, 2, 3]))
def test_an_elbow_for_a_minute(seed):
    seat = Seat(seed).open()
    turns = seat.turns
    seat.world.add(plate_actions.lean(seat.world, 9.0, 60.0, -50.0, 60_000.0))
    # No hand that puts a ball presses so hard for so long: the light comes before the next ball.
    seat.wait(1200)
    assert len(seat.lit(cues.SURPLUS)) == 1
    seat.wait(6800)
    assert "on" in seat.health
    assert len(seat.lit(cues.SURPLUS)) == 1
    seat.wait(54_000)
    assert seat.turns == turns
    assert "on" not in seat.health
    assert seat.lit(cues.SURPLUS) == []
    seat.goes_on()


@pytest.mark.parametrize("gone", [["d1"], ["a4", "d4"]])
def test_balls_that_were_taken_off_while_the_power_was_off_are_asked_back(gone):
    seat = Seat(calibrated=True).open()
    for name in gone:
        seat.world.lift(parse_cell(name))
    seat.world.advance(3000)
    seat.power_cut()
    seat.wait(6000)
    assert abs(float(seat.health["off"]) + 9.9 * len(gone)) < 3
    assert seat.table.tracker.verdict != AT_REST
    for name in gone:
        seat.put(name, 2500)
    seat.wait(3000)
    assert seat.turns == OPENING.split()
    assert seat.table.tracker.verdict == AT_REST
    seat.goes_on()


def test_a_board_that_was_swept_while_the_power_was_off_is_set_up_by_its_lights():
    seat = Seat(calibrated=True).open()
    for name in OPENING.split():
        seat.world.lift(parse_cell(name))
    seat.world.advance(3000)
    seat.power_cut()
    seat.wait(2500)
    assert seat.turns == OPENING.split()
    # The empty board may mean a new game; the first ball that is put back says that it does not.
    assert seat.table.tracker.verdict in (AMBIGUOUS, WRONG)
    # (The ball of the first turn alone would be an earlier position of the game.)
    seat.put(OPENING.split()[-1], 4500)
    for _ in range(7):
        assert seat.table.tracker.verdict == WRONG
        lit = seat.lit(cues.MISSING)
        assert len(lit) == 1
        wanted = [
            name for name in OPENING.split() if LAYOUT.pixel_of_cell[parse_cell(name)] == lit[0]
        ]
        seat.put(wanted[0], 4500)
    assert seat.turns == OPENING.split()
    seat.goes_on()


def test_a_game_goes_on_by_buttons_with_three_load_cells():
    seat = Seat(dead={2: 26_000}).open()
    seat.wait(max(0, 29_000 - seat.world.now_ms))
    fields = seat.table.health_fields()
    assert fields[4] == "2:dead"
    turns = seat.turns
    # A ball comes, which nobody feels: "yes" says that a turn was made, the lights ask which.
    seat.put("a3", 3000)
    assert seat.turns == turns
    seat.press(YES, 3000)
    for _ in range(60):
        question = seat.table.tracker.question
        if question is None:
            break
        seat.press(YES, 800)
    assert len(seat.turns) == len(turns) + 1


def test_a_load_cell_that_comes_back_is_used_again():
    seat = Seat().open()
    seat.world.faults.dead[1] = int(seat.world.now_ms)
    seat.wait(3000)
    assert seat.table.health_fields()[4] == "1:dead"
    del seat.world.faults.dead[1]
    seat.wait(3000)
    assert seat.table.health_fields()[4] == "-"
    seat.goes_on()


def test_a_gain_that_has_drifted_is_told_stored_and_used_from_the_next_start():
    # The glue of load cell 1 creeps until it reads a tenth less, a fifth of a per cent in 1.5 s.
    seat = Seat(calibrated=True)
    before = decode(seat.store.calibration, LAYOUT)[0]
    for step in range(50):
        seat.world.faults.gains[1] = 1 - 0.002 * (step + 1)
        seat.wait(1500)
    for name in 2 * ("a1", "d4", "a4", "d1", "a2", "c1", "d3", "b4"):
        seat.put(name, 900)
        seat.lift(name, 900)
    assert seat.health["cell"] == "1"
    assert -14 < float(seat.health["gain"]) < -6
    assert seat.table.health_fields()[0] == VALID
    # The next game on an empty board stores it; nothing changes before the next start.
    seat.wait(1000)
    assert seat.table.execute("new", ("pylos", "standard", "-", "-")) is None
    after, state = decode(seat.store.calibration, LAYOUT)
    assert (state, after.correction_count) == (VALID, 1)
    assert 1.06 < after.matrix[1] / before.matrix[1] < 1.14
    seat.power_cut()
    seat.wait(2500)
    assert "off" not in seat.health
    assert "gain" not in seat.health
    assert seat.health["cell"] == "1"
    assert float(seat.health["stored"]) < 100 * (1 / 1.06 - 1)


@pytest.mark.parametrize("other", ["+d3", "-a4 +b4", "+a3 -d1"])
def test_whoever_has_pushed_a_ball_on_is_asked_for_their_own_turn(other):
    """In doubt, too, and though a ball may be in a hand: lights do not say whose turn they mean."""
    opening = "a1 b1 b2 a2 d4 d1 a4 c1"
    seat = Seat().open(opening)
    seat.put("a3", 1100)
    a3, position = 1 << parse_cell("a3"), seat.table.tracker.recognizer.expected()
    rival = position & ~a3
    for change in other.split():
        rival ^= 1 << parse_cell(change[1:])
    decoder = seat.table.tracker.recognizer.decoder
    suppose(decoder, [(position & ~a3 | 1 << parse_cell("d2"), 0.0), (rival, 2.0)])
    seat.wait(4000)
    assert seat.turns == opening.split()
    assert seat.table.tracker.question.answer == parse_cell("d2")
    seat.press(YES)
    assert seat.turns == [*opening.split(), "d2"]


def test_no_turn_is_played_while_a_hand_still_presses():
    """However calm it is: it may put the ball elsewhere."""
    seat = Seat().open()
    seat.put("a2", 0)
    while len(seat.turns) == 8 and seat.table.tracker.observed == seat.table.game.occupied:
        seat.wait(20)
    seat.act(plate_actions.lay(seat.world, 100.0, 30.0, 0.0, 1500.0), 1500)
    assert seat.turns == OPENING.split()
    seat.wait(1000)
    assert seat.turns == [*OPENING.split(), "a2"]


def test_players_whose_ball_was_taken_for_two_turns_take_both_back(monkeypatch):
    seat = Seat().open("b2 d4")
    table, undone = seat.table, []
    table.undo(1)
    for name in ("c3", "d4"):
        table.play(pylos.parse_turn(name))
    suppose(table.tracker.recognizer.decoder, [(table.tracker.recognizer.expected(), 0.0)])
    seat.wait(3000)
    assert seat.turns == ["b2", "c3", "d4"]
    game, hands = pylos.Game(), Hands(seat.world, CAREFUL)
    for name in ("b2", "d4"):
        game.play_turn(pylos.parse_turn(name))
    hands._fumbled = parse_cell("c3")
    undo = table.undo
    monkeypatch.setattr(table, "undo", lambda ply: (undone.append(ply), undo(ply)))
    seat.act(hands._tell_anew(game, 0), 60_000)
    assert (seat.turns, undone) == (["b2", "d4"], [2, 1])


def test_players_give_a_game_up_whose_lights_are_of_another_one_for_good(monkeypatch):
    monkeypatch.setattr(players, "GIVES_UP_MS", 60_000)
    seat, told = Seat(), HandsLog([])
    hands = Hands(seat.world, CAREFUL)
    monkeypatch.setattr(hands, "_lights_of", lambda game: [{b"???"}] * LAYOUT.pixels)
    turns = [pylos.parse_turn(name) for name in OPENING.split()]
    seat.act(hands.play(pylos.Game(), turns, told), 0)
    seat.harness.run(120_000)
    assert told.lost
    assert len(told.turns) < len(turns)
    assert len(told.presses) == len(told.turns)
    assert not seat.world.buttons


def test_what_still_lay_when_the_goal_was_filled_was_not_raised_there():
    b2, d4, goal = (parse_cell(name) for name in ("b2", "d4", "e1"))
    recognizer = Recognizer(pylos.Game(), LAYOUT)
    raised = pylos.make_turn(pylos.raise_(b2, goal), d4)
    other = pylos.make_turn(pylos.raise_(d4, goal), b2)
    for passed, possible in (
        ([1 << b2 | 1 << d4, 1 << goal | 1 << d4, 1 << goal], [raised]),
        ([1 << b2 | 1 << d4, 1 << goal], [raised, other]),
        # It lay there before, too, but was lifted again.
        ([1 << goal | 1 << b2 | 1 << d4, 1 << d4, 1 << goal | 1 << d4], [raised]),
    ):
        recognizer._passed = passed
        assert [turn for turn in (raised, other) if recognizer.in_order(turn)] == possible


def test_a_turn_made_in_another_order_is_asked_about_last_and_not_forgotten(monkeypatch):
    b2, d4, goal = (parse_cell(name) for name in ("b2", "d4", "e1"))
    raised = pylos.make_turn(pylos.raise_(b2, goal), d4)
    other = pylos.make_turn(pylos.raise_(d4, goal), b2)
    recognizer = Recognizer(pylos.Game(), LAYOUT)
    recognizer.decoder = SimpleNamespace(ambiguous=False, foreign=False)
    recognizer._passed = [1 << b2 | 1 << d4, 1 << goal | 1 << d4]
    # Who put the ball before lifting b2 has made the other one.
    monkeypatch.setattr(
        SwitchRecognizer,
        "explain",
        lambda self, shown: setattr(self, "visible_turns", [other, raised]),
    )
    recognizer.explain(1 << goal)
    assert recognizer.visible_turns == [raised, other]

"""Training at the table, in virtual time: turns that lose offered back, limits of hints, kept."""

from functools import partial
from types import SimpleNamespace

import pytest

from boardcore.errors import ParseError
from support.machine.loop import Sitting
from support.rows import for_each
from underboard.cli import main
from underboard.engine.player import player_of
from underboard.records.database import Records
from underboard.referee.assist.training_options import NO_LIMIT, TrainingOptions, read_limits
from underboard.referee.assist.training_request import TrainingRequest, begin_training

START = "DLLD/LDLD/DDLL/DLD. LDL/LLL/.L. .D/.. . D"
"""Dark wins by d1-h1 alone, a puzzle proven with the complete table."""
BLUNDER = "g1"


class Table(Sitting):
    """A session at a board of Pylos in this process; time is the loop's."""

    def __init__(self, path, wanted=None, language="en", bare=None, seats=(None, None), **begin):
        super().__init__(path, bare)
        self.sit(seats, language)
        self.session.begin(**begin)
        self.stand()
        begin_training(self.session, wanted or TrainingRequest())
        self.until(lambda: self.session.settled and self.session.is_quiet())

    @property
    def training(self):
        return self.session.training

    @property
    def turns(self):
        game = self.board.mirror.game
        return [self.bare.table.rules.turn_text(turn) for turn in game.turns]

    def until(self, reached):
        for _ in range(2000):
            self.session.step(0.02)
            if reached():
                return
        raise AssertionError(self.said)

    def has_heard(self, plies):
        """Return True if the turns have come, the board rests, and the last one was judged."""
        rests = self.session.settled and self.session.is_quiet()
        return len(self.turns) >= plies and rests and self.training.is_judged

    def stand(self):
        """Have the pieces stand as the game of the board has them."""
        table = self.bare.table
        for sensor, cell in enumerate(self.bare.layout.cell_of_sensor):
            self.bare.readings[sensor] = table.game.occupied >> cell & 1
        table.readings[:] = self.bare.readings

    def play(self, *turns):
        """Play at once on the board, and wait until the turn was heard and judged."""
        table = self.bare.table
        for text in turns:
            table.play(table.rules.parse_turn(text))
            self.stand()
            self.until(partial(self.has_heard, len(self.turns) + 1))
        return self

    def type(self, line):
        before = len(self.said)
        assert self.session.handle(line)
        self.stand()
        self.session.step(0.02)
        return self.said[before:]


def test_a_turn_that_loses_by_force_is_offered_and_taken_back(tmp_path):
    table = Table(tmp_path, TrainingRequest(warns=True), start=START)
    table.play(BLUNDER)
    assert "Dark's move loses against best play" in table.said[-1]
    assert table.said[-1].endswith("Type yes to take it back, or next to keep it.")
    table.type("yes")
    table.until(lambda: not table.turns)
    assert table.training.offered < 0
    table.play("d1-h1")
    assert table.training.offered < 0, "the winning turn is not questioned"


def test_who_plays_on_is_not_asked_again_and_an_engine_waits_for_it(tmp_path):
    engine = player_of("pylos", "beginner", 1)
    table = Table(tmp_path, TrainingRequest(warns=True), "fr", seats=(engine, None), start=START)
    table.play(BLUNDER)
    assert "Ce coup de Foncé est perdant" in table.said[-1]
    for _ in range(200):
        table.session.step(0.02)
    assert table.session.engine.wanted < 0, "the engine has chosen nothing yet"
    assert table.type("suivant")[0] == "La partie continue."
    table.until(lambda: table.session.engine.wanted >= 0)
    assert table.training.offered < 0


def test_without_training_nothing_is_judged(tmp_path):
    table = Table(tmp_path, start=START)
    said = len(table.said)
    table.play(BLUNDER)
    assert not any("by force" in line for line in table.said[said:])


def test_hints_end_at_their_limit_and_one_position_costs_one(tmp_path):
    table = Table(tmp_path, TrainingRequest(hints="legal", limits=(1, NO_LIMIT)))
    assert table.type("hint")[-1] == "Hints left for Light: 0."
    assert "Hints left for Light: 0." in table.type("hint"), "the second stage of the same hint"
    table.play("a1")
    assert table.type("hint"), "Dark has no limit"
    table.play("b2")
    assert table.type("hint") == [
        "Light has no hints left in this game; --hint-limit none lifts the limit."
    ]


def test_habits_belong_to_the_record_and_come_back(tmp_path):
    table = Table(tmp_path, TrainingRequest(hints="legal", limits=(3, 5), warns=True))
    table.play("a1", "b2")
    table.type("hint")
    kept = table.training.habits
    assert kept == TrainingOptions("legal", (3, 5), (1, 0), True)
    table.board.close()
    again = Table(
        tmp_path, TrainingRequest(usual_limits=(9, 9), usual_warns=False), bare=table.bare
    )
    assert again.session.continued
    assert again.training.habits == kept, "what is usual is for new games"
    again.board.close()
    named = Table(tmp_path, TrainingRequest(limits=(NO_LIMIT, 0)), bare=table.bare)
    assert named.training.habits == TrainingOptions("legal", (NO_LIMIT, 0), (1, 0), True)
    named.type("new")
    assert named.training.habits.used == (0, 0)


def test_records_of_an_earlier_release_get_a_table_of_habits(tmp_path):
    path = tmp_path / "games.sqlite3"
    with Records.open(path) as records:
        records.base.execute("DROP TABLE habits")
        records.base.execute("PRAGMA user_version = 2")
    table = Table(tmp_path, TrainingRequest(warns=True)).play("a1")
    row = table.board.row
    assert table.board.records.training(row) == table.training.habits.text


@for_each(
    ("text", "limits"),
    [("5", (5, 5)), ("5:2", (5, 2)), ("0:none", (0, NO_LIMIT)), ("none", (NO_LIMIT, NO_LIMIT))],
)
def test_a_limit_is_one_number_or_two(text, limits):
    assert read_limits(text) == limits


@for_each("text", ["", "x", "-1", "100", "1:2:3", "5:", "²", "1.5"])
def test_anything_else_is_no_limit(text):
    with pytest.raises(ParseError, match="is not a limit of hints"):
        read_limits(text)


@for_each("text", ["", "hints=best", "hints=x limits=1:1 used=0:0 training=on"])
def test_damaged_habits_are_refused(text):
    with pytest.raises(ParseError):
        TrainingOptions.from_text(text)


def test_a_wrong_limit_is_one_sentence_in_both_languages(capsys):
    assert main(["play", "pylos", "--hint-limit", "many"]) == 2
    assert "'many' is not a limit of hints: expected" in capsys.readouterr().err
    assert main(["play", "pylos", "--hint-limit", "many", "--lang", "fr"]) == 2
    assert "n'est pas une limite d'indices" in capsys.readouterr().err


def test_no_hints_at_all_are_a_limit():
    habits = TrainingOptions(limits=(0, NO_LIMIT))
    assert TrainingOptions.from_text(habits.text) == habits


def test_what_simulated_hands_mend_soon_is_not_told(tmp_path):
    table = Table(tmp_path)
    table.session.hands = SimpleNamespace(busy=False, poll=lambda: False)
    said = len(table.said)

    def two_balls(there):
        for sensor in (0, 5):
            table.bare.readings[sensor] = table.bare.table.readings[sensor] = there

    for mended in (True, False):
        two_balls(1)
        table.until(lambda: table.board.state.verdict == "wrong")
        for _ in range(50):
            table.session.step(0.02)
        assert table.said[said:] == []
        if mended:
            two_balls(0)
        for _ in range(100):
            table.session.step(0.02)
    assert len(table.said) > said

"""A clock at the table, in virtual time: started, stopped, paused, kept, and over."""

import pytest

from boardcore.lights.cues import BEAT_HURRY
from support.machine.loop import Sitting
from support.rows import for_each
from underboard.engine.player import player_of
from underboard.referee.engines import time_budget


class Table(Sitting):
    """A session at a real board of Pylos in this process, with a clock; time is the loop's."""

    def __init__(self, path, clock="1m+2s", flag="lose", language="en", bare=None, **begin):
        super().__init__(path, bare)
        self.sit(language=language)
        self.session.begin(**begin)
        if clock:
            self.session.clocking.want(clock, flag)
        else:
            self.session.clocking.take_up()
        self.wait(0)

    def wait(self, seconds):
        end = self.loop.clock() + seconds
        self.session.step(0.05)
        while self.loop.clock() < end:
            self.session.step(0.05)

    def play(self, *cells):
        """Play at once on the board."""
        table = self.bare.table
        for name in cells:
            turn = table.rules.parse_turn(name)
            table.play(turn)
            for sensor, cell in enumerate(self.bare.layout.cell_of_sensor):
                self.bare.readings[sensor] = table.game.occupied >> cell & 1
            table.readings[:] = self.bare.readings
            entries = self.board.mirror.last
            while self.board.mirror.last == entries:
                self.session.step(0.02)
        return self

    def type(self, line):
        before = len(self.said)
        assert self.session.handle(line)
        self.session.step(0.02)
        return self.said[before:]

    @property
    def left(self):
        clocking = self.session.clocking
        return tuple(ms / 1000 for ms in clocking.clock.left(clocking.now_ms))


NEAR = 0.3
"""Seconds that the wire and the loop may take."""


def test_the_clock_begins_with_the_first_turn_and_follows_the_turns(tmp_path):
    table = Table(tmp_path)
    table.wait(20)
    assert table.left == (60, 60)
    table.play("a1")
    table.wait(10)
    assert table.left == (60, pytest.approx(50, abs=NEAR))
    table.play("b2")
    table.wait(3)
    assert table.left == (pytest.approx(57, abs=NEAR), pytest.approx(52, abs=NEAR))


def test_a_pause_by_command_holds_it_and_a_turn_ends_the_pause(tmp_path):
    table = Table(tmp_path).play("a1")
    assert table.type("pause")[0].startswith("Clock: ")
    table.wait(30)
    assert table.left == pytest.approx((60, 60), abs=NEAR)
    assert "The clock runs" in table.type("pause")[0]
    table.wait(5)
    assert table.left[1] == pytest.approx(55, abs=NEAR)
    table.type("pause")
    table.play("b2")
    table.wait(5)
    assert table.left[0] == pytest.approx(55, abs=NEAR)


def test_both_buttons_hold_it_until_the_question_is_closed(tmp_path):
    table = Table(tmp_path).play("a1")
    table.wait(2)
    table.board.command("press", "both")
    table.wait(40)
    assert table.left[1] == pytest.approx(58, abs=2 * NEAR)
    table.board.command("press", "back")
    table.wait(5)
    assert table.left[1] == pytest.approx(53, abs=3 * NEAR)


def test_a_flag_that_falls_is_told_once_and_ends_the_game(tmp_path):
    table = Table(tmp_path).play("a1")
    table.wait(62)
    told = [line for line in table.said if "time" in line or "left" in line]
    assert told == [
        "Dark has ten seconds left.",
        "Dark has run out of time.",
        "Dark has no time left: Light wins.",
    ]
    assert table.records.get(table.board.row).outcome == "L:time"
    assert table.left[1] == 0


def test_a_flag_may_only_be_told_and_the_game_goes_on(tmp_path):
    table = Table(tmp_path, flag="tell").play("a1")
    table.wait(65)
    assert table.said[-1] == "Dark has run out of time."
    table.play("b2")
    table.wait(5)
    assert not table.session.over
    assert table.said.count("Dark has run out of time.") == 1


def test_the_last_minute_is_told_and_lit_on_the_side_to_move(tmp_path):
    table = Table(tmp_path, "2m").play("a1")
    beats = table.bare.table.frame.beats
    far = {table.bare.layout.pixel_of_cell[cell] for cell in (12, 15)}
    table.wait(55)
    assert not any(beat & BEAT_HURRY for beat in beats)
    table.wait(7)
    assert "Dark has one minute left." in table.said
    assert {at for at, beat in enumerate(beats) if beat & BEAT_HURRY} == far
    table.wait(40)
    assert {at for at, beat in enumerate(beats) if beat & BEAT_HURRY} == far, "lit anew"
    table.play("b2")
    table.wait(1)
    assert not any(beat & BEAT_HURRY for beat in beats)


def test_a_warning_light_that_went_out_is_lit_again_within_half_a_minute(tmp_path):
    table = Table(tmp_path, "2m").play("a1")
    beats = table.bare.table.frame.beats
    table.wait(62)
    # As after a restart of the board, which forgets what it was told to light.
    table.session.command("clock", 0)
    table.wait(1)
    assert not any(beat & BEAT_HURRY for beat in beats)
    table.wait(30)
    assert any(beat & BEAT_HURRY for beat in beats)


def test_it_comes_back_with_the_record_and_waits(tmp_path):
    table = Table(tmp_path, "5m-delay-3s").play("a1", "b2")
    table.wait(12)
    before = table.left
    table.board.close()
    table.records.close()
    again = Table(tmp_path, "", bare=table.bare)
    assert again.left == pytest.approx(before, abs=5.1), "kept every five seconds"
    again.wait(60)
    assert again.left == pytest.approx(before, abs=5.1)
    assert [line for line in again.said if line.startswith("Clock: ")]
    again.play("c3")
    at = again.left
    again.wait(4)
    assert again.left[1] == pytest.approx(at[1] - 4, abs=NEAR)
    assert again.records.export(again.board.row, "text").count("Clock: 5m-delay-3s") == 1


def test_it_rests_while_the_board_is_away(tmp_path):
    table = Table(tmp_path).play("a1")
    table.loop.pull()
    table.wait(1)
    at = table.left
    table.wait(50)
    assert table.left == at
    table.loop.plug()
    table.wait(8)
    assert table.left[1] < at[1]


@pytest.mark.parametrize("clock", ["1m+5s", "1m-delay-5s", "glass-1m", "1m"])
def test_turns_taken_back_give_their_time_back_and_no_increment(tmp_path, clock):
    table = Table(tmp_path, clock).play("a1")
    begun = table.left
    for _ in range(3):
        table.wait(10)
        table.play("b2")
        table.wait(10)
        table.type("undo")
        table.wait(0.5)
        assert table.session.clocking.clock.side == 1
        assert table.left == pytest.approx(begun, abs=1)


def test_several_turns_taken_back_at_once_give_all_their_time_back(tmp_path):
    table = Table(tmp_path, "10m+5s").play("a1")
    table.wait(5)
    table.play("b2")
    at = table.left
    for cell in ("c3", "d4", "a2"):
        table.wait(20)
        table.play(cell)
    table.session.take_back(2)
    table.wait(0.2)
    assert table.left == pytest.approx(at, abs=1)


def test_turns_of_an_earlier_evening_keep_their_time(tmp_path):
    first = Table(tmp_path, "5m").play("a1")
    first.wait(30)
    first.play("b2")
    first.board.close()
    again = Table(tmp_path, "", bare=first.bare)
    before = again.left
    again.type("undo")
    again.wait(0.2)
    assert again.left == pytest.approx(before, abs=1)


@pytest.mark.parametrize(("flag", "plies"), [("lose", 1), ("tell", 0)])
def test_after_a_flag_and_undo_the_clock_stands_and_asks(tmp_path, flag, plies):
    table = Table(tmp_path, flag=flag).play("a1")
    table.wait(65)
    assert table.session.over == (flag == "lose")
    said = " ".join(table.type("undo"))
    assert "had run out of time. Clock:" in said
    assert "type pause" in said
    table.wait(120)
    assert not table.session.over, "nobody loses while the clock asks"
    assert len(table.session.mirror.turns) == plies
    assert min(table.left) >= 60 - NEAR
    if plies:
        table.type("pause")
        table.wait(5)
        assert table.left[1] == pytest.approx(55, abs=NEAR)


def test_the_next_game_has_the_same_clock_anew(tmp_path):
    table = Table(tmp_path).play("a1")
    table.wait(10)
    table.type("new")
    table.wait(1)
    assert table.left == (60, 60)


def test_without_a_clock_nothing_is_told(tmp_path):
    table = Table(tmp_path, "none").play("a1")
    table.wait(100)
    assert table.type("clock") == ["This game has no clock."]
    assert "no clock: begin one with --clock 10m+5s." in table.type("pause")[0]
    assert table.records.clock(table.board.row) == ""


def test_who_sees_no_picture_is_told_the_time_after_each_turn(tmp_path):
    table = Table(tmp_path, "10m", language="fr")
    table.session.clocking.telling = True
    table.play("a1")
    assert table.said[-1] == "  Clair 10:00   > Foncé 10:00"


# Engines


class Slow:
    """A player that would think for ever."""

    name = "slow"

    def choose(self, game, pause=lambda: None):
        while True:
            pause()


def test_an_engine_whose_time_is_short_plays_quickly(tmp_path):
    clock = iter(range(10_000))
    game = player_game()
    turn = time_budget.choose(Slow(), game, lambda: None, 7.0, lambda: next(clock))
    game.check(turn)
    assert next(clock) < 15


def player_game():
    from boardcore.pylos import rules

    game = rules.Game("standard")
    game.play_turn(rules.parse_turn("a1"))
    return game


@for_each(("left", "step", "most"), [(600, 0, 30), (600, 5, 34), (2, 0, 0.3), (1, 30, 0.5)])
def test_an_engine_shares_its_time_among_its_turns(left, step, most):
    assert time_budget.budget_s(left, step) == most


def test_an_engine_without_a_clock_thinks_as_it_likes():
    assert (
        time_budget.choose(player_of("pylos", "random", 1), player_game(), lambda: None, None) >= 0
    )

"""Endings (players, or their clock, end a game that the rules would let go on)."""

import zlib

import pytest

from boardcore.lights.cues import AMBER, BEAT_HURRY
from boardcore.play.endings import ENDINGS, end_text
from boardcore.pylos import rules as pylos
from boardcore.store.journal import END
from boardcore.verdicts import NEXT, YES
from support.boards.pylos import Board
from support.rows import each_row, for_each
from underboard.sim.harness import MemoryStore

OPENING = "+a1 400 +b2 400 +c3 400 +d4 400"
STANDING = [pylos.parse_cell(name) for name in ("a1", "b2", "c3", "d4")]
OFFERED = ("end-0", "end-1", "end-2", "end-3")


def by_kind(messages, kind):
    return [message.fields for message in messages if message.kind == kind]


def both(board, first=NEXT, second=YES):
    """Press both buttons, one just after the other."""
    for number, down in ((first, True), (second, True), (first, False), (second, False)):
        board.table.button(number, down, board.now_ms)
        board.wait(60)
    board.wait(60)


def opened(**given):
    board = Board(**given).do(OPENING + " 2000")
    return board


@pytest.mark.parametrize("first", [YES, NEXT])
def test_both_buttons_ask_how_the_game_shall_end_and_next_goes_round(first):
    board = opened()
    both(board, first, 1 - first)
    asked = []
    for _ in range(5):
        asked.append(board.table.state_fields()[3])
        board.push("next")
    # The side to move comes first: light, after four turns.
    assert tuple(asked) == (*OFFERED, OFFERED[0])
    assert board.table.outcome is None


def test_the_lights_say_who_would_give_up():
    board = opened()
    both(board)
    near = {board.layout.pixel_of_cell[cell] for cell in (0, 3)}
    far = {board.layout.pixel_of_cell[cell] for cell in (12, 15)}
    lit = []
    for _ in range(4):
        lit.append({at for at, letter in enumerate(board.letters) if letter == "E"})
        board.push("next")
    assert lit == [near, far, near | far, set(range(board.layout.pixels))]
    board.do("next next next 100")
    assert set(board.table.cue_fields()[1]) == {str(AMBER)}


@for_each(
    ("presses", "outcome"),
    [("", (1, "resigned")), ("next", (0, "resigned")), ("next next", (2, "agreed")),
     ("next next next", (2, "abandoned"))],
)  # fmt: skip
def test_yes_ends_the_game_and_it_outlives_a_power_cut(presses, outcome):
    store = MemoryStore()
    board = opened(store=store)
    both(board)
    board.do(f"{presses} yes 400")
    assert board.table.outcome == outcome
    assert [code for code in board.table.journal.codes if code >= END]
    again = Board(store=store, boots=2, standing=STANDING)
    assert (again.table.outcome, again.turns) == (outcome, "a1 b2 c3 d4")
    again.do("+d1 2000")
    assert again.turns == "a1 b2 c3 d4", "nothing is played after the end"


def test_next_held_for_long_closes_the_question_and_the_game_goes_on():
    board = opened()
    both(board)
    board.do("back 400 +d1 400")
    assert (board.table.outcome, board.turns) == (None, "a1 b2 c3 d4 d1")


def test_next_held_for_long_after_the_end_takes_back_the_end_alone():
    board = opened()
    both(board)
    board.do("yes 400 back 400")
    assert (board.table.outcome, board.turns, board.verdict) == (None, "a1 b2 c3 d4", "at-rest")
    board.do("+d1 400")
    assert board.turns == "a1 b2 c3 d4 d1"


def test_a_piece_that_is_touched_closes_the_question():
    board = opened()
    both(board)
    board.do("+d1 400")
    assert board.turns == "a1 b2 c3 d4 d1"


def test_before_the_first_turn_there_is_nothing_to_end():
    board = Board()
    both(board)
    assert (board.verdict, board.table.outcome) == ("at-rest", None)


def test_both_buttons_play_no_turn_of_their_own():
    board = opened()
    both(board, YES, NEXT)
    board.do("back 3000")
    assert (board.verdict, board.turns, board.table.outcome) == ("at-rest", "a1 b2 c3 d4", None)


def test_swept_after_the_end_a_new_game_begins():
    board = opened()
    both(board)
    board.do("yes 400 -a1 -b2 -c3 -d4 4000")
    assert (board.table.outcome, board.turns) == (None, "")


# The computer


@for_each("number", range(len(ENDINGS)))
def test_the_computer_ends_a_game_in_each_way_and_is_told(number):
    board = opened()
    board.greet()
    text = end_text(pylos, ENDINGS[number])
    answers = board.say("finish", "h-1", text)
    assert by_kind(answers, "end")[0][:3] == ["5", "4", text]
    assert by_kind(board.hear(), "error") == []
    assert board.table.state_fields()[5] == text
    back = board.say("back", "h-2", 4)
    assert by_kind(back, "undo")[0][:2] == ["6", "4"]
    assert board.table.outcome is None


REFUSED = [
    ("before the first turn", "", "D:resigned", "not-begun"),
    ("for no known reason", OPENING, "D:bored", "unreadable"),
    ("by nobody", OPENING, "x", "unreadable"),
]


@each_row(REFUSED, "script", "text", "code")  # fmt: skip
def test_an_end_is_refused(script, text, code):
    board = Board().do(script + " 400")
    board.greet()
    assert by_kind(board.say("finish", "h-1", text), "error")[0][1] == code
    assert board.table.outcome is None


def test_no_game_ends_twice():
    board = opened()
    board.greet()
    board.say("finish", "h-1", "=:agreed")
    assert by_kind(board.say("finish", "h-2", "D:resigned"), "error")[0][1] == "game-over"


def test_a_board_that_lost_its_game_takes_the_end_back_too():
    board = opened()
    messages = board.greet() + board.say("finish", "h-1", "=:abandoned")
    lost = Board(standing=STANDING)
    lost.greet()
    fields = {int(m.fields[0]): (m.kind, m.fields) for m in messages
              if m.kind in ("game", "turn", "end")}  # fmt: skip
    for index in sorted(fields):
        kind, words = fields[index]
        what = {"game": "|".join("" if w == "-" else w for w in words[1:7]), "turn": words[-2],
                "end": words[-2]}[kind]  # fmt: skip
        answer = lost.say("load", f"h{index}", index, kind, what, words[-1])
        assert by_kind(answer, "ok"), (index, answer)
    assert lost.table.outcome == (2, "abandoned")
    assert lost.table.journal.chain(5) == board.table.journal.chain(5)
    # And the last one is what PROTOCOL.md says, by another library's CRC.
    before, ended = fields[max(fields) - 1][1], fields[max(fields)][1]
    text = f"end {ended[-2]} {board.table.game.position_text()}"
    assert int(ended[-1], 16) == zlib.crc32(text.encode(), int(before[-1], 16))


def test_the_last_minute_beats_on_the_side_to_move_until_its_time_is_over():
    board = opened()
    board.greet()
    board.say("clock", "h-1", 30)
    near = {board.layout.pixel_of_cell[cell] for cell in (0, 3)}
    beats = board.table.frame.beats
    assert {at for at, beat in enumerate(beats) if beat & BEAT_HURRY} == near
    board.wait(31_000)
    assert not [beat for beat in beats if beat & BEAT_HURRY]
    board.greet()
    board.say("clock", "h-2", 30)
    assert [beat for beat in beats if beat & BEAT_HURRY]
    board.say("clock", "h-3", 0)
    assert not [beat for beat in beats if beat & BEAT_HURRY]

"""One board as a whole (power cuts, the computer's lines, lights that must not mislead)."""

import pytest

from boardcore.lights import cues
from boardcore.link import linkstate
from boardcore.link import session as link
from boardcore.link.wire import decode, encode, pack
from boardcore.play import commands
from boardcore.play.tables import lights, table
from boardcore.pylos import rules as pylos
from boardcore.store.journal import UNDO, Journal, chain_of
from support.boards.drawings import pyramid
from support.boards.pylos import Board
from support.rows import each_row, for_each
from underboard.sim.harness import MemoryStore
from underboard.sim.mcu.nvm import PowerCut

OPENING = "+a1 400 +b2 400 +c3 400 +d4 400"
STANDING = [pylos.parse_cell(name) for name in ("a1", "b2", "c3", "d4")]
CARRIED = pyramid("""
    . . . .
    . . . .   . . .
    L D . .   . . .   . .
    D L . L   . . .   . .   .
""")


def by_kind(messages, kind):
    return [message.fields for message in messages if message.kind == kind]


def told(messages):
    """Return the entries among the messages, as index and what happened."""
    found = []
    for message in messages:
        if message.kind == "game":
            found.append((int(message.fields[0]), "game"))
        elif message.kind == "turn":
            found.append((int(message.fields[0]), message.fields[3]))
        elif message.kind == "undo":
            found.append((int(message.fields[0]), "undo " + message.fields[1]))
    return found


# Power ---------------------------------------------------------------------------


def test_after_a_power_cut_the_game_goes_on():
    store = MemoryStore()
    board = Board(store=store).do(OPENING)
    chain = board.table.journal.chain(4)
    again = Board(store=store, boots=2, standing=STANDING)
    assert (again.turns, again.verdict) == ("a1 b2 c3 d4", "at-rest")
    assert again.table.journal.chain(4) == chain
    again.do("+d1 400")
    assert again.turns == "a1 b2 c3 d4 d1"


def test_undone_turns_stay_undone_after_a_power_cut():
    store = MemoryStore()
    board = Board(store=store).do(OPENING + " 6000 -d4 2300 +d1 400")
    assert board.turns == "a1 b2 c3 d1"
    again = Board(store=store, boots=2)
    assert again.turns == "a1 b2 c3 d1"
    assert [code for code in again.table.journal.codes if code & UNDO] == [UNDO | 3]


def test_pieces_that_stand_differently_after_a_power_cut_are_led_back_one_by_one():
    store = MemoryStore()
    Board(store=store).do(OPENING)
    moved = [pylos.parse_cell(name) for name in ("a1", "c3", "a3", "a4")]
    again = Board(store=store, boots=2, standing=moved)
    again.wait(400)
    assert (again.verdict, again.rule) == ("wrong", "guide")
    repairs = []
    while again.verdict == "wrong":
        off, on = again.saying("-"), again.saying("+")
        assert len(off + on) == 1
        repairs.append(("-" if off else "+") + (off + on)[0])
        again.do(repairs[-1] + " 500")
    assert repairs == ["-a3", "-a4", "+b2", "+d4"]
    assert (again.turns, again.verdict) == ("a1 b2 c3 d4", "at-rest")


def test_a_turn_made_while_the_power_was_off_is_understood():
    store = MemoryStore()
    Board(store=store).do(OPENING)
    again = Board(store=store, boots=2, standing=[*STANDING, pylos.parse_cell("d1")])
    again.wait(400)
    assert again.turns == "a1 b2 c3 d4 d1"


def test_an_empty_board_after_a_power_cut_is_offered_a_new_game_and_keeps_the_old_one_till_then():
    store = MemoryStore()
    Board(store=store).do(OPENING)
    again = Board(store=store, boots=2)
    again.wait(2000)
    assert (again.turns, again.letters) == ("a1 b2 c3 d4", "n" * 25)
    assert Journal(store).codes == again.table.journal.codes
    again.do("yes 400")
    assert (again.turns, again.verdict) == ("", "at-rest")


def test_a_power_cut_at_every_byte_of_a_turn_costs_that_turn_at_most():
    for after in range(9):
        store = MemoryStore()
        board = Board(store=store)
        board.do("+a1 400 +b2 400")
        store.cut_after = after
        try:
            board.do("+c3 400")
        except PowerCut:
            pass
        store.cut_after = -1
        standing = [pylos.parse_cell(name) for name in ("a1", "b2", "c3")]
        again = Board(store=store, boots=2, standing=standing)
        again.wait(400)
        # The ball is still there, so even the torn turn is seen again.
        assert again.turns == "a1 b2 c3"


def test_a_journal_that_the_rules_do_not_believe_is_cut_where_it_goes_wrong():
    store = MemoryStore()
    board = Board(store=store).do(OPENING)
    board.table.journal.add(pylos.make_turn(pylos.place(0)), 5, "a1 again")
    again = Board(store=store, boots=2, standing=STANDING)
    assert again.turns == "a1 b2 c3 d4"
    again.do("+d1 400")
    third = Board(store=store, boots=3)
    assert third.turns == "a1 b2 c3 d4 d1"


@for_each("code", [0x3FFFFFFF, 0x0FFFFFFF, 30, UNDO | 99, UNDO | 4])
def test_codes_that_are_no_turn_at_all_do_not_stop_the_board(code):
    store = MemoryStore()
    board = Board(store=store).do(OPENING)
    board.table.journal.add(code, 5, "nonsense")
    again = Board(store=store, boots=2, standing=STANDING)
    assert again.turns == "a1 b2 c3 d4"


def test_another_games_journal_is_left_for_a_new_game():
    store = MemoryStore()
    journal = Journal(store)
    journal.begin(("1a2b3c4d", "apagos", "standard", "", "players", ""))
    assert Board(store=store).table.journal.game[1] == "pylos"


def test_a_store_that_is_full_lets_the_game_go_on_as_a_new_one():
    # Room for a game and ten entries: far less than the board erases for.
    store = MemoryStore(size=8 * 15)
    board = Board(store=store)
    first = board.table.journal.game[0]
    board.do("+a1 400 -a1 2300 " * 3 + OPENING)
    assert (board.turns, board.table.journal.game[0]) == ("a1 b2 c3 d4", first)
    board.do("+d1 400 +d2 400 +d3 400 +a4 400")
    journal = board.table.journal
    assert journal.game[0] != first
    assert journal.game[4] == table.CONTINUED
    assert board.table.game.start_text == journal.game[5]
    # The turn that found the store full is the first of the new game, so no computer misses it.
    assert journal.codes
    assert board.turns.endswith("a4")
    standing = ["a1", "b2", "c3", "d4", "d1", "d2", "d3", "a4"]
    assert [pylos.cell_text(c) for c in pylos.cells_of(board.table.game.occupied)] == sorted(
        standing
    )
    again = Board(store=store, boots=2, standing=[pylos.parse_cell(name) for name in standing])
    assert again.verdict == "at-rest"
    assert again.table.game.position_text() == board.table.game.position_text()


# The computer ------------------------------------------------------------------------


def test_a_board_greets_until_it_is_greeted():
    board = Board()
    messages = board.hear(2100)
    assert {message.kind for message in messages} == {"hello"}
    assert 4 <= len(messages) <= 5
    who = ["1.1", "0.1", "test", "pylos-reed16", "pylos", "1", "power-on", "-", "0"]
    assert messages[0].fields == who


def test_a_computer_that_comes_late_gets_the_whole_game():
    board = Board().do(OPENING)
    met = board.say("hello", "1.0", "test")
    messages = board.say("have", "-", 0, "-", ms=1000)
    assert told(messages) == [(0, "game"), (1, "a1"), (2, "b2"), (3, "c3"), (4, "d4")]
    assert by_kind(met, "state")[-1] == ["at-rest", "L", "4", "-", "-", "-"]


def test_a_computer_gets_only_what_it_lacks():
    board = Board().do(OPENING)
    board.greet()
    journal = board.table.journal
    number = journal.game[0]
    for index in range(5):
        messages = board.say("have", number, index, "%08x" % journal.chain(index), ms=1000)
        assert [at for at, _ in told(messages)] == list(range(index + 1, 5))
    assert len(told(board.say("have", number, 2, "00000000", ms=1000))) == 5, "another history"
    assert len(told(board.say("have", "ffffffff", 2, "00000000", ms=1000))) == 5, "another game"
    assert told(board.say("have", number, 9, "00000000", ms=1000)) == [], "it has more than we"
    assert len(told(board.say("have", number, "x", "00000000", ms=1000))) == 5


def test_new_turns_follow_by_themselves_and_beats_tell_where_the_journal_stands():
    board = Board()
    board.greet()
    board.do("+a1 400")
    assert (1, "a1") in told(board.hear(400))
    beats = by_kind(board.hear(2200), "beat")
    assert len(beats) == 2
    assert beats[0][:3] == [board.table.journal.game[0], "1", "%08x" % board.table.journal.chain(1)]


def test_an_undo_is_told_as_an_entry():
    board = Board()
    board.greet()
    board.do(OPENING)
    board.say("have", "-", 0, "-", ms=1000)
    board.do("-d4 2300")
    assert told(board.hear(400)) == [(5, "undo 3")]


def test_another_major_version_is_refused_by_name_and_nothing_more_is_said():
    board = Board()
    messages = board.say("hello", "2.0", "future", ms=3000)
    assert {message.kind for message in messages[1:]} <= {"hello"}
    assert board.table.link.state == linkstate.REFUSED
    assert board.say("have", "-", 0, "-", ms=2000) == []
    assert "hello" in [message.kind for message in board.say("hello", "1.7", "update", ms=500)]
    assert board.table.link.state == linkstate.READY


def test_who_speaks_without_a_greeting_is_greeted():
    board = Board()
    board.hear(100)
    board.table.link._hello_ms = board.now_ms
    assert [m.kind for m in board.say("have", "-", 0, "-", ms=100)] == ["hello"]


def test_damaged_lines_are_counted_and_change_nothing():
    board = Board()
    board.greet()
    for junk in (b"new 9 x pylos standard - - *00000000\n", b"\xff\x00\n", b"a" * 500 + b"\n"):
        board.table.receive(junk, len(junk))
    assert by_kind(board.hear(1200), "beat")[-1][3] == "3"


def test_a_computer_that_does_not_read_costs_nothing_and_gets_everything_later():
    board = Board()
    board.greet()
    board.do(OPENING)
    for i in range(30):
        board.table.receive(line := encode("press", i, (f"p{i}", "next")), len(line))
        board.wait(200)
    board.do("+d1 400")
    assert board.turns == "a1 b2 c3 d4 d1"
    messages = board.hear(3000)
    assert [at for at, _ in told(messages)] == [1, 2, 3, 4, 5]
    assert len(by_kind(messages, "ok")) == link.MAX_ANSWERS


def test_lines_leave_whole_however_few_bytes_are_taken_at_a_time():
    board = Board().do(OPENING)
    board.say("hello", "1.0", "test", ms=3000)
    line = encode("have", 3, ("-", 0, "-"))
    board.table.receive(line, len(line))
    assert len(told(board.hear(9000, most=7))) == 5


# Commands ----------------------------------------------------------------------------


def answer(board, kind, *fields):
    messages = board.say(kind, *fields)
    answers = [m for m in messages if m.kind in ("ok", "error")]
    assert len(answers) == 1
    assert answers[0].fields[0] == fields[0]
    return answers[0].kind, *answers[0].fields[1:2]


def ready(start=""):
    board = Board(start)
    board.greet()
    return board


def test_a_new_game_by_command():
    board = ready()
    board.do(OPENING)
    assert answer(board, "new", "c1", "pylos", "expert", "end=bga", "-") == ("ok",)
    assert board.table.journal.game[1:] == ("pylos", "expert", "end=bga", "computer", "")
    assert (board.turns, board.rule) == ("", "guide"), "the old balls are still there"
    assert told(board.greet())[0] == (0, "game")


def test_a_command_that_comes_twice_is_done_once_and_answered_twice():
    board = ready()
    assert answer(board, "new", "c1", "pylos", "standard", "-", "-") == ("ok",)
    number = board.table.journal.game[0]
    assert answer(board, "new", "c1", "pylos", "standard", "-", "-") == ("ok",)
    assert board.table.journal.game[0] == number
    assert answer(board, "new", "c2", "pylos", "standard", "-", "-") == ("ok",)
    assert board.table.journal.game[0] != number


def test_a_refusal_that_comes_twice_is_the_same_refusal():
    board = ready()
    first = by_kind(board.say("back", "c1", 9), "error")
    board.do("+a1 400")
    assert by_kind(board.say("back", "c1", 9), "error") == first


REFUSALS = [
    ("another game", ("new", "c", "gyges", "-", "-", "-"), "unreadable"),
    ("no such variant", ("new", "c", "pylos", "giant", "-", "-"), "unreadable"),
    ("no such option", ("new", "c", "pylos", "-", "end=soon", "-"), "unreadable"),
    ("no such position", ("new", "c", "pylos", "-", "-", "full"), "unreadable"),
    ("options without end", ("new", "c", "pylos", "-", ",".join(["end=bga"] * 20), "-"),
     "unreadable"),
    ("more turns than there are", ("back", "c", 9), "no-turn"),
    ("no number", ("back", "c", "x"), "unreadable"),
    ("no such button", ("press", "c", "error"), "unreadable"),
    ("no such turn", ("hint", "c", 5, "z9"), "unreadable"),
    ("an illegal turn", ("hint", "c", 5, "a1"), "occupied"),
    ("no seconds", ("hint", "c", "soon", "b1"), "unreadable"),
    ("a path of a game that has none", ("path", "c", "on"), "unreadable"),
    ("a path neither on nor off", ("path", "c", "yes"), "unreadable"),
    ("a game on the table", ("load", "c", 0, "game", "x|pylos|standard||players|", "00000000"),
     "game-on"),
    ("an entry too far", ("load", "c", 7, "turn", "b1", "00000000"), "gap"),
    ("a turn that is illegal", ("load", "c", 5, "turn", "a1", "00000000"), "occupied"),
    ("a turn with another chain", ("load", "c", 5, "turn", "b1", "00000000"), "chain"),
    ("an undo with another chain", ("load", "c", 5, "undo", "2", "00000000"), "chain"),
    ("an undo to the future", ("load", "c", 5, "undo", "7", "00000000"), "no-turn"),
    ("an undo of nothing", ("load", "c", 5, "undo", "4", "00000000"), "no-turn"),
    ("a kind of entry that is none", ("load", "c", 5, "dance", "2", "00000000"), "unreadable"),
]  # fmt: skip


@each_row(REFUSALS, "line", "code")
def test_what_cannot_be_done_is_refused_by_name_and_changes_nothing(line, code):
    board = ready()
    board.do(OPENING)
    journal = board.table.journal
    before = (board.turns, journal.game, list(journal.codes), bytes(board.store.image))
    assert answer(board, *line) == ("error", code)
    assert (board.turns, journal.game, journal.codes, bytes(board.store.image)) == before


@for_each(
    "line",
    [
        ("new", "n" * 150, "x", "-", "-", "-"),
        ("new", "n", "x" * 150, "-", "-", "-"),
        ("new", "n", "-", "x" * 150, "-", "-"),
        ("new", "n", "pylos", "-", "x" * 150, "-"),
        ("new", "n", "pylos", "-", "-", "x" * 150),
        ("press", "n" * 24, "'" * 140),
        ("press", "n" * 24, "\\" * 140),
        ("load", "n", "0", "game", "x" * 140, "-"),
        ("load", "n", "0", "game", "a|" * 60, "-"),
        ("load", "n", "0", "game", "x" * 90 + "|pylos|standard||players|", "-"),
        ("hint", "n", "9" * 100, "a1"),
        ("back", "n", "9" * 150),
        ("have", "9" * 50, "9" * 50, "x"),
    ],
)
def test_no_line_of_a_computer_stops_the_board(line):
    board = ready()
    for message in board.say(*line, ms=3000):
        if message.kind in ("ok", "error"):
            assert len(message.fields[0]) <= link.MAX_ID
    board.do("+a1 400")
    assert board.turns == "a1"


def test_turns_are_taken_back_by_command_and_the_hands_are_led():
    board = ready()
    board.do(OPENING)
    assert answer(board, "back", "c1", 2) == ("ok",)
    assert (board.turns, board.rule) == ("a1 b2", "guide")
    board.do("-c3 -d4 500")
    assert board.verdict == "at-rest"
    assert answer(board, "back", "c2", 2) == ("ok",), "to where it stands is nothing to do"


def test_what_no_switch_sees_is_shown_after_an_undo():
    board = ready(CARRIED)
    board.do("+d4 400 +d1 400 +e1 400 yes 300")
    assert board.turns == "d4 d1 e1"
    assert answer(board, "back", "c1", 2) == ("ok",)
    assert board.saying("-") == ["e1"]


def test_buttons_can_be_pressed_by_command():
    board = ready()
    board.do(OPENING)
    assert answer(board, "press", "c1", "back") == ("ok",)
    assert board.turns == "a1 b2 c3"


# Hints ----------------------------------------------------------------------------------


def test_a_hint_is_lit_for_its_time_and_no_longer():
    board = ready()
    assert answer(board, "hint", "c1", 3, "b3") == ("ok",)
    assert board.saying("h") == ["b3"]
    board.wait(2000)
    assert board.saying("h") == ["b3"]
    board.wait(1000)
    assert board.saying("h") == []
    assert board.saying("p")


def test_a_hint_goes_out_with_the_next_turn_or_by_command():
    board = ready()
    answer(board, "hint", "c1", 60, "b3")
    board.do("+a1 400")
    assert board.saying("h") == []
    answer(board, "hint", "c2", 60, "b3")
    assert board.saying("h") == ["b3"]
    answer(board, "hint", "c3", 0, "-")
    assert board.saying("h") == []


def test_a_dead_computer_leaves_no_hint():
    board = ready()
    answer(board, "hint", "c1", 9999, "b3")
    board.wait(1000 * commands.MAX_HINT_S)
    assert board.saying("h") == []


def test_what_is_wrong_hides_a_hint():
    board = ready()
    answer(board, "hint", "c1", 60, "b3")
    board.do("+a1 +a2 3500")
    assert board.saying("-") == ["a1"]
    assert board.saying("h") == []


# Lost -----------------------------------------------------------------------------------


def lost(board):
    """Return True if the left corners tell that the computer has gone."""
    return board.table.frame.beats[board.layout.pixel_of_cell[0]] & cues.BEAT_LOST > 0


@pytest.mark.parametrize("quiet_ms", [1000, 90_000])
def test_a_computer_that_falls_silent_is_shown_for_a_minute(quiet_ms):
    board = ready()
    for _ in range(quiet_ms // 1000):
        board.say("have", "-", 0, "-", ms=1000)
    assert not lost(board)
    board.wait(linkstate.SILENCE_MS - 1000)
    assert not lost(board)
    board.wait(1500)
    assert lost(board)
    board.wait(lights.LOST_MS - 2000)
    assert lost(board)
    board.wait(3000)
    assert not lost(board)


def test_whose_turn_it_is_is_to_be_seen_though_the_computer_is_lost():
    board = ready()
    board.wait(linkstate.SILENCE_MS + 500)
    near = [board.table.frame.beats[board.layout.pixel_of_cell[cell]] for cell in (0, 3)]
    assert near == [cues.BEAT_LIGHT | cues.BEAT_LOST, cues.BEAT_LIGHT]


def test_a_lost_computer_does_not_beat_over_a_question():
    board = ready("LLDD/DDLL/..../.... .../.../... ../.. . L")
    board.wait(linkstate.SILENCE_MS + 500)
    assert lost(board)
    board.do("yes 300")
    assert board.verdict == "ambiguous"
    assert not any(board.table.frame.beats)
    board.do("back 300")
    assert lost(board)


def test_a_computer_that_comes_back_ends_that():
    board = ready()
    board.wait(linkstate.SILENCE_MS + 500)
    assert lost(board)
    board.greet()
    assert not lost(board)


def test_a_computer_that_says_goodbye_is_not_lost():
    board = ready()
    board.say("bye")
    board.wait(linkstate.SILENCE_MS + 500)
    assert not lost(board)
    assert board.table.link.state == linkstate.GREETING


def test_play_goes_on_without_the_computer():
    board = ready()
    board.wait(linkstate.SILENCE_MS + 500)
    board.do(OPENING)
    assert board.turns == "a1 b2 c3 d4"
    assert told(board.greet()) == [(0, "game"), (1, "a1"), (2, "b2"), (3, "c3"), (4, "d4")]


# Giving back what a board has lost ---------------------------------------------------------


def test_a_blank_board_takes_back_its_game():
    first = ready()
    first.do(OPENING + " 6000 -d4 2300 +d1 400")
    journal = first.table.journal
    entries = [first.table.entry_fields(i) for i in range(journal.entries)]
    blank = Board(standing=[pylos.parse_cell(name) for name in ("a1", "b2", "c3", "d1")])
    assert blank.turns == "", "four balls are no turn"
    blank.greet()
    for index, (kind, fields) in enumerate(entries):
        what = "|".join(journal.game) if kind == "game" else fields[3 if kind == "turn" else 1]
        chain = fields[-1]
        assert answer(blank, "load", f"c{index}", index, kind, pack(str(what)), chain) == ("ok",)
        # A lost answer: the same entry with another id is there already.
        assert answer(blank, "load", f"d{index}", index, kind, pack(str(what)), chain) == ("ok",)
    assert blank.table.journal.codes == journal.codes
    assert blank.table.journal.game == journal.game
    assert (blank.turns, blank.verdict) == ("a1 b2 c3 d1", "at-rest")
    again = Board(store=blank.store, boots=2)
    assert again.turns == "a1 b2 c3 d1"


def test_what_stands_is_no_turn_until_the_whole_game_is_given_back():
    first = ready()
    first.do("+a1 800 +b2 800 +c3 800")
    journal = first.table.journal
    number, chains = journal.game[0], ["%08x" % journal.chain(i) for i in range(4)]
    blank = Board(standing=[pylos.parse_cell(name) for name in ("a1", "b2", "c3")])
    blank.greet()
    given = [("game", "|".join(journal.game)), ("turn", "a1"), ("turn", "b2")]
    for index, (kind, what) in enumerate(given):
        loaded = answer(blank, "load", f"c{index}", index, kind, pack(what), chains[index])
        assert loaded == ("ok",)
    blank.say("have", number, 3, chains[3])
    blank.wait(3000)
    assert blank.turns == "a1 b2", "the computer has more"
    blank.say("have", number, 2, chains[2])
    blank.wait(3000)
    assert blank.turns == "a1 b2 c3"


def test_only_a_blank_board_is_loaded():
    board = ready()
    board.do("+a1 400")
    what = "1a2b3c4d|pylos|standard||players|"
    chain = "%08x" % chain_of(0, "1a2b3c4d pylos standard - players -")
    assert answer(board, "load", "c1", 0, "game", what, chain) == ("error", "game-on")
    blank = ready()
    assert answer(blank, "load", "c1", 0, "game", what, "00000000") == ("error", "chain")
    assert blank.table.journal.game[0] != "1a2b3c4d"
    other = "1a2b3c4d|apagos|standard||players|"
    chain_other = "%08x" % chain_of(0, "1a2b3c4d apagos standard - players -")
    assert answer(blank, "load", "c2", 0, "game", other, chain_other) == ("error", "unreadable")
    assert answer(blank, "load", "c3", 0, "game", what, chain) == ("ok",)
    assert blank.table.journal.game == ("1a2b3c4d", "pylos", "standard", "", "players", "")


# What the computer is told about the lights ---------------------------------------------------


def test_cues_are_told_when_only_a_colour_changes():
    board = ready()
    board.hear(1000)
    board.do("+a1 400")
    messages = board.hear(600)
    assert by_kind(messages, "cues")[-1] == list(board.table.cue_fields())


def test_every_line_that_is_sent_can_be_read():
    board = ready(CARRIED)
    talk_ = board.table.link
    board.wait(1000)
    line = bytes(talk_.out[talk_.out_start : talk_.out_end])
    assert decode(line[:-1]) is not None

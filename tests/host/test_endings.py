"""Ends by players at the table (giving up, draws, breaking off; by command and by the buttons)."""

import pytest

from support.machine.loop import BareBoard, Sitting
from support.rows import rows
from underboard.cli import main
from underboard.deploy.layouts import layout_of
from underboard.engine.player import player_of

THRICE = "b1-b2 b6-b5 b2-b1 b5-b6"
"""Gygès from START: back and forth, so that a position comes up again."""
START = "010000/000000/000000/000000/000000/010000 S"


class Table(Sitting):
    """A session at a real board in this process; turns are played on the table itself."""

    def __init__(self, path, seats=(None, None), language="en", name="pylos", **begin):
        layouts = {"pylos": "pylos-reed16", "apagos": "apagos-reed36", "gyges": "gyges-reed38"}
        self.layout = layout_of(layouts[name])
        super().__init__(path, BareBoard(layout=self.layout))
        self.sit(seats, language, name=name)
        self.session.begin(**begin)
        self.stand()
        self.wait()

    def wait(self, seconds=1.5):
        end = self.loop.clock() + seconds
        while self.loop.clock() < end:
            self.session.step(0.1)

    def play(self, *turns):
        """Play turns at the board; return the table."""
        table = self.bare.table
        for text in turns:
            turn = table.rules.parse_turn(text)
            table.game.check(turn)
            table.play(turn)
            self.stand()
            self.wait(0.3)
        self.wait()
        return self

    def stand(self):
        """Let the pieces stand as in the game on the board."""
        game = self.bare.table.game
        for sensor, cell in enumerate(self.layout.cell_of_sensor):
            there = game.occupied >> cell & 1 if game.name == "pylos" else game.cells[cell] > 0
            self.bare.readings[sensor] = there
        self.bare.table.readings[:] = self.bare.readings

    def press(self, *buttons):
        for button in buttons:
            self.board.command("press", button)
            self.wait()

    def type(self, *lines):
        """Type lines; return what was said since the first one."""
        before = len(self.said)
        for line in lines:
            assert self.session.handle(line)
            self.wait()
        return self.said[before:]

    @property
    def outcome(self):
        return self.records.get(self.board.row).outcome


def test_who_gives_up_is_asked_first_and_the_record_has_it(tmp_path):
    table = Table(tmp_path).play("a1", "b2")
    assert table.type("resign") == ["Light gives up? Type yes; anything else continues the game."]
    assert table.outcome == ""
    said = table.type("yes")
    assert said[0] == "Light gives up: Dark wins."
    assert table.outcome == "D:resigned"
    assert table.session.over


def test_whoever_says_something_else_goes_on(tmp_path):
    table = Table(tmp_path).play("a1", "b2")
    table.type("resign", "board", "yes")
    assert table.outcome == ""


@pytest.mark.parametrize(
    ("line", "end"), [("resign dark", "L:resigned"), ("resign L", "D:resigned")]
)
def test_a_side_may_be_named(tmp_path, line, end):
    table = Table(tmp_path).play("a1")
    table.type(line, "yes")
    assert table.outcome == end


def test_in_french(tmp_path):
    table = Table(tmp_path, language="fr").play("a1")
    said = table.type("abandonner foncé", "oui")
    assert said[:2] == [
        "Foncé abandonne ? Tapez oui ; autre chose, et la partie continue.",
        "Foncé abandonne : Clair gagne.",
    ]
    assert table.outcome == "L:resigned"


def test_a_draw_is_offered_and_accepted(tmp_path):
    table = Table(tmp_path).play("a1", "b2")
    assert table.type("draw") == [
        "Light offers a draw. Dark: type accept or decline; a move declines it too."
    ]
    assert table.type("accept")[0] == "Both sides agree on a draw."
    assert table.outcome == "=:agreed"


def test_a_draw_is_declined_in_words_or_by_a_turn(tmp_path):
    table = Table(tmp_path).play("a1", "b2")
    assert table.type("draw", "decline")[-1] == "Dark declines the draw."
    assert table.type("accept")[0].startswith("Nobody has offered a draw.")
    table.type("draw")
    table.play("c3")
    assert table.type("accept")[0].startswith("Nobody has offered a draw.")
    assert table.outcome == ""


def test_a_game_that_is_broken_off_has_no_winner(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    table = Table(tmp_path).play("a1")
    table.type("abandon", "yes")
    assert table.outcome == "=:abandoned"
    table.board.close()
    table.records.close()
    assert main(["games", "list", "--lang", "en"]) == 0
    assert "broken off" in capsys.readouterr().out
    assert main(["games", "show", "--lang", "en"]) == 0
    assert "The game is broken off: nobody wins." in capsys.readouterr().out
    assert main(["games", "replay", "--delay", "0", "--lang", "fr"]) == 0
    assert "La partie est interrompue : personne ne gagne." in capsys.readouterr().out


REFUSED = [
    ("before the first turn", [], "resign",
     "Refused: No move was played yet: there is no game to end."),
    ("of no side", ["a1"], "resign blue", "'blue' is not a side: expected Light or Dark."),
    ("an offer of nobody", ["a1"], "accept", "Nobody has offered a draw."),
    ("an offer of nobody", ["a1"], "decline", "Nobody has offered a draw."),
]  # fmt: skip


@rows(REFUSED, "turns", "line", "answer")  # fmt: skip
def test_what_is_refused_is_one_sentence(tmp_path, turns, line, answer):
    table = Table(tmp_path).play(*turns)
    [told] = table.type(line)
    assert told.startswith(answer)


def test_nothing_ends_twice(tmp_path):
    table = Table(tmp_path).play("a1")
    table.type("resign", "yes")
    for line in ("resign", "draw", "abandon"):
        assert table.type(line) == [
            "Refused: The game is over. "
            "Another game? Type new. undo takes back the last move, quit leaves."
        ]


def test_an_end_is_taken_back_by_undo_and_the_turns_stand(tmp_path):
    table = Table(tmp_path).play("a1", "b2")
    table.type("resign", "yes", "undo")
    assert (table.outcome, table.board.mirror.turns) == ("", ["a1", "b2"])


def hold_engine(session):
    """Let the engine play nothing."""
    session._let_engine_play = lambda: None


def test_an_engine_declines_but_agrees_at_the_third_repetition(tmp_path):
    table = Table(tmp_path, name="gyges", start=START, options="study=on")
    table.play(*THRICE.split())
    table.session.seats = (None, player_of("gyges", "club", 1))
    hold_engine(table.session)
    assert "declines the draw" in table.type("draw")[0]
    table.play(*THRICE.split())
    assert table.type("draw")[0] == "Both sides agree on a draw."
    assert table.outcome == "=:agreed"


def test_people_give_up_against_an_engine_and_only_for_themselves(tmp_path):
    table = Table(tmp_path).play("a1", "b2")
    table.session.seats = (player_of("pylos", "random", 1), None)
    hold_engine(table.session)
    assert table.type("resign light")[0].startswith("Somebody else has this seat.")
    table.type("resign", "yes")
    assert table.outcome == "L:resigned"


# By the buttons


def test_the_buttons_ask_in_words_and_end_the_game(tmp_path):
    table = Table(tmp_path).play("a1", "b2")
    before = len(table.said)
    table.press("both", "next", "next", "next", "back", "both", "next", "yes")
    assert [line for line in table.said[before:] if "asks" in line][:4] == [
        "The board asks: does Light give up? yes, next or back.",
        "The board asks: does Dark give up? yes, next or back.",
        "The board asks: is the game drawn? yes, next or back.",
        "The board asks: is the game broken off? yes, next or back.",
    ]
    assert table.outcome == "L:resigned"
    assert "Dark gives up: Light wins." in table.said


def test_buttons_do_not_speak_for_an_engine(tmp_path):
    table = Table(tmp_path).play("a1", "b2")
    table.session.seats = (None, player_of("pylos", "random", 1))
    table.press("both", "next", "yes")  # Dark, the engine, gives up?
    assert (
        table.said[-2:]
        == [
            "That is another player's seat. The game continues.",
            "Move taken back; moves left: 2. Light is to move.",
        ]
        or "That is another player's seat. The game continues." in table.said
    )
    assert table.outcome == ""
    table.press("both", "next", "next", "yes")  # drawn: only offered
    assert "declines the draw" in " ".join(table.said)
    assert table.outcome == ""
    table.press("both", "yes")
    assert table.outcome == "D:resigned"

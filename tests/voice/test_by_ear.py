"""A whole game by ear (who plays chooses by spoken words alone, in one process).

The board, the table and the session are the real ones; hands make what was said.  That a program
speaks what comes here, test_voice.py tries with a game of Apagos.
"""

import random
import re

import pytest

from boardcore.gyges import rules as gyges
from support.boards.gyges import reed38
from support.machine.loop import IN_MEMORY, LAYOUT, BareBoard, Players
from underboard.device.board import Board
from underboard.records.database import Records
from underboard.referee.session import Session
from underboard.sim.wire.loopback import LoopbackTransport
from underboard.texts import Texts
from underboard.voice.narrator import Narrator

MAX_S = 120  # simulated, for one turn
MAX_TURNS = 150


class Hands(Players):
    """Hands that make what the session asks of them, and answer what the board asks."""

    asked = misread = 0

    @property
    def busy(self):
        return not self.finished

    def ask(self, errand, turns=(), cells=(), **given):
        assert errand == "play_game" or not cells, "every game begins on an empty board"
        parse = self.board.table.rules.parse_turn
        self.turns += [parse(turn) for turn in turns]

    def poll(self):
        pass


class Bare(BareBoard):
    """A board whose pieces stand as in any game."""

    def show(self, game):
        kinds = game.cells if self.layout.game == "gyges" else None
        for sensor, cell in enumerate(self.layout.cell_of_sensor):
            self.readings[sensor] = bool(kinds[cell]) if kinds else game.occupied >> cell & 1
        self.table.readings[:] = self.readings


class Evening:
    """One person at one board who hears, and never sees."""

    def __init__(self, layout, language):
        self.bare = Bare(layout=layout)
        rules = self.bare.table.rules
        self.loop = LoopbackTransport(self.bare)
        board = Board(
            self.loop.open, Records.open(IN_MEMORY), self.loop.clock, sleep=self.loop.sleep,
            run_id="t",
        )  # fmt: skip
        self.hands = Hands(self.bare, [], rules.Game(rules.VARIANTS[0]))
        self.loop.every_turn = self.hands.turn
        self.heard = []
        self.session = Session(
            board, (None, None), Texts(language), lambda text: None, self.hands,
            clock=self.loop.clock, name=layout.game,
        )  # fmt: skip
        Narrator(self.session, self.heard.append, lambda: 0)
        self.session.begin()

    def say(self, line, answer):
        """Say a line; return the first sentence after it that fits, once hands are at rest."""
        before = len(self.heard)
        assert self.session.handle(line)
        end = self.loop.clock() + MAX_S
        while self.loop.clock() < end:
            self.session.step(0.05)
            found = [said for said in self.heard[before:] if re.search(answer, said)]
            if found and not self.session.hands.busy:
                return found[0]
        raise AssertionError(f"{line}: {self.heard[before:]}")


GAMES = [
    # layout, language, the question, the answer, the end, a turn told, a set-up, the seed
    (LAYOUT, "fr", "que puis-je faire ?", "Permis : ", "gagne", "Clair |Foncé ", [], 1),
    (reed38(), "en", "what can I do?", "may be played: ", " wins", "South |North ",
     ["321123"] * 2, 2),
]  # fmt: skip
REFUSED = "Refused"


def turns_in(answer, legal):
    """Return the turns that a spoken sentence names: single words, or for rings from and to."""
    told = answer.partition(legal)[2].partition("…")[0]
    rings = re.findall(r"\b([a-f]\d) to ((?:(?:[a-f]\d|[NS])\b ?)+)", told)
    return [f"{ring}-{to}" for ring, goals in rings for to in goals.split()] or told.split()


@pytest.mark.parametrize(
    ("layout", "language", "ask", "legal", "over", "told", "set_up", "seed"), GAMES,
    ids=[row[0].game for row in GAMES],
)  # fmt: skip
def test_a_whole_game_is_played_by_ear(layout, language, ask, legal, over, told, set_up, seed):
    evening = Evening(layout, language)
    for line in set_up:
        evening.say(line, told)
    chance = random.Random(seed)
    spoken = []
    while len(spoken) < MAX_TURNS:
        answer = evening.say(ask, f"{legal}|{over}")
        if legal not in answer:
            break
        choice = chance.choice(turns_in(answer, legal))
        said = evening.say(choice, f"{told}|{over}|{REFUSED}")
        if not said.startswith(REFUSED):
            spoken.append(choice)
        if re.search(over, said):
            break
    game = evening.session.mirror.game
    assert game.outcome(), spoken
    assert any(re.search(over, said) for said in evening.heard)
    made = [turn for turn in game.turns if layout.game != "gyges" or not turn & gyges.PLACE]
    assert len(made) == len(spoken) > 2

"""Speech for blind players (a session's messages and each touched piece).

What the session says is spoken as it is, but for turns, which are told in words, and questions,
which name the cells that are lit.
"""

import re
from collections.abc import Callable

from underboard.deploy.layouts import layout_of
from underboard.device.events import CuesChanged, EntryAdded, State, StateChanged
from underboard.records.mirror import TURN
from underboard.referee.session import Session
from underboard.referee.turn_text import describe_turn
from underboard.web.table.lights import lights_of

TURN_TOLD = re.compile(r"\d+\. ")
"""Beginning of the session's own line about a turn."""
UNENDED = re.compile(r"(\w)\s*\n\s*(?=\w)")
"""Ends of lines that no sign marks."""
ASKING = ("ASK", "ASK_DONE")
HURRIED = 3
"""Number of sentences in the queue from which on single lifts are no longer spoken; chosen."""


class Narrator:
    """Speaks for one session; ``speak`` gets every sentence."""

    def __init__(
        self, session: Session, speak: Callable[[str], None], waiting: Callable[[], int]
    ) -> None:
        self._session = session
        self._speak = speak
        self._waiting = waiting
        self._say = session.say
        self._cells: frozenset[str] = frozenset()
        self._asked = ""
        session.say = self.say
        session.listeners.append(self.hear)

    def say(self, text: str) -> None:
        """Say what the session says, on the screen and aloud."""
        self._say(text)
        if not TURN_TOLD.match(text) and text != self._session.texts("cli.play.question"):
            self._speak(plain(text))

    def hear(self, event: object) -> None:
        """Receive an event of the board."""
        session = self._session
        if isinstance(event, EntryAdded):
            self._cells = frozenset()
            game = session.mirror.game
            if event.entry.kind == TURN and event.entry.index == session.mirror.last:
                self._speak(describe_turn(game, session.texts))
                if not session.over:
                    self._speak(plain(session.table.to_move(game, "", session.texts)))
        elif isinstance(event, StateChanged) and not session.busy:
            self._tell_hands(event.state)
        elif isinstance(event, CuesChanged) and not session.busy:
            self._tell_question()

    def _tell_hands(self, state: State) -> None:
        """Name every cell whose piece has come or gone."""
        cells = frozenset(state.cells)
        if self._waiting() < HURRIED:
            for cell in sorted(cells - self._cells):
                key = "lifted" if cell[0] == "-" else "put"
                self._speak(self._session.texts(f"voice.{key}", cell=cell[1:]))
            for cell in sorted(self._cells - cells):
                key = "put" if cell[0] == "-" else "lifted"
                self._speak(self._session.texts(f"voice.{key}", cell=cell[1:]))
        self._cells = cells
        if state.verdict != "ambiguous":
            self._asked = ""

    def _tell_question(self) -> None:
        session = self._session
        board = session.board
        if not session.is_asked or board.cues is None or not board.hello:
            return
        if session.endings.question(board.state.rule if board.state else ""):
            return  # told in words already
        layout = layout_of(board.hello.layout)
        lit = lights_of(board.cues.letters, board.cues.tints, layout, session.mirror.game)
        cells = ", ".join(sorted({light["cell"] for light in lit if light["cue"] in ASKING}))
        kinds = {light["cue"] for light in lit}
        kind = "new-game" if "NEW_GAME" in kinds else "enough" if "ASK_DONE" in kinds else "which"
        words = session.texts(f"voice.asked.{kind}", cells=cells)
        if words != self._asked:
            self._asked = words
            self._speak(words)


def plain(text: str) -> str:
    """Return a text as a voice can say it: in one line, without signs that only eyes read."""
    # A new line is a pause that only eyes see.
    words = UNENDED.sub(r"\1. ", text).split()
    return " ".join(word for word in words if word.strip(">|"))

"""Sounds that a board with a buzzer plays beside its lights.

Which sound follows what, a table beside the cues.  No meaning hangs on sound alone: the lights say
the same.  Loaded only where there is a buzzer.
"""

from boardcore.ticks import ticks_add, ticks_diff
from boardcore.verdicts import AMBIGUOUS, WRONG

LEGAL, BACK, ILLEGAL, QUESTION, WIN, END = range(6)
SOUND_NAMES = ("legal", "taken back", "illegal", "question", "win", "end")
SOUNDS = (
    # Hz and ms of one note after the other, 0 Hz is a rest.  Chosen: told apart by rhythm and
    # direction, not by pitch alone, and high, because a bare piezo disc is faint below 1 kHz.
    (2093, 70),  # LEGAL: one short note
    (2093, 70, 1568, 110),  # BACK: falls
    (1047, 120, 0, 60, 1047, 240),  # ILLEGAL: the same low note, short and long
    (1568, 90, 2349, 140),  # QUESTION: rises
    (1047, 120, 1319, 120, 1568, 120, 2093, 400),  # WIN: a side has won
    (1568, 200, 1175, 200, 1568, 300),  # END: nobody has
)
SILENT = -1
"""Index of no sound; chosen."""
OF_VERDICT = ((AMBIGUOUS, QUESTION), (WRONG, ILLEGAL))
"""The sound of a verdict that has just come up; all others are silent."""


class Sounds:
    """Tells which note a board plays now; ``table``: the one whose game is heard."""

    def __init__(self, table) -> None:
        self._table = table
        self._notes: tuple = ()
        self._at = 0
        self._until_ms = 0
        self._note_down()

    def step(self, now_ms: int) -> int:
        """Return the frequency of the note of this moment in Hz, 0 for silence.

        Allocates nothing while the board rests.
        """
        sound = self._news()
        if sound != SILENT:
            self._notes = SOUNDS[sound]
            self._at = 0
            self._until_ms = ticks_add(now_ms, self._notes[1])
        notes = self._notes
        while self._at < len(notes) and ticks_diff(now_ms, self._until_ms) >= 0:
            self._at += 2
            if self._at < len(notes):
                self._until_ms = ticks_add(now_ms, notes[self._at + 1])
        return notes[self._at] if self._at < len(notes) else 0

    def _news(self) -> int:
        """Return the sound for what has happened since the last time, SILENT if nothing has."""
        table = self._table
        entries, ply, verdict = table.entries, table.game.ply, table.tracker.verdict
        outcome = table.outcome
        sound = SILENT
        if (outcome is not None) != self._ended:
            if outcome is not None:
                sound = WIN if outcome[0] in (0, 1) else END
            elif entries > self._entries:
                sound = BACK
        elif entries > self._entries:
            sound = LEGAL if ply > self._ply else BACK
        elif entries == self._entries and verdict != self._verdict and not table.tracker.guiding:
            for row in OF_VERDICT:
                if row[0] == verdict:
                    sound = row[1]
        self._note_down()
        return sound

    def _note_down(self) -> None:
        table = self._table
        self._entries = table.entries
        self._ply = table.game.ply
        self._verdict = table.tracker.verdict
        self._ended = table.outcome is not None

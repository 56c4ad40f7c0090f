"""Question which of several turns was played, asked part by part with lights."""

BEGINNING = 2
"""Number of parts that name the start of a turn, goal and origin, by the rules of Gygès."""


class Question:
    """A choice among ``turns``, the likeliest first.

    ``recognizer`` gives the parts of a turn and the possible answers for each.  After every
    call ``turn`` is the only one left, or -1 while a part is still to be asked: then
    ``answer`` is the cell offered now, for part ``part``, and ``chosen`` holds the answers to
    the parts before.

    ``doubted``: perhaps it was no turn at all, so even a single turn is asked about, and "next"
    after the last answer means *none* (``is_last``).  ``complete``: each legal turn is among
    the ``turns`` or starts as one of them: then one of the answers is right.
    """

    def __init__(self, recognizer, turns, doubted: bool = False, complete: bool = False) -> None:
        self._recognizer = recognizer
        if not complete:
            turns = [turns[i] for i in range(len(turns)) if turns[i] not in turns[:i]]
        self.turns = list(turns)
        """The turns that fit the answers so far."""
        self.doubted = doubted
        self.complete = complete
        self._begun_only = complete  # some of the turns are only the starts of others
        self._open = doubted
        self.part = 0
        self.chosen: list[int] = []
        self._options: list[int] = []
        self.at = 0
        """Index of the answer that is offered."""
        self.rounds = 0
        """Number of times that all answers to this part were offered."""
        self.begun = False
        """Whether the players have given an answer."""
        self.turn = -1
        self.snapshot = 0
        """The snapshot at the time of the question."""
        self._go_on()

    @property
    def answer(self) -> int:
        """The answer that is offered now."""
        return self._options[self.at]

    @property
    def is_last(self) -> bool:
        """Return whether the offered answer is the last one."""
        return self.at == len(self._options) - 1

    def next(self) -> None:
        """Offer the next answer, after the last one the first."""
        self.rounds += self.is_last
        self.at = (self.at + 1) % len(self._options)
        self.begun = True

    def yes(self) -> None:
        """Accept the offered answer."""
        self.begun = True
        self._open = False
        self._choose(self.answer)
        self._go_on()

    def _complete(self) -> None:
        """Replace the start of a turn by all turns that start so, the likeliest first."""
        whole = self._recognizer.completions(self.turns[0])
        if whole is not None:
            likely = [turn for turn in self.turns if turn in whole]
            self.turns = likely + [turn for turn in whole if turn not in likely]

    def _choose(self, answer: int) -> None:
        self.turns = [turn for turn in self.turns if answer in self._answers(turn)]
        self.chosen.append(answer)
        self.part += 1

    def _answers(self, turn: int):
        return self._recognizer.answers(turn, self.part, self.chosen)

    def _go_on(self) -> None:
        """Skip parts that have one answer only, until one turn is left or a part is open."""
        while True:
            if self._begun_only and (len(self.turns) == 1 or self.part == BEGINNING):
                self._begun_only = False
                self._complete()
            if len(self.turns) == 1 and not self._open:
                break
            options: list[int] = []
            for turn in self.turns:
                for answer in self._answers(turn):
                    if answer not in options:
                        options.append(answer)
            if len(options) > 1 or self._open:
                self._options = options
                self.at = self.rounds = 0
                return
            self._choose(options[0])
        self.turn = self.turns[0]

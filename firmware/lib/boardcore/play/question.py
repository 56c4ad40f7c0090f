"""Question: asks which of several turns was played, part by part, one answer lit at a time."""

BEGINNING = 2
"""Parts that say how a turn begins: to where, and from where."""


class Question:
    """A choice among ``turns``, the likeliest first.

    ``recognizer`` tells the parts of a turn and the true answers for each.  After
    every call ``turn`` is the only one left, or -1 while something is still
    to be asked: then ``answer`` is the cell offered now, for part ``part``,
    and ``chosen`` holds the answers to the parts before.

    ``doubted``: perhaps it was no turn at all, so even a single one is asked for, and "next"
    after the last answer means none (``is_last``).  ``complete``: each legal turn is among the
    ``turns`` or begins as one of them: then an answer is always true.
    """

    def __init__(self, recognizer, turns, doubted: bool = False, complete: bool = False) -> None:
        self._sight = recognizer
        if not complete:
            turns = [turns[i] for i in range(len(turns)) if turns[i] not in turns[:i]]
        self.turns = list(turns)
        """The turns that the answers so far have left."""
        self.doubted = doubted
        self.complete = complete
        self._begun_only = complete  # some of the turns are only the beginnings of others
        self._open = doubted
        self.part = 0
        self.chosen: list[int] = []
        self._options: list[int] = []
        self.at = 0
        """Which of the answers is offered."""
        self.rounds = 0
        """How often all answers to this part were offered."""
        self.begun = False
        """Whether the players have answered anything yet."""
        self.turn = -1
        self.picture = 0
        """The picture that was shown when it was asked."""
        self._go_on()

    @property
    def answer(self) -> int:
        """The answer that is offered now."""
        return self._options[self.at]

    @property
    def is_last(self) -> bool:
        """Tell whether no other answer follows the one that is offered."""
        return self.at == len(self._options) - 1

    def next(self) -> None:
        """Offer the next answer, after the last one the first."""
        self.rounds += self.is_last
        self.at = (self.at + 1) % len(self._options)
        self.begun = True

    def yes(self) -> None:
        """Take the answer that is offered."""
        self.begun = True
        self._open = False
        self._choose(self.answer)
        self._go_on()

    def _complete(self) -> None:
        """Go on from the beginning of a turn to all turns that begin so, the likeliest first."""
        whole = self._sight.whole(self.turns[0])
        if whole is not None:
            likely = [turn for turn in self.turns if turn in whole]
            self.turns = likely + [turn for turn in whole if turn not in likely]

    def _choose(self, answer: int) -> None:
        self.turns = [turn for turn in self.turns if answer in self._answers(turn)]
        self.chosen.append(answer)
        self.part += 1

    def _answers(self, turn: int):
        return self._sight.answers(turn, self.part, self.chosen)

    def _go_on(self) -> None:
        """Skip every part that has only one answer, until one turn is left or one part is open."""
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

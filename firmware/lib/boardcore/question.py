"""Question: which of several turns was it?  Asked part by part, one answer lit at a time."""


class Question:
    """A choice among ``turns``, the likeliest first.

    ``sight`` tells the parts of a turn and the true answers for each.  After
    every call ``turn`` is the only one left, or -1 while something is still
    to be asked: then ``answer`` is the cell offered now, for part ``part``,
    and ``chosen`` holds the answers to the parts before.

    ``doubted``: perhaps it was no turn at all, so even a single one is asked for, and "next"
    after the last answer means none (``is_last``).
    """

    def __init__(self, sight, turns, doubted: bool = False) -> None:
        self._sight = sight
        self._turns = list(turns)
        self.doubted = doubted
        self._open = doubted
        self.part = 0
        self.chosen: list[int] = []
        self._options: list[int] = []
        self.at = 0
        """Which of the answers is offered."""
        self.begun = False
        """Whether the players have answered anything yet."""
        self.complete = False
        """Whether all legal turns are among the turns: then an answer is always true."""
        self.turn = -1
        self._go_on()

    @property
    def turns(self):
        """The turns that the answers so far have left."""
        return self._turns

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
        self.at = (self.at + 1) % len(self._options)
        self.begun = True

    def yes(self) -> None:
        """Take the answer that is offered."""
        self.begun = True
        self._open = False
        self._choose(self.answer)
        self._go_on()

    def _choose(self, answer: int) -> None:
        self._turns = [turn for turn in self._turns if answer in self._answers(turn)]
        self.chosen.append(answer)
        self.part += 1

    def _answers(self, turn: int):
        return self._sight.answers(turn, self.part, self.chosen)

    def _go_on(self) -> None:
        """Skip every part that has only one answer, until one turn is left or one part is open."""
        while len(self._turns) > 1 or self._open:
            options: list[int] = []
            for turn in self._turns:
                for answer in self._answers(turn):
                    if answer not in options:
                        options.append(answer)
            if len(options) > 1 or self._open:
                self._options = options
                self.at = 0
                return
            self._choose(options[0])
        self.turn = self._turns[0]

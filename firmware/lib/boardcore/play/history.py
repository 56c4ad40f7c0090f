"""Conversion between moves and their codes in the journal.

The journal knows no rules: it keeps codes.  This module gives the text for the hash chain and the
computer, and replays a stored game.
"""

from boardcore.errors import IllegalMove, ParseError
from boardcore.link.wire import pack
from boardcore.options import parse_options
from boardcore.store.journal import END, SIDE, UNDO


def turn_line(rules, game, side: int, turn: int) -> str:
    """Return the line of the hash chain for a turn just played by ``side``."""
    letter, text = rules.SIDE_LETTERS[side], rules.turn_text(turn)
    return "%d %s %s %s" % (game.ply, letter, text, game.position_text())


def undo_line(game) -> str:
    """Return the line of the hash chain for an undo just made."""
    return "undo %d %s" % (game.ply, game.position_text())


def take_back(game, ply: int) -> None:
    """Undo until ``ply`` turns are left; undoing only an end leaves all turns.

    Raises IllegalMove if there is nothing to undo.
    """
    if ply > game.ply or ply == game.ply and game.ended is None:
        raise IllegalMove("no-turn", "There are only %d moves to take back.", game.ply)
    game.ended = None
    while game.ply > ply:
        game.undo()


class History:
    """Writes a game of these ``rules`` to ``journal``, and reads it from there."""

    def __init__(self, rules, journal) -> None:
        self._rules = rules
        self._journal = journal

    def begin(self, variant: str, options: str, start: str, origin: str, number: str):
        """Start the game ``number`` in the journal; return it."""
        game = self._rules.Game(variant, parse_options(options), start)
        start = game.start_text if start else ""
        self._journal.begin((number, self._rules.NAME, variant, options, origin, start))
        return game

    def add_turn(self, game, side: int, turn: int) -> None:
        """Write a turn that ``side`` has just played."""
        code = turn | (SIDE if side else 0)
        self._journal.add(code, game.ply, turn_line(self._rules, game, side, turn))

    def add_undo(self, game) -> None:
        """Write that turns were just undone."""
        self._journal.add(UNDO | game.ply, game.ply, undo_line(game))

    def fields(self, index: int):
        """Return kind and fields of one entry, as on the wire."""
        journal = self._journal
        chain = "%08x" % journal.chain(index)
        if index == 0:
            number, name, variant, options, origin, start = journal.game
            return "game", (0, number, name, variant, pack(options), origin, pack(start), chain)
        code, ply = journal.codes[index - 1], journal.ply(index)
        if code & END == END:
            from boardcore.play.endings import end_fields  # not at the top: see there

            return "end", end_fields(self._rules, index, ply, code, chain)
        if code & UNDO:
            return "undo", (index, ply, chain)
        side = self._rules.SIDE_LETTERS[1 if code & SIDE else 0]
        return "turn", (index, ply, side, self._rules.turn_text(code & ~SIDE), chain)

    def after(self, number: str, index: str, chain: str) -> int:
        """Return the index of the first entry that a computer lacks; its last entry is this one."""
        journal = self._journal
        if number != journal.game[0] or not index.isdigit():
            return 0
        last = int(index)
        if last >= journal.entries:
            # It has more than we do; it will load it back.
            return journal.entries
        return last + 1 if chain == "%08x" % journal.chain(last) else 0

    def replay(self):
        """Return the journal's game, replayed; None if it has none of these rules."""
        journal = self._journal
        if not journal.game or journal.game[1] != self._rules.NAME:
            return None
        _, _, variant, options, _, start = journal.game
        try:
            game = self._rules.Game(variant, parse_options(options), start)
        except ParseError:
            return None
        for index in range(1, journal.entries):
            try:
                line = self.play_again(game, journal.codes[index - 1])
                journal.replayed(index, game.ply, line)
            except (ValueError, IndexError):  # a record of another firmware may hold anything
                journal.truncate(index)
                break
        return game

    def play_again(self, game, code: int) -> str:
        """Play an entry; return its line of the hash chain."""
        if code & END == END:
            from boardcore.play.endings import end_game  # not at the top: see there

            return end_game(self._rules, game, code & ~END)
        if code & UNDO:
            take_back(game, code & ~UNDO)
            return undo_line(game)
        side, turn = game.side, code & ~SIDE
        # What has no text is no turn: found out before it can half be played.
        self._rules.turn_text(turn)
        game.play_turn(turn)
        return turn_line(self._rules, game, side, turn)

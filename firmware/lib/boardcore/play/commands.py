"""Execution of the computer's commands to a table, or refusal with a reason."""

from boardcore.errors import IllegalMove, ParseError, attempt
from boardcore.link.wire import pack, unpack
from boardcore.options import parse_options
from boardcore.play.recognizer import copy_of
from boardcore.store.journal import BLANK, COMPUTER, END, ORIGINS, UNDO, chain_of
from boardcore.verdicts import NEXT, YES

MAX_CLOCK_S = 60
"""Longest warning of the last minute by the lights, s."""
MAX_HINT_S = 600
"""Longest time that a hint is lit, s."""
NO_HINT = -1
"""Code of no hint, instead of a turn's number; chosen."""


class Commands:
    """Carries out what a computer asks of one table: the kinds are the names of its methods."""

    def __init__(self, table) -> None:
        self._table = table

    def execute(self, kind: str, fields):
        """Carry out a command; return None, or ``(code, text)`` if it cannot be done."""
        return attempt(self._execute, kind, fields)

    def _execute(self, kind: str, fields) -> None:
        if kind != "calibrate" and self._table.link.calibrator is not None:
            raise IllegalMove("calibrating", "This board is being calibrated.")
        method = getattr(self, "_do_" + kind, None)
        if method is None:
            raise ParseError("this board plays %s and holds no ballots", self._table.rules.NAME)
        method(fields)

    def _do_calibrate(self, fields) -> None:
        self._table.calibrate(fields[0], fields[1])

    def _do_clock(self, fields) -> None:
        self._table.light_clock(min(_number(fields[0]), MAX_CLOCK_S))

    def _do_new(self, fields) -> None:
        name, variant, options, start = [unpack(field) for field in fields[:4]]
        game = self._game(name, variant or self._table.defaults[0], options, start)
        self._table.begin(game.variant, options, start, COMPUTER)

    def _game(self, name: str, variant: str, options: str, start: str):
        """Return a game at its start.  Raises ParseError unless this board can play it."""
        rules = self._table.rules
        if name != rules.NAME:
            raise ParseError("this board plays %s, not %s", rules.NAME, name)
        return rules.Game(variant, parse_options(options), start)

    def _do_back(self, fields) -> None:
        ply = _number(fields[0])
        game = self._table.game
        if ply != game.ply or game.ended is not None:
            self._table.undo(ply)
            self._table.guide_to_position()

    def _do_finish(self, fields) -> None:
        from boardcore.play import endings  # not at the top: see there

        endings.execute(self._table, unpack(fields[0]))

    def _do_press(self, fields) -> None:
        name = fields[0]
        if name not in ("yes", "next", "back", "both"):
            raise ParseError("button %r: expected yes, next, back or both", name)
        if name == "both":
            self._table.press_both()
        else:
            self._table.press(YES if name == "yes" else NEXT, name == "back")

    def _do_hint(self, fields) -> None:
        seconds = _number(fields[0])
        if fields[1] == "-" or not seconds:
            self._table.light_hint(NO_HINT, 0)
        else:
            turn = self._table.rules.parse_turn(unpack(fields[1]))
            self._table.game.check(turn)
            self._table.light_hint(turn, min(seconds, MAX_HINT_S))

    def _do_path(self, fields) -> None:
        shown = fields[0]
        if shown not in ("on", "off"):
            raise ParseError("path %r: expected on or off", shown[:40])
        self._table.show_paths(shown == "on")

    def _do_load(self, fields) -> None:
        """Restore an entry of the journal that this board has lost and the computer has kept."""
        index, kind, what, chain = _number(fields[0]), fields[1], unpack(fields[2]), fields[3]
        journal = self._table.journal
        if index < journal.entries and chain == "%08x" % journal.chain(index):
            return
        if kind == "game":
            self._load_game(what, chain)
        elif index != journal.entries:
            raise IllegalMove("gap", "The next entry here is %d.", journal.entries)
        else:
            self._load_entry(kind, what, chain)
        self._table.begin_restore()

    def _load_game(self, what: str, chain: str) -> None:
        parts = what.split("|")
        if len(parts) != 6 or not parts[0] or " " in parts[0] or parts[4] not in ORIGINS:
            raise ParseError("%r: expected id|name|variant|options|origin|start", what)
        number, name, variant, options, origin, start = parts
        game = self._game(name, variant, options, start)
        if self._table.journal.game[4] != BLANK or self._table.journal.entries > 1:
            raise IllegalMove("game-on", "There is a game on this board already.")
        if start and start != game.start_text:
            raise ParseError("start %r: expected %s", start, game.start_text)
        self._compare(chain_of(0, " ".join([pack(part) for part in parts])), chain)
        self._table.begin(variant, options, start, origin, number)

    def _load_entry(self, kind: str, what: str, chain: str) -> None:
        table, number = self._table, 0
        if kind == "turn":
            number = code = table.rules.parse_turn(what)
        elif kind == "undo":
            number = _number(what)
            code = UNDO | number
        elif kind == "end":
            from boardcore.play import endings  # not at the top: see there

            number = endings.parse_end(table.rules, what)
            code = END | number
        else:
            raise ParseError("entry %r: expected game, turn, undo or end", kind)
        # On a copy, so that an entry that does not fit changes nothing.
        line = table.history.play_again(copy_of(table.game), code)
        last = table.journal.chain(table.journal.entries - 1)
        self._compare(chain_of(last, line), chain)
        if kind == "turn":
            table.play(number)
        elif kind == "undo":
            table.undo(number)
        else:
            endings.finish(table, number)

    def _compare(self, ours: int, chain: str) -> None:
        if chain != "%08x" % ours:
            raise IllegalMove("chain", "This entry leads to another position here.")


def _number(field: str) -> int:
    if not field.isdigit():
        raise ParseError("%r: expected a whole number", field)
    return int(field)

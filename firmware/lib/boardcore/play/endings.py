"""Resignation, agreed draw, abandoned game and flag fall, which the rules do not know.

Loaded when a game ends so, or when a player asks for it, to save memory during play.
"""

from boardcore.errors import IllegalMove, ParseError
from boardcore.lights.scene import ALL, BOTH
from boardcore.store.journal import END
from boardcore.verdicts import OFFER_END

ENDINGS = (
    # winner (2: nobody), why
    (1, "resigned"),
    (0, "resigned"),
    (2, "agreed"),
    (2, "abandoned"),
    (1, "time"),
    (0, "time"),
)
"""``(winner, why)``; the first four are offered on the board.  Journals store the numbers."""


def end_text(rules, ended) -> str:
    """Return an end as records and the wire write it: ``D:resigned``, ``=:agreed``."""
    return "%s:%s" % ((rules.SIDE_LETTERS + "=")[ended[0]], ended[1])


def parse_end(rules, text: str) -> int:
    """Return the number in ENDINGS of a text; raises ParseError for others."""
    for number in range(len(ENDINGS)):
        if text == end_text(rules, ENDINGS[number]):
            return number
    raise ParseError("%r is not an end of a game: expected one like =:agreed", text[:40])


def end_fields(rules, index: int, ply: int, code: int, chain: str) -> tuple:
    """Return the wire's fields of an end in the journal."""
    return (index, ply, end_text(rules, ENDINGS[code & ~END]), chain)


def end_game(rules, game, number: int) -> str:
    """End a game by one of ENDINGS; return its line of the hash chain.

    Raises IllegalMove if it is over already.
    """
    if game.outcome() is not None:
        raise IllegalMove("game-over", "The game is over.")
    game.ended = ENDINGS[number]
    return "end %s %s" % (end_text(rules, game.ended), game.position_text())


# At a table


def finish(table, number: int) -> None:
    """End the game on a table and write it to the journal."""
    table.roll_over_journal()
    line = end_game(table.rules, table.game, number)
    table.journal.add(END | number, table.game.ply, line)
    table.position_changed()


def execute(table, text: str) -> None:
    """End the game by a text from the computer; raises IllegalMove or ParseError."""
    number = parse_end(table.rules, text)
    if not table.game.ply:
        raise IllegalMove("not-begun", "No move was played yet: there is no game to end.")
    finish(table, number)


def ask(tracker) -> None:
    """Offer to end the game: the side to move resigns, the other does, draw, abandoned."""
    side = tracker.recognizer.game.side
    tracker.rule = ""
    tracker.make_offers([OFFER_END + side, OFFER_END + 1 - side, OFFER_END + BOTH, OFFER_END + ALL])

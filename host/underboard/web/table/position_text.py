"""A position, and what the board makes of the pieces, in words of one language."""

from underboard.device.events import State
from underboard.game_state import GameState
from underboard.jsontype import JsonObject
from underboard.referee.game_ui import tabletop_of
from underboard.referee.messages import refusal, sentence
from underboard.referee.turn_text import describe_turn
from underboard.texts import Texts


def words_of(game: GameState, texts: Texts) -> JsonObject:
    """Return what the page says about a position in one language."""
    table = tabletop_of(game.name)
    title = table.ending(game, texts)
    return {
        "game": table.title(game, texts),
        "sides": [table.side_name(0, texts), table.side_name(1, texts)],
        "title": title or sentence(table.to_move(game, "", texts)).rstrip("."),
        "last": describe_turn(game, texts),
        "prompt": table.prompt(game, texts, True) if table.is_setup(game) else "",
    }


def trouble_told(game: GameState, state: State | None, there: bool, texts: Texts) -> list[str]:
    """Return what is wrong on the board and what to do about it, nothing if all is well.

    ``state``: the board's verdict, None while it does not matter.
    """
    if not there:
        return [texts("web.board.gone")]
    # An empty board asks for a new game; here it has to be laid out for one that just began.
    laid = game.ply == 0 and state is not None and state.rule == "guide"
    if state is None or not (state.verdict == "wrong" or laid):
        return []
    table = tabletop_of(game.name)
    rule = refusal(state.rule, texts, game.name) if state.rule else texts("web.wrong")
    return [sentence(rule), *table.repairs(game, state.cells, texts)[:1]]

"""Check of positions that are set up on the page, before play."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcore.errors import IllegalMove, ParseError
from underboard.errors import UnderboardError
from underboard.game_state import GameState, rules_of
from underboard.jsontype import JsonObject
from underboard.referee.game_ui import tabletop_of
from underboard.referee.messages import sentence
from underboard.registry import names
from underboard.texts import LANGUAGES, Texts
from underboard.texts.lazy import spoken
from underboard.web.http.decode import asked
from underboard.web.http.security import ActionRefused
from underboard.web.http.sessions import Visitor, known
from underboard.web.table.pieces import pieces_of

MAX_TEXT = 120
"""Letters of the longest text that is read; chosen."""


def checked(name: str, variant: str, text: str) -> JsonObject:
    """Return whether a game may begin at a position, and what the rules say, per language.

    ``ok``: it may, and ``position`` is its text, ``pieces`` what stands, ``side`` who is to
    move.  ``words`` hold ``text``, the sentence of the rules or whose turn it is, and the names
    of the ``sides``.
    An empty text is the usual start.
    """
    table = tabletop_of(name)
    told: JsonObject = {"ok": False, "game": name, "variant": variant}
    said: dict[str, str]
    try:
        game = rules_of(name).Game(variant, (), text)
        table.check_play(game)
        told |= {"position": game.position_text(), "pieces": pieces_of(game), "side": game.side}
        over = bool(game.outcome())
        told["ok"] = not over
        said = {lang: _said(game, over, Texts(lang)) for lang in LANGUAGES}
    except (ParseError, IllegalMove, UnderboardError) as error:
        said = {lang: sentence(spoken(error, lang)) for lang in LANGUAGES}
    sides = {lang: [table.side_name(side, Texts(lang)) for side in (0, 1)] for lang in LANGUAGES}
    told["words"] = {lang: {"text": said[lang], "sides": sides[lang]} for lang in LANGUAGES}
    return told


def _said(game: GameState, over: bool, texts: Texts) -> str:
    table = tabletop_of(game.name)
    if over:
        return texts("web.position.over", ending=table.ending(game, texts))
    return sentence(table.to_move(game, "", texts))


def known_game(name: str) -> str:
    """Return the name of a game; raises ActionRefused for one that there is not."""
    if name not in names():
        raise ActionRefused("game", f"expected {', '.join(names())}", 404)
    return name


def position_route(visitor: Callable[[Request], Visitor | None]) -> Route:
    """Return the address that checks positions: ``game``, ``variant``, ``text`` in its query."""

    async def position(request: Request) -> Response:
        known(visitor(request))
        name = known_game(asked(request, "game", 20))
        variant, text = asked(request, "variant", MAX_TEXT), asked(request, "text", MAX_TEXT)
        return JSONResponse(checked(name, variant or rules_of(name).VARIANTS[0], text))

    return Route("/api/position", position)

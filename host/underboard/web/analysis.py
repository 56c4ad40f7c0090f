"""Values of all turns of a position, and its best line.

It takes seconds of a core, so it runs in a process of its own.  Who plays at the table gets no
values before the game is over, and neither do spectators: records are the host's.
"""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcore.errors import IllegalMove, ParseError
from boardcore.options import parse_options
from underboard.engine.evaluation import Evaluation
from underboard.errors import UnderboardError
from underboard.game_state import GameState, rules_of
from underboard.jsontype import JsonObject
from underboard.records.database import default_path
from underboard.records.json_file import JsonFile
from underboard.referee.game_ui import tabletop_of
from underboard.registry import DEFAULT, names
from underboard.study.explorer import explored
from underboard.texts.lazy import spoken
from underboard.web.http import offload
from underboard.web.http.actions import IdempotentActions, order_route
from underboard.web.http.decode import Shape, one_of, text, whole
from underboard.web.http.security import ActionRefused
from underboard.web.table.choices import cells_of, families_of
from underboard.web.table.state import last_of, pieces_of

MAX_TURNS = 40
"""Number of turns that are judged; chosen: a position of Gygès may have some hundred."""
MAX_LINE = 8
"""Length of the best line, turns; chosen."""
MAX_LINES = 20_000
"""Letters of the variations of one game as JSON; chosen."""
FILE = "variations.json"
SHAPE: Shape = {
    "game": one_of(*names()), "variant": text(80), "options": text(80), "start": text(200),
    "turns": text(8000),
}  # fmt: skip


def analysed(name: str, variant: str, options: str, start: str, turns: list[str]) -> JsonObject:
    """Return the position after ``turns`` and what its turns are worth to the side to move."""
    rules = rules_of(name)
    game = rules.Game(variant or rules.VARIANTS[0], parse_options(options), start)
    for one in turns:
        for turn in tabletop_of(name).read(game, one):
            game.play_turn(turn)
    told: JsonObject = {
        "pieces": pieces_of(game), "side": game.side, "ply": game.ply, "last": last_of(game),
        "choices": families_of(game), "position": game.position_text(), "values": [], "line": [],
        "more": 0, "setup": bool(tabletop_of(name).is_setup(game)), "source": {"kind": "nothing"},
    }  # fmt: skip
    if game.outcome() or told["setup"]:
        return told
    found = explored(game, MAX_TURNS, MAX_LINE, notice=lambda said: None)
    return told | {
        "values": [_value(name, game, turn, worth) for turn, worth in found.values],
        "more": found.more,
        "source": found.source._asdict(),
        "line": [rules.turn_text(turn) for turn in found.line],
    }


def _value(name: str, game: GameState, turn: int, worth: Evaluation) -> JsonObject:
    start, goal = cells_of(game, turn)
    return {
        "turn": rules_of(name).turn_text(turn),
        "from": start,
        "to": goal,
        "score": round(worth.score, 3),
        "proven": worth.proven,
        "plies": worth.distance,
    }


class Analysis:
    """Routes of the analysis board; ``who(request)`` names the host who asks."""

    def __init__(
        self,
        who: Callable[[Request], str],
        folder: Callable[[], Path] = lambda: default_path().parent,
    ) -> None:
        self._who = who
        self._folder = folder
        self._busy = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Return the addresses: judge a position, keep and read a record's variations."""
        judge = order_route(IdempotentActions(), self._who, self._judge, SHAPE)
        keep = order_route(
            IdempotentActions(),
            self._who,
            self._keep,
            {"number": whole(), "lines": text(MAX_LINES)},
        )
        return [
            Route("/api/analysis", judge, methods=["POST"]),
            Route("/api/variations", keep, methods=["POST"]),
            Route("/api/variations/{number:int}", self._kept),
        ]

    async def _judge(self, request: Request, order: JsonObject) -> JsonObject:
        at = (
            order.get("game", DEFAULT), order.get("variant", ""), order.get("options", ""),
            order.get("start", ""), order.get("turns", "").split(),
        )  # fmt: skip
        try:
            async with self._busy:
                return await offload.in_process(analysed, *at)
        except (IllegalMove, ParseError, UnderboardError) as error:
            raise ActionRefused("position", spoken(error, order.get("lang", "en")), 422) from None

    async def _keep(self, request: Request, order: JsonObject) -> JsonObject:
        try:
            lines = json.loads(order.get("lines", ""))
        except ValueError:
            raise ActionRefused("order", "'lines' is a JSON list of lines of turns", 422) from None
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise ActionRefused("order", "'lines' is a JSON list of lines of turns", 422)

        def write() -> bool:
            file = JsonFile(self._folder() / FILE)
            return file.write(file.read() | {str(order.get("number", 0)): lines})

        return {"kept": await offload.in_thread(write)}

    async def _kept(self, request: Request) -> Response:
        self._who(request)
        kept = await offload.in_thread(JsonFile(self._folder() / FILE).read)
        return JSONResponse({"lines": kept.get(str(request.path_params["number"]), [])})

"""Puzzles and lessons as addresses (a person's progress, and the next task).

For the host only: the board is his, and so is what he has learnt.
"""

import asyncio
from collections import Counter
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcore.errors import IllegalMove, ParseError
from boardcore.options import parse_options
from underboard.errors import UnderboardError
from underboard.game_state import rules_of
from underboard.jsontype import JsonObject
from underboard.records.database import Records, default_path
from underboard.referee.messages import sentence
from underboard.registry import games, names
from underboard.study.exhibit import Exhibit, ShownPosition
from underboard.study.lesson import steps_of
from underboard.study.lesson_runner import LessonRunner
from underboard.study.own_puzzles import own_puzzles
from underboard.study.progress import LessonProgress, PuzzleProgress
from underboard.study.puzzle_runner import PuzzleRunner
from underboard.study.puzzles import Puzzle, puzzles_of
from underboard.study.task_runner import Say, StudySession
from underboard.texts import LANGUAGES, Texts
from underboard.texts.lazy import spoken
from underboard.web.http import offload
from underboard.web.http.actions import IdempotentActions, order_route
from underboard.web.http.decode import Shape, flag, one_of, text, whole
from underboard.web.http.security import ActionRefused
from underboard.web.table.game_thread import GameThread
from underboard.web.table.study_state import LESSONS, PUZZLES, StudyState

SHOW = "show"
STEPS = ("next", "skip", "back", "leave")
SHAPE: Shape = {
    "what": one_of(*STEPS, PUZZLES, LESSONS, SHOW), "game": one_of(*names()), "beside": flag,
    "restart": flag, "mine": flag, "hardest": whole(10_000),
    "variant": text(80), "options": text(80), "start": text(200), "turn": text(120),
}  # fmt: skip


class StudyApi:
    """Answers requests about puzzles and lessons.

    ``who(request)`` names the host who asks.
    """

    def __init__(self, room: GameThread, who: Callable[[Request], str]) -> None:
        self._room = room
        self._who = who
        self._once = IdempotentActions()
        self._looking = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Return the routes of puzzles and lessons."""
        order = order_route(self._once, self._who, self._order, SHAPE)
        return [Route("/api/study", self._progress), Route("/api/study", order, methods=["POST"])]

    async def _progress(self, request: Request) -> Response:
        self._who(request)
        return JSONResponse({name: progress_of(name) for name in studied()})

    async def _order(self, request: Request, order: JsonObject) -> JsonObject:
        """Begin puzzles or a lesson, or go on, skip or leave: ``what`` says which."""
        texts = Texts(order.get("lang", LANGUAGES[0]))
        what, name = order.get("what"), order.get("game")
        if what in STEPS:
            work = STEPS_OF[what]
        elif what not in (PUZZLES, LESSONS, SHOW) or name not in names():
            raise ActionRefused("order", texts("web.no-study"), 422)
        else:
            try:
                studying = await self._begun(what, name, order)
            except (UnderboardError, IllegalMove, ParseError) as error:
                raise ActionRefused(
                    "no-puzzles", sentence(spoken(error, texts.language)), 422
                ) from None
            beside = order.get("beside") is True

            def work(room: GameThread) -> None:
                room.study(studying, name, beside)

        def do(room: GameThread) -> None:
            room.texts.language = texts.language
            try:
                work(room)
            except UnderboardError as trouble:
                raise ActionRefused("trouble", sentence(spoken(trouble, texts.language))) from None

        await asyncio.wrap_future(self._room.submit(do))
        return {}

    async def _begun(self, what: str, name: str, order: JsonObject) -> StudyState:
        folder = default_path().parent
        if what == SHOW:
            shown = shown_of(name, order)
            return StudyState(what, lambda session, say: Exhibit(session, shown, say))
        if what == LESSONS:
            steps, place = steps_of(name), LessonProgress(folder)
            if order.get("restart") is True:
                place.keep(name, 0)

            def teacher(session: StudySession, say: Say) -> LessonRunner:
                # Asked each time that a board is met: one that was away goes on with its step.
                at = place.of(name, len(steps))
                return LessonRunner(
                    session, steps, at, say, lambda n: place.keep(name, n), paged=True
                )

            return StudyState(what, teacher)
        solved = PuzzleProgress(folder)
        all_ = await self._own(name) if order.get("mine") is True else puzzles_of(name)
        hardest = order.get("hardest")
        if isinstance(hardest, int) and hardest > 0:
            all_ = [puzzle for puzzle in all_ if puzzle.rating <= hardest]
        if not all_:
            raise UnderboardError("there are no puzzles of %s rated %s or less", name, hardest)

        def riddler(session: StudySession, say: Say) -> PuzzleRunner:
            known = solved.of(name)
            puzzles = [puzzle for puzzle in all_ if puzzle.position not in known] or all_
            return PuzzleRunner(session, puzzles, say, solved.keep, paged=True)

        return StudyState(what, riddler)

    async def _own(self, name: str) -> list[Puzzle]:
        async with self._looking:
            # To prove takes seconds of a whole core; the board must not wait for that.
            puzzles = await offload.in_process(proven, name)
        if not puzzles:
            raise UnderboardError(
                "your games of %s hold no such puzzle: play more of them, or type "
                "'underboard puzzles %s'",
                name,
                name,
            )
        return puzzles


STEPS_OF: dict[str, Callable[[GameThread], None]] = {
    "next": lambda room: room.next_task(),
    "skip": lambda room: room.skip(),
    "back": lambda room: room.back(),
    "leave": lambda room: room.leave_task(),
}


def shown_of(name: str, order: JsonObject) -> ShownPosition:
    """Return what an order wants to be shown; raises what the rules refuse."""
    rules, options = rules_of(name), str(order.get("options", ""))
    variant = order.get("variant") or rules.VARIANTS[0]
    game = rules.Game(variant, parse_options(options), order.get("start", ""))
    turn = rules.parse_turn(order.get("turn", ""))
    text = rules.turn_text(turn)
    game.play_turn(turn)
    return ShownPosition(variant, options, order.get("start", ""), text)


def proven(name: str) -> list[Puzzle]:
    """Return the puzzles of one's own games."""
    with Records.open(reading=True) as records:
        return own_puzzles(records, name)


def studied() -> tuple[str, ...]:
    """Return the games that have puzzles and lessons."""
    files = ("puzzles.txt", "lessons.json")
    return tuple(name for name, game in games().items() if all(map(game.text, files)))


def progress_of(name: str) -> JsonObject:
    """Return a person's progress in a game: puzzles by rating, and the next step."""
    folder = default_path().parent
    try:
        puzzles = puzzles_of(name)
    except UnderboardError:
        puzzles = []
    solved = PuzzleProgress(folder).of(name)
    known = [puzzle for puzzle in puzzles if puzzle.position in solved]
    steps = len(steps_of(name))
    return {
        "puzzles": {
            "all": len(puzzles),
            "solved": len(known),
            "first": sum(solved[puzzle.position] == 1 for puzzle in known),
            "ratings": sorted(Counter(puzzle.rating for puzzle in puzzles).items()),
        },
        "lessons": {"steps": steps, "at": LessonProgress(folder).of(name, steps)},
    }

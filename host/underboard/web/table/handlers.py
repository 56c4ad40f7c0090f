"""Orders of a page to the table, each run in the table's own thread.

Turns come in the notation of the records, whatever language the page speaks; only ``typed``
reads what people type.
"""

from collections.abc import Callable
from typing import NamedTuple

from boardcore.errors import IllegalMove, ParseError
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.records.text_format import sides_of
from underboard.referee.endings import ABANDONED, NOBODY, RESIGNED, Endings
from underboard.referee.input_handler import command_of
from underboard.referee.messages import refused, sentence, unreadable
from underboard.registry import names
from underboard.texts import Texts
from underboard.texts.lazy import spoken
from underboard.web.http.decode import SIDE, Shape, flag, one_of, pair, text, whole
from underboard.web.http.security import ActionRefused
from underboard.web.table import consent
from underboard.web.table.asker import Asker
from underboard.web.table.game_thread import GameThread
from underboard.web.table.hinting import hint
from underboard.web.table.jobs import Busy
from underboard.web.table.new_game import begin_game, resume_game, sit_down, swap_sides
from underboard.web.table.seats import HUMAN
from underboard.web.table.state import moment_of

Order = JsonObject
Work = Callable[[GameThread, Order, Asker], JsonObject]

HOST, SEAT, ANY = "host", "seat", "any"
"""Who may: hosts; whoever plays a side, and hosts; whoever the deed itself lets."""


class ActionHandler(NamedTuple):
    """One row of the table of orders; ``studied``: allowed while a task is on the board."""

    work: Work
    who: str
    shape: Shape
    studied: bool = False


def do(deed: ActionHandler, room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Do something; raises No with a sentence in the page's language if it cannot be done."""
    texts = Texts(order.get("lang", "en"))
    room.texts.language = texts.language
    room.said.clear()
    if room.studying and not asker.is_host:
        raise ActionRefused("watching", texts("web.watching"), 403)
    if room.studying and not deed.studied:
        raise ActionRefused("studying", texts("web.studying"))
    if deed.who != ANY and not asker.is_host and (deed.who == HOST or not asker.sides):
        raise ActionRefused("watching", texts("web.watching"), 403)
    try:
        answer = deed.work(room, order, asker)
    except IllegalMove as error:
        raise ActionRefused(error.rule, sentence(refused(error, texts, room.name))) from None
    except ParseError as error:
        line = str(order.get("turn") or order.get("start") or order.get("clock") or "")
        raise ActionRefused(
            "unreadable", sentence(unreadable(error, line, texts, room.name)), 422
        ) from None
    except UnderboardError as error:
        raise ActionRefused("trouble", sentence(spoken(error, texts.language))) from None
    if room.said:
        answer["said"] = list(room.said)
    return answer


# Turns


def turn(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Play a turn, in the notation of the records: simulated hands carry it out."""
    line = _needed(room, order, "turn")
    _check_turn_of(room, order, asker)
    session = room.session
    _make(room, asker, session.table.read(session.mirror.game, line))
    return {}


def _check_turn_of(room: GameThread, order: Order, asker: Asker) -> None:
    """Raise No unless ``asker`` may play a turn now."""
    session = room.session
    if room.studying:
        if not (room.leader and room.leader.waits):
            # The answer to the last turn is on its way, or was given.
            raise Busy(room.texts)
    else:
        if room.seats.who[room.side] != HUMAN and asker.is_host:
            raise ActionRefused("engine-turn", room.texts("cli.play.engine-turn"))
        if not asker.speaks_for(room.side):
            key = "not-yours" if asker.is_host or asker.sides else "watching"
            raise ActionRefused(key, room.texts(f"web.{key}"), 403)
        if session.clocking.paused and room.consent.needed(asker):
            raise ActionRefused("paused", room.texts("web.paused"))
    if room.seats.remotes[room.side] is None and not session.simulated:
        raise ActionRefused("watching", room.texts("cli.play.watching"))
    _check_moment(room, order)


def _make(room: GameThread, asker: Asker, turns: list[int]) -> None:
    """Have turns made, once the hands are free."""
    session = room.session
    remote = room.seats.remotes[room.side]
    if remote is None and not session.settled:
        raise Busy(room.texts)
    room.consent.plays(asker)
    if remote is not None:
        # As an engine's turn: hands make it, those at a real board by its lights.
        remote.offer(session.mirror.game.ply, turns)
        return
    assert session.hands
    session.hands.make([session.rules.turn_text(turn) for turn in turns])


BUTTONS = {
    "undo": "undo", "hint": "hint", "resign": "resign", "draw": "draw", "abandon": "abandon",
    "new": "new", "pause": "pause", "accept": "accept", "decline": "decline", "yes": "yes",
    "next": "next",
}  # fmt: skip
"""Commands that the page has a button for: it is pressed, with all that it asks."""


def typed(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Do what a line says, in the language of the page: a turn, or a word of the terminal."""
    line = _needed(room, order, "line")
    command = command_of(line.split()[0], room.texts)
    if command in BUTTONS:
        return {"press": BUTTONS[command]}
    if command == "quit":
        raise ActionRefused("no-turn", room.texts("web.no-turn", line=line), 422)
    played = []

    def make(turns: list[int]) -> None:
        _check_turn_of(room, order, asker)
        _make(room, asker, turns)
        played.append(True)

    room.session.handle(line, make)
    return {"played": bool(played), "command": bool(command)}


def press(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Press a button of the board."""
    button = _needed(room, order, "button")
    if room.session.busy:
        # What hands are about to lay down would be no part of the answer.
        raise Busy(room.texts)
    room.board.command("press", button)
    return {}


# What the other player is asked


def undo(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Take back one's own last turn, or ask for it."""
    _check_moment(room, order)
    session = room.session
    mirror = session.mirror
    ply, text_of = mirror.game.ply, ""
    if mirror.game.ended is None:
        # The end of a game alone is taken back while its turns stand.
        sides = [session.table.side_of(letter) for letter in sides_of(mirror)]
        ply = len(sides) - 1
        while ply >= 0 and sides[ply] not in asker.sides:
            ply -= 1
        if ply < 0:
            raise IllegalMove("no-turn", "There is no move to take back.")
        text_of = mirror.turns[ply]
    if room.consent.needed(asker):
        room.consent.ask(consent.UNDO, asker, {"ply": ply}, text_of)
        return {"asked": True}
    session.take_back(ply)
    return {}


def pause(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Stop the clock, or let it go on; the side to move lets it go on by itself."""
    clocking = room.session.clocking
    on = clocking.paused
    if room.consent.needed(asker) and clocking.clock and not (on and room.side in asker.sides):
        room.consent.ask(consent.GO_ON if on else consent.PAUSE, asker, {})
        return {"asked": True}
    clocking.pause()
    return {}


def hints(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Ask for hints in a game between people."""
    if room.consent.needed(asker) and not room.consent.hints_agreed:
        room.consent.ask(consent.HINTS, asker, {})
        return {"asked": True}
    return {}


def new(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Begin a game; over one that goes on between people the other one is asked."""
    mirror = room.session.mirror
    goes_on = mirror.turns and not mirror.outcome and not room.studying
    if goes_on and room.consent.needed(asker) and asker.sides:
        begin_game(room, order, check_only=True)
        room.consent.ask(consent.NEW, asker, order)
        return {"asked": True}
    begin_game(room, order)
    return {}


def resume(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Go on with a game of the records: ``number``."""
    mirror = room.session.mirror
    if mirror.turns and not mirror.outcome and room.consent.needed(asker) and asker.sides:
        raise ActionRefused("running", room.texts("web.running"))
    resume_game(room, int(order.get("number", 0)))
    return {}


def rematch(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Play the same game again with sides swapped."""
    if not room.session.mirror.outcome:
        raise ActionRefused("not-over", room.texts("web.not-over"))
    if room.consent.needed(asker):
        room.consent.ask(consent.REMATCH, asker, {})
        return {"asked": True}
    _rematch(room)
    return {}


def _rematch(room: GameThread) -> None:
    mirror = room.session.mirror
    swap_sides(room)
    room.session.begin_again(mirror.variant, mirror.start)


def answer(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Answer what the other side asks, or withdraw what one has asked."""
    request = room.consent.answer(asker, _needed(room, order, "what"))
    if request is None:
        return {}
    if request.kind == consent.UNDO:
        room.session.take_back(request.order["ply"])
    elif request.kind in (consent.PAUSE, consent.GO_ON):
        room.session.clocking.pause()
    elif request.kind == consent.NEW:
        begin_game(room, request.order)
    elif request.kind == consent.REMATCH:
        _rematch(room)
    elif request.kind == consent.ABANDON:
        _abandon(room.session.endings, request.side)
    return {}


# The end


def end(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Say something about the end of the game for ``side``: ``what`` is a row of ENDS."""
    _check_moment(room, order)
    what, side = order.get("what"), order.get("side")
    if what is None or side is None:
        raise ActionRefused("order", room.texts("web.no-end"), 422)
    if what == "abandon" and room.consent.needed(asker) and asker.sides:
        room.session.endings.check()
        room.consent.ask(consent.ABANDON, asker, {})
        return {"asked": True}
    if what == "abandon" and not asker.is_host:
        raise ActionRefused("watching", room.texts("web.watching"), 403)
    if what == "draw" and room.consent.needed(asker):
        room.consent.check(consent.DRAW, side)
    if what != "abandon" and room.seats.who[side] != HUMAN:
        raise UnderboardError("somebody else has this seat")
    if what != "abandon" and not asker.speaks_for(side):
        key = "not-yours" if asker.is_host or asker.sides else "watching"
        raise ActionRefused(key, room.texts(f"web.{key}"), 403)
    ENDS[what](room.session.endings, side)
    room.consent.step()  # an offer is told with its time
    return {}


def _resign(endings: Endings, side: int) -> None:
    endings.check(side, True)
    endings.finish((1 - side, RESIGNED))


def _abandon(endings: Endings, side: int) -> None:
    endings.check()
    endings.finish((NOBODY, ABANDONED))


def _answer(yes: bool) -> Callable[[Endings, int], None]:
    def work(endings: Endings, side: int) -> None:
        if endings.offered == side:
            raise UnderboardError("nobody has offered a draw")
        (endings.accept if yes else endings.decline)(True)

    return work


ENDS: dict[str, Callable[[Endings, int], None]] = {
    "resign": _resign,
    "draw": lambda endings, side: endings.offer(side, True),
    "accept": _answer(True),
    "decline": _answer(False),
    "abandon": _abandon,
}


def answer_warning(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Answer whether a turn that loses by force is taken back: ``back`` is true or false."""
    _check_moment(room, order)
    training = room.session.training
    back = order.get("back")
    if back is None:
        raise ActionRefused("order", room.texts("web.missing"), 422)
    if training.offered >= 0 and not (asker.is_host or asker.speaks_for(training.offered)):
        raise ActionRefused("not-yours", room.texts("web.not-yours"), 403)
    if not (training.confirm() if back else training.go_on()):
        raise ActionRefused("nothing-asked", room.texts("cli.play.nothing-asked"))
    return {}


PHRASES = ("hello", "good-luck", "well-played", "thanks", "oops", "thinking", "bye")
"""All that players say to each other: no chat, nothing to moderate."""
PHRASE_S = 2.0
"""Shortest time from one phrase of a side to its next, s."""


def say(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Say one of the set phrases to the other side."""
    if not asker.sides:
        raise ActionRefused("watching", room.texts("web.watching"), 403)
    side = min(asker.sides)
    before = room.phrases[side]
    if before and room.now_s - before["at_s"] < PHRASE_S:
        raise ActionRefused("too-fast", room.texts("web.too-fast"), 429)
    number = before["number"] + 1 if before else 1
    room.phrases[side] = {
        "key": _needed(room, order, "phrase"),
        "number": number,
        "at_s": room.now_s,
    }
    return {}


def seats(room: GameThread, order: Order, asker: Asker) -> JsonObject:
    """Change who sits where."""
    sit_down(room, order)
    return {}


def _needed(room: GameThread, order: Order, name: str) -> str:
    found = str(order.get(name, "")).strip()
    if not found:
        raise ActionRefused("order", room.texts("web.missing"), 422)
    return found


def _check_moment(room: GameThread, order: Order) -> None:
    """Raise No if the page that asks shows an older position than the board's."""
    mirror = room.board.mirror
    assert mirror
    moment = order.get("moment")
    if moment is not None and moment != moment_of(mirror):
        raise ActionRefused("late", room.texts("web.late"))


MOMENT: Shape = {"moment": text(80)}
WHO: Shape = {"who": pair(text(30)), "names": pair(text(400))}
GAME: Shape = {
    "game": one_of(*names()), "variant": text(80), "start": text(200), "clock": text(40),
    "training": flag, "hint_limit": text(20), **WHO,
}  # fmt: skip

DEEDS: dict[str, ActionHandler] = {
    "turns": ActionHandler(turn, ANY, {"turn": text(120), **MOMENT}, studied=True),
    "typed": ActionHandler(typed, SEAT, {"line": text(200), **MOMENT}, studied=True),
    "press": ActionHandler(press, SEAT, {"button": one_of("yes", "next")}, studied=True),
    "undo": ActionHandler(undo, SEAT, MOMENT),
    "hint": ActionHandler(hint, SEAT, MOMENT, studied=True),
    "hints": ActionHandler(hints, SEAT, {}),
    "pause": ActionHandler(pause, SEAT, MOMENT),
    "rematch": ActionHandler(rematch, SEAT, MOMENT),
    "answer": ActionHandler(answer, SEAT, {"what": one_of("allow", "refused", "withdrawn")}),
    "end": ActionHandler(end, ANY, {"what": one_of(*ENDS), "side": SIDE, **MOMENT}),
    "answer-warning": ActionHandler(answer_warning, SEAT, {"back": flag, **MOMENT}),
    "new": ActionHandler(new, HOST, GAME, studied=True),
    "say": ActionHandler(say, SEAT, {"phrase": one_of(*PHRASES)}),
    "resume": ActionHandler(resume, HOST, {"number": whole()}),
    "seats": ActionHandler(seats, HOST, WHO),
}
"""Orders, by the last part of their address."""

"""Deeds: what a page may ask for at the table, each done in the table's own thread."""

from collections.abc import Callable
from typing import Any

from boardcore.errors import IllegalMove, Unreadable
from boardcore.games import rules_of
from boardcore.link.wire import pack
from underboard.clocks.control import NONE, read
from underboard.referee.endings import ABANDONED, NOBODY, RESIGNED, Endings
from underboard.referee.helping.advice import HINT_S
from underboard.referee.helping.habits import read_limits
from underboard.referee.helping.wanted import Wanted
from underboard.referee.wording import refused, sentence, unreadable
from underboard.texts import Texts
from underboard.texts.said import spoken
from underboard.trouble import Trouble
from underboard.web.http.orders import No
from underboard.web.table.hints import STAGES
from underboard.web.table.room import Busy, Room
from underboard.web.table.seats import HUMAN
from underboard.web.table.state import moment_of

Order = dict[str, Any]
Deed = Callable[[Room, Order], dict[str, Any]]


def do(deed: Deed, room: Room, order: Order, language: str) -> dict[str, Any]:
    """Do something; raises No with a sentence in this language if it cannot be done."""
    texts = Texts(language)
    room.texts.language = texts.language
    if room.studying and deed not in STUDIED:
        raise No("studying", texts("web.studying"))
    try:
        answer = deed(room, order)
    except IllegalMove as error:
        raise No(error.rule, sentence(refused(error, texts, room.name))) from None
    except Unreadable as error:
        line = str(order.get("turn") or order.get("start") or order.get("clock") or "")
        raise No("unreadable", sentence(unreadable(error, line, texts, room.name)), 422) from None
    except Trouble as error:
        raise No("trouble", sentence(spoken(error, texts.language))) from None
    if room.said:
        answer["said"] = list(room.said)
    return answer


def turn(room: Room, order: Order) -> dict[str, Any]:
    """Play a turn: simulated hands carry it out."""
    text = _asked_for(room, order, "turn")
    if text.split()[0].lower() in ("undo", "hint", "new", "board", "help", "yes", "next"):
        raise No("unreadable", room.texts("web.no-turn", line=text), 422)
    session = room.session
    if room.studying and not (room.leader and room.leader.waits):
        # The answer to the last turn is on its way, or was given.
        raise Busy(room.texts)
    remote = room.seats.remotes[room.side]
    if remote is None and not session.simulated:
        raise No("watching", room.texts("cli.play.watching"))
    _check_moment(room, order)
    if room.seats.who[room.side] != HUMAN and not room.studying:
        raise No("engine-turn", room.texts("cli.play.engine-turn"))
    if remote is not None:
        # As an engine's turn: hands make it, those at a real board by its lights.
        game = session.mirror.game
        remote.offer(game.ply, session.table.read(game, text))
        return {}
    if not session.settled:
        raise Busy(room.texts)
    session.obey(text)
    return {}


def press(room: Room, order: Order) -> dict[str, Any]:
    """Press a button of the board."""
    button = _asked_for(room, order, "button")
    if button not in ("yes", "next"):
        raise No("button", room.texts("web.no-button"), 422)
    if room.session.busy:
        # What hands are about to lay down would be no part of the answer.
        raise Busy(room.texts)
    room.board.command("press", button)
    return {}


def undo(room: Room, order: Order) -> dict[str, Any]:
    """Take back the last turn of a person."""
    _check_moment(room, order)
    room.session.obey("undo")
    return {}


def new(room: Room, order: Order) -> dict[str, Any]:
    """Begin a game: ``game``, ``variant``, ``start``, ``clock``, ``who``, ``names``,
    ``training``, ``hint_limit``, if named.
    """
    name = str(order.get("game") or room.name)
    variant, start = str(order.get("variant") or ""), str(order.get("start") or "")
    clock = order.get("clock")
    if clock is not None:
        room.clock = "" if clock in ("", NONE) else read(str(clock)).text
    if room.studying:
        rules_of(name).Game(variant or rules_of(name).VARIANTS[0], (), start)
        room.leave(name, {"new": True, "variant": variant, "start": start})
        _sit(room, order)
    elif name != room.name:
        # Known to be good before the board of now is left.
        rules_of(name).Game(variant or rules_of(name).VARIANTS[0], (), start)
        room.switch(name, variant, start)
        _sit(room, order)
        room.training = Wanted(**_trained(order))
    else:
        changes = _trained(order)
        _sit(room, order)
        if start and variant:
            room.session.table.check_play(rules_of(name).Game(variant, (), start))
            room.session.begin_again(variant, start)
        else:
            room.session.obey(f"new {start or variant}")
        room.session.training.want(**changes)
        if clock is not None:
            room.session.clocking.want(room.clock or NONE, room.flag)
    return {}


def end(room: Room, order: Order) -> dict[str, Any]:
    """Say something about the end of the game for ``side``: ``what`` is a row of ENDS."""
    _check_moment(room, order)
    what, side = order.get("what"), order.get("side")
    if what not in ENDS or side not in (0, 1):
        raise No("order", room.texts("web.no-end"), 422)
    ENDS[what](room.session.endings, side)
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
            raise Trouble("nobody has offered a draw")
        (endings.accept if yes else endings.decline)(True)

    return work


ENDS: dict[Any, Callable[[Endings, int], None]] = {
    "resign": _resign,
    "draw": lambda endings, side: endings.offer(side, True),
    "accept": _answer(True),
    "decline": _answer(False),
    "abandon": _abandon,
}


def pause(room: Room, order: Order) -> dict[str, Any]:
    """Stop the clock, or let it go on."""
    room.session.clocking.pause()
    return {}


def reconsider(room: Room, order: Order) -> dict[str, Any]:
    """Answer whether a turn that loses by force is taken back: ``back`` is true or false."""
    _check_moment(room, order)
    training = room.session.training
    back = order.get("back")
    if not isinstance(back, bool):
        raise No("order", room.texts("web.missing"), 422)
    if not (training.confirm() if back else training.go_on()):
        raise No("nothing-asked", room.texts("cli.play.nothing-asked"))
    return {}


def seats(room: Room, order: Order) -> dict[str, Any]:
    """Change who sits where."""
    _sit(room, order)
    return {}


def hint(room: Room, order: Order) -> dict[str, Any]:
    """Tell one stage more; the last one lights the board, too."""
    mirror = room.board.mirror
    assert mirror
    if mirror.outcome:
        raise No("over", room.texts("cli.play.over"))
    known = -1
    if room.studying:
        if not (room.leader and room.leader.waits):
            raise Busy(room.texts)
        known = rules_of(mirror.name).parse_turn(room.leader.solution)
        room.leader.hinted()
    elif not room.session.training.spend((mirror.id, mirror.last)):
        raise No("hints-spent", room.texts("web.hints-spent"))
    shown = room.hints.ask(mirror, room.look_after, known)
    room.hinted = shown
    if shown["stage"] == STAGES:
        text = rules_of(mirror.name).turn_text(room.hints.turn)
        room.board.command("hint", HINT_S, pack(text))
    return {"hint": shown}


def _trained(order: Order) -> dict[str, Any]:
    """Return how a new game is trained, as far as it is said; raises Unreadable."""
    changes: dict[str, Any] = {}
    if "hint_limit" in order:
        changes["limits"] = read_limits(str(order["hint_limit"]))
    if "training" in order:
        changes["warns"] = order["training"] is True
    return changes


def _sit(room: Room, order: Order) -> None:
    who = order.get("who")
    names = order.get("names") or ["", ""]
    if who is None:
        return
    if not (_is_pair(who) and _is_pair(names)):
        raise No("order", room.texts("web.no-seats"), 422)
    for side in (0, 1):
        room.seats.sit(side, who[side], names[side])
    room.sit()


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value)


def _asked_for(room: Room, order: Order, name: str) -> str:
    text = order.get(name)
    if not isinstance(text, str) or not text.strip():
        raise No("order", room.texts("web.missing"), 422)
    return text.strip()


def _check_moment(room: Room, order: Order) -> None:
    """Raise No if the page that asks shows an older position than the board's."""
    mirror = room.board.mirror
    assert mirror
    moment = order.get("moment")
    if moment is not None and moment != moment_of(mirror):
        raise No("late", room.texts("web.late"))


DEEDS: dict[str, Deed] = {
    "turn": turn, "end": end, "pause": pause, "press": press, "undo": undo, "new": new,
    "seats": seats, "hint": hint, "reconsider": reconsider,
}  # fmt: skip
"""Orders, by the last part of their address."""
STUDIED = (turn, press, hint, new)
"""Orders that are allowed while puzzles or lessons are on the board."""

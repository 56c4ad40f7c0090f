"""A new game as it is ordered, and who sits down at it."""

from underboard.clocks.time_control import NONE, read
from underboard.errors import UnderboardError
from underboard.game_state import rules_of
from underboard.jsontype import JsonObject
from underboard.referee.assist.training_options import read_limits
from underboard.referee.assist.training_request import TrainingRequest
from underboard.web.http.security import ActionRefused
from underboard.web.table.game_thread import GameThread

Order = JsonObject


def begin_game(room: GameThread, order: Order, check_only: bool = False) -> None:
    """Begin a game with the fields that are named.

    They are ``game``, ``variant``, ``start``, ``clock``, ``who``, ``names``, ``training`` and
    ``hint_limit``.  ``check_only``: raise what would be raised, and change nothing.
    """
    name = str(order.get("game") or room.name)
    variant, start = str(order.get("variant") or ""), str(order.get("start") or "")
    rules, clock = rules_of(name), order.get("clock")
    wanted = "" if clock in (None, "", NONE) else read(str(clock)).text
    trained = _trained(order)
    seats = _seats(room, order)
    if check_only:
        return
    if clock is not None:
        room.clock = wanted
    if room.studying or name != room.name:
        # Known to be good before the board of now is left.
        rules.Game(variant or rules.VARIANTS[0], (), start)
        if room.studying:
            room.leave_task(name, {"new": True, "variant": variant, "start": start})
        else:
            room.switch(name, variant, start)
            room.training = TrainingRequest(**trained)
        _sit(room, seats)
        return
    session = room.session
    _sit(room, seats)
    if start and variant:
        session.table.check_play(rules.Game(variant, (), start))
        session.begin_again(variant, start)
    else:
        session.obey(f"new {start or variant}")
    session.training.want(**trained)
    if clock is not None:
        session.clocking.want(room.clock or NONE, room.flag)


def resume_game(room: GameThread, number: int) -> None:
    """Go on with a game of the records: hands make its turns; a real board begins where it ended.

    Raises UnderboardError for a game that is over or cannot be read.
    """
    mirror = room.records.load(number)
    if mirror.outcome:
        raise UnderboardError(
            "game %s is over: replay it, or play on from one of its positions", number
        )
    if room.choice.simulated:
        order = {"game": mirror.name, "variant": mirror.variant, "start": mirror.start}
        begin_game(room, {key: value for key, value in order.items() if value})
        room.replayed = list(mirror.game.turns)
    else:
        start = mirror.game.position_text()
        begin_game(room, {"game": mirror.name, "variant": mirror.variant, "start": start})


def sit_down(room: GameThread, order: Order) -> None:
    """Change who sits where, if the order says so."""
    _sit(room, _seats(room, order))


def swap_sides(room: GameThread) -> None:
    """Have everybody play the other side from now on."""
    room.seats.swap()
    room.seats_swapped(room.seats.swapped)
    room.sit()


def _seats(room: GameThread, order: Order) -> list[tuple[str, str]]:
    who = order.get("who")
    if who is None:
        return []
    names = order.get("names") or ["", ""]
    for name in names:
        if name.strip() in room.seats.reserved_names():
            raise ActionRefused("name", room.texts("web.name-taken", name=name.strip()), 422)
    return list(zip(who, names))


def _sit(room: GameThread, seats: list[tuple[str, str]]) -> None:
    for side, (who, name) in enumerate(seats):
        room.seats.sit(side, who, name)
    if seats:
        room.sit()


def _trained(order: Order) -> JsonObject:
    """Return how a new game is trained, as far as it is said; raises ParseError."""
    changes: JsonObject = {}
    if "hint_limit" in order:
        changes["limits"] = read_limits(str(order["hint_limit"]))
    if "training" in order:
        changes["warns"] = order["training"] is True
    return changes

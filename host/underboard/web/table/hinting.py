"""A hint in three stages for the player who asks, searched for outside the table."""

from boardcore.link.wire import pack
from underboard.game_state import rules_of
from underboard.jsontype import JsonObject
from underboard.referee.assist.hints import HINT_S
from underboard.web.http.security import ActionRefused
from underboard.web.table.asker import Asker
from underboard.web.table.game_thread import GameThread
from underboard.web.table.hints import STAGES
from underboard.web.table.jobs import Busy
from underboard.web.table.state import moment_of

SEARCH, FOUND, MOMENT = "search", "found", "searched"
"""Fields of an answer that asks for a search, of its result, and of the moment searched."""


def hint(room: GameThread, order: JsonObject, asker: Asker) -> JsonObject:
    """Show one stage more, or return what has to be searched for first as ``search``.

    Only the side to move asks, out of its own allowance; between people both have agreed.
    """
    mirror = room.session.mirror
    if mirror.outcome:
        raise ActionRefused("over", room.texts("cli.play.over"))
    known, between = "", False
    if room.studying:
        if not (room.leader and room.leader.waits):
            raise Busy(room.texts)
        known = room.leader.solution
    else:
        between = room.consent.needed(asker)
        if between and not room.consent.hints_agreed:
            raise ActionRefused("hints-off", room.texts("web.hints-off"))
        if room.side not in asker.sides:
            raise ActionRefused("not-your-turn", room.texts("web.hint-on-your-turn"))
    moment = moment_of(mirror)
    hints = room.hints_of(asker.sides)
    if not hints.knows(moment):
        found = order.get(FOUND)
        if found is None:
            if not room.studying and not room.session.training.may_spend((mirror.id, mirror.last)):
                raise ActionRefused("hints-spent", room.texts("web.hints-spent"))
            at = (mirror.name, mirror.variant, mirror.options, mirror.start, list(mirror.turns))
            return {SEARCH: (*at, known), MOMENT: moment}
        if order[MOMENT] != moment:
            raise ActionRefused("late", room.texts("web.late"))
    if room.leader:
        room.leader.hinted()
    elif not room.session.training.spend((mirror.id, mirror.last)):
        raise ActionRefused("hints-spent", room.texts("web.hints-spent"))
    if not hints.knows(moment):
        hints.take(moment, order[FOUND])
    shown = hints.next_stage()
    if shown["stage"] == STAGES and not between:
        text = rules_of(mirror.name).turn_text(hints.turn)
        room.board.command("hint", HINT_S, pack(text))
    return {"hint": shown}

"""Text format of a recorded game, to save, send and read back.

Two forms.  JSON holds everything: every entry with its chain and time.  The plain one
holds a head of ``Name: value`` lines and the turns that stand, two to a line (a set-up,
where one side plays on, is one line)::

    Underboard record 1
    Game: pylos
    Variant: standard
    Options: end=bga
    Players: Ada | Bo
    Result: L:apex

    1. a1 b2
    2. c3 d4

A game that starts with the second side to move has ``...`` in place of its first turn.

Only the turns are needed.  They may be written as other programs do (``records.foreign``);
``Notation:`` says how, else the notation is taken in which they go farthest.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from boardcore.errors import IllegalMove, ParseError
from boardcore.play.endings import ENDINGS
from underboard.clocks.clock import Clock
from underboard.errors import UnderboardError
from underboard.game_state import rules_of
from underboard.jsontype import JsonObject
from underboard.records.foreign import Notation, Token, notations_of, tokens_of
from underboard.records.mirror import (
    END,
    KINDS,
    TURN,
    UNDO,
    DivergedHistory,
    Entry,
    Mirror,
    MissingEntry,
)
from underboard.records.models import DAMAGED, FORKED
from underboard.registry import game_of, names
from underboard.texts.lazy import LazyText

TITLE = "Underboard record"
VERSION, WITH_ENDS = VERSIONS = (1, 2)
"""Earlier releases know no clocks, and no ends by players."""
SKIPPED = "..."
ENDED = {reason for _, reason in ENDINGS}
"""Why a game is over that the turns do not end."""
LONGEST = 300
"""Letters in one text of a head or an entry; chosen."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?", re.ASCII)
MARKUP = re.compile(r"\[[a-zA-Z/@#][^\]]*\]|</?[a-zA-Z!][^>]*>")
"""Markup that a terminal or a page might obey; no name looks like it."""
HEADS = ("Game", "Variant", "Options", "Start", "Origin", "Id", "Record", "Board", "Players",
         "Started", "Ended", "Result", "Note", "Clock", "Notation")  # fmt: skip


@dataclass(frozen=True)
class Head:
    """Facts about a game beside its history; all texts, empty if unknown."""

    uuid: str = ""
    board: str = ""
    players: str = ""
    started: str = ""
    ended: str = ""
    outcome: str = ""
    note: str = ""
    clock: str = ""
    """As ``underboard.clocks.clock`` writes it."""


def json_text(head: Head, mirror: Mirror, times: Sequence[str]) -> str:
    """Return a game as JSON, one entry a line."""
    entries = [
        json.dumps({**asdict(entry), "time": time})
        for entry, time in zip(mirror.entries, times, strict=True)
    ]
    top = {
        "format": TITLE, "version": version_of(head, mirror), "game": mirror.name,
        **{name: text for name, text in asdict(head).items() if text or name != "clock"},
    }  # fmt: skip
    body = json.dumps(top, indent=1, ensure_ascii=False)[:-2]
    return body + ',\n "entries": [\n  ' + ",\n  ".join(entries) + "\n ]\n}\n"


def plain_text(head: Head, mirror: Mirror) -> str:
    """Return the turns that stand, with a head."""
    values = (
        mirror.name, mirror.variant, mirror.options, mirror.start, mirror.origin, mirror.id,
        head.uuid, head.board, " | ".join(head.players.split("|")).strip(), head.started,
        head.ended, head.outcome, head.note, head.clock, "",
    )  # fmt: skip
    lines = [f"{TITLE} {version_of(head, mirror)}"]
    lines += [
        f"{name}: {' '.join(value.split())}"
        for name, value in zip(HEADS, values, strict=True)
        if value
    ]
    lines.append("")
    lines += [f"{at}. {' '.join(words)}" for at, words in enumerate(_rounds(mirror), 1)]
    return "\n".join(lines) + "\n"


def version_of(head: Head, mirror: Mirror) -> int:
    """Return the first version of the form that can hold this game."""
    return (
        WITH_ENDS if head.clock or any(entry.kind == END for entry in mirror.entries) else VERSION
    )


def sides_of(mirror: Mirror) -> list[str]:
    """Return the letters of who played the turns that stand; in a set-up one side plays on."""
    sides: list[str] = []
    for entry in mirror.entries[1:]:
        if entry.kind == TURN:
            sides.append(entry.side)
        elif entry.kind == UNDO:
            del sides[entry.ply :]
    return sides


def _rounds(mirror: Mirror) -> list[list[str]]:
    """Return the turns line by line: one of each side, or all of a set-up."""
    sides = [letter == rules_of(mirror.name).SIDE_LETTERS[1] for letter in sides_of(mirror)]
    rounds: list[list[str]] = []
    for at, (second, text) in enumerate(zip(sides, mirror.turns, strict=True)):
        if at and (second or not sides[at - 1]):
            rounds[-1].append(text)
        elif second and len(sides) > at + 1 and sides[at + 1]:
            rounds.append([text])  # the second side sets up
        else:
            rounds.append([SKIPPED, text] if second else [text])
    return rounds


def parse(text: str) -> tuple[Head, Mirror, list[str]]:
    """Return head, history and the times of its entries (plain texts have none).

    Raises UnderboardError, naming the line or entry, for a text that is neither form or breaks the
    rules.
    """
    text = text.removeprefix("\ufeff")  # editors of Windows begin a text with it
    return _parse_json(text) if text.lstrip().startswith("{") else _parse_plain(text)


# Plain


def _parse_plain(text: str) -> tuple[Head, Mirror, list[str]]:
    lines = text.splitlines()
    values = dict.fromkeys(HEADS, "")
    at = 0
    if lines and lines[0].startswith(TITLE):
        at = 1
        if lines[0].split() not in [[*TITLE.split(), str(known)] for known in VERSIONS]:
            raise _untitled(1, lines[0])
    titled = at == 1
    while at < len(lines) and lines[at].strip():
        name, colon, value = lines[at].partition(":")
        if not titled and name not in HEADS:
            break  # turns follow at once
        if not colon or name not in HEADS:
            raise UnderboardError(
                "line %s: expected one of %s and a colon, seen '%s'",
                at + 1,
                ", ".join(HEADS),
                lines[at][:40],
            )
        values[name] = value.strip()
        at += 1
    tokens = list(tokens_of(lines[at:], at + 1, SKIPPED))
    if not at and not tokens:
        raise _untitled(1, "")
    try:
        mirror = _played(values, tokens)
    except _Nothing:
        raise _untitled(tokens[0].line, lines[tokens[0].line - 1]) from None
    _end(mirror, values["Result"])
    players = "|".join(name.strip() for name in values["Players"].split("|"))
    head = Head(
        uuid=values["Record"],
        board=values["Board"],
        players=players,
        started=values["Started"],
        ended=values["Ended"],
        outcome=mirror.outcome,
        note=values["Note"],
        clock=values["Clock"],
    )
    _check_head(replace(head, outcome=""), mirror)
    if values["Result"] not in ("", FORKED) and (
        values["Result"].partition(":")[0] != mirror.outcome.partition(":")[0]
    ):
        raise UnderboardError(
            "the head says Result '%s', the moves lead to '%s': moves are missing or too many",
            values["Result"],
            mirror.outcome,
        )
    return head, mirror, []


class _Nothing(Exception):
    """Not even the first word is a turn of any game."""


def _untitled(line: int, seen: str) -> UnderboardError:
    """Return what to say of a text that is no record and no list of turns either."""
    return UnderboardError(
        "line %s: expected '%s %s', or moves like a1 b2 or d1-b3, seen '%s'",
        line,
        TITLE,
        VERSION,
        seen[:40],
    )


def _played(values: dict[str, str], tokens: list[Token]) -> Mirror:
    """Return the game, in the notation and, where none is named, the game that go farthest.

    Raises UnderboardError about the turn at which that one stops.
    """
    games = [values["Game"]] if values["Game"] else list(names())
    stopped: tuple[int, UnderboardError] | None = None
    known: list[str] = []
    for game in games:
        mirror = _start(values | {"Game": game})
        for notation in notations_of(game):
            known.append(notation.name)
            if values["Notation"] not in ("", notation.name):
                continue
            mirror = _start(values | {"Game": game})
            for number, token in enumerate(tokens):
                try:
                    _play(mirror, token, notation)
                except UnderboardError as trouble:
                    if stopped is None or number > stopped[0]:
                        stopped = number, trouble
                    break
            else:
                return mirror
    if stopped is None:
        raise UnderboardError(
            "'Notation: %s': expected one of %s",
            values["Notation"],
            ", ".join(dict.fromkeys(known)),
        )
    if not stopped[0] and not values["Game"]:
        raise _Nothing
    raise stopped[1]


def _start(values: dict[str, str]) -> Mirror:
    if values["Game"] not in names():
        raise UnderboardError("'Game: %s': expected one of %s", values["Game"], ", ".join(names()))
    try:
        return Mirror.of_game(
            values["Id"] or "imported",
            values["Game"],
            values["Variant"] or rules_of(values["Game"]).VARIANTS[0],
            values["Options"],
            values["Origin"] or "computer",
            values["Start"],
        )
    except (ParseError, IllegalMove) as error:
        raise UnderboardError("the head of the record: %s", error) from error


def _end(mirror: Mirror, result: str) -> None:
    """End a game as its head says, if players or their clock have ended it."""
    if result.partition(":")[2] in ENDED and not mirror.outcome:
        try:
            mirror.end(result)
        except ParseError as error:
            raise UnderboardError("the head of the record: %s", error) from error


def _play(mirror: Mirror, token: Token, notation: Notation) -> None:
    turn = LazyText("move %d '%s'", mirror.game.ply + 1, token.text[:20])
    try:
        for word in notation.read(mirror.game, token.text):
            # Bounces that are named must be possible, although a record keeps only their ends.
            game_of(mirror.name).read_turn(mirror.game, word)
            mirror.play(word)
    except ParseError as error:
        raise UnderboardError(
            "line %s, column %s, %s: %s", token.line, token.column, turn, error
        ) from error
    except IllegalMove as error:
        raise UnderboardError(
            "line %s, column %s, %s is against the rules: %s", token.line, token.column, turn, error
        ) from error


# JSON


def _parse_json(text: str) -> tuple[Head, Mirror, list[str]]:
    try:
        top = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnderboardError(
            "line %s, column %s: the JSON is damaged: %s",
            error.lineno,
            error.colno,
            LazyText(error.msg),
        ) from error
    except RecursionError as error:
        raise UnderboardError("the JSON is damaged: it is nested too deep") from error
    except ValueError as error:
        # Python reads no number of thousands of digits.
        raise UnderboardError("the JSON is damaged: it holds a number that is too long") from error
    if top.get("format") != TITLE or top.get("version") not in VERSIONS:
        raise UnderboardError(
            "expected format '%s', version %s; seen '%s', version %s",
            TITLE,
            VERSION,
            _short(top.get("format")),
            _short(top.get("version")),
        )
    head = Head(**{item.name: _text(top, item.name, "the head") for item in fields(Head)})
    given = top.get("entries")
    if not isinstance(given, list) or not given:
        raise UnderboardError("'entries': expected a list with the game and its moves")
    mirror, times = Mirror(), []
    for at, item in enumerate(given):
        where = LazyText("entry %d", at)
        entry = _entry(item, at, where)
        try:
            mirror.take(entry)
        except (MissingEntry, DivergedHistory) as error:
            raise UnderboardError(
                "%s does not follow from the ones before: %s", where, error
            ) from error
        times.append(_moment(_text(item, "time", where), where, "time"))
    _check_head(head, mirror)
    return head, mirror, times


def _check_head(head: Head, mirror: Mirror) -> None:
    """Refuse what is no plain text, no moment, or another end than the turns lead to."""
    for item in fields(Head):
        check_text(item.name, getattr(head, item.name))
    if head.clock:
        try:
            Clock.from_text(head.clock)
        except ParseError as error:
            raise UnderboardError("the head: %s", error) from error
    for name in ("started", "ended"):
        _moment(getattr(head, name), "the head", name)
    if head.outcome not in ("", FORKED, DAMAGED, mirror.outcome):
        raise UnderboardError(
            "the head: 'outcome' is %s, the moves lead to '%s'",
            ascii(head.outcome)[:40],
            mirror.outcome,
        )


def check_text(name: str, value: str) -> None:
    """Raise UnderboardError for what is too long, or might be an order to a terminal or a page."""
    if not value.isprintable() or len(value) > LONGEST or MARKUP.search(value):
        raise UnderboardError(
            "the head: '%s' is %s, expected at most %s plain letters",
            name,
            ascii(value)[:40],
            LONGEST,
        )


def _moment(value: str, where: str, name: str) -> str:
    """Return a time as the records write it, or none."""
    if value and not MOMENT.fullmatch(value):
        raise UnderboardError(
            "%s: '%s' is %s, expected a time like 2025-03-01T12:00:00+00:00",
            where,
            name,
            ascii(value)[:40],
        )
    return value


def _entry(item: Any, at: int, where: str) -> Entry:
    if not isinstance(item, dict):
        raise UnderboardError("%s: expected an object, seen %s", where, json.dumps(item)[:40])
    kind = _text(item, "kind", where)
    if kind not in KINDS or (kind == "game") != (at == 0):
        expected = (
            "%s: kind '%s', expected turn, undo or end" if at else "%s: kind '%s', expected game"
        )
        raise UnderboardError(expected, where, kind)
    index, ply = item.get("index"), item.get("ply")
    if type(index) is not int or index != at or type(ply) is not int:
        raise UnderboardError(
            "%s: index %s, ply %s; expected index %s and a whole ply",
            where,
            _short(index),
            _short(ply),
            at,
        )
    names = ("text", "side", "chain")
    text, side, chain = (_text(item, name, where) for name in names)
    for name, value in zip(names, (text, side, chain)):
        if not value.isprintable() or len(value) > LONGEST:
            raise UnderboardError("%s: '%s' is %s, expected a text", where, name, ascii(value)[:40])
    return Entry(at, kind, text, ply, side, chain)


def _short(value: object) -> str:
    return (value if isinstance(value, str) else json.dumps(value))[:40]


def _text(item: JsonObject, name: str, where: str) -> str:
    value = item.get(name, "")
    if not isinstance(value, str):
        raise UnderboardError(
            "%s: '%s' is %s, expected a text", where, name, json.dumps(value)[:40]
        )
    return value

"""Notation: one recorded game as a text that people keep, send and read back.

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
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from boardcore.errors import IllegalMove, Unreadable
from boardcore.games import NAMES, rules_of
from underboard.mirror import KINDS, TURN, Entry, Forked, Gap, Mirror
from underboard.trouble import Trouble

TITLE = "Underboard record"
VERSION = 1
SKIPPED = "..."
HEADS = ("Game", "Variant", "Options", "Start", "Origin", "Id", "Record", "Board", "Players",
         "Started", "Ended", "Result", "Note")  # fmt: skip


@dataclass(frozen=True)
class Head:
    """What is known of a game beside its history; all texts, empty if unknown."""

    uuid: str = ""
    board: str = ""
    players: str = ""
    started: str = ""
    ended: str = ""
    outcome: str = ""
    note: str = ""


def json_text(head: Head, mirror: Mirror, times: Sequence[str]) -> str:
    """Return a game as JSON, one entry a line."""
    entries = [
        json.dumps({**asdict(entry), "time": time})
        for entry, time in zip(mirror.entries, times, strict=True)
    ]
    top = {"format": TITLE, "version": VERSION, "game": mirror.name, **asdict(head)}
    body = json.dumps(top, indent=1, ensure_ascii=False)[:-2]
    return body + ',\n "entries": [\n  ' + ",\n  ".join(entries) + "\n ]\n}\n"


def plain_text(head: Head, mirror: Mirror) -> str:
    """Return the turns that stand, with a head."""
    values = (
        mirror.name, mirror.variant, mirror.options, mirror.start, mirror.origin, mirror.id,
        head.uuid, head.board, " | ".join(head.players.split("|")).strip(), head.started,
        head.ended, head.outcome, head.note,
    )  # fmt: skip
    lines = [f"{TITLE} {VERSION}"]
    lines += [
        f"{name}: {' '.join(value.split())}"
        for name, value in zip(HEADS, values, strict=True)
        if value
    ]
    lines.append("")
    lines += [f"{at}. {' '.join(words)}" for at, words in enumerate(_rounds(mirror), 1)]
    return "\n".join(lines) + "\n"


def sides_of(mirror: Mirror) -> list[str]:
    """Return the letters of who played the turns that stand; in a set-up one side plays on."""
    sides: list[str] = []
    for entry in mirror.entries[1:]:
        if entry.kind == TURN:
            sides.append(entry.side)
        else:
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

    Raises Trouble, naming the line or entry, for a text that is neither form or breaks the rules.
    """
    return _parse_json(text) if text.lstrip().startswith("{") else _parse_plain(text)


# Plain


def _parse_plain(text: str) -> tuple[Head, Mirror, list[str]]:
    lines = text.splitlines()
    if not lines or lines[0].split() != [*TITLE.split(), str(VERSION)]:
        seen = lines[0][:40] if lines else ""
        raise Trouble(f"line 1: expected '{TITLE} {VERSION}', seen '{seen}'")
    values = dict.fromkeys(HEADS, "")
    at = 1
    while at < len(lines) and lines[at].strip():
        name, colon, value = lines[at].partition(":")
        if not colon or name not in HEADS:
            raise Trouble(
                f"line {at + 1}: expected one of {', '.join(HEADS)} and a colon, "
                f"seen '{lines[at][:40]}'"
            )
        values[name] = value.strip()
        at += 1
    mirror = _start(values)
    for number, line in enumerate(lines[at:], at + 1):
        for word in line.split():
            if not word.removesuffix(".").isdigit() and word != SKIPPED:
                _play(mirror, word, number)
    players = "|".join(name.strip() for name in values["Players"].split("|"))
    head = Head(
        uuid=values["Record"],
        board=values["Board"],
        players=players,
        started=values["Started"],
        ended=values["Ended"],
        outcome=mirror.outcome,
        note=values["Note"],
    )
    if values["Result"].partition(":")[0] != mirror.outcome.partition(":")[0] and not (
        values["Result"] == "forked"
    ):
        raise Trouble(
            f"the head says Result '{values['Result']}', the turns lead to '{mirror.outcome}': "
            "turns are missing or too many"
        )
    return head, mirror, []


def _start(values: dict[str, str]) -> Mirror:
    if values["Game"] not in NAMES:
        raise Trouble(f"'Game: {values['Game']}': expected one of {', '.join(NAMES)}")
    try:
        return Mirror.of_game(
            values["Id"] or "imported",
            values["Game"],
            values["Variant"],
            values["Options"],
            values["Origin"] or "computer",
            values["Start"],
        )
    except (Unreadable, IllegalMove) as error:
        raise Trouble(f"the head of the record: {error}") from error


def _play(mirror: Mirror, word: str, number: int) -> None:
    turn = f"turn {mirror.game.ply + 1} '{word[:20]}'"
    try:
        # Bounces that are named must be possible, although a record keeps only their ends.
        read = getattr(mirror.game, "read_turn", None)
        if read:
            read(word)
        mirror.play(word)
    except Unreadable as error:
        raise Trouble(f"line {number}, {turn}: {error}") from error
    except IllegalMove as error:
        raise Trouble(f"line {number}, {turn} is against the rules: {error}") from error


# JSON


def _parse_json(text: str) -> tuple[Head, Mirror, list[str]]:
    try:
        top = json.loads(text)
    except json.JSONDecodeError as error:
        raise Trouble(
            f"line {error.lineno}, column {error.colno}: the JSON is damaged: {error.msg}"
        ) from error
    if top.get("format") != TITLE or top.get("version") != VERSION:
        raise Trouble(
            f"expected format '{TITLE}', version {VERSION}; seen '{top.get('format')}', "
            f"version {top.get('version')}"
        )
    head = Head(**{item.name: _text(top, item.name, "the head") for item in fields(Head)})
    given = top.get("entries")
    if not isinstance(given, list) or not given:
        raise Trouble("'entries': expected a list with the game and its turns")
    mirror, times = Mirror(), []
    for at, item in enumerate(given):
        where = f"entry {at}"
        entry = _entry(item, at, where)
        try:
            mirror.take(entry)
        except (Gap, Forked) as error:
            raise Trouble(f"{where} does not follow from the ones before: {error}") from error
        times.append(_text(item, "time", where))
    return head, mirror, times


def _entry(item: Any, at: int, where: str) -> Entry:
    if not isinstance(item, dict):
        raise Trouble(f"{where}: expected an object, seen {json.dumps(item)[:40]}")
    kind = _text(item, "kind", where)
    if kind not in KINDS or (kind == "game") != (at == 0):
        raise Trouble(f"{where}: kind '{kind}', expected {'game' if not at else 'turn or undo'}")
    index, ply = item.get("index"), item.get("ply")
    if index != at or not isinstance(ply, int):
        raise Trouble(f"{where}: index {index}, ply {ply}; expected index {at} and a whole ply")
    names = ("text", "side", "chain")
    text, side, chain = (_text(item, name, where) for name in names)
    return Entry(at, kind, text, ply, side, chain)


def _text(item: dict[str, Any], name: str, where: str) -> str:
    value = item.get(name, "")
    if not isinstance(value, str):
        raise Trouble(f"{where}: '{name}' is {json.dumps(value)[:40]}, expected a text")
    return value

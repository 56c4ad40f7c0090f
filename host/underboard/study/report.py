"""A review in words and as a graph of characters."""

from underboard.engine.evaluation import Evaluation
from underboard.jsontype import JsonObject
from underboard.referee.game_ui import tabletop_of
from underboard.study.review import BLUNDER, GOOD, MISTAKE, Review, Reviewed
from underboard.texts import Texts

BARS = " ▁▂▃▄▅▆▇█"
PLAIN_BARS = " .:-=+*%#"
"""For consoles that cannot show block elements."""
HEIGHT = 4
"""Number of rows of the graph; chosen."""
MARKS = {GOOD: " ", MISTAKE: "?", BLUNDER: "!"}
WIDTH = 64
"""Turns in one strip of the graph; chosen."""


def title(review: Review, texts: Texts) -> str:
    """Return how many turns have decided the game."""
    decisive = len(review.of(BLUNDER))
    key = "one" if decisive == 1 else "several" if decisive else "none"
    return texts(f"study.decided.{key}", n=decisive)


def limits(review: Review, texts: Texts) -> str:
    """Return of which turns it cannot be told what they gave away, empty where all are settled."""
    plies = review.unsettled
    return texts(f"{review.name}.estimates", n=len(plies), turns=spans(plies)) if plies else ""


def spans(numbers: list[int]) -> str:
    """Return rising numbers as ``1–4, 7, 9–10``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{one[0]}–{one[-1]}" if len(one) > 1 else str(one[0]) for one in found)


def graph(review: Review, texts: Texts, blocks: bool = True) -> list[str]:
    """Return the expected score of the side that began, after each turn, as lines.

    Below each turn stands ``!`` for a blunder and ``?`` for a mistake, and ``=`` where it is
    proven.
    """
    if not review.turns:
        return []
    table = tabletop_of(review.name)
    first = review.turns[0].side
    names = table.side_name(first, texts), table.side_name(1 - first, texts)
    margin = max(len(name) for name in (*names, texts("study.proven"))) + 1
    scores = review.score(first)
    bars = BARS if blocks else PLAIN_BARS
    lines = []
    for at in range(0, len(scores), WIDTH):
        part = review.turns[at : at + WIDTH]
        for row in range(HEIGHT - 1, -1, -1):
            name = names[0] if row == HEIGHT - 1 else names[1] if row == 0 else ""
            strip = "".join(bar(score, row, bars) for score in scores[at : at + WIDTH])
            lines.append(f"{name:>{margin}} |{strip}|")
        marks = "".join(MARKS[turn.kind] for turn in part)
        proven = "".join("=" if turn.worth.proven else " " for turn in part)
        lines.append(f"{texts('study.proven'):>{margin}} |{proven}|")
        lines.append(f"{'':>{margin}} |{marks}|")
        lines.append(f"{'':>{margin}}  {axis(part)}")
    return lines


def bar(score: float, row: int, bars: str) -> str:
    """Return one character of a column; a lost position still shows a sliver."""
    eighths = max(1, round(score * HEIGHT * 8)) - 8 * row
    return bars[min(max(eighths, 0), 8)]


def axis(turns: list[Reviewed]) -> str:
    """Return the numbers of every tenth turn below their columns."""
    line = ""
    for at, turn in enumerate(turns):
        if (at == 0 or turn.ply % 10 == 0) and len(line) <= at:
            line = line.ljust(at) + str(turn.ply)
    return line


def turn_lines(review: Review, turn: Reviewed, texts: Texts) -> list[str]:
    """Return what is said of one turn: what it did, what was better, and why."""
    table = tabletop_of(review.name)
    words = turn_words(review, turn, texts)
    named = {"ply": turn.ply, "turn": turn.text, "worth": words["worth"]}
    lines = [texts(f"study.{turn.kind}", side=table.side_name(turn.side, texts), **named)]
    if turn.kind != GOOD:
        better = texts("study.better", turn=turn.best_text, worth=words["best_worth"])
        lines += ["   " + line for line in (better, words["why"]) if line]
    return lines


def turn_words(review: Review, turn: Reviewed, texts: Texts) -> dict[str, str]:
    """Return what a turn and the best one are worth, and why it is a mistake, in words."""
    table = tabletop_of(review.name)
    side, other = (table.side_name(one, texts) for one in (turn.side, 1 - turn.side))
    return {
        "worth": worth_words(turn.worth, side, other, texts),
        "best_worth": worth_words(turn.best_worth, side, other, texts),
        "why": texts(f"study.why.{turn.why}", other=other, reply=turn.reply) if turn.why else "",
    }


def worth_words(worth: Evaluation, side: str, other: str, texts: Texts) -> str:
    """Return ``Light wins in 7, proven`` or ``about 64 % for Light, estimated``."""
    if not worth.proven:
        return texts("study.worth.estimated", percent=round(100 * worth.score), side=side)
    if worth.score == 0.5:
        return texts("study.worth.draw")
    winner = side if worth.score > 0.5 else other
    if not worth.distance:
        return texts("study.worth.wins", side=winner)
    return texts("study.worth.wins-in", side=winner, n=worth.distance)


def as_data(review: Review) -> JsonObject:
    """Return a review as a program reads it."""
    return {
        "game": review.name,
        "variant": review.variant,
        "options": review.options,
        "start": review.start,
        "setup": review.setup,
        "turns": [_turn_data(turn) for turn in review.turns],
        "mistakes": len(review.of(MISTAKE)),
        "blunders": len(review.of(BLUNDER)),
        "proven": review.proven,
    }


def _turn_data(turn: Reviewed) -> JsonObject:
    return {
        "ply": turn.ply,
        "side": turn.side,
        "turn": turn.text,
        "kind": turn.kind,
        "settled": turn.settled,
        "worth": _worth_data(turn.worth),
        "best": turn.best_text,
        "best_worth": _worth_data(turn.best_worth),
        "reply": turn.reply,
        "why": turn.why,
    }


def _worth_data(worth: Evaluation) -> JsonObject:
    data = {"score": round(worth.score, 3), "proven": worth.proven}
    return {**data, "turns": worth.distance} if worth.distance else data

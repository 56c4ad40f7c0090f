"""Apagos as JSON for the page."""

from boardcore.apagos import rules as apagos
from boardcore.apagos.rules import Game
from underboard.jsontype import JsonObject

Family = JsonObject


def pieces(game: Game) -> JsonObject:
    """Return each square with its holes filled in order (``WB..``), and what lies beside."""
    return {
        "squares": _filled(game),
        "beside": [f"{one}/{other}" for one, other in game.beside],
        "reserves": [game.reserve(apagos.WHITE), game.reserve(apagos.BLACK)],
    }


def _filled(game: Game) -> list[str]:
    """Return the holes of each square with the balls in the order in which they came.

    Which hole a ball lies in has no meaning; kept from turn to turn, it makes balls stay
    where they are.
    """
    copy = apagos.Game(game.variant, _options(game), game.start_text)
    squares = [_plain(copy, level) for level in range(apagos.LEVELS)]
    for turn in game.turns:
        _follow(squares, turn, "WB"[copy.side])
        copy.step(turn)
    for level, square in enumerate(squares):
        counts = (square.count("W"), square.count("B"), len(square))
        if counts != (game.white[level], game.black[level], game.holes[level]):
            return [_plain(game, level) for level in range(apagos.LEVELS)]
    return squares


def _plain(game: apagos.Game, level: int) -> str:
    return ("W" * game.white[level] + "B" * game.black[level]).ljust(game.holes[level], ".")


def _follow(squares: list[str], turn: int, mover: str) -> None:
    goal = apagos.goal_level(turn)
    if apagos.is_lay(turn):
        squares[goal] = "." * (turn >> 4 & 15)
        return
    if apagos.is_put(turn):
        colour = "WB"[apagos.put_colour(turn)]
    else:
        start, colour = apagos.start_level(turn), mover
        at = squares[start].rindex(colour)
        squares[start] = squares[start][:at] + "." + squares[start][at + 1 :]
    squares[goal] = squares[goal].replace(".", colour, 1)
    if apagos.is_put(turn) and apagos.climbs(turn):
        squares[goal], squares[goal + 1] = squares[goal + 1], squares[goal]


def _options(game: Game) -> list[tuple[str, str]]:
    return [("squares", "home-made")] if game.home_made else []


def families(game: Game) -> list[Family]:
    """Return the legal turns as steps."""
    goals: dict[str, list[str]] = {}
    for move in game.legal_moves():
        if apagos.is_lay(move):
            # People lay the squares out from the lowest level up, as the lights lead them.
            if apagos.goal_level(move) != list(game.holes).index(0):
                continue
            first = f"{move >> 4 & 15}/{move & 15}"
        elif apagos.is_put(move):
            first = "WB"[apagos.put_colour(move)]
        else:
            first = str(apagos.start_level(move) + 1)
        goals.setdefault(first, []).append(str(apagos.goal_level(move) + 1))
    own, other = "WB"[game.side], "BW"[game.side]
    usual = own if own in goals else other
    return [
        {"steps": [[first], levels], "cues": ["SELECTED", "PLACE"]}
        | _first(first, usual, f"ball-{own}")
        for first, levels in goals.items()
    ]


def _first(first: str, usual: str, role: str) -> Family:
    """Return where the first step begins, and how the turn is written.

    A ball that is put, and a square that is laid, come from beside the board; what is put by a
    tap on its level alone is one's own ball, as long as there is one.
    """
    if first in "WB":
        return {"text": "{0}{1}", "aside": "usual" if first == usual else "other"}
    if "/" in first:
        return {"text": "{0}@{1}", "aside": "other"}
    return {"text": "{0}>{1}", "role": role}


def hint_cells(game: Game, turn: int) -> tuple[str, str]:
    """Return where a turn begins (empty: the reserve), and where it ends."""
    goal = str(apagos.goal_level(turn) + 1)
    if apagos.is_put(turn):
        return "WB"[apagos.put_colour(turn)], goal
    return "" if apagos.is_lay(turn) else str(apagos.start_level(turn) + 1), goal


def last(game: Game, turn: int) -> JsonObject:
    """Return a turn as the page shows it."""
    put = apagos.is_put(turn)
    return {
        "text": apagos.turn_text(turn),
        "from": "" if put or apagos.is_lay(turn) else str(apagos.start_level(turn) + 1),
        "to": str(apagos.goal_level(turn) + 1),
        "at": str(apagos.goal_level(turn) + 1 + bool(apagos.climbs(turn))),
        "colour": apagos.put_colour(turn) if put else game.side,
        "climbs": bool(apagos.climbs(turn)),
    }


def names() -> list[str]:
    """Return the levels: holes have no names."""
    return [str(level + 1) for level in range(apagos.LEVELS)]

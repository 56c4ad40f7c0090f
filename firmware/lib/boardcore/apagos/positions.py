"""Material and positions of Apagos, parsed from text into counts.

Kept apart from the rules, because a board that only continues its game never parses one.

Three kinds of text (host/docs/rules/apagos.md, "Suggested notation" and section 1.4)::

    7:2,3 5:0,1 3:0,0 1:0,0 W    per level, lowest first, holes:white,black; the side to move
    7531                         an empty layout, White to move
    7..1 3/5 3/5 B               squares being laid out: the ramp, the squares beside it,
                                 the side that lays; "...." alone stands for the standard ones
"""

from boardcore.errors import ParseError

WHITE, BLACK, DRAW = range(3)
SIDE_LETTERS = "WB"
COLOUR_NAMES = ("white", "black")
LEVELS = 4
"""Number of levels, by the rules of the game."""
BALLS = 10
"""Number of balls of each colour (rules leaflet, "Matériel")."""
MAX_HOLES = 9
"""Holes of one face: a layout is written with one digit for each square; chosen."""
MAX_IN_ALL = 2 * BALLS
"""Holes of four squares: with more, balls could run out and a player be stuck (1.2-1)."""
STANDARD_SQUARES = ((1, 3), (3, 5), (3, 5), (5, 7))
"""Holes on both faces of the four squares (host/docs/rules/apagos.md, 1.1)."""
DEFAULT_LAYOUT = "7531"
"""Bottom to top (host/docs/rules/apagos.md, 1.3: the only common digital default)."""
EMPTY_RAMP = "...."
NO_SQUARE = 0
"""Code of a level where no square lies yet, instead of a number of holes; chosen."""


def can_show(squares, shown) -> bool:
    """Return whether ``squares`` (pairs of faces) can show these hole counts, in any order."""
    wanted = sorted(shown)
    for choice in range(1 << len(squares)):
        if sorted([squares[i][choice >> i & 1] for i in range(len(squares))]) == wanted:
            return True
    return False


def is_standard(beside, shown) -> bool:
    """Return whether squares beside the ramp and faces shown on it make up the standard set."""
    left = list(STANDARD_SQUARES)
    for square in beside:
        if square not in left:
            return False
        left.remove(square)
    return can_show(left, shown)


def read_position(game, text: str) -> None:
    """Fill ``game``'s holes, white, black, beside and side from a text.

    ``game.home_made`` says whether other squares than the standard ones are
    welcome.  Raises ParseError.
    """
    words = text.split()
    side = words.pop() if words and words[-1] in ("W", "B") else ""
    if len(words) == LEVELS and side and ":" in text:
        for level in range(LEVELS):
            _read_square(game, level, words[level])
    elif words and len(words[0]) == LEVELS and (len(words) == 1 or "." in words[0]):
        _read_ramp(game, words[0], words[1:])
    else:
        raise ParseError(
            "%r is not an Apagos position: expected four squares from bottom to top as "
            "holes:white,black and then W or B, like 7:2,3 5:0,1 3:0,0 1:0,0 W, or a "
            "layout of four digits like 7531",
            text,
        )
    _check_numbers(game, text)
    # The one who does not lay out begins, and White begins if nothing is said.
    game.side = SIDE_LETTERS.index(side or ("B" if game.beside else "W"))


def _read_square(game, level: int, word: str) -> None:
    holes, colon, rest = word.partition(":")
    white, comma, black = rest.partition(",")
    for number in (holes, white, black):
        if not colon or not comma or not _is_number(number):
            told = "%r on level %d: expected holes:white,black, like 7:2,3"
            raise ParseError(told, word, level + 1)
    if int(white) + int(black) > int(holes):
        told = "%r on level %d: %d balls in %s holes"
        raise ParseError(told, word, level + 1, int(white) + int(black), holes)
    game.holes[level] = _holes(holes)
    game.white[level] = int(white)
    game.black[level] = int(black)


def _read_ramp(game, ramp: str, squares) -> None:
    for level in range(LEVELS):
        game.holes[level] = NO_SQUARE if ramp[level] == "." else _holes(ramp[level])
    beside = list(STANDARD_SQUARES) if ramp == EMPTY_RAMP and not squares else []
    for word in squares:
        one, slash, other = word.partition("/")
        if not slash:
            raise ParseError("%r is not a square: expected its two faces, like 3/5", word)
        beside.append((min(_holes(one), _holes(other)), max(_holes(one), _holes(other))))
    if len(beside) != ramp.count("."):
        told = (
            "%r leaves %d levels empty, but %d squares follow: expected one for each, "
            "like 7..1 3/5 3/5 B"
        )
        raise ParseError(told, ramp, ramp.count("."), len(beside))
    game.beside = sorted(beside)


def _check_numbers(game, text: str) -> None:
    for side in (WHITE, BLACK):
        if game.reserve(side) < 0:
            told = "%d %s balls in %r: there are only %d"
            raise ParseError(told, BALLS - game.reserve(side), COLOUR_NAMES[side], text, BALLS)
    shown = [holes for holes in game.holes if holes]
    most = sum(shown) + sum([square[1] for square in game.beside])
    if most > MAX_IN_ALL:
        told = "%d holes in %r: there are only %d balls to fill them"
        raise ParseError(told, most, text, MAX_IN_ALL)
    if not game.home_made and not is_standard(game.beside, shown):
        raise ParseError(
            "the squares %s cannot show %r: expected one of their layouts, like 7531 "
            "(other squares are home-made)",
            " ".join(["%d/%d" % square for square in STANDARD_SQUARES]),
            text,
        )


def _is_number(text: str) -> bool:
    return 0 < len(text) < 3 and not [letter for letter in text if letter not in "0123456789"]


def _holes(text: str) -> int:
    """Read the hole count of one face.

    Raises ParseError unless it is 1 to MAX_HOLES.
    """
    if not _is_number(text) or not 1 <= int(text) <= MAX_HOLES:
        told = "%r is not a number of holes: expected 1 to %d on each face"
        raise ParseError(told, text, MAX_HOLES)
    return int(text)

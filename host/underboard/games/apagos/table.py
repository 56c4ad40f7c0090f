"""Table rules of Apagos on the host, with set-up by typing and repairs by lights."""

import re
from itertools import permutations
from typing import TYPE_CHECKING

from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import HOLE_LETTERS, hole
from boardcore.apagos.recognizer import ball, count, swapped
from boardcore.apagos.rules import Game
from boardcore.errors import IllegalMove, ParseError
from boardcore.layout.layout import Layout
from underboard.referee.game_ui.base import Tabletop
from underboard.texts import Texts

if TYPE_CHECKING:
    from underboard.games.apagos.engine.hints import Hint
    from underboard.games.apagos.engine.solution import SolvedTurn

LAID = re.compile(r"([1-9])(?:/([1-9]))?(?:@([1-4]))?")
"""One square as it is typed: the face that shows, the one below, the level."""
COLOURED = re.compile(r"[A-Za-z] ?[1-4]")
WHICH_COLOUR = "which-colour"
VALUES = {1: "wins", 0: "draws", -1: "loses"}


WORDS = {"noire": "B", "noir": "B", "n": "B", "blanche": "W", "blanc": "W", "w": "W"}
"""Answers to the question which colour is meant, and the letters of records."""


class Table(Tabletop[Game]):
    """Rules of Apagos as a host shows and asks for them."""

    name = apagos.NAME
    own_letters = True
    lesson_layout = "apagos-reed36"
    lays_out = True
    sides = apagos.COLOUR_NAMES

    def is_setup(self, game: Game) -> bool:
        """Return True if squares still lie beside the ramp."""
        return bool(game.beside)

    def prompt(self, game: Game, texts: Texts, typed: bool) -> str:
        """Return how squares are laid out."""
        if not game.beside:
            return ""
        key = "prompt.typed" if typed else "prompt.board"
        beside = "  ".join("%d/%d" % square for square in game.beside)
        side = self.side_name(game.side, texts)
        return self.words(texts, key, side=side, squares=beside, level=lowest(game) + 1)

    # What people type

    def read(self, game: Game, line: str) -> list[int]:
        """Read ``W2``, ``4>1``; while squares are laid out also ``7531``, ``7``, ``7/5``."""
        if game.beside and any(letter.isdigit() for letter in line):
            return self._read_squares(game, line)
        turn = apagos.parse_turn("".join(line.split()).upper())
        game.check(turn)
        return [turn]

    def _read_squares(self, game: Game, line: str) -> list[int]:
        text = line.strip()
        words = list(text) if text.isdigit() else text.split()
        typed = [LAID.fullmatch(word) for word in words]
        if not all(typed) or text[:1] in "WBwb" or ">" in text:
            turn = apagos.parse_turn(text.upper())
            game.check(turn)
            return [turn]
        wanted = [tuple(int(part or 0) for part in match.groups()) for match in typed if match]
        empty = [level for level in range(apagos.LEVELS) if not game.holes[level]]
        if len(wanted) > len(empty):
            raise IllegalMove("laid-out", "Only %s squares are to be laid out.", len(empty))
        for level, (_, _, at) in zip(empty, wanted):
            if at and at != level + 1:
                raise IllegalMove(
                    "lowest-first",
                    "Squares are laid from the lowest level up: next is %s.",
                    level + 1,
                )
        choices = {
            tuple(_hidden(square, faces) for square, faces in zip(squares, wanted))
            for squares in permutations(game.beside, len(wanted))
        }
        choices = {choice for choice in choices if all(choice)}
        if not choices:
            raise IllegalMove("no-square", "No square beside the ramp has these faces.")
        if len(choices) > 1 and len(wanted) < len(empty):
            raise IllegalMove("which-square", "Two squares have such a face: say which, like 3/5.")
        return [
            apagos.lay(faces[0], hidden, level)
            for faces, hidden, level in zip(wanted, min(choices), empty)
        ]

    # Where pieces stand

    def pieces_by_name(self, game: Game, texts: Texts) -> list[tuple[str, str]]:
        """Return what lies in each square."""
        return [
            (
                texts("voice.level", level=level + 1),
                texts(
                    "voice.square", level=level + 1, holes=game.holes[level],
                    white=game.white[level], black=game.black[level],
                ),
            )
            for level in range(4)
        ]  # fmt: skip

    def cell_named(self, name: str) -> int:
        """Refuse: people ask for squares, whose holes have no names for them."""
        raise ParseError("%r is not a cell", name)

    # What is told of turns

    def caption(self, game: Game, turn: int, texts: Texts) -> str:
        """Return which ball came where, and which square climbed."""
        side, level = self.side_name(game.side, texts), apagos.goal_level(turn) + 1
        if apagos.is_lay(turn):
            return self.words(texts, "caption.lay", side=side, holes=turn >> 4 & 15, level=level)
        if not apagos.is_put(turn):
            start = apagos.start_level(turn) + 1
            return self.words(texts, "caption.down", side=side, start=start, level=level)
        colour = apagos.COLOUR_NAMES[apagos.put_colour(turn)]
        key = f"caption.put.{colour}.{'climb' if apagos.climbs(turn) else 'top'}"
        return self.words(texts, key, side=side, level=level, next=level + 1)

    def told(self, game: Game, turn: int, texts: Texts) -> str:
        """Return the same for people who hear it."""
        side, goal = self.side_name(game.side, texts), apagos.goal_level(turn) + 1
        if apagos.is_lay(turn):
            return self.words(texts, "told.laid", side=side, holes=turn >> 4 & 15, goal=goal)
        if not apagos.is_put(turn):
            start = apagos.start_level(turn) + 1
            return self.words(texts, "told.down", side=side, start=start, goal=goal)
        colour = self.words(texts, f"colour.{apagos.COLOUR_NAMES[apagos.put_colour(turn)]}")
        key = "told.climbed" if apagos.climbs(turn) else "told.top"
        return self.words(texts, key, side=side, colour=colour, goal=goal, next=goal + 1)

    def can_light(self, turn: int) -> bool:
        """Return True if the lights can show this turn: no light tells which square to take."""
        return not apagos.is_lay(turn)

    def from_typed(self, line: str, texts: Texts) -> str:
        """Return ``N2`` of a French player, noire, as ``B2``.

        Raises IllegalMove for a French ``B2``: it is black in the notation, and may be meant as
        blanche.
        """
        text = line.strip()
        if texts.language == "fr":
            if COLOURED.fullmatch(text) and text[0] in "Bb":
                raise IllegalMove(WHICH_COLOUR, "Say which colour is meant.")
            if COLOURED.fullmatch(text) and text[0] in "Nn":
                return "B" + text[1:]
        return text

    def as_typed(self, turn: str, texts: Texts) -> str:
        """Return ``N2`` for ``B2`` in French, where a bare B is asked about."""
        return f"N{turn[1:]}" if texts.language == "fr" and turn[0] == "B" else turn

    def to_complete(self, game: Game, line: str, texts: Texts) -> str:
        """Return the question which colour a French ``B2`` means."""
        if not COLOURED.fullmatch(line):
            return ""
        return self.words(texts, "which-colour", level=line[-1])

    def completed(self, begun: str, line: str) -> str:
        """Return the turn that an answer to that question makes, else ""."""
        letter = WORDS.get(line.lower(), "")
        return letter + begun[-1] if letter else ""

    def turn_words(self, game: Game, turn: int, texts: Texts) -> str:
        """Return ``put a white ball on level 2; that square then climbs to level 3``."""
        level = apagos.goal_level(turn) + 1
        if apagos.is_lay(turn):
            shown, hidden = turn >> 4 & 15, turn & 15
            return self.words(texts, "turn.lay", shown=shown, hidden=hidden, level=level)
        if not apagos.is_put(turn):
            start = apagos.start_level(turn) + 1
            return self.words(texts, "turn.down", start=start, level=level)
        colour = self.words(texts, f"colour.{apagos.COLOUR_NAMES[apagos.put_colour(turn)]}")
        key = "turn.climb" if apagos.climbs(turn) else "turn.top"
        return self.words(texts, key, colour=colour, level=level, next=level + 1)

    def hint(self, game: Game, turn: int, texts: Texts) -> tuple[str, str]:
        """Return which ball, then where, and what it is worth; or which square, then how."""
        if apagos.is_lay(turn):
            square = sorted((turn >> 4 & 15, turn & 15))
            first = self.words(texts, "hint.square", one=square[0], other=square[1])
            words = self.turn_words(game, turn, texts)
            return first, self.words(texts, "hint.lay", words=words, turn=apagos.turn_text(turn))
        # Not at the top: a list of games needs no solution, and no numpy.
        from underboard.games.apagos.engine.hints import where, which_ball

        found = self._judged(game, turn)
        more = self.words(texts, "hint.more")
        return (
            f"{which_ball(found, texts)} {more}",
            f"{where(found, texts)} {self.worth(game.side, found.judged, texts)}",
        )

    def worth(self, side: int, judged: "SolvedTurn", texts: Texts) -> str:
        """Return what a position is worth to ``side``, which is to move."""
        plies = ""
        if judged.distance is not None:
            number = "one" if judged.distance == 1 else "many"
            plies = self.words(texts, f"plies.{number}", plies=judged.distance)
        name = self.side_name(side, texts)
        return self.words(texts, f"solve.{VALUES[judged.value]}", side=name, plies=plies)

    def _judged(self, game: Game, turn: int) -> "Hint":
        """Return the best hint, or the same about another turn."""
        from underboard.games.apagos.engine.hints import Hint, hint
        from underboard.games.apagos.engine.solution import solution_of

        solution = solution_of(game)
        best = hint(game, solution)
        assert best
        if best.move == turn:
            return best
        judged = dict(solution.moves(game))[turn]
        put = apagos.is_put(turn)
        return Hint(
            turn,
            apagos.put_colour(turn) if put else game.side,
            None if put else apagos.start_level(turn),
            apagos.goal_level(turn),
            apagos.climbs(turn),
            judged,
        )

    def legal(self, game: Game, texts: Texts) -> tuple[str, str]:
        """Return which balls, or squares, may be used, then all turns."""
        if game.beside:
            beside = "  ".join("%d/%d" % square for square in game.beside)
            return self.words(texts, "legal.squares", squares=beside), self._listed(game, texts)
        moves = game.legal_moves()
        sentences = [
            self.words(
                texts,
                "legal.reserve",
                white=game.reserve(apagos.WHITE),
                black=game.reserve(apagos.BLACK),
            )
        ]
        starts = sorted({apagos.start_level(m) + 1 for m in moves if not apagos.is_put(m)})
        if starts:
            levels = ", ".join(map(str, starts))
            sentences.append(self.words(texts, "legal.down", levels=levels))
        return " ".join(sentences), self._listed(game, texts)

    def repairs(self, game: Game, cells: tuple[str, ...], texts: Texts) -> list[str]:
        """Return what the lights show: a square back, two exchanged, a ball off, a ball on."""
        target = sum(
            (game.white[level] + game.black[level]) * ball(level) for level in range(apagos.LEVELS)
        )
        off = [int(cell[1:]) for cell in cells if cell[0] == "+"]
        on = [int(cell[1:]) for cell in cells if cell[0] == "-"]
        shown = target + sum(ball(n - 1) for n in off) - sum(ball(n - 1) for n in on)
        for level in range(apagos.LEVELS):
            if count(target, level) > 1 and not count(shown, level):
                return [self.words(texts, "repair.square", level=level + 1)]
        swaps = {swapped(shown, level): level for level in range(apagos.TOP)}
        near = min(swaps, key=lambda picture: _distance(picture, target))
        # Two balls carried by hand are as much trouble as two squares.
        if _distance(near, target) < _distance(shown, target) - 1:
            level = swaps[near] + 1
            return [self.words(texts, "repair.swap", level=level, next=level + 1)]
        return [self.words(texts, "repair.off", level=level) for level in off] + [
            self.words(texts, "repair.on", level=level) for level in on
        ]

    # What hands lay out

    def cells(self, game: Game, layout: Layout) -> list[int]:
        """Return a hole for every ball; which one of its square has no meaning."""
        faces = layout.data.get("faces", {})
        cells = []
        for level in range(apagos.LEVELS):
            letters = faces.get(str(game.holes[level]), HOLE_LETTERS)
            balls = game.white[level] + game.black[level]
            cells += [hole(level, HOLE_LETTERS.index(letter)) for letter in letters[:balls]]
        return cells


def lowest(game: Game) -> int:
    """Return the lowest level without a square: there the next one is laid."""
    return list(game.holes).index(0)


def _hidden(square: tuple[int, int], faces: tuple[int, ...]) -> int:
    """Return the face below if this square can lie so, else 0."""
    shown, below = faces[0], faces[1]
    for face, other in (square, square[::-1]):
        if face == shown and below in (0, other):
            return other
    return 0


def _distance(one: int, other: int) -> int:
    return sum(abs(count(one, level) - count(other, level)) for level in range(apagos.LEVELS))

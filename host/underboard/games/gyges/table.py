"""Table rules of Gygès on the host, with set-up by rows and bounces."""

import re

from boardcore.errors import IllegalMove, ParseError
from boardcore.gyges import rules as gyges
from boardcore.gyges.recognizer import asked_size
from boardcore.gyges.rules import Game
from boardcore.layout.layout import Layout
from underboard.errors import UnderboardError
from underboard.games.gyges import paths
from underboard.referee.game_ui.base import Tabletop, before_last
from underboard.texts import Texts

COLUMNS = 6
"""Number of columns, by the rules."""
SIZES = (1, 2, 3)
ROW = re.compile(r"[0-3.]{6}")
RING = re.compile(r"([1-3]?)([a-f][1-6])")
GOAL = re.compile(r"(?<![a-z0-9])[ns](?![a-z0-9])")


class Table(Tabletop[Game]):
    """Rules of Gygès as a host shows and asks for them."""

    name = gyges.NAME
    lesson_layout = "gyges-reed38"
    sides = ("south", "north")

    def is_setup(self, game: Game) -> bool:
        """Return True if rings are still being set up."""
        return bool(game.setup)

    def may_be_drawn(self, game: Game) -> bool:
        """Return True if this position has come up three times.

        See host/docs/rules/gyges.md, "repetition".
        """
        return not game.setup and game.repetition == "offer" and game.occurrences() >= 3

    def check_play(self, game: Game) -> None:
        """Raise UnderboardError unless all twelve rings are there."""
        if game.study:
            raise UnderboardError(
                "the option study=on is for looking at positions (perft): "
                "a game is played with twelve rings"
            )

    def prompt(self, game: Game, texts: Texts, typed: bool) -> str:
        """Return how rings are set up."""
        if not game.setup:
            return ""
        left = game.reserve(game.side)
        rows = (1, 2) if game.side == gyges.SOUTH else (5, 6)
        near = rows[0] if game.side == gyges.SOUTH else rows[1]
        return self.words(
            texts,
            "prompt.board" if not typed else "prompt.typed" if game.rows == 2 else "prompt.one-row",
            side=self.side_name(game.side, texts),
            rings=self.rings_left(left, texts),
            size=self.words(texts, f"size.{asked_size(game)}"),
            near=near,
            low=rows[0],
            high=rows[1],
        )

    def rings_left(self, left: list[int], texts: Texts) -> str:
        """Return ``2 singles, 1 double`` for the rings that a side still has to set up."""
        words = [
            self.words(texts, f"rings.{size}.{'one' if left[size] == 1 else 'many'}", n=left[size])
            for size in SIZES
            if left[size]
        ]
        return ", ".join(words)

    # What people type

    def read(self, game: Game, line: str) -> list[int]:
        """Read ``d1-b3-c4`` or ``d1-b3xc4>e5``; in the set-up rows, ``3a1`` or ``a1``."""
        text = line.strip().lower()
        if game.setup and "-" not in text and "x" not in text:
            rings = self._rings(game, text)
            if not rings:
                raise ParseError(
                    "%r sets up no ring: expected a row like 321123, or a ring like 3a1", line
                )
            return self._set_up(game, rings)
        text = GOAL.sub(lambda match: match.group().upper(), "".join(text.split()))
        return [paths.read_turn(game, text)]

    def _rings(self, game: Game, text: str) -> list[tuple[int, int]]:
        """Return (size, cell) for each ring of a typed line, in the order of the lights."""
        words = [word for word in re.split(r"[\s,/]+", text) if word]
        if words and all(ROW.fullmatch(word) for word in words):
            return self._rows(game, words, text)
        rings = []
        left = game.reserve(game.side)
        for word in words:
            match = RING.fullmatch(word)
            if not match:
                raise ParseError(
                    "%r is not a ring to set up: expected a row like 321123, a ring like 3a1, or a "
                    "cell",
                    word,
                )
            size = int(match[1] or next((n for n in SIZES if left[n]), 0))
            left[size] = max(left[size] - 1, 0)
            rings.append((size, gyges.parse_cell(match[2])))
        return sorted(rings, key=lambda ring: ring[0])

    def _rows(self, game: Game, words: list[str], text: str) -> list[tuple[int, int]]:
        """Read whole rows: the nearest one, or both from the lower number to the higher."""
        if len(words) > game.rows:
            raise ParseError("%r: expected %s rows at most, like 321123", text, game.rows)
        nearest = COLUMNS - 1 if game.side == gyges.NORTH else 0
        far = 5 - game.rows + 1 if game.side == gyges.NORTH else 0
        first = far if len(words) > 1 else nearest
        rings = []
        for row, word in enumerate(words, first):
            for column, letter in enumerate(word):
                size = int(letter.replace(".", "0"))
                cell = row * COLUMNS + column
                if size and game.cells[cell] != size:
                    rings.append((size, cell))
        return sorted(rings)

    def _set_up(self, game: Game, rings: list[tuple[int, int]]) -> list[int]:
        """Return the turns, tried one after the other on a copy of the game."""
        copy = gyges.Game(game.variant, self._options(game), game.position_text())
        turns = []
        side = game.side
        for size, cell in rings:
            turn = gyges.place(size, cell)
            copy.check(turn)
            if size != asked_size(copy):
                raise IllegalMove(
                    "ring-order", "Rings are set up in the order of the lights: smallest first."
                )
            copy.play_turn(turn)
            turns.append(turn)
            if copy.side != side and len(turns) < len(rings):
                raise IllegalMove("two-of-each", "Each player has two rings of each size.")
        return turns

    def _options(self, game: Game) -> list[tuple[str, str]]:
        return [("rows", str(game.rows))]

    # Where pieces stand

    def pieces_by_name(self, game: Game, texts: Texts) -> list[tuple[str, str]]:
        """Return where the rings of each size are."""
        return [
            self.listed(
                self.words(texts, f"size.{size}"),
                [gyges.cell_text(cell) for cell in range(gyges.CELLS) if game.cells[cell] == size],
                texts,
            )
            for size in SIZES
        ]

    def piece_on(self, game: Game, cell: int, texts: Texts) -> str:
        """Return which ring stands on a cell."""
        return self.words(texts, f"size.{game.cells[cell]}") if game.cells[cell] else ""

    # What is told of turns

    def caption(self, game: Game, turn: int, texts: Texts) -> str:
        """Return which ring went where, how often it bounced, and whom it boxed."""
        side = self.side_name(game.side, texts)
        if turn & gyges.PLACE:
            size = self.words(texts, f"caption.ring.{turn >> 6 & 3}")
            cell = gyges.cell_text(turn & 63)
            return self.words(texts, "caption.place", side=side, ring=size, cell=cell)
        points = paths.bounces_of(game, turn)
        landing, jumps = gyges.turn_landing(turn), len(points) - 2
        values: dict[str, object] = {
            "ring": self.words(texts, f"caption.ring.{game.cells[gyges.turn_origin(turn)]}"),
            "start": gyges.cell_text(points[0]),
            "goal": gyges.cell_text(landing),
            "jumps": jumps,
        }
        kind = "goal" if landing >= gyges.CELLS else "move"
        if kind == "move" and gyges.turn_drop(turn) != gyges.NONE:
            kind, values["drop"] = "box", gyges.cell_text(gyges.turn_drop(turn))
        way = "" if jumps < 1 else ".bounce" if jumps == 1 else ".bounces"
        return self.words(texts, f"caption.{kind}{way}", side=side, **values)

    def told(self, game: Game, turn: int, texts: Texts) -> str:
        """Return the same for people who hear it, with every bounce."""
        side = self.side_name(game.side, texts)
        if turn & gyges.PLACE:
            size, cell = self.words(texts, f"size.{turn >> 6 & 3}"), gyges.cell_text(turn & 63)
            return self.words(texts, "told.set-up", side=side, size=size, cell=cell)
        points = [gyges.cell_text(cell) for cell in paths.bounces_of(game, turn)]
        words = self.words(
            texts,
            "told.bounced" if len(points) > 2 else "told.moved",
            side=side, size=self.words(texts, f"size.{game.cells[gyges.turn_origin(turn)]}"),
            start=points[0], goal=points[-1], by=", ".join(points[1:-1]),
        )  # fmt: skip
        if gyges.turn_drop(turn) == gyges.NONE:
            return words
        boxed = self.words(texts, f"size.{game.cells[gyges.turn_landing(turn)]}")
        drop = gyges.cell_text(gyges.turn_drop(turn))
        return self.words(texts, "told.boxed", words=words.rstrip("."), size=boxed, drop=drop)

    def last_text(self, game: Game) -> str:
        """Return the turn that was just played with its bounces, on a way with the fewest."""
        with before_last(game) as turn:
            return paths.whole_text(game, turn)

    def turn_words(self, game: Game, turn: int, texts: Texts) -> str:
        """Return ``move the triple from d1 to c4 by b3, and box the double there to e5``."""
        if turn & gyges.PLACE:
            size, cell = turn >> 6 & 3, gyges.cell_text(turn & 63)
            return self.words(
                texts, "turn.place", size=self.words(texts, f"size.{size}"), cell=cell
            )
        points = [gyges.cell_text(point) for point in paths.bounces_of(game, turn)]
        words = self.words(
            texts,
            "turn.bounce" if len(points) > 2 else "turn.move",
            size=self.words(texts, f"size.{game.cells[gyges.turn_origin(turn)]}"),
            start=points[0],
            goal=points[-1],
            by=", ".join(points[1:-1]),
        )
        if gyges.turn_drop(turn) == gyges.NONE:
            return words
        boxed = self.words(texts, f"size.{game.cells[gyges.turn_landing(turn)]}")
        drop = gyges.cell_text(gyges.turn_drop(turn))
        return self.words(texts, "turn.box", words=words, size=boxed, drop=drop)

    def hint(self, game: Game, turn: int, texts: Texts) -> tuple[str, str]:
        """Return which ring, then the whole move."""
        words = self.turn_words(game, turn, texts)
        whole = self.words(texts, "hint.turn", words=words, turn=paths.whole_text(game, turn))
        if turn & gyges.PLACE:
            size = self.words(texts, f"size.{turn >> 6 & 3}")
            return self.words(texts, "hint.place", size=size), whole
        key = "hint.goal" if gyges.turn_landing(turn) >= gyges.CELLS else "hint.ring"
        cell = gyges.cell_text(gyges.turn_origin(turn))
        return self.words(texts, key, cell=cell), whole

    def legal(self, game: Game, texts: Texts) -> tuple[str, str]:
        """Return the rings that may be played, then where each of them can get."""
        if game.setup:
            size = self.words(texts, f"size.{asked_size(game)}")
            cells = sorted({turn & 63 for turn in game.legal_turns()})
            names = ", ".join(gyges.cell_text(cell) for cell in cells)
            return self.words(texts, "legal.place", size=size), self.words(
                texts, "legal.cells", cells=names
            )
        lines = []
        turns = game.legal_turns()
        for origin in game.origins():
            mine = [turn for turn in turns if gyges.turn_origin(turn) == origin]
            plain = [t for t in mine if gyges.turn_drop(t) == gyges.NONE]
            ends = " ".join(gyges.cell_text(gyges.turn_landing(turn)) for turn in plain)
            boxes = sorted({gyges.turn_landing(turn) for turn in mine} - set(_landings(plain)))
            boxed = " ".join(gyges.cell_text(cell) for cell in boxes)
            cell = gyges.cell_text(origin)
            lines.append(self.words(texts, "legal.ring", cell=cell, ends=ends or "-"))
            if boxed:
                lines[-1] += self.words(texts, "legal.boxes", boxed=boxed)
        drops = [gyges.turn_drop(turn) for turn in turns if gyges.turn_drop(turn) != gyges.NONE]
        if drops:
            low, high = min(drops) // COLUMNS + 1, max(drops) // COLUMNS + 1
            lines.append(self.words(texts, "legal.drops", low=low, high=high))
        rings = ", ".join(gyges.cell_text(origin) for origin in game.origins())
        return self.words(texts, "legal.rings", cells=rings), "\n".join(lines)

    def repairs(self, game: Game, cells: tuple[str, ...], texts: Texts) -> list[str]:
        """Return which ring to take off, or which one to put where."""
        off = [self.words(texts, "repair.off", cell=cell[1:]) for cell in cells if cell[0] == "+"]
        on = []
        for cell in cells:
            if cell[0] == "-":
                size = game.cells[gyges.parse_cell(cell[1:])]
                if not size:
                    continue  # no ring of this position is missing there
                ring = self.words(texts, f"size.{size}")
                on.append(self.words(texts, "repair.on", size=ring, cell=cell[1:]))
        return off + on

    # What hands lay out

    def cells(self, game: Game, layout: Layout) -> list[int]:
        """Return the cells and goals with a ring."""
        return [cell for cell, size in enumerate(game.cells) if size]

    def kinds(self, game: Game, layout: Layout) -> list[int]:
        """Return the size of each ring."""
        return [size for size in game.cells if size]


def _landings(turns: list[int]) -> list[int]:
    return [gyges.turn_landing(turn) for turn in turns]

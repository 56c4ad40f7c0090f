"""Tabletop, the part that games have in common: names, texts by key, turns as typed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, cast

from boardcore.errors import IllegalMove, ParseError
from boardcore.games import CUES, module_of
from boardcore.layout.layout import Layout
from boardcore.options import parse_options
from underboard.errors import UnderboardError
from underboard.game_state import GameState, Played, cells_of, rules_of
from underboard.texts import Texts, area

LISTED = 40
"""Number of legal turns that are listed at most; chosen."""


@contextmanager
def before_last(game: GameState) -> Iterator[int]:
    """Give the last turn of a game as it stood before it; afterwards the game is as it was."""
    ended, game.ended = game.ended, None
    turn = game.undo()
    try:
        yield turn
    finally:
        game.play_turn(turn)
        game.ended = ended


class Tabletop(Generic[Played]):
    """Names, texts and input of one game, added to its rules by the host.

    ``game`` is always a Game of these rules; it is left as it was.  Sentences for people
    come from the texts of the game's own area.
    """

    name = ""
    lesson_layout = ""
    """Board that is simulated for lessons and puzzles if no other is asked for, empty: the game's
    own.  Hands set up one position after the other there."""
    lays_out = False
    """Whether more than pieces lies on the board, such as squares."""
    sides: tuple[str, str] = ("", "")
    """Keys of the sides' names in the texts; the first one moves first."""

    own_letters = False
    """Whether turns are written with other letters in other languages."""

    def __init__(self) -> None:
        self.rules = rules_of(self.name)

    # Names

    def words(self, texts: Texts, key: str, **values: object) -> str:
        """Return a sentence of this game's own."""
        return texts(f"{self.name}.{key}", **values)

    def side_name(self, side: int, texts: Texts) -> str:
        """Return what a side is called."""
        return self.words(texts, f"side.{self.sides[side]}")

    def side_of(self, letter: str) -> int:
        """Return the side that records and the wire call by this letter."""
        return self.rules.SIDE_LETTERS.index(letter)

    def title(self, game: Played, texts: Texts) -> str:
        """Return game and variant in words."""
        return self.words(texts, "game", variant=self.words(texts, f"variant.{game.variant}"))

    def begins(self, game: Played, texts: Texts) -> str:
        """Return the sentence that announces a new game."""
        variant = self.words(texts, f"variant.{game.variant}")
        return self.words(texts, "begins", variant=variant, side=self.side_name(game.side, texts))

    def cue_words(self, cue: str, texts: Texts) -> str:
        """Return what a light means, in this game's words where it has its own."""
        own = area(texts.language, self.name)
        return own.get(f"cue.{cue}") or texts(f"screen.cue.{cue}")

    def to_move(self, game: Played, player: str, texts: Texts) -> str:
        """Return whose turn it is; ``player``: who sits there, empty if that is no matter."""
        side = self.side_name(game.side, texts)
        if self.is_setup(game):
            return self.words(texts, "sets-up", side=side)
        if player:
            return texts("screen.seat", side=side, player=player)
        return texts("screen.to-move", side=side)

    def ending(self, game: Played, texts: Texts) -> str:
        """Return how the game ended, nothing while it goes on."""
        outcome = game.outcome()
        if not outcome:
            return ""
        winner, reason = outcome
        names = {"side": "", "loser": ""}
        if winner != self.rules.DRAW:
            names["side"] = self.side_name(winner, texts)
            names["loser"] = self.side_name(1 - winner, texts)
        key = f"over.{reason}"
        if key in area(texts.language, self.name):
            return self.words(texts, key, **names)
        return texts(f"endings.{key}", **names)

    def is_setup(self, game: Played) -> bool:
        """Return True if pieces are still being laid out."""
        return False

    def may_be_drawn(self, game: Played) -> bool:
        """Return True if the players may agree on a draw now."""
        return False

    # What people type

    def check_play(self, game: Played) -> None:
        """Raise UnderboardError if this is a position to look at, not one to play from."""

    def check_path(self) -> None:
        """Raise UnderboardError if turns of this game have no paths that a board could light."""
        if not module_of(self.name, CUES).HAS_PATHS:
            raise UnderboardError("moves of %s have no paths to light: leave out --path", self.name)

    def read_new(self, game: Played, options: str, words: list[str]) -> tuple[str, str]:
        """Read what to play after ``game``: a variant, or a start position, or the same again.

        Returns variant and start.  Raises ParseError or UnderboardError.
        """
        variant, start = game.variant, " ".join(words)
        if start in self.rules.VARIANTS or start.isalpha():
            # No position is a word: a wrong one is for the rules to refuse as a variant.
            variant, start = start or variant, ""
        self.check_play(cast("Played", self.rules.Game(variant, parse_options(options), start)))
        return variant, start

    def prompt(self, game: Played, texts: Texts, typed: bool) -> str:
        """Return what the side to move should do first, empty if everybody knows.

        ``typed``: turns are typed, else hands make them on a board.
        """
        return ""

    def read(self, game: Played, line: str) -> list[int]:
        """Read the turns of a typed line; they can be played one after the other.

        Raises ParseError, or IllegalMove with the rule that forbids the first bad one.
        """
        turn = self.rules.parse_turn(line.strip().lower())
        game.check(turn)
        return [turn]

    def may_be_played(self, game: Played, line: str) -> bool:
        """Return True if a line is a legal turn by itself."""
        try:
            return bool(self.read(game, line))
        except (IllegalMove, ParseError):
            return False

    def from_typed(self, line: str, texts: Texts) -> str:
        """Return a typed line in the notation of records, as far as it can be understood.

        Raises IllegalMove where the language leaves open what is meant.
        """
        return line.strip()

    def as_typed(self, turn: str, texts: Texts) -> str:
        """Return a turn of the records as people of this language type it without a doubt."""
        return turn

    def to_complete(self, game: Played, line: str, texts: Texts) -> str:
        """Return what a turn that is only begun lacks, with an example; empty if it has all."""
        return ""

    def completed(self, begun: str, line: str) -> str:
        """Return the whole turn if a line is what a turn lacks that was only begun, else ""."""
        return ""

    # Where pieces stand

    def pieces_by_name(self, game: Played, texts: Texts) -> list[tuple[str, str]]:
        """Return the things whose place one may ask for, such as a side, each with its sentence."""
        return []

    def piece_on(self, game: Played, cell: int, texts: Texts) -> str:
        """Return what stands on a cell, empty for nothing."""
        return ""

    def cell_named(self, name: str) -> int:
        """Return the cell of this name.  Raises ParseError if people cannot ask for it."""
        return cells_of(self.name).parse_cell(name)

    def listed(self, name: str, cells: list[str], texts: Texts) -> tuple[str, str]:
        """Return a name and the sentence that says on which cells that stands."""
        key = "voice.where" if cells else "voice.nowhere"
        return name, texts(key, name=name, cells=", ".join(cells))

    # What is told of turns

    def caption(self, game: Played, turn: int, texts: Texts) -> str:
        """Return what a turn does that may be played now, in one line for people who look on."""
        side = self.side_name(game.side, texts)
        return texts("screen.turn-of", side=side, turn=self.rules.turn_text(turn))

    def told(self, game: Played, turn: int, texts: Texts) -> str:
        """Return what a turn did, before which ``game`` stands, for people who hear it."""
        return self.caption(game, turn, texts)

    def last_text(self, game: Played) -> str:
        """Return the turn that was just played, with all that can be told of it."""
        return self.rules.turn_text(game.turns[-1])

    def can_light(self, turn: int) -> bool:
        """Return True if the lights of a board can show this turn."""
        return True

    def turn_words(self, game: Played, turn: int, texts: Texts) -> str:
        """Return a legal turn as acts of the hands."""
        return self.rules.turn_text(turn)

    def hint(self, game: Played, turn: int, texts: Texts) -> tuple[str, str]:
        """Return a hint at a turn: first what to look for, then the whole turn."""
        words = self.turn_words(game, turn, texts)
        return words, words

    def legal(self, game: Played, texts: Texts) -> tuple[str, str]:
        """Return what may be played: first which pieces, then the turns."""
        return self._listed(game, texts), ""

    def repairs(self, game: Played, cells: tuple[str, ...], texts: Texts) -> list[str]:
        """Return what to do about cells that differ, ``+b2`` too much, ``-c3`` missing.

        The first one is what the lights show.
        """
        off = [self.words(texts, "repair.off", cell=cell[1:]) for cell in cells if cell[0] == "+"]
        on = [self.words(texts, "repair.on", cell=cell[1:]) for cell in cells if cell[0] == "-"]
        return off + on

    def _listed(self, game: Played, texts: Texts) -> str:
        turns = [self.rules.turn_text(turn) for turn in game.legal_turns()]
        if len(turns) <= LISTED:
            return texts("cli.play.legal", turns=" ".join(turns))
        shown = " ".join(turns[:LISTED])
        return texts("cli.play.legal-more", turns=shown, more=len(turns) - LISTED)

    # What hands lay out

    def cells(self, game: Played, layout: Layout) -> list[int]:
        """Return the places of the board where pieces stand."""
        raise NotImplementedError

    def kinds(self, game: Played, layout: Layout) -> list[int]:
        """Return which kind of piece stands on each of these places, nothing if all are alike."""
        return []


GameUi = Tabletop[GameState]
"""The tabletop of any game."""

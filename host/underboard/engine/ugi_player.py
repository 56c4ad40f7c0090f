"""Another program that plays, by the Universal Game Interface (``ugi``)."""

import os
import shlex
import shutil
from collections.abc import Callable
from typing import Any

from boardcore.errors import IllegalMove, ParseError
from underboard.drivers.program import LineProgram
from underboard.errors import UnderboardError
from underboard.game_state import GameState, rules_of
from underboard.registry import game_of

STEP_S = 0.02
"""Time between two calls of ``pause``, s; chosen."""


class UgiPlayer:
    """A player that is a program of its own.

    Every answer is checked: a program that hangs, ends, or answers with what is no legal turn
    raises UnderboardError, one sentence that names it.
    """

    def __init__(self, game: str, command: str, timeout_s: float, nodes: int = 0) -> None:
        """Start ``command``, which must speak UGI and play ``game``.

        ``timeout_s``: how long an answer may take; ``nodes``: what ``go`` asks for, 0: the
        program's own default.
        """
        self.name = os.path.basename(shlex.split(command)[0])
        self.nodes = 0
        """Nodes that it said it has looked at for its last turn."""
        self._timeout_s = timeout_s
        self._nodes = nodes
        try:
            self._program = LineProgram(shlex.split(command))
        except OSError as error:
            raise UnderboardError("the engine %s does not start: %s", self.name, error) from error
        self._heard: list[str] = []
        self._ask("ugi", "ugiok")
        other = game_of(game).part("dialect")
        self._dialect: Any = other if other and other.is_spoken(self._heard) else _Universal()

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def new_game(self, variant: str, options: list[tuple[str, str]]) -> None:
        """Say that a game begins, and by which rules."""
        for line in self._dialect.beginning(variant, options, self._nodes):
            self._say(line)
        self._ask("isready", "readyok")

    def choose(self, game: GameState, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn that the program answers; raises UnderboardError if it answers none."""
        if self._dialect.sets_up(game):
            laying: int = self._dialect.lays_out(game)
            return laying
        self._say(self._dialect.placing(game))
        try:
            answer = self._ask(self._dialect.going(self._nodes), "bestmove", pause)
        except UnderboardError:
            raise
        except BaseException:
            # Who waited no longer wants it; the answer would be taken for that to the next line.
            self._ask("stop", "bestmove")
            raise
        text = answer.split()[1] if len(answer.split()) > 1 else ""
        try:
            turn = self._dialect.turn_of(game, text)
            game.check(turn)
        except (ParseError, IllegalMove) as error:
            raise UnderboardError(
                "the engine %s answered %r in %r: %s",
                self.name,
                answer,
                game.position_text(),
                error,
            ) from error
        found: int = turn
        return found

    def _say(self, line: str) -> None:
        try:
            self._program.send(line)
        except OSError as error:
            raise self._gone() from error

    def _ask(self, line: str, wanted: str, pause: Callable[[], None] = lambda: None) -> str:
        """Send a line; return the answer that begins with ``wanted``.  Raises UnderboardError."""
        self._heard.clear()
        self._say(line)
        waited = 0.0
        while waited < self._timeout_s:
            try:
                answer = self._program.receive(STEP_S)
            except EOFError:
                raise self._gone() from None
            if answer is None:
                waited += STEP_S
                pause()
                continue
            self._heard.append(answer)
            words = answer.split()
            if words[:1] == ["info"] and "nodes" in words[:-1]:
                looked = words[words.index("nodes") + 1]
                self.nodes = int(looked) if looked.isdecimal() else self.nodes
            if words[:1] == [wanted]:
                return answer
        raise UnderboardError(
            "the engine %s did not answer %r within %g s: start it by hand and look, or "
            "give it longer with --timeout",
            self.name,
            line,
            self._timeout_s,
        )

    def _gone(self) -> UnderboardError:
        status = self._program.status()
        return UnderboardError(
            "the engine %s has ended in the middle, with status %s",
            self.name,
            "none" if status is None else status,
        )


class _Universal:
    """Lines of the Universal Game Interface; a game's module ``dialect`` has another one's."""

    def beginning(self, variant: str, options: list[tuple[str, str]], nodes: int) -> list[str]:
        """Return the lines that begin a game."""
        values = [("variant", variant), *options]
        return [*(f"setoption name {name} value {value}" for name, value in values), "uginewgame"]

    def sets_up(self, game: GameState) -> bool:
        """Return False: a position of a set-up can be told."""
        return False

    def placing(self, game: GameState) -> str:
        """Return the line that tells a position."""
        turns = [rules_of(game.name).turn_text(turn) for turn in game.turns]
        moves = " moves " + " ".join(turns) if turns else ""
        return f"position fen {game.start_text}{moves}"

    def going(self, nodes: int) -> str:
        """Return the line that has a program think."""
        return f"go nodes {nodes}" if nodes else "go"

    def turn_of(self, game: GameState, text: str) -> int:
        """Return the turn that a program has answered; raises ParseError."""
        return rules_of(game.name).parse_turn(text)


def is_program(word: str) -> bool:
    """Return True if a word is a command that this machine can start."""
    try:
        parts = shlex.split(word)
    except ValueError:
        return False
    return bool(parts) and shutil.which(parts[0]) is not None

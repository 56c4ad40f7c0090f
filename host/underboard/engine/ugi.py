"""The Universal Game Interface, by which other programs use an engine.

Lines of text on standard input and output; the commands are in ``host/docs/engines.md``.
"""

import time
from collections.abc import Callable
from typing import Any

from boardcore.errors import IllegalMove, ParseError
from underboard.engine.levels import SearchStopped
from underboard.engine.limits import Limits, Report
from underboard.engine.player import HintSource, check_level, levels_of
from underboard.errors import UnderboardError
from underboard.game_state import rules_of

MOVES_LEFT = 20
"""Turns for which the rest of a clock must do; chosen."""
ENDLESS = 1 << 40
"""Nodes where a clock, a depth or ``stop`` ends the thinking."""
PLAYERS = {"p1time": 0, "p2time": 1}


class UgiServer:
    """Answers the lines of one program that uses the engine of one game.

    ``say`` sends a line; ``line`` returns the next line that has come, None while there is
    none, and is asked while the engine thinks.
    """

    COMMANDS: tuple[str, ...] = (
        "ugi", "isready", "setoption", "uginewgame", "position", "query", "go", "stop", "quit",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        level: str,
        say: Callable[[str], None],
        line: Callable[[], str | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._rules = rules_of(name)
        self._say = say
        self._line = line
        self._clock = clock
        self._options = {"level": level, "seed": "", "variant": self._rules.VARIANTS[0]}
        self._switches = {switch: values[0] for switch, values in self._rules.OPTIONS}
        self._waiting: list[str] = []
        self._ended = False
        self._game = self._new_game("")
        self._player: HintSource | None = None

    def hear(self, line: str) -> bool:
        """Answer one line, and those that came while the engine was thinking; False: quit."""
        self._waiting.append(line)
        while self._waiting and not self._ended:
            self._answer(self._waiting.pop(0).split())
        return not self._ended

    def _answer(self, words: list[str]) -> None:
        if not words:
            return
        if words[0] not in self.COMMANDS:
            self.unknown(" ".join(words))
            return
        try:
            getattr(self, f"_{words[0]}")(words[1:])
        except (IllegalMove, ParseError, UnderboardError) as error:
            self._say(f"info string {error}")

    def unknown(self, line: str) -> None:
        """Answer what is no command."""
        self._say(f"info string unknown command {line.split()[0]!r}: ignored")

    def _ugi(self, words: list[str]) -> None:
        from underboard import __version__

        self._say(f"id name Underboard {self._name} {__version__}")
        self._say("id author the Underboard project")
        levels = " ".join(f"var {level}" for level in levels_of(self._name))
        self._say(f"option name level type combo default {self._options['level']} {levels}")
        self._say("option name seed type string default <empty>")
        variants = " ".join(f"var {variant}" for variant in self._rules.VARIANTS)
        self._say(f"option name variant type combo default {self._rules.VARIANTS[0]} {variants}")
        for switch, values in self._rules.OPTIONS:
            choices = " ".join(f"var {value}" for value in values)
            self._say(f"option name {switch} type combo default {values[0]} {choices}")
        self._say("ugiok")

    def _isready(self, words: list[str]) -> None:
        self._say("readyok")

    def _setoption(self, words: list[str]) -> None:
        line = " ".join(words)
        head, _, value = line.partition(" value ")
        name = head.removeprefix("name ").strip().lower()
        value = "" if value == "<empty>" else value.strip()
        if name in self._switches:
            rules_of(self._name).Game(self._options["variant"], [(name, value)])
            self._switches[name] = value
        elif name == "variant":
            self._rules.Game(value)
            self._options[name] = value
        elif name == "seed" and value and not value.lstrip("-").isdecimal():
            raise ParseError("the seed %r is not a whole number", value)
        elif name in self._options:
            if name == "level":
                check_level(self._name, value)
            self._options[name] = value
            self._player = None
        else:
            known = ", ".join([*self._options, *self._switches])
            raise ParseError("%r is not an option here: expected %s", name, known)

    def _uginewgame(self, words: list[str]) -> None:
        self._game = self._new_game("")
        self._player = None

    def _new_game(self, position: str) -> Any:
        return self._rules.Game(self._options["variant"], list(self._switches.items()), position)

    def _position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        kind, text = words[:1], " ".join(words[1:at])
        if kind not in (["startpos"], ["fen"]) or (kind == ["fen"]) != bool(text):
            raise ParseError("expected position startpos, or position fen and a position")
        game = self._new_game(text)
        for word in words[at + 1 :]:
            game.play_turn(self._rules.parse_turn(word))
        self._game = game

    def _query(self, words: list[str]) -> None:
        outcome = self._game.outcome()
        winner = outcome[0] if outcome else None
        answers = {
            "gameover": "true" if outcome else "false",
            "p1turn": "false" if self._game.side else "true",
            "result": "none" if winner is None else ("p1win", "p2win", "draw")[winner],
            "position": self._game.position_text(),
        }
        if words and words[0] in answers:
            self._say(f"response {answers[words[0]]}")
        else:
            raise ParseError("query what: expected %s", ", ".join(answers))

    def _go(self, words: list[str]) -> None:
        limits = self._limits(words)
        if self._game.outcome():
            self._say("info string the game is over")
            self._say("bestmove (none)")
            return
        deadline = self._deadline(limits)
        endless = deadline is not None or "infinite" in words
        bounds = Limits(limits.get("nodes", ENDLESS if endless else 0), limits.get("depth", 0))
        began = self._clock()

        def spent() -> int:
            return int(1000 * (self._clock() - began))

        def report(found: Report) -> None:
            self._say(f"info {self._words(found)} time {spent()}")

        player = self.player()
        turn = player.choose(self._game, self._pause(deadline), bounds, report)
        self._say(f"info nodes {player.nodes} time {spent()}")
        self._say(f"bestmove {self._rules.turn_text(turn)}")

    def player(self) -> HintSource:
        """Return who thinks, made when first asked."""
        if self._player is None:
            seed = self._options["seed"]
            number = int(seed) if seed else None
            tell = lambda said: self._say(f"info string {said}")  # noqa: E731
            self._player = HintSource(self._name, number, self._options["level"], tell)
        return self._player

    def _words(self, found: Report) -> str:
        """Return depth, score, nodes and principal variation; wins count turns of both sides."""
        score = f"win {found.wins_in}" if found.wins_in else f"cp {found.value}"
        line = " ".join(map(self._rules.turn_text, found.line))
        return f"depth {found.depth} score {score} nodes {found.nodes} pv {line}"

    def _limits(self, words: list[str]) -> dict[str, int]:
        limits = {}
        for name, value in zip(words[::2], [*words[1::2], ""]):
            if name == "infinite":
                continue
            if not value.isdecimal():
                raise ParseError("go %s %s: expected a whole number", name, value)
            limits[name] = int(value)
        return limits

    def _deadline(self, limits: dict[str, int]) -> float | None:
        """Return when the thinking must end, None where nodes alone end it."""
        ms = limits.get("movetime")
        if ms is None:
            for name, side in PLAYERS.items():
                if name in limits and self._game.side == side:
                    ms = limits[name] // MOVES_LEFT
        return None if ms is None else self._clock() + ms / 1000

    def _pause(self, deadline: float | None) -> Callable[[], None]:
        def pause() -> None:
            line = self._line()
            while line is not None:
                words = line.split()
                if words == ["isready"]:
                    self._say("readyok")
                elif words in (["stop"], ["quit"]):
                    self._ended = words == ["quit"]
                    raise SearchStopped
                else:
                    self._waiting.append(line)
                line = self._line()
            if deadline is not None and self._clock() >= deadline:
                raise SearchStopped

        return pause

    def _stop(self, words: list[str]) -> None:
        """Nothing is being thought about."""

    def _quit(self, words: list[str]) -> None:
        self._ended = True

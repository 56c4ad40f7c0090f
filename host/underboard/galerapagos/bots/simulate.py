"""Whole games played by castaways, every ballot counted a second time.

The second count knows nothing of Ballot: it keeps its own slips of paper.
"""

from collections.abc import Callable
from dataclasses import dataclass

from underboard.galerapagos.bots.bots import NAMES, Bots
from underboard.galerapagos.rules.game import Event, Game
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject

Listener = Callable[[Event, list[JsonObject]], None]


class Recount:
    """Paper slips: one per vote, two for the club; counted by hand at every reveal."""

    def __init__(self) -> None:
        self.slips: dict[int, int] = {}
        self.clubs: list[int] = []
        self.miscounted = 0

    def watch(self, game: Game, event: Event, effects: list[JsonObject]) -> None:
        """Follow one accepted entry."""
        if event["do"] == "cast":
            self.slips[event["voter"]] = event["target"]
        elif event["do"] == "withdraw":
            del self.slips[event["voter"]]
        totals = {e["target"]: e["number"] for e in effects if e["effect"] == "total"}
        counted = event["do"] in ("show", "vote") and game.camp.phase != "crystal" and totals
        if counted and not self._agrees(totals, effects):
            self.miscounted += 1
        if any(e["effect"] in ("ballot", "designated", "vote-dropped", "tie") for e in effects):
            self.slips = {}
        if any(e["effect"] == "ballot" for e in effects):
            # A club laid down later counts from the next vote (rules page 6.3).
            people = enumerate(game.camp.people)
            self.clubs = [seat for seat, one in people if "club" in one.laid]

    def _agrees(self, totals: dict[int, int], effects: list[JsonObject]) -> bool:
        paper = []
        for voter, target in self.slips.items():
            if target >= 0:
                paper += [target] * (2 if voter in self.clubs else 1)
        if any(paper.count(target) != number for target, number in totals.items()):
            return False
        if len(paper) != sum(totals.values()):
            return False
        most = max(paper.count(target) for target in totals)
        leaders = sorted(target for target in totals if paper.count(target) == most)
        named = [e["player"] for e in effects if e["effect"] == "designated"]
        tied = [e["players"] for e in effects if e["effect"] in ("tie", "vote-again")]
        if tied:
            return sorted(tied[0]) == leaders
        return len(named) == 1 and named[0] in leaders


@dataclass
class AutoGame:
    """Result of one automatic game."""

    game: Game
    miscounted: int
    refused: int

    def figures(self) -> dict[str, int]:
        """Return the figures of the last line, in its order."""
        return {
            "players": len(self.game.setup.names),
            "days": self.game.camp.turn,
            "survivors": len(self.game.camp.embarked),
            "ballots": self.game.camp.ballots,
            "miscounted": self.miscounted,
        }


def play_alone(
    setup: Setup, meddling: bool = False, listener: Listener | None = None, game: Game | None = None
) -> AutoGame:
    """Play one whole game; ``listener`` hears every accepted entry and its effects."""
    game = game or Game(setup)
    castaways = Bots(len(setup.names), setup.seed, meddling)
    urn = Recount()
    refused = 0
    while not game.over:
        event = castaways.whim(game.camp) or castaways.regular(game.camp)
        try:
            effects = game.enter(event)
        except Refused:
            refused += 1
            continue
        urn.watch(game, event, effects)
        if listener:
            listener(event, effects)
    return AutoGame(game, urn.miscounted, refused)


def auto_setup(players: int, seed: int, cards: str, switches: dict[str, str]) -> Setup:
    """Return the setup of an automatic game."""
    names = NAMES[:players] if players <= len(NAMES) else tuple(str(n) for n in range(players))
    return Setup(names, seed, cards, switches=switches)

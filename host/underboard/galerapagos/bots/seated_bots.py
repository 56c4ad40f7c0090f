"""Automatic castaways seated among people.

A bot sees what its player would see: the table and its own hand.  It acts, votes, keeps
itself alive and answers shots; opening a vote, showing it and leaving are for people.
Its dice follow from the game's secret and the number of entries, so a resumed game goes on
as it would have.
"""

import random

from underboard.galerapagos.bots.bots import KIND_HEART, MOODY, SELFISH, Bots
from underboard.galerapagos.rules.game import Event, Game
from underboard.galerapagos.rules.phases import RESOURCE_OF
from underboard.galerapagos.rules.survival import unfed
from underboard.galerapagos.state.ballot import ABSTAIN
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.cards import KIND, PERMANENT, RESOURCES

GIVES = {SELFISH: 0.1, KIND_HEART: 0.9, MOODY: 0.5}
"""Probability that a bot puts a ration into a camp that is short."""


class SeatedBots:
    """The bots of one table; ``moods``: seat and temperament of each."""

    def __init__(self, moods: dict[int, str]) -> None:
        self.moods = moods

    def event(self, game: Game) -> Event | None:
        """Return what a bot does now, None if it is the people's turn."""
        camp = game.camp
        ask = getattr(self, f"_{camp.phase}", None)
        if not self.moods or ask is None:
            return None
        minds = Bots(len(camp.people), 0)
        minds.moods = [self.moods.get(seat, MOODY) for seat in range(len(camp.people))]
        minds.dice = random.Random(f"bots {game.setup.seed} {len(game.entries)}")
        entry: Event | None = ask(camp, minds)
        return entry

    def _living(self, camp: CampState) -> list[int]:
        return [seat for seat in self.moods if camp.people[seat].alive]

    def _act(self, camp: CampState, minds: Bots) -> Event | None:
        seat = camp.actor
        if seat not in self.moods:
            return None
        if camp.may_play(seat):
            for card in camp.people[seat].hand:
                if KIND[card].category == PERMANENT:
                    return {"do": "play", "player": seat, "card": card}
        return minds._act(camp)

    def _push(self, camp: CampState, minds: Bots) -> Event | None:
        return minds._push(camp) if camp.actor in self.moods else None

    def _dusk(self, camp: CampState, minds: Bots) -> Event | None:
        return self._ration_for_camp(camp, minds, RESOURCES)

    def _shortage(self, camp: CampState, minds: Bots) -> Event | None:
        return self._ration_for_camp(camp, minds, (RESOURCE_OF[camp.count],))

    def _ration_for_camp(
        self, camp: CampState, minds: Bots, lacking: tuple[str, ...]
    ) -> Event | None:
        """Return a card for a counter that is short, from a castaway in the mood for it."""
        for resource in lacking:
            if not resource or camp.level(resource) >= len(camp.living()):
                continue
            for seat in self._living(camp):
                # One mind per turn and castaway, or asking often enough would empty any hand.
                mood = random.Random(f"{camp.turn} {seat} {resource} {self.moods[seat]}").random()
                if mood < GIVES[self.moods[seat]] and camp.may_play(seat):
                    for card in camp.people[seat].hand:
                        if KIND[card].gives == resource and not KIND[card].bad:
                            return {"do": "play", "player": seat, "card": card}
        return None

    def _ballot(self, camp: CampState, minds: Bots) -> Event | None:
        ballot = camp.ballot
        assert ballot is not None
        for seat in ballot.missing():
            if seat in self.moods:
                named = self._rival(camp, seat, ballot.choices(seat), minds)
                number = ballot.number
                return {"do": "cast", "voter": seat, "target": named, "ballot": number}
        return None

    _crystal = _ballot

    def _rival(self, camp: CampState, seat: int, choices: list[int], minds: Bots) -> int:
        """Return whom a bot names: the best equipped, the sick, or anybody."""
        if not choices:
            return ABSTAIN
        minds.dice.shuffle(choices)
        if self.moods[seat] == SELFISH:
            return max(choices, key=lambda other: len(camp.people[other].laid))
        if self.moods[seat] == KIND_HEART:
            return max(choices, key=lambda other: bool(camp.people[other].sick))
        return choices[0]

    def _tie(self, camp: CampState, minds: Bots) -> Event | None:
        return minds._tie(camp) if camp.decider() in self.moods else None

    def _designated(self, camp: CampState, minds: Bots) -> Event | None:
        return self._own_ration(camp, [camp.designated])

    def _zero(self, camp: CampState, minds: Bots) -> Event | None:
        return self._own_ration(camp, unfed(camp))

    def _own_ration(self, camp: CampState, hungry: list[int]) -> Event | None:
        for seat in hungry:
            if seat not in self.moods:
                continue
            for card in camp.people[seat].hand:
                eats = KIND[card].gives == RESOURCE_OF[camp.count] != ""
                if eats and (camp.may_play(seat) or seat == camp.designated):
                    return {"do": "ration", "player": seat, "card": card, "target": seat}
        return None

    def _shot(self, camp: CampState, minds: Bots) -> Event | None:
        return minds._shot(camp) if camp.shots[0][1] in self.moods else None

    def _pick(self, camp: CampState, minds: Bots) -> Event | None:
        return minds._pick(camp) if camp.looker in self.moods else None

"""Simple players for whole games without people, for tests and as a demo.

Each has a temperament.  They see what a player sees: the table and their own
hand.  They also try things the rules forbid, as people do; a refusal costs
them nothing.  Where cards are physical they announce whatever could be true.
"""

import random

from underboard.galerapagos.rules.actions import actions_of
from underboard.galerapagos.rules.card_effects import asks
from underboard.galerapagos.rules.game import Event
from underboard.galerapagos.rules.overrides import LIMITS, OVERRIDES
from underboard.galerapagos.rules.phases import RESOURCE_OF
from underboard.galerapagos.rules.survival import can_depart, unfed
from underboard.galerapagos.state.ballot import ABSTAIN
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.cards import ACTIONS, KIND, KINDS
from underboard.galerapagos.state.options import TEMPERAMENTS

SELFISH, KIND_HEART, MOODY = TEMPERAMENTS

NAMES = (
    "Ada", "Basil", "Chloé", "Dov", "Elsa", "Farid",
    "Gwen", "Hugo", "Inès", "Jonas", "Kim", "Léo",
)  # fmt: skip

WHIM = 0.18
"""Share of entries before which somebody plays, gives or shoots; chosen."""
RESCUE = {SELFISH: 0.05, KIND_HEART: 0.6, MOODY: 0.3}  # chance to save somebody else
MEDDLE = 0.02
"""Share of entries before which the host corrects something; chosen."""


class Bots:
    """All players of one game; their dice have nothing to do with the game's."""

    def __init__(self, players: int, seed: int, meddling: bool = False) -> None:
        self.dice = random.Random(f"castaways {seed}")
        self.moods = [TEMPERAMENTS[seat % len(TEMPERAMENTS)] for seat in range(players)]
        self.dice.shuffle(self.moods)
        self.meddling = meddling

    def chance(self, probability: float) -> bool:
        """Throw a die."""
        return self.dice.random() < probability

    def whim(self, camp: CampState) -> Event | None:
        """Return an entry out of turn, perhaps against the rules."""
        if self.meddling and self.chance(MEDDLE):
            return self._meddle(camp)
        if not self.chance(WHIM):
            return None
        player = self.dice.choice(camp.living())
        name = self.dice.choice(("play", "play", "play", "play", "give", "shoot"))
        target = self.dice.randrange(len(camp.people))
        if name == "shoot":
            return {"do": name, "player": player, "target": target}
        cards = self._may_hold(camp, player)
        if not cards:
            return None
        card = self.dice.choice(cards)
        event: Event = {"do": name, "player": player, "card": card}
        if name == "give":
            return {**event, "target": target}
        for need in asks(camp, card):
            event[need] = {
                "target": target,
                "targets": self.dice.sample(range(len(camp.people)), self.dice.randint(1, 3)),
                "action": self.dice.choice(ACTIONS),
            }[need]
        return event

    def _may_hold(self, camp: CampState, player: int) -> list[str]:
        """Return what ``player`` may play: the hand, or what nobody could contradict."""
        if camp.dealt:
            return list(camp.people[player].hand)
        return [kind.key for kind in KINDS if camp.unseen(kind.key) > 0]

    def _meddle(self, camp: CampState) -> Event:
        what = self.dice.choice([name for name in OVERRIDES if name != "end"])
        value = self.dice.randint(0, LIMITS.get(what, len(camp.people) - 1))
        return {"do": "override", "what": what, "value": value, "why": "agreed"}

    def regular(self, camp: CampState) -> Event:
        """Return the entry the phase waits for."""
        entry: Event = getattr(self, f"_{camp.phase}")(camp)
        return entry

    def _dawn(self, camp: CampState) -> Event:
        return {"do": "reveal"}

    def _act(self, camp: CampState) -> Event:
        open_to = actions_of(camp)
        mood = self.moods[camp.actor]
        if mood == SELFISH and "search" in open_to and self.chance(0.3):
            return {"do": "search"}
        if mood != MOODY and len(open_to) > 1:
            # What the camp lacks most; wood once both counters feed everyone.
            mouths = len(camp.living())
            needs = {
                "fish": camp.food,
                "water": camp.water if camp.rain else 99,
                "wood": mouths + 2 * camp.seats,
            }
            return {"do": min(needs, key=lambda name: needs[name])}
        return {"do": self.dice.choice(open_to)}

    def _push(self, camp: CampState) -> Event:
        most = {SELFISH: 1, KIND_HEART: 2, MOODY: 5}[self.moods[camp.actor]]
        return {"do": "push", "extra": self.dice.randint(0, most)}

    def _dusk(self, camp: CampState) -> Event:
        return {"do": "count"}

    def _shortage(self, camp: CampState) -> Event:
        return {"do": "vote"}

    def _ballot(self, camp: CampState) -> Event:
        ballot = camp.ballot
        assert ballot is not None
        missing = ballot.missing()
        voted = [voter for voter in ballot.expected() if voter not in missing]
        if voted and self.chance(0.05):
            return {"do": "withdraw", "voter": self.dice.choice(voted)}
        if missing and not self.chance(0.01):
            voter = self.dice.choice(missing)
            choices = [ABSTAIN] if self.chance(0.02) else ballot.choices(voter)
            return {
                "do": "cast",
                "voter": voter,
                "target": self.dice.choice(choices),
                "ballot": ballot.number,
            }
        return {"do": "show", "silent": bool(missing)}

    _crystal = _ballot

    def _tie(self, camp: CampState) -> Event:
        others = [seat for seat in camp.tied if seat != camp.decider()]
        return {"do": "choose", "target": self.dice.choice(others or camp.tied)}

    def _saviour(self, camp: CampState, target: int) -> Event | None:
        """Return a ration for ``target``, from their own hand or from a kind one."""
        for player in [target, *camp.living()]:
            if player != target and not self.chance(RESCUE[self.moods[player]]):
                continue
            if not camp.dealt and not self.chance(0.3):
                continue
            for card in self._may_hold(camp, player):
                eats = KIND[card].gives == RESOURCE_OF[camp.count] != ""
                if eats and (camp.may_play(player) or player == camp.designated):
                    return {"do": "ration", "player": player, "card": card, "target": target}
        return None

    def _designated(self, camp: CampState) -> Event:
        return self._saviour(camp, camp.designated) or {"do": "accept"}

    def _zero(self, camp: CampState) -> Event:
        hungry = unfed(camp)
        for target in hungry:
            event = self._saviour(camp, target)
            if event:
                return event
        givers = [seat for seat in camp.living() if camp.spare.get(str(seat))]
        if givers and hungry:
            return {"do": "feed", "player": givers[0], "target": self.dice.choice(hungry)}
        return {"do": "close"}

    def _evening(self, camp: CampState) -> Event:
        if camp.hurricane:
            return {"do": "embark"}
        return {"do": "depart" if can_depart(camp) and self.chance(0.8) else "stay"}

    def _shot(self, camp: CampState) -> Event:
        _, target = camp.shots[0]
        held = camp.people[target].hand.count("metal-sheet") if camp.dealt else self.chance(0.2)
        if held and camp.unseen("metal-sheet") > 0 and camp.may_play(target):
            return {"do": "sheet"}
        return {"do": "fall"}

    def _pick(self, camp: CampState) -> Event:
        return {"do": "pick", "card": self.dice.choice(camp.pile[:3])}

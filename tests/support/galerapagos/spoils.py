"""Watches what pages are told (nobody may know before the television has shown it)."""


class Spoils:
    """Facts that the television has shown, over all hosts of one evening; ``count``: spoiled."""

    def __init__(self):
        self.count = 0
        self.reveals = 0
        self._votes = set()
        self._named = set()
        self._dead = set()
        self._before = None

    def around(self, publish):
        """Return a function that looks at each state before it is published."""

        def watched(state):
            self.look(state)
            publish(state)

        return watched

    def look(self, state):
        """Take one published state, as television and phones get it at once."""
        scene, table = state["scene"], state["table"]
        if scene and scene["kind"] == "reveal":
            self.reveals += scene["beat"] == 0
            for beat in scene["beats"]:
                if "voter" in beat:
                    self._votes.add((beat["voter"], beat["target"]))
                if "total" in beat:
                    self._votes.add((None, beat["target"]))
                self._named |= set(beat.get("players", ())) if "verdict" in beat else set()
        if scene and scene["kind"] == "ballot":
            self._votes, self._named = set(), set()
        if scene and scene["kind"] == "death":
            self._dead |= set(scene["facts"]["players"])
        before, self._before = self._before, table
        if before is None:
            self._dead |= {n for n, one in enumerate(table["people"]) if not one["alive"]}
            return
        self.count += len(_told(table) - _told(before) - self._votes)
        if table["designated"] >= 0 and before["designated"] < 0:
            self.count += table["designated"] not in self._named and not table["tied"]
        for seat, one in enumerate(table["people"]):
            if before["people"][seat]["alive"] and not one["alive"]:
                self.count += seat not in self._dead
            if one["alive"] and not before["people"][seat]["alive"]:
                self._dead.discard(seat)
        if scene and state["host"]["entries"]:
            self.count += 1  # nothing may be done that would replace it


def _told(table):
    """Return the votes and totals that a table tells, as pairs (voter or None, target)."""
    votes = {(one["player"], one["target"]) for one in table["revealed"]}
    return votes | {(None, one["target"]) for one in table["totals"]}

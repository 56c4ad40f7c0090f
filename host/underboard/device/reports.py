"""Reports of a board beside its game, such as verdict and cells, cues of the lights, health."""

from boardcore.link.wire import Message
from underboard.device.connection import BoardConnection
from underboard.device.events import Cues, CuesChanged, Health, HealthChanged, State, StateChanged
from underboard.records.mirror import Mirror


class ReportingConnection(BoardConnection):
    """A board whose state, lights and health are known; arguments as for BoardConnection."""

    def _prepare(self) -> None:
        self.mirror: Mirror | None = None
        self.state: State | None = None
        self.cues: Cues | None = None
        self.health: Health | None = None
        """The last ``health`` message of a board with Hall sensors or load cells."""
        self._early: State | None = None  # a state about a position that is not mirrored yet
        self._hear_kind |= {
            "state": self._hear_state, "cues": self._hear_cues, "health": self._hear_health,
        }  # fmt: skip

    # Receiving

    def _hear_state(self, message: Message) -> None:
        try:
            state = State.of(message.fields, self.hello.game if self.hello else "")
        except ValueError:
            return
        self._early = state
        self._publish_state()

    def _publish_state(self) -> None:
        """Publish the last state, unless it is about a position that the mirror does not have.

        While the records cannot be written, the board is ahead of the mirror: its cells would
        be looked up in another position.  Such a state waits for the missing entries.
        """
        state, mirror = self._early, self.mirror
        if state is None:
            return
        if mirror is not None and state.ply != mirror.game.ply:
            self._asking = True
            return
        self._early = None
        if state != self.state:
            self.state = state
            self._events.append(StateChanged(state))

    def _hear_cues(self, message: Message) -> None:
        try:
            cues = Cues.of(message.fields)
        except ValueError:
            return
        if cues != self.cues:
            self.cues = cues
            self._events.append(CuesChanged(cues))

    def _hear_health(self, message: Message) -> None:
        try:
            health = Health.of(message.fields)
        except ValueError:
            return
        if health != self.health:
            self._events.append(HealthChanged(health, self.health))
            self.health = health
